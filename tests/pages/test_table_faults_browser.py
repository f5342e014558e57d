"""The table page where things go wrong around it: codes that are gone, phones that keep nothing, strangers."""

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandlerMixin
from django.http import HttpResponse, JsonResponse
from playwright.sync_api import Page, expect

from tests.pages.held_answers import Held
from tests.pages.table_calls import Phone, phone_at, tables_in_play
from tests.pages.table_taps import LATER, SOON, Opener, bid_and_take, board, send, tap
from tests.pages.waiting import stop_time, until
from tests.support.event_builders import ACTOR, enter
from tournaments.models import Event, Result, Sitting, Table, TableToken
from tournaments.pages import table_guard
from tournaments.services.clock import start_clock
from tournaments.services.tokens import revoke

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FULL = "void (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); })"
CLOSED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
OFFERED = "Round 1, board 1 (North-South)"


@pytest.fixture
def event(transactional_db: None) -> Event:
    return tables_in_play()


@pytest.fixture
def table(event: Event) -> Phone:
    return phone_at(event)


def kept(page: Page) -> int:
    found: int = page.evaluate("Object.keys(localStorage).filter((name) => name.includes(':out:')).length")
    return found


def keep_one(page: Page) -> None:
    """Board 1, entered while no entry gets through."""
    page.route("**/entries", lambda route: route.abort())
    board(page, 1)
    bid_and_take(page, "4 3 3 2", "8")
    send(page)
    expect(page.locator("#state")).to_have_text("kept on this phone", timeout=SOON)


def test_an_entry_outlives_its_code(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    keep_one(page)
    revoke(event.pk, TableToken.objects.values_list("pk", flat=True), ACTOR, "the card was lost")
    page.unroute("**/entries")
    expect(page.locator("#status")).to_contain_text("scan the new code with it", timeout=LATER)
    expect(page.locator("#state")).to_have_text("kept on this phone")
    page.reload()
    expect(page.get_by_role("heading", name="Kept on this phone")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_text(
        "Round 1, board 1, entered by NS: North-South bid 4+3, took 8; East-West bid 3+2, took 5"
    )
    page.goto(page.url.replace(table.token, phone_at(event).token))
    line = page.get_by_role("listitem").filter(has_text=OFFERED)
    expect(line).to_contain_text("4+3 / 8 – 3+2 / 5", timeout=SOON)
    line.get_by_role("button", name="Send it with this table’s code").click(timeout=SOON)
    expect(line).to_have_count(0, timeout=SOON)
    page.get_by_role("button", name="We are North-South").click()
    expect(page.get_by_role("link", name="Board 1")).to_contain_text("waits for East-West", timeout=SOON)
    result = Result.objects.get()
    assert (result.ns_bid, result.ns_tricks, kept(page)) == ("4+3", "8", 0)


def test_an_entry_that_was_left_at_another_table_goes_there(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    keep_one(page)
    page.unroute("**/entries")
    page.goto(page.url.split("#")[0].replace(table.token, phone_at(event, 2).token))
    expect(page.get_by_role("heading", name="Who holds this phone?")).to_be_visible()
    expect(page.locator("#status")).to_be_hidden(timeout=LATER)
    assert Result.objects.get().table.number == 1
    assert kept(page) == 0


def test_a_code_that_opens_again_takes_what_was_kept(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    keep_one(page)
    Event.objects.filter(pk=event.pk).update(status="final")
    page.unroute("**/entries")
    expect(page.locator("#status")).to_contain_text("opens nothing any more", timeout=LATER)
    Event.objects.filter(pk=event.pk).update(status="running")
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=LATER)


def test_an_entry_for_a_board_that_is_not_due_any_more_stays_in_sight(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    keep_one(page)
    Table.objects.filter(number=1).update(boards=[2, 3])
    Event.objects.filter(pk=event.pk).update(results_version=90)
    page.unroute("**/entries")
    page.locator("#home").click()
    line = page.get_by_role("listitem").filter(has_text=OFFERED)
    expect(line).to_contain_text("This was not taken: Board 1 is not due at table 1", timeout=LATER)
    line.get_by_role("button", name="Throw this entry away").click()
    assert kept(page) == 0


def test_sides_that_changed_places_meanwhile_look_again(event: Event, table: Phone, opened: Opener) -> None:
    page = opened(table, "North-South")
    expect(page.locator("#status")).to_be_hidden(timeout=SOON)
    page.route("**/state", lambda route: route.abort())
    keep_one(page)
    table.post("sitting", {"round": 1, "players": {}, "turned": True})
    page.unroute("**/entries")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("now 5 sits North-South and 1 East-West", timeout=LATER)
    with page.expect_response("**/state", timeout=LATER):
        page.unroute("**/state")
    tap(page, "Correct it")
    expect(page.get_by_role("button", name="Change North, North 5: 4")).to_be_visible()
    send(page)
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)
    assert Result.objects.select_related("ns").get().ns.number == 5
    assert Sitting.objects.get().turned


@pytest.mark.parametrize("trouble", ["full", "closed"])
def test_a_phone_that_keeps_nothing_says_so_and_works(
    event: Event, table: Phone, opened: Opener, trouble: str
) -> None:
    page = opened(table, "North-South")
    board(page, 1)
    tap(page, "4")  # a draft that was kept before is older than what is tapped from now on
    if trouble == "full":
        page.evaluate(FULL)
    else:
        page.context.add_init_script(CLOSED)
        page.reload()
        page.locator("#home").click()
        page.get_by_role("button", name="We are North-South").click()
        board(page, 1)
        tap(page, "4")
    bid_and_take(page, "3 3 2", "8")
    expect(page.locator("#status")).to_contain_text("This phone cannot keep anything")
    send(page)
    expect(page.locator("#state")).to_contain_text("waits for East-West", timeout=SOON)
    assert Result.objects.get().ns_bid == "4+3"


def test_what_is_sent_meanwhile_moves_nothing_from_under_a_finger(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    keep_one(page)
    page.locator("#home").click()
    expect(page.locator("#status")).to_contain_text("Kept on this phone.")
    under_way = Held(page, "**/entries").look()
    expect(page.get_by_role("link", name="Board 1")).to_contain_text("sending")
    stop_time(page)
    page.get_by_role("link", name="Board 2").hover()
    page.mouse.down()
    with page.expect_response("**/entries"):
        under_way.continue_()
    page.mouse.up()
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    expect(page.locator("#status")).to_be_hidden()


def test_a_refusal_that_a_full_phone_cannot_write_down_is_not_asked_for_again(
    event: Event, table: Phone, opened: Opener
) -> None:
    page = opened(table, "North-South")
    keep_one(page)
    enter(event, 1, 1, 1, "7 7 5 6")
    page.evaluate(FULL)
    answered: list[str] = []
    page.on("response", lambda one: answered.append(one.url) if one.url.endswith("/entries") else None)
    page.unroute("**/entries")
    expect(page.get_by_role("alert")).to_contain_text("The director has entered board 1", timeout=LATER)
    expect(page.locator("#status")).not_to_contain_text("is sent as soon as", timeout=SOON)
    assert len(answered) == 1


def test_a_stranger_that_answers_spoils_no_page_that_is_kept(
    event: Event, table: Phone, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_clock(event.pk, 1, 20, ACTOR)
    page = opened(table, "North-South")
    expect(page.locator("#clock")).to_contain_text("left")
    until(page, "caches.open('spades-table').then((store) => store.keys()).then((keys) => keys.length > 10)")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    with monkeypatch.context() as portal:
        portal.setattr(table_guard, "refuse_flood", lambda *asked: HttpResponse("Welcome", status=404))
        portal.setattr(table_guard, "in_words", lambda refused: refused)
        portal.setattr(StaticFilesHandlerMixin, "serve", lambda *asked: JsonResponse({"welcome": True}))
        for _ in range(2):
            page.reload()
            expect(page.get_by_role("heading", name="Your boards")).to_be_visible()
        # how long the page has lain there nobody knows, so it tells no time that is left
        expect(page.locator("#clock")).to_have_text("")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Your boards")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#clock")).to_contain_text("left", timeout=LATER)
