"""The rounds: each table, who sits there, and which of its boards are in.

Never does: show a score; whether a board is in is no secret.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from tournaments.models import Result, ResultState, Round, Table
from tournaments.pages.names import Named, named, names_of
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class RoundLine:
    number: int
    status: str
    status_text: str
    tables: int
    entered: int
    due: int


@dataclass(frozen=True, slots=True)
class BoardMark:
    """A board at a table: "in", "disputed", "provisional" or "due"."""

    board: int
    state: str


@dataclass(frozen=True, slots=True)
class TableLine:
    number: int
    ns: Named
    ew: Named
    boards: tuple[BoardMark, ...]

    @property
    def done(self) -> bool:
        return all(mark.state != "due" for mark in self.boards)

    @property
    def signature(self) -> str:
        return "".join(mark.state[0] for mark in self.boards)


def rounds_of(viewing: Viewing) -> dict[str, Any]:
    if not viewing.draw_released:
        return {"rounds": (), "released": False}
    event = viewing.event
    entered = Counter(
        Result.objects.filter(event=event)
        .exclude(state=ResultState.REMOVED)
        .values_list("table__round__number", flat=True)
    )
    tables: Counter[int] = Counter()
    due: Counter[int] = Counter()
    for number, boards in Table.objects.filter(round__event=event).values_list("round__number", "boards"):
        tables[number] += 1
        due[number] += len(boards)
    lines = tuple(
        RoundLine(
            found.number,
            found.status,
            found.get_status_display(),
            tables[found.number],
            entered[found.number],
            due[found.number],
        )
        for found in event.rounds.order_by("number")
    )
    return {"rounds": lines, "released": True}


def round_of(viewing: Viewing, number: int) -> dict[str, Any]:
    """One round. Raises Http404 when there is none of that number, or none that the viewer may know of."""
    found = viewing.event.rounds.filter(number=number).first() if viewing.draw_released else None
    if found is None:
        raise Http404(gettext("There is no such round."))
    names = names_of(viewing.event)
    lines = _tables(found, names)
    seated = {entry.number for line in lines for entry in (line.ns, line.ew)}
    return {
        "round": found,
        "tables": lines,
        "sit_outs": [entry for entry in names.values() if entry.number not in seated and not entry.withdrawn],
        "last_round": viewing.event.rounds.count(),
    }


def _tables(found: Round, names: dict[int, Named]) -> tuple[TableLine, ...]:
    states = {
        (table, board): _state(state)
        for table, board, state in Result.objects.filter(table__round=found)
        .exclude(state=ResultState.REMOVED)
        .values_list("table__number", "board", "state")
    }
    rows = Table.objects.filter(round=found).order_by("number")
    return tuple(
        TableLine(
            table,
            named(names, ns),
            named(names, ew),
            tuple(BoardMark(board, states.get((table, board), "due")) for board in boards),
        )
        for table, ns, ew, boards in rows.values_list("number", "ns__number", "ew__number", "boards")
    )


def _state(state: str) -> str:
    return "in" if state == ResultState.CONFIRMED else state
