"""A flood at a table's door hurts nobody, and a guesser is stopped without stopping the hall."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from tests.pages.table_calls import Phone, phone_at
from tests.support.event_builders import four_tables, make_event
from tournaments.models import Event, Result
from tournaments.site import env

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


@pytest.fixture
def phone(event: Event) -> Phone:
    return phone_at(event)


@pytest.fixture(autouse=True)
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands at 10 seconds into a minute."""
    monkeypatch.setattr("tournaments.pages.table_guard.time.time", lambda: 6_000_010.0 - 6_000_010 % 60 + 10)


def test_one_phone_that_asks_without_end_is_told_when_to_come_again(
    settings: Settings,
    event: Event,
    phone: Phone,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.TABLE_TOKEN_RATE = "600/min"
    answers = [phone.get("state").status_code for _ in range(602)]
    assert answers.count(200) == 601  # the first is not counted: the code was not known yet
    assert answers[-1] == 429
    with django_assert_num_queries(0):
        response = phone.get("state")
    assert response.headers["Retry-After"] == "50"
    assert response.json()["refusal"] == "duplicate-spades-refusal"
    assert phone.enter("NS").status_code == 429
    assert not Result.objects.exists()
    assert phone_at(event, 2).get("state").status_code == 200


def test_the_limit_is_over_when_its_minute_is(
    settings: Settings, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TABLE_TOKEN_RATE = "2/min"
    assert [phone.get("state").status_code for _ in range(4)] == [200, 200, 200, 429]
    monkeypatch.setattr("tournaments.pages.table_guard.time.time", lambda: 6_000_120.0)
    assert phone.get("state").status_code == 200


def test_an_address_has_a_limit_too(settings: Settings, phone: Phone, event: Event) -> None:
    settings.TABLE_ADDRESS_RATE = "3/min"
    assert [phone.get("state").status_code for _ in range(4)] == [200, 200, 200, 429]
    page = phone_at(event, 2).get()
    assert (page.status_code, page.headers["Content-Type"], page.headers["Retry-After"]) == (
        429,
        "text/plain",
        "50",
    )
    assert page.content.decode() == "Too many requests; this goes on by itself in 50 seconds."
    elsewhere = Phone(phone.token, Client(REMOTE_ADDR="192.0.2.7"))
    assert elsewhere.get("state").status_code == 200


def test_who_guesses_is_stopped_and_the_hall_goes_on(
    settings: Settings,
    event: Event,
    phone: Phone,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.TABLE_WRONG_RATE = "5/min"
    assert phone.get("state").status_code == 200
    guesses = [Phone(f"{number:024d}").get("state").status_code for number in range(7)]
    assert guesses == [404] * 5 + [429] * 2
    with django_assert_num_queries(0):
        assert Phone("b" * 24).post("entries", {}).status_code == 429
    assert phone.get("state").status_code == 200
    assert phone.enter("NS").status_code == 200


def test_asking_again_costs_three_queries(
    phone: Phone, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    etag = phone.get("state").headers["ETag"]
    # the code with its event, its table, and the version of the standings
    with django_assert_num_queries(3):
        assert phone.get("state", **{"If-None-Match": etag}).status_code == 304
    with django_assert_num_queries(3):  # and another phone at the same table no more
        assert phone.get("state").status_code == 200


@pytest.mark.one_engine
@pytest.mark.parametrize("value", ["many/min", "0/min", "5", "5/year", "-1/min", "1.5/sec", "/min"])
def test_a_rate_is_understood_or_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("DIRECTOR_TEST_RATE", value)
    with pytest.raises(ImproperlyConfigured, match="a number and a time"):
        env.rate("DIRECTOR_TEST_RATE", "600/min")
