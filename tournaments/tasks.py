"""Celery tasks, thin: each takes plain keys, calls one service and answers with a word for the log.

Every task may run twice, or at the same time as itself: the services are idempotent.
"""

from celery import shared_task
from django.db.utils import OperationalError

from tournaments.printing_pack import make_step
from tournaments.services.packs import PACK_TASK, sweep_packs
from tournaments.services.queueing import RECOMPUTE_TASK, sweep
from tournaments.services.ranked.leaving import SETTLE_TASK, settle_absences
from tournaments.services.ratings.book import RERATE_TASK, sweep_books
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.sent_forms import clear_expired
from tournaments.services.standings import recompute_standings


@shared_task(
    name=RECOMPUTE_TASK,
    autoretry_for=(OperationalError,),  # the database is restarting, or busy for longer than its time-out
    retry_backoff=True,
    retry_backoff_max=30,
    max_retries=8,
)
def recompute(event_id: int) -> str:
    """Bring the standings of an event up to its results."""
    return recompute_standings(event_id)


@shared_task(name="tournaments.sweep")
def sweep_lagging() -> str:
    """Find events whose standings lag and for which nothing waits, and queue a recompute for each; packs that got stuck
    or old; players of ranked tables who were away for too long; ratings that are behind their ledger; and sessions that
    have expired."""
    found = f"queued {len(sweep())}, packs {sweep_packs()}, ratings {len(sweep_books())}"
    return f"{found}, quits {settle_absences()}, sessions {clear_expired()}"


@shared_task(name=PACK_TASK)
def make_pack(pack_id: int) -> str:
    """Draw the next document of a pack; the last step puts them together."""
    return make_step(pack_id)


@shared_task(name=SETTLE_TASK)
def settle_grace(event_id: int) -> str:
    """Have everybody quit a game of the event who was away for longer than the grace."""
    return f"quits {settle_absences(event_id)}"


@shared_task(
    name=RERATE_TASK,
    # a very long ledger on a slow machine: the broker may hand it on meanwhile, and whoever comes second writes nothing
    time_limit=600,
    autoretry_for=(OperationalError,),  # as for a recompute
    retry_backoff=True,
    retry_backoff_max=30,
    max_retries=8,
)
def rerate(club_id: int) -> str:
    """Bring the ratings of a club up to its ledger."""
    return bring_up(club_id)
