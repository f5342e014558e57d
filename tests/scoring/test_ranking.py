"""Shared ranks, and each tie-break by itself."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking import TIE_BREAKS, CardBoard, break_ties, rank
from tests.scoring.build import quick

Board = tuple[int, int, int]  # board, opponent, percentage


def cards_of(played: Mapping[int, Sequence[Board]], tops: Mapping[int, int] | None = None) -> Any:
    """Cards out of (board, opponent, percentage); everybody on a board is compared there."""

    def card(entry: int) -> list[CardBoard]:
        many = (tops or {}).get(entry, 0)
        return [
            CardBoard(board, opponent, (board, "NS", 0), Fraction(percentage, 100), place < many)
            for place, (board, opponent, percentage) in enumerate(played[entry])
        ]

    return card


def order(names: Sequence[str], played: Mapping[int, Sequence[Board]], **more: Any) -> list[tuple[int, int]]:
    """(entry, rank) of the tied entries."""
    broken = break_ties(list(played), names, cards_of(played, **more))
    return [(item.place.item, item.place.rank) for item in broken]


def test_equal_values_share_a_rank_and_the_next_is_left_out() -> None:
    places = rank(["b", "a", "c", "d"], key={"a": 3, "b": 3, "c": 9, "d": 1}.__getitem__)
    assert [(place.rank, place.tied, place.item) for place in places] == [
        (1, False, "c"),
        (2, True, "b"),
        (2, True, "a"),
        (4, False, "d"),
    ]


def test_nobody_to_rank() -> None:
    assert rank([], key=int) == []


def test_head_to_head_looks_only_at_boards_against_the_tied() -> None:
    played = {1: [(1, 2, 40), (2, 9, 100)], 2: [(1, 1, 60), (2, 8, 0)]}
    assert order(["head_to_head"], played) == [(2, 1), (1, 2)]


def test_head_to_head_needs_everybody_to_have_met() -> None:
    played = {1: [(1, 2, 90)], 2: [(1, 1, 10)], 3: [(1, 9, 50)]}
    assert order(["head_to_head"], played) == [(1, 1), (2, 1), (3, 1)]
    # 2 met both others, but 1 and 3 never met: still nothing to go by.
    played = {1: [(1, 2, 90)], 2: [(1, 1, 10), (2, 3, 60)], 3: [(2, 2, 40)]}
    assert order(["head_to_head"], played) == [(1, 1), (2, 1), (3, 1)]


def test_boards_won_counts_halves_for_equal_boards() -> None:
    played = {1: [(1, 9, 50), (2, 9, 60), (3, 9, 0)], 2: [(1, 8, 50), (2, 8, 50), (4, 8, 70)]}
    values = TIE_BREAKS["boards_won"]([1, 2], cards_of(played))
    assert values == {1: Fraction(3, 2), 2: Fraction(1, 2)}


def test_boards_won_leaves_adjusted_boards_out() -> None:
    def card(entry: int) -> list[CardBoard]:
        return [CardBoard(1, 9, None, Fraction(entry, 10), top=False)]

    assert TIE_BREAKS["boards_won"]([1, 2], card) == {1: 0, 2: 0}


def test_tops() -> None:
    played = {1: [(1, 9, 100), (2, 9, 0)], 2: [(1, 8, 50), (2, 8, 50)]}
    assert order(["tops"], played, tops={1: 1}) == [(1, 1), (2, 2)]


def test_boards_above_average() -> None:
    played = {1: [(1, 9, 50), (2, 9, 100)], 2: [(1, 8, 51), (2, 8, 99)]}
    assert TIE_BREAKS["boards_above_average"]([1, 2], cards_of(played)) == {1: 1, 2: 2}


def test_most_boards() -> None:
    played = {1: [(1, 9, 50)], 2: [(1, 8, 50), (2, 8, 50)]}
    assert order(["most_boards"], played) == [(2, 1), (1, 2)]


def test_best_board() -> None:
    played = {1: [(1, 9, 50), (2, 9, 50)], 2: [(1, 8, 20), (2, 8, 80)]}
    assert order(["best_board"], played) == [(2, 1), (1, 2)]


def test_worst_board() -> None:
    played = {1: [(1, 9, 50), (2, 9, 50)], 2: [(1, 8, 20), (2, 8, 80)]}
    assert order(["worst_board"], played) == [(1, 1), (2, 2)]


def test_each_tie_break_is_tried_on_what_the_earlier_left_equal() -> None:
    played = {1: [(1, 9, 30)], 2: [(1, 8, 70)], 3: [(1, 7, 10), (2, 7, 90)]}
    broken = break_ties([1, 2, 3], ["most_boards", "best_board"], cards_of(played))
    assert [(item.place.item, item.place.rank, item.place.tied) for item in broken] == [
        (3, 1, False),
        (2, 2, False),
        (1, 3, False),
    ]
    # Entry 3 was parted by the first: the second was never needed for it.
    assert [dict(item.values) for item in broken] == [
        {"most_boards": 2},
        {"most_boards": 1, "best_board": Fraction(7, 10)},
        {"most_boards": 1, "best_board": Fraction(3, 10)},
    ]


def test_the_order_of_tie_breaks_decides() -> None:
    played = {1: [(1, 9, 90)], 2: [(1, 8, 50), (2, 8, 50)]}
    assert order(["most_boards", "best_board"], played)[0] == (2, 1)
    assert order(["best_board", "most_boards"], played)[0] == (1, 1)


def test_what_stays_equal_shares_its_rank() -> None:
    played = {1: [(1, 9, 50)], 2: [(1, 8, 50)], 3: [(1, 7, 60)]}
    assert order(["best_board", "most_boards"], played) == [(3, 1), (1, 2), (2, 2)]


@pytest.mark.parametrize("name", TIE_BREAKS)
def test_every_tie_break_gives_every_entry_a_value(name: str) -> None:
    played: dict[int, list[Board]] = {1: [(1, 2, 50)], 2: [(1, 1, 50)], 3: []}
    assert set(TIE_BREAKS[name]([1, 2, 3], cards_of(played))) == {1, 2, 3}


@quick
@given(st.lists(st.integers(0, 5), max_size=20))
def test_a_rank_is_one_more_than_the_number_above(values: list[int]) -> None:
    for place in rank(values, key=int):
        assert place.rank == 1 + sum(other > place.item for other in values)
        assert place.tied == (values.count(place.item) > 1)
