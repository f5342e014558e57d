"""The running score: bags' own counter, and the penalty at each multiple."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deal_score import SideScore, score_side
from scoring.notation import SideBid, SideTricks
from scoring.running import Running, apply_to_running
from tests.scoring.build import quick, rules

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "deal_scores.json").read_text(encoding="utf-8"))


def taken(bags: int, total: int = 0) -> SideScore:
    return SideScore(total, (), is_set=False, bags=bags)


@pytest.mark.parametrize("case", GOLDEN["puzzle-pirates"])
def test_golden_puzzle_pirates(case: dict[str, Any]) -> None:
    pirates = rules("puzzle-pirates")
    deal = score_side(pirates, SideBid.parse(case["bid"]), SideTricks.parse(case["tricks"]))
    after = apply_to_running(pirates, Running(**case["before"]), deal).after
    assert {key: getattr(after, key) for key in case["after"]} == case["after"]


@pytest.mark.parametrize(
    ("before", "bags", "penalty", "carried"), [(9, 0, 0, 9), (9, 1, 100, 0), (9, 12, 200, 1), (0, 13, 100, 3)]
)
def test_the_penalty_comes_at_each_multiple_passed(
    before: int, bags: int, penalty: int, carried: int
) -> None:
    step = apply_to_running(rules("standard"), Running(300, before), taken(bags, total=50))
    assert step.after == Running(350 - penalty, carried)
    assert (-step.penalty.points if step.penalty else 0) == penalty


def test_bag_penalty_at_five() -> None:
    step = apply_to_running(rules("standard", bag_penalty_every=5), Running(0, 4), taken(7))
    assert step.after == Running(-200, 1)
    assert step.penalty is not None
    assert step.penalty.text == "11 bags: 2 × −100, 1 carried"


def test_bags_are_counted_apart_from_a_score_below_zero() -> None:
    assert apply_to_running(rules("standard"), Running(-7, 3), taken(1, total=-59)).after == Running(-66, 4)


def test_without_a_penalty_bags_only_add_up() -> None:
    assert apply_to_running(rules(), Running(40, 9), taken(12, total=-12)).after == Running(28, 21)


@quick
@given(st.lists(st.integers(0, 13), max_size=30))
def test_penalties_do_not_depend_on_how_bags_are_spread_over_deals(bags: list[int]) -> None:
    standing = Running()
    for number in bags:
        standing = apply_to_running(rules("standard"), standing, taken(number)).after
    assert standing == Running(-100 * (sum(bags) // 10), sum(bags) % 10)
