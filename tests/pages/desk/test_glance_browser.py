"""The round at a glance in a real Chromium: walked with the keys, filling by itself, for everybody to use."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.admin.table_desk import differ
from tests.pages.desk.browsing import EVERYTHING, carry_over, end_sessions
from tests.pages.desk.conftest import sign_in as come
from tests.support.event_builders import ACTOR, enter, make_event, seat, standings
from tests.support.team_builders import ROUT, make_teams, play, publish
from tournaments.models import Event, Role, Table
from tournaments.services.calls import call_director
from tournaments.services.clock import start_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
"""Milliseconds: the page asks every 2.5 s at most."""


@pytest.fixture
def desk(
    transactional_db: None, event: Event, client: Client, live_server: LiveServer, page: Page
) -> Iterator[Page]:
    come(client, event.tournament.club, Role.DIRECTOR)
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    differ(event, 1)
    start_clock(event.pk, 1, 20, ACTOR)
    page.goto(live_server.url + reverse("desk:event", args=[event.pk]))
    yield page
    assert not faults


def table(event: Event, number: int) -> Table:
    return Table.objects.get(round__event=event, number=number)


def cell(page: Page, event: Event, number: int, board: int) -> str:
    return f"#c-{table(event, number).pk}-{board}"


def test_the_arrows_go_from_cell_to_cell_and_enter_opens_the_result(desk: Page, event: Event) -> None:
    desk.keyboard.press("c")
    expect(desk.locator(cell(desk, event, 1, 1))).to_be_focused()
    expect(desk.locator("#glance-told")).to_contain_text("Table 1, board 1: disputed")
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft"):
        desk.keyboard.press(key)
    expect(desk.locator(cell(desk, event, 3, 1))).to_be_focused()
    desk.keyboard.press("End")
    desk.keyboard.press("PageUp")
    expect(desk.locator(cell(desk, event, 1, 2))).to_be_focused()
    expect(desk.locator("[role=grid] td > [tabindex='0']")).to_have_count(1)
    desk.keyboard.press("m")
    expect(desk.locator(cell(desk, event, 2, 1))).to_be_focused()
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**{reverse('desk:result', args=[event.pk, table(event, 2).pk, 1])}")


def test_the_arrows_cross_from_one_block_of_tables_to_the_next(
    desk: Page, event: Event, live_server: LiveServer
) -> None:
    big = make_event(event.tournament, pairs=60, name="Big")
    seat(big, [(n, n + 30, [1, 2]) for n in range(1, 31)])
    desk.goto(live_server.url + reverse("desk:event", args=[big.pk]))
    expect(desk.locator("[role=grid]")).to_have_count(2)
    desk.keyboard.press("c")
    for key in ("End", "ArrowRight"):
        desk.keyboard.press(key)
    expect(desk.locator(cell(desk, big, 16, 1))).to_be_focused()
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft"):
        desk.keyboard.press(key)
    expect(desk.locator(cell(desk, big, 1, 2))).to_be_focused()


def test_it_fills_by_itself_and_keeps_focus_and_what_is_typed(desk: Page, event: Event) -> None:
    reason = desk.locator("#disputes input[name=reason]")
    reason.fill("they counted")
    desk.evaluate("window.neverReloaded = true")
    place = desk.locator(cell(desk, event, 3, 2))
    place.focus()
    enter(event, 1, 3, 2, "7 8 5 5")
    expect(desk.locator("td.in")).to_have_count(1, timeout=SOON)
    expect(place).to_be_focused()
    expect(place).to_have_attribute("aria-label", "Table 3, board 2: in; 7 8 – 5 5")
    call_director(event.pk, table(event, 2), ACTOR, "<b>revoke</b>")
    expect(desk.locator("#calls")).to_contain_text("<b>revoke</b>", timeout=SOON)
    expect(reason).to_have_value("they counted")
    assert desk.evaluate("window.neverReloaded")
    desk.get_by_role("button", name="I am coming").click()
    expect(desk.get_by_text("Table 2 is told that you are coming.")).to_be_visible()


def test_the_clock_runs(desk: Page) -> None:
    timer = desk.get_by_role("timer")
    before = timer.inner_text()
    expect(timer).not_to_have_text(before)


def test_who_is_signed_out_is_told_that_the_page_stands_still(desk: Page) -> None:
    end_sessions()
    expect(desk.locator("#glance-out")).to_be_visible(timeout=SOON)
    expect(desk.locator("#glance-out").get_by_role("link")).to_have_attribute("target", "_blank")


def test_a_lost_connection_is_told_and_forgotten_when_it_is_back(desk: Page) -> None:
    desk.route("**/*live*", lambda route: route.abort())
    expect(desk.locator("#glance-stale")).to_be_visible(timeout=3 * SOON)
    desk.unroute("**/*live*")
    expect(desk.locator("#glance-stale")).to_be_hidden(timeout=3 * SOON)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_fault_that_axe_can_find_at_any_width(
    desk: Page, event: Event, client: Client, browser: Browser, live_server: LiveServer, scheme: str
) -> None:
    call_director(event.pk, table(event, 2), ACTOR, "x" * 200)
    enter(event, 1, 2, 1, "17 8 5 5")
    standings(event)
    teams = make_teams(6, tournament=event.tournament)
    publish(teams)
    play(teams, 1, 1, [ROUT] * 5)
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    carry_over(client, page, live_server.url)
    places = [reverse("desk:event", args=[one.pk]) for one in (event, teams)]
    places += [reverse(f"desk:{name}", args=[event.pk]) for name in ("whole", "suspicions")]
    for width in (320, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        for place in places:
            page.goto(live_server.url + place)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (place, width)
            found = Axe().run(page, options={"runOnly": EVERYTHING})["violations"]
            told = [(fault["id"], [node["html"][:200] for node in fault["nodes"][:3]]) for fault in found]
            assert not told, (place, width)
    context.close()
