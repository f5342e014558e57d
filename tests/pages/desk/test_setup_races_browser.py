"""Setting up in a real browser while the server is slow to say what fits, and hands go on."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import carry_over
from tests.pages.desk.conftest import sign_in
from tests.pages.held_answers import Held
from tests.support.event_builders import make_event
from tournaments.models import Event, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TYPE_AT_ONCE = """() => document.addEventListener("htmx:afterSwap", () => setTimeout(() =>
  document.execCommand("insertText", false, "!")), { once: true })"""
"""As soon as the answer stands there."""
COUNT_ANSWERS = """document.addEventListener("htmx:afterRequest", () => {
  const { dataset } = document.documentElement;
  dataset.answered = Number(dataset.answered ?? 0) + 1;
})"""


@pytest.fixture
def night(transactional_db: None) -> Event:
    return make_event(boards=3)


@pytest.fixture
def desk(night: Event, live_server: LiveServer, page: Page, client: Client) -> Iterator[Page]:
    """A director who sets up another event; no script may fail."""
    sign_in(client, night.tournament.club, Role.DIRECTOR)
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script(COUNT_ANSWERS)
    page.goto(f"{live_server.url}/desk/tournaments/{night.tournament_id}/new/")
    yield page
    assert not faults


def hold(page: Page) -> Held:
    """What is sent of a form stays under way until it is let go on."""
    return Held(page, re.compile(r"/desk/.*(new|settings)/$"), "POST")


def let_go(page: Page, route: Route) -> None:
    """Let it be answered, and htmx be done with the answer."""
    before = int(page.locator("html").get_attribute("data-answered") or 0)
    route.continue_()
    expect(page.locator("html")).to_have_attribute("data-answered", str(before + 1))


def test_what_is_typed_meanwhile_stands_where_it_was_typed(desk: Page) -> None:
    keys, name = desk.keyboard, desk.get_by_label("Name", exact=True)
    held = hold(desk)
    name.fill("Club night")
    # in the middle of a word when the answer comes, and right after it
    desk.get_by_label("Pairs expected").fill("10")
    name.click()
    first = held.first()
    keys.press("Home")
    keys.type("Old ")
    desk.evaluate(TYPE_AT_ONCE)
    first.continue_()
    expect(name).to_have_value("Old !Club night")
    keys.type("?")
    expect(name).to_have_value("Old !?Club night")
    # a field that Tab has come to is selected whole, and typing goes in its place
    minutes = desk.get_by_label("Minutes at most")
    desk.get_by_label("Boards at most").focus()
    keys.type("20")
    keys.press("Tab")
    expect(minutes).to_be_focused()
    let_go(desk, held.first())
    expect(minutes).to_be_focused()
    keys.type("9")
    # at its end while it is typed
    desk.get_by_label("Boards at most").fill("21")
    minutes.focus()
    keys.press("End")
    keys.type("0")
    let_go(desk, held.first())
    expect(minutes).to_be_focused()
    keys.type("1")
    expect(minutes).to_have_value("901")


def test_the_keyboard_stays_where_it_is_when_an_answer_comes(
    desk: Page, night: Event, live_server: LiveServer
) -> None:
    keys, held = desk.keyboard, hold(desk)
    desk.get_by_label("Minutes at most").fill("170")
    keys.press("Tab")
    chosen = desk.get_by_role("group", name="How many, how long").get_by_role("radio", checked=True)
    before = chosen.get_attribute("value")
    expect(chosen).to_be_focused()
    let_go(desk, held.first())
    expect(chosen).not_to_have_attribute("value", before or "")
    expect(chosen).to_be_focused()
    for button in ("Make the event", "Show what fits"):
        desk.get_by_label("Minutes at most").fill("175" if button.startswith("Make") else "180")
        desk.get_by_role("button", name=button).focus()
        let_go(desk, held.first())
        expect(desk.get_by_role("button", name=button)).to_be_focused()
    desk.goto(f"{live_server.url}/desk/e/{night.pk}/settings/")
    desk.get_by_label("Rule set", exact=True).select_option("standard")
    look = held.first()
    desk.get_by_text("Figure by figure").focus()
    keys.press("Enter")
    let_go(desk, look)
    expect(desk.get_by_text("Figure by figure")).to_be_focused()
    expect(desk.get_by_label("A race ends at")).to_be_visible()


def test_what_is_pressed_is_clicked_though_it_is_asked_what_fits(desk: Page, night: Event) -> None:
    held, pairs = hold(desk), desk.get_by_label("Pairs expected")
    make = desk.get_by_role("button", name="Make the event")
    # a finger holds for three seconds at most, which do not pass
    desk.clock.set_fixed_time(datetime.now(UTC))
    # pressed on nothing: it is asked when the finger is lifted
    pairs.fill("10")
    desk.get_by_role("heading", name="New event").hover()
    desk.mouse.down()
    desk.evaluate("fetch('/static/js/desk_setup.js')")
    assert len(held) == 0
    desk.mouse.up()
    # an answer that comes while a button is pressed is waited with, and is asked for again if it was not clicked
    look = held.first()
    make.hover()
    desk.mouse.down()
    let_go(desk, look)
    desk.get_by_role("heading", name="New event").hover()
    desk.mouse.up()
    held.first().continue_()
    expect(desk.locator(".desk-movements")).to_contain_text("of 9 others")
    # the button itself
    pairs.fill("14")
    make.hover()
    desk.mouse.down()
    desk.mouse.up()
    made = held.first()
    assert "make=1" in (made.request.post_data or "")
    made.continue_()
    expect(desk.locator(".desk-said")).to_contain_text("is made")
    assert len(held) == 0
    assert Event.objects.exclude(pk=night.pk).count() == 1


def test_a_press_whose_end_nobody_is_told_of_holds_a_form_for_three_seconds_at_most(desk: Page) -> None:
    """As a list that opens, or a menu, takes it."""
    held = hold(desk)
    desk.clock.install()
    desk.reload()
    desk.get_by_label("Pairs expected").fill("10")
    desk.clock.pause_at(desk.evaluate("Date.now()") / 1000 + 1)
    desk.get_by_role("heading", name="New event").hover()
    desk.mouse.down()
    desk.clock.run_for(2_000)
    assert len(held) == 0
    desk.clock.run_for(2_000)
    desk.clock.resume()
    held.first().continue_()
    expect(desk.locator(".desk-movements")).to_contain_text("of 9 others")


def test_a_form_that_is_sent_is_not_set_out_anew(desk: Page, night: Event) -> None:
    """An answer that came before the next page would have it kept as though it had not been sent."""
    held = hold(desk)
    desk.get_by_label("Pairs expected").fill("10")
    desk.get_by_role("button", name="Make the event").focus()
    look = held.first().request
    with desk.expect_event("requestfailed", lambda request: request == look, timeout=12_000):
        desk.keyboard.press("Enter")
    held.first().continue_()
    expect(desk.locator(".desk-said")).to_contain_text("is made")
    desk.goto(desk.url.split("/desk/")[0] + f"/desk/tournaments/{night.tournament_id}/new/")
    expect(desk.locator(".desk-kept")).to_have_count(0)
    expect(desk.get_by_label("Pairs expected")).not_to_have_value("10")
