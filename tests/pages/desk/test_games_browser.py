"""A director runs a ranked game from the keyboard, in a real Chromium: four players typed, deals, a dispute, a quit."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from axe_core_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import EVERYTHING, carry_over
from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import EVEN, NS_MAKES, PHONE, enter, make_ranked, play, player, words
from tournaments.models import DealState, Event, Game, GameStatus, Role
from tournaments.services.ranked.deals import say_deal
from tournaments.services.ranked.leaving import leave, settle_absences

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
"""Milliseconds: the page asks every 2.5 s at most."""


@pytest.fixture
def ladder(transactional_db: None) -> Event:
    made = make_ranked(stake=5)
    for name in ("Ann", "Bea", "Cleo", "Dora"):
        player(made, name)
    return made


@pytest.fixture
def desk(ladder: Event, client: Client, live_server: LiveServer, page: Page) -> Iterator[Page]:
    sign_in(client, ladder.tournament.club, Role.DIRECTOR)
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.set_default_timeout(SOON)
    page.goto(live_server.url + reverse("desk:event", args=[ladder.pk]))
    yield page
    assert not faults


def type_in(page: Page, *keys: str) -> None:
    """Words are typed, names of keys pressed."""
    for key in keys:
        if key in ("Enter", "Space", "Tab", "ArrowDown"):
            page.keyboard.press(key)
        else:
            page.keyboard.type(key)


def test_a_game_is_opened_played_and_ended_without_the_mouse(desk: Page, ladder: Event) -> None:
    desk.get_by_role("link", name="New game").focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("combobox", name="North")).to_be_focused()
    for name in ("Ann", "Cleo", "Bea", "Dora"):
        type_in(desk, name, "Enter")
    expect(desk.locator(".desk-said")).to_contain_text("Game 1 at table 1 has started.")
    first = desk.get_by_label("NS bid")
    expect(first).to_be_focused()

    # the paper's way: numbers with Enter, with spaces, and what is missing to 13 by Enter alone
    type_in(desk, "7", "Enter", "8", "Enter", "5", "Enter", "Enter")
    expect(desk.get_by_label("EW tricks")).to_have_value("5")
    expect(desk.locator(".game-worth")).to_have_text("NS 71, EW 50")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Deal 2")).to_be_visible()
    expect(first).to_be_focused()
    type_in(desk, "N4", "Space", "0", "Space", "4", "Space", "6", "Space", "Enter")
    expect(desk.get_by_label("EW tricks")).to_have_value("9")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Deal 3")).to_be_visible()
    expect(first).to_be_focused()  # by the page's last script: from here on it hears keys
    game = Game.objects.get()
    assert [row.ns_tricks for row in game.deals.order_by("number")] == ["8", "0+4"]

    # into the score sheet, to the first deal, and correct it with a look at what that does
    desk.get_by_role("heading", name="Score sheet").click()
    expect(first).not_to_be_focused()
    type_in(desk, "c", "Enter")
    expect(desk.get_by_role("region", name="Correct deal 1").get_by_label("NS bid")).to_be_focused()
    type_in(desk, "6", "Enter")
    desk.locator("#id_correct-reason").fill("misread")
    desk.get_by_role("region", name="Correct deal 1").get_by_role(
        "button", name="What would it change?"
    ).press("Enter")
    expect(desk.locator("#effect")).to_contain_text("Nothing is saved yet.")
    assert game.deals.get(number=1).ns_bid == "7"
    desk.get_by_role("button", name="Do it").press("Enter")
    expect(desk.locator(".desk-said")).to_contain_text("Deal 1 is in")
    assert game.deals.get(number=1).ns_bid == "6"


def test_what_phones_say_comes_by_itself_and_a_dispute_is_ruled_on(
    desk: Page, ladder: Event, live_server: LiveServer
) -> None:
    game = play(ladder, now=timezone.now())
    expect(desk.locator("#g-1")).to_be_visible(timeout=SOON)
    say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE)
    say_deal(game.pk, 1, "EW", words(EVEN), PHONE)
    expect(desk.locator("#disputes")).to_contain_text("Table 1, deal 1: the sides differ", timeout=SOON)
    desk.keyboard.press("m")
    expect(desk.locator("#g-1")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Deal 1: the sides differ")).to_be_visible()
    desk.get_by_label("EW says 6 6 – 7 7").check()
    desk.locator("#word-reason-1").fill("counted again")
    desk.keyboard.press("Enter")
    expect(desk.locator(".desk-said")).to_contain_text("Deal 1 is as EW says.")
    assert game.deals.get().state == DealState.CONFIRMED


def test_what_is_being_typed_outlasts_what_comes_meanwhile_and_both_versions_are_shown(
    desk: Page, ladder: Event, live_server: LiveServer
) -> None:
    game = play(ladder, now=timezone.now())
    desk.goto(live_server.url + reverse("desk:game", args=[ladder.pk, 1]))
    expect(desk.get_by_label("NS bid")).to_be_focused()
    type_in(desk, "6", "Enter", "6", "Enter", "7", "Enter")
    enter(game, NS_MAKES)
    expect(desk.locator("#sheet")).to_contain_text("7 · 7", timeout=SOON)
    expect(desk.get_by_label("NS bid")).to_have_value("6")
    expect(desk.get_by_label("EW tricks")).to_be_focused()
    type_in(desk, "Enter", "Enter")
    expect(desk.get_by_role("heading", name="Somebody saved before you")).to_be_visible()
    assert game.deals.get().ns_bid == "7"


def test_a_grace_counts_down_and_a_quit_is_seen(desk: Page, ladder: Event) -> None:
    game = play(ladder, now=timezone.now())
    leave(game.pk, "W", ACTOR, timezone.now() - timedelta(seconds=30))
    clock = desk.locator("#away [data-runs]")
    expect(clock).to_be_visible(timeout=SOON)
    shown = clock.text_content()
    expect(clock).not_to_have_text(shown or "", timeout=SOON)
    settle_absences(ladder.pk, timezone.now() + timedelta(minutes=4))
    expect(desk.locator("#empty")).to_contain_text("West was left", timeout=SOON)
    game.refresh_from_db()
    assert game.status == GameStatus.PLAYING


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1440])
def test_no_fault_that_axe_can_find(
    client: Client, ladder: Event, live_server: LiveServer, browser: Browser, width: int, scheme: str
) -> None:
    sign_in(client, ladder.tournament.club, Role.DIRECTOR)
    game = play(ladder, now=timezone.now())
    enter(game, NS_MAKES)
    say_deal(game.pk, 2, "NS", words(NS_MAKES), PHONE)
    say_deal(game.pk, 2, "EW", words(EVEN), PHONE)
    leave(game.pk, "W", ACTOR, timezone.now())
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    carry_over(client, page, live_server.url)
    club = ladder.tournament.club.slug
    person = game.seats.get(seat="N").person_id
    places = [("event", [ladder.pk]), ("game", [ladder.pk, 1]), ("new-game", [ladder.pk])]
    places += [
        ("games", [ladder.pk]),
        ("settings", [ladder.pk]),
        ("bans", [club]),
        ("player", [club, person]),
    ]
    for name, given in places:
        query = "?deal=1" if name == "game" else ""
        page.goto(f"{live_server.url}{reverse(f'desk:{name}', args=given)}{query}")
        found = Axe().run(page, options={"runOnly": EVERYTHING})["violations"]
        told = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]
        assert not told, (name, told)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    context.close()
