"""A running Pairs event changes: a pair comes late, a pair is missing, rounds are dropped.

Owns: proposing the ways of an event as it is now, and doing the one that a director chose, all or nothing.
Never does: find the ways (tournaments/draws/amend.py); touch a round that has begun, or any result.
Terms: *way*, an amendment that could be made; *basis*, a fingerprint of what the ways rest on: the draw, which rounds
have begun, the entries, and what was played otherwise than drawn.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction
from django.db.models import F

from scoring.faults import Fault
from tournaments.draws.amend import Amendment, Dropped, Gone, Late, Running, Ways, amendments
from tournaments.draws.amend_changes import Change
from tournaments.draws.amend_effects import expected_after
from tournaments.draws.movement import MovementError
from tournaments.models import Entry, Event, Kind, Result, ResultState, RoundStatus
from tournaments.services.actors import Actor
from tournaments.services.amending import rebuild
from tournaments.services.drawn import drawn_movement
from tournaments.services.entries import PLAYERS_OF_A_PAIR, NewEntry, add_entries
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_of_kind
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute


class What(StrEnum):
    LATE = "late"
    GONE = "gone"
    DROP = "drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What happened. `entry` is the number of who comes (None: a pair that is not entered yet) or of who is missing;
    `first` and `last` are rounds, `standby` the number of who waits for the missing pair's seat, `rounds` those that
    are dropped."""

    what: What
    entry: int | None = None
    first: int = 0
    last: int | None = None
    standby: int | None = None
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The ways, the best first. `names` are the entries', whoever would take a seat included under the number that it
    would get; `newcomer` is that number, 0 for nobody. `expected` has, for each way by its kind, what the event says of
    Neuberg's scores where the way changes that."""

    ways: Ways
    basis: str
    names: Mapping[int, str]
    newcomer: int
    expected: Mapping[str, Mapping[str, int]]
    has_begun: bool

    def way(self, kind: str) -> Amendment | None:
        return next((way for way in self.ways.amendments if way.kind == kind), None)


@dataclass(frozen=True, slots=True)
class _Read:
    """An event as it is now."""

    running: Running
    entries: Mapping[int, Entry]
    basis: str

    @property
    def next_number(self) -> int:
        number = self.running.movement.pairs + 1
        while number in self.entries:
            number += 1
        return number


def propose_amendments(event_id: int, wanted: Wanted) -> Offer:
    """The ways there are now. Raises `ServiceError` where the change makes no sense."""
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if([*faults_of_kind(event, Kind.PAIRS), *faults_if_final(event)])
    return _offer(event, _read(event), wanted)


def amend_movement(
    event_id: int,
    wanted: Wanted,
    way: str,
    basis: str,
    actor: Actor,
    *,
    reason: str = "",
    players: tuple[str, ...] = (),
) -> Amendment:
    """Do what `propose_amendments` offered as `way` on `basis`. A pair that is not entered yet is of `players`.

    Raises `ConflictError` when the event is not what the ways were computed from, `ServiceError` with every fault.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_of_kind(event, Kind.PAIRS), *faults_if_final(event)])
        read = _read(event)
        if read.basis != basis:
            raise ConflictError(_MOVED, code="basis-moved")
        offer = _offer(event, read, wanted)
        chosen = offer.way(way)
        faults = []
        if chosen is None:
            faults.append(Fault("no-way", "Choose one of the ways that are offered.", "way"))
        if offer.has_begun and not reason.strip():
            message = "Rounds have begun, so a change of the movement needs a reason."
            faults.append(Fault("reason-missing", message, "reason"))
        names = [name for name in players if name.strip()]
        if wanted.what == What.LATE and wanted.entry is None and len(names) != PLAYERS_OF_A_PAIR:
            faults.append(Fault("players", "Name both players of the late pair.", "players"))
        refuse_if(faults)
        if chosen is None:
            raise RuntimeError("refused above")
        if wanted.what == What.LATE and wanted.entry is None:
            made = add_entries(event_id, [NewEntry(players=players, standby=True)], actor)[0]
            event = lock_event(event_id)  # its version was raised
            comer: Entry | None = made
        else:
            comer = read.entries.get(_comer(wanted) or 0)
        _seat(event, chosen, comer)
        _leave(event, chosen)
        rebuild(event, read.running, chosen.movement, chosen.kept)
        event.expected_scores = {**offer.expected.get(chosen.kind, event.expected_scores)}
        event.save(update_fields=["movement", "status", "expected_scores"])
        raise_version(event, all_boards=True)
        log(
            event,
            actor,
            "movement.amended",
            chosen.title,
            before={"rounds": chosen.effects.rounds_before},
            after={"way": chosen.kind, "rounds": chosen.effects.rounds_after, **_told(wanted, chosen)},
            reason=reason,
        )
        queue_recompute(event)
    return chosen


_MOVED = (
    "The event has changed since these ways were worked out: a round was opened or closed, the draw or an entry "
    "changed, or a result came in that was played otherwise than drawn. Look at the ways anew and choose again."
)


def _comer(wanted: Wanted) -> int | None:
    return wanted.entry if wanted.what == What.LATE else wanted.standby


def _told(wanted: Wanted, chosen: Amendment) -> dict[str, object]:
    return {
        name: value
        for name, value in (
            ("pair", wanted.entry if wanted.what == What.GONE else chosen.seats),
            ("from_round", wanted.first),
            ("up_to_round", wanted.last),
            ("dropped", list(wanted.rounds)),
        )
        if value
    }


def _offer(event: Event, read: _Read, wanted: Wanted) -> Offer:
    comer = read.entries.get(_comer(wanted) or 0)
    refuse_if(_faults_of_people(read, wanted, comer))
    newcomer = 0
    if wanted.what == What.LATE or comer is not None:
        newcomer = comer.number if comer is not None and not comer.standby else read.next_number
    try:
        ways = amendments(read.running, _change(wanted, newcomer, comer))
    except MovementError as error:
        raise ServiceError(*(Fault("movement", fault.message) for fault in error.faults)) from None
    names = {number: entry.name for number, entry in read.entries.items() if not entry.standby}
    if newcomer:
        names[newcomer] = comer.name if comer is not None else "the late pair"
    said = {int(board): count for board, count in event.expected_scores.items()}
    expected = {}
    for way in ways.amendments:
        after = expected_after(read.running, way.movement, way.kept, said)
        if after != said and event.neuberg:
            expected[way.kind] = {str(board): count for board, count in sorted(after.items())}
    return Offer(
        ways=ways,
        basis=read.basis,
        names=names,
        newcomer=newcomer,
        expected=expected,
        has_begun=bool(read.running.begun),
    )


def _change(wanted: Wanted, newcomer: int, comer: Entry | None) -> Change:
    match wanted.what:
        case What.LATE:
            field = comer.field if comer is not None and not comer.standby else ""
            return Late(newcomer, wanted.first, field)
        case What.GONE:
            return Gone(wanted.entry or 0, wanted.first, wanted.last, (newcomer,) if newcomer else ())
        case What.DROP:
            return Dropped(wanted.rounds)


def _faults_of_people(read: _Read, wanted: Wanted, comer: Entry | None) -> list[Fault]:
    faults = []
    path = "entry" if wanted.what == What.LATE else "standby"
    number = _comer(wanted)
    if number is not None and comer is None:
        faults.append(Fault("no-entry", f"There is no pair {number} in this event.", path))
    if comer is not None and comer.standby and comer.seats.count() != PLAYERS_OF_A_PAIR:
        faults.append(Fault("players", f"{comer.name} is not two players; add a partner first.", path))
    if wanted.what == What.GONE and comer is not None and not comer.standby:
        faults.append(Fault("not-on-standby", f"{comer.name} does not wait for a seat.", path))
    if wanted.what == What.GONE and (wanted.entry not in read.entries):
        faults.append(Fault("no-entry", f"There is no pair {wanted.entry} in this event.", "entry"))
    if wanted.last is not None and wanted.last < wanted.first:
        message = f"The last round, {wanted.last}, comes before the first, {wanted.first}."
        faults.append(Fault("rounds", message, "last"))
    return faults


def _read(event: Event) -> _Read:
    movement = drawn_movement(event)
    if movement is None:
        raise ServiceError("There is no draw to change; make one first.", code="no-draw")
    rounds = list(event.rounds.order_by("number").values_list("number", "status"))
    if [number for number, _ in rounds] != list(range(1, len(rounds) + 1)):
        raise ServiceError(
            "The rounds are not numbered from 1 without a gap, so they cannot be changed here."
        )
    held = set(event.results.order_by().values_list("table__round__number", flat=True).distinct())
    begun = {number for number, status in rounds if status != RoundStatus.PLANNED} | held
    entries = {entry.number: entry for entry in event.entries.order_by("number")}
    seated = {
        entry
        for number, seats in enumerate(movement.rounds, 1)
        if number not in begun
        for seat in seats
        for entry in (seat.ns, seat.ew)
    }
    absent = {
        number
        for number in range(1, movement.pairs + 1)
        if number not in entries or entries[number].withdrawn or entries[number].standby
    }
    boards = None
    if event.board_set is not None:
        boards = frozenset(event.board_set.boards.values_list("number", flat=True))
    running = Running(
        movement=movement,
        begun=frozenset(begun),
        absent=frozenset(absent - seated),
        played=_otherwise(event),
        boards=boards,
    )
    return _Read(running, entries, _basis_of(event, running, rounds, entries))


def _otherwise(event: Event) -> tuple[tuple[int, int], ...]:
    """Entry and board of what was played otherwise than drawn."""
    standing = Result.objects.filter(event=event).exclude(state=ResultState.REMOVED)
    rows = standing.exclude(ns=F("table__ns"), ew=F("table__ew"))
    found = {
        (entry, board)
        for ns, ew, board in rows.values_list("ns__number", "ew__number", "board")
        for entry in (ns, ew)
    }
    return tuple(sorted(found))


def _basis_of(
    event: Event, running: Running, rounds: list[tuple[int, str]], entries: Mapping[int, Entry]
) -> str:
    plain = [
        running.movement.to_json(),
        rounds,
        sorted(running.begun),
        running.played,
        sorted(running.boards or ()),
        [(number, entry.withdrawn, entry.standby, entry.field) for number, entry in entries.items()],
        event.expected_scores,
        event.neuberg,
    ]
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def _seat(event: Event, chosen: Amendment, comer: Entry | None) -> None:
    """Whoever takes a seat is in the event from now on, under the number that the ways gave it."""
    if not chosen.seats or comer is None:
        return
    comer.number = chosen.seats
    comer.standby = comer.withdrawn = False
    comer.field = chosen.movement.fields.get(chosen.seats, "") if event.winners == "two" else ""
    comer.save(update_fields=["number", "standby", "withdrawn", "field"])


def _leave(event: Event, chosen: Amendment) -> None:
    left = [item.entry for item in chosen.effects.consequences if item.left]
    event.entries.filter(number__in=left).update(withdrawn=True)
