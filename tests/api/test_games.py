"""Games of ranked tables by the API: read, opened, seated, left, decided; what is refused in words."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.api.calls import BIDS, V1, Stage, faults_of
from tests.support.ranked_builders import play, player
from tournaments.models import Event, Game, LogEntry, Person

Call = Callable[[str], APIClient]
KEY = "5b1e0b52-0f6c-4b0e-9d06-2c1d8d7a1f10"


@pytest.fixture
def ranked(stage: Stage) -> Event:
    return stage.ranked


@pytest.fixture
def url(ranked: Event) -> str:
    return f"{V1}/events/{ranked.pk}/games"


def seats_of(body: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {seat["seat"]: seat for seat in body["seats"]}


def test_the_games_are_listed_with_who_sits_where_and_how_they_stand(call: Call, url: str) -> None:
    body = call("").get(url).json()

    assert [game["game"] for game in body["results"]] == [1, 2, 3, 4, 5]
    first, second, third = body["results"][:3]
    assert (first["status"], first["outcome"], first["ending"]) == ("over", "ns", "target")
    assert first["text"] == "NS reached 200 on deal 3: NS 210, EW 153."
    assert (second["next_deal"], second["dealer"], second["first_bidder"]) == (2, "E", "S")
    assert seats_of(second)["W"]["away_until"] is not None
    assert third["waits_for"].startswith("Players are missing")


def test_lists_are_narrowed(call: Call, ranked: Event, url: str) -> None:
    ann = Person.objects.get(name="Ann")

    def numbers(query: str) -> list[int]:
        return [game["game"] for game in call("").get(f"{url}?{query}").json()["results"]]

    assert numbers("status=over") == [1]
    assert numbers("table=2") == [2]
    assert numbers(f"person={ann.pk}") == [2]
    assert numbers(f"after_version={ranked.results_version}") == []
    assert faults_of(call("").get(f"{url}?state=over")) == {"state": "unknown-parameter"}


def test_the_number_of_queries_does_not_grow_with_the_games(call: Call, ranked: Event, url: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert call("").get(url).status_code == 200
        return len(found)

    before = queries()
    for table in range(11, 16):
        play(ranked, table, [f"{name}{table}" for name in "ABCD"])

    assert queries() == before
    assert before <= 16


def test_one_game_has_its_score_sheet_and_what_it_brought(call: Call, url: str) -> None:
    body = call("").get(f"{url}/1").json()

    assert [deal["ns"]["total"] for deal in body["deals"]] == [70, 140, 210]
    assert body["deals"][0]["ns"]["components"] == [
        {"kind": "contract", "points": 70, "text": "contract of 7 made: 7 × 10"}
    ]
    assert sum(stake["points"] for stake in body["stakes"]) == 0
    assert {stake["points"] for stake in body["stakes"]} == {10, -10}
    assert call("").get(f"{url}/99").status_code == 404


def test_from_an_empty_table_to_a_rematch(call: Call, ranked: Event, url: str) -> None:
    director = call("director")
    opened = director.post(url, {"table": 7, "target": 250, "stake": 0}, format="json")
    assert opened.status_code == 201
    game = f"{url}/{opened.json()['game']}"
    for seat, name in zip("NESW", ("Al", "Bea", "Cat", "Dan"), strict=True):
        player(ranked, name)
        sat = director.put(f"{game}/seats/{seat}", {"player": name}, format="json")
        assert sat.status_code == 200, sat.content
    assert sat.json()["status"] == "playing"
    assert sat.json()["rules"]["target"] == 250
    for number in range(1, 5):
        entered = director.put(f"{game}/deals/{number}", BIDS, format="json")
        assert entered.status_code == 201
    assert entered.json()["status"] == "over"
    voted = director.post(f"{game}/rematch", {"seat": "N"}, format="json").json()
    assert (voted["votes"], voted["rematch"]) == (["N"], None)
    again = director.post(f"{game}/rematch", {}, format="json").json()
    assert director.get(f"{url}/{again['rematch']}").json()["rematch_of"] == opened.json()["game"]


def test_what_keeps_somebody_from_a_seat_is_told(call: Call, ranked: Event, url: str) -> None:
    director = call("director")
    Person.objects.filter(name="Kim").update(finished_elsewhere=0, on_leaderboard=False)

    refused = director.put(f"{url}/3/seats/N", {"player": "Kim"}, format="json")

    assert refused.status_code == 400
    assert [fault["code"] for fault in refused.json()["faults"]] == [
        "ranked-too-few-games",
        "ranked-leaderboard-off",
    ]
    assert director.put(f"{url}/3/seats/N", {"player": "Nobody"}, format="json").status_code == 404
    assert faults_of(director.put(f"{url}/3/seats/N", {}, format="json")) == {"player": "who"}
    both = director.put(f"{url}/3/seats/N", {"player": "Kim", "person": 1}, format="json")
    assert faults_of(both) == {"player": "who"}


def test_a_banned_player_hears_until_when(call: Call, ranked: Event, url: str) -> None:
    refused = call("director").put(f"{url}/3/seats/N", {"player": "Flo"}, format="json")

    assert [fault["code"] for fault in refused.json()["faults"]] == ["ranked-banned"]
    assert "ranked games again" in refused.json()["detail"]


def test_somebody_fills_in_for_a_quitter_and_goes_again(call: Call, ranked: Event, url: str) -> None:
    director = call("director")

    filled = director.put(f"{url}/4/seats/E", {"player": "Kim"}, format="json").json()
    gone = director.delete(f"{url}/4/seats/E").json()

    seat = seats_of(filled)["E"]
    assert (seat["starter"]["name"], seat["player"]["name"], seat["fills_in"]) == ("Flo", "Kim", True)
    assert seats_of(gone)["E"]["empty"]


def test_a_player_leaves_and_is_back_in_time(call: Call, url: str) -> None:
    director = call("director")

    left = director.post(f"{url}/2/seats/N/leave").json()
    back = director.post(f"{url}/2/seats/N/back").json()

    assert seats_of(left)["N"]["away_until"] is not None
    assert seats_of(back)["N"]["away_until"] is None
    assert director.post(f"{url}/2/seats/N/back").status_code == 409


def test_a_deed_with_a_key_happens_once(call: Call, url: str) -> None:
    director = call("director")

    first = director.post(url, {"table": 8}, format="json", HTTP_IDEMPOTENCY_KEY=KEY)
    again = director.post(url, {"table": 8}, format="json", HTTP_IDEMPOTENCY_KEY=KEY)

    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert Game.objects.filter(table=8).count() == 1
    assert director.post(url, {"table": 8}, format="json").status_code == 409


def test_a_director_voids_decides_and_ends_with_a_reason(call: Call, ranked: Event, url: str) -> None:
    director = call("director")

    assert faults_of(director.post(f"{url}/1/void", {}, format="json")) == {"reason": "reason-missing"}
    void = director.post(f"{url}/1/void", {"reason": "A card was missing."}, format="json").json()
    decided = director.post(f"{url}/2/decide", {"outcome": "draw", "reason": "Fire."}, format="json").json()
    ended = director.post(f"{url}/4/end", {"reason": "Nobody fills in."}, format="json").json()

    assert (void["status"], void["stakes"]) == ("void", [])
    assert (decided["outcome"], decided["ending"]) == ("draw", "director")
    assert (ended["outcome"], ended["ending"]) == ("ns", "left")
    assert LogEntry.objects.filter(event=ranked, action="game.voided", door="api").exists()


def test_a_fault_rolls_everything_back(call: Call, ranked: Event, url: str) -> None:
    before = ranked.results_version

    assert call("director").post(url, {"table": 2}, format="json").status_code == 409

    ranked.refresh_from_db()
    assert ranked.results_version == before
