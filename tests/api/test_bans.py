"""Bans by the API: who is banned until when, and a director lifts a ban with a reason."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.api.calls import V1, Stage, faults_of
from tests.support.ranked_builders import play
from tournaments.models import Ban, Event

Call = Callable[[str], APIClient]


@pytest.fixture
def ranked(stage: Stage) -> Event:
    return stage.ranked


@pytest.fixture
def bans(ranked: Event, stage: Stage) -> str:
    return f"{V1}/clubs/{stage.club.slug}/bans"


def test_the_bans_that_hold_are_listed(call: Call, bans: str, ranked: Event) -> None:
    (row,) = call("director").get(bans).json()["results"]

    assert (row["name"], row["because"], row["event"], row["game"]) == ("Flo", "quit", ranked.pk, 4)
    assert row["until"] > row["since"]
    assert row["lifted_at"] is None


def test_only_directors_of_the_club_read_them(call: Call, bans: str) -> None:
    found = {who: call(who).get(bans).status_code for who in ("", "player", "scorer", "stranger", "owner")}

    assert found == {"": 401, "player": 403, "scorer": 403, "stranger": 403, "owner": 200}


def test_a_ban_is_lifted_with_a_reason_and_then_holds_no_more(call: Call, bans: str, ranked: Event) -> None:
    director, ban = call("director"), Ban.objects.get()

    without = director.post(f"{bans}/{ban.pk}/lift", {}, format="json")
    lifted = director.post(f"{bans}/{ban.pk}/lift", {"reason": "The bus broke down."}, format="json")
    twice = director.post(f"{bans}/{ban.pk}/lift", {"reason": "Again."}, format="json")

    assert faults_of(without) == {"reason": "reason-missing"}
    assert (lifted.status_code, lifted.json()["lift_reason"]) == (200, "The bus broke down.")
    assert (twice.status_code, faults_of(twice)) == (409, {"": "ban-lifted"})
    assert director.get(bans).json()["results"] == []
    seat = f"{V1}/events/{ranked.pk}/games/3/seats/N"
    assert director.put(seat, {"player": "Flo"}, format="json").status_code == 200


def test_a_ban_of_another_club_is_not_found(call: Call, bans: str, stage: Stage) -> None:
    stranger = stage.users["stranger"]
    there = stranger.memberships.get().club

    refused = call("stranger").post(
        f"{V1}/clubs/{there.slug}/bans/{Ban.objects.get().pk}/lift", {"reason": "A favour."}, format="json"
    )

    assert refused.status_code == 404
    assert Ban.objects.get().lifted_at is None


def test_the_number_of_queries_does_not_grow_with_the_bans(call: Call, bans: str, ranked: Event) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert call("director").get(bans).status_code == 200
        return len(found)

    queries()  # the first one makes the token
    before = queries()
    for table in (31, 32):
        game = play(ranked, table, [f"{name}{table}" for name in "ABCD"])
        with_ban = game.seats.get(seat="S")
        Ban.objects.create(
            person=with_ban.person,
            reason="quit",
            since=Ban.objects.first().since,  # type: ignore[union-attr]
            until=Ban.objects.first().until,  # type: ignore[union-attr]
            seat=with_ban,
        )

    assert queries() == before
    assert len(call("director").get(bans).json()["results"]) == 3
