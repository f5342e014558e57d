"""Setting up in a real Chromium: with the keyboard alone, and every page at 320 and 1440 px."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.conftest import sign_in
from tests.pages.waiting import settled
from tests.support.event_builders import four_tables, make_event, play_hand_1
from tests.support.team_builders import make_teams
from tournaments.models import Event, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def night(transactional_db: None) -> Event:
    event = make_event(boards=3)
    four_tables(event)
    play_hand_1(event)
    return event


@pytest.fixture
def desk(night: Event, live_server: LiveServer, page: Page) -> Iterator[Page]:
    """A signed-in director's browser; no script may fail, and nothing be refused by the policy."""
    client = Client()
    sign_in(client, night.tournament.club, Role.DIRECTOR)
    faults: list[str] = []
    # an answer that shows a form again with its faults is no fault of a script
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if message.type == "error" and "status of 422" not in message.text
            else None
        ),
    )
    page.on("pageerror", lambda error: faults.append(str(error)))
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    yield page
    assert not faults


def press(page: Page, label: str, *keys: str) -> None:
    """Type into a field that the keyboard has reached."""
    field = page.get_by_label(label, exact=True)
    field.focus()
    for key in keys:
        page.keyboard.press(key)


def test_an_event_is_made_with_the_keyboard_alone(desk: Page, night: Event, live_server: LiveServer) -> None:
    desk.goto(f"{live_server.url}/desk/tournaments/{night.tournament_id}/new/")
    best = desk.locator(".desk-movements tbody tr").first
    expect(best).to_contain_text("Barometer")
    name = desk.get_by_label("Name", exact=True)
    name.focus()
    desk.keyboard.press("Control+a")
    desk.keyboard.type("Monday")
    # another number of pairs brings other movements, and keeps what was typed and where the keyboard is
    press(desk, "Minutes at most", "6", "0", "Tab")
    expect(desk.locator(".desk-movements")).not_to_contain_text("180")
    settled(desk)
    expect(desk.get_by_label("Name", exact=True)).to_have_value("Monday")
    desk.get_by_label("Team-of-Four").focus()
    desk.keyboard.press("Space")
    expect(desk.get_by_label("Teams expected")).to_be_visible()
    settled(desk)
    press(desk, "Teams expected", "1", "2", "Tab")
    expect(desk.get_by_text("12 teams: after 4 rounds")).to_be_visible()
    expect(desk.get_by_label("Team-of-Four")).to_be_checked()
    # a reload loses nothing of it
    settled(desk)
    desk.reload()
    expect(desk.get_by_label("Name", exact=True)).to_have_value("Monday")
    expect(desk.get_by_label("Teams expected")).to_have_value("12")
    expect(desk.get_by_text("12 teams: after 4 rounds")).to_be_visible()
    settled(desk)
    # an earlier event to copy brings its own name and kind
    desk.get_by_label("Made after").select_option(str(night.pk))
    expect(desk.get_by_label("Name", exact=True)).to_have_value("Club night")
    expect(desk.get_by_label("Pairs", exact=True)).to_be_checked()
    settled(desk)
    desk.get_by_role("button", name="Make the event").focus()
    expect(desk.get_by_role("button", name="Make the event")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator(".desk-said")).to_contain_text("“Club night” is made.")


def test_a_preset_fills_in_its_figures_and_its_effect_is_read(
    desk: Page, night: Event, live_server: LiveServer
) -> None:
    desk.goto(f"{live_server.url}/desk/e/{night.pk}/settings/")
    preset = desk.get_by_label("Rule set", exact=True)
    preset.focus()
    desk.keyboard.press("ArrowDown")
    desk.get_by_text("Figure by figure").click()
    expect(desk.get_by_label("A race ends at")).to_have_value("500")
    expect(desk.get_by_label("Rule set", exact=True)).to_have_value("standard")
    settled(desk)
    desk.get_by_role("button", name="Save", exact=True).press("Enter")
    expect(desk.get_by_text("Nothing is saved yet.")).to_be_visible()
    reason = desk.get_by_label("Reason")
    reason.fill("the wrong one was chosen")
    desk.keyboard.press("Enter")
    expect(desk.locator(".desk-said")).to_contain_text("Saved.")
    night.refresh_from_db()
    assert night.rules == {"preset": "standard"}


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark"), (1440, "light")])
def test_every_page_fits_and_is_accessible(
    desk: Page, night: Event, live_server: LiveServer, browser: Browser, width: int, scheme: str
) -> None:
    teams = make_teams(5, tournament=night.tournament)
    empty = make_event(night.tournament, pairs=0, name="W" * 60)
    desk.set_viewport_size({"width": width, "height": 900})
    desk.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    tournament = f"tournaments/{night.tournament_id}/"
    for path in (
        "",
        tournament,
        f"{tournament}change/",
        f"{tournament}new/",
        f"{tournament}new/?copy={teams.pk}",
        f"tournaments/new/{night.tournament.club.slug}/",
        f"e/{night.pk}/settings/",
        f"e/{empty.pk}/settings/",
        f"e/{teams.pk}/settings/",
        f"e/{night.pk}/boards/",
        f"e/{empty.pk}/boards/",
        f"e/{teams.pk}/draw/",
    ):
        desk.goto(f"{live_server.url}/desk/{path}")
        desk.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        found = Axe().run(desk)["violations"]
        assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == [], path
