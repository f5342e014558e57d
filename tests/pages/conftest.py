"""An event in play for the tests of the pages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.table_calls import Phone
from tests.pages.table_taps import Opener
from tests.support.event_builders import four_tables, make_event, play_hand_1, standings
from tournaments.models import Event, EventStatus


@pytest.fixture
def event(db: None) -> Event:
    """Eight pairs at four tables, two dealt boards: board 1 finished (golden hand 1), board 2 not begun."""
    event = make_event(boards=2)
    four_tables(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    play_hand_1(event)
    standings(event)
    event.refresh_from_db()
    return event


@pytest.fixture
def opened(live_server: LiveServer, browser: Browser) -> Iterator[Opener]:
    """Opens the page on a phone of its own; fails the test when a script of ours does."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(phone: Phone, side: str = "", **options: object) -> Page:
        given = {"viewport": {"width": 390, "height": 780}, "reduced_motion": "reduce", **options}
        context = browser.new_context(**given)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(live_server.url + phone.path())
        if side:
            page.get_by_role("button", name=f"We are {side}").click()
            expect(page.get_by_role("heading", name="Your boards")).to_be_visible()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints
