"""Adjustments as an event file writes them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.adjustments import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Adjustment, Alternative
from scoring.faults import Fault, FaultsError
from tests.scoring.build import quick

WEIGHTED = {
    "weighted": [
        {"weight": 60, "ns_score": 70, "ew_score": 49},
        {"weight": 40, "ns_score": 69, "ew_score": 50},
    ]
}


@pytest.mark.parametrize(
    ("text", "adjustment"),
    [
        ("A+", AVERAGE_PLUS),
        ("A", AVERAGE),
        ("A-", AVERAGE_MINUS),
        ("A−", AVERAGE_MINUS),
        (" a+ ", AVERAGE_PLUS),
    ],
)
def test_named_adjustments(text: str, adjustment: Adjustment) -> None:
    assert Adjustment.from_json(text) == adjustment


@pytest.mark.parametrize(
    ("value", "percentage"),
    [
        (40, Fraction(40)),
        (0, Fraction(0)),
        (100, Fraction(100)),
        (33.3, Fraction(333, 10)),
        ("100/3", Fraction(100, 3)),
    ],
)
def test_percentages_are_taken_exactly_as_written(value: object, percentage: Fraction) -> None:
    assert Adjustment.from_json(value).percentage == percentage


def test_weighted_scores() -> None:
    assert Adjustment.from_json(WEIGHTED) == Adjustment.weighted(
        Alternative(Fraction(60), 70, 49), Alternative(Fraction(40), 69, 50)
    )
    assert Adjustment.from_json(WEIGHTED).to_json() == WEIGHTED


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "B+",
        "",
        101,
        -1,
        float("nan"),
        float("inf"),
        "1/0",
        [],
        {},
        {"weighted": []},
        {"weighted": 3},
    ],
)
def test_anything_else_is_refused(value: object) -> None:
    with pytest.raises(FaultsError) as caught:
        Adjustment.from_json(value)
    assert [fault.code for fault in caught.value.faults] == ["adjustment-form"]


def test_all_faults_of_weighted_scores_with_their_places() -> None:
    with pytest.raises(FaultsError) as caught:
        Adjustment.from_json(
            {
                "weighted": [
                    {"weight": 0, "ns_score": "70", "ew_score": True},
                    {"weight": 1, "ns_score": 70},
                    {"weight": "x", "ns_score": 1, "ew_score": 10**9},
                ]
            }
        )
    assert [fault.path for fault in caught.value.faults] == [
        "weighted[0].weight",
        "weighted[0].ns_score",
        "weighted[0].ew_score",
        "weighted[1]",
        "weighted[2].weight",
        "weighted[2].ew_score",
    ]


@quick
@given(st.fractions(0, 100, max_denominator=1000))
def test_percentage_round_trip(percentage: Fraction) -> None:
    adjustment = Adjustment.percent(percentage)
    assert Adjustment.from_json(adjustment.to_json()) == adjustment


def test_a_fault_seen_from_one_level_up() -> None:
    fault = Fault("c", "Say more.", "weighted[0]")
    assert fault.under("results[3].ns_adjusted").path == "results[3].ns_adjusted.weighted[0]"
    assert Fault("c", "m", "[2]").under("results").path == "results[2]"
    assert Fault("c", "m").under("event").path == "event"
    assert fault.under("") == fault
    assert str(fault) == "weighted[0]: Say more."
    assert fault.to_json() == {"code": "c", "message": "Say more.", "path": "weighted[0]"}
    assert str(FaultsError([fault, Fault("c", "And this.")])) == "weighted[0]: Say more.\nAnd this."
