"""Several people at one desk: who else has the same thing open.

Owns: the marks "I am here", and who is told of them.
Never does: lock anything. Two people may type into the same result; the second to save is refused, with both versions
(`ConflictError.versions`). A mark is no change of the event: it has no version and no line in the log.
Terms: *subject*, what somebody has open, such as "result:12:7", "paper:board:4" or "settings"; *fresh*, seen so
lately that the page must still be open.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Editing, Event
from tournaments.services.errors import ServiceError

ASKED_EVERY: Final = 15
"""Seconds after which an open page says again that it is open."""
FRESH: Final = timedelta(seconds=3 * ASKED_EVERY)
KEPT: Final = timedelta(minutes=10)
LONGEST_SUBJECT: Final = 100


@dataclass(frozen=True, slots=True)
class Editor:
    """Somebody who has a subject open; `at` is when they were last seen there."""

    name: str
    at: datetime


def seen_editing(event: Event, user: AbstractBaseUser | AnonymousUser, subject: str) -> list[Editor]:
    """Mark that `user` has `subject` of the event open; return who else has, in the order of their names.

    Raises `ServiceError` for a subject that is empty or too long.
    """
    if not subject.strip() or len(subject) > LONGEST_SUBJECT or not subject.isprintable():
        message = f"What is open needs a name of 1 to {LONGEST_SUBJECT} characters."
        raise ServiceError(Fault("subject", message, "subject"))
    now = timezone.now()
    Editing.objects.filter(event=event, at__lt=now - KEPT).delete()
    Editing.objects.update_or_create(event=event, user_id=_key(user), subject=subject, defaults={"at": now})
    there = Editing.objects.filter(event=event, subject=subject, at__gte=now - FRESH).exclude(
        user_id=_key(user)
    )
    found = there.select_related("user").order_by("user__username")
    return [Editor(mark.user.get_full_name() or mark.user.get_username(), mark.at) for mark in found]


def open_subjects(event: Event, user: AbstractBaseUser | AnonymousUser) -> dict[str, str]:
    """What others have open in the event: by subject their names, joined; one query."""
    marks = Editing.objects.filter(event=event, at__gte=timezone.now() - FRESH).exclude(user_id=_key(user))
    found: dict[str, str] = {}
    for mark in marks.select_related("user").order_by("user__username"):
        name = mark.user.get_full_name() or mark.user.get_username()
        found[mark.subject] = f"{found[mark.subject]}, {name}" if mark.subject in found else name
    return found


def _key(user: AbstractBaseUser | AnonymousUser) -> int:
    """Whoever is not signed in has no key, and nothing open."""
    return user.pk or 0
