"""The table page in a real Chromium, as players use it: two phones, thumbs, bad Wi-Fi."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.pages.table_calls import Phone, phone_at, tables_in_play
from tests.pages.table_taps import (
    LATER,
    LOOK_NOW,
    SOON,
    THE_TAP_BEFORE,
    Opener,
    bid_and_take,
    board,
    send,
    tap,
)
from tests.pages.waiting import stop_time, until
from tests.support.event_builders import ACTOR, enter, seat, standings
from tests.support.team_builders import ROUT, make_teams, play, publish
from tournaments.models import Call, Claim, Event, Result, ResultState, Sitting
from tournaments.services.calls import answer_call, open_calls
from tournaments.services.rounds import close_round, open_round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PORTAL = "<!doctype html><title>Welcome</title><h1>Accept the terms of our Wi-Fi</h1>"


@pytest.fixture
def event(transactional_db: None) -> Event:
    return tables_in_play()


@pytest.fixture
def table(event: Event) -> Phone:
    return phone_at(event)


def said(page: Page) -> str:
    return page.locator("#state").inner_text()


def test_two_phones_enter_and_confirm_a_board(event: Event, table: Phone, opened: Opener) -> None:
    ours, theirs = opened(table, "North-South"), opened(table, "East-West")
    board(ours, 1)
    bid_and_take(ours, "4 3 3 2")
    expect(ours.get_by_role("heading", name="Tricks of North-South")).to_be_visible()
    tap(ours, "8")
    expect(ours.locator(".deal .score td")).to_have_text(["69", "50"])
    expect(ours.locator(".deal .sum")).to_have_text(["8", "5"])
    send(ours)
    expect(ours.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)
    assert Result.objects.get().state == ResultState.PROVISIONAL

    line = theirs.get_by_role("link", name="Board 1")
    expect(line).to_contain_text("North-South has entered it: is it right?", timeout=SOON)
    expect(theirs.locator("#announce")).to_have_text("Board 1: North-South has entered it: is it right?")
    line.click()
    expect(theirs.get_by_role("heading", name="East-West: is that right?")).to_be_visible()
    tap(theirs, "Yes, it is right")
    expect(theirs.locator("#state")).to_contain_text("both sides agree", timeout=SOON)
    expect(ours.locator("#state")).to_contain_text("both sides agree", timeout=SOON)
    result = Result.objects.get()
    assert (result.state, result.ns_bid, result.ns_tricks, result.ew_bid) == ("confirmed", "4+3", "8", "3+2")
    assert Sitting.objects.get().players["N"] == "North 1"


def test_one_phone_is_passed_round_the_table(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "East-West")
    board(page, 2)
    # a side with a nil counts by player, and comes first; the side without has the rest
    bid_and_take(page, "5 N 4 4", "1", "4")
    expect(page.locator(".deal .sum")).to_have_text(["8", "5"])
    send(page)
    page.get_by_role("button", name="North-South confirms on this phone").click()
    tap(page, "Yes, it is right")
    expect(page.locator("#state")).to_contain_text("both sides agree", timeout=SOON)
    result = Result.objects.get()
    assert (result.ew_bid, result.ew_tricks, result.ns_tricks) == ("N+4", "1+4", "8")
    assert [claim.side for claim in Claim.objects.order_by("pk")] == ["EW", "NS"]


def test_sides_that_differ_are_told_so_and_can_settle_it(event: Event, table: Phone, opened: Opener) -> None:
    ours, theirs = opened(table, "North-South"), opened(table, "East-West")
    board(ours, 1)
    bid_and_take(ours, "4 3 3 2", "8")
    send(ours)
    expect(theirs.get_by_role("link", name="Board 1")).to_contain_text("is it right?", timeout=SOON)
    board(theirs, 1)
    theirs.get_by_role("link", name="No, it was different").click()
    bid_and_take(theirs, "4 3 3 2", "6")
    send(theirs)
    for page in (ours, theirs):
        expect(page.locator("#state")).to_contain_text("the director decides", timeout=SOON)
    expect(theirs.get_by_role("heading", name="North-South says")).to_be_visible()
    expect(theirs.locator(".deal .apart .sum")).to_have_text(["8", "5", "7", "6"])
    assert Result.objects.get().state == ResultState.DISPUTED
    ours.get_by_role("link", name="North-South enters it again").click()
    bid_and_take(ours, "4 3 3 2", "7")
    send(ours)
    expect(ours.locator("#state")).to_contain_text("both sides agree", timeout=SOON)
    assert Result.objects.get().ns_tricks == "7"


def test_a_cut_a_captive_portal_and_a_reload_leave_one_result(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    sent = []

    def cut_after_saving(route: Route) -> None:
        """The server gets it and stores it; its answer never arrives."""
        sent.append(route.request.post_data)
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.fulfill(status=200, content_type="text/html", body=PORTAL)

    page.route("**/entries", cut_after_saving)
    page.route("**/state", lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL))
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    send(page)
    expect(page.locator("#state")).to_have_text("kept on this phone", timeout=SOON)
    expect(page.locator("#status")).to_contain_text("No connection; this is as of", timeout=LATER)
    # the portal has answered 200 by now, and the entry is still here, also for who confirms it
    page.get_by_role("button", name="East-West confirms on this phone").click()
    tap(page, "Yes, it is right")
    for _ in range(LATER // 200):
        if len(sent) >= 3:
            break
        page.wait_for_timeout(200)
    assert len(sent) >= 3  # what the portal answered was taken for no receipt
    assert Result.objects.count() == 1

    page.reload()
    expect(page.locator("#state")).to_have_text("kept on this phone")
    expect(page.locator("#status")).to_contain_text("2 entries are kept", timeout=LATER)
    page.unroute("**/entries")
    page.unroute("**/state")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#state")).to_contain_text("both sides agree", timeout=LATER)
    expect(page.locator("#status")).to_be_hidden(timeout=LATER)
    assert len(set(sent)) == 1  # the same key each time
    assert [claim.side for claim in Claim.objects.order_by("pk")] == ["NS", "EW"]
    assert Result.objects.get().state == ResultState.CONFIRMED
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes(':out:'))") == []


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"receipt": "duplicate-spades-receipt"},
        {"key": "another"},
        {"said": {"ns_bid": "4+3", "ns_tricks": "9", "ew_bid": "3+2", "ew_tricks": "4"}},
        {"board": 2},
    ],
)
def test_only_a_receipt_for_this_entry_is_one(
    event: Event, table: Phone, opened: Opener, answer: dict[str, object]
) -> None:
    page = opened(table, "North-South")

    def nearly(route: Route) -> None:
        if not answer:
            return route.fulfill(status=200, json={"ok": True})
        told = route.fetch().json() if len(answer) == 1 and "receipt" not in answer else {}
        return route.fulfill(status=200, json={**told, **answer})

    page.route("**/entries", nearly)
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    with page.expect_response("**/entries"):
        send(page)
    page.wait_for_timeout(300)
    assert said(page) in ("kept on this phone", "sending …")
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes(':out:')).length") == 1
    page.unroute("**/entries")
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=LATER)
    assert Result.objects.count() == 1


def test_a_refusal_shows_its_sentence_until_it_is_dealt_with(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    page.route("**/state", lambda route: route.abort())  # the phone does not hear of what comes
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    enter(event, 1, 1, 1, "7 7 5 6")
    send(page)
    sentence = "This was not taken: The director has entered board 1"
    expect(page.get_by_role("alert")).to_contain_text(sentence, timeout=SOON)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text(sentence)
    tap(page, "Correct it")
    expect(page.locator(".deal .sum")).to_have_text(["8", "5"])
    page.get_by_role("button", name="Change the tricks").click()
    tap(page, "7")
    send(page)
    page.unroute("**/state")
    expect(page.locator("#state")).to_contain_text("both sides agree", timeout=LATER)
    assert Result.objects.get().state == ResultState.CONFIRMED


def test_what_is_tapped_survives_a_reload(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    board(page, 1)
    tap(page, "4", "3")
    page.reload()
    expect(page.get_by_role("heading", name="South bids")).to_be_visible()
    page.get_by_role("button", name="Change North").click()
    tap(page, "6")
    expect(page.get_by_role("button", name="Change North, North 1: 6")).to_be_visible()
    tap(page, "3", "2")
    page.locator("#home").click()
    expect(page.get_by_role("link", name="Board 1")).to_contain_text("begun")


def test_an_entry_that_comes_too_late_is_kept_for_the_director(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    page.route("**/table/**", lambda route: route.abort())
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    send(page)
    expect(page.locator("#state")).to_have_text("kept on this phone", timeout=SOON)
    close_round(event.pk, 1, ACTOR, "time is over")
    page.unroute("**/table/**")
    expect(
        page.get_by_text("Round 1, board 1 (North-South): came late, kept for the director")
    ).to_be_visible(timeout=LATER)
    assert not Result.objects.exists()


def test_the_page_opens_without_the_server_where_a_worker_keeps_it(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    until(page, "caches.open('spades-table').then((store) => store.keys()).then((keys) => keys.length > 9)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Your boards")).to_be_visible()
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    send(page)
    expect(page.locator("#state")).to_have_text("kept on this phone", timeout=SOON)
    page.reload()
    page.context.set_offline(False)
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=LATER)
    assert Result.objects.count() == 1


def test_a_board_is_taken_back_while_the_round_is_open(event: Event, table: Phone, opened: Opener) -> None:
    table.enter("NS")
    table.enter("EW")
    page = opened(table, "North-South")
    board(page, 1)
    tap(page, "Take it back")
    expect(page.get_by_text("Take board 1 back? It then counts as not entered.")).to_be_visible()
    tap(page, "No, keep it")
    assert Result.objects.get().state == ResultState.CONFIRMED
    tap(page, "Take it back", "Yes, take it back")
    expect(page.get_by_role("link", name="Enter board 1")).to_be_visible(timeout=SOON)
    assert Result.objects.get().state == ResultState.REMOVED


def test_the_rule_set_decides_what_can_be_bid(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    board(page, 1)
    expect(page.get_by_role("button", name="Nil")).to_have_count(1)
    rules = {"preset": "puzzle-pirates", "blind_nil": "on"}
    Event.objects.filter(pk=event.pk).update(rules=rules, results_version=90)
    expect(page.get_by_role("button", name="Blind nil")).to_be_visible(timeout=SOON)
    tap(page, "10", "3", "7", "Blind nil", "0", "2")
    expect(page.get_by_role("alert")).to_contain_text("A side's bids may not pass 13 under these rules")
    expect(page.get_by_role("button", name="Send")).to_have_count(0)
    page.get_by_role("button", name="Change North").click()
    tap(page, "4")
    expect(page.locator(".deal .score td")).to_have_text(["110", "−130"])
    send(page)
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)
    result = Result.objects.get()
    assert (result.ew_bid, result.ew_tricks, result.ns_score, result.ew_score) == ("3+B", "0+2", 110, -130)


def test_calling_the_director(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    page.get_by_role("link", name="Call the director").click()
    tap(page, "Revoke")
    expect(page.get_by_text("The director was called at")).to_be_visible(timeout=SOON)
    assert Call.objects.get().note == "Revoke"
    answer_call(event.pk, open_calls(event)[0].pk, ACTOR)
    expect(page.get_by_text("Somebody is coming.").first).to_be_visible(timeout=SOON)
    expect(page.locator("#announce")).to_contain_text("Somebody is coming.")


def test_who_really_sits_is_said_with_names(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table)
    page.get_by_role("link", name="Somebody else sits here").click()
    page.get_by_label("West").fill("<b>Wanda</b>")
    page.get_by_role("button", name="Save who sits here").click()
    expect(page.get_by_role("button", name="We are East-West")).to_contain_text("<b>Wanda</b>", timeout=SOON)
    assert Sitting.objects.get().players["W"] == "<b>Wanda</b>"
    page.get_by_role("link", name="Somebody else sits here").click()
    tap(page, "The pairs sit the other way round")
    expect(page.get_by_label("North")).to_have_value("North 5")
    page.get_by_role("button", name="Save who sits here").click()
    expect(page.get_by_text("You sit the other way round than drawn.")).to_be_visible(timeout=SOON)
    assert Sitting.objects.get().turned


def test_the_next_round_opens_by_itself(event: Event, table: Phone, opened: Opener) -> None:
    seat(event, [(2, 1, [4, 5]), (3, 5, [4, 5])], status="planned")
    page = opened(table, "North-South")
    close_round(event.pk, 1, ACTOR, "enough")
    expect(page.get_by_role("heading", name="Round 2: where you go")).to_be_visible(timeout=SOON)
    expect(page.get_by_text("Table 2, East-West")).to_be_visible()
    open_round(event.pk, 2, ACTOR)
    expect(page.get_by_role("heading", name="Who holds this phone?")).to_be_visible(timeout=SOON)
    expect(page.locator("#announce")).to_contain_text("Round 2 has begun.")


def test_a_race_says_when_to_stop(opened: Opener, transactional_db: None) -> None:
    event = make_teams(2)
    publish(event)
    page = opened(phone_at(event), "North-South")
    play(event, 1, 1, [ROUT] * 4)
    expect(page.get_by_role("region", name="The race to 500")).to_contain_text("4 boards left", timeout=SOON)
    board(page, 5)
    bid_and_take(page, "5 2 5 1", "10")
    expect(page.get_by_text("Stop: North-South reached 500")).to_be_visible()
    send(page)
    page.locator("#home").click()
    expect(page.get_by_role("region", name="The race to 500")).to_contain_text(
        "Stop: North-South reached 500", timeout=SOON
    )
    expect(page.get_by_role("listitem").filter(has_text="not needed")).to_have_count(3)


def test_the_other_tables_show_when_all_have_played(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    table.enter("NS", "7 6 5 7")
    table.enter("EW", "7 6 5 7")
    expect(page.get_by_role("link", name="Board 1")).to_contain_text("both sides agree", timeout=SOON)
    board(page, 1)
    expect(page.get_by_text("Other tables’ results show once every table has played")).to_be_visible()
    for number, line in enumerate(("7 7 5 6", "7 8 5 5", "7 9 5 4"), start=2):
        enter(event, 1, number, 1, line)
    standings(event)
    expect(page.get_by_role("heading", name="At the other tables")).to_be_visible(timeout=SOON)
    expect(page.locator(".rows tr[aria-current]").first).to_contain_text("0.00")


def test_what_is_under_a_finger_stays_until_it_is_lifted(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    link = page.get_by_role("link", name="Call the director")
    expect(page.locator("#status")).to_be_hidden()
    stop_time(page)
    link.hover()
    page.mouse.down()
    page.evaluate(THE_TAP_BEFORE)
    with page.expect_response(lambda answer: answer.url.endswith("/state") and answer.status == 200):
        enter(event, 1, 1, 1, "7 8 5 5")  # the screen has something new to show
        page.evaluate(LOOK_NOW)
    page.mouse.up()
    expect(page.get_by_role("button", name="Revoke")).to_be_visible()
