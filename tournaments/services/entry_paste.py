"""Entries pasted or uploaded as a table at the desk: a preview with every fault at its row, then all of it or nothing.

Owns: what a preview shows of each row, and what keeps a table from being taken.
Never does: read cells (eventfile/pasted.py), decide what an entry may be (entries.py).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.faults import Fault
from tournaments.eventfile.csv_text import Record
from tournaments.eventfile.pasted import Pasted, parse_pasted
from tournaments.eventfile.tables import PAIR, TEAM, EntryRow
from tournaments.models import Entry, Event, Kind, Person
from tournaments.services.actors import Actor
from tournaments.services.entries import MOST_ENTRIES, NewEntry, add_entries
from tournaments.services.errors import NotFoundError, ServiceError, TooLargeError, refuse_if
from tournaments.services.imports import MAX_TABLE_BYTES, at_row
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.people import Found, Player, doubtful, meant


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as it would become an entry. `players` are (name, what is known of them); `cells` is the row as pasted."""

    line: int
    number: str
    name: str
    players: tuple[tuple[str, str], ...]
    cells: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PastePreview:
    """`faults` are those of no row. There is something to add when `fits`."""

    rows: tuple[PreviewRow, ...]
    faults: tuple[str, ...]

    @property
    def faulty(self) -> int:
        return sum(bool(row.faults) for row in self.rows)

    @property
    def fits(self) -> bool:
        return bool(self.rows) and not self.faults and not self.faulty


class _RollBackError(Exception):
    """Ends the transaction of a preview."""


def preview_paste(event_id: int, data: bytes, actor: Actor) -> PastePreview:
    """What adding a pasted table would do: it is added, and rolled back. Raises `TooLargeError`, `NotFoundError`."""
    event = _event(event_id)
    faults: tuple[Fault, ...] = ()
    pasted = _read(event, data)
    try:
        with transaction.atomic():
            _add(event, pasted, actor)
            raise _RollBackError
    except _RollBackError:
        pass
    except ServiceError as error:
        faults = error.faults
    by_row: defaultdict[int, list[str]] = defaultdict(list)
    elsewhere = []
    lines = {record.line for record in pasted.rows}
    for fault in faults:
        line = _line_of(fault.path)
        if line in lines:
            by_row[line].append(fault.message.removeprefix(f"Row {line}: "))
        else:
            elsewhere.append(fault.message)
    rows = _rows(event, pasted, by_row) if len(pasted.rows) <= MOST_ENTRIES else ()
    return PastePreview(rows, tuple(dict.fromkeys(elsewhere)))


def add_pasted(event_id: int, data: bytes, actor: Actor) -> list[Entry]:
    """Add every entry of a pasted table, or none. Raises `ServiceError` with every fault, each with its row."""
    event = _event(event_id)
    return _add(event, _read(event, data), actor)


def _read(event: Event, data: bytes) -> Pasted:
    if len(data) > MAX_TABLE_BYTES:
        raise TooLargeError(f"This is larger than {MAX_TABLE_BYTES // 1_000_000} MB; no list of entries is.")
    return parse_pasted(data, _sizes(event))


def _sizes(event: Event) -> Sequence[int]:
    return TEAM if event.kind == Kind.TEAMS else PAIR


def _add(event: Event, pasted: Pasted, actor: Actor) -> list[Entry]:
    if len(pasted.rows) > MOST_ENTRIES:
        # one sentence says it; a fault at each of so many rows would not be read
        pasted_rows = len(pasted.rows)
        message = f"There are {pasted_rows:,} rows, and an event holds at most {MOST_ENTRIES:,} entries; paste fewer."
        raise ServiceError(Fault("too-many", message))
    faults = list(pasted.table.faults)
    # rows that can be read are tried beside those that cannot: every fault is told at once
    wrong = {_line_of(fault.path) for fault in faults}
    rows = [row for row in pasted.table.rows if row.line not in wrong]
    with transaction.atomic():
        faults += _faults_of_namesakes(event, rows)
        made: list[Entry] = []
        try:
            wanted = [NewEntry(row.players, row.name, row.number, str(row.field or "")) for row in rows]
            made = add_entries(event.pk, wanted, actor) if wanted else []
        except ServiceError as error:
            lines = [row.line for row in rows]
            faults += [at_row(fault, lines) for fault in error.faults]
        refuse_if(faults)
        return made


def _faults_of_namesakes(event: Event, rows: Sequence[EntryRow]) -> list[Fault]:
    """A name that several people have stands for none of them before it is said which."""
    places = [(row.line, player) for row in rows for player in row.players]
    doubts = doubtful(event.tournament.club_id, [player for _, player in places])
    faults = []
    for place, people in doubts.items():
        line, name = places[place]
        if any(found.name != name for found in people):
            continue  # only written otherwise: the preview says so
        faults.append(Fault("namesakes", _which(name, people), f"row {line}"))
    return faults


def _which(name: str, people: Sequence[Found]) -> str:
    known = [f"“{name} ({found.number})”" for found in people if found.number]
    if not known:
        return f"{len(people)} people are called {name}; give them membership numbers, and write the number behind it."
    return f"{len(people)} people are called {name}; write {' or '.join(known)}."


def _rows(event: Event, pasted: Pasted, faults: dict[int, list[str]]) -> tuple[PreviewRow, ...]:
    read = {row.line: row for row in pasted.table.rows}
    named = [player for row in read.values() for player in row.players]
    known = dict(zip(named, meant(event.tournament.club_id, named), strict=True))
    numbers = dict(
        Person.objects.filter(
            pk__in=[player.person for player in known.values() if player.person]
        ).values_list("pk", "number")
    )
    alike = {
        named[place]: people
        for place, people in doubtful(event.tournament.club_id, named).items()
        if known[named[place]].person is None
    }
    return tuple(
        _row(record, read.get(record.line), known, numbers, alike, faults.get(record.line, ()))
        for record in pasted.rows
    )


def _row(
    record: Record,
    row: EntryRow | None,
    known: dict[str, Player],
    numbers: dict[int, str],
    alike: dict[str, list[Found]],
    faults: Sequence[str],
) -> PreviewRow:
    players = []
    for name in row.players if row else ():
        player = known[name]
        if player.person is None:
            others = " or ".join(found.name for found in alike.get(name, ()))
            players.append((name, f"new; perhaps {others}?" if others else "new"))
        else:
            players.append((player.name, numbers.get(player.person, "")))
    return PreviewRow(
        line=record.line,
        number=str(row.number or "") if row else "",
        name=row.name if row else "",
        players=tuple(players),
        cells=" | ".join(record.cells),
        faults=tuple(dict.fromkeys(faults)),
    )


def _line_of(path: str) -> int:
    word, _, line = path.split(",")[0].partition(" ")
    return int(line) if word == "row" and line.isdecimal() else 0


def _event(event_id: int) -> Event:
    event = Event.objects.select_related("tournament").defer("movement").filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if(faults_if_ranked(event))
    return event
