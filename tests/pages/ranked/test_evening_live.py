"""Asking for a ranked event's pages again is cheap, and a page costs the same number of queries at every size."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages.ranked.ladder_night import evening
from tests.pages.reading import home
from tests.support.event_builders import standings
from tests.support.ranked_builders import NS_MAKES, after, enter, finished, make_ranked, play
from tournaments.models import Event, Game
from tournaments.services.ratings.rerating import rebuild

pytestmark = pytest.mark.django_db

PLACES = ("", "projector/", "games/", "games/1/", "games/3/")


def queries(client: Client, path: str, **headers: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        client.get(path, **headers)
    return [query["sql"] for query in captured.captured_queries]


def test_the_same_state_is_answered_304_from_one_query(client: Client) -> None:
    event = evening()
    for path in (home(event) + place + form for place in PLACES for form in ("", "?live")):
        first = client.get(path)
        known = {"if-none-match": first.headers["ETag"]}
        assert client.get(path, headers=known).status_code == 304, path
        # the event with its versions, and how far the club's ratings are
        assert len(queries(client, path, headers=known)) == 1, path


def test_a_deal_ends_the_304_though_no_standings_are_computed_yet(client: Client) -> None:
    event = evening()
    game = Game.objects.get(number=3)
    for place in ("", "projector/", "games/3/"):
        first = client.get(home(event) + place)
        enter_next(game)
        second = client.get(home(event) + place, headers={"if-none-match": first.headers["ETag"]})
        assert second.status_code == 200, place


def enter_next(game: Game) -> None:
    if game.deals.filter(state="provisional").exists():
        game.deals.filter(state="provisional").delete()
    enter(game, "5 5 4 8")


def test_new_ratings_end_the_304_too(client: Client) -> None:
    event = make_ranked()
    finished(event)
    standings(event)
    first = client.get(home(event) + "games/1/")
    rebuild(event.tournament.club_id)
    second = client.get(home(event) + "games/1/", headers={"if-none-match": first.headers["ETag"]})
    assert second.status_code == 200


def night(tables: int) -> Event:
    """At each table a game that is over, and one being played."""
    event = make_ranked()
    for table in range(1, tables + 1):
        names = tuple(f"{seat}{table}" for seat in "NESW")
        finished(event, table, names)
        enter(play(event, table, names, after(30)), NS_MAKES)
    rebuild(event.tournament.club_id)
    standings(event)
    return event


@pytest.mark.parametrize(
    ("place", "most"), [("", 26), ("projector/", 22), ("games/", 12), ("games/1/", 18), ("games/2/", 14)]
)
def test_a_page_costs_the_same_number_of_queries_at_every_size(client: Client, place: str, most: int) -> None:
    small, large = night(2), night(6)
    few = queries(client, home(small) + place)
    many = queries(client, home(large) + place)
    assert len(many) == len(few) <= most, "\n".join(many)
