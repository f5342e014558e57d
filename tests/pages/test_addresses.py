"""Every address, as everybody: pages are public, secrets are not (test_secrecy.py); markup is sound and strict."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.pages.reading import home, tags, text
from tests.support.event_builders import make_club, make_member, make_tournament, seat_person
from tournaments.models import Event, Role, Tournament

pytestmark = pytest.mark.django_db

PLACES = (
    "",
    "projector/",
    "where/",
    "where/?q=North",
    "rounds/",
    "rounds/1/",
    "boards/",
    "boards/1/",
    "boards/2/",
    "pairs/1/",
    "progress/",
)
VIEWERS = ("anonymous", "stranger", "player", "scorer", "director", "owner", "director who plays")


def sign_in(client: Client, event: Event, viewer: str) -> None:
    club = event.tournament.club
    other = make_club("Elsewhere")
    users = {
        "stranger": lambda: make_member(other, Role.DIRECTOR, "stranger"),
        "player": lambda: make_member(other, Role.SCORER, "player"),
        "scorer": lambda: make_member(club, Role.SCORER),
        "director": lambda: make_member(club, Role.DIRECTOR),
        "owner": lambda: make_member(club, Role.OWNER),
        "director who plays": lambda: make_member(club, Role.DIRECTOR),
    }
    if viewer == "anonymous":
        return
    user = users[viewer]()
    if viewer in ("player", "director who plays"):
        seat_person(event, 1, user)
    client.force_login(user)


@pytest.mark.one_engine
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_page_is_open_and_only_who_directs_without_playing_is_told_so(
    client: Client, event: Event, viewer: str
) -> None:
    sign_in(client, event, viewer)
    for place in ("/", f"/t/{event.tournament.slug}/", *(home(event) + place for place in PLACES)):
        assert client.get(place).status_code == 200, place
    told = "You direct this event" in client.get(home(event) + "boards/2/").content.decode()
    assert told == (viewer in ("director", "owner"))


def test_the_list_of_places_has_every_address_of_the_pages() -> None:
    resolver = next(
        found for found in get_resolver().url_patterns if getattr(found, "app_name", "") == "pages"
    )
    of_events = {found.name for found in resolver.url_patterns if "<slug:event>" in str(found.pattern)}
    elsewhere = {"own", "sheet", "hands"}
    of_teams = {"cross", "team", "match"}  # test_team_addresses.py
    of_ranked = {"games", "game"}  # ranked/test_evening_pages.py
    named = of_events - elsewhere - of_teams - of_ranked
    reached = {
        re.sub(r"\d+/|\?.*", "", place).rstrip("/") + ("#" if "/1/" in place else "") for place in PLACES
    }
    assert len(named) == len(reached), (named, reached)


def test_what_is_not_there_is_not_found(client: Client, event: Event) -> None:
    huge = "99999999999999999999"
    places = [f"{kind}/{number}/" for kind in ("rounds", "boards", "pairs") for number in (0, -1, 99, huge)]
    for place in (*places, "nothing/"):
        response = client.get(home(event) + place)
        assert response.status_code == 404, place
        assert "There is nothing at this address." in response.content.decode()


def test_an_event_is_found_in_its_own_tournament_only(client: Client, event: Event) -> None:
    other = make_tournament(name="Other")
    assert client.get(f"/t/{other.slug}/{event.slug}/").status_code == 404
    assert client.get(f"/t/nowhere/{event.slug}/").status_code == 404
    assert client.get("/t/nowhere/").status_code == 404


@pytest.mark.parametrize("strict", [False, True])
def test_pages_are_only_read(event: Event, strict: bool) -> None:
    """And that is the reason told, not that a token is missing."""
    client = Client(enforce_csrf_checks=strict)
    sheet = home(event) + "sheets/results.pdf"
    for place in ("/", f"/t/{event.tournament.slug}/", sheet, *(home(event) + place for place in PLACES)):
        for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            assert client.generic(method, place).status_code == 405, (method, place)
        assert client.head(place).status_code == 200, place
    for method in ("GET", "HEAD", "PUT", "DELETE"):
        assert client.generic(method, home(event) + "pairs/1/own/").status_code == 405, method


def test_markup_is_sound_and_needs_nothing_inline(client: Client, event: Event) -> None:
    for place in ("/", *(home(event) + place for place in PLACES), home(event) + "none/"):
        response = client.get(place)
        read = tags(response.content.decode())
        assert not read.faults, place
        assert not read.open, place
        for tag, attributes in read.tags:
            assert "style" not in attributes, (place, tag, attributes)
            assert not [name for name in attributes if name.startswith(("on", "hx-on"))], (place, attributes)
            assert tag != "style"
            assert tag != "script" or (attributes["src"] or "").startswith("/static/")
        assert "script-src 'self';" in response.headers["Content-Security-Policy"]
        identifiers = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
        assert len(identifiers) == len(set(identifiers)), place


def test_titles_say_what_the_page_is(client: Client, event: Event) -> None:
    titles = {
        "": "Standings · Club night · Thursday",
        "where/": "Where do I sit? · Club night · Thursday",
        "boards/1/": "Board 1 · Club night · Thursday",
        "rounds/1/": "Round 1 · Club night · Thursday",
        "pairs/3/": "3 North 3 & South 3 · Club night · Thursday",
    }
    for place, title in titles.items():
        html = client.get(home(event) + place).content.decode()
        match = re.search(r"<title>(.*?)</title>", html)
        assert match
        assert text(match[1]) == title


def test_every_link_of_every_page_leads_somewhere(client: Client, event: Event) -> None:
    seen: set[str] = set()
    for place in PLACES:
        read = tags(client.get(home(event) + place).content.decode())
        seen |= {
            str(attributes["href"]) for tag, attributes in read.tags if tag == "a" and "href" in attributes
        }
    inside = sorted(link for link in seen if link.startswith("/t/") or link == "/")
    assert {home(event) + place for place in PLACES if "?" not in place} <= set(inside)
    for link in inside:
        assert client.get(link).status_code == 200, link


def test_tournaments_are_listed_newest_first_with_their_events(client: Client, event: Event) -> None:
    older = make_tournament(event.tournament.club, name="Older")
    Tournament.objects.filter(pk=older.pk).update(starts_on=date(2026, 1, 2))
    listed = text(client.get("/").content.decode())
    assert (
        listed.index("26 November 2026") < listed.index("Club night 8 pairs running") < listed.index("Older")
    )
    assert "Club night 8 pairs running" in text(client.get(f"/t/{event.tournament.slug}/").content.decode())


def test_a_long_list_of_tournaments_is_turned_over(client: Client) -> None:
    club = make_club()
    for number in range(100, 141):
        make_tournament(club, name=f"Night{number}")
    first = client.get("/").content.decode()
    assert "?page=2" in first
    assert "Night140" not in first
    assert "Night140" in client.get("/?page=2").content.decode()
    assert client.get("/?page=nonsense").status_code == 200


def test_an_empty_installation_says_so(client: Client) -> None:
    assert "There are no tournaments yet." in text(client.get("/").content.decode())
