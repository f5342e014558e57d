"""The one lock of an event.

Everything that raises `Event.results_version` first takes this lock, so that versions are handed out one after
another and a reader who sees version v sees every change up to v. On PostgreSQL it locks the event's row until the
transaction ends; on SQLite `transaction_mode=IMMEDIATE` has already taken the database's write lock.
"""

from django.db import transaction

from tournaments.models import Event
from tournaments.services.errors import NotFoundError
from tournaments.services.push import tell


def lock_event(event_id: int) -> Event:
    """Return the event, locked until the surrounding transaction ends.

    Raises `NotFoundError` when there is no such event.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock_event needs a transaction around it: the lock would end at once")
    try:
        # without the movement, which is by far the largest column and which hardly anybody who locks wants
        return Event.objects.defer("movement").select_for_update().get(pk=event_id)
    except Event.DoesNotExist:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event") from None


def raise_version(event: Event, *, all_boards: bool = False) -> int:
    """Count one change of a locked event and return its new version.

    `all_boards` says that every board has to be scored again (an entry, a penalty, a setting), not only those
    whose results carry the new version.
    """
    event.results_version += 1
    fields = ["results_version"]
    if all_boards:
        event.all_boards_version = event.results_version
        fields.append("all_boards_version")
    event.save(update_fields=fields)
    tell(event.pk, event.results_version, settled=False)
    return event.results_version
