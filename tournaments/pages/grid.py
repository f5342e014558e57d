"""Progress: tables × boards, and what is still missing.

Never does: show a score.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tournaments.models import Result, ResultState, RoundStatus, Table
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class Cell:
    """A board at a table: "" (never due there), "planned", "due", "in", "provisional" or "disputed"."""

    board: int
    round: int
    state: str


@dataclass(frozen=True, slots=True)
class GridRow:
    table: int
    cells: tuple[Cell, ...]
    entered: int
    due: int

    @property
    def signature(self) -> str:
        return f"{self.entered}"


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
    cells = _cells(viewing)
    boards = sorted({board for _, board in cells})
    rows = []
    for table in sorted({table for table, _ in cells}):
        line = tuple(cells.get((table, board), Cell(board, 0, "")) for board in boards)
        due = sum(1 for cell in line if cell.state)
        rows.append(GridRow(table, line, sum(1 for cell in line if _is_in(cell)), due))
    entered = Counter(cell.board for cell in cells.values() if _is_in(cell))
    due_at = Counter(cell.board for cell in cells.values())
    columns = tuple(Column(board, entered[board], due_at[board]) for board in boards)
    return {"rows": tuple(rows), "columns": columns, "released": True}


def _is_in(cell: Cell) -> bool:
    return cell.state not in ("", "planned", "due")


def _cells(viewing: Viewing) -> dict[tuple[int, int], Cell]:
    """By table number and board. A board that meets a table twice shows the later round: the earlier is over."""
    states = {
        (table, board): "in" if state == ResultState.CONFIRMED else str(state)
        for table, board, state in Result.objects.filter(event=viewing.event)
        .exclude(state=ResultState.REMOVED)
        .values_list("table_id", "board", "state")
    }
    tables = Table.objects.filter(round__event=viewing.event).order_by("round__number")
    found = {}
    for pk, number, round_number, status, boards in tables.values_list(
        "pk", "number", "round__number", "round__status", "boards"
    ):
        waiting = "planned" if status == RoundStatus.PLANNED else "due"
        for board in boards:
            found[number, board] = Cell(board, round_number, states.get((pk, board), waiting))
    return found
