"""Entries in a real browser while the network is slow or gone, and hands go on."""

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk import browsing
from tests.pages.desk.conftest import sign_in
from tests.pages.held_answers import Held
from tests.support.broker import eventually
from tests.support.event_builders import ACTOR, make_event
from tournaments.models import Event, EventStatus, Person, Role
from tournaments.services.entries import NewEntry, add_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRESS_IT_AGAIN_AT_ONCE = """(number) => {
  window.isOld = true;
  document.addEventListener("htmx:afterSwap", () => setTimeout(() => {
    document.querySelector(`#entry-${number} .entry-key`).click();
    document.body.dataset.pressed = number;
  }), { once: true });
}"""
"""As soon as the answer stands there."""


@pytest.fixture
def event(transactional_db: None) -> Event:
    made = make_event(pairs=0)
    add_entries(made.pk, [NewEntry((f"North {number}", f"South {number}")) for number in range(1, 6)], ACTOR)
    for name, number in (("Ann Smith", "123"), ("Bob Smithers", "1234"), ("Cy Smythe", "7")):
        Person.objects.create(club=made.tournament.club, name=name, number=number)
    return made


@pytest.fixture
def dora(event: Event, client: Client) -> User:
    return sign_in(client, event.tournament.club, Role.DIRECTOR)


@pytest.fixture
def desk(live_server: LiveServer, page: Page, event: Event, dora: User, client: Client) -> Iterator[Page]:
    """A director at the desk; no script may fail."""
    browsing.carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(live_server.url + reverse("desk:entries", args=[event.pk]))
    yield page
    assert not faults


def absent(event: Event) -> list[int]:
    return list(event.entries.filter(checked_in_at=None).order_by("number").values_list("number", flat=True))


def test_a_check_in_that_fails_is_said_at_its_row_and_moves_nobody(
    desk: Page, dora: User, event: Event
) -> None:
    keys, missed = desk.keyboard, desk.locator("#entries-missed")
    said = {number: desk.locator(f"#entry-{number}").get_by_role("alert") for number in (1, 2, 3)}
    held = Held(desk, "**/check-in/")
    desk.locator("#entry-1 .entry-key").focus()
    for _ in said:
        keys.press("Space")
    held.first().abort()
    expect(said[1]).to_contain_text("press again")
    browsing.end_sessions()
    held.first().continue_()
    expect(said[2]).to_have_text("Sign in again; nothing that you typed is lost.")
    held.first().abort("timedout")
    expect(said[3]).to_contain_text("press again")
    expect(missed).to_have_text("Not saved: 1 2 3")
    expect(desk.locator("#entry-4 .entry-key")).to_be_focused()
    assert absent(event) == [1, 2, 3, 4, 5]
    desk.unroute_all()
    with desk.context.expect_page() as opened:
        desk.get_by_role("link", name="Sign in again in a new tab").click()
    browsing.sign_in(opened.value, dora)
    expect(opened.value.get_by_role("heading", name=event.name)).to_be_visible()
    opened.value.close()
    desk.get_by_label("Check in by number or name").focus()
    keys.type("1")
    keys.press("Enter")
    expect(desk.locator("#entry-1 .entry-key")).to_have_text("Here")
    expect(missed).to_have_text("Not saved: 2 3")
    # the words of a fault are none of the name's
    keys.type("again")
    expect(desk.locator(".entries-table tr[id]:visible")).to_have_count(0)
    keys.press("Escape")
    # refused: the server says why
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    keys.type("2")
    keys.press("Enter")
    expect(said[2]).to_contain_text("final")
    expect(missed).to_have_text("Not saved: 2 3")
    assert absent(event) == [2, 3, 4, 5]


def test_a_key_pressed_twice_goes_once_and_holds_nobody_up(desk: Page, event: Event) -> None:
    keys = desk.keyboard
    held = Held(desk, "**/check-in/")
    desk.get_by_label("Check in by number or name").focus()
    for number in (1, 1, 2, 3):
        keys.type(str(number))
        keys.press("Enter")
    held.end(held.first())
    expect(desk.locator("#entries-count")).to_contain_text("3 checked in")
    assert absent(event) == [4, 5]
    # the second of a double click comes after the answer
    key = desk.locator("#entry-4 .entry-key")
    key.hover()
    desk.mouse.down()
    desk.mouse.up()
    expect(key).to_have_text("Here")
    key.hover()
    desk.mouse.down(click_count=2)
    desk.mouse.up(click_count=2)
    desk.locator("#entry-5 .entry-key").click()
    expect(desk.locator("#entries-count")).to_contain_text("everybody is here")
    # a row's new key works from the first moment, and without another page
    desk.evaluate(PRESS_IT_AGAIN_AT_ONCE, 4)
    key.click()
    expect(desk.locator("body")).to_have_attribute("data-pressed", "4")
    expect(key).to_have_text("Here")
    expect(desk.locator("#entries-count")).to_contain_text("everybody is here")
    assert event.entries.filter(checked_in_at=None).count() == 0
    assert desk.evaluate("window.isOld")


def test_keys_that_wait_for_their_turn_are_not_lost_with_the_page(desk: Page, event: Event) -> None:
    desk.evaluate("XMLHttpRequest.prototype.send = () => {}")  # the first gets no answer
    desk.locator("#entry-1 .entry-key").focus()
    for _ in range(3):
        desk.keyboard.press("Space")
    expect(desk.locator("#entry-4 .entry-key")).to_be_focused()
    desk.get_by_role("link", name="Settings", exact=True).click()
    expect(desk.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    eventually(lambda: absent(event) == [4, 5])


def test_who_was_chosen_belongs_to_what_was_typed_then(desk: Page, event: Event) -> None:
    keys, first, second = desk.keyboard, desk.locator("#player-1"), desk.locator("#player-2")
    expect(first).to_be_focused()
    # a number that is another's as far as it goes
    keys.type("123")
    expect(desk.get_by_role("option", selected=True)).to_contain_text("Ann Smith")
    Held(desk, "**/find/**")
    keys.type("4")
    keys.press("Tab")
    expect(second).to_be_focused()
    expect(first).to_have_value("1234")
    expect(desk.locator("#person-1")).to_have_value("")
    # the same of a name, chosen with the arrow
    desk.unroute_all()
    keys.type("Smi")
    expect(desk.get_by_role("option")).to_have_count(2)
    held = Held(desk, "**/find/?q=Sm")
    desk.route(
        re.compile("q=(?!Sm$)"), lambda _route: None
    )  # of slower hands more is asked, and not answered
    keys.press("ArrowDown")
    expect(desk.get_by_role("option", selected=True)).to_have_count(1)
    keys.type("th, Bea")
    expect(desk.get_by_role("option", selected=True)).to_have_count(0)
    keys.press("Control+a")
    keys.type("Sm")
    # and whoever is chosen since stays chosen when the answer comes
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    chosen = desk.get_by_role("option", name="Bob Smithers")
    expect(chosen).to_have_attribute("aria-selected", "true")
    held.first().continue_()
    expect(desk.get_by_role("option")).to_have_count(3)
    expect(chosen).to_have_attribute("aria-selected", "true")
    keys.press("Enter")
    expect(desk.get_by_role("alert")).to_contain_text("Bob Smithers cannot play with themselves")


def test_what_is_typed_elsewhere_stays_there_while_an_entry_is_added(desk: Page, event: Event) -> None:
    keys, find = desk.keyboard, desk.get_by_label("Check in by number or name")
    checked = Held(desk, "**/check-in/")
    added = Held(desk, "**/entries/")
    desk.locator("#entry-5 .entry-key").click()
    desk.locator("#player-1").focus()
    for name in ("Fay", "Gus"):
        keys.type(name)
        keys.press("Enter")
    # of the next pair, before the answer; that of a check-in is not the one
    keys.type("H")
    checked.first().continue_()
    expect(desk.locator("#entry-5 .entry-key")).to_have_text("Here")
    keys.type("al")
    added.first().continue_()
    expect(desk.locator("#entry-6")).to_contain_text("Fay & Gus")
    expect(desk.locator("#player-1")).to_have_value("Hal")
    keys.press("Enter")
    keys.type("Ida")
    keys.press("Enter")
    find.click()
    keys.type("6")
    expect(find).to_have_value("6")
    added.first().continue_()
    expect(desk.locator("#entry-7")).to_contain_text("Hal & Ida")
    expect(find).to_be_focused()
    keys.press("Enter")
    checked.first().continue_()
    expect(desk.locator("#entry-6 .entry-key")).to_have_text("Here")
    # an entry that is not answered stands there still, and what was meant for the next is not put behind it
    desk.locator("#player-1").focus()
    for name in ("Jo", "Kit", "Lou"):
        keys.type(name)
        keys.press("Enter")
    added.first().abort()
    expect(desk.locator("#typing").get_by_role("alert")).to_contain_text("press again")
    expect(desk.locator("#player-2")).to_have_value("Kit")
    keys.press("Enter")
    added.first().continue_()
    expect(desk.locator("#entry-8")).to_contain_text("Jo & Kit")
    expect(desk.locator("#typing").get_by_role("alert")).to_have_count(0)
