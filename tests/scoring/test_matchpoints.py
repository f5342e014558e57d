"""Matchpoints, Neuberg, shares: one direction of one board."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.matchpoints import Comparison, matchpoint, neuberg, percentage_text
from tests.scoring.build import quick

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "matchpoints.json").read_text(encoding="utf-8"))
DEALS = json.loads((Path(__file__).parents[1] / "golden" / "deal_scores.json").read_text(encoding="utf-8"))
scores_lists = st.lists(st.integers(-30, 30), min_size=1, max_size=40)


@pytest.mark.parametrize("case", GOLDEN["ties"])
def test_golden_ties(case: dict[str, Any]) -> None:
    assert matchpoint(case["scores"]) == case["mp"]


@pytest.mark.parametrize("hand", [1, 2])
@pytest.mark.parametrize("direction", [0, 1])
def test_golden_hands(hand: int, direction: int) -> None:
    rows = [row for row in DEALS["duplicate-pairs"] if row["hand"] == hand]
    scores = [row["value"][direction] for row in rows]
    shown = [percentage_text(100 * Comparison.of(scores).share(score)) for score in scores]
    assert shown == [f"{row['percent'][direction]:.2f}" for row in rows]


def test_golden_neuberg_ten_of_eleven() -> None:
    case = GOLDEN["neuberg"][0]
    found = [neuberg(points, case["n"], case["N"]) for points in range(18, -1, -2)]
    assert found == [Fraction(str(points)) for points in case["mp"]]


def test_golden_neuberg_two_of_five() -> None:
    case = GOLDEN["neuberg"][1]
    assert neuberg(0, case["n"], case["N"]) == Fraction(str(case["loser"]))
    assert neuberg(2, case["n"], case["N"]) == Fraction(str(case["winner"]))
    assert Comparison.of([10, 20], 5).share(20) == Fraction("6.5") / case["of"]


@pytest.mark.parametrize("expected", [None, 1, 2, 11])
def test_a_score_alone_gets_exactly_half(expected: int | None) -> None:
    assert Comparison.of([70], expected).share(70) == Fraction(1, 2)


def test_expecting_fewer_scores_than_there_are_changes_nothing() -> None:
    assert Comparison.of([1, 2, 3], 2) == Comparison.of([1, 2, 3])


def test_no_scores_at_all() -> None:
    assert matchpoint([]) == []
    assert Comparison.of([], 5).share_of_outsider(70) == Fraction(1, 2)
    assert Comparison.of([]).share_of_outsider(70) == Fraction(1, 2)


def test_beaten_and_tied() -> None:
    comparison = Comparison.of([50, 60, 60, 70])
    assert [(comparison.beaten(score), comparison.tied(score)) for score in (50, 60, 70)] == [
        (0, 0),
        (1, 1),
        (3, 0),
    ]


def test_an_outsider_is_compared_as_if_it_joined() -> None:
    comparison = Comparison.of([50, 60, 70])
    assert comparison.share_of_outsider(70) == Fraction(5, 6)
    assert comparison.share_of_outsider(50) == Fraction(1, 6)
    assert comparison.share_of_outsider(55) == Fraction(2, 6)


def test_an_outsider_is_stretched_to_what_was_expected() -> None:
    # Four scores with it, 8 expected: 8/4 × (5 + 1) − 1 = 11 of 14.
    assert Comparison.of([50, 60, 70], 8).share_of_outsider(70) == Fraction(11, 14)


@pytest.mark.parametrize(
    ("percentage", "text"),
    [
        (Fraction(200, 3), "66.67"),
        (Fraction(100, 3), "33.33"),
        (Fraction(100), "100.00"),
        (Fraction(1, 200), "0.01"),
        (Fraction(1, 201), "0.00"),
        (Fraction(-5, 2), "−2.50"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(5, 100), "0.05"),
    ],
)
def test_percentages_are_rounded_to_two_decimals(percentage: Fraction, text: str) -> None:
    assert percentage_text(percentage) == text


@quick
@given(scores_lists)
def test_matchpoints_sum_to_n_times_n_less_one(scores: list[int]) -> None:
    assert sum(matchpoint(scores)) == len(scores) * (len(scores) - 1)


@quick
@given(scores_lists)
def test_matchpoints_are_the_pairwise_comparisons(scores: list[int]) -> None:
    slow = [
        sum(2 * (own > other) + (own == other) for j, other in enumerate(scores) if j != i)
        for i, own in enumerate(scores)
    ]
    assert matchpoint(scores) == slow


@quick
@given(scores_lists, st.randoms(use_true_random=False))
def test_the_order_of_tables_does_not_matter(scores: list[int], random: Any) -> None:
    order = list(range(len(scores)))
    random.shuffle(order)
    points = matchpoint(scores)
    assert matchpoint([scores[place] for place in order]) == [points[place] for place in order]


@quick
@given(scores_lists, st.integers(1, 9), st.integers(-100, 100))
def test_only_the_order_of_scores_matters(scores: list[int], factor: int, shift: int) -> None:
    assert matchpoint([factor * score + shift for score in scores]) == matchpoint(scores)


@quick
@given(scores_lists, st.integers(0, 60))
def test_shares_average_to_half_whatever_was_expected(scores: list[int], more: int) -> None:
    comparison = Comparison.of(scores, len(scores) + more)
    assert sum(comparison.share(score) for score in scores) == Fraction(len(scores), 2)


@quick
@given(scores_lists, st.integers(0, 60))
def test_neuberg_keeps_the_order_and_stays_inside(scores: list[int], more: int) -> None:
    comparison = Comparison.of(scores, len(scores) + more)
    shares = [comparison.share(score) for score in sorted(set(scores))]
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(set(shares))
    if len(scores) > 1 and more:
        plain = Comparison.of(scores)
        assert all(
            abs(comparison.share(score) - Fraction(1, 2)) <= abs(plain.share(score) - Fraction(1, 2))
            for score in scores
        )


@quick
@given(scores_lists, st.integers(1, 60))
def test_neuberg_as_percentages_is_the_same_formula(scores: list[int], more: int) -> None:
    n, expected = len(scores), len(scores) + more
    for score in scores:
        plain = Comparison.of(scores).share(score)
        half = Fraction(1, 2)
        stretched = half + (plain - half) * Fraction(n - 1, n) * Fraction(expected, expected - 1)
        assert Comparison.of(scores, expected).share(score) == stretched


@quick
@given(scores_lists, st.integers(-30, 30), st.integers(0, 5))
def test_an_outsider_gets_what_it_would_get_inside(scores: list[int], score: int, more: int) -> None:
    expected = len(scores) + 1 + more
    assert Comparison.of(scores, expected).share_of_outsider(score) == Comparison.of(
        [*scores, score], expected
    ).share(score)
