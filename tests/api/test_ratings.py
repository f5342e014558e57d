"""Ratings by the API: leaderboards, a player's rating with why, who is shown to whom, rating anew."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.api.calls import V1, Stage, faults_of
from tests.support.ranked_builders import finished
from tournaments.models import Event, Person, RatingBook
from tournaments.services.ratings.rerating import bring_up, rebuild

Call = Callable[[str], APIClient]


@pytest.fixture
def ranked(stage: Stage) -> Event:
    RatingBook.objects.update_or_create(club=stage.club, defaults={"minimum_games": 1})
    return stage.ranked


@pytest.fixture
def club(ranked: Event, stage: Stage) -> str:
    return f"{V1}/clubs/{stage.club.slug}"


def rating_of(club: str, name: str) -> str:
    return f"{club}/players/{Person.objects.get(name=name).pk}/rating"


def test_a_leaderboard_has_the_best_first(call: Call, club: str) -> None:
    body = call("").get(f"{club}/ratings").json()

    assert (body["list"], body["count"], body["pages"]) == ("ranked", 5, 1)
    assert [(row["name"], row["rank"], row["shown"]) for row in body["results"][:2]] == [
        ("John", 1, 1525),
        ("Peter", 1, 1525),
    ]
    # whoever quits has lost both matches at once; Eve, Gus and Ida still play
    quitter = next(row for row in body["results"] if row["name"] == "Flo")
    assert (quitter["rating"], quitter["rank"], quitter["tied"]) == (1475.0, 3, True)


def test_a_club_is_named_by_its_slug_or_its_id(call: Call, club: str, stage: Stage) -> None:
    by_id = call("").get(f"{V1}/clubs/{stage.club.pk}/ratings")

    assert by_id.json() == call("").get(f"{club}/ratings").json()
    assert call("").get(f"{V1}/clubs/no-such-club/ratings").status_code == 404


def test_lists_and_pages_that_there_are_not_are_refused(call: Call, club: str) -> None:
    assert faults_of(call("").get(f"{club}/ratings?list=chess")) == {"list": "invalid-choice"}
    assert faults_of(call("").get(f"{club}/ratings?sort=name")) == {"sort": "unknown-parameter"}
    assert call("").get(f"{club}/ratings?page=2").status_code == 404
    assert call("").get(f"{club}/ratings?list=pairs").json()["results"] == []


def test_who_is_not_on_the_leaderboard_is_shown_to_themselves_and_their_directors(
    call: Call, club: str, stage: Stage
) -> None:
    Person.objects.filter(name="Peter").update(on_leaderboard=False)
    page = rating_of(club, "Peter")

    def names(who: str) -> list[str]:
        return [row["name"] for row in call(who).get(f"{club}/ratings").json()["results"]]

    assert all("Peter" not in names(who) for who in ("", "player", "director"))
    assert [call(who).get(page).status_code for who in ("", "player", "scorer", "stranger")] == [404] * 4
    assert [call(who).get(page).status_code for who in ("director", "owner")] == [200] * 2
    Person.objects.filter(name="Peter").update(user=stage.users["player"])
    assert call("player").get(page).status_code == 200


def test_a_player_of_another_club_is_not_found(call: Call, club: str, stage: Stage) -> None:
    other = Person.objects.create(club=stage.users["stranger"].memberships.get().club, name="Zoe")

    assert call("").get(f"{club}/players/{other.pk}/rating").status_code == 404


def test_a_rating_says_why(call: Call, club: str) -> None:
    body = call("").get(rating_of(club, "Peter")).json()

    assert (body["list"], body["place"], body["count"]) == ("ranked", 1, 1)
    (line,) = body["results"]
    assert (line["result"], line["game"], line["partner"]["name"]) == ("won", 1, "John")
    assert line["why"].startswith("+")
    assert {row["list"] for row in body["ratings"]} == {"ranked", "combined"}
    assert body["course"][-1]["after"] == pytest.approx(body["ratings"][0]["rating"])
    assert body["bans"] == []


def test_a_ban_is_told_to_who_has_it_and_their_directors(call: Call, club: str) -> None:
    page = rating_of(club, "Flo")

    assert call("").get(page).json()["bans"] == []
    (ban,) = call("director").get(page).json()["bans"]
    assert (ban["because"], ban["game"]) == ("quit", 4)


def test_the_number_of_queries_does_not_grow_with_the_games(call: Call, club: str, ranked: Event) -> None:
    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as found:
            assert call("").get(address).status_code == 200
        return len(found)

    addresses = (f"{club}/ratings", rating_of(club, "Peter"))
    before = [queries(address) for address in addresses]
    for number in range(3):
        finished(ranked, 20 + number)
    bring_up(ranked.tournament.club_id)

    assert [queries(address) for address in addresses] == before
    assert max(before) <= 20


def test_a_director_has_everything_rated_again(call: Call, club: str, stage: Stage) -> None:
    before = call("").get(f"{club}/rerate").json()
    assert not before["behind"]

    asked = call("director").post(f"{club}/rerate")

    assert (asked.status_code, asked.json()["behind"]) == (202, True)
    ratings = call("").get(f"{club}/ratings").json()["results"]
    rebuild(stage.club.pk)
    after = call("").get(f"{club}/rerate").json()
    assert (after["behind"], after["done"], after["total"]) == (False, after["total"], after["total"])
    assert call("").get(f"{club}/ratings").json()["results"] == ratings


def test_a_club_without_games_has_nothing_to_rate(call: Call, stage: Stage) -> None:
    empty = f"{V1}/clubs/{stage.club.slug}"

    assert call("").get(f"{empty}/ratings").json()["results"] == []
    assert faults_of(call("director").post(f"{empty}/rerate")) == {"": "no-games"}
