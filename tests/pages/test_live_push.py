"""The live process, a real one with a real broker: what it pushes, to whom, and what it keeps to itself."""

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.test import Client
from pytest_django import Settings

from tests.conftest import url_of_the_test_database
from tests.pages.reading import get, home, text
from tests.support import live_process
from tests.support.broker import eventually
from tests.support.event_builders import enter, make_event, make_member, standings
from tests.support.live_process import Stream
from tournaments.management.embedded import network
from tournaments.management.embedded.brokers import Broker
from tournaments.models import Event, Role
from tournaments.pages.stream.hub import PAUSE
from tournaments.services.push import tell

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def port(django_db_setup: None, broker: Broker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Where this module's live process is: behind a proxy, for a dozen connections, eight of them of one address."""
    port = network.free_port("127.0.0.1", ())
    folder = tmp_path_factory.mktemp("live")
    limits = {"LIVE_CONNECTIONS": "12", "LIVE_CONNECTIONS_OF_AN_ADDRESS": "8", "BEHIND_PROXY": "1"}
    with live_process.running(folder, broker, url_of_the_test_database(), port, **limits):
        yield port


@pytest.fixture(autouse=True)
def _telling(settings: Settings, broker: Broker, port: int) -> None:
    """This process tells that one of what it changes."""
    settings.LIVE_URL, settings.CELERY_BROKER_URL = f":{port}/live/", broker.url
    settings.SECRET_KEY = live_process.SECRET_KEY


@pytest.fixture
def event(event: Event, transactional_db: None) -> Event:
    return event


def test_a_page_is_pushed_what_everybody_may_fetch(event: Event, port: int) -> None:
    with Stream(port, event.pk, page=home(event), language="en") as stream:
        stream.until_shown("4 of 8 boards scored")
        enter(event, 1, 1, 2, "7 8 5 5")
        standings(event)
        told = stream.until_shown("5 of 8 boards scored")[-1]
    fetched = Client().get(home(event) + "?live")
    assert told["html"] == fetched.content.decode()
    assert f'"{told["etag"]}"' == fetched.headers["ETag"]
    known = {"if-none-match": f'"{told["etag"]}"'}
    assert Client().get(home(event) + "?live", headers=known).status_code == 304


def test_it_comes_within_a_moment_of_the_recompute(event: Event, port: int) -> None:
    with Stream(port, event.pk, page=home(event)) as stream:
        stream.change()
        enter(event, 1, 1, 2, "7 8 5 5")
        begun = time.monotonic()
        standings(event)
        stream.until_shown("5 of 8 boards scored")
        assert time.monotonic() - begun < 3  # 20 ms on a machine that does nothing else


def test_many_changes_at_once_are_few_messages_the_last_one_right(event: Event, port: int) -> None:
    with Stream(port, event.pk, page=home(event)) as stream:
        stream.change()
        enter(event, 1, 1, 2, "7 8 5 5")
        begun = time.monotonic()
        for version in range(200):
            tell(event.pk, version, settled=True)
        enter(event, 1, 2, 2, "6 6 6 7")
        standings(event)
        spent = time.monotonic() - begun
        told = stream.until_shown("6 of 8 boards scored")
        while (more := stream.change(1)) is not None:
            told.append(more)
    assert len(told) <= spent / PAUSE + 4
    shown = [change["html"] for change in told if "html" in change]
    assert shown[-1] == Client().get(home(event) + "?live").content.decode()


def test_a_part_that_stayed_the_same_is_not_sent_again(event: Event, port: int) -> None:
    first = Client().get(home(event) + "?live").headers["ETag"].strip('"')
    with (
        Stream(port, event.pk, page=home(event), etag=first) as knows,
        Stream(port, event.pk, page=home(event), etag="x") as does_not,
    ):
        whole = does_not.change()
        assert whole is not None
        assert "html" in whole
        assert knows.event() == ("beat", {})
        Event.objects.filter(pk=event.pk).update(
            traveller_secrecy="open"
        )  # another state, the same standings
        tell(event.pk, event.results_version, settled=True)
        for stream in (knows, does_not):
            told = stream.change()
            assert told is not None
            assert told["etag"] != first
            assert "html" not in told


def test_the_same_bytes_are_sent_compressed_to_whoever_takes_them(event: Event, port: int) -> None:
    with (
        Stream(port, event.pk, page=home(event)) as plain,
        Stream(port, event.pk, page=home(event), packed="1") as packed,
    ):
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.change() == plain.change()
        enter(event, 1, 1, 2, "7 8 5 5")
        standings(event)
        shown = "5 of 8 boards scored"
        assert packed.until_shown(shown)[-1] == plain.until_shown(shown)[-1]


def test_versions_alone_for_whoever_asks_for_no_page(event: Event, port: int) -> None:
    with Stream(port, event.pk) as stream:
        assert stream.change() == {"version": event.results_version}
        enter(event, 1, 1, 2, "7 8 5 5")  # no recompute follows here: it is told all the same, a little later
        assert stream.change() == {"version": event.results_version + 1}


def test_a_board_in_play_keeps_its_scores_until_it_is_finished(event: Event, port: int) -> None:
    """A director looks at the same pages meanwhile: what is rendered for them is not what is pushed."""
    director = Client()
    director.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    pages = ("boards/2/", "pairs/1/")
    with ExitStack() as present:
        streams = [present.enter_context(Stream(port, event.pk, page=home(event) + page)) for page in pages]
        pushed = [stream.change() for stream in streams]
        for table, line in ((1, "N+6 0+7 5 6"), (2, "7 8 5 5"), (3, "6 6 6 7")):
            enter(event, 1, table, 2, line)
            standings(event)
            for page in pages:
                assert "N+6" in text(get(director, event, page)), page
            for stream in streams:
                pushed += stream.until_shown(f"{4 + table} of 8 boards scored")
        html = text(" ".join(str(told) for told in pushed))
        assert "3 of 4 results are in." in html
        assert "in; shown when every table has played it" in html
        assert "N+6" not in html
        assert "160" not in html
        enter(event, 1, 4, 2, "6 6 6 7")
        standings(event)
        for stream in streams:
            stream.until_shown("N+6")


def test_no_stream_for_what_there_is_not_or_what_does_not_move(event: Event, port: int) -> None:
    other = make_event(event.tournament, name="Another")
    refused = {
        "no event": (event.pk + 1000, {}),
        "no number": ("x", {}),
        "another event's page": (other.pk, {"page": home(event)}),
        "no page": (event.pk, {"page": home(event) + "nothing/"}),
        "no board": (event.pk, {"page": home(event) + "boards/99/"}),
        "a sheet": (event.pk, {"page": home(event) + "sheets/standings.pdf"}),
        "the hands": (event.pk, {"page": home(event) + "hands.pbn"}),
        "a seat, which depends on who asks": (event.pk, {"page": home(event) + "where/"}),
        "a deed": (event.pk, {"page": home(event) + "pairs/1/own/"}),
        "the admin": (event.pk, {"page": "/admin/"}),
        "elsewhere": (event.pk, {"page": "http://elsewhere.example/"}),
        "too long": (event.pk, {"page": home(event) + "x" * 5000}),
    }
    for what, (number, asked) in refused.items():
        with Stream(port, number, **asked) as stream:
            assert stream.status == 404, what


def test_a_page_of_another_site_is_not_let_in(event: Event, port: int) -> None:
    for origin, status in (("http://127.0.0.1:8000", 200), ("http://evil.example", 403), ("null", 403)):
        with Stream(port, event.pk, Origin=origin) as stream:
            assert stream.status == status, origin
            assert stream.headers["Access-Control-Allow-Origin"] == (origin if status == 200 else None)


def test_an_address_and_all_together_have_their_limits_and_places_become_free(
    event: Event, port: int
) -> None:
    def come(address: str) -> Stream:
        return Stream(port, event.pk, **{"X-Forwarded-For": f"6.6.6.6, {address}"})

    with ExitStack() as present:
        for _ in range(8):
            assert present.enter_context(come("10.0.0.1")).status == 200
        assert come("10.0.0.1").status == 429
        for _ in range(4):
            assert present.enter_context(come("10.0.0.2")).status == 200
        assert come("10.0.0.3").status == 503

    def free() -> bool:
        with come("10.0.0.1") as stream:
            return stream.status == 200

    eventually(free)


def test_an_event_that_is_gone_ends_its_streams(event: Event, port: int) -> None:
    with Stream(port, event.pk, page=home(event)) as stream:
        stream.change()
        Event.objects.filter(pk=event.pk).update(slug="elsewhere")
        tell(event.pk, event.results_version, settled=True)
        assert stream.change() is None
        assert stream.event(1) is None
