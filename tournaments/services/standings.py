"""Standings: from the results in the database to the snapshots that everybody reads.

Owns: when a recompute is due, and that what it writes is of one piece.
Never does: arithmetic (scoring/), or know what a kind of event writes (pairs_standings.py, team_standings.py,
ranked/standings.py).

A recompute may run twice or at the same time as itself. It reads the event's version *before* the results, so it may
see results that are newer than the version it stamps, and another recompute is then already due; it never stamps a
version whose results it has not seen, since versions are handed out under the event's lock. It writes only if the
snapshot is still the one it started from (compare and swap), and starts again otherwise.
"""

from collections.abc import Callable, Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import Event, Kind, StandingsSnapshot
from tournaments.services.errors import NotFoundError
from tournaments.services.fresh import Fresh
from tournaments.services.pairs_standings import compute_pairs
from tournaments.services.push import tell
from tournaments.services.queueing import tear_ticket
from tournaments.services.ranked.standings import compute_ranked
from tournaments.services.team_standings import compute_teams

ATTEMPTS = 50
"""How often a recompute starts again because another one came first; each of those brought the event forward."""

_COMPUTE: Mapping[str, Callable[[Event, StandingsSnapshot], Fresh]] = {
    Kind.PAIRS: compute_pairs,
    Kind.TEAMS: compute_teams,
    Kind.RANKED: compute_ranked,
}


def recompute_standings(event_id: int) -> str:
    """Bring the standings of an event from their version to the event's; return a word on what was done.

    Raises `NotFoundError` when there is no such event.
    """
    tear_ticket(event_id)
    for _ in range(ATTEMPTS):
        event, snapshot = _load(event_id)
        if snapshot.version >= event.results_version:
            return "up to date"
        fresh = _COMPUTE[event.kind](event, snapshot)
        if _write(event_id, snapshot.version, fresh):
            return f"version {fresh.version}"
    return "overtaken"  # the sweep takes over


def _load(event_id: int) -> tuple[Event, StandingsSnapshot]:
    """The event and its snapshot, the versions before anything else."""
    # the movement is by far the largest column, and the tables say all of it
    event = Event.objects.defer("movement").select_related("snapshot").filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    snapshot = getattr(event, "snapshot", None)
    if snapshot is None:
        snapshot, _ = StandingsSnapshot.objects.get_or_create(event=event)
    return event, snapshot


def _write(event_id: int, found_version: int, fresh: Fresh) -> bool:
    """Write what was computed outside the transaction; False when it has been overtaken: another recompute wrote
    meanwhile, or what it is about is gone (a round undone takes its matches along)."""
    try:
        with transaction.atomic():
            swapped = StandingsSnapshot.objects.filter(event_id=event_id, version=found_version).update(
                version=fresh.version, computed_at=timezone.now(), data=fresh.data
            )
            if not swapped:
                return False
            fresh.store()
            tell(event_id, fresh.version, settled=True)
    except IntegrityError:
        return False
    return True
