"""The same request sent twice with one key happens once and gets the same answer."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, BIDS, Stage, faults_of
from tests.support.event_builders import make_event
from tournaments.models import LogEntry, Penalty, Result
from tournaments.services.rounds import close_round

Call = Callable[[str], APIClient]
SENT = {"round": 1, "table": 3, "board": 1, **BIDS}
KEY = {"HTTP_IDEMPOTENCY_KEY": "5b1e0b52-0f6c-4b0e-9d06-2c1d8d7a1f10"}


def test_a_result_twice_is_one_result_one_log_line_one_body(stage: Stage, call: Call) -> None:
    logged = LogEntry.objects.count()
    first = call("scorer").post(stage.url("/results"), SENT, **KEY)
    second = call("scorer").post(stage.url("/results"), SENT, **KEY)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert "Idempotency-Replayed" not in first
    assert second["Idempotency-Replayed"] == "true"
    assert first["ETag"] == second["ETag"]
    assert Result.objects.filter(event=stage.event, table__number=3, board=1).count() == 1
    assert LogEntry.objects.count() == logged + 1


def test_the_same_key_with_another_request_is_refused(stage: Stage, call: Call) -> None:
    call("scorer").post(stage.url("/results"), SENT, **KEY)
    other = call("scorer").post(stage.url("/results"), {**SENT, "table": 4}, **KEY)
    assert other.status_code == 409
    assert faults_of(other) == {"": "key-reused"}
    penalty = {"entry": 1, "amount": 5, "reason": "Late."}
    assert call("director").post(stage.url("/penalties"), penalty, **KEY).status_code == 409
    assert stage.event.results.count() == 3
    assert not Penalty.objects.filter(event=stage.event).exists()


def test_a_key_belongs_to_its_event(stage: Stage, call: Call) -> None:
    penalty = {"entry": 1, "amount": 5, "reason": "Late."}
    assert call("director").post(stage.url("/penalties"), penalty, **KEY).status_code == 201
    assert call("director").post(stage.url("/penalties", stage.bare), penalty, **KEY).status_code == 201


def test_a_repetition_gets_its_receipt_even_when_the_round_has_closed(stage: Stage, call: Call) -> None:
    first = call("scorer").post(stage.url("/results"), SENT, **KEY)
    close_round(stage.event.pk, 1, ACTOR, "Time.")
    assert call("scorer").post(stage.url("/results"), {**SENT, "table": 4}).status_code == 403
    again = call("scorer").post(stage.url("/results"), SENT, **KEY)
    assert (again.status_code, again.content) == (201, first.content)


def test_a_used_key_opens_nothing_to_a_scorer(stage: Stage, call: Call) -> None:
    """A key that is known lets the question of rights pass: it must then be the same request or a 409."""
    call("scorer").post(stage.url("/results"), SENT, **KEY)
    ruling = {"round": 1, "table": 4, "board": 1, "ns_adjusted": "A+", "ew_adjusted": "A-"}
    assert call("scorer").post(stage.url("/results"), ruling, **KEY).status_code == 409
    fresh = {"HTTP_IDEMPOTENCY_KEY": "another"}
    assert call("scorer").post(stage.url("/results"), ruling, **fresh).status_code == 403
    assert stage.event.results.count() == 3


def test_a_refused_request_leaves_its_key_free(stage: Stage, call: Call) -> None:
    assert call("scorer").post(stage.url("/results"), {**SENT, "ew_tricks": "6"}, **KEY).status_code == 400
    assert call("scorer").post(stage.url("/results"), SENT, **KEY).status_code == 201


@pytest.mark.parametrize(
    ("method", "rest", "body", "event"),
    [
        ("post", "/penalties", {"entry": 1, "amount": 5, "reason": "Late."}, "event"),
        ("post", "/entries", {"entries": [{"players": ["Ann", "Bo"]}]}, "bare"),
        ("post", "/boards/deal", {"count": 3}, "bare"),
        ("put", "/movement", {"kind": "mitchell", "boards": 8}, "bare"),
        ("post", "/rounds/2/open", {}, "event"),
        ("post", "/rounds/1/close", {"reason": "Time."}, "event"),
        ("post", "/finalise", {"reason": "Time."}, "event"),
        ("post", "/reopen", {"reason": "A slip."}, "final"),
        ("patch", "", {"neuberg": False, "reason": "As announced."}, "event"),
        ("patch", "/entries/1", {"name": "Lee & Diaz"}, "event"),
        ("delete", "/rounds/1/tables/1/boards/1/result?version=1&reason=no", None, "event"),
    ],
)
def test_every_other_change_happens_once_too(
    stage: Stage, call: Call, method: str, rest: str, body: dict[str, object] | None, event: str
) -> None:
    path = stage.url(rest, getattr(stage, event))
    first = getattr(call("director"), method)(path, body, **KEY)
    logged = LogEntry.objects.count()
    second = getattr(call("director"), method)(path, body, **KEY)
    assert first.status_code in (200, 201), first.content
    assert (second.status_code, second.json()) == (first.status_code, first.json())
    assert second["Idempotency-Replayed"] == "true"
    assert LogEntry.objects.count() == logged


@pytest.mark.parametrize("key", ["", "x" * 101, "two words", "clé", "\x01"])
def test_a_key_is_visible_ascii(stage: Stage, call: Call, key: str) -> None:
    answer = call("scorer").post(stage.url("/results"), SENT, HTTP_IDEMPOTENCY_KEY=key)
    assert answer.status_code == 400
    assert faults_of(answer) == {"Idempotency-Key": "idempotency-key"}


def test_without_a_key_a_repetition_is_a_second_request(stage: Stage, call: Call) -> None:
    penalty = {"entry": 1, "amount": 5, "reason": "Late."}
    event = make_event(stage.tournament, name="Twice")
    for _ in range(2):
        assert call("director").post(stage.url("/penalties", event), penalty).status_code == 201
    assert event.penalties.count() == 2
