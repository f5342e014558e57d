"""What is said of an entry before it plays: it is there, needs to stay seated, waits for a seat, keeps a direction.

Owns: check-in, stand-by and how one gets a seat from there.
Never does: change a movement that runs; a late pair or one that does not come is the movement's.
Terms: *stand-by*, entered but in no draw and no standings, numbered from 1001; *seat*, a place in the event, with its
number and whatever is drawn for it.
"""

from collections import defaultdict

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Entry, EntryPlayer, Event, Field, Kind, Person, Result, TableSeat
from tournaments.services.actors import Actor
from tournaments.services.entries import (
    FIRST_ON_STANDBY,
    MOST_ENTRIES,
    PLAYERS_OF_A_PAIR,
    faults_of_removal,
    find_entry,
    log_change,
)
from tournaments.services.errors import refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import entry_word
from tournaments.services.locking import lock_event
from tournaments.services.logbook import log
from tournaments.services.players import faults_of_leaving


def check_in(event_id: int, number: int, actor: Actor, *, there: bool = True) -> Entry:
    """Note that an entry is there, or is not after all. Said again, the same changes nothing."""
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        refuse_if(faults_if_final(event))
        if (entry.checked_in_at is not None) != there:
            entry.checked_in_at = timezone.now() if there else None
            entry.save(update_fields=["checked_in_at"])
            action = "entry.checked-in" if there else "entry.not-there"
            log(event, actor, action, f"{entry_word(event.kind)} {number}")
    return entry


def keep_seated(event_id: int, number: int, actor: Actor, *, stays: bool = True) -> Entry:
    """Note that an entry needs to stay seated, or does not. It is for the draw to look at (numbering.py)."""
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        refuse_if(faults_if_final(event))
        if entry.stays_seated != stays:
            entry.stays_seated = stays
            entry.save(update_fields=["stays_seated"])
            action = "entry.stays-seated" if stays else "entry.moves"
            log(event, actor, action, f"{entry_word(event.kind)} {number}")
    return entry


def set_field(event_id: int, number: int, field: str, actor: Actor) -> Entry:
    """Say in which direction a pair is to sit ("NS", "EW", "" for either). The draw decides in the end."""
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        faults = list(faults_if_final(event))
        if field not in ("", *Field.values):
            faults.append(Fault("field", f"A field is NS or EW, not “{field[:8]}”.", "field"))
        if event.rounds.exists():
            faults.append(
                Fault("draw-made", "The draw is made, and it says who sits in which direction.", "field")
            )
        refuse_if(faults)
        if entry.field != field:
            before = {"field": entry.field}
            entry.field = field
            entry.save(update_fields=["field"])
            log_change(event, actor, "entry.field", entry, before, {"field": field})
    return entry


def put_on_standby(event_id: int, number: int, actor: Actor, reason: str = "") -> Entry:
    """Have an entry wait for a seat, under a number from 1001 on. Refused once it is in the draw."""
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        refuse_if([*faults_if_final(event), *([] if entry.standby else faults_of_removal(entry))])
        if not entry.standby:
            entry.standby = True
            _renumber(event, actor, entry, _free(event, FIRST_ON_STANDBY), "entry.on-standby", reason)
    return entry


def seat_standby(event_id: int, number: int, actor: Actor, reason: str = "") -> Entry:
    """Give whoever waits the lowest free number: in a Pairs event before its draw, in a Teams event at any time, as a
    late team. Raises `ServiceError` with what to do instead."""
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        if not entry.standby:
            return entry
        drawn = event.rounds.count()
        faults = list(faults_if_final(event))
        if event.kind == Kind.PAIRS:
            if drawn:
                message = (
                    "The draw is made: give them the seat of a pair that has not played, or take them into the "
                    "movement as a late pair."
                )
                faults.append(Fault("draw-made", message))
            if entry.seats.count() not in (0, PLAYERS_OF_A_PAIR):
                message = f"{entry.name} is one player alone; add a partner first."
                faults.append(Fault("players", message))
        refuse_if(faults)
        entry.standby = False
        entry.late_losses = drawn
        _renumber(event, actor, entry, _free(event, 1), "entry.seated", reason)
    return entry


def take_seat(event_id: int, number: int, of: int, actor: Actor, reason: str) -> Entry:
    """Give whoever waits as `number` the seat of entry `of`, which has not played: its number, its draw and its code.
    Those who had it wait on stand-by in their place. Return the seat's entry.

    Raises `ServiceError` when `of` has results or a penalty, or when the reason is missing.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        waiting, seat = find_entry(event, number), find_entry(event, of)
        faults = [*faults_if_final(event), *_faults_of_exchange(event, waiting, seat)]
        refuse_if([*faults, *_faults_of_reason(event, seat, actor, reason)])
        before = {"name": seat.name}
        _exchange(waiting, seat)
        log_change(
            event, actor, "entry.seat-taken", seat, before, {"name": seat.name, "waited_as": number}, reason
        )
    return seat


def _exchange(waiting: Entry, seat: Entry) -> None:
    """Who they are changes places; number, draw and codes stay with the seat."""
    there = [
        list(entry.seats.order_by("position").values_list("person", flat=True)) for entry in (waiting, seat)
    ]
    EntryPlayer.objects.filter(entry__in=(waiting, seat)).delete()
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, person_id=person, position=position)
        for entry, people in ((seat, there[0]), (waiting, there[1]))
        for position, person in enumerate(people, start=1)
    )
    for name in ("name", "stays_seated", "checked_in_at"):
        mine, theirs = getattr(waiting, name), getattr(seat, name)
        setattr(waiting, name, theirs)
        setattr(seat, name, mine)
    seat.withdrawn, seat.withdrawn_after = False, None
    for entry in (waiting, seat):
        entry.save()
    _line_up(seat, out=there[1], into=there[0])


def _line_up(seat: Entry, out: list[int], into: list[int]) -> None:
    """A team's line-ups become those of who has its seat now, chair by chair; of too few of them nobody is lined up."""
    chairs = TableSeat.objects.filter(person__in=out, table__match__isnull=False)
    chairs = chairs.filter(Q(table__ns=seat) | Q(table__ew=seat)).select_related("table")
    by_match: defaultdict[int | None, list[TableSeat]] = defaultdict(list)
    for chair in chairs.order_by("-table__room", "position"):
        by_match[chair.table.match_id].append(chair)
    for found in by_match.values():
        if len(into) < len(found):
            TableSeat.objects.filter(pk__in=[chair.pk for chair in found]).delete()
        for chair, person in zip(found, into, strict=False):
            TableSeat.objects.filter(pk=chair.pk).update(person=person)


def _faults_of_exchange(event: Event, waiting: Entry, seat: Entry) -> list[Fault]:
    faults = []
    if not waiting.standby:
        faults.append(Fault("not-on-standby", f"{waiting.name} does not wait for a seat.", "number"))
    if seat.standby:
        faults.append(Fault("no-seat", f"{seat.name} has no seat to give; choose somebody who has.", "of"))
    played = Result.objects.filter(Q(ns=seat) | Q(ew=seat)).exists()
    if played or seat.penalties.exists():
        message = (
            f"{seat.name} has played or has a penalty, so the seat stays theirs; add a substitute instead."
        )
        faults.append(Fault("entry-played", message, "of"))
    if event.kind == Kind.PAIRS and waiting.seats.count() not in (0, PLAYERS_OF_A_PAIR):
        faults.append(Fault("players", f"{waiting.name} is one player alone; add a partner first.", "number"))
    return faults


def _faults_of_reason(event: Event, seat: Entry, actor: Actor, reason: str) -> list[Fault]:
    people = list(Person.objects.filter(seats__entry=seat))
    faults = faults_of_leaving(event, people, actor)
    if not reason.strip():
        faults.append(Fault("reason-missing", "Giving a seat to others needs a reason.", "reason"))
    return faults


def _free(event: Event, first: int) -> int:
    taken = set(event.entries.values_list("number", flat=True))
    number = next(number for number in range(first, first + len(taken) + 1) if number not in taken)
    if number > MOST_ENTRIES:
        refuse_if([Fault("number", f"Entry numbers go up to {MOST_ENTRIES}, and none is free.")])
    return number


def _renumber(event: Event, actor: Actor, entry: Entry, number: int, action: str, reason: str) -> None:
    before = {"number": entry.number}
    entry.number = number
    entry.save()
    log_change(event, actor, action, entry, before, {"number": number, "name": entry.name}, reason)
