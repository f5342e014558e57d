"""Progress: tables × boards, and what is still missing.

Never does: show a score.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tournaments.models import Result, ResultState, RoundStatus, Table
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class Mark:
    """A board at a table in a round: "planned", "due", "in", "provisional" or "disputed"."""

    round: int
    state: str

    @property
    def is_in(self) -> bool:
        return self.state not in ("planned", "due")


@dataclass(frozen=True, slots=True)
class GridRow:
    """One table; `cells` has for each board its marks: none, or one for each round it is due there."""

    table: int
    cells: tuple[tuple[Mark, ...], ...]

    @property
    def due(self) -> int:
        return sum(len(cell) for cell in self.cells)

    @property
    def entered(self) -> int:
        return sum(mark.is_in for cell in self.cells for mark in cell)

    @property
    def signature(self) -> str:
        return "".join(mark.state[0] for cell in self.cells for mark in cell)


@dataclass(frozen=True, slots=True)
class Column:
    board: int
    entered: int
    due: int

    @property
    def finished(self) -> bool:
        return self.entered >= self.due


def grid_of(viewing: Viewing) -> dict[str, Any]:
    if not viewing.draw_released:
        return {"rows": (), "columns": (), "released": False}
    marks = _marks(viewing)
    boards = sorted({board for _, board in marks})
    rows = tuple(
        GridRow(table, tuple(tuple(marks.get((table, board), ())) for board in boards))
        for table in sorted({table for table, _ in marks})
    )
    entered: Counter[int] = Counter()
    due: Counter[int] = Counter()
    for (_, board), found in marks.items():
        entered[board] += sum(mark.is_in for mark in found)
        due[board] += len(found)
    columns = tuple(Column(board, entered[board], due[board]) for board in boards)
    return {"rows": rows, "columns": columns, "released": True}


def _marks(viewing: Viewing) -> dict[tuple[int, int], list[Mark]]:
    """By table number and board, in order of round."""
    states = {
        (table, board): "in" if state == ResultState.CONFIRMED else str(state)
        for table, board, state in Result.objects.filter(event=viewing.event)
        .exclude(state=ResultState.REMOVED)
        .values_list("table_id", "board", "state")
    }
    tables = Table.objects.filter(round__event=viewing.event).order_by("round__number")
    found: dict[tuple[int, int], list[Mark]] = {}
    for pk, number, round_number, status, boards in tables.values_list(
        "pk", "number", "round__number", "round__status", "boards"
    ):
        waiting = "planned" if status == RoundStatus.PLANNED else "due"
        for board in boards:
            mark = Mark(round_number, states.get((pk, board), waiting))
            found.setdefault((number, board), []).append(mark)
    return found
