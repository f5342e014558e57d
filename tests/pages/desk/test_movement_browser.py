"""The movement in a real Chromium: nothing wider than a phone, nothing that axe finds, and the keyboard alone."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.support.event_builders import ACTOR, enter, make_event, make_member
from tournaments.draws.registry import build
from tournaments.models import Event, Role, Table
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.rounds import close_round, install_movement, open_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event() -> Event:
    """Nine pairs, one of them with a long name, a Mitchell with its first round played, and a pair on stand-by."""
    event = make_event(pairs=8)
    add_entries(event.pk, [NewEntry(players=("Wolfeschlegelstein " * 4, "ملك البستوني " * 4))], ACTOR)
    install_movement(event.pk, build("mitchell", 9, 10), ACTOR)
    open_round(event.pk, 1, ACTOR)
    for table in Table.objects.filter(round__event=event, round__number=1):
        for board in table.boards:
            enter(event, 1, table.number, board, "7 6 5 7")
    close_round(event.pk, 1, ACTOR)
    add_entries(event.pk, [NewEntry(players=("Wim Wait", "Wes Wait"), standby=True)], ACTOR)
    return event


@pytest.fixture
def desk(page: Page, event: Event, client: Client, live_server: LiveServer) -> Iterator[Page]:
    """The director's browser; it fails for anything that the console calls an error."""
    client.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []


def test_it_fits_a_phone_and_axe_finds_nothing(desk: Page, event: Event, live_server: LiveServer) -> None:
    movement = reverse("desk:movement", args=[event.pk])
    change = reverse("desk:movement-change", args=[event.pk])
    desk.set_viewport_size({"width": 320, "height": 800})
    for path in (
        f"{movement}?round=2&pair=9&whole",
        f"{change}?what=gone&entry=9&first=2&last=&standby=1001",
    ):
        desk.goto(live_server.url + path)
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        found = Axe().run(desk)["violations"]
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []


def test_a_late_pair_with_the_keyboard_alone(desk: Page, event: Event, live_server: LiveServer) -> None:
    desk.goto(live_server.url + reverse("desk:movement", args=[event.pk]))
    desk.get_by_label("Who comes").focus()
    for _ in range(2):
        desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("group", name="There is one way")).to_be_visible()
    expect(desk.get_by_role("radio")).to_be_checked()
    desk.wait_for_load_state()  # scripts of the new page move no focus any more
    desk.get_by_label("First player").focus()
    desk.keyboard.type("Nora Late")
    desk.keyboard.press("Tab")
    expect(desk.get_by_label("Second player")).to_be_focused()
    desk.keyboard.type("Nils Late")
    desk.keyboard.press("Tab")
    expect(desk.get_by_label("Reason")).to_be_focused()
    desk.keyboard.type("came at 19:40")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("status").first).to_contain_text("Pair 10 takes the empty place East-West")
    assert event.entries.get(number=10).name == "Nora Late & Nils Late"
