"""Entries in a real browser, with the keyboard alone."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.held_answers import Held
from tests.pages.waiting import settled
from tests.support.event_builders import ACTOR, make_event, make_member, seat
from tournaments.models import Event, Person, Role
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.substitutes import substitute

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Nobody entered; the club knows Ann Lee twice (12 and 45), José Ruiz and Di Roy (7)."""
    made = make_event(pairs=0)
    for name, number in (("Ann Lee", "12"), ("Ann Lee", "45"), ("José Ruiz", ""), ("Di Roy", "7")):
        Person.objects.create(club=made.tournament.club, name=name, number=number)
    return made


@pytest.fixture
def desk(live_server: LiveServer, page: Page, event: Event) -> Iterator[Page]:
    """A director at the desk; the test fails when the browser reports an error, a script’s or of the policy."""
    client = Client()
    user: User = make_member(event.tournament.club, Role.DIRECTOR)
    client.force_login(user)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type == "error" and "422" not in message.text else None
        ),
    )
    page.goto(live_server.url + reverse("desk:entries", args=[event.pk]))
    yield page
    assert not complaints


def find_whole_words(desk: Page, *words: str) -> None:
    """Nobody is found by less than one of these: hands that are slow enough are answered at each letter."""

    def answer(route: Route) -> None:
        if route.request.url.endswith(tuple(f"?q={word}" for word in words)):
            route.continue_()
        else:
            route.fulfill(json={"people": []})

    desk.route("**/entries/find/**", answer)


def names(event: Event) -> list[str]:
    return list(event.entries.order_by("number").values_list("name", flat=True))


def test_three_pairs_with_the_keyboard_alone(desk: Page, event: Event) -> None:
    keys, first = desk.keyboard, desk.get_by_role("combobox", name="First player")
    expect(first).to_be_focused()
    # two new names
    keys.type("Bo Diaz")
    keys.press("Enter")
    keys.type("Cy Ito")
    keys.press("Enter")
    expect(desk.locator("#entry-1")).to_contain_text("Bo Diaz & Cy Ito")
    expect(first).to_be_focused()
    expect(first).to_have_value("")
    # a membership number, and somebody found while typing
    keys.type("45")
    keys.press("Enter")
    expect(first).to_have_value("Ann Lee")
    find_whole_words(desk, "jose")
    keys.type("jose")
    expect(desk.get_by_role("option", name="José Ruiz")).to_be_visible()
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(desk.locator("#entry-2")).to_contain_text("Ann Lee & José Ruiz")
    expect(first).to_be_focused()
    desk.unroute("**/entries/find/**")
    # a name that two people have: the desk asks, the second is chosen
    keys.type("Ann Lee")
    keys.press("Enter")
    keys.type("Ed Fox")
    keys.press("Enter")
    expect(desk.get_by_role("radio", name="Ann Lee (12)")).to_be_focused()
    settled(desk)  # until then keys are meant for what stood there before
    keys.press("Enter")
    expect(desk.locator("#entry-3")).to_contain_text("Ann Lee & Ed Fox")
    expect(first).to_be_focused()
    expect(desk.locator("#entries-count")).to_contain_text("3 pairs")
    expect(desk.locator("#entries-said")).to_have_text("3 Ann Lee & Ed Fox is entered.")
    assert names(event) == ["Bo Diaz & Cy Ito", "Ann Lee & José Ruiz", "Ann Lee & Ed Fox"]
    numbers = [event.entries.get(number=number).players.get(name="Ann Lee").number for number in (2, 3)]
    assert numbers == ["45", "12"]


def test_the_combobox_says_what_it_does(desk: Page) -> None:
    first = desk.get_by_role("combobox", name="First player")
    expect(first).to_have_attribute("aria-expanded", "false")
    find_whole_words(desk, "ann")
    first.press_sequentially("ann")
    options = desk.get_by_role("listbox").get_by_role("option")
    expect(options).to_have_count(2)
    expect(first).to_have_attribute("aria-expanded", "true")
    first.press("ArrowDown")
    first.press("ArrowDown")
    chosen = options.nth(1)
    expect(chosen).to_have_attribute("aria-selected", "true")
    expect(first).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "-")
    assert Axe().run(desk)["violations"] == []
    first.press("Escape")
    expect(first).to_have_attribute("aria-expanded", "false")
    expect(first).to_have_value("ann")


def test_check_in_with_one_key_a_row(live_server: LiveServer, desk: Page, event: Event) -> None:
    add_entries(event.pk, [NewEntry((f"North {number}", f"South {number}")) for number in range(1, 5)], ACTOR)
    desk.reload()
    find = desk.get_by_label("Check in by number or name")
    find.focus()
    expect(find).to_be_focused()
    desk.keyboard.type("3")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry-3 .entry-key")).to_have_text("Here")
    expect(find).to_have_value("")
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("#entry-1 .entry-key")).to_be_focused()
    desk.keyboard.press("Space")
    expect(desk.locator("#entry-1 .entry-key")).to_have_text("Here")
    expect(desk.locator("#entry-2 .entry-key")).to_be_focused()
    desk.keyboard.press("Space")
    expect(desk.locator("#entries-count")).to_contain_text("3 checked in, 1 missing")
    assert [row.number for row in event.entries.filter(checked_in_at=None)] == [4]


def test_keys_may_follow_each_other_before_the_server_has_answered(
    live_server: LiveServer, desk: Page, event: Event
) -> None:
    add_entries(event.pk, [NewEntry((f"North {number}", f"South {number}")) for number in range(1, 5)], ACTOR)
    desk.reload()
    held = Held(desk, "**/check-in/")
    desk.locator("#entry-1 .entry-key").focus()
    for number in (2, 3, 4):
        desk.keyboard.press("Space")
        expect(desk.locator(f"#entry-{number} .entry-key")).to_be_focused()
    desk.keyboard.press("Space")
    desk.keyboard.press("ArrowUp")
    held.end(held.first())
    expect(desk.locator("#entries-count")).to_contain_text("everybody is here")
    expect(desk.get_by_role("button", name="Check in", pressed=True)).to_have_count(4)
    expect(desk.locator("#entry-3 .entry-key")).to_be_focused()
    settled(desk)
    desk.keyboard.press("Space")
    expect(desk.locator("#entry-3 .entry-key")).to_have_text("Check in")
    expect(desk.locator("#entry-3 .entry-key")).to_be_focused()
    assert [row.number for row in event.entries.filter(checked_in_at=None)] == [3]


def test_a_key_held_down_checks_one_in(live_server: LiveServer, desk: Page, event: Event) -> None:
    add_entries(event.pk, [NewEntry((f"North {number}", f"South {number}")) for number in range(1, 4)], ACTOR)
    desk.reload()
    desk.locator("#entry-1 .entry-key").focus()
    desk.keyboard.down("Enter")
    expect(desk.locator("#entry-2 .entry-key")).to_be_focused()
    desk.keyboard.down("Enter")
    desk.keyboard.up("Enter")
    expect(desk.locator("#entry-1 .entry-key")).to_have_text("Here")
    assert [row.number for row in event.entries.filter(checked_in_at=None)] == [2, 3]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_fault_that_axe_can_find(
    live_server: LiveServer, desk: Page, event: Event, scheme: str
) -> None:
    wanted = [
        NewEntry((f"North {number}", f"South {number}"), stays_seated=number == 2) for number in range(1, 6)
    ]
    add_entries(event.pk, [*wanted, NewEntry(("Flo",), standby=True)], ACTOR)
    desk.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    person = Person.objects.get(name="North 1")
    club = event.tournament.club.slug
    pages = [
        reverse("desk:entries", args=[event.pk]),
        reverse("desk:entries-paste", args=[event.pk]),
        reverse("desk:entries-numbers", args=[event.pk]),
        reverse("desk:players", args=[club]),
        reverse("desk:player", args=[club, person.pk]),
        reverse("desk:players-merge", args=[club])
        + f"?keep={person.pk}&double={Person.objects.get(name='Di Roy').pk}",
        reverse("desk:entry", args=[event.pk, 1001]),
    ]
    seat_after = reverse("desk:entry", args=[event.pk, 1])
    for width in (320, 1440):
        desk.set_viewport_size({"width": width, "height": 900})
        for address in pages:
            desk.goto(live_server.url + address)
            assert Axe().run(desk)["violations"] == [], address
            assert desk.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address
    seat(event, [(1, 3, (1,)), (2, 4, (1,))])
    substitute(event.pk, 1, person.pk, "Gus", 1, None, ACTOR, "ill")
    desk.goto(live_server.url + seat_after)
    assert Axe().run(desk)["violations"] == []
