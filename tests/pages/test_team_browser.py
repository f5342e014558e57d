"""A Teams event's pages in a real Chromium: a result moves races and standings, and they obey the strict policy, fit
a phone, and read aloud well."""

import re
from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.reading import home
from tests.pages.team_night import PLACES, team_night
from tests.support.event_builders import ACTOR, standings
from tests.support.team_builders import LOSS, ROUT, ROUTED, enter_board, make_teams, play, publish
from tournaments.models import Event
from tournaments.services.entries import NewEntry, add_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
"""Milliseconds: a page asks every 2.5 s at most."""


@pytest.fixture
def event(transactional_db: None) -> Event:
    return team_night()


@pytest.fixture
def strict(page: Page) -> Iterator[Page]:
    """A page that fails its test when the browser reports an error: a script's, or a breach of the policy."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert not complaints


def test_a_race_and_the_standings_move_when_results_come_in(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    page, table = strict, strict.context.new_page()
    Event.objects.filter(pk=event.pk).update(traveller_secrecy="open")
    page.goto(live_server.url + home(event))
    table.goto(live_server.url + home(event) + "rounds/2/")
    line = table.locator("#match-2 polyline.home").first
    before = line.get_attribute("points")
    expect(page.locator("#row-5 .percent")).to_have_text("1")
    for shown in (page, table):
        shown.evaluate("window.neverReloaded = true")
    play(event, 2, 3, [ROUTED] * 4, first=4)
    play(event, 2, 4, [ROUT] * 5)
    standings(event)
    expect(page.locator("#headline")).to_contain_text("1 of 2 matches decided", timeout=SOON)
    expect(page.locator("#row-2 .percent")).to_have_text("1")
    expect(page.locator("#row-2")).to_have_class(re.compile(r"\bchanged\b"))
    expect(table.locator("#match-2")).to_contain_text("Team 2 won", timeout=SOON)
    after = line.get_attribute("points")
    assert before
    assert after
    assert len(after.split()) == len(before.split()) + 4
    assert page.evaluate("window.neverReloaded")
    assert table.evaluate("window.neverReloaded")


def test_the_public_sees_boards_come_in_one_by_one(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    page = strict
    page.goto(live_server.url + home(event) + "rounds/2/matches/1/")
    expect(page.locator(".pips").nth(1)).to_contain_text("4 boards in")
    enter_board(event, 2, 2, 5, LOSS)
    standings(event)
    expect(page.locator(".pips").nth(1)).to_contain_text("5 boards in", timeout=SOON)


def test_a_player_is_found_as_the_name_is_typed(live_server: LiveServer, event: Event, strict: Page) -> None:
    page = strict
    page.goto(live_server.url + home(event) + "where/")
    page.get_by_label("Player, team or team number").press_sequentially("5c")
    expect(page.locator("#live tbody tr")).to_have_count(1)
    expect(page.locator("#live tbody tr")).to_contain_text("Closed room")


def test_without_script_the_pages_are_whole(live_server: LiveServer, event: Event, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(live_server.url + home(event))
    expect(page.locator("#live tbody tr")).to_have_count(5)
    page.goto(live_server.url + home(event) + "rounds/1/matches/1/")
    page.locator("summary").first.click()
    expect(page.get_by_text("contract of").first).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_fault_that_axe_can_find(
    live_server: LiveServer, event: Event, browser: Browser, scheme: str
) -> None:
    context = browser.new_context(
        color_scheme=scheme, reduced_motion="reduce", viewport={"width": 1000, "height": 900}
    )
    page = context.new_page()
    everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    rules = {"runOnly": everything if scheme == "light" else {"type": "rule", "values": ["color-contrast"]}}
    context.add_cookies([{"name": f"own-{event.pk}", "value": "1", "url": live_server.url}])
    for place in PLACES:
        page.goto(live_server.url + home(event) + place)
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        found = Axe().run(page, options=rules)["violations"]
        told = [(fault["id"], [node["html"][:160] for node in fault["nodes"][:3]]) for fault in found]
        assert not told, (place, scheme)
    context.close()


def test_nothing_is_wider_than_the_narrowest_phone(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    made = make_teams(0, tournament=event.tournament, name="N" * 200)
    names = ("W" * 200, "👩‍👩‍👧‍👦" * 20, "محمد " * 40, "山田太郎" * 50)
    add_entries(
        made.pk,
        [
            NewEntry(tuple(f"{seat}{n}{'W' * 90}" for seat in "ABCDE"), name.strip())
            for n, name in enumerate(names)
        ],
        ACTOR,
    )
    publish(made)
    play(made, 1, 1, ["N+6 0+7 4+2 6", *[ROUT] * 4])
    play(made, 1, 2, ["N+6 0+7 4+2 6", *["1+2 12 1 1"] * 7])
    standings(made)
    page = strict
    page.context.add_cookies([{"name": f"own-{made.pk}", "value": "1", "url": live_server.url}])
    places = ("", "projector/", "where/", "rounds/", "rounds/1/", "rounds/1/matches/1/", "cross/", "teams/1/")
    for width in (320, 390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        for where in (*(home(made) + place for place in places), home(event), home(event) + "rounds/2/"):
            page.goto(live_server.url + where)
            page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (where, width, wide)


def test_keys_alone_reach_every_tab(live_server: LiveServer, event: Event, strict: Page) -> None:
    page = strict
    page.goto(live_server.url + home(event))
    page.get_by_role("link", name="Team night").focus()
    for name in ("Standings", "Seats", "Rounds", "Cross-table"):
        page.keyboard.press("Tab")
        expect(page.get_by_role("navigation").get_by_role("link", name=name)).to_be_focused()
    page.goto(live_server.url + home(event) + "cross/")
    page.locator("#cross").focus()
    expect(page.locator("#cross")).to_be_focused()
