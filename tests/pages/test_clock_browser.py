"""The round clock in a real Chromium: right where the browser's own clock is an hour off, still while it is paused, and
heard at the warnings alone."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.reading import home
from tests.pages.team_night import team_night
from tests.pages.waiting import AT_MOST
from tests.support.event_builders import ACTOR
from tournaments.models import Event, RoundClock
from tournaments.services.clock import add_minutes, pause_clock, resume_clock, start_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
SAID = "document.querySelector('.clock .shown').textContent"
LOOK = "(clock) => { const s = getComputedStyle(clock); return s.borderRadius + s.backgroundColor + s.borderColor; }"
WATCH = """
window.heard = [];
document.addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
  for (const { target } of changes) {
    const loud = target.closest?.('[aria-live]');
    if (loud?.getAttribute('aria-live') === 'polite' && loud.id !== 'headline') window.heard.push(loud.textContent);
  }
}).observe(document.body, { childList: true, subtree: true }));
"""


@pytest.fixture
def event(event: Event, transactional_db: None) -> Event:
    return event


@pytest.fixture
def off(browser: Browser) -> Iterator[Page]:
    """A page whose Date is an hour slow, as on a phone in the wrong time zone; scripts' faults fail the test."""
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    context.add_init_script(
        "const Right = Date; const slow = 3600_000;"
        "window.Date = class extends Right {"
        "  constructor(...given) { given.length ? super(...given) : super(Right.now() - slow); }"
        "  static now() { return Right.now() - slow; } };"
    )
    context.add_init_script(WATCH)
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


def left(event: Event, seconds: float) -> None:
    """Set the clock so that `seconds` are left."""
    clock = RoundClock.objects.get(round__event=event)
    clock.started_at = timezone.now() - timedelta(minutes=clock.minutes) + timedelta(seconds=seconds)
    clock.save(update_fields=["started_at"])


def seconds_shown(page: Page) -> int:
    found = re.search(r"(\d+):(\d\d)", page.evaluate(SAID))
    assert found is not None
    return 60 * int(found[1]) + int(found[2])


def seconds_left(event: Event) -> float:
    clock = RoundClock.objects.get(round__event=event)
    ends = clock.started_at + timedelta(minutes=clock.minutes, seconds=clock.paused_seconds)
    return (ends - timezone.now()).total_seconds()


def shows_what_is_left(page: Page, event: Event) -> int:
    """Wait until it does, or what it is over time, give or take two seconds: each answer tells the time better."""
    end = time.monotonic() + AT_MOST
    while True:
        first, shown, last = abs(seconds_left(event)), seconds_shown(page), abs(seconds_left(event))
        if min(first, last) - 2 <= shown <= max(first, last) + 2:
            return shown
        assert time.monotonic() < end, (first, shown, last)
        page.wait_for_timeout(100)


def goes_on(page: Page, shown: int, by: int) -> None:
    """Wait until so many seconds more have passed on the clock."""
    end = time.monotonic() + AT_MOST
    while abs(seconds_shown(page) - shown) < by:
        assert time.monotonic() < end, "the clock stands still"
        page.wait_for_timeout(100)


@pytest.mark.parametrize("place", ["", "projector/", "rounds/1/"])
def test_the_clock_is_the_servers_and_not_the_browsers(
    live_server: LiveServer, event: Event, off: Page, place: str
) -> None:
    start_clock(event.pk, 1, 45, ACTOR)
    off.goto(live_server.url + home(event) + place)
    expect(off.locator(".clock .shown")).to_contain_text(" left")
    goes_on(off, shows_what_is_left(off, event), by=2)
    shows_what_is_left(off, event)


def test_a_teams_event_counts_down_too(live_server: LiveServer, transactional_db: None, off: Page) -> None:
    event = team_night()
    start_clock(event.pk, 2, 90, ACTOR)
    for place in ("", "projector/"):
        off.goto(live_server.url + home(event) + place)
        expect(off.locator(".clock .shown")).to_contain_text(" left")
        goes_on(off, shows_what_is_left(off, event), by=1)


def test_a_paused_clock_stands_still_and_goes_on(live_server: LiveServer, event: Event, off: Page) -> None:
    start_clock(event.pk, 1, 45, ACTOR)
    off.goto(live_server.url + home(event) + "projector/")
    expect(off.locator(".clock")).to_have_attribute("data-state", "calm")
    pause_clock(event.pk, 1, ACTOR)
    shown = off.locator(".clock .shown")
    expect(shown).to_contain_text("left, paused", timeout=SOON)
    expect(off.locator(".clock .note")).to_have_text("The clock stands still")
    stood = shown.text_content()
    off.wait_for_timeout(2_500)
    assert shown.text_content() == stood
    resume_clock(event.pk, 1, ACTOR)
    expect(shown).not_to_contain_text("paused", timeout=SOON)
    shows_what_is_left(off, event)


@pytest.mark.parametrize(
    ("seconds", "before", "after", "note", "said"),
    [
        (602, "calm", "soon", "Under 10 minutes", "10 minutes are left in round 1."),
        (122, "soon", "last", "Under 2 minutes", "2 minutes are left in round 1."),
        (2, "last", "over", "Time is over", "Time is over in round 1."),
    ],
)
def test_a_warning_changes_colour_shape_and_words_and_is_heard_once(
    live_server: LiveServer,
    event: Event,
    off: Page,
    seconds: int,
    before: str,
    after: str,
    note: str,
    said: str,
) -> None:
    begun = time.monotonic()
    off.goto(live_server.url + home(event) + "projector/")
    a_look = 2 * (time.monotonic() - begun)  # takes as long as this machine is slow
    start_clock(event.pk, 1, 30, ACTOR)
    left(event, seconds + 1.5 + a_look)
    off.reload()
    clock = off.locator(".clock")
    expect(clock).to_have_attribute("data-state", before)
    seen = clock.evaluate(LOOK)
    expect(clock).to_have_attribute("data-state", after, timeout=SOON + 1_000 * a_look)
    assert clock.evaluate(LOOK) != seen
    expect(off.locator(".clock .note")).to_have_text(note)
    off.wait_for_timeout(2_500)
    assert off.evaluate("window.heard") == [said]


def test_time_over_counts_up_and_more_minutes_end_it(
    live_server: LiveServer, event: Event, off: Page
) -> None:
    start_clock(event.pk, 1, 30, ACTOR)
    left(event, -65)
    off.goto(live_server.url + home(event))
    shown = off.locator(".clock .shown")
    expect(shown).to_contain_text("over time")
    first = shows_what_is_left(off, event)
    goes_on(off, first, by=1)
    assert seconds_shown(off) > first
    add_minutes(event.pk, 1, 20, ACTOR)
    expect(shown).to_contain_text("18:", timeout=SOON)
    assert off.evaluate("window.heard") == []


def test_a_clock_that_is_started_appears_on_open_pages(
    live_server: LiveServer, event: Event, off: Page
) -> None:
    off.goto(live_server.url + home(event))
    expect(off.locator(".clock")).to_have_count(0)
    start_clock(event.pk, 1, 20, ACTOR)
    expect(off.locator(".clock .shown")).to_contain_text(" left", timeout=SOON)
    goes_on(off, shows_what_is_left(off, event), by=1)
