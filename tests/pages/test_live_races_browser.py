"""An event's public pages in a real Chromium: answers that come late, never, or while somebody is in the middle."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.held_answers import NOW, Held
from tests.pages.reading import home
from tests.pages.table_taps import LOOK_NOW
from tests.support.event_builders import enter, standings
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
"""Milliseconds: a page asks every 2.5 s at most."""
LIVE = re.compile(r"[?&]live\b")
STREAM = """window.liveStream = {
    follow: (event, { onChange, onHealth }) => {
        window.push = onChange;
        onHealth(true);
    },
};"""
"""A stream that is there, so that the page hardly ever asks by itself."""
NOTE_ANSWERS = """document.addEventListener("htmx:afterRequest", (event) => {
    document.body.dataset.answered = event.target.id || "search";
})"""


@pytest.fixture
def event(event: Event, transactional_db: None) -> Event:
    return event


def answered(page: Page, name: str) -> None:
    """Wait until "live" or "search" has been answered; it is forgotten."""
    expect(page.locator("body")).to_have_attribute("data-answered", name)
    page.evaluate("delete document.body.dataset.answered")


def test_an_answer_that_never_comes_is_given_up_and_told(
    live_server: LiveServer, event: Event, page: Page
) -> None:
    page.goto(live_server.url + home(event))
    page.evaluate("htmx.config.timeout /= 25")
    held = Held(page, LIVE)
    for _ in range(2):
        with page.expect_event("requestfailed", lambda request: LIVE.search(request.url), timeout=SOON):
            held.look()
    expect(page.locator("#stale")).to_be_visible()
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    held.end()
    page.evaluate("htmx.config.timeout *= 25")
    page.evaluate(LOOK_NOW)
    expect(page.locator("#headline")).to_contain_text("5 of 8 boards scored", timeout=SOON)
    expect(page.locator("#stale")).to_be_hidden()


def test_the_focus_stays_on_what_has_no_name_of_its_own(
    live_server: LiveServer, event: Event, page: Page
) -> None:
    Event.objects.filter(pk=event.pk).update(traveller_secrecy="open")
    page.goto(live_server.url + home(event) + "boards/")
    link = page.locator("#board-2 a")
    link.focus()
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    expect(page.locator("#board-2")).to_contain_text("1 of 4 in", timeout=SOON)
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/boards/2/")
    folded = page.locator("#live details").first.get_attribute("id")
    summary = page.locator(f"#{folded} > summary")
    summary.focus()
    enter(event, 1, 2, 2, "7 7 5 6")
    standings(event)
    expect(page.locator("#live details")).to_have_count(2, timeout=SOON)
    expect(summary).to_be_focused()
    page.goto(live_server.url + home(event) + "progress/")
    inside = page.locator("#live a").last
    inside.focus()
    where = inside.get_attribute("href")
    enter(event, 1, 3, 2, "7 9 5 4")
    standings(event)
    expect(page.locator("#headline")).to_contain_text("7 of 8 boards scored", timeout=SOON)
    expect(page.locator(":focus")).to_have_attribute("href", where or "")


def test_what_is_searched_for_is_not_overtaken_nor_lost(
    live_server: LiveServer, event: Event, page: Page
) -> None:
    page.add_init_script(STREAM)
    page.clock.set_fixed_time(NOW)
    page.goto(live_server.url + home(event) + "where/")
    page.evaluate(NOTE_ANSWERS)
    rows = page.locator("#live tbody tr")
    find = page.get_by_label("Name or pair number")
    held = Held(page, LIVE)
    poll = held.look()
    enter(event, 1, 1, 2, "7 8 5 5")
    find.fill("south 7")
    held.take().continue_()
    answered(page, "search")
    expect(rows).to_have_count(1)
    poll.continue_()
    answered(page, "live")
    expect(rows).to_have_count(1)

    # what is found under a finger is shown when it is lifted
    find.fill("north 3")
    search = held.take()
    page.get_by_role("heading", name="Where do I sit?").hover()
    page.mouse.down()
    search.continue_()
    answered(page, "search")
    expect(page.locator("#row-7")).to_be_visible()
    held.end()
    page.mouse.up()
    expect(page.locator("#row-3")).to_be_visible(timeout=SOON)
    expect(rows).to_have_count(1)
    answered(page, "live")

    page.route(LIVE, lambda route: route.abort(), times=1)
    find.fill("north 2")
    answered(page, "search")
    expect(page.locator("#row-2")).to_be_visible(timeout=SOON)


def test_what_is_pushed_under_a_finger_that_is_never_lifted_is_shown_all_the_same(
    live_server: LiveServer, event: Event, page: Page
) -> None:
    page.add_init_script(STREAM)
    page.clock.set_fixed_time(NOW)
    page.goto(live_server.url + home(event))
    page.locator("#headline").hover()
    page.mouse.down()
    page.evaluate("push({ etag: 'another', html: '<p>The news</p>' })")
    expect(page.locator("#live")).not_to_contain_text("The news")
    page.clock.set_fixed_time(NOW.replace(second=4))
    page.clock.fast_forward(3_500)
    expect(page.locator("#live")).to_contain_text("The news")
