"""Writing the log, in the transaction that makes the change."""

from collections.abc import Mapping

from django.utils import timezone

from tournaments.models import Event, LogEntry
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
        event=event,
        at=timezone.now(),
        user_id=actor.user_id,
        actor=actor.name[:200],
        door=actor.door,
        action=action,
        subject=subject[:200],
        before=before,
        after=after,
        reason=reason[:500],
    )
