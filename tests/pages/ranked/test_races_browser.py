"""The page of a ranked table in a real Chromium while answers are on their way, or do not come at all."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.ranked.table_phones import phone_at, sit_down
from tests.pages.table_taps import LOOK_NOW, SOON, Opener, bid_and_take, send, tap
from tests.support.ranked_builders import make_ranked, player
from tournaments.models import Event, Game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(transactional_db: None) -> Event:
    return make_ranked()


def lose(page: Page, button: str) -> None:
    """Tap a button that sends, and get no other page for it; then the page waits for none any more."""
    page.route("**/do/*", lambda route: route.fulfill(status=204))
    with page.expect_response("**/do/*"):
        tap(page, button)
    page.unroute("**/do/*")
    with page.expect_response("**/now"):
        page.clock.fast_forward(10_000)


def test_what_got_lost_on_its_way_can_be_sent_again(
    event: Event, opened: Opener, live_server: LiveServer
) -> None:
    free = opened(phone_at(event, 2))
    free.clock.install()
    free.reload()
    lose(free, "Open a game here")
    tap(free, "Open a game here")
    expect(free.locator("summary").filter(has_text="Sit here").first).to_be_visible(timeout=SOON)

    phones = sit_down(event)
    page = opened(phones["N"])
    key = phones["N"].client.cookies["seat-keys"].value
    page.context.add_cookies([{"name": "seat-keys", "value": key, "url": live_server.url}])
    page.clock.install()
    page.reload()
    page.get_by_role("link", name="Enter deal 1").click()
    bid_and_take(page, "4 3 3 2", "8")
    lose(page, "Send")
    # what was tapped is there still, also for who has left the deal meanwhile
    page.get_by_role("link", name="Not now").click()
    page.get_by_role("link", name="Enter deal 1").click()
    expect(page.get_by_role("heading", name="Deal 1: is this right?")).to_be_visible()
    page.get_by_role("button", name="Change the tricks").click()
    tap(page, "7")
    send(page)
    expect(page.get_by_role("heading", name="Deal 1 waits for East-West")).to_be_visible(timeout=SOON)
    assert Game.objects.get(table=1).deals.get().ns_tricks == "7"


def test_the_caret_stays_where_one_writes(event: Event, opened: Opener) -> None:
    desk = phone_at(event)
    desk.done("open")
    page = opened(phone_at(event))
    page.locator("#seat-W summary").click()
    field = page.locator("#who-W")
    field.press_sequentially("Quin")
    field.press("ArrowLeft")
    field.press("Shift+ArrowLeft")
    player(event, "Peter")
    desk.done("sit", game=1, seat="N", who="Peter")
    page.evaluate(LOOK_NOW)
    expect(page.locator("#seat-N")).to_contain_text("Peter", timeout=SOON)
    page.keyboard.type("e")
    expect(field).to_have_value("Quen")
