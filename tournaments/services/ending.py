"""The end of an event: provisional, a correction period with an end, final.

Owns: the correction period. Finalising and reopening are `services.events`; what is still open, `services.progress`.
Terms: *correction period*, how long players may ask for a correction of provisional results.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Event, EventStatus
from tournaments.services.actors import Actor
from tournaments.services.errors import refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.zones import zone_of


def set_corrections_until(event_id: int, until: datetime | None, actor: Actor) -> Event:
    """Say until when corrections are taken, an aware time; None ends the period at once.

    Raises `ServiceError` for an event that is not provisional, and for a time that is past.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        faults = list(faults_if_final(event))
        if not faults and event.status != EventStatus.PROVISIONAL:
            message = (
                "The correction period begins when every round is closed; until then results simply change."
            )
            faults.append(Fault("not-provisional", message))
        if until is not None and until <= timezone.now():
            faults.append(Fault("past", "Give a time that is still to come.", "until"))
        refuse_if(faults)
        if event.corrections_until == until:
            return event
        before, event.corrections_until = event.corrections_until, until
        event.save(update_fields=["corrections_until"])
        raise_version(event)  # pages tell of it
        log(
            event,
            actor,
            "event.corrections",
            before={"until": _said(event, before)},
            after={"until": _said(event, until)},
        )
        queue_recompute(event)
    return event


def _said(event: Event, moment: datetime | None) -> str | None:
    """As the tournament's clock shows it."""
    return moment.astimezone(zone_of(event.tournament)).strftime("%Y-%m-%d %H:%M") if moment else None
