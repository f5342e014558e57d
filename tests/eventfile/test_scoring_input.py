"""The one conversion of a result's fields: its forms, its faults, and what the scorer gets."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.adjustments import AVERAGE_PLUS, Adjustment, AdjustmentKind
from scoring.faults import FaultsError
from scoring.rules import PRESETS, RuleSet
from tests.eventfile.documents import result_contents
from tournaments.eventfile.scoring_input import (
    MAX_SCORE,
    ResultFields,
    WeightedScore,
    check_result,
    deal_score,
    to_pairs_result,
    to_pairs_results,
)

RULES = PRESETS["duplicate-pairs"]
PLAYED = ResultFields(
    board=3, round=2, table=1, ns=4, ew=5, ns_bid="7", ns_tricks="9", ew_bid="N+4", ew_tricks="1+3", group=2
)
PLACE = ResultFields(board=3, round=2, table=1, ns=4, ew=5)


def paths_of(fields: ResultFields, rules: RuleSet = RULES) -> list[str]:
    return [fault.path for fault in check_result(rules, fields)]


def test_bids_and_tricks_become_two_scores() -> None:
    """golden/deal_scores.json, hand 2, row 2."""
    result = to_pairs_result(RULES, PLAYED)

    assert (result.ns_score, result.ew_score) == (208, -140)
    assert (result.board, result.round, result.table, result.ns, result.ew, result.group) == (
        3,
        2,
        1,
        4,
        5,
        2,
    )
    assert (result.ns_adjusted, result.ew_adjusted, result.not_played) == (None, None, False)


def test_the_rules_decide_what_they_are_worth() -> None:
    assert to_pairs_result(PRESETS["standard"], PLAYED).ns_score == 72


def test_an_adjusted_side_keeps_its_record() -> None:
    result = to_pairs_result(RULES, replace(PLAYED, ew_adjusted="A+"))

    assert (result.ns_score, result.ew_score, result.ew_adjusted) == (208, -140, AVERAGE_PLUS)


@pytest.mark.parametrize(
    ("text", "percentage"), [("40", 40), ("62.5", Fraction(125, 2)), ("0", 0), ("100", 100)]
)
def test_a_percentage_is_exact(text: str, percentage: Fraction) -> None:
    result = to_pairs_result(RULES, replace(PLACE, ns_adjusted=text, ew_score=1))

    assert result.ns_adjusted == Adjustment.percent(percentage)


def test_weights_stand_for_both_sides() -> None:
    outcomes = (
        WeightedScore(weight=60, ns_score=70, ew_score=49),
        WeightedScore(weight=40, ns_score=0, ew_score=1),
    )

    result = to_pairs_result(RULES, replace(PLACE, weighted=outcomes))

    assert result.ns_adjusted == result.ew_adjusted
    assert result.ns_adjusted is not None
    assert result.ns_adjusted.kind is AdjustmentKind.WEIGHTED
    assert [item.weight for item in result.ns_adjusted.alternatives] == [60, 40]


@pytest.mark.parametrize(
    ("fields", "paths"),
    [
        (PLACE, [""]),
        (replace(PLAYED, ns_tricks="8"), ["ns_tricks"]),
        (replace(PLAYED, ns_bid=None), ["ns_bid"]),
        (replace(PLAYED, ew_bid="14+1"), ["ew_bid"]),
        (replace(PLAYED, ns_bid="?", ew_tricks="?"), ["ns_bid", "ew_tricks"]),
        (replace(PLAYED, ns_bid="  7      "), ["ns_bid"]),
        (replace(PLAYED, ns_score=1, ew_score=1), ["ns_score"]),
        (replace(PLAYED, not_played=True), ["not_played"]),
        (replace(PLACE, ns_score=1), ["ew_score"]),
        (replace(PLACE, ew_adjusted="A"), ["ns_score"]),
        (replace(PLACE, ns_score=MAX_SCORE + 1, ew_score=-MAX_SCORE - 1), ["ns_score", "ew_score"]),
        (replace(PLACE, ns_adjusted="100.5", ew_adjusted="-1"), ["ns_adjusted", "ew_adjusted"]),
        (replace(PLACE, ns_adjusted="", ew_adjusted="1e2"), ["ns_adjusted", "ew_adjusted"]),
        (replace(PLACE, ns_adjusted="٤٠", ew_adjusted="12.345"), ["ns_adjusted", "ew_adjusted"]),
        (replace(PLACE, weighted=(WeightedScore(weight=0, ns_score=10**6, ew_score=0),)),
         ["weighted[0].weight", "weighted[0].ns_score"]),
        (replace(PLACE, weighted=(WeightedScore(weight=1, ns_score=1, ew_score=0),), ew_adjusted="A"), ["weighted"]),
        (replace(PLACE, not_played=True, group=-1), ["group"]),
    ],
)  # fmt: skip
def test_faults(fields: ResultFields, paths: list[str]) -> None:
    assert paths_of(fields) == paths
    with pytest.raises(FaultsError):
        to_pairs_result(RULES, fields)


def test_many_at_once_name_the_place_of_each_fault() -> None:
    with pytest.raises(FaultsError) as caught:
        to_pairs_results(RULES, [PLAYED, PLACE, replace(PLAYED, ns_tricks="8", ew_bid="B+4")])

    assert [fault.path for fault in caught.value.faults] == [
        "results[1]",
        "results[2].ns_tricks",
        "results[2].ew_bid",
    ]


@settings(max_examples=150, deadline=None)
@given(result_contents(), st.sampled_from(sorted(PRESETS)))
def test_every_form_is_either_faulty_or_scored(content: dict[str, Any], preset: str) -> None:
    rules = PRESETS[preset]
    fields = replace(PLACE, **content)

    assert check_result(rules, fields) == ()
    result = to_pairs_result(rules, fields)
    deal = deal_score(rules, fields)
    assert result.not_played is fields.not_played
    assert result.counts is not fields.not_played
    if deal:
        assert (result.ns_score, result.ew_score) == (deal.ns.total, deal.ew.total)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_no_text_whatever_gets_past_as_anything_but_faults_or_a_score(data: st.DataObject) -> None:
    texts = st.none() | st.text("0179+NBnb ?²-.%A", max_size=9)
    names = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks", "ns_adjusted", "ew_adjusted")
    drawn = {name: data.draw(texts) for name in names}
    fields = replace(PLACE, **drawn)

    if not check_result(RULES, fields):
        assert to_pairs_result(RULES, fields).counts
