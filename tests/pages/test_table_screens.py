"""Every screen of the table page: faults that axe can find, the size of what is tapped, keys alone."""

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.pages.table_calls import Phone, phone_at, tables_in_play
from tests.pages.table_taps import LATER, SOON, Opener, bid_and_take, board, send, tap
from tests.support.event_builders import ACTOR, seat
from tests.support.team_builders import ROUT, make_teams, play, publish
from tournaments.models import Event, Person
from tournaments.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = {
    "#": "Who holds this phone?",
    "#enter-1-NS": "Board 1: you enter for North-South",
    "#enter-2-EW": "Board 2: you enter for East-West",
    "#seats": "Who really sits here?",
    "#call": "Call the director to table 1",
}
"""Their headings, by what they are called in the address."""


@pytest.fixture
def event(transactional_db: None) -> Event:
    return tables_in_play()


@pytest.fixture
def table(event: Event) -> Phone:
    return phone_at(event)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_screen_has_a_fault_that_axe_can_find(
    event: Event, table: Phone, opened: Opener, scheme: str
) -> None:
    page = opened(table, color_scheme=scheme)
    everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    wrong = []

    def look(where: str, title: str) -> None:
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        found = Axe().run(page, options={"runOnly": everything})["violations"]
        wrong.extend(
            (where, fault["id"], [node["html"][:140] for node in fault["nodes"][:3]]) for fault in found
        )

    look("side", "Who holds this phone?")
    page.get_by_role("button", name="We are North-South").click()
    look("boards", "Your boards")
    board(page, 1)
    look("bids", "North bids")
    bid_and_take(page, "N 3 3 2")
    look("tricks", "Tricks North took")
    tap(page, "0", "8")
    look("review", "Board 1: is this right?")
    send(page)
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)
    look("sent", "Board 1")
    page.get_by_role("button", name="East-West confirms on this phone").click()
    look("confirm", "East-West: is that right?")
    page.get_by_role("link", name="No, it was different").click()
    bid_and_take(page, "N 3 3 2", "0", "7")
    send(page)
    expect(page.locator("#state")).to_contain_text("director decides", timeout=SOON)
    look("differs", "North-South says")
    page.get_by_role("link", name="All boards").click()
    look("boards again", "Your boards")
    page.get_by_role("link", name="Who sits here").click()
    look("seats", "Who really sits here?")
    page.goto(page.url.split("#")[0] + "#call")
    look("call", "Call the director")
    seat(event, [(2, 1, [4, 5]), (3, 5, [4, 5])], status="planned")
    close_round(event.pk, 1, ACTOR, "enough")
    expect(page.get_by_role("heading", name="Wait for the next round")).to_be_visible(timeout=SOON)
    look("waiting", "Wait for the next round")
    page.route("**/state", lambda route: route.abort())
    expect(page.locator("#status")).to_contain_text("No connection", timeout=LATER)
    look("no connection", "Wait for the next round")
    assert not wrong


def test_a_race_has_no_fault_that_axe_can_find(opened: Opener, transactional_db: None) -> None:
    event = make_teams(2)
    publish(event)
    play(event, 1, 1, [ROUT] * 5)
    page = opened(phone_at(event), "North-South")
    assert not Axe().run(page)["violations"]


def test_every_key_is_large_enough_and_nothing_is_wider_than_the_phone(
    event: Event, table: Phone, opened: Opener
) -> None:
    Person.objects.filter(seats__entry__event=event).update(name="W" * 200)
    page = opened(table)
    for width in (320, 390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 700})
        for place, title in SCREENS.items():
            page.goto(page.url.split("#")[0] + place)
            expect(page.get_by_role("heading", name=title)).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (place, width)
            sizes = page.evaluate(
                "[...document.querySelectorAll('main button, main a, .tools a, .tools button')]"
                ".map((part) => part.getBoundingClientRect())"
                ".map((box) => [box.width, box.height])"
            )
            assert sizes
            assert min(min(size) for size in sizes) >= 47.9, (place, width)


def test_a_board_can_be_entered_with_keys_alone(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    page.get_by_role("link", name="Board 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_be_focused()
    expect(page.locator("#announce")).to_have_text("North bids")
    for key in ("4", "3", "3", "2", "8"):
        page.get_by_role("button", name=key, exact=True).focus()
        expect(page.get_by_role("button", name=key, exact=True)).to_be_focused()
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Send").focus()
    expect(page.get_by_role("button", name="Send")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)


def test_what_has_the_focus_lies_under_nothing(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table)
    page.set_viewport_size({"width": 320, "height": 600})
    page.goto(page.url.split("#")[0] + "#seats")
    expect(page.get_by_role("heading", name=SCREENS["#seats"])).to_be_focused()
    for keys in (["Tab"] * 9, ["Shift+Tab"] * 9):
        for key in keys:
            page.keyboard.press(key)
            covered = page.evaluate(
                "(() => { const part = document.activeElement; const box = part.getBoundingClientRect();"
                "const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);"
                "return part === document.body || part.contains(top) ? '' : part.textContent || part.name; })()"
            )
            assert not covered
