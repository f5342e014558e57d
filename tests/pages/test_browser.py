"""The pages in a real Chromium: they move by themselves, obey the strict policy, fit a phone, and read aloud well."""

import re
from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.reading import home
from tests.pages.table_taps import LOOK_NOW
from tests.pages.waiting import ASKS, still_clock, stop_time
from tests.support.event_builders import ACTOR, enter, make_event, seat, standings
from tournaments.models import Event, EventStatus
from tournaments.services.entries import NewEntry, add_entries

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLACES = (
    "",
    "projector/",
    "where/",
    "rounds/",
    "rounds/1/",
    "boards/",
    "boards/1/",
    "boards/2/",
    "pairs/2/",
    "progress/",
)
SOON = 20_000
"""Milliseconds: a page asks every 2.5 s at most."""


@pytest.fixture
def event(event: Event, transactional_db: None) -> Event:
    return event


@pytest.fixture
def strict(page: Page) -> Iterator[Page]:
    """A page that fails its test when the browser reports an error: a script's, or a breach of the policy."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert not complaints


def test_the_standings_move_when_a_result_comes_in(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    page = strict
    page.goto(live_server.url + home(event))
    expect(page.locator("#headline")).to_contain_text("4 of 8 boards scored")
    page.evaluate("window.neverReloaded = true")
    for table, line in enumerate(("7 9 5 4", "7 8 5 5", "7 7 5 6", "7 6 5 7"), start=1):
        enter(event, 1, table, 2, line)
    standings(event)
    expect(page.locator("#headline")).to_contain_text("8 of 8 boards scored", timeout=SOON)
    expect(page.locator("#row-1 .percent")).to_have_text("50.00")
    expect(page.locator("#row-4")).to_have_class("first changed")
    assert page.evaluate("window.neverReloaded")


def test_an_unfolded_row_stays_unfolded_when_the_page_moves(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    page = strict
    Event.objects.filter(pk=event.pk).update(traveller_secrecy="open")
    enter(event, 1, 1, 2, "7 7 5 6")
    standings(event)
    page.goto(live_server.url + home(event) + "boards/2/")
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("details").first).to_have_attribute("open", "")
    enter(event, 1, 2, 2, "7 8 5 5")
    standings(event)
    expect(page.locator("details")).to_have_count(2, timeout=SOON)
    expect(page.locator("details").first).to_have_attribute("open", "")


@pytest.fixture
def behind(live_server: LiveServer, event: Event, strict: Page) -> Page:
    """Standings that show four of eight boards, and eight by the next answer that comes through."""
    page = strict
    page.route(ASKS, lambda route: route.fulfill(status=304))
    page.goto(live_server.url + home(event))
    expect(page.locator("#headline")).to_contain_text("4 of 8 boards scored")
    stop_time(page)
    for table, line in enumerate(("7 9 5 4", "7 8 5 5", "7 7 5 6", "7 6 5 7"), start=1):
        enter(event, 1, table, 2, line)
    standings(event)
    return page


def hear_the_news(page: Page) -> None:
    page.unroute(ASKS)
    with page.expect_response(lambda answer: ASKS.search(answer.url) is not None and answer.status == 200):
        page.evaluate(LOOK_NOW)


def test_what_is_under_a_finger_stays_until_it_is_lifted(live_server: LiveServer, behind: Page) -> None:
    link = behind.locator("#row-2").get_by_role("link").first
    wanted, before = link.get_attribute("href"), link.element_handle()
    link.hover()
    behind.mouse.down()
    hear_the_news(behind)
    assert before is not None
    assert before.evaluate("link => link.isConnected")
    behind.mouse.up()
    expect(behind).to_have_url(f"{live_server.url}{wanted}")


def test_what_came_under_a_finger_is_shown_when_it_is_lifted(behind: Page) -> None:
    behind.locator("#headline").hover()
    behind.mouse.down()
    hear_the_news(behind)
    behind.mouse.up()
    expect(behind.locator("#headline")).to_contain_text("8 of 8 boards scored", timeout=SOON)


def test_a_percentage_of_a_scorecard_leads_to_how_it_is_made(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    page = strict
    page.goto(live_server.url + home(event) + "pairs/2/")
    page.locator("#line-1-1").get_by_role("link", name="66.67").click()
    expect(page).to_have_title(re.compile("^Board 1 "))
    expect(page.get_by_text("66.67 % = beat 2 of 3: 2 ÷ 3.").locator("visible=true")).to_have_count(1)
    expect(page.locator("details[open]")).to_have_count(1)


def test_a_lost_connection_is_told_and_forgotten_when_it_is_back(
    live_server: LiveServer, event: Event, page: Page
) -> None:
    page.goto(live_server.url + home(event))
    expect(page.locator("#stale")).to_be_hidden()
    page.route("**/*live*", lambda route: route.abort())
    expect(page.locator("#stale")).to_be_visible(timeout=3 * SOON)
    page.unroute("**/*live*")
    expect(page.locator("#stale")).to_be_hidden(timeout=3 * SOON)


def test_a_name_is_found_as_it_is_typed(live_server: LiveServer, event: Event, strict: Page) -> None:
    page = strict
    page.goto(live_server.url + home(event) + "where/")
    page.get_by_label("Name or pair number").press_sequentially("south 7")
    expect(page.locator("#live tbody tr")).to_have_count(1)
    expect(page.locator("#live tbody tr")).to_contain_text("against 3 North 3 & South 3")


def test_without_script_the_pages_are_whole(live_server: LiveServer, event: Event, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(live_server.url + home(event))
    expect(page.locator("#live tbody tr")).to_have_count(8)
    page.get_by_role("searchbox").fill("north 3")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#live tbody tr")).to_have_count(1)
    page.goto(live_server.url + home(event) + "boards/1/")
    page.locator("summary").nth(1).click()
    expect(page.get_by_text("66.67 % = beat 2 of 3: 2 ÷ 3.").first).to_be_visible()
    page.goto(live_server.url + home(event) + "projector/")
    expect(page.locator("tbody tr:visible")).to_have_count(8)
    page.context.close()


def test_my_pair_is_chosen_with_a_button(live_server: LiveServer, event: Event, strict: Page) -> None:
    page = strict
    page.goto(live_server.url + home(event) + "pairs/2/")
    page.get_by_role("button", name="This is my pair").click()
    expect(page.get_by_text("You are pair 2")).to_be_visible()
    page.get_by_role("link", name="Standings").click()
    expect(page.locator("tr[aria-current]")).to_have_attribute("id", "row-2")
    page.go_back()
    page.get_by_role("button", name="Not my pair any more").click()
    expect(page.get_by_text("You are pair 2")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_fault_that_axe_can_find(
    live_server: LiveServer, event: Event, browser: Browser, scheme: str
) -> None:
    context = browser.new_context(
        color_scheme=scheme, reduced_motion="reduce", viewport={"width": 1000, "height": 900}
    )
    page = context.new_page()
    everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    # the two schemes have the same markup: the second needs its colours looked at alone
    rules = {"runOnly": everything if scheme == "light" else {"type": "rule", "values": ["color-contrast"]}}
    context.add_cookies([{"name": f"own-{event.pk}", "value": "2", "url": live_server.url}])
    tournament = f"/t/{event.tournament.slug}/"
    for place in ("/", tournament, "/nothing", *(home(event) + place for place in PLACES)):
        page.goto(live_server.url + place)
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        found = Axe().run(page, options=rules)["violations"]
        told = [(fault["id"], [node["html"][:160] for node in fault["nodes"][:3]]) for fault in found]
        assert not told, (place, scheme)
    context.close()


def test_nothing_is_wider_than_the_narrowest_phone(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    made = make_event(event.tournament, pairs=0, boards=30, name="N" * 200)
    names = ("W" * 200, "👩‍👩‍👧‍👦" * 20, "محمد " * 40, "山田太郎" * 50)
    add_entries(
        made.pk, [NewEntry((f"A{n}", f"B{n}"), name=name.strip()) for n, name in enumerate(names)], ACTOR
    )
    boards = list(range(1, 31))
    seat(made, [(1, 3, boards), (2, 4, boards)])
    Event.objects.filter(pk=made.pk).update(status=EventStatus.RUNNING)
    for table in (1, 2):
        enter(made, 1, table, 1, "N+6 0+7 4+2 6")
    standings(made)
    page = strict
    page.context.add_cookies([{"name": f"own-{made.pk}", "value": "1", "url": live_server.url}])
    for width in (320, 390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        for place in ("/", *(home(made) + place for place in PLACES)):
            page.goto(live_server.url + place)
            page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (place, width, wide)


def test_keys_alone_reach_everything(live_server: LiveServer, event: Event, strict: Page) -> None:
    page = strict
    page.goto(live_server.url + home(event))
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Club night")).to_be_focused()
    for name in ("Standings", "Seats", "Rounds", "Boards", "Progress"):
        page.keyboard.press("Tab")
        expect(page.get_by_role("navigation").get_by_role("link", name=name)).to_be_focused()


def test_the_projector_turns_its_pages_and_can_be_held(
    live_server: LiveServer, event: Event, strict: Page
) -> None:
    page = strict
    made = make_event(event.tournament, pairs=30, name="Large")
    still_clock(page)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(live_server.url + home(made) + "projector/")
    shown = page.locator("tbody tr:visible")
    expect(page.locator("#pages")).to_contain_text("1 / ")
    first = shown.first.inner_text()
    size = shown.count()
    assert 5 <= size <= 12
    assert "North 1 " in first
    page.clock.run_for(9_500)
    expect(page.locator("#pages")).to_contain_text("2 / ")
    expect(shown.first).to_contain_text(f"North {size + 1} ")
    page.get_by_role("button", name="Hold").click()
    page.clock.run_for(30_000)
    expect(page.locator("#pages")).to_contain_text("2 / ")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#pages")).to_contain_text("1 / ")
    page.keyboard.press("ArrowLeft")
    expect(shown.last).to_contain_text("North 30 ")
