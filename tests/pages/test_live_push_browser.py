"""Pushed changes in a real Chromium, with a real live process and broker: shown without asking, and asked for again as
soon as the process is lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Page, Request, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.conftest import url_of_the_test_database
from tests.pages.reading import home
from tests.pages.waiting import ASKS, until
from tests.support import live_process
from tests.support.broker import eventually
from tests.support.event_builders import ACTOR, enter, make_member, standings
from tournaments.management.embedded import network
from tournaments.management.embedded.brokers import Broker
from tournaments.management.embedded.children import Child
from tournaments.models import Event, Role
from tournaments.services.calls import call_director
from tournaments.services.clock import start_clock
from tournaments.services.tokens import token_text, tokens_for_tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
"""Milliseconds: while the stream is there, a page asks every 25 s at least."""
LATER = 90_000
STREAM = re.compile(r"/live/\d+")


class Live:
    """A live process that a test may kill and start again at the same port."""

    def __init__(self, folder: Path, broker: Broker) -> None:
        self.port = network.free_port("127.0.0.1", ())
        self._given = (folder, broker, url_of_the_test_database(), self.port)
        self._running = live_process.running(*self._given)
        self.process: Child = self._running.__enter__()

    def kill(self) -> None:
        self.process.signal(kill=True)
        self.process.wait(10)

    def start_again(self) -> None:
        self.process.start()
        eventually(lambda: network.answers(f"http://127.0.0.1:{self.port}/healthz"))

    def end(self) -> None:
        self._running.__exit__(None, None, None)


@pytest.fixture
def event(event: Event, transactional_db: None) -> Event:
    return event


@pytest.fixture(scope="module")
def running(
    django_db_setup: None, broker: Broker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live]:
    live = Live(tmp_path_factory.mktemp("live"), broker)
    yield live
    live.end()


@pytest.fixture
def live(event: Event, broker: Broker, settings: Settings, running: Live) -> Live:
    """The process, which this one tells of its changes."""
    settings.LIVE_URL, settings.CELERY_BROKER_URL = f":{running.port}/live/", broker.url
    settings.SECRET_KEY = live_process.SECRET_KEY
    return running


@pytest.fixture
def strict(page: Page) -> Iterator[Page]:
    """A page that fails its test when the browser reports an error: a script's, or a breach of the policy."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []


def asking(page: Page) -> list[Request]:
    """Every request of the page for its moving part from now on."""
    found: list[Request] = []
    page.on("request", lambda request: found.append(request) if ASKS.search(request.url) else None)
    return found


def open_page(page: Page, address: str) -> None:
    """Wait until the page's stream is there, and has told the page something: then another that is newer has too."""
    with page.expect_response(STREAM):
        page.goto(address)
    event = page.locator("#live").get_attribute("data-event")
    page.evaluate(
        "(id) => new Promise((told) => { const stop = liveStream.onVersion(id, () => { stop(); told(); }); })",
        event,
    )


def nothing_by_asking(page: Page) -> None:
    page.route(ASKS, lambda route: route.fulfill(status=304))


def test_a_result_shows_by_push_alone(
    live_server: LiveServer, event: Event, live: Live, strict: Page
) -> None:
    page = strict
    open_page(page, live_server.url + home(event))
    asked = asking(page)
    nothing_by_asking(page)
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    expect(page.locator("#headline")).to_contain_text("5 of 8 boards scored", timeout=SOON)
    expect(page.locator("#row-1")).to_have_class(re.compile("changed"))
    enter(event, 1, 2, 2, "6 6 6 7")
    standings(event)
    expect(page.locator("#headline")).to_contain_text("6 of 8 boards scored", timeout=SOON)
    assert len(asked) <= 1  # none but the one that was under way before the stream was there


def test_a_clock_that_is_started_counts_down_at_once(
    live_server: LiveServer, event: Event, live: Live, strict: Page
) -> None:
    page = strict
    open_page(page, live_server.url + home(event) + "projector/")
    # a push tells no time, and nothing else is fetched
    page.route(
        ASKS, lambda route: route.continue_() if route.request.method == "HEAD" else route.fulfill(status=304)
    )
    start_clock(event.pk, 1, 45, ACTOR)
    expect(page.locator(".clock .shown")).to_contain_text(" left", timeout=SOON)


def test_ones_own_row_stays_marked_and_the_next_question_is_answered_304(
    live_server: LiveServer, event: Event, live: Live, strict: Page
) -> None:
    page = strict
    page.context.add_cookies([{"name": f"own-{event.pk}", "value": "2", "url": live_server.url}])
    open_page(page, live_server.url + home(event))
    nothing_by_asking(page)
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    expect(page.locator("#headline")).to_contain_text("5 of 8 boards scored", timeout=SOON)
    expect(page.locator("tr[aria-current]")).to_have_attribute("id", "row-2")
    page.unroute(ASKS)
    with page.expect_response(ASKS) as answered:
        page.evaluate("htmx.trigger('#live', 'poll')")
    assert answered.value.status == 304


def test_a_director_is_told_and_fetches_what_directors_see(
    live_server: LiveServer, event: Event, live: Live, strict: Page
) -> None:
    directing = Client()
    directing.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    session = directing.cookies["sessionid"].value
    page = strict
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    with page.expect_response(ASKS):  # when the stream has come about
        open_page(page, live_server.url + home(event) + "boards/2/")
    enter(event, 1, 1, 2, "N+6 0+7 5 6")
    standings(event)
    expect(page.locator("#live")).to_contain_text("N+6", timeout=SOON)


def test_without_the_process_the_page_asks_again_and_with_it_no_more(
    live_server: LiveServer, event: Event, live: Live, page: Page
) -> None:
    open_page(page, live_server.url + home(event))
    live.kill()
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    with page.expect_response(ASKS, timeout=SOON):
        pass
    expect(page.locator("#headline")).to_contain_text("5 of 8 boards scored", timeout=SOON)
    expect(page.locator("#stale")).to_be_hidden()
    with page.expect_response(STREAM, timeout=LATER):  # it is tried again, less and less often
        live.start_again()
    asked = asking(page)
    for _ in range(5):  # what it asks until the stream has told it something is its last question
        asked.clear()
        page.wait_for_timeout(6_000)
        if not asked:
            break
    assert asked == []
    enter(event, 1, 2, 2, "6 6 6 7")
    standings(event)
    expect(page.locator("#headline")).to_contain_text("6 of 8 boards scored", timeout=SOON)
    assert asked == []


def test_a_page_that_nobody_looks_at_has_no_stream(
    live_server: LiveServer, event: Event, live: Live, strict: Page
) -> None:
    page = strict
    open_page(page, live_server.url + home(event))
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if "/live/" in request.url else None)

    def become(hidden: bool) -> None:
        page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    become(hidden=True)
    nothing_by_asking(page)
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    page.wait_for_timeout(3_000)
    expect(page.locator("#headline")).to_contain_text("4 of 8 boards scored")
    assert opened == []
    become(hidden=False)
    expect(page.locator("#headline")).to_contain_text("5 of 8 boards scored", timeout=SOON)
    assert len(opened) == 1


def test_not_every_push_is_read_aloud(
    live_server: LiveServer, event: Event, live: Live, strict: Page
) -> None:
    page = strict
    open_page(page, live_server.url + home(event))
    nothing_by_asking(page)
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    expect(page.locator("#headline")).to_contain_text("5 of 8", timeout=SOON)
    expect(page.locator("#headline")).to_have_attribute("aria-live", "polite")
    enter(event, 1, 2, 2, "6 6 6 7")
    standings(event)
    expect(page.locator("#headline")).to_contain_text("6 of 8", timeout=SOON)
    expect(page.locator("#headline")).to_have_attribute("aria-live", "off")


def test_a_script_may_follow_an_events_versions(
    live_server: LiveServer, event: Event, live: Live, strict: Page
) -> None:
    page = strict
    open_page(page, live_server.url + home(event))
    page.evaluate("(id) => { stop = liveStream.onVersion(id, (version) => { seen = version; }); }", event.pk)
    until(page, f"window.seen === {event.results_version}")
    enter(event, 1, 1, 2, "7 8 5 5")
    until(page, f"window.seen === {event.results_version + 1}")
    page.evaluate("stop()")
    enter(event, 1, 2, 2, "7 8 5 5")
    page.wait_for_timeout(1_000)
    assert page.evaluate("seen") == event.results_version + 1


def test_the_table_page_asks_at_once_when_told(
    event: Event, live: Live, page: Page, live_server: LiveServer
) -> None:
    """With its own beat all but stopped, a phone at a table learns of a change by the push."""
    page.add_init_script(
        "const real = window.setTimeout;"
        "window.setTimeout = (work, delay, ...given) => real(work, delay > 1000 ? delay * 1000 : delay, ...given);"
    )
    [token] = tokens_for_tables(event.pk, [1], ACTOR)
    with page.expect_response(re.compile(r"/state$")):  # as it is told when the stream has come about
        page.goto(f"{live_server.url}/table/{token_text(token)}/")
    with page.expect_request(re.compile(r"/state$"), timeout=SOON):
        call_director(event.pk, event.rounds.get(number=1).tables.get(number=1), ACTOR)
