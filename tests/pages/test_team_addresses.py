"""Every address of a Teams event, as everybody; what only Pairs have is not there; markup is sound and strict."""

import re

import pytest
from django.test import Client

from tests.pages.reading import get, home, row, tags, text
from tests.pages.team_night import PLACES, sign_in, team_night
from tests.support.event_builders import ACTOR, make_event, make_tournament, standings
from tests.support.team_builders import make_teams, publish, win_matches
from tournaments.models import Event, EventStatus
from tournaments.services.entries import rename_entry

pytestmark = pytest.mark.django_db

VIEWERS = ("anonymous", "stranger", "scorer", "director", "1A", "1C", "1E", "director 1C")
HOSTILE = (
    '"><script>alert(1)</script>',
    "{{ event }} {% now 'Y' %}",
    "محمد & <b>bold</b> 🂡",
    'data-entry="1"',
)


@pytest.fixture
def event() -> Event:
    return team_night()


@pytest.mark.one_engine
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_page_is_open_and_only_who_directs_without_playing_is_told_so(
    event: Event, viewer: str
) -> None:
    client = sign_in(event, viewer)
    for place in (f"/t/{event.tournament.slug}/", *(home(event) + place for place in PLACES)):
        assert client.get(place).status_code == 200, place
    assert ("You direct this event" in get(client, event, "rounds/2/")) == (viewer == "director")


def test_what_is_not_there_is_not_found(client: Client, event: Event) -> None:
    huge = "99999999999999999999"
    numbers = (0, 99, huge)
    places = [f"{kind}/{number}/" for kind in ("rounds", "teams") for number in numbers]
    places += [f"rounds/{number}/matches/1/" for number in numbers]
    places += [f"rounds/1/matches/{number}/" for number in numbers]
    for place in (*places, "boards/1/", "nothing/"):
        assert client.get(home(event) + place).status_code == 404, place


def test_what_only_pairs_have_leads_to_what_stands_in_its_place(client: Client, event: Event) -> None:
    for place, target in (
        ("pairs/1/", "teams/1/"),
        ("boards/", "rounds/"),
        ("progress/", "rounds/"),
    ):
        response = client.get(home(event) + place)
        assert (response.status_code, response.headers["Location"]) == (302, home(event) + target)


def test_a_pairs_event_has_no_teams(client: Client) -> None:
    pairs = make_event(pairs=4)
    for place in ("cross/", "teams/1/", "rounds/1/matches/1/"):
        assert client.get(home(pairs) + place).status_code == 404, place
    assert f"{home(pairs)}cross/" not in get(client, pairs)


@pytest.mark.parametrize("strict", [False, True])
def test_pages_are_only_read(event: Event, strict: bool) -> None:
    client = Client(enforce_csrf_checks=strict)
    for place in PLACES:
        for method in ("POST", "PUT", "DELETE"):
            assert client.generic(method, home(event) + place).status_code == 405, (method, place)
        assert client.head(home(event) + place).status_code == 200, place


def test_markup_is_sound_and_needs_nothing_inline(event: Event) -> None:
    for client in (Client(), sign_in(event, "director")):
        for place in PLACES:
            read = tags(get(client, event, place))
            assert not read.faults, (place, read.faults)
            assert not read.open, place
            for tag, attributes in read.tags:
                assert "style" not in attributes, (place, tag, attributes)
                assert not [name for name in attributes if name.startswith(("on", "hx-on"))], place
                assert tag != "script" or (attributes["src"] or "").startswith("/static/")
            identifiers = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
            assert len(identifiers) == len(set(identifiers)), place


def test_every_link_leads_somewhere_and_every_page_is_linked(event: Event) -> None:
    client = Client()
    seen: set[str] = set()
    for place in PLACES:
        read = tags(get(client, event, place))
        seen |= {
            str(attributes["href"]) for tag, attributes in read.tags if tag == "a" and "href" in attributes
        }
    inside = sorted(link for link in seen if link.startswith("/t/"))
    assert {home(event) + place for place in PLACES} <= set(inside)
    for link in inside:
        assert client.get(link).status_code == 200, link


def test_titles_say_what_the_page_is(client: Client, event: Event) -> None:
    titles = {
        "": "Standings",
        "cross/": "Cross-table",
        "rounds/2/": "Round 2",
        "rounds/2/matches/1/": "Team 1 – Team 4",
        "teams/3/": "3 Team 3",
    }
    for place, title in titles.items():
        match = re.search(r"<title>(.*?)</title>", get(client, event, place))
        assert match
        assert text(match[1]) == f"{title} · Team night · Thursday"


def test_a_tournament_counts_its_teams(client: Client, event: Event) -> None:
    for place in ("/", f"/t/{event.tournament.slug}/"):
        assert "Team night 5 teams running" in text(client.get(place).content.decode())


def test_names_of_every_kind_are_shown_as_they_are(client: Client) -> None:
    event = make_teams(4, tournament=make_tournament())
    for number, name in enumerate(HOSTILE, start=1):
        rename_entry(event.pk, number, name, ACTOR)
    publish(event)
    win_matches(event, 1, [])
    standings(event)
    client.post(home(event) + "pairs/1/own/")
    places = (
        "",
        "projector/",
        "cross/",
        "rounds/1/",
        "rounds/1/matches/1/",
        "teams/1/",
        "where/",
        "where/?q=<b>",
    )
    for place in places:
        html = get(client, event, place)
        read = tags(html)
        assert not read.faults, place
        assert not read.open, place
        assert "<script>alert" not in html, place
        assert "<b>bold" not in html, place
        assert all(name in text(html) for name in HOSTILE) or place not in ("", "where/", "cross/"), place


@pytest.mark.parametrize("status", EventStatus.values)
def test_an_event_of_nobody_says_so_on_every_page(client: Client, status: str) -> None:
    event = make_teams(0)
    Event.objects.filter(pk=event.pk).update(status=status)
    for _ in ("no snapshot yet", "snapshot"):
        for place in ("", "projector/"):
            assert "No teams have entered yet." in text(get(client, event, place))
        for place in ("where/", "rounds/", "cross/"):
            assert 'class="empty"' in get(client, event, place), place
        standings(event)


@pytest.mark.parametrize("teams", [1, 2, 3])
def test_before_anything_is_drawn_the_teams_are_listed_unranked(client: Client, teams: int) -> None:
    event = make_teams(teams)
    for _ in ("no snapshot yet", "snapshot"):
        assert row(get(client, event), f'id="row-{teams}"').startswith(f"– {teams} Team {teams}")
        assert "Team 1" in get(client, event, "teams/1/")
        standings(event)
