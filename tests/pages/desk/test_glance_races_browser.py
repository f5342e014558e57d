"""The round at a glance, and a ranked game, in a real Chromium: news that come at the worst moment take no click, no
focus and no deed away, and are not lost themselves."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import carry_over
from tests.pages.desk.conftest import sign_in
from tests.pages.held_answers import COUNT_WHAT_IS_READ, NOW, Held, has_read
from tests.pages.table_taps import LOOK_NOW
from tests.support.event_builders import ACTOR, enter
from tests.support.ranked_builders import NS_MAKES, PHONE, make_ranked, player
from tests.support.ranked_builders import enter as enter_deals
from tournaments.models import Event, Role, Table
from tournaments.services.clock import resume_clock, start_clock
from tournaments.services.ranked.calls import call
from tournaments.services.ranked.games import SEATS, open_game, seat_four

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
"""Milliseconds: the page asks every 2.5 s at most, and a little more rarely after a failure."""
LIVE = re.compile(r"[?&]live=1")
LINE = "7 8 5 5"


@pytest.fixture
def desk(
    transactional_db: None, event: Event, client: Client, live_server: LiveServer, page: Page
) -> Iterator[Page]:
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    start_clock(event.pk, 1, 20, ACTOR)
    page.clock.set_fixed_time(NOW)
    page.goto(live_server.url + reverse("desk:event", args=[event.pk]))
    yield page
    assert not faults


def cell(event: Event, number: int, board: int) -> str:
    return f"#c-{Table.objects.get(round__event=event, number=number).pk}-{board}"


def test_what_is_pressed_stays_until_it_is_lifted_but_for_three_seconds_at_most(
    desk: Page, event: Event
) -> None:
    held = Held(desk, LIVE)
    desk.evaluate(COUNT_WHAT_IS_READ)
    asked = held.look()
    enter(event, 1, 3, 2, LINE)
    desk.locator("#grid-title").hover()
    desk.mouse.down()
    asked.continue_()
    has_read(desk, 1)
    expect(desk.locator("td.in")).to_have_count(0)
    desk.clock.set_fixed_time(NOW.replace(second=4))
    held.look().continue_()
    expect(desk.locator("td.in")).to_have_count(1)
    desk.mouse.up()

    asked = held.look()
    enter(event, 1, 4, 2, LINE)
    desk.locator("#grid-title").hover()
    desk.mouse.down()
    asked.continue_()
    has_read(desk, 3)
    held.end()
    desk.mouse.up()
    expect(desk.locator("td.in")).to_have_count(2)

    held = Held(desk, LIVE)
    asked = held.look()
    enter(event, 1, 2, 2, LINE)
    desk.locator(cell(event, 1, 1)).hover()
    desk.mouse.down()
    count = int(desk.locator("body").get_attribute("data-read") or 0)
    asked.continue_()
    has_read(desk, count + 1)
    desk.mouse.up()
    table = Table.objects.get(round__event=event, number=1)
    desk.wait_for_url(f"**{reverse('desk:result', args=[event.pk, table.pk, 1])}")


def test_the_palette_does_what_is_there_now_and_gives_the_focus_back_to_what_is(
    desk: Page, event: Event
) -> None:
    desk.keyboard.press("c")
    desk.keyboard.press("/")
    enter(event, 1, 3, 2, LINE)
    expect(desk.locator("td.in")).to_have_count(1, timeout=SOON)
    desk.keyboard.press("Escape")
    expect(desk.locator(cell(event, 1, 1))).to_be_focused()

    desk.keyboard.press("/")
    desk.keyboard.type("pause")
    expect(desk.get_by_role("option", name="Pause the clock")).to_have_attribute("aria-selected", "true")
    enter(event, 1, 4, 2, LINE)
    expect(desk.locator("td.in")).to_have_count(2, timeout=SOON)
    desk.keyboard.press("Enter")
    expect(desk.locator("#clock strong")).to_have_text("paused")

    desk.keyboard.press("/")
    desk.keyboard.type("let clock")
    expect(desk.get_by_role("option", name="Let the clock go on")).to_have_attribute("aria-selected", "true")
    resume_clock(event.pk, 1, ACTOR)
    expect(desk.locator("#clock strong")).to_have_count(0, timeout=SOON)
    desk.keyboard.press("Enter")
    expect(desk.locator("#palette [role=status]")).to_have_text("Nothing is called that.")
    expect(desk.locator("#palette")).to_be_visible()


def test_an_answer_that_is_lost_half_way_or_never_comes_is_asked_for_again(desk: Page, event: Event) -> None:
    held = Held(desk, LIVE)
    whole = held.look()
    desk.evaluate(
        """() => {
            const real = window.fetch;
            window.fetch = async (...given) => {
                const { status, headers } = await real(...given);
                if (status !== 200) return new Response(null, { status, headers });
                window.fetch = real;
                const breaks = { pull: (body) => body.error(new TypeError("network error")) };
                return new Response(new ReadableStream(breaks), { status, headers });
            };
        }"""
    )
    whole.continue_()
    half = held.look()
    enter(event, 1, 3, 2, LINE)
    known = half.request.headers.get("if-none-match")
    half.continue_()
    again = held.look()
    assert again.request.headers.get("if-none-match") == known
    again.continue_()
    expect(desk.locator("td.in")).to_have_count(1)

    desk.evaluate(
        """() => {
            window.patient = AbortSignal.timeout;
            AbortSignal.timeout = (longest) => window.patient.call(AbortSignal, longest / 25);
        }"""
    )
    for _ in range(2):
        with desk.expect_event("requestfailed", lambda request: LIVE.search(request.url), timeout=SOON):
            held.look()
    expect(desk.locator("#glance-stale")).to_be_visible()
    desk.evaluate("AbortSignal.timeout = window.patient")
    held.end()
    desk.evaluate(LOOK_NOW)
    expect(desk.locator("#glance-stale")).to_be_hidden()


def test_what_a_game_brings_anew_finds_names_and_what_was_in_use_is_brought_when_it_is_left(
    transactional_db: None, client: Client, live_server: LiveServer, page: Page
) -> None:
    ladder = make_ranked()
    people = [player(ladder, name) for name in ("Ann", "Bea", "Cleo", "Dora")]
    game = open_game(ladder.pk, 1, ACTOR, now=timezone.now())
    sign_in(client, ladder.tournament.club, Role.DIRECTOR)
    carry_over(client, page, live_server.url)
    page.goto(live_server.url + reverse("desk:game", args=[ladder.pk, 1]))
    page.get_by_role("combobox", name="North").evaluate("field => field.blur()")
    call(game.pk, PHONE, "Revoke")
    expect(page.locator("#calls")).to_contain_text("Revoke", timeout=SOON)
    page.get_by_role("combobox", name="North").press_sequentially("An")
    page.get_by_role("option", name="Ann").click()
    expect(page.get_by_role("combobox", name="North")).to_have_value("Ann")
    expect(page.get_by_role("combobox", name="South")).to_be_focused()

    seat_four(game.pk, {seat: one.pk for seat, one in zip(SEATS, people, strict=True)}, ACTOR, timezone.now())
    first = page.get_by_label("NS bid")
    expect(page.get_by_role("heading", name="Deal 1")).to_be_visible(timeout=SOON)
    first.focus()
    enter_deals(game, NS_MAKES)
    expect(page.locator("#sheet")).to_contain_text("7 · 7", timeout=SOON)
    expect(page.get_by_role("heading", name="Deal 1")).to_be_visible()
    first.evaluate("field => field.blur()")
    expect(page.get_by_role("heading", name="Deal 2")).to_be_visible()
