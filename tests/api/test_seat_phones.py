"""Phones that hold seats of a game, by the API: which seats, one freed, and never what a phone holds it by."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from tests.api.at_table_stage import hold_by_phone
from tests.api.calls import ACTOR, Stage, faults_of
from tests.support.ranked_builders import PHONE, player
from tournaments.models import Event, EventStatus, GameSeat, StandIn
from tournaments.services.ranked.games import void_game
from tournaments.services.ranked.keys import hash_of
from tournaments.services.ranked.leaving import fill_in

Door = Callable[[str], APIClient]
WHY = "?reason=It+was+left+in+the+bus."


def held(answer: Any) -> dict[str, str]:
    """Who sits where a phone holds the seat."""
    assert answer.status_code == 200, answer.content
    return {seat["seat"]: seat["player"]["name"] for seat in answer.json()["seats"] if seat["on_phone"]}


@pytest.fixture
def games(stage: Stage) -> str:
    return stage.url("/games", stage.ranked)


def test_seats_on_phones_are_told_to_the_desk_without_their_keys(
    stage: Stage, call: Door, games: str
) -> None:
    keys = [hold_by_phone(stage.ranked, 2, seat) for seat in "NE"]
    answer = call("scorer").get(f"{games}/2/phones")
    assert held(answer) == {"N": "Ann", "E": "Bo"}
    assert (answer.json()["game"], [seat["seat"] for seat in answer.json()["seats"]]) == (2, list("NESW"))
    free = call("scorer").get(f"{games}/3/phones").json()["seats"]
    assert free == [{"seat": seat, "player": None, "on_phone": False} for seat in "NESW"]
    freed = call("director").delete(f"{games}/2/seats/N/phone{WHY}")
    secrets = [*keys, *map(hash_of, keys)]
    for told in (
        answer,
        freed,
        call("director").get(f"{games}/2"),
        call("director").get(stage.url("/log", stage.ranked)),
    ):
        assert told.status_code == 200
        assert not [secret for secret in secrets if secret in told.content.decode()]


def test_a_freed_seat_is_anybodys_who_sits_there_to_take_again(stage: Stage, call: Door, games: str) -> None:
    hold_by_phone(stage.ranked)
    hold_by_phone(stage.ranked, seat="S")
    before = Event.objects.get(pk=stage.ranked.pk).results_version
    assert held(call("director").delete(f"{games}/2/seats/N/phone{WHY}")) == {"S": "Cy"}
    assert Event.objects.get(pk=stage.ranked.pk).results_version == before + 1
    refused = call("director").delete(f"{games}/2/seats/N/phone{WHY}")
    assert (refused.status_code, faults_of(refused)) == (409, {"": "no-phone"})
    hold_by_phone(stage.ranked)
    assert held(call("director").get(f"{games}/2/phones")) == {"N": "Ann", "S": "Cy"}


def test_the_phone_of_who_fills_in_is_the_one_that_counts(stage: Stage, call: Door, games: str) -> None:
    fourth = stage.ranked.games.get(number=4)
    GameSeat.objects.filter(game=fourth, seat="E").update(key_hash=hash_of("the quitter's"))
    assert held(call("scorer").get(f"{games}/4/phones")) == {}
    fill_in(fourth.pk, "E", player(stage.ranked, "Kim").pk, PHONE)
    assert held(call("scorer").get(f"{games}/4/phones")) == {"E": "Kim"}
    assert held(call("director").delete(f"{games}/4/seats/E/phone{WHY}")) == {}
    assert StandIn.objects.get().key_hash == ""


def test_the_desk_and_the_api_do_the_same(stage: Stage, call: Door, games: str) -> None:
    desk = Client()
    desk.force_login(stage.users["director"])
    hold_by_phone(stage.ranked)
    deed = reverse("desk:game-do", args=[stage.ranked.pk, 2, "free-phone"])
    form = {"free-phone-seat": "N", "free-phone-reason": "It was left in the bus."}
    assert desk.post(deed, form).status_code == 302
    hold_by_phone(stage.ranked)
    call("director").delete(f"{games}/2/seats/N/phone{WHY}")
    lines = stage.ranked.log.filter(action="seat.freed").order_by("pk")
    first, second = ((row.subject, row.actor, row.before, row.after, row.reason) for row in lines)
    assert first == second
    assert [row.door for row in lines] == ["desk", "api"]


def test_sent_again_with_its_key_it_is_freed_once(stage: Stage, call: Door, games: str) -> None:
    hold_by_phone(stage.ranked)
    path, key = f"{games}/2/seats/N/phone{WHY}", {"HTTP_IDEMPOTENCY_KEY": "free-north"}
    first, second = (call("director").delete(path, **key) for _ in range(2))
    assert (first.status_code, second.status_code) == (200, 200)
    assert second["Idempotency-Replayed"] == "true"


def test_what_does_not_fit_is_refused(stage: Stage, call: Door, games: str) -> None:
    director = call("director")

    def refusal(rest: str) -> tuple[int, dict[str, str]]:
        refused = director.delete(f"{games}/{rest}")
        return refused.status_code, faults_of(refused)

    hold_by_phone(stage.ranked)
    assert refusal("2/seats/N/phone") == (400, {"reason": "required"})
    assert refusal(f"9/seats/N/phone{WHY}") == (404, {"": "no-game"})
    assert refusal(f"3/seats/N/phone{WHY}") == (404, {"": "no-seat"})
    assert refusal(f"4/seats/E/phone{WHY}") == (409, {"": "has-quit"})
    assert refusal(f"2/seats/S/phone{WHY}") == (409, {"": "no-phone"})
    void_game(stage.ranked.games.get(number=1).pk, "Cards were marked.", ACTOR)
    assert refusal(f"1/seats/N/phone{WHY}") == (409, {"": "game-void"})
    wrong = director.get(stage.url("/games/2/phones"))
    assert (wrong.status_code, faults_of(wrong)) == (400, {"": "wrong-kind"})
    cy = GameSeat.objects.get(game__event=stage.ranked, game__number=2, seat="S").person
    cy.user = stage.users["director"]
    cy.save(update_fields=["user"])
    assert refusal(f"2/seats/N/phone{WHY}") == (400, {"": "plays-here"})
    Event.objects.filter(pk=stage.ranked.pk).update(status=EventStatus.FINAL)
    assert refusal(f"2/seats/N/phone{WHY}") == (400, {"": "event-final"})
    assert held(director.get(f"{games}/2/phones")) == {"N": "Ann"}
