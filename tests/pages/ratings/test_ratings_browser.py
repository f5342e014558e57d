"""Ratings in a real Chromium: read aloud, on the narrowest phone, and watched at the desk while they are made."""

import re
from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import EVERYTHING, carry_over
from tests.support.event_builders import make_member
from tests.support.rating_builders import EW, NS, QUIT_N, Ledger
from tournaments.models import RatingBook, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ledger(transactional_db: None) -> Ledger:
    """Ann is off and the one who looks; names as long as they may be."""
    made = Ledger("Ann", "B" * 200, "محمد " * 39 + "محمد", "Dan")
    names = list(made.people)
    for number in range(25):
        made.play(names, (NS, EW)[number % 2], days_ago=30 - number)
    made.set("Ann", 1700, kind="ranked", days_ago=4)
    made.play(names, NS + QUIT_N, days_ago=3)
    made.off("Dan")
    return made


@pytest.fixture
def strict(page: Page) -> Iterator[Page]:
    """A page that fails its test when the browser reports an error: a script's, or a breach of the policy."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert not complaints


def as_ann(ledger: Ledger, client: Client) -> None:
    ann = ledger.people["Ann"]
    ann.user = make_member(ledger.club, Role.DIRECTOR)
    ann.save()
    client.force_login(ann.user)


def paths(ledger: Ledger) -> list[str]:
    club, ann = ledger.club.slug, ledger.people["Ann"].pk
    return [
        reverse("pages:leaderboard", args=[club]),
        reverse("pages:player", args=[club, ann]),
        reverse("pages:player", args=[club, ledger.people["B" * 200].pk]),
        reverse("pages:leaderboard-setting", args=[club, ann]),
        reverse("desk:ratings", args=[club]),
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_fault_that_axe_can_find(
    live_server: LiveServer, ledger: Ledger, browser: Browser, client: Client, scheme: str
) -> None:
    as_ann(ledger, client)
    page = browser.new_context(color_scheme=scheme, reduced_motion="reduce").new_page()
    carry_over(client, page, live_server.url)
    rules = {"runOnly": EVERYTHING if scheme == "light" else {"type": "rule", "values": ["color-contrast"]}}
    for path in paths(ledger):
        page.goto(live_server.url + path)
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        found = Axe().run(page, options=rules)["violations"]
        told = [(fault["id"], [node["html"][:160] for node in fault["nodes"][:3]]) for fault in found]
        assert not told, (path, scheme)
    page.context.close()


def test_nothing_is_wider_than_the_narrowest_phone(
    live_server: LiveServer, ledger: Ledger, strict: Page, client: Client
) -> None:
    as_ann(ledger, client)
    carry_over(client, strict, live_server.url)
    for width in (320, 768, 1440):
        strict.set_viewport_size({"width": width, "height": 800})
        for path in paths(ledger):
            strict.goto(live_server.url + path)
            strict.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
            wide = strict.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (path, width, wide)


def test_a_player_asks_why_and_unfolds_the_sum(live_server: LiveServer, ledger: Ledger, strict: Page) -> None:
    strict.goto(live_server.url + paths(ledger)[0])
    strict.get_by_role("link", name="Ann", exact=True).click()
    expect(strict.get_by_role("img", name=re.compile("Rating from 1500 .* Set to 1700"))).to_be_visible()
    said = strict.get_by_text("The sum is left out: somebody at this table").first
    expect(said).to_be_hidden()
    strict.locator("#games summary").first.focus()
    strict.keyboard.press("Enter")
    expect(said).to_be_visible()


def test_the_desk_counts_along_while_games_are_rated(
    live_server: LiveServer, ledger: Ledger, strict: Page, client: Client
) -> None:
    as_ann(ledger, client)
    carry_over(client, strict, live_server.url)
    book = RatingBook.objects.filter(club=ledger.club)
    version = book.get().ledger_version
    book.update(ledger_version=version + 1, done=0, total=26)
    strict.goto(live_server.url + reverse("desk:ratings", args=[ledger.club.slug]))
    strict.evaluate("window.neverReloaded = true")
    expect(strict.get_by_text("The ratings wait to be made anew.")).to_be_visible()
    book.update(done=13)
    expect(strict.get_by_text("13 of 26")).to_be_visible()
    book.update(rated_version=version + 1, done=0)
    expect(strict.get_by_text("26 rated games, and every rating is up to them.")).to_be_visible()
    assert strict.evaluate("window.neverReloaded")
