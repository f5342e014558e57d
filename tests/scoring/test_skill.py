"""The skill rating: nils that the opponents bid, and those that were set."""

from fractions import Fraction

import pytest

from scoring.notation import SideBid, SideTricks
from scoring.skill import Skill


def of_deal(bid: str, tricks: str) -> Skill:
    return Skill.of_deal(SideBid.parse(bid), SideTricks.parse(tricks))


@pytest.mark.parametrize(
    ("bid", "tricks", "counted"),
    [
        ("7", "8", (0, 0)),
        ("4+3", "5+3", (0, 0)),
        ("N+4", "0+5", (1, 0)),
        ("N+4", "1+4", (1, 1)),
        ("4+N", "4+0", (1, 0)),
        ("B+4", "2+4", (1, 1)),
        ("N+B", "0+3", (2, 1)),
        ("N+N", "2+3", (2, 2)),
    ],
)
def test_what_a_deal_counts(bid: str, tricks: str, counted: tuple[int, int]) -> None:
    found = of_deal(bid, tricks)
    assert (found.bid, found.set) == counted


def test_two_of_three_set() -> None:
    found = of_deal("N+4", "1+4") + of_deal("N+4", "0+4") + of_deal("5+B", "3+1")
    assert (found.rating, found.text) == (Fraction(2, 3), "0.67 (2 of 3)")


def test_none_bid_is_no_rating_and_not_zero() -> None:
    assert (Skill().rating, Skill().text) == (None, "–")
    assert Skill(1, 0).rating == 0


def test_more_set_than_bid_is_impossible() -> None:
    with pytest.raises(ValueError, match="2 of 1"):
        Skill(1, 2)
