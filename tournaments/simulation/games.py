"""Whole ranked games, played card by card until they are over, with somebody who leaves now and then.

Owns: dealing a game's deals from a seed or taking them as given, bids that the rule set allows, when a side is over the
line, who leaves when. Never does: store, rate, or decide what leaving brings.

Terms. *Quit*: a player leaves after a deal and does not come back; a *robot* plays that seat from then on. Every deal
has a random source of its own, seeded by the game's seed and the deal's number.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from boards.cards import Seat
from boards.deal import Deal
from boards.dealing import deal_boards
from scoring.deal_score import check_deal
from scoring.game import GameEntry, GameScore, first_bidder_of, play_game
from scoring.notation import SideBid, SideTricks
from scoring.rules import RuleSet
from tournaments.simulation.play import PlayedDeal, play_deal
from tournaments.simulation.players import PlayerProfile

MOST_DEALS: Final = 100
"""A game to 1000 takes some twenty; no target makes a game of these players longer."""
ROBOT: Final = PlayerProfile(skill=0.5, courage=0.1)
_AT_ONCE = 16


@dataclass(frozen=True, slots=True)
class SimulatedDeal:
    """What was bid and taken on a deal; bids and tricks in the notation of results."""

    number: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str

    @property
    def entry(self) -> GameEntry:
        return GameEntry(
            self.number,
            SideBid.parse(self.ns_bid),
            SideTricks.parse(self.ns_tricks),
            SideBid.parse(self.ew_bid),
            SideTricks.parse(self.ew_tricks),
        )


@dataclass(frozen=True, slots=True)
class Quit:
    """Who leaves, a letter, after how many deals (0: before the first)."""

    seat: str
    after_deal: int


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """The deals of a game to its end, and who has left on the way."""

    deals: tuple[SimulatedDeal, ...]
    score: GameScore
    quit: Quit | None = None


def simulate_game(
    rules: RuleSet,
    four: Sequence[PlayerProfile],
    seed: int | str,
    *,
    deals: Mapping[int, Deal] | None = None,
    quit_chance: float = 0.0,
) -> SimulatedGame:
    """A game of the players N, E, S and W to the end that the rule set gives it.

    `deals` has the cards of each deal; without it they come from the seed. With `quit_chance` one of the four leaves
    before the end, and a robot plays on. About fifty games a second. Raises `ValueError` for a rule set without target,
    and where a deal is needed that is not given.
    """
    if rules.target is None:
        raise ValueError("A rule set without a target has no end to play to.")
    leaver = random.Random(f"{seed}/quit")
    leaves = Seat(leaver.randrange(4)) if leaver.random() < quit_chance else None
    # within what any game lasts, so that leaving is before its end
    after = leaver.randrange(4)
    players, played, gone = list(four), list[SimulatedDeal](), None
    score = play_game(rules, ())
    dealt = dict(deals or {})
    while score.over_after is None and len(played) < MOST_DEALS:
        number = len(played) + 1
        if leaves is not None and number == after + 1:
            players[leaves], gone = ROBOT, Quit(leaves.name, after)
        if deals is None and number not in dealt:
            dealt.update(_dealt(seed, number))
        if number not in dealt:
            raise ValueError(f"Deal {number} of the game is not given.")
        played.append(_play(rules, number, dealt[number], players, f"{seed}/{number}"))
        score = play_game(rules, [deal.entry for deal in played])
    return SimulatedGame(tuple(played), score, gone)


def _dealt(seed: int | str, first: int) -> dict[int, Deal]:
    """The next deals of a game from its seed."""
    numbers = range(first, first + _AT_ONCE)
    secret = hashlib.sha256(f"game/{seed}".encode()).digest()
    return dict(zip(numbers, deal_boards(secret, "game", numbers), strict=True))


def _play(rules: RuleSet, number: int, deal: Deal, four: Sequence[PlayerProfile], seed: str) -> SimulatedDeal:
    played = play_deal(deal, Seat[first_bidder_of(number)], four, random.Random(seed))
    for side in (Seat.N, Seat.E):
        played = _allowed(rules, played, side)
    made = SimulatedDeal(number, played.ns_bid, played.ns_tricks, played.ew_bid, played.ew_tricks)
    entry = made.entry
    faults = check_deal(rules, entry.ns_bid, entry.ns_tricks, entry.ew_bid, entry.ew_tricks)
    assert not faults, faults[0].message
    return made


def _allowed(rules: RuleSet, played: PlayedDeal, side: Seat) -> PlayedDeal:
    """The deal with bids of a side that the rule set allows: the higher bid of the two gives way."""
    one, other = played.bids[side], played.bids[side.partner]
    higher, lower = (side, side.partner) if one >= other else (side.partner, side)
    total, rest = one + other, min(one, other)
    wanted = total if rules.bids_may_pass_13 else min(13, total)
    if rules.minimum_team_bid is not None:
        wanted = max(wanted, rules.minimum_team_bid)
    if wanted == total:
        return played
    bids = list(played.bids)
    bids[higher], bids[lower] = max(1, wanted - rest), rest
    return replace(played, bids=tuple(bids))
