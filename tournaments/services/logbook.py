"""Writing the log of an event, or of a tournament, in the transaction that makes the change."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from tournaments.models import Event, LogEntry, Tournament, TournamentLogEntry
from tournaments.services.actors import Actor


def log(
    event: Event,
    actor: Actor,
    action: str,
    subject: str = "",
    *,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> LogEntry:
    """Add one entry. `action` is noun.verb ("result.corrected"); `before` and `after` must be JSON."""
    return LogEntry.objects.create(
        event=event, subject=subject[:200], **_columns(actor, action, before, after, reason)
    )


def log_tournament(
    tournament: Tournament,
    actor: Actor,
    action: str,
    *,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    reason: str = "",
) -> TournamentLogEntry:
    """The same for what is said of a tournament."""
    return TournamentLogEntry.objects.create(
        tournament=tournament, **_columns(actor, action, before, after, reason)
    )


def _columns(
    actor: Actor,
    action: str,
    before: Mapping[str, object] | None,
    after: Mapping[str, object] | None,
    reason: str,
) -> dict[str, Any]:
    return {
        "at": timezone.now(),
        "user_id": actor.user_id,
        "actor": actor.name[:200],
        "door": actor.door,
        "action": action,
        "before": before,
        "after": after,
        "reason": reason[:500],
    }
