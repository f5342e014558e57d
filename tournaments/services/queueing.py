"""Asking for a recompute: at most one waits per event, and a broker that is down never loses a result.

The task is sent by its name, since tasks import services and imports run one way. `Event.recompute_queued_at` is
the ticket: it is set in the transaction that made the change and torn by the task as it starts, so that results
which arrive while a recompute waits do not queue another, and results which arrive while it runs queue one more.
"""

import logging
from datetime import timedelta

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.models import Event

RECOMPUTE_TASK = "tournaments.recompute_standings"
STALE_TICKET = timedelta(seconds=30)
"""A ticket older than this stands for a message that never arrived."""

logger = logging.getLogger(__name__)


def queue_recompute(event: Event) -> None:
    """Have the standings of a locked event recomputed after this transaction, unless that already waits."""
    if event.recompute_queued_at is not None:
        return
    event.recompute_queued_at = timezone.now()
    event.save(update_fields=["recompute_queued_at"])
    event_id = event.pk
    transaction.on_commit(lambda: _send(event_id))


def tear_ticket(event_id: int) -> None:
    """Called as a recompute starts, before it reads anything: what arrives from now on queues another."""
    Event.objects.filter(pk=event_id).update(recompute_queued_at=None)


def lagging_events() -> list[int]:
    """Events whose standings are behind their results and for which nothing (any longer) waits."""
    behind = Q(snapshot__isnull=True, results_version__gt=0) | Q(snapshot__version__lt=F("results_version"))
    nothing_waits = Q(recompute_queued_at=None) | Q(recompute_queued_at__lt=timezone.now() - STALE_TICKET)
    return list(Event.objects.filter(behind & nothing_waits).order_by("pk").values_list("pk", flat=True))


def sweep() -> list[int]:
    """Queue a recompute for every lagging event and return their ids. Safe to run at any time."""
    found = lagging_events()
    Event.objects.filter(pk__in=found).update(recompute_queued_at=timezone.now())
    for event_id in found:
        _send(event_id)
    return found


def _send(event_id: int) -> None:
    try:
        current_app.send_task(RECOMPUTE_TASK, args=[event_id], retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        # The result is already safe; the sweep will find the event by its two version numbers.
        logger.warning("The broker did not take the recompute of event %s: %s", event_id, error)
