"""Four phones at a ranked table, in a real Chromium: four sit down by the table's code and play a game's score sheet;
one leaves and has quit, somebody fills in, the game ends; the quitter is told when they may play again, and all of them
why their ratings are what they are."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.ranked.table_phones import FOUR, SEATS, phone_at
from tests.pages.table_taps import LATER, LOOK_NOW, SOON, THE_TAP_BEFORE, Opener, bid_and_take, send, tap
from tests.pages.waiting import stop_time, until
from tests.support.event_builders import four_tables, make_event, standings
from tests.support.ranked_builders import make_ranked, player
from tournaments.models import Absence, Ban, DealState, Event, Game, GameDeal, GameStatus, Person, RatingBook
from tournaments.services.ratings.book import book_of
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.zones import zone_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@pytest.fixture
def event(transactional_db: None) -> Event:
    made = make_ranked()
    for name in (*FOUR, "Quinn"):
        player(made, name)
    return made


@pytest.fixture
def four(event: Event, opened: Opener) -> dict[str, Page]:
    """Four phones on which a game to 200 has begun, by their seats."""
    table = phone_at(event)
    pages = {seat: opened(table) for seat in SEATS}
    pages["N"].get_by_label("200", exact=True).check()
    tap(pages["N"], "Open a game here")
    for seat, name in zip(SEATS, FOUR, strict=True):
        sit(pages[seat], WORDS[seat], name)
    for page in pages.values():
        expect(page.get_by_text("Deal 1 · North deals, East bids first")).to_be_visible(timeout=SOON)
    return pages


def sit(page: Page, seat: str, name: str, label: str = "Sit here") -> None:
    place = page.locator(f"#seat-{seat[0]}")
    place.locator("summary").filter(has_text=label).click(timeout=SOON)
    place.get_by_label("Your full name or membership number").fill(name)
    place.get_by_role("button", name=label).click()


def tap_link(page: Page, name: str) -> None:
    page.get_by_role("link", name=name).click(timeout=SOON)


def enter(page: Page, deal: int, bids: str, tricks: str) -> None:
    tap_link(page, f"Enter deal {deal}")
    bid_and_take(page, bids, *tricks.split())
    send(page)


def confirm(page: Page, deal: int, side: str) -> None:
    card = page.locator(f"#task-{deal}.confirm")
    card.get_by_role("button", name=f"{side}: yes, it is right").click(timeout=SOON)
    expect(card).to_have_count(0, timeout=SOON)


def go_back(minutes: float) -> None:
    """Whoever is away left so long ago."""
    Absence.objects.filter(back_at=None, quit_at=None).update(
        left_at=timezone.now() - timedelta(minutes=minutes)
    )


def rate(event: Event) -> None:
    """What a worker does meanwhile."""
    bring_up(event.tournament.club_id)
    standings(event)


def test_a_game_is_played_one_quits_and_everybody_is_told_why(
    event: Event, four: dict[str, Page], live_server: LiveServer
) -> None:
    # two deals, each entered by one side with taps alone and confirmed by the other with one
    tap_link(four["N"], "Enter deal 1")
    expect(
        four["N"].get_by_text("No blind nil for North-South: they are not 100 points behind.")
    ).to_be_visible()
    expect(four["N"].get_by_role("button", name="Blind nil")).to_have_count(0)
    bid_and_take(four["N"], "4 3 3 2", "8")
    send(four["N"])
    expect(four["S"].get_by_role("heading", name="Deal 1 waits for East-West")).to_be_visible(timeout=SOON)
    expect(four["E"].locator("#task-1 .score td")).to_have_text(["71", "50"], timeout=SOON)
    confirm(four["E"], 1, "East-West")
    enter(four["W"], 2, "4 3 N 4", "5 0")  # a nil is counted by player, and comes first
    confirm(four["S"], 2, "North-South")
    for page in four.values():
        expect(page.locator(".race .total")).to_have_text(["162", "121"], timeout=SOON)
        expect(page.get_by_text("Deal 3 · South deals, West bids first")).to_be_visible(timeout=SOON)

    # North leaves, having read what it costs, and does not come back in time
    north = four["N"]
    north.locator("summary").filter(has_text="Leave the table").click()
    expect(north.locator(".warning")).to_contain_text("your rating falls by 25, from 1500 to 1475")
    expect(north.locator(".warning")).to_contain_text("no ranked games for you for 60 minutes")
    tap(north, "Peter leaves now")
    expect(north.get_by_role("button", name="I am back")).to_be_visible(timeout=SOON)
    expect(four["E"].locator("#seat-N")).to_contain_text("away, has to be back by", timeout=SOON)
    expect(four["E"].locator("#seat-N .left")).to_have_text(re.compile("2:[0-5][0-9]"), timeout=SOON)
    go_back(minutes=4)
    for seat in "ESW":
        expect(four[seat].locator("#seat-N")).to_contain_text("Peter has left the game.", timeout=SOON)

    # somebody fills in on the partner's phone, and the game goes on to its end
    sit(four["S"], "North", "Quinn", "Fill in here")
    expect(four["W"].locator("#seat-N")).to_contain_text("sits in for Peter, unrated", timeout=SOON)
    enter(four["S"], 3, "4 3 3 2", "8")
    confirm(four["W"], 3, "East-West")
    rate(event)
    for seat in "ESW":
        result = four[seat].locator("#result")
        expect(result).to_contain_text("Quinn and John have won.", timeout=SOON)
        expect(four[seat].locator(".changes")).to_contain_text("John +25", timeout=LATER)
        expect(four[seat].get_by_role("button", name="wants another game")).to_have_count(0)

    # the quitter is told when they may play again
    told = phone_at(event, 2)
    north.goto(live_server.url + told.path())
    tap(north, "Open a game here")
    sit(north, "North", "Peter")
    until = Ban.objects.get(person__name="Peter").until.astimezone(zone_of(event.tournament))
    expect(north.get_by_role("alert")).to_contain_text(f"at {until:%H:%M}", timeout=SOON)
    expect(north.locator("#why-not-N")).to_contain_text("Peter")
    expect(north.get_by_label("Your full name or membership number").first).to_have_value("Peter")

    # and the pages of the ratings tell why
    RatingBook.objects.filter(pk=book_of(event.tournament.club_id).pk).update(minimum_games=1)
    club = event.tournament.club.slug
    peter = Person.objects.get(name="Peter")
    north.goto(live_server.url + reverse("pages:player", args=(club, peter.pk)))
    expect(north.locator("main")).to_contain_text("1475")
    expect(north.locator("main")).to_contain_text("quit, and so lost to Mary and Sue")
    north.goto(live_server.url + reverse("pages:leaderboard", args=(club,)))
    expect(north.locator("main")).to_contain_text("John")
    expect(north.locator("main")).to_contain_text("1525")
    game = Game.objects.get(number=1)
    assert (game.status, game.outcome, game.ending) == (GameStatus.OVER, "ns", "target")
    assert set(GameDeal.objects.values_list("state", flat=True)) == {DealState.CONFIRMED}


def test_sides_that_differ_are_shown_both_words_and_settle_it(event: Event, four: dict[str, Page]) -> None:
    enter(four["N"], 1, "4 3 3 2", "8")
    east = four["E"]
    east.locator("#task-1").get_by_role("link", name="No, it was different").click(timeout=SOON)
    bid_and_take(east, "4 3 3 2", "6")
    send(east)
    for page in four.values():
        expect(page.get_by_role("heading", name="Deal 1: the sides differ")).to_be_visible(timeout=SOON)
    four["S"].get_by_role("button", name="East-West is right").click()
    expect(four["S"].get_by_text("Deal 2 · East deals, South bids first")).to_be_visible(timeout=SOON)
    assert GameDeal.objects.get().state == DealState.CONFIRMED
    assert GameDeal.objects.get().ns_tricks == "7"


def test_what_is_under_a_finger_stays_until_it_is_lifted(event: Event, four: dict[str, Page]) -> None:
    south = four["S"]
    link = south.get_by_role("link", name="Enter deal 1")
    before = link.element_handle()
    stop_time(south)
    link.hover()
    south.mouse.down()
    south.evaluate(THE_TAP_BEFORE)
    with south.expect_response(lambda answer: answer.url.endswith("/now") and answer.status == 200):
        enter(four["N"], 1, "4 3 3 2", "8")
        south.evaluate(LOOK_NOW)
    assert before is not None
    assert before.evaluate("link => link.isConnected")
    south.mouse.up()


def test_what_is_tapped_and_what_is_typed_outlives_what_the_others_do(
    event: Event, four: dict[str, Page], opened: Opener
) -> None:
    north = four["N"]
    north.get_by_role("link", name="Enter deal 1").click()
    tap(north, "4", "3")
    enter(four["E"], 1, "4 3 3 2", "5")
    # the other side was faster: said where it is looked at, and nothing tapped is lost
    expect(north.get_by_text("East-West has entered this deal already.")).to_be_visible(timeout=SOON)
    expect(north.get_by_role("heading", name="South bids")).to_be_visible()
    north.reload()
    expect(north.get_by_role("heading", name="South bids")).to_be_visible()
    north.get_by_role("link", name="Look at it").click()
    expect(north.get_by_role("button", name="North-South: yes, it is right")).to_be_visible()

    free = opened(phone_at(event, 2))
    tap(free, "Open a game here")
    free.locator("#seat-W summary").click()
    free.locator("#who-W").fill("Qui")
    other = opened(phone_at(event, 2))
    sit(other, "North", "Quinn")
    expect(free.locator("#seat-N")).to_contain_text("Quinn", timeout=SOON)
    expect(free.locator("#who-W")).to_have_value("Qui")
    expect(free.locator("#who-W")).to_be_focused()


def test_the_worker_of_another_events_page_neither_keeps_nor_hides_a_ranked_table(
    event: Event, opened: Opener, live_server: LiveServer
) -> None:
    pairs = make_event(pairs=8)
    four_tables(pairs)
    Event.objects.filter(pk=pairs.pk).update(status="running")
    page = opened(phone_at(pairs))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    until(page, "Boolean(navigator.serviceWorker.controller)")
    ranked = phone_at(event)
    # the worst there could be: a page kept under that very address
    page.evaluate(
        """(path) => caches.open("spades-table").then((store) =>
             store.put(path, new Response("old", { headers: { "Table-Page": "1" } })))""",
        ranked.path(),
    )
    page.goto(live_server.url + ranked.path())
    expect(page.get_by_role("heading", name="Table 1 is free")).to_be_visible(timeout=SOON)
    assert not page.evaluate("(path) => caches.match(path).then(Boolean)", ranked.path())
    tap(page, "Open a game here")
    sit(page, "North", "Peter")
    expect(page.locator("#seat-N")).to_contain_text("this phone", timeout=SOON)
    page.reload()
    expect(page.locator("#seat-N")).to_contain_text("this phone", timeout=SOON)
