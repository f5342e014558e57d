"""What is due, what is in, and what is still open in an event."""

from collections import Counter
from dataclasses import dataclass, field

from tournaments.models import Event, Result, ResultState, RoundStatus, Table

LISTED = 12
"""Missing results named one by one; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A result that is due and not in. All numbers count from 1."""

    round: int
    table: int
    board: int
    table_id: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"round {self.round}, table {self.table}, board {self.board}"


def due_by_board(event: Event) -> Counter[int]:
    """For each board, how many tables are to play it in the whole event."""
    return Counter(
        board
        for boards in Table.objects.filter(round__event=event).values_list("boards", flat=True)
        for board in boards
    )


def in_by_board(event: Event) -> Counter[int]:
    """For each board, how many tables have a result for it (not played counts: nobody will play it any more)."""
    return Counter(
        Result.objects.filter(event=event).exclude(state=ResultState.REMOVED).values_list("board", flat=True)
    )


def missing_results(event: Event, round_number: int | None = None) -> list[Missing]:
    """Results that are due in rounds already opened (or in the one asked for) and not in."""
    tables = Table.objects.filter(round__event=event).exclude(round__status=RoundStatus.PLANNED)
    if round_number is not None:
        tables = Table.objects.filter(round__event=event, round__number=round_number)
    entered = set(
        Result.objects.filter(table__in=tables)
        .exclude(state=ResultState.REMOVED)
        .values_list("table_id", "board")
    )
    return [
        Missing(number, table, board, pk)
        for pk, number, table, boards in tables.order_by("round__number", "number").values_list(
            "pk", "round__number", "number", "boards"
        )
        for board in boards
        if (pk, board) not in entered
    ]


def open_matters(event: Event) -> tuple[str, ...]:
    """Everything that speaks against calling the event final, one sentence each."""
    unclosed = event.rounds.exclude(status=RoundStatus.CLOSED).values_list("number", flat=True)
    matters = [f"Round {number} is not closed." for number in unclosed]
    if not event.rounds.exists():
        matters.append("There is no draw, so nothing has been played.")
    missing = missing_results(event)
    matters += [f"No result yet: {place}." for place in missing[:LISTED]]
    if len(missing) > LISTED:
        matters.append(f"And {len(missing) - LISTED} more results are missing.")
    disputed = event.results.filter(state=ResultState.DISPUTED).select_related("table__round")
    for result in disputed:
        where = Missing(result.table.round.number, result.table.number, result.board)
        matters.append(f"The result is disputed: {where}.")
    return tuple(matters)
