"""The round clock by the API: everybody reads it, a director runs it as at the desk."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, Stage, faults_of
from tournaments.models import Event, EventStatus, RoundClock
from tournaments.services.clock import pause_clock, start_clock
from tournaments.services.rounds import close_round, open_round

Door = Callable[[str], APIClient]
KEY = {"HTTP_IDEMPOTENCY_KEY": "5b1e0b52-0f6c-4b0e-9d06-2c1d8d7a1f10"}


def clock_of(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()["clock"]
    return found


def told(event: Event) -> list[tuple[str, str, str, Any]]:
    rows = event.log.filter(action__startswith="clock.").order_by("pk")
    return [(row.action, row.subject, row.actor, row.after) for row in rows]


@pytest.mark.parametrize("kind", ["event", "teams"])
def test_a_clock_is_started_paused_changed_and_goes_on(stage: Stage, call: Door, kind: str) -> None:
    event = getattr(stage, kind)
    read, clock = stage.url("/clock", event), stage.url("/rounds/1/clock", event)
    director, anybody = call("director"), call("")
    assert anybody.get(read).json() == {"clock": None}

    started = clock_of(director.put(clock, {"minutes": 20}))

    assert (started["round"], started["minutes"], started["seconds"], started["paused"]) == (
        1,
        20,
        1200,
        False,
    )
    assert started["warnings"] == [600, 120]
    RoundClock.objects.update(started_at=timezone.now() - timedelta(minutes=5))
    assert clock_of(anybody.get(read))["seconds"] in range(890, 901)
    paused = clock_of(director.post(f"{clock}/pause"))
    assert (paused["paused"], paused["ends_at"]) == (True, None)
    assert clock_of(anybody.get(read)) == paused
    less = clock_of(director.post(f"{clock}/minutes", {"minutes": -16}))
    assert (less["minutes"], less["seconds"]) == (4, paused["seconds"] - 16 * 60)
    assert less["seconds"] < 0  # time is over, and that may be
    assert clock_of(director.post(f"{clock}/resume"))["ends_at"] is not None
    anew = clock_of(director.put(clock, {"minutes": 7}))
    assert (anew["minutes"], anew["seconds"], anew["paused"]) == (7, 420, False)
    assert [row[0] for row in told(event)] == [
        *("clock.started", "clock.paused", "clock.changed", "clock.resumed", "clock.started")
    ]


def test_the_desk_and_the_api_do_the_same(stage: Stage, call: Door) -> None:
    desk = Client()
    desk.force_login(stage.users["director"])
    for deed, more in (
        ("start-clock", {"minutes": 20}),
        ("pause-clock", {}),
        ("add-minutes", {"minutes": -2}),
        ("resume-clock", {}),
    ):
        sent = desk.post(reverse("desk:event-do", args=[stage.event.pk, deed]), {"round": 1, **more})
        assert sent.status_code == 302
    director, clock = call("director"), stage.url("/rounds/1/clock", stage.event)
    assert clock_of(director.get(stage.url("/clock")))["minutes"] == 18
    director.put(clock, {"minutes": 20})
    director.post(f"{clock}/pause")
    director.post(f"{clock}/minutes", {"minutes": -2})
    director.post(f"{clock}/resume")
    lines = told(stage.event)
    assert lines[:4] == lines[4:]
    assert RoundClock.objects.get().minutes == 18


def test_with_two_rounds_open_each_answers_with_its_own(stage: Stage, call: Door) -> None:
    open_round(stage.event.pk, 2, ACTOR)
    director = call("director")
    clock_of(director.put(stage.url("/rounds/2/clock"), {"minutes": 30}))
    first = clock_of(director.put(stage.url("/rounds/1/clock"), {"minutes": 10}))
    assert (first["round"], first["minutes"]) == (1, 10)
    assert clock_of(director.get(stage.url("/clock")))["round"] == 2


def test_it_is_shown_while_the_event_is_under_way(stage: Stage, call: Door) -> None:
    start_clock(stage.event.pk, 1, 20, ACTOR)
    Event.objects.filter(pk=stage.event.pk).update(status=EventStatus.FINAL)
    assert call("").get(stage.url("/clock")).json() == {"clock": None}
    for method, rest, body in (
        ("put", "", {"minutes": 5}),
        ("post", "/pause", None),
        ("post", "/minutes", {"minutes": 5}),
    ):
        refused = getattr(call("director"), method)(stage.url(f"/rounds/1/clock{rest}"), body)
        assert (refused.status_code, faults_of(refused)) == (400, {"": "event-final"})


def test_what_does_not_fit_is_refused(stage: Stage, call: Door) -> None:
    director = call("director")

    def refusal(method: str, rest: str, body: object = None) -> tuple[int, dict[str, str]]:
        refused = getattr(director, method)(stage.url(f"/rounds/{rest}"), body)
        return refused.status_code, faults_of(refused)

    assert refusal("put", "9/clock", {"minutes": 5}) == (404, {"": "no-round"})
    assert refusal("put", "2/clock", {"minutes": 5}) == (400, {"": "round-not-open"})
    for deed, body in (("pause", None), ("resume", None), ("minutes", {"minutes": 1})):
        assert refusal("post", f"1/clock/{deed}", body) == (404, {"": "no-clock"})
    start_clock(stage.event.pk, 1, 20, ACTOR)
    assert refusal("post", "1/clock/resume") == (409, {"": "clock-running"})
    pause_clock(stage.event.pk, 1, ACTOR)
    assert refusal("post", "1/clock/pause") == (409, {"": "clock-paused"})
    assert refusal("post", "1/clock/minutes", {"minutes": -20}) == (400, {"minutes": "minutes"})
    assert refusal("post", "1/clock/minutes", {"minutes": 581}) == (400, {"minutes": "minutes"})
    assert refusal("post", "1/clock/minutes", {"minutes": -601}) == (400, {"minutes": "min-value"})
    assert refusal("post", "1/clock/minutes", {"minutes": 2.5}) == (400, {"minutes": "invalid"})
    assert refusal("put", "1/clock", {"minutes": 0}) == (400, {"minutes": "min-value"})
    assert refusal("put", "1/clock", {"minutes": 601}) == (400, {"minutes": "max-value"})
    assert refusal("put", "1/clock", {}) == (400, {"minutes": "required"})
    assert RoundClock.objects.get().minutes == 20
    close_round(stage.event.pk, 1, ACTOR, "Fire alarm.")
    assert refusal("post", "1/clock/resume") == (400, {"": "round-not-open"})
    assert director.get(stage.url("/clock")).json() == {"clock": None}


def test_ranked_tables_have_no_rounds_and_no_clock(stage: Stage, call: Door) -> None:
    for method, rest in (("get", "/clock"), ("put", "/rounds/1/clock"), ("post", "/rounds/1/clock/pause")):
        refused = getattr(call("director"), method)(stage.url(rest, stage.ranked))
        assert (refused.status_code, faults_of(refused)) == (400, {"": "wrong-kind"})


def test_minutes_sent_again_with_their_key_are_given_once(stage: Stage, call: Door) -> None:
    start_clock(stage.event.pk, 1, 20, ACTOR)
    path, more = stage.url("/rounds/1/clock/minutes"), {"minutes": 5}
    first = call("director").post(path, more, **KEY)
    second = call("director").post(path, more, **KEY)
    assert second["Idempotency-Replayed"] == "true"
    assert first.json() == second.json()
    assert RoundClock.objects.get().minutes == 25
