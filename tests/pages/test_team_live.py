"""Asking for a Teams event's pages again is cheap, and a page costs the same number of queries at every size."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages.reading import get, home, text
from tests.pages.team_night import PLACES, sign_in, team_night
from tests.support.event_builders import standings
from tests.support.team_builders import LOSS, ROUT, finish_round, make_teams, play, publish
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def queries(client: Client, path: str, **headers: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        client.get(path, **headers)
    return [query["sql"] for query in captured.captured_queries]


def half_played(teams: int) -> Event:
    """Round 1 is over; round 2 runs, and its first match is won while table 2 plays on."""
    event = make_teams(teams)
    publish(event)
    finish_round(event, 1)
    standings(event)
    publish(event)
    play(event, 2, 1, [ROUT] * 5)
    play(event, 2, 2, [LOSS] * 4)
    standings(event)
    return event


def test_the_same_state_is_answered_304_from_one_query(client: Client) -> None:
    event = team_night()
    for path in (home(event) + place + form for place in PLACES for form in ("", "?live")):
        first = client.get(path)
        known = {"if-none-match": first.headers["ETag"]}
        assert client.get(path, headers=known).status_code == 304, path
        assert len(queries(client, path, headers=known)) == 1, path


def test_a_new_board_ends_the_304_and_the_cached_page(client: Client) -> None:
    event = team_night()
    for place in ("", "rounds/2/", "rounds/2/matches/2/"):
        first = client.get(home(event) + place)
        play(
            event,
            2,
            4,
            [LOSS],
            first=event.results.filter(table__number=4, table__round__number=2).count() + 1,
        )
        standings(event)
        second = client.get(home(event) + place, headers={"if-none-match": first.headers["ETag"]})
        assert second.status_code == 200, place


# Why each query of a page that nothing rendered is at hand for:
#   every page      1 the event with its tournament and versions, 1 the snapshot's data (headline, names, standings),
#                   1 the clock
#   standings       nothing more; the cross-table neither
#   projector       rounds, the matches of the rounds under way and planned
#   seats           rounds, the matches of the round under way
#   rounds          matches, rounds
#   a round         the round with its draw, its matches
#   a match         the match, whether there is a next one; of one that is over the visible deals (the board set, its
#                   numbers, tables, finished rounds, tables of those) and the cards
#   a team          rounds, the matches of the round under way
BUDGET = {
    "": 3,
    "projector/": 5,
    "cross/": 3,
    "where/": 5,
    "rounds/": 5,
    "rounds/2/": 5,
    "rounds/2/matches/1/": 5,
    "rounds/1/matches/1/": 10,
    "teams/1/": 5,
}


def test_pages_cost_the_same_queries_at_two_sizes(client: Client) -> None:
    small, large = half_played(5), half_played(16)
    for place, most in BUDGET.items():
        counts = [len(queries(client, home(event) + place)) for event in (small, large)]
        assert counts == [most, most], place


def test_a_player_costs_a_few_queries_more_and_as_many_at_every_size() -> None:
    small, large = half_played(5), half_played(16)
    for place, most in BUDGET.items():
        counts = [len(queries(sign_in(event, "1C"), home(event) + place)) for event in (small, large)]
        assert counts[0] == counts[1] <= most + 9, place


def test_a_page_is_rendered_once_for_everybody_but_players() -> None:
    event = team_night()
    for place in PLACES:
        get(Client(), event, place)
        assert (len(queries(Client(), home(event) + place)) == 1) == (place != "where/"), place
    player = sign_in(event, "1C")
    get(player, event)
    assert len(queries(player, home(event))) > 3


def test_the_moving_part_is_the_pages_own(client: Client) -> None:
    event = team_night()
    for place in PLACES:
        part = get(client, event, place + "?live")
        assert "<html" not in part
        assert 'hx-swap-oob="innerHTML:#headline"' in part
        assert part.split("</div>", 1)[1].strip() in get(client, event, place), place


def test_the_headline_moves_with_the_page(client: Client) -> None:
    event = team_night()
    assert "0 of 2 matches decided" in text(get(client, event, "rounds/2/?live"))
