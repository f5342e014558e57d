"""The score of one side as deals follow one another: what it had, plus a deal, less the bag penalty.

Owns: one step of a running score, and the bags' own counter.
Never does: decide who won or when play stops.
Source: docs/rules.md §1, "Running score".

Terms
-----
bag penalty   points taken each time a side's bags pass a multiple of ``bag_penalty_every``
carried       the bags left over after the penalties, which count towards the next
"""

from dataclasses import dataclass

from scoring.deal_score import Component, ComponentKind, SideScore
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Running:
    """A side's standing between deals: points, and bags not yet paid for."""

    score: int = 0
    bags: int = 0


@dataclass(frozen=True, slots=True)
class RunningStep:
    """A standing after a deal, and the bag penalty that was charged on the way (``None``: none)."""

    after: Running
    penalty: Component | None


def apply_to_running(rules: RuleSet, before: Running, deal: SideScore) -> RunningStep:
    """The side's standing after ``deal``.

    The penalty is charged once for every multiple passed, on the counter of bags and never on the last
    digit of the score, which says nothing below zero. Without a penalty bags just add up.
    """
    bags = before.bags + deal.bags
    score = before.score + deal.total
    every = rules.bag_penalty_every
    if every is None:
        return RunningStep(Running(score, bags), None)
    times, carried = divmod(bags, every)
    if not times:
        return RunningStep(Running(score, carried), None)
    text = f"{bags} bags: {times} × −{rules.bag_penalty}, {carried} carried"
    penalty = Component(ComponentKind.BAG_PENALTY, -times * rules.bag_penalty, text)
    return RunningStep(Running(score + penalty.points, carried), penalty)
