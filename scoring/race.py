"""The race at one table of a Team-of-Four match: scores run on, board after board, until a pair reaches the target.

Owns: the running totals of both pairs, who reached the target after which board, where the table stopped and why,
      and what is wrong with the boards entered for a table.
Never does: compare two tables or say who won (``match``); stop at a floor: a pair far below zero plays on.
Source: docs/rules.md §3.

Terms
-----
target        the points that end a race, usually 500
length        how many boards a race has at most, usually 8; they are numbered from 1 in playing order
reached       a pair's total after a board, bag penalty taken, is the target or more
decider       a board after the race's length, played at both tables while the match is tied
in a row      only boards without a gap from 1 on count: what comes after a missing board waits for it
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.deal_score import Component, SideScore, check_deal, score_deal
from scoring.faults import Fault
from scoring.notation import SideBid, SideTricks
from scoring.rules import RuleSet
from scoring.running import Running, apply_to_running

TARGET = 500
LENGTH = 8


class RaceEnd(StrEnum):
    """Whether and why a table has stopped."""

    REACHED = "reached"
    """A pair, or both, reached the target."""
    LENGTH = "length"
    """All boards were played and nobody reached it."""
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class RaceEntry:
    """One board as it was played at the table."""

    board: int
    ns_bid: SideBid
    ns_tricks: SideTricks
    ew_bid: SideBid
    ew_tricks: SideTricks


@dataclass(frozen=True, slots=True)
class SideStep:
    """One pair after a board.

    ``score`` is the deal's, ``penalty`` what bags cost on top of it (0 or negative), ``total`` and ``bags``
    what the pair then has. The points of ``components`` add up to score and penalty together. ``reached``
    is never true on a decider, where the target no longer matters.
    """

    score: int
    total: int
    bags: int
    penalty: int
    components: tuple[Component, ...]
    reached: bool

    def to_json(self) -> dict[str, object]:
        return {
            "score": self.score,
            "total": self.total,
            "bags": self.bags,
            "penalty": self.penalty,
            "components": [component.to_json() for component in self.components],
            "reached": self.reached,
        }


@dataclass(frozen=True, slots=True)
class RaceStep:
    """Both pairs after a board."""

    board: int
    ns: SideStep
    ew: SideStep

    def to_json(self) -> dict[str, object]:
        return {"board": self.board, "ns": self.ns.to_json(), "ew": self.ew.to_json()}


@dataclass(frozen=True, slots=True)
class Race:
    """The race at a table, as far as its boards are in.

    ``steps`` are the boards that count, deciders last. ``stopped_after`` is the board the table stopped
    after (``None``: it has not). The totals are those after the last step.
    """

    rules: RuleSet
    target: int
    length: int
    steps: tuple[RaceStep, ...]
    end: RaceEnd
    stopped_after: int | None

    @property
    def boards(self) -> int:
        """Boards of the race that count, deciders left out; the last of them has this number."""
        return sum(step.board <= self.length for step in self.steps)

    @property
    def deciders(self) -> int:
        """Deciders that count."""
        return len(self.steps) - self.boards

    @property
    def ns_total(self) -> int:
        return self.steps[-1].ns.total if self.steps else 0

    @property
    def ew_total(self) -> int:
        return self.steps[-1].ew.total if self.steps else 0

    @property
    def ns_reached(self) -> int | None:
        """The board after which NS had the target, or ``None``."""
        return next((step.board for step in self.steps if step.ns.reached), None)

    @property
    def ew_reached(self) -> int | None:
        """The board after which EW had the target, or ``None``."""
        return next((step.board for step in self.steps if step.ew.reached), None)

    def totals_after(self, deciders: int) -> tuple[int, int]:
        """The totals of NS and EW at the end of the race (``0``), or after so many deciders."""
        last = self.boards + min(deciders, self.deciders)
        return (self.steps[last - 1].ns.total, self.steps[last - 1].ew.total) if last else (0, 0)

    @property
    def text(self) -> str:
        """In one sentence how far the race is, or why it stopped."""
        ns, ew = self.totals_after(0)
        score = f"NS {_points(ns)}, EW {_points(ew)}"
        if self.end is RaceEnd.REACHED:
            return f"{_reached_by(self)} on board {self.stopped_after}: {score}."
        if self.end is RaceEnd.LENGTH:
            return f"Nobody reached {self.target} in {self.length} boards: {score}."
        return f"{self.boards} of {self.length} boards played: {score}."

    def to_json(self) -> dict[str, object]:
        """Everything but the rule set; a reader of the event knows that."""
        return {
            "target": self.target,
            "length": self.length,
            "steps": [step.to_json() for step in self.steps],
            "ns_total": self.ns_total,
            "ew_total": self.ew_total,
            "ns_reached": self.ns_reached,
            "ew_reached": self.ew_reached,
            "end": str(self.end),
            "stopped_after": self.stopped_after,
            "text": self.text,
        }


def run_race(
    rules: RuleSet, entries: Sequence[RaceEntry], *, target: int = TARGET, length: int = LENGTH
) -> Race:
    """The race over the boards that are in, in whatever order they were entered.

    Boards after a gap do not count yet, boards after the end do not count at all; deciders follow the end,
    without a gap. The deals must be free of ``check_deal``'s faults.
    """
    by_board = {entry.board: entry for entry in entries}
    steps: list[RaceStep] = []
    end = RaceEnd.RUNNING
    while end is RaceEnd.RUNNING and len(steps) + 1 in by_board:
        steps.append(_step(rules, steps, by_board[len(steps) + 1], target))
        end = _end(steps[-1], length)
    if end is RaceEnd.RUNNING:
        return Race(rules, target, length, tuple(steps), end, None)
    stopped_after = steps[-1].board
    board = length + 1
    while board in by_board:
        steps.append(_step(rules, steps, by_board[board], None))
        board += 1
    return Race(rules, target, length, tuple(steps), end, stopped_after)


def check_race(
    rules: RuleSet,
    entries: Sequence[RaceEntry],
    *,
    target: int = TARGET,
    length: int = LENGTH,
    deciders: int = 0,
) -> tuple[Fault, ...]:
    """All faults of the boards entered for one table, paths as in ``[2].ns_bid``, in their order.

    ``deciders`` is how many boards after the race the match calls for (``MatchScore.deciders``). A blind nil
    for the side behind is checked against the running totals, as far as these are known.
    """
    # The race over the deals that can be scored tells where it ended and what the totals were before a board.
    race = run_race(rules, scorable(rules, entries), target=target, length=length)
    numbers = [entry.board for entry in entries]
    faults: list[Fault] = []
    for index, entry in enumerate(entries):
        place = _place_fault(race, numbers, index, deciders)
        deal = _deal_faults(rules, entry, None if place else _ns_lead(race, entry.board))
        faults.extend(fault.under(f"[{index}]") for fault in ((place, *deal) if place else deal))
    return tuple(faults)


def scorable(rules: RuleSet, entries: Sequence[RaceEntry]) -> tuple[RaceEntry, ...]:
    """The entries whose deals can be scored, the first of each board; others are as good as missing."""
    found: dict[int, RaceEntry] = {}
    for entry in entries:
        if entry.board not in found and not _deal_faults(rules, entry, None):
            found[entry.board] = entry
    return tuple(found.values())


def _deal_faults(rules: RuleSet, entry: RaceEntry, ns_lead: int | None) -> tuple[Fault, ...]:
    return check_deal(rules, entry.ns_bid, entry.ns_tricks, entry.ew_bid, entry.ew_tricks, ns_lead=ns_lead)


def _place_fault(race: Race, numbers: Sequence[int], index: int, deciders: int) -> Fault | None:
    """What is wrong with a board's number among the others of its table."""
    board = numbers[index]
    if board < 1:
        return Fault("race-board", f"There is no board {board}: boards count from 1.", "board")
    if board in numbers[:index]:
        return Fault("race-board-twice", f"Board {board} stands here twice: remove one of them.", "board")
    if race.stopped_after is not None and race.stopped_after < board <= race.length:
        message = (
            f"The race ended after board {race.stopped_after} ({_reached_by(race)}): remove board {board}."
        )
        return Fault("race-over", message, "board")
    if board > race.length + deciders:
        due = race.length + deciders
        message = f"This match is over after board {due}, unless it is tied then: remove board {board}."
        return Fault("race-no-decider", message, "board")
    follows_the_end = board == race.length + 1 and race.stopped_after is not None
    if board > 1 and board - 1 not in numbers and not follows_the_end:
        message = f"Board {board} does not count without board {board - 1}: enter that first."
        return Fault("race-gap", message, "board")
    return None


def _ns_lead(race: Race, board: int) -> int | None:
    """What NS had more than EW before a board; ``None`` where a board before it is missing or faulty."""
    next_due = len(race.steps) + 1 if race.stopped_after is None else race.length + race.deciders + 1
    if board != next_due and all(step.board != board for step in race.steps):
        return None
    before = [step for step in race.steps if step.board < board]
    return before[-1].ns.total - before[-1].ew.total if before else 0


def _step(rules: RuleSet, before: Sequence[RaceStep], entry: RaceEntry, target: int | None) -> RaceStep:
    """The next step; ``target`` is ``None`` on a decider, where reaching it means nothing."""
    deal = score_deal(rules, entry.ns_bid, entry.ns_tricks, entry.ew_bid, entry.ew_tricks)
    ns, ew = (before[-1].ns, before[-1].ew) if before else (None, None)
    return RaceStep(entry.board, side_step(rules, ns, deal.ns, target), side_step(rules, ew, deal.ew, target))


def side_step(rules: RuleSet, before: SideStep | None, deal: SideScore, target: int | None) -> SideStep:
    """A pair's next step: what it had (``None``: nothing yet), a deal, and the bag penalty if one is due."""
    running = Running(before.total, before.bags) if before else Running()
    step = apply_to_running(rules, running, deal)
    return SideStep(
        score=deal.total,
        total=step.after.score,
        bags=step.after.bags,
        penalty=step.penalty.points if step.penalty else 0,
        components=(*deal.components, step.penalty) if step.penalty else deal.components,
        # Judged on the total after the bag penalty: docs/rules.md §3, "The race at one table".
        reached=target is not None and step.after.score >= target,
    )


def _end(step: RaceStep, length: int) -> RaceEnd:
    if step.ns.reached or step.ew.reached:
        return RaceEnd.REACHED
    return RaceEnd.LENGTH if step.board >= length else RaceEnd.RUNNING


def _reached_by(race: Race) -> str:
    if race.ns_reached and race.ew_reached:
        return f"NS and EW both reached {race.target}"
    side = "NS" if race.ns_reached else "EW"
    return f"{side} reached {race.target}"


def _points(number: int) -> str:
    return f"−{-number}" if number < 0 else f"{number}"
