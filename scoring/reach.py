"""How much one more deal can change in a race: the bounds by which a match is called before its last board.

Owns: the most a side can gain in a deal, the most a lead can shrink in one, when a pair could reach the target.
Never does: know the other table or who wins. Bounds may be generous (bag penalties are taken at their worst),
            never short.
Source: docs/rules.md §3, "When a match is certain".

Terms
-----
given    what a side's failures and bags bring its opponents, where the rules give them anything
swing    how far the lead of one side falls in one deal
chance   the earliest board still to come on which a pair could reach the target
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.deal_score import score_deal, score_side
from scoring.notation import TRICKS_IN_DEAL, PlayerBid, SideBid, SideTricks
from scoring.race import Race, RaceEnd
from scoring.rules import BlindNil, RuleSet


@dataclass(frozen=True, slots=True)
class DealBounds:
    """``gain``: the most a side's total can rise in a deal. ``swing``: the most a lead can fall. Points, 0 up."""

    gain: int
    swing: int


@dataclass(frozen=True, slots=True)
class _Extremes:
    """Over everything a side can have bid and made of so many tricks."""

    own_most: int
    given_most: int
    net_most: int
    """Own points less what is given away, at best and without bag penalties …"""
    net_least: int
    """… and at worst, with as many bag penalties as the bags can set off."""


@lru_cache(maxsize=32)
def deal_bounds(rules: RuleSet) -> DealBounds:
    """The bounds of one deal under a rule set, over every bid and every division of the tricks."""
    sides = [_extremes(rules, tricks) for tricks in range(TRICKS_IN_DEAL + 1)]
    pairs = list(zip(sides, reversed(sides), strict=True))
    gain = max(own.own_most + other.given_most for own, other in pairs)
    swing = max(other.net_most - own.net_least for own, other in pairs)
    return DealBounds(max(gain, 0), max(swing, 0))


def earliest_chance(race: Race) -> tuple[int | None, int | None]:
    """The chance of NS and of EW; ``None`` for a pair that cannot reach the target any more, or has."""
    if race.end is not RaceEnd.RUNNING:
        return None, None
    gain = deal_bounds(race.rules).gain

    def chance(total: int) -> int | None:
        to_come = range(race.boards + 1, race.length + 1)
        return next((board for board in to_come if total + (board - race.boards) * gain >= race.target), None)

    ns, ew = race.totals_after(0)
    return chance(ns), chance(ew)


def _extremes(rules: RuleSet, total: int) -> _Extremes:
    # A side that bid one and took the rest receives what the side looked at gives away.
    other_bid, other_tricks = SideBid(1), SideTricks(TRICKS_IN_DEAL - total)
    without = score_side(rules, other_bid, other_tricks).total
    received: int | None = None
    own_most, given_most, net_most, net_least = [], [], [], []
    for bid, tricks in _plays(rules, total):
        deal = score_deal(rules, bid, tricks, other_bid, other_tricks)
        if received is None:  # the same for every play: it comes from the other side alone
            received = deal.ns.total - score_side(rules, bid, tricks).total
        own, given = deal.ns.total - received, deal.ew.total - without
        own_most.append(own)
        given_most.append(given)
        net_most.append(own - given)
        net_least.append(own - given - _worst_penalty(rules, deal.ns.bags))
    return _Extremes(max(own_most), max(given_most), max(net_most), min(net_least))


def _plays(rules: RuleSet, total: int) -> Iterator[tuple[SideBid, SideTricks]]:
    """Every bid of a side with every way its players can have taken ``total`` tricks that matters."""
    highest = 2 * TRICKS_IN_DEAL if rules.bids_may_pass_13 else TRICKS_IN_DEAL
    for contract in range(1, highest + 1):
        yield SideBid(contract), SideTricks(total)
    nils = [PlayerBid(0)]
    if rules.blind_nil is not BlindNil.OFF:
        nils.append(PlayerBid(0, blind=True))
    seconds = [*nils, *map(PlayerBid, range(1, TRICKS_IN_DEAL + 1))]
    for first in nils:
        for second in seconds:
            bid = SideBid.split(first, second)
            for taken in range(total + 1):
                yield bid, SideTricks.split(taken, total - taken)


def _worst_penalty(rules: RuleSet, bags: int) -> int:
    every = rules.bag_penalty_every
    if every is None:
        return 0
    # At worst the side came with one bag short of a penalty.
    return (every - 1 + bags) // every * rules.bag_penalty
