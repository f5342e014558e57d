"""The numbers of entries before the draw: gaps closed, seeds given, those who need it at a seat that does not move.

Owns: orders of numbers and giving them.
Never does: change a number once rounds are drawn: it stands on cards and in standings.
Terms: *still*, an entry of a movement that sits at one table in all of its rounds.
"""

import secrets
from collections.abc import Mapping, Sequence
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.faults import Fault
from tournaments.draws.movement import Movement
from tournaments.models import Entry, Event
from tournaments.services.actors import Actor
from tournaments.services.entries import MOST_ENTRIES
from tournaments.services.errors import refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.people import plain
from tournaments.services.queueing import queue_recompute

_ASIDE = 100_000
"""Added while numbers change places: no two entries may have one at any moment."""


class Order(StrEnum):
    """How the entries that have a seat are numbered from 1."""

    CLOSED = "closed"
    NAME = "name"
    LOT = "lot"


ORDERS = {
    Order.CLOSED: _("as they are, without gaps"),
    Order.NAME: _("by name"),
    Order.LOT: _("by lot"),
}


def numbers_in(order: Order, entries: Sequence[Entry]) -> dict[int, int]:
    """Old number → new number of the seated among `entries`, 1, 2, 3 … in the order asked for."""
    seated = sorted((entry for entry in entries if not entry.standby), key=lambda entry: entry.number)
    if order is Order.NAME:
        seated.sort(key=lambda entry: plain(entry.name))
    if order is Order.LOT:
        secrets.SystemRandom().shuffle(seated)
    return {entry.number: number for number, entry in enumerate(seated, start=1)}


def has_gaps(entries: Sequence[Entry]) -> bool:
    """Whether the seated are not numbered 1, 2, 3 …, as every movement needs them to be."""
    return any(old != new for old, new in numbers_in(Order.CLOSED, entries).items())


def still_in(movement: Movement) -> tuple[int, ...]:
    """The entries of a movement that sit at one table in all of its rounds, in order of number."""
    tables: dict[int, set[int]] = {}
    for seats in movement.rounds:
        for seating in seats:
            for entry in (seating.ns, seating.ew):
                tables.setdefault(entry, set()).add(seating.table)
    return tuple(sorted(entry for entry, at in tables.items() if len(at) == 1))


def numbers_to_sit_still(movement: Movement, entries: Sequence[Entry]) -> tuple[dict[int, int], list[Entry]]:
    """Old number → new number so that whoever needs to stay seated sits still in `movement`, changing as few as may be;
    and who needs it and finds no such seat."""
    numbers = numbers_in(Order.CLOSED, entries)
    who = {numbers[entry.number]: entry for entry in entries if not entry.standby}
    still = still_in(movement)
    need = [number for number, entry in sorted(who.items()) if entry.stays_seated and number not in still]
    free = [number for number in still if number in who and not who[number].stays_seated]
    for mine, theirs in zip(need, free, strict=False):
        numbers[who[mine].number], numbers[who[theirs].number] = theirs, mine
    return numbers, [who[number] for number in need[len(free) :]]


def renumber(event_id: int, numbers: Mapping[int, int], actor: Actor) -> dict[int, int]:
    """Give entries other numbers: old → new, those not named keep theirs. Return what changed.

    Raises `ServiceError` with every fault; a fault's path is `numbers[old]`.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_ranked(event))
        entries = {entry.number: entry for entry in event.entries.all()}
        changed = {old: new for old, new in numbers.items() if old != new}
        refuse_if([*faults_if_final(event), *_faults_of(event, set(entries), changed)])
        if not changed:
            return changed
        for step in (_ASIDE, 0):
            for old, new in changed.items():
                entries[old].number = new + step
            Entry.objects.bulk_update([entries[old] for old in changed], ["number"], batch_size=500)
        raise_version(event, all_boards=True)
        after = {"numbers": {str(old): new for old, new in sorted(changed.items())}}
        log(event, actor, "entries.renumbered", f"{len(changed)} entries", after=after)
        queue_recompute(event)
    return changed


def _faults_of(event: Event, there: set[int], changed: Mapping[int, int]) -> list[Fault]:
    if changed and event.rounds.exists():
        message = "Rounds are drawn for the numbers there are; remove the draw before changing them."
        return [Fault("draw-made", message)]
    faults = []
    seen = there - set(changed)
    for old, new in changed.items():
        path = f"numbers[{old}]"
        if old not in there:
            faults.append(
                Fault("no-entry", f"There is no entry {old} any more; look at the list again.", path)
            )
        elif not 1 <= new <= MOST_ENTRIES:
            faults.append(Fault("number", f"Entry numbers go from 1 to {MOST_ENTRIES}, not {new}.", path))
        elif new in seen:
            faults.append(Fault("number-taken", f"Two entries would have the number {new}.", path))
        seen.add(new)
    return faults
