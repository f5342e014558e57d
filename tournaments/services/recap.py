"""What each entry got on each board, and against each opponent: the boards' snapshots turned round.

Never does: matchpoint, rank, or decide which boards may be seen; the caller names them.
Terms: *line*, one board of one entry, as it was scored there.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from scoring.explanation import ExplanationKind
from tournaments.models import BoardSnapshot, Event


@dataclass(frozen=True, slots=True)
class Line:
    """`percentage` is None where the board leaves the average. `given`: by a ruling, not by what was played."""

    board: int
    opponent: int | None
    percentage: float | None
    given: bool


def lines_by_entry(event: Event, boards: Collection[int]) -> dict[int, list[Line]]:
    """Every result on these boards, by entry and then in the order of the boards. One query."""
    found: defaultdict[int, list[Line]] = defaultdict(list)
    snapshots = BoardSnapshot.objects.filter(event=event, board__in=boards).order_by("board")
    for board, data in snapshots.values_list("board", "data"):
        for row in data["rows"]:
            for own, other in ((row["ns"], row["ew"]), (row["ew"], row["ns"])):
                line = Line(board, other["entry"], own["percentage"], _is_given(row, own))
                found[own["entry"]].append(line)
    return dict(found)


def averages_met(lines: Iterable[Line]) -> dict[int, float]:
    """By opponent, the average percentage of the boards on which they met and that count."""
    met: defaultdict[int, list[float]] = defaultdict(list)
    for line in lines:
        if line.opponent is not None and line.percentage is not None:
            met[line.opponent].append(line.percentage)
    return {opponent: fmean(percentages) for opponent, percentages in met.items()}


def _is_given(row: Mapping[str, Any], side: Mapping[str, Any]) -> bool:
    if row["not_played"]:
        return False
    return side["kind"] in (ExplanationKind.ADJUSTED, ExplanationKind.WEIGHTED) or side["bid"] is None
