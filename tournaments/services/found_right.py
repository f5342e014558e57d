"""Odd results that a director has looked at and found right: not pointed out again until they change.

Owns: saying so, and taking it back.
Never does: say what is odd (suspicions.py), or touch a result.
"""

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Event, FoundRight, Result
from tournaments.services.actors import Actor, acts_and_plays
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.progress import board_shown
from tournaments.services.queueing import queue_recompute
from tournaments.services.suspicions import suspicions
from tournaments.services.texts import faults_of_note


def find_right(event_id: int, result_id: int, version: int, actor: Actor, reason: str = "") -> None:
    """Say that an odd result is right as it stands, in this `version`.

    Raises `ServiceError` with every fault, `ConflictError` where it was changed, is not odd any more, or somebody has
    said so already.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        result = _result(event, result_id, version, actor, reason)
        if FoundRight.objects.filter(result=result, version=version).exists():
            raise ConflictError("Somebody has found this result right already.", code="found-right")
        odd = [one for one in suspicions(event, [result.board]) if one.result_id == result.pk]
        if not odd:
            raise ConflictError("This result does not look odd any more.", code="not-odd")
        FoundRight.objects.update_or_create(result=result, defaults={"version": version})
        after = {"version": version, "odd": odd[0].sentence}
        _write_down(event, actor, "suspicion.dismissed", result, after, reason)


def point_out_again(event_id: int, result_id: int, version: int, actor: Actor, reason: str = "") -> None:
    """Have a result that was found right be odd again. Raises as `find_right` does."""
    with transaction.atomic():
        event = lock_event(event_id)
        result = _result(event, result_id, version, actor, reason)
        gone, _rows = FoundRight.objects.filter(result=result, version=version).delete()
        if not gone:
            raise ConflictError("That is undone already.", code="changed-since")
        _write_down(event, actor, "suspicion.restored", result, {"version": version}, reason)


def _result(event: Event, result_id: int, version: int, actor: Actor, reason: str) -> Result:
    found = event.results.select_related("table__round").filter(pk=result_id).first()
    if found is None:
        raise NotFoundError("There is no such result; the round may have been undone.", code="no-result")
    faults = [*faults_if_final(event), *faults_of_note(reason, "reason")]
    if acts_and_plays(actor, event, (found.table.ns_id, found.table.ew_id)):
        message = "Whoever plays at this table cannot rule there; another director has to."
        faults.append(Fault("plays-here", message))
    refuse_if(faults)
    if found.version != version:
        message = "The result was changed since you looked at it; look at it as it is now."
        raise ConflictError(message, code="stale-version")
    return found


def _write_down(
    event: Event, actor: Actor, action: str, result: Result, after: dict[str, object], reason: str
) -> None:
    table = result.table
    subject = f"round {table.round.number}, table {table.number}, board {board_shown(event, result.board)}"
    log(event, actor, action, subject, after=after, reason=reason)
    raise_version(event)  # the desk carries it
    queue_recompute(event)
