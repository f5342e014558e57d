"""A table that played another board than the one due: what was played is recorded, and the draw follows.

Owns: changing the boards of one table, and saying what that means later in the event.
Never does: change a result; the board that was played is entered like any other once it is due.
Terms: *clash*, a later table at which one of the pairs is to play the board a second time.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from scoring.faults import Fault
from tournaments.models import Event, Kind, Result, ResultState, RoundStatus, Table
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_of_kind
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute


@dataclass(frozen=True, slots=True)
class Clash:
    """At round `round`, table `table`, pairs (numbers) are due to play `board` although they have by then. `free`: the
    board they did not play in its place could be played there, as neither pair has or will have played it elsewhere."""

    round: int
    table: int
    table_id: int
    board: int
    pairs: tuple[int, ...]
    free: bool


def swap_board(
    event_id: int, table_id: int, due: int, played: int, reason: str, actor: Actor
) -> tuple[Clash, ...]:
    """Say that a table played board `played` in place of `due`; return what clashes later because of it.

    Where the board that was left out can be played at the clashing table, and that round is still planned, it is put
    there. Raises `ServiceError` with every fault.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_of_kind(event, Kind.PAIRS))
        table = _table(event, table_id)
        refuse_if([*faults_if_final(event), *_faults(event, table, due, played, reason)])
        _replace(table, due, played)
        clashes = _clashes(event, table, due, played)
        for clash in clashes:
            if clash.free:
                _replace(_table(event, clash.table_id), played, due)
        raise_version(event, all_boards=True)
        log(
            event,
            actor,
            "table.boards",
            f"round {table.round.number}, table {table.number}",
            before={"board": due},
            after={"board": played, "clashes": [_said(clash) for clash in clashes]},
            reason=reason,
        )
        queue_recompute(event)
    return clashes


def _table(event: Event, table_id: int) -> Table:
    found = Table.objects.select_related("round", "ns", "ew").filter(pk=table_id, round__event=event).first()
    if found is None:
        raise NotFoundError("There is no such table in this event.", code="no-table")
    return found


def _replace(table: Table, due: int, played: int) -> None:
    table.boards = [played if board == due else board for board in table.boards]
    table.save(update_fields=["boards"])


def _faults(event: Event, table: Table, due: int, played: int, reason: str) -> list[Fault]:
    faults = []
    if not reason.strip():
        faults.append(Fault("reason-missing", "Say how it came about.", "reason"))
    if due not in table.boards:
        faults.append(Fault("board-not-due", f"Board {due} is not due at that table.", "due"))
    if played in table.boards:
        faults.append(Fault("board-due", f"Board {played} is due at that table anyway.", "played"))
    elif played not in _numbers(event):
        faults.append(Fault("no-board", f"There is no board {played} in this event.", "played"))
    if table.round.status == RoundStatus.PLANNED:
        faults.append(Fault("round-not-open", f"Round {table.round.number} is not open yet."))
    standing = Result.objects.exclude(state=ResultState.REMOVED)
    if standing.filter(table=table, board=due).exists():
        message = f"Board {due} has a result at that table; take it back first, if that board was not played."
        faults.append(Fault("already-entered", message, "due"))
    pair = (table.ns_id, table.ew_id)
    twice = standing.filter(Q(ns__in=pair) | Q(ew__in=pair), event=event, board=played)
    for round_number, number in twice.values_list("table__round__number", "table__number"):
        message = f"One of these pairs has a result on board {played} already (round {round_number}, table {number})."
        faults.append(Fault("board-played-twice", message, "played"))
    return faults


def _numbers(event: Event) -> set[int]:
    """Boards of the event: those in the draw, and those dealt."""
    drawn = {
        board
        for boards in Table.objects.filter(round__event=event).values_list("boards", flat=True)
        for board in boards
    }
    dealt = event.board_set.boards.values_list("number", flat=True) if event.board_set is not None else ()
    return drawn | set(dealt)


def _clashes(event: Event, table: Table, due: int, played: int) -> tuple[Clash, ...]:
    """Other tables of these two pairs at which `played` is due and has no result yet."""
    pair = {table.ns_id, table.ew_id}
    tables = [
        other
        for other in Table.objects.filter(Q(ns__in=pair) | Q(ew__in=pair), round__event=event)
        .select_related("round", "ns", "ew")
        .order_by("round__number", "number")
        if other.pk != table.pk and played in other.boards
    ]
    done = set(
        Result.objects.filter(table__in=tables, board=played)
        .exclude(state=ResultState.REMOVED)
        .values_list("table_id", flat=True)
    )
    return tuple(
        Clash(
            other.round.number,
            other.number,
            other.pk,
            played,
            tuple(sorted(side.number for side in (other.ns, other.ew) if side.pk in pair)),
            other.round.status == RoundStatus.PLANNED and _is_free(event, other, due),
        )
        for other in tables
        if other.pk not in done
    )


def _is_free(event: Event, table: Table, board: int) -> bool:
    """Whether neither pair of `table` has or will have played `board` elsewhere."""
    pair = (table.ns_id, table.ew_id)
    elsewhere = Table.objects.filter(Q(ns__in=pair) | Q(ew__in=pair), round__event=event).exclude(pk=table.pk)
    return not any(board in boards for boards in elsewhere.values_list("boards", flat=True))


def _said(clash: Clash) -> str:
    place = f"round {clash.round}, table {clash.table}"
    return f"{place}: the board left out there in its place" if clash.free else f"{place}: second time"
