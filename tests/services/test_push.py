"""Telling the live process costs nobody anything: not where there is none, and not where the broker is down."""

import logging
import socket
import time
from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import Settings
from redis import Redis

from tests.support.event_builders import enter, four_tables, make_event, standings
from tournaments.management.embedded import network
from tournaments.management.embedded.brokers import Broker
from tournaments.models import Event, Result
from tournaments.services import push
from tournaments.services.push import Change

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(transactional_db: None) -> Event:
    event = make_event()
    four_tables(event)
    return event


@pytest.fixture
def silent_broker(settings: Settings) -> Iterator[None]:
    """A broker that takes connections and answers nothing."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        settings.LIVE_URL = "/live/"
        settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        yield


def heard(broker: Broker) -> Iterator[Change]:
    """What is told from now on."""
    address = push.address()
    assert address is not None
    subscription = Redis.from_url(address).pubsub()
    subscription.subscribe(push.channel())
    assert subscription.get_message(timeout=5) is not None

    def changes() -> Iterator[Change]:
        while (message := subscription.get_message(timeout=0.5)) is not None:
            change = Change.parse(message["data"])
            assert change is not None
            yield change

    return changes()


@pytest.mark.parametrize(
    ("live_url", "broker_url", "meant"),
    [
        ("", "redis://broker:6379/0", None),
        ("/live/", "redis://broker:6379/0", "redis://broker:6379/0"),
        ("/live/", "rediss://broker:6379/0", "rediss://broker:6379/0"),
        ("/live/", "redis+socket:///run/broker.sock", "unix:///run/broker.sock"),
        ("/live/", "folder:////data/broker/messages", None),
        ("/live/", "memory://localhost", None),
    ],
)
def test_both_sides_meet_at_the_broker_where_it_can_push(
    settings: Settings, live_url: str, broker_url: str, meant: str | None
) -> None:
    settings.LIVE_URL, settings.CELERY_BROKER_URL = live_url, broker_url
    assert push.address() == meant


def test_a_change_is_told_when_it_is_made_and_when_it_shows(
    event: Event, settings: Settings, broker: Broker
) -> None:
    settings.LIVE_URL, settings.CELERY_BROKER_URL = "/live/", broker.url
    changes = heard(broker)
    enter(event, 1, 1, 1, "7 8 5 5")
    standings(event)
    event.refresh_from_db()
    version = event.results_version
    assert list(changes) == [Change(event.pk, version, False), Change(event.pk, version, True)]


def test_what_was_taken_back_is_not_told(event: Event, settings: Settings, broker: Broker) -> None:
    settings.LIVE_URL, settings.CELERY_BROKER_URL = "/live/", broker.url
    changes = heard(broker)
    with transaction.atomic():
        enter(event, 1, 1, 1, "7 8 5 5")
        standings(event)
        transaction.set_rollback(True)
    assert list(changes) == []


def test_another_installation_at_the_same_broker_does_not_hear_it(settings: Settings) -> None:
    ours = push.channel()
    settings.SECRET_KEY = "another one"
    assert push.channel() != ours


def test_a_broker_that_does_not_answer_costs_one_result_a_moment_and_the_next_nothing(
    event: Event, silent_broker: None, caplog: pytest.LogCaptureFixture
) -> None:
    spent = []
    with caplog.at_level(logging.WARNING, "tournaments.services.push"):
        for table in (1, 2, 3):
            begun = time.monotonic()
            assert enter(event, 1, table, 1, "7 8 5 5").version == 1
            spent.append(time.monotonic() - begun)
    assert Result.objects.count() == 3
    assert spent[0] < 2
    assert max(spent[1:]) < push.CONNECT_SECONDS
    assert len(caplog.records) == 1
    assert "pages ask by themselves" in caplog.text


def test_a_broker_that_is_down_loses_nothing_and_is_told_again_when_it_is_back(
    event: Event, settings: Settings, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = network.free_port("127.0.0.1", ())
    settings.LIVE_URL, settings.CELERY_BROKER_URL = "/live/", f"redis://127.0.0.1:{nobody}/0"
    assert enter(event, 1, 1, 1, "7 8 5 5").version == 1
    assert Result.objects.count() == 1
    settings.CELERY_BROKER_URL = broker.url
    changes = heard(broker)
    enter(event, 1, 2, 1, "7 8 5 5")
    assert [change.event for change in changes] == [event.pk]


@pytest.mark.parametrize("nonsense", [b"", b"{}", b"[1]", b'["x", 1, 0]', b"\xff", b"[1, 2, 3, 4]", b"null"])
def test_what_is_not_ours_is_no_change(nonsense: bytes) -> None:
    assert Change.parse(nonsense) is None


def test_a_change_is_read_as_it_was_written() -> None:
    for change in (Change(1, 2, False), Change(10**8, 10**6, True)):
        assert Change.parse(change.to_bytes()) == change
