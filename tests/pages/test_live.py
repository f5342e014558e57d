"""Asking again is cheap: 304 from one look at the versions, and rendered bytes that many viewers share."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages.reading import get, home, text
from tests.support.event_builders import (
    ACTOR,
    enter,
    make_event,
    make_member,
    seat,
    standings,
)
from tournaments.models import Event, EventStatus, Role, RoundStatus, StandingsSnapshot, Tournament
from tournaments.services.entries import rename_entry

PLACES = ("", "projector/", "where/", "rounds/", "rounds/1/", "boards/", "boards/1/", "pairs/1/", "progress/")


def queries(client: Client, path: str, **headers: str) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        client.get(path, **headers)
    return [query["sql"] for query in captured.captured_queries]


def big_event(pairs: int, boards: int) -> Event:
    """Everybody plays once, half the boards of round 1 are in; a second round is planned."""
    event = make_event(pairs=pairs, boards=boards)
    numbers = range(1, pairs // 2 + 1)
    seat(event, [(number, number + pairs // 2, range(1, boards + 1)) for number in numbers])
    seat(event, [(number, pairs + 1 - number, [2]) for number in numbers], status=RoundStatus.PLANNED)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    for number in numbers:
        enter(event, 1, number, 1, "7 8 5 5")
    standings(event)
    return event


def test_the_same_state_is_answered_304_from_one_query(client: Client, event: Event) -> None:
    for path in (home(event) + place + form for place in PLACES for form in ("", "?live")):
        first = client.get(path)
        known = {"if-none-match": first.headers["ETag"]}
        again = client.get(path, headers=known)
        assert again.status_code == 304, path
        assert not again.content
        assert again.headers["ETag"] == first.headers["ETag"]
        # the event, its tournament and both versions, in one
        assert len(queries(client, path, headers=known)) == 1, path


def test_a_new_result_ends_the_304_and_the_cached_page(client: Client, event: Event) -> None:
    first = client.get(home(event))
    enter(event, 1, 1, 2, "7 8 5 5")
    standings(event)
    second = client.get(home(event), headers={"if-none-match": first.headers["ETag"]})
    assert second.status_code == 200
    assert "5 of 8 boards scored" in text(second.content.decode())


@pytest.mark.parametrize("change", ["name of the event", "name of the tournament", "name of a pair"])
def test_a_change_of_a_name_shows_at_once(client: Client, event: Event, change: str) -> None:
    first = client.get(home(event))
    if change == "name of the event":
        Event.objects.filter(pk=event.pk).update(name="Renamed")
    elif change == "name of the tournament":
        Tournament.objects.filter(pk=event.tournament_id).update(name="Renamed")
    else:
        rename_entry(event.pk, 1, "Renamed", ACTOR)
        standings(event)
    second = client.get(home(event), headers={"if-none-match": first.headers["ETag"]})
    assert "Renamed" in second.content.decode()


# Why each query of a page that nothing rendered is at hand for:
#   every page      1 the event with its tournament and versions, 1 the snapshot's data (headline, standings),
#                   1 the clock
#   standings       nothing more: all of it is in the snapshot
#   projector       rounds, which have begun, tables and results to see who is missing, tables and names of the seating
#   seats           rounds, names, players, substitutes, tables now, tables next
#   rounds          results counted, tables, rounds
#   round 1         the round, names, results, tables, how many rounds there are
#   boards          due, in, visible (the board set, its numbers, due twice, in), the set's numbers again
#   board 1         due, numbers, visible (5), the snapshot, names, in, the deal
#   scorecard       names, the pair’s results, tables, rounds, visible (4), penalties, substitutes
#   progress        results, tables
BUDGET = {
    "": 3,
    "projector/": 9,
    "where/": 9,
    "rounds/": 6,
    "rounds/1/": 8,
    "boards/": 11,
    "boards/1/": 14,
    "pairs/1/": 14,
    "progress/": 5,
}


def test_pages_cost_the_same_queries_at_two_sizes(client: Client, db: None) -> None:
    small, large = big_event(pairs=4, boards=3), big_event(pairs=20, boards=9)
    for place, most in BUDGET.items():
        counts = [len(queries(client, home(event) + place)) for event in (small, large)]
        assert counts == [most, most], place


def test_a_page_is_rendered_once_for_everybody(event: Event) -> None:
    for place in PLACES:
        get(Client(), event, place)
        # all but the seats, which depend on who looks and on what is searched for
        assert (len(queries(Client(), home(event) + place)) == 1) == (place != "where/"), place


def test_lists_of_tournaments_cost_the_same_however_many(client: Client, event: Event) -> None:
    before = len(queries(client, "/"))
    for _ in range(3):
        make_event(pairs=2)
    assert len(queries(client, "/")) == before <= 3


def test_the_moving_part_is_the_pages_own(client: Client, event: Event) -> None:
    for place in PLACES:
        part = get(client, event, place + "?live")
        assert "<html" not in part
        assert 'hx-swap-oob="innerHTML:#headline"' in part
        inner = part.split("</div>", 1)[1].strip()
        assert inner in get(client, event, place), place


def test_the_viewers_own_pair_is_marked_and_nobody_elses(client: Client, event: Event) -> None:
    response = client.post(home(event) + "pairs/4/own/")
    assert response.status_code == 302
    assert response.headers["Location"] == home(event) + "pairs/4/"
    cookie = response.cookies[f"own-{event.pk}"]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == (home(event), "Lax", True)
    for place in ("", "rounds/1/", "where/", "boards/1/"):
        html = get(client, event, place)
        assert re.findall(r'data-entry="(\d+)" aria-current', html)
        assert set(re.findall(r'data-entry="(\d+)" aria-current', html)) == {"4"}
        assert "You are pair 4" in text(html)
        assert 'data-entry="4" aria-current' not in get(Client(), event, place)


def test_an_own_pair_changes_the_etag_and_is_forgotten_on_request(client: Client, event: Event) -> None:
    plain = client.get(home(event)).headers["ETag"]
    client.post(home(event) + "pairs/4/own/")
    assert client.get(home(event), headers={"if-none-match": plain}).status_code == 200
    client.post(home(event) + "pairs/4/own/", {"forget": "1"})
    assert client.get(home(event)).headers["ETag"] == plain


def test_nonsense_in_the_cookie_is_no_pair(client: Client, event: Event) -> None:
    for nonsense in ("", "x", "-1", "1e9", "9" * 50, '"><script>', "²"):
        client.cookies[f"own-{event.pk}"] = nonsense
        html = get(client, event)
        assert 'aria-current="true"' not in html, nonsense
        assert "<script>" not in html, nonsense


def test_a_page_for_a_director_is_kept_from_shared_caches(event: Event) -> None:
    client = Client()
    client.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    response = client.get(home(event) + "boards/2/")
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in response.headers["Vary"]


def line_of(html: str) -> str:
    match = re.search(r'<p class="line">(.*?)</p>', html)
    assert match
    return " · ".join(text(part) for part in re.findall(r"<span>(.*?)</span>", match[1]))


def test_the_headline_tells_the_state_in_the_tournaments_own_time(client: Client, event: Event) -> None:
    StandingsSnapshot.objects.update(computed_at=datetime(2026, 1, 5, 19, 14, tzinfo=UTC))
    said = {
        EventStatus.RUNNING: "Round 1 of 1 · 4 of 8 boards scored · as of 20:14",
        EventStatus.SETUP: "Being set up",
        EventStatus.PROVISIONAL: "Provisional results · 4 of 8 boards scored · as of 5 January 2026, 20:14",
        EventStatus.FINAL: "Final results · 4 of 8 boards scored · as of 5 January 2026, 20:14",
    }
    for status, line in said.items():
        Event.objects.filter(pk=event.pk).update(status=status)
        assert line_of(get(client, event)) == line


def test_a_time_zone_that_means_nothing_here_is_utc(client: Client, event: Event) -> None:
    StandingsSnapshot.objects.update(computed_at=datetime(2026, 1, 5, 19, 14, tzinfo=UTC))
    for zone in ("Mars/Olympus", "../etc/passwd", ""):
        Tournament.objects.filter(pk=event.tournament_id).update(time_zone=zone)
        assert line_of(get(client, event)).endswith("as of 19:14"), zone
