"""One deal's score: the golden deals, a test for every rule, and what must hold for any deal."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deal_score import ComponentKind, check_deal, score_deal, score_side
from scoring.notation import SideBid, SideTricks
from scoring.rules import PRESETS, BlindNil, NilTricks, RuleSet
from tests.scoring import oracle
from tests.scoring.build import (
    Sides,
    deal,
    deals,
    quick,
    rule_sets,
    rules,
    sides,
    split_bids,
    totals,
    whole_bids,
)

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "deal_scores.json").read_text(encoding="utf-8"))


def codes(rule_set: RuleSet, *texts: str, **more: Any) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in check_deal(rule_set, *sides(*texts), **more)]


@pytest.mark.parametrize("case", GOLDEN["duplicate-pairs"])
def test_golden_duplicate_deals(case: dict[str, Any]) -> None:
    texts = (case["ns_bid"], case["ns_tricks"], case["ew_bid"], case["ew_tricks"])
    assert codes(rules(), *texts) == []
    assert list(totals(rules(), *texts)) == case["value"]


# --- one test per rule -------------------------------------------------------------------------------------


def test_points_a_trick_bid() -> None:
    assert totals(rules(trick_points=7), "5", "5", "8", "8") == (35, 56)


def test_nil_made_and_failed() -> None:
    assert totals(rules(nil_points=30), "N+4", "0+4", "9", "9") == (70, 90)
    assert totals(rules(nil_points=30), "N+4", "1+4", "8", "8") == (40 - 30 - 1, 80 + 30)


def test_blind_nil_has_its_own_value() -> None:
    blind = rules(blind_nil=BlindNil.ON)
    assert totals(blind, "B+4", "0+4", "9", "9") == (240, 90)
    assert totals(blind, "4+B", "4+1", "8", "8") == (40 - 200 - 1, 80 + 200)


def test_a_set_side_loses_its_points() -> None:
    assert totals(rules("standard"), "7", "6", "6", "7") == (-70, 61)


def test_a_set_side_scores_nought_where_it_loses_nothing() -> None:
    assert totals(rules("safe-harbor"), "7", "6", "6", "7") == (0, 60 - 1 + 70)


def test_a_failed_nil_too_scores_nought_where_a_side_loses_nothing() -> None:
    # Nil and cover of 4 both fail: the opponents get 140, the side nothing.
    assert totals(rules("safe-harbor"), "N+4", "1+3", "9", "9") == (0, 90 + 140)


def test_losses_go_to_the_opponents() -> None:
    assert totals(rules(losses_to_opponents=True), "7", "6", "5", "7") == (-70, 118)
    assert totals(rules(losses_to_opponents=False), "7", "6", "5", "7") == (-70, 48)


def test_each_bag_to_the_side_that_takes_it() -> None:
    assert totals(rules(bag_points=-3), "5", "7", "6", "6") == (44, 60)


def test_each_bag_to_the_opponents() -> None:
    assert totals(rules("card-game-academy"), "5", "7", "6", "6") == (48, 62)


def test_bags_of_both_sides_cross() -> None:
    assert totals(rules("card-game-academy"), "5", "7", "5", "6") == (50 - 2 + 1, 50 - 1 + 2)


@pytest.mark.parametrize(
    ("what", "made", "bags"),
    [
        (NilTricks.HELPS, True, 0),
        (NilTricks.BAGS, False, 1),
        (NilTricks.BAGS_IF_MADE, False, 0),
        (NilTricks.IGNORED, False, 0),
    ],
)
def test_failed_nils_tricks_beside_a_contract_one_short(what: NilTricks, made: bool, bags: int) -> None:
    score = deal(rules("standard", failed_nil_tricks=what), "N+4", "1+3", "9", "9").ns
    assert (score.is_set, score.bags) == (not made, bags)
    assert score.total == (40 if made else -40) - 100 + bags


@pytest.mark.parametrize(
    ("what", "bags"),
    [(NilTricks.HELPS, 3), (NilTricks.BAGS, 3), (NilTricks.BAGS_IF_MADE, 3), (NilTricks.IGNORED, 1)],
)
def test_failed_nils_tricks_beside_a_made_contract(what: NilTricks, bags: int) -> None:
    score = deal(rules("standard", failed_nil_tricks=what), "N+4", "2+5", "6", "6").ns
    assert (score.is_set, score.bags, score.total) == (False, bags, 40 - 100 + bags)


def test_a_set_contract_has_no_bags_of_its_own() -> None:
    assert deal(rules("standard"), "7", "6", "7", "7").ns.bags == 0


def test_two_nils_are_two_nils() -> None:
    assert totals(rules(), "N+N", "0+0", "13", "13") == (200, 130)


def test_two_nils_one_failed() -> None:
    assert totals(rules(), "N+N", "0+2", "11", "11") == (100 - 100 - 2, 110 + 100)


def test_two_nils_have_a_made_contract_so_their_tricks_are_bags() -> None:
    score = deal(rules(), "N+N", "1+2", "10", "10").ns
    assert (score.is_set, score.bags, score.total) == (False, 3, -203)


def test_two_nils_failed_where_nil_tricks_are_ignored() -> None:
    assert deal(rules("puzzle-pirates"), "N+N", "1+2", "10", "10").ns.bags == 0


def test_a_nil_and_a_blind_nil_on_one_side() -> None:
    assert totals(rules(blind_nil=BlindNil.ON), "N+B", "1+0", "12", "12") == (200 - 100 - 1, 120 + 100)


def test_nil_made_while_partner_is_set() -> None:
    score = deal(rules(), "N+4", "0+3", "7", "10")
    assert (score.ns.total, score.ns.is_set, score.ew.total) == (60, True, 107)


def test_both_sides_set() -> None:
    score = deal(rules(), "8", "7", "7", "6")
    assert (score.ns.is_set, score.ew.is_set) == (True, True)
    assert (score.ns.total, score.ew.total) == (-80 + 70, -70 + 80)


def test_ten_for_200_made() -> None:
    assert totals(rules(ten_for_200=True), "10", "11", "2", "2") == (199, 20)


def test_ten_for_200_missed_costs_100() -> None:
    assert totals(rules(ten_for_200=True, trick_points=20), "10", "9", "2", "4") == (-100, 40 - 2 + 100)


def test_ten_for_200_is_about_ten_alone() -> None:
    assert totals(rules(ten_for_200=True), "11", "11", "2", "2") == (110, 20)
    assert totals(rules(), "10", "10", "3", "3") == (100, 30)


# --- what is refused ---------------------------------------------------------------------------------------


def test_tricks_must_add_up_to_13() -> None:
    assert codes(rules(), "7", "6", "5", "6") == [("tricks-sum", "ns_tricks")]


def test_a_nil_needs_tricks_by_player() -> None:
    assert codes(rules(), "7", "9", "N+4", "4") == [("tricks-not-split", "ew_tricks")]


def test_bids_over_13_only_where_allowed() -> None:
    assert codes(rules("puzzle-pirates"), "7+7", "6", "5", "7") == [("bid-over-13", "ns_bid")]
    assert codes(rules("puzzle-pirates"), "13", "6", "5", "7") == []
    assert codes(rules("standard"), "7+7", "6", "5", "7") == []


def test_minimum_team_bid() -> None:
    four = rules(minimum_team_bid=4)
    assert codes(four, "3", "6", "4", "7") == [("bid-under-minimum", "ns_bid")]
    assert codes(four, "5", "6", "N+3", "0+7") == [("bid-under-minimum", "ew_bid")]
    assert codes(four, "5", "6", "N+4", "0+7") == []


def test_minimum_team_bid_asks_nothing_of_two_nils() -> None:
    assert codes(rules(minimum_team_bid=4), "N+N", "0+0", "5", "13") == []


def test_blind_nil_off() -> None:
    assert codes(rules(), "B+4", "0+5", "B+5", "0+8") == [
        ("blind-nil-off", "ns_bid"),
        ("blind-nil-off", "ew_bid"),
    ]


def test_blind_nil_on_allows_everything() -> None:
    assert codes(rules(blind_nil=BlindNil.ON), "B+B", "0+0", "B+B", "0+13", ns_lead=0) == []


@pytest.mark.parametrize(
    ("lead", "found"), [(-100, []), (-99, [("blind-nil-not-behind", "ns_bid")]), (None, [])]
)
def test_blind_nil_behind_needs_the_distance(lead: int | None, found: list[tuple[str, str]]) -> None:
    assert codes(rules("puzzle-pirates"), "B+4", "0+5", "5", "8", ns_lead=lead) == found


def test_blind_nil_behind_is_measured_from_the_bidders_side() -> None:
    assert codes(rules("puzzle-pirates"), "5", "8", "B+4", "0+5", ns_lead=100) == []
    assert codes(rules("puzzle-pirates"), "5", "8", "B+4", "0+5", ns_lead=-100) == [
        ("blind-nil-not-behind", "ew_bid")
    ]


def test_blind_nil_behind_one_player_of_one_side() -> None:
    pirates = rules("puzzle-pirates")
    assert codes(pirates, "B+B", "0+5", "5", "8") == [("blind-nil-both-players", "ns_bid")]
    assert codes(pirates, "B+4", "0+5", "B+5", "0+8") == [("blind-nil-both-sides", "ew_bid")]


def test_all_faults_of_a_deal_are_reported() -> None:
    assert codes(rules("puzzle-pirates", blind_nil=BlindNil.OFF), "7+7", "6", "B+5", "8") == [
        ("tricks-sum", "ns_tricks"),
        ("bid-over-13", "ns_bid"),
        ("tricks-not-split", "ew_tricks"),
        ("blind-nil-off", "ew_bid"),
    ]


# --- what the pages unfold ---------------------------------------------------------------------------------


def test_components_in_words() -> None:
    score = deal(rules(), "7", "8", "N+4", "1+4")
    assert [(part.kind, part.points, part.text) for part in score.ns.components] == [
        (ComponentKind.CONTRACT, 70, "contract of 7 made: 7 × 10"),
        (ComponentKind.BAGS, -1, "1 bag: 1 × −1"),
        (ComponentKind.OPPONENTS_LOSSES, 100, "opponents' failed bids: 100"),
    ]
    assert [(part.kind, part.points, part.text) for part in score.ew.components] == [
        (ComponentKind.CONTRACT, 40, "contract of 4 made: 4 × 10"),
        (ComponentKind.NIL, -100, "nil failed with 1 trick: −100"),
        (ComponentKind.BAGS, -1, "1 bag: 1 × −1"),
    ]


def test_a_deal_as_json() -> None:
    found = json.loads(json.dumps(deal(rules(), "7", "6", "5", "7").to_json()))
    assert found["ns"]["total"] == -70
    assert found["ew"]["bags"] == 2
    assert found["ns"]["components"] == [
        {"kind": "contract", "points": -70, "text": "contract of 7 set with 6 tricks: −7 × 10"}
    ]


# --- what holds for any deal -------------------------------------------------------------------------------


@quick
@given(rule_sets(), deals())
def test_components_add_up_to_the_total(rule_set: RuleSet, played: Sides) -> None:
    score = score_deal(rule_set, *played)
    for side in (score.ns, score.ew):
        assert sum(part.points for part in side.components) == side.total


@quick
@given(rule_sets(), deals())
def test_sides_are_treated_alike(rule_set: RuleSet, played: Sides) -> None:
    ns_bid, ns_tricks, ew_bid, ew_tricks = played
    there, back = score_deal(rule_set, *played), score_deal(rule_set, ew_bid, ew_tricks, ns_bid, ns_tricks)
    assert (there.ns, there.ew) == (back.ew, back.ns)


@quick
@given(rule_sets(), deals(), deals())
def test_without_gifts_a_score_is_the_sides_own_doing(rule_set: RuleSet, one: Sides, other: Sides) -> None:
    alone = replace(rule_set, losses_to_opponents=False, opponents_bag_points=0)
    ns_bid, ns_tricks, _, ew_tricks = one
    found = score_deal(alone, ns_bid, ns_tricks, other[2], ew_tricks).ns
    assert found == score_side(alone, ns_bid, ns_tricks) == score_deal(alone, *one).ns


@quick
@given(rule_sets(), deals())
def test_what_is_lost_and_given_away_cancels(rule_set: RuleSet, played: Sides) -> None:
    kept = replace(rule_set, set_loses_points=True, losses_to_opponents=True)
    score = score_deal(kept, *played)
    gains = sum(
        part.points
        for side in (score.ns, score.ew)
        for part in side.components
        if part.kind in (ComponentKind.BAGS, ComponentKind.OPPONENTS_BAGS)
        or (part.points > 0 and part.kind is not ComponentKind.OPPONENTS_LOSSES)
    )
    assert score.ns.total + score.ew.total == gains


@quick
@given(rule_sets(), deals(whole_bids), st.integers(1, 50))
def test_a_rule_that_does_not_bear_on_a_deal_changes_nothing(
    rule_set: RuleSet, played: Sides, by: int
) -> None:
    # Nobody bid nil, so nothing about nils can matter.
    dearer = replace(
        rule_set, nil_points=rule_set.nil_points + by, blind_nil_points=rule_set.blind_nil_points + by
    )
    for other in (dearer, *(replace(rule_set, failed_nil_tricks=what) for what in NilTricks)):
        assert score_deal(other, *played) == score_deal(rule_set, *played)


@quick
@given(deals(split_bids), st.sampled_from(sorted(PRESETS)))
def test_a_second_computation_agrees(played: Sides, preset: str) -> None:
    ns_bid, ns_tricks, ew_bid, ew_tricks = played
    bids = [str(bid) for pair in zip(ns_bid.players, ew_bid.players, strict=True) for bid in pair]
    tricks = [taken for pair in zip(ns_tricks.players, ew_tricks.players, strict=True) for taken in pair]
    score = score_deal(PRESETS[preset], *played)
    assert (score.ns.total, score.ew.total) == oracle.deal_scores(preset, bids, tricks)


@quick
@given(st.integers(1, 13))
def test_how_a_bid_is_written_does_not_matter_without_nils(total: int) -> None:
    for first in range(1, total):
        split = SideBid.parse(f"{first}+{total - first}")
        for taken in range(14):
            assert score_side(rules(), split, SideTricks(taken)) == score_side(
                rules(), SideBid(total), SideTricks(taken)
            )
