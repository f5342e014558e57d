"""A ranked event's pages and its table's page in a real Chromium: nothing runs over, everything tapped is as high as a
thumb is wide, and axe finds no fault, in light and in dark."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.ranked.ladder_night import evening
from tests.pages.ranked.table_phones import Phone, phone_at, sit_down
from tests.pages.reading import home
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import EVEN, NS_MAKES, finished, make_ranked, play
from tournaments.models import Event
from tournaments.services.ranked.calls import answer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLACES = ("", "games/", "games/1/", "games/2/", "games/3/", "projector/")
EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
TAPPED = "main button, main summary, main a.main, main a.wide, main input:not([type=hidden])"


@pytest.fixture
def phones(transactional_db: None) -> dict[str, Phone]:
    """A game of which the two sides say different things of deal 1, and deal 2 waits for North-South."""
    phones = sit_down(make_ranked(stake=10))
    phones["N"].say("NS", NS_MAKES)
    phones["E"].say("EW", EVEN)
    phones["E"].say("EW", NS_MAKES, deal=2)
    return phones


@pytest.fixture(params=[(320, "light"), (320, "dark"), (1440, "light"), (1440, "dark")], ids=str)
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    width, scheme = request.param
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def faults(page: Page) -> list[object]:
    """What axe finds with everything unfolded."""
    page.wait_for_load_state()
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found = Axe().run(page, options={"runOnly": CONTRAST if dark else EVERYTHING})["violations"]
    return [(fault["id"], [node["html"][:160] for node in fault["nodes"][:3]]) for fault in found]


def runs_over(page: Page) -> int:
    page.wait_for_load_state()
    over: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return over


def too_small(page: Page) -> list[str]:
    """What is tapped and lower than 48 px, once the page's script has hidden what is for those without."""
    page.wait_for_load_state()
    found: list[str] = page.evaluate(
        """(tapped) => [...document.querySelectorAll(tapped)]
          .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height < 47.5)
          .map((part) => part.outerHTML.slice(0, 120))""",
        TAPPED,
    )
    return found


def hold(page: Page, live_server: LiveServer, phone: Phone) -> None:
    """Make the browser the phone that took a seat."""
    address = live_server.url + phone.path()
    page.context.add_cookies(
        [{"name": name, "value": kept.value, "url": address} for name, kept in phone.client.cookies.items()]
    )
    page.goto(address)


def test_no_public_page_has_a_fault_that_axe_can_find_or_runs_over(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    event: Event = evening()
    for place in PLACES:
        page.goto(live_server.url + home(event) + place)
        assert runs_over(page) <= 0, place
        assert faults(page) == [], place


def test_a_phone_that_is_asked_for_everything_at_once(
    live_server: LiveServer, phones: dict[str, Phone], page: Page
) -> None:
    hold(page, live_server, phones["N"])
    expect(page.get_by_role("heading", name="Deal 1: the sides differ")).to_be_visible()
    expect(page.get_by_role("heading", name="Deal 2: East-West has entered it")).to_be_visible()
    assert too_small(page) == []
    assert runs_over(page) <= 0
    assert faults(page) == []
    assert too_small(page) == []
    page.get_by_role("link", name="Enter deal 3").click()
    expect(page.get_by_text("No blind nil for North-South: they are not 100 points behind.")).to_be_visible()
    assert too_small(page) == []
    assert runs_over(page) <= 0
    assert faults(page) == []


def test_a_table_that_is_free_one_that_waits_and_one_where_somebody_is_away(
    live_server: LiveServer, phones: dict[str, Phone], page: Page
) -> None:
    event = Event.objects.get()
    free = phone_at(event, 2)
    page.goto(live_server.url + free.path())
    assert (too_small(page), runs_over(page), faults(page)) == ([], 0, [])
    free.done("open")
    page.goto(live_server.url + free.path())
    assert (faults(page), too_small(page), runs_over(page)) == ([], [], 0)
    phones["S"].done("leave", game=1, seat="S")
    hold(page, live_server, phones["S"])
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    assert (faults(page), too_small(page), runs_over(page)) == ([], [], 0)


def test_a_seat_is_claimed_on_a_phone_that_then_calls_the_director(
    live_server: LiveServer, transactional_db: None, page: Page
) -> None:
    event = make_ranked()
    game = play(event)
    page.goto(live_server.url + phone_at(event).path())
    mary = page.locator("#seat-E")
    mary.locator("summary").click()
    mary.get_by_label("Your full name or membership number").fill("Peter")
    mary.get_by_role("button", name="This is my seat").click()
    expect(mary).to_contain_text("Somebody else sits East")
    assert (too_small(page), runs_over(page), faults(page), too_small(page)) == ([], 0, [], [])
    mary.get_by_label("Your full name or membership number").fill("mary")
    mary.get_by_role("button", name="This is my seat").click()
    expect(mary).to_contain_text("this phone")
    page.locator("#call summary").click()
    assert (too_small(page), runs_over(page), faults(page), too_small(page)) == ([], 0, [], [])
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator("#called")).to_contain_text("The director is called, ")
    assert (too_small(page), runs_over(page), faults(page)) == ([], 0, [])
    answer(game.pk, game.calls.get().pk, ACTOR)
    expect(page.locator("#called")).to_contain_text("Somebody is coming, ")  # by itself
    assert (too_small(page), runs_over(page), faults(page)) == ([], 0, [])


def test_a_game_that_is_over(live_server: LiveServer, transactional_db: None, page: Page) -> None:
    event = make_ranked()
    finished(event)
    page.goto(live_server.url + phone_at(event).path())
    expect(page.locator("#result")).to_contain_text("have won")
    assert (faults(page), too_small(page), runs_over(page)) == ([], [], 0)


def test_without_a_script_deals_are_entered_with_lists(
    live_server: LiveServer, phones: dict[str, Phone], browser: Browser
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 800})
    page = context.new_page()
    hold(page, live_server, phones["N"])
    page.locator("#task-3 summary").click()
    for name, value in {"bid_N": "4", "bid_S": "3", "bid_E": "N", "bid_W": "5"}.items():
        page.locator(f"#task-3 select[name={name}]").select_option(value)
    for name, value in {"took_N": "5", "took_S": "2", "took_E": "0", "took_W": "6"}.items():
        page.locator(f"#task-3 select[name={name}]").select_option(value)
    page.locator("#task-3").get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="Deal 3 waits for East-West")).to_be_visible()
    context.close()
