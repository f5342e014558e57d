"""Typing paper in a real Chromium: keys counted, scores as one types, nothing lost on the way, two entries compared."""

import random
from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import enter, make_event, seat
from tournaments.models import Event, EventStatus, Result, ResultState, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLES = 13
MOST_KEYS = 8 * TABLES
"""What docs/desk.md says of a traveller of 13 tables without a nil: seven keys and Enter a row."""


@pytest.fixture
def hall(transactional_db: None) -> Event:
    """Thirteen tables that all play board 1 in the open round."""
    made = make_event(pairs=2 * TABLES)
    seat(made, [(number, number + TABLES, [1, 2]) for number in range(1, TABLES + 1)])
    Event.objects.filter(pk=made.pk).update(status=EventStatus.RUNNING)
    return made


@pytest.fixture
def desk(hall: Event, client: Client, live_server: LiveServer, page: Page) -> Iterator[Page]:
    """A scorer before the traveller of board 1; a script's error or a breach of the policy fails the test."""
    sign_in(client, hall.tournament.club, Role.DIRECTOR)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(live_server.url + traveller(hall))
    expect(row(page, 1).locator("input")).to_be_focused()
    yield page
    assert not complaints


def traveller(event: Event, board: int = 1) -> str:
    return reverse("desk:paper-board", args=[event.pk, board])


def row(page: Page, table: int) -> Locator:
    return page.locator(f'tr[data-number="{table}"]')


def expect_saved(one: Locator) -> None:
    """The row says so, and not that it is kept and not saved."""
    expect(one).to_have_attribute("data-state", "saved")
    expect(one.locator(".paper-state")).to_contain_text("saved")


def some_lines(seed: int) -> list[str]:
    """Single figures, as nearly every result is."""
    draw = random.Random(seed)
    lines = []
    for _ in range(TABLES):
        ns = draw.randint(4, 9)
        lines.append(f"{draw.randint(3, 9)} {ns} {draw.randint(3, 9)} {13 - ns}")
    return lines


def test_a_traveller_of_thirteen_tables_with_the_keyboard_alone(desk: Page, hall: Event) -> None:
    lines = some_lines(1)
    keys = 0
    for line in lines:
        for key in [*line, "Enter"]:
            desk.keyboard.press("Space" if key == " " else key)
            keys += 1
    expect(desk.locator('tr[data-state="saved"]')).to_have_count(TABLES)
    assert keys <= MOST_KEYS
    stored = Result.objects.filter(event=hall, board=1).order_by("table__number")
    assert [f"{one.ns_bid} {one.ns_tricks} {one.ew_bid} {one.ew_tricks}" for one in stored] == lines
    assert {one.state for one in stored} == {ResultState.CONFIRMED}
    expect(desk.locator("#paper-after")).to_be_focused()


def test_the_last_number_follows_from_thirteen_so_that_a_row_takes_seven_keys(
    desk: Page, hall: Event
) -> None:
    desk.keyboard.type("7 8 5")
    expect(row(desk, 1).locator(".paper-follows")).to_have_text("→ 5")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect_saved(row(desk, 1))
    assert Result.objects.get().ew_tricks == "5"


def test_enter_after_each_number_is_enough_on_a_number_pad(desk: Page, hall: Event) -> None:
    for number in ("7", "8", "5"):
        desk.keyboard.type(number)
        desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect_saved(row(desk, 1))
    expect(row(desk, 2).locator("input")).to_be_focused()


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        ("N4 0 4 6 9", ("N+4", "0+4", "6", "9")),
        ("6 9 4n 3 1", ("6", "9", "4+N", "3+1")),
        ("4+3 8 5 5", ("4+3", "8", "5", "5")),
        ("10 11 2 2", ("10", "11", "2", "2")),
        ("NN 0 1 8 12", ("N+N", "0+1", "8", "12")),
    ],
)
def test_how_bids_are_typed(desk: Page, hall: Event, line: str, stored: tuple[str, ...]) -> None:
    desk.keyboard.type(line)
    desk.keyboard.press("Enter")
    expect_saved(row(desk, 1))
    result = Result.objects.get()
    assert (result.ns_bid, result.ns_tricks, result.ew_bid, result.ew_tricks) == stored


def test_scores_stand_beside_as_one_types_and_one_that_disagrees_is_marked(desk: Page, hall: Event) -> None:
    desk.keyboard.type("7 8 5 5")
    expect(row(desk, 1).locator(".paper-ns")).to_have_text("69")
    expect(row(desk, 1).locator(".paper-ew")).to_have_text("50")
    desk.keyboard.type(" 70")
    expect(row(desk, 1).locator(".paper-mark")).to_have_text("The paper says 70 for NS, the bids give 69.")
    desk.keyboard.press("Enter")
    expect(row(desk, 1)).to_have_attribute("data-state", "fault")
    assert not Result.objects.exists()
    desk.keyboard.press("Enter")
    expect_saved(row(desk, 1))


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("7 9 5 5", "14 tricks"),
        ("0 8 5 5", "N4 or 4N"),
        ("30 8 5 5", "is no bid"),
        ("7 x", "no number of tricks"),
    ],
)
def test_what_cannot_be_is_said_at_its_row_and_nothing_is_sent(
    desk: Page, hall: Event, line: str, word: str
) -> None:
    desk.keyboard.type(line)
    desk.keyboard.press("Enter")
    expect(row(desk, 1).locator(".paper-state")).to_contain_text(word)
    expect(row(desk, 1).locator("input")).to_be_focused()
    assert not Result.objects.exists()


def test_a_row_typed_without_a_connection_is_kept_through_a_reload_and_saved_once(
    desk: Page, hall: Event
) -> None:
    lost: list[str] = []

    def cut(route: Route) -> None:
        if not lost:  # the first is saved, and its receipt lost on the way
            route.fetch()
        lost.append(route.request.url)
        route.abort()

    desk.route("**/paper/row/", cut)
    desk.keyboard.type("7 8 5 5")
    desk.keyboard.press("Enter")
    expect(row(desk, 1).locator(".paper-state")).to_contain_text("kept here, not saved")
    assert Result.objects.count() == 1
    desk.unroute("**/paper/row/")
    expect_saved(row(desk, 1))
    assert Result.objects.get().version == 1

    desk.keyboard.type("6 7")
    desk.reload()
    expect(row(desk, 2).locator("input")).to_have_value("6 7")


def test_entering_twice_compares_without_showing_the_first(desk: Page, hall: Event) -> None:
    desk.goto(desk.url + "?twice=1")
    expect(row(desk, 1).locator("input")).to_be_focused()
    desk.keyboard.type("7 8 5 5")
    desk.keyboard.press("Enter")
    expect(row(desk, 1).locator(".paper-state")).to_contain_text("entered once")
    desk.reload()
    field = row(desk, 1).locator("input")
    expect(field).to_have_value("")
    field.fill("7 9 5 4")
    field.press("Enter")
    beneath = desk.locator(".paper-both")
    expect(beneath).to_contain_text("7 8 – 5 5")
    expect(beneath).to_contain_text("7 9 – 5 4")
    beneath.get_by_role("button", name="Take mine").click()
    expect_saved(row(desk, 1))
    result = Result.objects.get()
    assert (result.ns_tricks, result.state, result.reason) == (
        "9",
        ResultState.CONFIRMED,
        "The first entry was mistyped.",
    )


def test_a_correction_asks_for_its_reason_and_somebody_s_save_is_shown(desk: Page, hall: Event) -> None:
    enter(hall, 1, 1, 1, "7 8 5 5")
    desk.reload()
    field = row(desk, 1).locator("input")
    expect(field).to_have_value("7 8 5 5")
    field.fill("7 9 5 4")
    field.press("Enter")
    expect(row(desk, 1).locator(".paper-state")).to_contain_text("needs a reason")
    expect(desk.locator("#paper-reason")).to_be_focused()
    enter(hall, 1, 1, 1, "6 8 5 5", version=1, reason="Elsewhere.")
    desk.keyboard.type("Misread.")
    field.press("Enter")
    expect(desk.locator(".paper-both")).to_contain_text("6 8 – 5 5")
    desk.get_by_role("button", name="Take mine").click()
    expect_saved(row(desk, 1))
    assert (Result.objects.get().version, Result.objects.get().ns_tricks) == (3, "9")


def test_slips_in_any_order_by_table_and_board(desk: Page, hall: Event, live_server: LiveServer) -> None:
    desk.goto(live_server.url + reverse("desk:paper-round", args=[hall.pk, 1]))
    desk.get_by_label("Go to table and board").fill("7 2")
    desk.keyboard.press("Enter")
    expect(desk.locator('tr[data-number="7"][data-shown="2"] input')).to_be_focused()
    desk.keyboard.type("7 8 5 5")
    desk.keyboard.press("Enter")
    expect_saved(desk.locator('tr[data-number="7"][data-shown="2"]'))
    result = Result.objects.get()
    assert (result.table.number, result.board) == (7, 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1440])
def test_everybody_can_use_it(desk: Page, hall: Event, scheme: str, width: int) -> None:
    desk.emulate_media(color_scheme=scheme)
    desk.set_viewport_size({"width": width, "height": 800})
    desk.keyboard.type("7 9 5 5")
    desk.keyboard.press("Enter")
    expect(row(desk, 1)).to_have_attribute("data-state", "fault")
    found = Axe().run(desk)
    assert [item["id"] for item in found["violations"]] == []
