"""Calling the director: a table raises a flag, somebody comes."""

from django.db import transaction
from django.utils import timezone

from tournaments.models import Call, Event, Table
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.texts import faults_of_note

LONGEST_NOTE = 200


def call_director(event_id: int, table: Table, actor: Actor, note: str = "") -> Call:
    """Raise the table's flag; one that is up already stays the same one."""
    refuse_if(faults_of_note(note, "note"))
    with transaction.atomic():
        event = lock_event(event_id)
        open_call = Call.objects.filter(table=table, answered_at=None).first()
        if open_call is not None:
            return open_call
        made = Call.objects.create(table=table, note=" ".join(note.split())[:LONGEST_NOTE], at=timezone.now())
        log(event, actor, "director.called", _place(table), after={"note": made.note})
        _show(event)
    return made


def answer_call(event_id: int, call_id: int, actor: Actor) -> Call:
    """Say that somebody has come. A call that was answered already stays as it is."""
    with transaction.atomic():
        event = lock_event(event_id)
        calls = Call.objects.select_related("table__round").filter(table__round__event=event)
        call = calls.filter(pk=call_id).first()
        if call is None:
            raise NotFoundError("There is no such call; the round may have been undone.", code="no-call")
        if call.answered_at is None:
            call.answered_at, call.answered_by = timezone.now(), actor.name[:200]
            call.save(update_fields=["answered_at", "answered_by"])
            log(event, actor, "director.came", _place(call.table))
            _show(event)
    return call


def open_calls(event: Event) -> list[Call]:
    """Tables that wait for a director, longest first."""
    calls = Call.objects.filter(table__round__event=event, answered_at=None)
    return list(calls.select_related("table__round").order_by("at"))


def _show(event: Event) -> None:
    # desk and table carry the call, so a new version is due
    raise_version(event)
    queue_recompute(event)


def _place(table: Table) -> str:
    return f"round {table.round.number}, table {table.number}"
