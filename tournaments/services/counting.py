"""Which results count: what was taken back never does, and what the sides have not agreed on by the event's setting."""

from collections.abc import Collection

from tournaments.models import Event, ResultState


def left_out(event: Event) -> Collection[str]:
    """States of results that do not count in this event."""
    if event.provisional_counts:
        return (ResultState.REMOVED,)
    return (ResultState.REMOVED, ResultState.PROVISIONAL, ResultState.DISPUTED)
