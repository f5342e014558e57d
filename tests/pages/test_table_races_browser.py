"""The table page in a real Chromium while answers are on their way: what comes late neither takes back what was said
already, nor moves anybody who has gone on, nor anything from under a finger."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.pages.held_answers import NOW, Held
from tests.pages.table_calls import Phone, phone_at, tables_in_play
from tests.pages.table_taps import LOOK_NOW, SOON, Opener, bid_and_take, board, send, tap
from tests.pages.waiting import until
from tests.support.event_builders import enter
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, Result, ResultState, Sitting

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(transactional_db: None) -> Event:
    return tables_in_play()


@pytest.fixture
def table(event: Event) -> Phone:
    return phone_at(event)


def test_what_was_received_is_not_taken_back_by_an_answer_that_does_not_know_of_it(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    held = Held(page, re.compile("/state$"))
    asked = held.look()  # and none that was asked before is on its way any more
    enter(event, 1, 1, 2, "7 8 5 5")
    before = asked.fetch()
    send(page)
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)
    expect(page.get_by_role("link", name="Enter board 1")).to_have_count(0)
    asked.fulfill(response=before)
    expect(page.locator("#announce")).to_contain_text("Board 2: saved", timeout=SOON)
    expect(page.locator("#state")).to_contain_text("waits for East-West")

    # the other side's word, on the same phone, while the state is still on its way
    page.get_by_role("button", name="East-West confirms on this phone").click()
    tap(page, "Yes, it is right")
    expect(page.locator("#state")).to_contain_text("both sides agree", timeout=SOON)
    assert Result.objects.get(board=1).state == ResultState.CONFIRMED
    tap(page, "Take it back", "Yes, take it back")
    for _ in range(2):  # the second is asked once everything has happened
        held.take().continue_()
    expect(page.get_by_role("link", name="Enter board 1")).to_be_visible(timeout=SOON)


def test_a_races_totals_are_not_told_before_they_are_known(opened: Opener, transactional_db: None) -> None:
    event = make_teams(2)
    publish(event)
    page = opened(phone_at(event), "North-South")
    held = Held(page, re.compile("/state$"))
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    expect(page.get_by_role("rowheader", name="Total")).to_be_visible()
    send(page)
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)
    page.get_by_role("link", name="Next: board 2").click()
    bid_and_take(page, "4 3 3 2", "8")
    expect(page.get_by_role("heading", name="Board 2: is this right?")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Total")).to_have_count(0)
    for _ in range(2):  # the second is asked after the receipt has come
        held.take().continue_()
    expect(page.get_by_role("rowheader", name="Total")).to_be_visible(timeout=SOON)


def test_names_that_are_typed_stay_when_the_keyboard_is_closed(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table)
    page.get_by_role("link", name="Somebody else sits here").click()
    page.get_by_label("West").fill("Wanda")
    page.get_by_label("West").blur()
    enter(event, 1, 1, 1, "7 8 5 5")
    page.evaluate(LOOK_NOW)
    expect(page.locator("#announce")).to_contain_text("Board 1: saved", timeout=SOON)
    expect(page.get_by_label("West")).to_have_value("Wanda")
    # and they are shown as soon as the server has them, not when it tells of them
    held = Held(page, re.compile("/state$"))
    asked = held.look()
    page.get_by_role("button", name="Save who sits here").click()
    expect(page.get_by_role("button", name="We are East-West")).to_contain_text("Wanda", timeout=SOON)
    assert Sitting.objects.get().players["W"] == "Wanda"
    asked.continue_()


def test_a_late_answer_leaves_alone_who_has_gone_on(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    calls = Held(page, re.compile("/call$"))
    failed = page.get_by_text("The call did not get through. Raise your hand.")

    def call_and_go_on() -> None:
        page.get_by_role("link", name="Call the director").click()
        tap(page, "Revoke")
        page.get_by_role("link", name="Back").click()

    call_and_go_on()
    calls.take().fulfill(status=502, body="")
    expect(failed).to_be_visible(timeout=SOON)
    call_and_go_on()
    expect(failed).to_have_count(0)
    board(page, 1)
    tap(page, "4")
    with page.expect_response("**/state"):
        calls.take().continue_()
    expect(page.get_by_role("heading", name="East bids")).to_be_visible()
    page.locator("#home").click()
    expect(page.get_by_text("The director was called at")).to_be_visible(timeout=SOON)

    for number in (2, 3):
        table.enter("NS", board=number)
        table.enter("EW", board=number)
        expect(page.get_by_role("link", name=f"Board {number}")).to_contain_text("agree", timeout=SOON)
    taken = Held(page, re.compile("/take-back$"))
    board(page, 2)
    tap(page, "Take it back")
    tap(page, "Yes, take it back")
    page.get_by_role("link", name="All boards").click()
    board(page, 3)
    tap(page, "Take it back")
    with page.expect_response("**/state"):
        taken.take().fulfill(status=502, body="")
    expect(page.get_by_text("Take board 3 back?")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_tap_that_comes_after_the_finger_is_lifted_finds_what_was_under_it(
    event: Event, table: Phone, opened: Opener
) -> None:
    """As where a browser waits for a second tap, or is busy: the click is an event of its own."""
    page = opened(table, "North-South")
    page.clock.set_fixed_time(NOW)
    link = page.get_by_role("link", name="Board 2")
    pressed = link.element_handle()
    link.dispatch_event("pointerdown")
    enter(event, 1, 1, 1, "7 8 5 5")
    page.evaluate(LOOK_NOW)
    expect(page.locator("#announce")).to_contain_text("Board 1: saved")
    assert pressed is not None
    assert pressed.evaluate(
        """async (link) => {
            document.dispatchEvent(new PointerEvent("pointerup"));
            await new Promise((done) => setTimeout(done, 300));
            const isThere = link.isConnected;
            link.click();
            return isThere;
        }"""
    )
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()

    # a finger that has tapped nothing holds nothing for long
    for lifted in ("pointerup", "pointercancel"):
        page.locator("#home").dispatch_event("pointerdown")
        assert page.evaluate("underFinger.holds()")
        page.locator("#home").dispatch_event(lifted)
        until(page, "!underFinger.holds()")
    page.locator("#home").dispatch_event("pointerdown")
    page.clock.set_fixed_time(NOW + timedelta(seconds=3))
    assert not page.evaluate("underFinger.holds()")
