"""The desk's keys in a real Chromium: the palette, g and a letter, ? – and none of it while somebody types."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import EVERYTHING, carry_over
from tests.pages.desk.conftest import sign_in as come
from tests.pages.waiting import ASKS
from tournaments.models import Event, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(
    transactional_db: None, event: Event, client: Client, live_server: LiveServer, page: Page
) -> Iterator[Page]:
    """The round; a script's error or a breach of the policy fails the test."""
    come(client, event.tournament.club, Role.DIRECTOR)
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(live_server.url + reverse("desk:event", args=[event.pk]))
    yield page
    assert not faults


def fetched(desk: Page) -> None:
    """The palette is open, and has what it fetches: it makes its list anew with that."""
    expect(desk.get_by_role("combobox", name="Where to?")).to_be_focused()
    expect(desk.get_by_role("option", name="What looks odd")).to_be_visible()


def test_the_palette_goes_to_a_pair_by_a_part_of_its_name(desk: Page, event: Event) -> None:
    desk.keyboard.press("/")
    field = desk.get_by_role("combobox", name="Where to?")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-expanded", "true")
    desk.keyboard.type("sou 7")
    option = desk.get_by_role("option", name="7 North 7 & South 7")
    expect(option).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", option.get_attribute("id") or "-")
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**{reverse('desk:entries', args=[event.pk])}#entry-7")


def test_a_whole_number_comes_before_what_begins_with_it(desk: Page) -> None:
    desk.keyboard.press("Control+k")
    fetched(desk)
    desk.keyboard.type("table 3")
    expect(desk.get_by_role("option").first).to_contain_text("Table 3")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**#table-3")


def test_the_arrows_choose_and_escape_gives_the_focus_back(desk: Page) -> None:
    before = desk.get_by_role("button", name="Go to")
    before.focus()
    desk.keyboard.press("Enter")
    fetched(desk)
    expect(desk.get_by_role("option").nth(0)).to_have_attribute("aria-selected", "true")
    desk.keyboard.press("ArrowDown")
    expect(desk.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    desk.keyboard.press("ArrowUp")
    desk.keyboard.press("ArrowUp")
    expect(desk.get_by_role("option").last).to_have_attribute("aria-selected", "true")
    desk.keyboard.type("zzzz")
    expect(desk.locator("#palette [role=status]")).to_have_text("Nothing is called that.")
    desk.keyboard.press("Escape")
    expect(desk.locator("#palette")).to_be_hidden()
    expect(before).to_be_focused()


def test_a_deed_of_the_page_is_done_from_the_palette(desk: Page) -> None:
    desk.route(ASKS, lambda route: route.fulfill(status=304))  # nothing is brought anew meanwhile
    desk.reload()
    desk.keyboard.press("/")
    fetched(desk)
    desk.keyboard.type("start clock")
    expect(desk.get_by_role("option").first).to_contain_text("Start the clock")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("The clock of round 1 runs")).to_be_visible()


def test_g_and_a_letter_open_a_part_and_nothing_does_while_one_types(desk: Page, event: Event) -> None:
    minutes = desk.get_by_label("Minutes")
    minutes.focus()
    for key in ("g", "s", "/", "?"):
        desk.keyboard.press(key)
    expect(desk.locator("dialog[open]")).to_have_count(0)
    assert desk.url.endswith(reverse("desk:event", args=[event.pk]))
    minutes.blur()
    desk.keyboard.press("g")
    desk.keyboard.press("x")  # no part has this: nothing, and g has to be pressed anew
    desk.keyboard.press("s")
    desk.wait_for_timeout(100)
    assert desk.url.endswith(reverse("desk:event", args=[event.pk]))
    desk.keyboard.type("gs")
    desk.wait_for_url(f"**{reverse('desk:settings', args=[event.pk])}")


def test_the_keys_are_shown_and_can_be_switched_off(desk: Page) -> None:
    desk.keyboard.press("?")
    keys = desk.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Next cell that is waited for")
    expect(keys).to_contain_text("Settings")
    keys.get_by_label("Single keys do this, except while typing").uncheck()
    desk.keyboard.press("Escape")
    desk.keyboard.press("/")
    desk.keyboard.press("?")
    expect(desk.locator("dialog[open]")).to_have_count(0)
    desk.keyboard.press("Control+k")
    expect(desk.locator("#palette")).to_be_visible()


@pytest.mark.parametrize("key", ["/", "?"])
def test_no_fault_that_axe_can_find_in_the_dialogs(desk: Page, key: str) -> None:
    desk.keyboard.press(key)
    expect(desk.locator("dialog[open]")).to_be_visible()
    if key == "/":
        fetched(desk)
    found = Axe().run(desk, options={"runOnly": EVERYTHING})["violations"]
    assert not [(fault["id"], fault["nodes"][0]["html"][:200]) for fault in found]
