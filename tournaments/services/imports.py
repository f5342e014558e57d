"""Entries and results out of a CSV file: first a preview, then all of it or nothing.

Owns: which rows of a table become which entries or results, and the preview of both.
Never does: read CSV (tournaments/eventfile/tables.py).

A preview is the real import, rolled back: what it promises is what the import will do.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from scoring.faults import Fault
from tournaments.eventfile.csv_text import MAX_TABLE_BYTES, size_fault
from tournaments.eventfile.tables import PAIR, TEAM, parse_entries, parse_results
from tournaments.models import Event, Kind
from tournaments.services.actors import Actor
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.errors import NotFoundError, ServiceError, TooLargeError, refuse_if
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.results import Entered, record_result

__all__ = [
    "MAX_TABLE_BYTES",
    "Preview",
    "import_entries",
    "import_results",
    "preview_entries",
    "preview_results",
]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the preview: its row in the file, and what would come of it."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import would do. It would do nothing when there are `faults`.

    `ignored` are columns whose names are not known; `encoding` and `delimiter` are as they were detected.
    """

    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]
    encoding: str = ""
    delimiter: str = ""
    ignored: tuple[str, ...] = ()


class _RollBackError(Exception):
    """Ends the transaction of a preview."""


def preview_entries(event_id: int, data: bytes, actor: Actor) -> Preview:
    return _preview(lambda: import_entries(event_id, data, actor))


def preview_results(event_id: int, data: bytes, actor: Actor, reason: str = "") -> Preview:
    return _preview(lambda: import_results(event_id, data, actor, reason))


def import_entries(event_id: int, data: bytes, actor: Actor) -> Preview:
    """Add every entry of the file, or none. Raises `ServiceError` with every fault, each with its row."""
    _refuse_size(data)
    table = parse_entries(data, TEAM if _kind_of(event_id) == Kind.TEAMS else PAIR)
    faults = list(table.faults)
    wanted = [NewEntry(row.players, row.name, row.number, str(row.field or "")) for row in table.rows]
    if not faults:
        try:
            add_entries(event_id, wanted, actor)
        except ServiceError as error:
            faults = [at_row(fault, [row.line for row in table.rows]) for fault in error.faults]
    if faults:
        raise ServiceError(*faults)
    lines = tuple(
        Line(row.line, " · ".join(filter(None, (str(row.number or ""), row.name, " & ".join(row.players)))))
        for row in table.rows
    )
    return Preview(lines, (), table.encoding, table.delimiter, table.ignored)


def import_results(event_id: int, data: bytes, actor: Actor, reason: str = "") -> Preview:
    """Record every result of the file, or none; `reason` is needed where rounds are closed already.

    Raises `ServiceError` with every fault, each with its row.
    """
    _refuse_size(data)
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if(faults_if_ranked(event))
    table = parse_results(data, event.rule_set)
    faults = list(table.faults)
    lines = []
    with transaction.atomic():
        for row in table.rows:
            try:
                receipt = record_result(event_id, Entered(row.fields, reason=reason), actor)
            except ServiceError as error:
                faults += [
                    Fault(fault.code, f"Row {row.line}: {fault.message}", f"row {row.line}")
                    for fault in error.faults
                ]
            else:
                place = f"round {receipt.round}, table {receipt.table}, board {receipt.board}"
                lines.append(Line(row.line, f"{place}: {receipt.ns_score} / {receipt.ew_score}"))
        if faults:
            raise ServiceError(*faults)  # and with it the transaction ends undone
    return Preview(tuple(lines), (), table.encoding, table.delimiter, table.ignored)


def _kind_of(event_id: int) -> str:
    event = Event.objects.only("kind", "name").filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if(faults_if_ranked(event))
    return event.kind


def _preview(run: Callable[[], Preview]) -> Preview:
    done: Preview | None = None
    try:
        with transaction.atomic():
            done = run()
            raise _RollBackError
    except _RollBackError:
        pass
    except ServiceError as error:
        done = Preview((), error.faults)
    assert done is not None
    return done


def _refuse_size(data: bytes) -> None:
    fault = size_fault(len(data))
    if fault is not None:
        raise TooLargeError(fault)


def at_row(fault: Fault, rows: list[int]) -> Fault:
    """A fault at `entries[3].name` said at the row of the file that the entry stands in."""
    if not fault.path.startswith("entries["):
        return fault
    row = rows[int(fault.path[len("entries[") :].split("]")[0])]
    return Fault(fault.code, f"Row {row}: {fault.message}", f"row {row}")
