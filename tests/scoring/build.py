"""Short builders for scoring tests, and Hypothesis strategies of deals and rule sets."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scoring.adjustments import Adjustment
from scoring.deal_score import DealScore, score_deal
from scoring.notation import PlayerBid, SideBid, SideTricks
from scoring.pairs import PairsEntry, PairsEvent, PairsResult, PairsStandings, check_pairs_event, score_pairs
from scoring.rules import PRESETS, BlindNil, NilTricks, RuleSet

# Enough examples to find a wrong rule, few enough for a suite that is run all day on a busy machine.
quick = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

Sides = tuple[SideBid, SideTricks, SideBid, SideTricks]


def rules(preset: str = "duplicate-pairs", **overrides: Any) -> RuleSet:
    return replace(PRESETS[preset], **overrides)


def sides(ns_bid: str, ns_tricks: str, ew_bid: str, ew_tricks: str) -> Sides:
    return (
        SideBid.parse(ns_bid),
        SideTricks.parse(ns_tricks),
        SideBid.parse(ew_bid),
        SideTricks.parse(ew_tricks),
    )


def deal(rule_set: RuleSet, ns_bid: str, ns_tricks: str, ew_bid: str, ew_tricks: str) -> DealScore:
    return score_deal(rule_set, *sides(ns_bid, ns_tricks, ew_bid, ew_tricks))


def totals(rule_set: RuleSet, ns_bid: str, ns_tricks: str, ew_bid: str, ew_tricks: str) -> tuple[int, int]:
    found = deal(rule_set, ns_bid, ns_tricks, ew_bid, ew_tricks)
    return found.ns.total, found.ew.total


def entries(*numbers: int, **fields: Any) -> tuple[PairsEntry, ...]:
    return tuple(PairsEntry(number, f"Pair {number}", **fields) for number in numbers)


def result(
    board: int, ns: int, ew: int, ns_score: int | None = None, ew_score: int | None = None, **more: Any
) -> PairsResult:
    """One table's result; ``ns_adjusted="A+"`` and the like may be given as in an event file."""
    for key in ("ns_adjusted", "ew_adjusted"):
        if key in more:
            more[key] = Adjustment.from_json(more[key])
    return PairsResult(board, ns, ew, ns_score, ew_score, **more)


def event(*results: PairsResult, pairs: int | None = None, **more: Any) -> PairsEvent:
    """An event of the pairs that occur in the results (or of 1 to ``pairs``)."""
    seen = {number for item in results for number in (item.ns, item.ew) if number is not None}
    numbers = range(1, pairs + 1) if pairs is not None else sorted(seen)
    more.setdefault("entries", entries(*numbers))
    return PairsEvent(results=tuple(results), **more)


def scored(*results: PairsResult, **more: Any) -> PairsStandings:
    built = event(*results, **more)
    assert check_pairs_event(built) == ()
    return score_pairs(built)


def board_of(scores: list[int], board: int = 1, **more: Any) -> list[PairsResult]:
    """One board: NS pairs 1, 2, … with these scores against EW pairs 101, 102, …, whose scores are all 0."""
    return [result(board, table + 1, table + 101, score, 0, **more) for table, score in enumerate(scores)]


def ns_percentages(standings: PairsStandings, board: int = 1) -> list[Fraction | None]:
    return [line.ns.percentage for line in standings.board_lines(board)]


player_bids = st.one_of(
    st.integers(1, 13).map(PlayerBid), st.just(PlayerBid(0)), st.just(PlayerBid(0, blind=True))
)
whole_bids = st.integers(1, 26).map(SideBid)
split_bids = st.builds(SideBid.split, player_bids, player_bids)
side_bids = st.one_of(whole_bids, split_bids)
side_tricks = st.one_of(
    st.integers(0, 13).map(SideTricks),
    st.integers(0, 13).flatmap(
        lambda total: st.integers(0, total).map(lambda first: SideTricks.split(first, total - first))
    ),
)


@st.composite
def deals(draw: st.DrawFn, bids: st.SearchStrategy[SideBid] = side_bids) -> Sides:
    """A deal that can have happened: 13 tricks, given by player."""
    ns = draw(st.integers(0, 13))
    first_ns, first_ew = draw(st.integers(0, ns)), draw(st.integers(0, 13 - ns))
    ns_tricks = SideTricks.split(first_ns, ns - first_ns)
    ew_tricks = SideTricks.split(first_ew, 13 - ns - first_ew)
    return draw(bids), ns_tricks, draw(bids), ew_tricks


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any preset with any of its fields overridden, without contradictions."""
    penalty = draw(st.integers(0, 200))
    target = draw(st.none() | st.integers(1, 1000))
    nil = draw(st.integers(0, 300))
    return RuleSet(
        preset=draw(st.sampled_from(sorted(PRESETS))),
        trick_points=draw(st.integers(1, 20)),
        nil_points=nil,
        blind_nil_points=nil + draw(st.integers(0, 300)),
        set_loses_points=draw(st.booleans()),
        losses_to_opponents=draw(st.booleans()),
        bag_points=draw(st.integers(-5, 5)),
        opponents_bag_points=draw(st.integers(-5, 5)),
        bag_penalty=penalty,
        bag_penalty_every=draw(st.integers(1, 20)) if penalty else None,
        failed_nil_tricks=draw(st.sampled_from(NilTricks)),
        blind_nil=draw(st.sampled_from(BlindNil)),
        blind_nil_behind=draw(st.integers(1, 500)),
        bids_may_pass_13=draw(st.booleans()),
        minimum_team_bid=draw(st.none() | st.integers(1, 13)),
        ten_for_200=draw(st.booleans()),
        target=target,
        mercy=target is not None and draw(st.booleans()),
        floor=draw(st.none() | st.integers(-1000, -1)) if target is not None else None,
    )
