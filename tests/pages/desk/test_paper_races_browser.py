"""Paper and a slow network in a real Chromium: answers that come late, twice or never, to somebody who types on."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Locator, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import carry_over, end_sessions, sign_in
from tests.pages.desk.conftest import sign_in as come
from tests.support.event_builders import ACTOR, enter
from tournaments.models import Event, Membership, Result, ResultState, Role
from tournaments.services.rounds import close_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROW = "**/paper/row/"
AGAIN = 5_000
"""Milliseconds until a row without an answer is sent once more."""


@pytest.fixture
def dora(transactional_db: None, event: Event, client: Client) -> User:
    return come(client, event.tournament.club, Role.DIRECTOR)


@pytest.fixture
def desk(dora: User, event: Event, client: Client, live_server: LiveServer, page: Page) -> Iterator[Page]:
    """Before the traveller of board 1, four tables, with a clock that can be put on; no script may fail."""
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.clock.install()
    page.goto(live_server.url + reverse("desk:paper-board", args=[event.pk, 1]))
    expect(field(page, 1)).to_be_focused()
    yield page
    assert not faults


class Gate:
    """Holds the rows that are sent until it is opened."""

    def __init__(self, page: Page) -> None:
        self._open = True
        self._held: list[Route] = []
        page.route(ROW, lambda route: route.continue_() if self._open else self._held.append(route))

    def shut(self) -> None:
        self._open = False

    def open(self) -> None:
        self._open = True
        while self._held:
            self._held.pop(0).continue_()


@pytest.fixture
def gate(desk: Page) -> Gate:
    """Shut."""
    made = Gate(desk)
    made.shut()
    return made


def field(page: Page, table: int) -> Locator:
    return page.locator(f'tr[data-number="{table}"] input')


def state(page: Page, table: int) -> Locator:
    return page.locator(f'tr[data-number="{table}"] .paper-state')


def said(page: Page) -> Locator:
    """What a screen reader says."""
    return page.locator("#paper-said")


def type_row(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def is_in(page: Page, table: int, *states: str) -> None:
    expect(page.locator(f'tr[data-number="{table}"]')).to_have_attribute(
        "data-state", re.compile("|".join(states))
    )


def stored(table: int) -> tuple[str, int, str]:
    one = Result.objects.get(table__number=table, board=1)
    return f"{one.ns_bid} {one.ns_tricks} {one.ew_bid} {one.ew_tricks}", one.version, one.state


def test_a_second_entry_that_differs_decides_nothing_by_itself(desk: Page, event: Event, gate: Gate) -> None:
    for table in (1, 2):
        enter(event, 1, table, 1, "7 8 5 5", state=ResultState.PROVISIONAL)
    desk.goto(desk.url + "?twice=1")
    expect(field(desk, 1)).to_be_focused()
    type_row(desk, "7 9 5 4")
    type_row(desk, "6 8 5 5")
    desk.keyboard.type("7 8 ")  # two rows are under way, and one types the third
    gate.open()
    expect(desk.locator(".paper-both")).to_have_count(2)
    expect(field(desk, 3)).to_be_focused()
    expect(said(desk)).to_contain_text("keep one of the two")
    type_row(desk, "5 5")
    expect(state(desk, 3)).to_contain_text("entered once")
    assert stored(1) == stored(2) == ("7 8 5 5", 1, ResultState.PROVISIONAL)

    type_row(desk, "7 8 5 5")
    expect(field(desk, 1)).to_be_focused()  # what was refused is come back to
    desk.keyboard.press("Shift+Tab")
    field(desk, 1).press_sequentially("7 8 5 5")
    expect(desk.locator(".paper-both")).to_have_count(1)  # it was about what stood there before
    field(desk, 1).fill("7 9 5 4")
    field(desk, 1).press("Enter")
    is_in(desk, 1, "fault")
    desk.locator(".paper-both").first.get_by_role("button", name="Take mine").click()
    expect(field(desk, 2)).to_be_focused()
    is_in(desk, 1, "saved")
    desk.locator(".paper-both").get_by_role("button", name="Keep what is saved").click()
    is_in(desk, 2, "saved")
    assert stored(1) == ("7 9 5 4", 2, ResultState.CONFIRMED)
    assert stored(2) == ("7 8 5 5", 2, ResultState.CONFIRMED)
    expect(field(desk, 2)).to_have_value("7 8 5 5")


def test_a_refusal_that_comes_late_is_heard_and_takes_no_focus(desk: Page, event: Event, gate: Gate) -> None:
    enter(event, 1, 4, 1, "7 8 5 5")
    close_round(event.pk, 1, ACTOR, "Time.")
    type_row(desk, "7 8 5 5")
    expect(field(desk, 2)).to_be_focused()
    gate.open()
    expect(said(desk)).to_contain_text("can still be entered with a reason")
    expect(field(desk, 2)).to_be_focused()  # nothing is typed there yet: the next digit is still its own

    desk.locator("#paper-reason").fill("Late.")
    field(desk, 4).fill("7 9 5 4")
    field(desk, 4).press("Enter")
    beneath = desk.locator(".paper-both")
    expect(beneath).to_contain_text("7 8 – 5 5")
    beneath.get_by_role("button", name="Keep what is saved").click()
    expect(field(desk, 4)).to_have_value("7 8 5 5")
    expect(state(desk, 4)).not_to_contain_text("typed before")
    assert stored(4)[1] == 1


def test_what_is_sent_again_is_what_was_entered(desk: Page, event: Event) -> None:
    bodies: list[dict[str, list[str]]] = []

    def hear(request: Request) -> None:
        if request.url.endswith("/paper/row/"):
            bodies.append(parse_qs(request.post_data or "", keep_blank_values=True))

    desk.on("request", hear)
    desk.route(ROW, lambda route: route.abort())
    reason = desk.locator("#paper-reason")
    type_row(desk, "7 8 5 5")
    is_in(desk, 1, "kept")
    expect(said(desk)).to_contain_text("kept here, not saved")
    reason.fill("This is about another row.")
    field(desk, 1).fill("7 9 5 4")
    field(desk, 1).press("Enter")
    is_in(desk, 1, "kept")
    reason.fill("")
    with desk.expect_request(ROW):
        desk.clock.run_for(AGAIN + 100)
    is_in(desk, 1, "kept")
    assert [body["ns_tricks"] for body in bodies] == [["8"], ["9"], ["9"]]
    assert bodies[1]["reason"] == bodies[2]["reason"] == ["This is about another row."]
    assert bodies[1]["key"] == bodies[2]["key"] != bodies[0]["key"]

    # the connection is back while somebody types: neither the focus nor a digit is lost
    field(desk, 2).focus()
    desk.keyboard.type("6 7")
    desk.unroute(ROW)
    desk.evaluate("window.dispatchEvent(new Event('online'))")
    is_in(desk, 1, "saved")
    desk.keyboard.type(" 6")
    expect(field(desk, 2)).to_be_focused()
    expect(field(desk, 2)).to_have_value("6 7 6")
    assert stored(1) == ("7 9 5 4", 1, ResultState.CONFIRMED)
    assert [body["ns_tricks"] for body in bodies] == [["8"], ["9"], ["9"], ["9"]]


def test_an_answer_to_what_was_typed_over_since_says_what_is_saved(
    desk: Page, event: Event, gate: Gate
) -> None:
    type_row(desk, "7 8 5 5")
    desk.keyboard.press("ArrowUp")
    field(desk, 1).fill("7 9 5 4")
    gate.open()
    expect(state(desk, 1)).to_have_text("7 8 5 5 is saved; what stands here now is not.")
    expect(said(desk)).to_contain_text("7 8 5 5 is saved; what stands here now is not.")
    is_in(desk, 1, "typing")
    desk.reload()
    expect(field(desk, 1)).to_have_value("7 9 5 4")
    expect(state(desk, 1)).to_contain_text("typed before, not saved")
    field(desk, 1).press("Enter")
    expect(state(desk, 1)).to_contain_text("needs a reason")
    expect(desk.locator("#paper-reason")).to_be_focused()
    desk.keyboard.type("Misread.")
    field(desk, 1).press("Enter")
    is_in(desk, 1, "saved")
    assert stored(1) == ("7 9 5 4", 2, ResultState.CONFIRMED)

    # a refusal of what stood there before
    gate.shut()
    field(desk, 2).fill("7 8 5 5")
    field(desk, 2).press("Enter")
    enter(event, 1, 2, 1, "6 8 5 5")
    desk.keyboard.press("ArrowUp")
    field(desk, 2).fill("7 9 5 4")
    gate.open()
    expect(state(desk, 2)).to_contain_text("7 8 5 5: There is a result")
    expect(desk.locator(".paper-both")).to_have_count(0)  # "mine" is no more what stands there
    assert stored(2)[0] == "6 8 5 5"


def test_what_was_typed_before_a_reload_is_gone_through_with_enter(desk: Page, event: Event) -> None:
    desk.route(ROW, lambda route: route.abort())
    for _ in range(3):
        type_row(desk, "7 8 5 5")
    is_in(desk, 3, "kept")
    expect(field(desk, 4)).to_be_focused()  # what is sent again by itself is gone past
    desk.unroute(ROW)
    desk.reload()
    for table in (1, 2, 3):
        expect(field(desk, table)).to_be_focused()
        desk.keyboard.press("Enter")
    expect(field(desk, 4)).to_be_focused()
    is_in(desk, 3, "saved")
    assert [stored(table)[1] for table in (1, 2, 3)] == [1, 1, 1]


def test_the_palette_leaves_no_row_unheard_either(desk: Page, event: Event, gate: Gate) -> None:
    def go() -> None:
        desk.keyboard.press("Control+k")
        desk.keyboard.type("entries")
        expect(desk.get_by_role("option", selected=True)).to_contain_text("Entries")
        desk.keyboard.press("Enter")

    desk.evaluate("window.isOld = true")
    enter(event, 1, 1, 1, "6 8 5 5")
    type_row(desk, "7 8 5 5")
    go()
    gate.open()
    is_in(desk, 1, "fault")
    go()
    expect(field(desk, 1)).to_be_focused()
    assert desk.evaluate("window.isOld")
    go()
    desk.wait_for_url(f"**{reverse('desk:entries', args=[event.pk])}")

    desk.goto(desk.url.replace("entries/", "paper/boards/2/"))
    expect(field(desk, 1)).to_be_focused()
    gate.shut()
    type_row(desk, "7 8 5 5")
    go()
    is_in(desk, 1, "sending")
    gate.open()  # it is saved, and goes on by itself
    desk.wait_for_url(f"**{reverse('desk:entries', args=[event.pk])}")


def test_enter_before_the_receipt_waits_for_it(desk: Page, event: Event, gate: Gate) -> None:
    desk.locator("#paper-reason").fill("Misread.")
    field(desk, 1).focus()
    type_row(desk, "7 8 5 5")
    for line in ("7 9 5 4", "7 7 5 6"):
        field(desk, 1).fill(line)
        field(desk, 1).press("Enter")
        expect(field(desk, 2)).to_be_focused()
    desk.keyboard.type("6 ")
    gate.open()
    is_in(desk, 1, "saved")
    assert stored(1) == ("7 7 5 6", 2, ResultState.CONFIRMED)
    expect(field(desk, 2)).to_be_focused()
    expect(field(desk, 2)).to_have_value("6 ")


def test_one_reading_whose_receipt_was_lost_is_no_second_one(desk: Page, event: Event) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    desk.route(ROW, lose)
    desk.goto(desk.url + "?twice=1")
    expect(field(desk, 1)).to_be_focused()
    type_row(desk, "7 8 5 5")
    is_in(desk, 1, "kept")
    field(desk, 1).fill("7 8 5 ")
    field(desk, 1).press_sequentially("5")
    desk.unroute(ROW)
    field(desk, 1).press("Enter")
    expect(state(desk, 1)).to_contain_text("entered once")
    assert stored(1) == ("7 8 5 5", 1, ResultState.PROVISIONAL)


def test_signed_out_and_in_again_in_another_tab(desk: Page, event: Event, dora: User) -> None:
    end_sessions()
    type_row(desk, "7 8 5 5")
    expect(said(desk)).to_contain_text("sign in again in another tab")
    desk.keyboard.type("6 7")
    other = desk.context.new_page()
    other.goto(desk.url)
    sign_in(other, dora)
    expect(field(other, 2)).to_be_visible()
    desk.evaluate("window.dispatchEvent(new Event('focus'))")
    is_in(desk, 1, "saved")
    expect(field(desk, 2)).to_be_focused()
    assert stored(1)[0] == "7 8 5 5"

    # whoever has no right here any more hears of it, and is not told of a lost connection
    Membership.objects.all().delete()
    type_row(desk, " 6 6")
    is_in(desk, 2, "fault")
    expect(said(desk)).to_contain_text("the server refuses it (403)")
    assert Result.objects.count() == 1


def test_a_server_in_trouble_is_asked_again(desk: Page, event: Event) -> None:
    desk.route(ROW, lambda route: route.fulfill(status=503, body="<h1>Busy</h1>"))
    type_row(desk, "7 8 5 5")
    expect(said(desk)).to_contain_text("the server cannot take it now")
    desk.unroute(ROW)
    desk.clock.run_for(AGAIN + 100)
    is_in(desk, 1, "saved")
    assert stored(1)[1] == 1


def test_the_next_page_waits_for_the_answers(desk: Page, event: Event, gate: Gate) -> None:
    for table in (1, 2, 3):
        enter(event, 1, table, 1, "7 8 5 5")
    desk.reload()
    expect(field(desk, 4)).to_be_focused()
    here = desk.url
    type_row(desk, "7 8 5 5")
    expect(desk.locator("#paper-after")).to_be_focused()
    desk.keyboard.press("Enter")
    enter(event, 1, 4, 1, "6 8 5 5")
    gate.open()
    expect(said(desk)).to_contain_text("There is a result")
    expect(desk.locator("#paper-after")).to_be_focused()
    assert desk.url == here
    desk.keyboard.press("Enter")
    expect(field(desk, 4)).to_be_focused()

    gate.shut()
    desk.locator("#paper-reason").fill("Misread.")
    desk.get_by_role("button", name="Take mine").click()
    desk.locator("#paper-after").press("Enter")
    gate.open()
    desk.wait_for_url("**/boards/2/")
    assert stored(4) == ("7 8 5 5", 2, ResultState.CONFIRMED)
