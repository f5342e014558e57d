"""A Pairs event as plain data: who plays, what happened, and how it is to be judged.

Owns: the input of ``pairs``, its check, the number of scores each board should have.
Never does: compute a percentage.
Source: docs/rules.md §2.

Terms
-----
entry      a pair, by its number
field      the list a pair is ranked in when a Mitchell without switching has two winners
result     one table's doing on one board: two scores, or an adjustment per side, or not played
group      tables of a fouled board that held the same cards; 0 where the board is sound
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.adjustments import Adjustment, Penalty
from scoring.faults import Fault
from scoring.ranking import TIE_BREAKS


class Direction(StrEnum):
    """Where a pair sits."""

    NS = "NS"
    EW = "EW"


class Winners(StrEnum):
    """One list over all pairs, or one for each field."""

    ONE = "one"
    TWO = "two"


@dataclass(frozen=True, slots=True)
class PairsEntry:
    """A pair. A withdrawn pair keeps its scores, for they are comparisons for others, and is listed last."""

    number: int
    name: str
    field: Direction | None = None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class PairsResult:
    """What happened on a board at a table. An adjustment takes the place of the same side's score.

    ``ns`` and ``ew`` are entry numbers, ``None`` for a seat nobody is ranked in. Scores are points.
    A side with neither score nor adjustment has no result yet.
    """

    board: int
    ns: int | None
    ew: int | None
    ns_score: int | None = None
    ew_score: int | None = None
    ns_adjusted: Adjustment | None = None
    ew_adjusted: Adjustment | None = None
    not_played: bool = False
    group: int = 0
    round: int | None = None
    table: int | None = None

    def entry(self, direction: Direction) -> int | None:
        return self.ns if direction is Direction.NS else self.ew

    def adjusted(self, direction: Direction) -> Adjustment | None:
        return self.ns_adjusted if direction is Direction.NS else self.ew_adjusted

    def score(self, direction: Direction) -> int | None:
        """The side's score as it was made, also where an adjustment has taken its place."""
        return self.ns_score if direction is Direction.NS else self.ew_score

    @property
    def counts(self) -> bool:
        """True where the board was scored at this table, artificially or not."""
        if self.not_played:
            return False
        if self.ns_score is not None or self.ew_score is not None:
            return True
        return self.ns_adjusted is not None or self.ew_adjusted is not None


@dataclass(frozen=True, slots=True)
class PairsEvent:
    """A whole Pairs event.

    ``expected`` gives Neuberg's number for single boards; the others take the largest number of scores any
    board has. ``tie_breaks`` are names of ``ranking.TIE_BREAKS``, in the order they are tried.
    """

    entries: tuple[PairsEntry, ...]
    results: tuple[PairsResult, ...]
    expected: Mapping[int, int] = field(default_factory=dict)
    neuberg: bool = True
    winners: Winners = Winners.ONE
    tie_breaks: tuple[str, ...] = ()
    penalties: tuple[Penalty, ...] = ()


def expected_scores(event: PairsEvent) -> dict[int, int]:
    """Neuberg's number for every board that has results: as given, or the most scores any board has.

    Artificial scores count here (the tables were meant to play the board), boards not played do not.
    """
    most = most_scores(event)
    return {board: event.expected.get(board, most) for board in {result.board for result in event.results}}


def most_scores(event: PairsEvent) -> int:
    """The largest number of scores, artificial ones included, that any board of the event has."""
    found = Counter([result.board for result in event.results if result.counts])
    return max(found.values(), default=0)


def check_pairs_event(event: PairsEvent) -> tuple[Fault, ...]:
    """All faults of an event, paths as in ``results[3].ns``; scoring needs it free of them."""
    numbers = Counter(entry.number for entry in event.entries)
    faults = [
        Fault("entry-twice", f"Entry {entry.number} stands here twice: give each a number of its own.", path)
        for index, entry in enumerate(event.entries)
        if numbers[entry.number] > 1 and (path := f"entries[{index}].number")
    ]
    seen: set[tuple[int, int]] = set()
    for index, result in enumerate(event.results):
        faults.extend(_result_faults(result, f"results[{index}]", numbers, seen))
    for index, name in enumerate(event.tie_breaks):
        if name not in TIE_BREAKS:
            message = f"There is no tie-break {name}; take any of {', '.join(TIE_BREAKS)}."
            faults.append(Fault("tie-break-unknown", message, f"tie_breaks[{index}]"))
        elif name in event.tie_breaks[:index]:
            message = f"The tie-break {name} is named twice: leave one out."
            faults.append(Fault("tie-break-twice", message, f"tie_breaks[{index}]"))
    for index, penalty in enumerate(event.penalties):
        if penalty.entry not in numbers:
            faults.append(_unknown_entry(penalty.entry, f"penalties[{index}].entry"))
    for board, number in event.expected.items():
        if number < 1:
            message = f"Board {board} expects {number} scores: give 1 or more, or leave it out."
            faults.append(Fault("expected-range", message, f"expected[{board}]"))
    return tuple(faults)


def _result_faults(
    result: PairsResult, path: str, numbers: Mapping[int, int], seen: set[tuple[int, int]]
) -> list[Fault]:
    faults = []
    for direction, key in ((Direction.NS, "ns"), (Direction.EW, "ew")):
        entry = result.entry(direction)
        if entry is None:
            continue
        if not result.not_played and result.score(direction) is None and result.adjusted(direction) is None:
            message = f"{direction} has no score here: give one, an adjustment, or mark the board not played."
            faults.append(Fault("score-missing", message, f"{path}.{key}_score"))
        if entry not in numbers:
            faults.append(_unknown_entry(entry, f"{path}.{key}"))
        elif direction is Direction.EW and entry == result.ns:
            message = f"Pair {entry} cannot sit both ways at one table: correct one of the two numbers."
            faults.append(Fault("pair-against-itself", message, f"{path}.ew"))
        elif (result.board, entry) in seen:
            message = (
                f"Pair {entry} already has a result on board {result.board}: remove or correct one of them."
            )
            faults.append(Fault("board-twice", message, f"{path}.{key}"))
        seen.add((result.board, entry))
    return faults


def _unknown_entry(entry: int, path: str) -> Fault:
    return Fault("entry-unknown", f"There is no entry {entry}: add it, or correct the number.", path)
