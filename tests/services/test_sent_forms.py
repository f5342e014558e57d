"""A form that is sent twice at once: whoever comes second waits for the first one's answer, and does nothing."""

import threading
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from tests.services.test_races import run_all
from tournaments import tasks
from tournaments.models import Club
from tournaments.services.sent_forms import key_of, once

KEY = key_of("1", "/desk/", "name", "Riverside")


@pytest.mark.django_db(transaction=True)
def test_two_who_come_at_once_make_one_thing_and_get_one_answer() -> None:
    begun, coming, answers = threading.Event(), threading.Event(), []

    def make() -> dict[str, int]:
        begun.set()
        assert coming.wait(timeout=30)  # it is not done before the other one comes
        return {"made": Club.objects.create(name="Riverside", slug=f"riverside-{Club.objects.count()}").pk}

    def first() -> None:
        answers.append(once(KEY, make))

    def second() -> None:
        assert begun.wait(timeout=30)
        coming.set()
        answers.append(once(KEY, make))

    assert run_all([first, second]) == []
    assert answers[0] == answers[1] == {"made": Club.objects.get().pk}


@pytest.mark.django_db
def test_what_fails_or_is_refused_keeps_nothing_and_may_be_sent_again() -> None:
    def fail() -> None:
        Club.objects.create(name="Riverside", slug="riverside")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        once(KEY, fail)
    assert not Club.objects.exists()
    assert once(KEY, lambda: None) is None
    assert once(KEY, lambda: "made") == "made"
    assert once(KEY, lambda: "made twice") == "made"
    assert not connection.needs_rollback


@pytest.mark.django_db
def test_an_answer_is_kept_for_a_day_and_then_the_sweep_takes_it_out() -> None:
    other = key_of("2", "/desk/", "name", "Riverside")
    assert [once(key, lambda: "made") for key in (KEY, other)] == ["made", "made"]
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert once(KEY, lambda: "made anew") == "made anew"
    assert Session.objects.count() == 2  # who sends a form takes out nobody else's
    assert "sessions 1" in tasks.sweep_lagging()
    assert once(KEY, lambda: "made twice") == "made anew"
    assert "sessions 0" in tasks.sweep_lagging()


def test_other_words_other_keys() -> None:
    assert len({key_of("ab", "c"), key_of("a", "bc"), key_of("abc"), key_of("abc", "")}) == 4
    assert len(key_of("x")) == 40
