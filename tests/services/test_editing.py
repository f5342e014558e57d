"""Who has what open at the desk, and for how long that is believed."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.support.event_builders import make_event, make_member
from tournaments.models import Editing, Event, LogEntry, Role
from tournaments.services.editing import FRESH, KEPT, seen_editing
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(pairs=0)


@pytest.fixture
def kim(event: Event) -> User:
    return make_member(event.tournament.club, Role.DIRECTOR, "kim")


@pytest.fixture
def lou(event: Event) -> User:
    user = make_member(event.tournament.club, Role.SCORER, "lou")
    User.objects.filter(pk=user.pk).update(first_name="Lou", last_name="Berg")
    return user


def names(event: Event, user: User, subject: str = "result:12:7") -> list[str]:
    return [editor.name for editor in seen_editing(event, user, subject)]


def test_each_is_told_of_the_other_and_nobody_of_themselves(event: Event, kim: User, lou: User) -> None:
    assert names(event, kim) == []
    assert names(event, lou) == ["kim"]
    assert names(event, kim) == ["Lou Berg"]
    assert names(event, kim, "result:12:8") == []
    assert names(make_event(pairs=0, name="Another"), kim) == []


def test_who_has_not_said_so_lately_is_gone(event: Event, kim: User, lou: User) -> None:
    names(event, kim)
    Editing.objects.update(at=timezone.now() - FRESH + timedelta(seconds=5))
    assert names(event, lou) == ["kim"]
    Editing.objects.filter(user=kim).update(at=timezone.now() - FRESH - timedelta(seconds=1))
    assert names(event, lou) == []
    names(event, kim)
    assert names(event, lou) == ["kim"]


def test_old_marks_are_cleared_away(event: Event, kim: User, lou: User) -> None:
    other = make_event(pairs=0, name="Another")
    for where in (event, other):
        names(where, kim)
    Editing.objects.update(at=timezone.now() - KEPT - timedelta(seconds=1))
    names(event, lou)
    assert list(Editing.objects.filter(event=event).values_list("user__username", flat=True)) == ["lou"]
    assert Editing.objects.filter(event=other).count() == 1


def test_a_mark_is_no_change_of_the_event(event: Event, kim: User) -> None:
    before = (Event.objects.get(pk=event.pk).results_version, LogEntry.objects.count())
    names(event, kim)
    names(event, kim)
    assert (Event.objects.get(pk=event.pk).results_version, LogEntry.objects.count()) == before
    assert Editing.objects.count() == 1


@pytest.mark.parametrize("subject", ["", " ", "x" * 101, "a\x00b"])
def test_a_subject_nobody_can_mean_is_refused(event: Event, kim: User, subject: str) -> None:
    with pytest.raises(ServiceError, match="1 to 100 characters"):
        seen_editing(event, kim, subject)
    assert not Editing.objects.exists()
