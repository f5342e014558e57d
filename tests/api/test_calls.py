"""Calls for the director by the API: raised, listed and answered as at the desk, and told to nobody else."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from tests.api.at_table_stage import NOTE, add_a_call, add_a_game_call
from tests.api.calls import ACTOR, Stage, as_user, build_stage, faults_of
from tests.services.test_races import run_all
from tests.support.event_builders import seat_person
from tests.support.ranked_builders import make_ranked, play
from tournaments.models import Call, Event, EventStatus, GameCall, LogEntry
from tournaments.services.calls import answer_call
from tournaments.services.ranked import calls as game_calls
from tournaments.services.ranked.games import void_game
from tournaments.services.rounds import close_round, open_round

Door = Callable[[str], APIClient]
KEY = {"HTTP_IDEMPOTENCY_KEY": "5b1e0b52-0f6c-4b0e-9d06-2c1d8d7a1f10"}
HIDDEN = "What they say is hidden from you, as you play."


def listed(client: APIClient, path: str, query: str = "") -> list[dict[str, Any]]:
    answer = client.get(f"{path}/calls{query}")
    assert answer.status_code == 200, answer.content
    rows: list[dict[str, Any]] = answer.json()["results"]
    return rows


def told(event: Event) -> list[tuple[str, str, str, Any]]:
    rows = event.log.filter(action__startswith="director.").order_by("pk")
    return [(row.action, row.subject, row.actor, row.after) for row in rows]


@pytest.mark.parametrize(
    ("kind", "place"),
    [("event", (1, None)), ("teams", (1, None)), ("ranked", (None, 2))],
)
def test_a_table_calls_and_somebody_comes(
    stage: Stage, call: Door, kind: str, place: tuple[int | None, int | None]
) -> None:
    event = getattr(stage, kind)
    path = stage.url(event=event)
    director = call("director")
    before = event.results_version

    raised = director.post(f"{path}/calls", {"table": 2, "note": f"  {NOTE}\n"}).json()

    assert (raised["table"], raised["round"], raised["game"]) == (2, *place)
    assert (raised["note"], raised["hidden"]) == (NOTE, None)
    assert (raised["answered_at"], raised["answered_by"]) == (None, "")
    again = director.post(f"{path}/calls", {"table": 2, "note": "Once more"})
    assert (again.status_code, again.json()) == (200, raised)
    assert listed(director, path, "?state=open") == [raised]
    assert listed(director, path, "?state=answered") == []

    came = director.post(f"{path}/calls/{raised['id']}/answer").json()

    assert came["answered_by"] == "director"
    assert came == raised | {"answered_at": came["answered_at"], "answered_by": "director"}
    assert listed(director, path, "?state=open") == []
    assert listed(director, path, "?state=answered") == listed(director, path) == [came]
    event.refresh_from_db()
    assert event.results_version == before + 2
    assert [row[0] for row in told(event)] == ["director.called", "director.came"]
    assert set(event.log.filter(action__startswith="director.").values_list("door", flat=True)) == {"api"}


def test_the_latest_call_stands_first_and_lists_come_in_pages(stage: Stage, call: Door) -> None:
    for table in (3, 1, 2):
        add_a_call(stage.event, table)
    first = call("director").get(stage.url("/calls?page_size=2")).json()
    assert ([row["table"] for row in first["results"]], first["count"]) == ([2, 1], 3)
    assert first["next"].endswith("/calls?page=2&page_size=2")


def test_a_table_is_that_of_the_latest_open_round_and_of_the_latest_game(stage: Stage, call: Door) -> None:
    director = call("director")
    open_round(stage.event.pk, 2, ACTOR)
    assert director.post(stage.url("/calls"), {"table": 1}).json()["round"] == 2
    games = stage.url("/games", stage.ranked)
    again = director.post(f"{games}/1/rematch").json()["rematch"]
    assert director.post(stage.url("/calls", stage.ranked), {"table": 1}).json()["game"] == again


@pytest.mark.parametrize("kind", ["event", "ranked"])
def test_the_desk_and_the_api_do_the_same(stage: Stage, call: Door, kind: str) -> None:
    event = getattr(stage, kind)
    make: Callable[..., Any] = add_a_game_call if kind == "ranked" else add_a_call
    desk = Client()
    desk.force_login(stage.users["director"])
    by_desk = make(event)
    args = [event.pk, 2, "come"] if kind == "ranked" else [event.pk, "come"]
    field = "come-call" if kind == "ranked" else "call"
    deed = reverse("desk:game-do" if kind == "ranked" else "desk:event-do", args=args)
    assert desk.post(deed, {field: by_desk.pk}).status_code == 302
    by_api = make(event)
    call("director").post(stage.url(f"/calls/{by_api.pk}/answer", event))

    lines = told(event)
    assert lines[:2] == lines[2:]
    rows = listed(call("director"), stage.url(event=event))
    assert [row["id"] for row in rows] == [by_api.pk, by_desk.pk]
    assert {row["answered_by"] for row in rows} == {"director"}
    assert NOTE not in desk.get(reverse("desk:event", args=[event.pk])).content.decode()


# --- who is told what ------------------------------------------------------------------------------------------


def test_a_scorer_may_call_and_hears_none_but_at_ranked_tables(stage: Stage, call: Door) -> None:
    scorer = call("scorer")
    add_a_call(stage.event, note="The deal at table 1 is …")
    raised = scorer.post(stage.url("/calls"), {"table": 1, "note": "What is it?"})
    assert raised.status_code == 200
    assert (raised.json()["note"], "directors" in raised.json()["hidden"]) == (None, True)
    for method, rest in (("get", "/calls"), ("post", f"/calls/{raised.json()['id']}/answer")):
        refused = getattr(scorer, method)(stage.url(rest))
        assert (refused.status_code, faults_of(refused)) == (403, {"": "permission-denied"})
    assert Call.objects.get().answered_at is None

    past = add_a_game_call(stage.ranked)
    game_calls.answer(past.game_id, past.pk, ACTOR)
    there = add_a_game_call(stage.ranked)
    path = stage.url(event=stage.ranked)
    assert [(row["id"], row["note"]) for row in listed(scorer, path)] == [(there.pk, NOTE)]
    assert listed(scorer, path, "?state=answered") == []
    assert scorer.post(f"{path}/calls/{there.pk}/answer").json()["answered_by"] == "scorer"


@pytest.mark.parametrize("who", ["", "player", "stranger"])
@pytest.mark.parametrize("kind", ["event", "ranked"])
def test_nobody_else_hears_or_sees_any(stage: Stage, call: Door, who: str, kind: str) -> None:
    event = getattr(stage, kind)
    (add_a_game_call if kind == "ranked" else add_a_call)(event)
    status = 403 if who else 401
    client = call(who)
    assert client.get(stage.url("/calls", event)).status_code == status
    assert client.post(stage.url("/calls", event), {"table": 2}).status_code == status
    for rest in ("", "/standings", "/games" if kind == "ranked" else "/rounds"):
        assert NOTE not in client.get(stage.url(rest, event)).content.decode()


def test_a_director_who_plays_is_told_of_a_call_and_not_what_it_says(stage: Stage, call: Door) -> None:
    seat_person(stage.event, 4, stage.users["director"])
    past = add_a_call(stage.event, 2)
    answer_call(stage.event.pk, past.pk, ACTOR)
    add_a_call(stage.event, 1)
    silent = add_a_call(stage.event, 3, "")

    rows = {row["table"]: row for row in listed(call("director"), stage.url())}

    assert set(rows) == {1, 3}  # past ones are for who may read the log
    assert (rows[1]["note"], rows[1]["hidden"]) == (None, HIDDEN)
    assert (rows[3]["note"], rows[3]["hidden"]) == ("", None)
    raised = call("director").post(stage.url("/calls"), {"table": 1, "note": "x"}).json()
    assert (raised["note"], raised["hidden"]) == (None, HIDDEN)
    came = call("director").post(stage.url(f"/calls/{raised['id']}/answer")).json()
    assert (came["note"], came["answered_by"]) == (None, "director")
    assert call("director").post(stage.url(f"/calls/{silent.pk}/answer")).status_code == 200

    Event.objects.filter(pk=stage.event.pk).update(status=EventStatus.FINAL)
    over = {row["table"]: row["note"] for row in listed(call("director"), stage.url())}
    assert over == {1: NOTE, 2: NOTE, 3: ""}


# --- what is refused ---------------------------------------------------------------------------------------------


def test_a_table_that_is_not_there(stage: Stage, call: Door) -> None:
    director = call("director")
    refused = director.post(stage.url("/calls"), {"table": 5})
    assert (refused.status_code, faults_of(refused)) == (404, {"": "no-table"})
    refused = director.post(stage.url("/calls", stage.ranked), {"table": 99})
    assert (refused.status_code, faults_of(refused)) == (404, {"": "no-game"})
    close_round(stage.event.pk, 1, ACTOR, "Fire alarm.")
    refused = director.post(stage.url("/calls"), {"table": 1})
    assert (refused.status_code, faults_of(refused)) == (409, {"": "no-round-open"})
    void_game(stage.ranked.games.get(number=2).pk, "Cards were marked.", ACTOR)
    refused = director.post(stage.url("/calls", stage.ranked), {"table": 2})
    assert (refused.status_code, faults_of(refused)) == (409, {"": "game-void"})
    assert not Call.objects.exists()
    assert not GameCall.objects.exists()


@pytest.mark.parametrize("kind", ["event", "ranked"])
def test_a_final_event_has_no_tables_that_call(stage: Stage, call: Door, kind: str) -> None:
    event = getattr(stage, kind)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    refused = call("director").post(stage.url("/calls", event), {"table": 2})
    assert (refused.status_code, faults_of(refused)) == (400, {"": "event-final"})


def test_a_call_of_another_event_is_no_call_of_this_one(stage: Stage, call: Door) -> None:
    there = play(make_ranked(stage.tournament, name="Elsewhere"), 1, ["Quy", "Ria", "Sol", "Tom"])
    made, of_game = add_a_call(stage.event), game_calls.call(there.pk, ACTOR)
    GameCall.objects.filter(pk=of_game.pk).update(id=made.pk + 1000)  # the one is no number of the other
    for event in (stage.teams, stage.ranked, stage.event):
        for pk in {made.pk, made.pk + 1000} - ({made.pk} if event == stage.event else set()):
            refused = call("director").post(stage.url(f"/calls/{pk}/answer", event))
            assert (refused.status_code, faults_of(refused)) == (404, {"": "no-call"})
    assert (Call.objects.get().answered_at, GameCall.objects.get().answered_at) == (None, None)


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, {"table": "required"}),
        ({"table": "1"}, {"table": "invalid"}),
        ({"table": 0}, {"table": "min-value"}),
        ({"table": 1, "note": "x" * 201}, {"note": "max-length"}),
        ({"table": 1, "note": "\u202ebackwards"}, {"note": "note-unprintable"}),
        ({"table": 1, "round": 1}, {"round": "unknown-key"}),
    ],
)
def test_what_cannot_be_read(stage: Stage, call: Door, body: dict[str, Any], faults: dict[str, str]) -> None:
    refused = call("director").post(stage.url("/calls"), body)
    assert (refused.status_code, faults_of(refused)) == (400, faults)
    assert not Call.objects.exists()


def test_a_state_that_there_is_not(stage: Stage, call: Door) -> None:
    refused = call("director").get(stage.url("/calls?state=closed"))
    assert (refused.status_code, faults_of(refused)) == (400, {"state": "invalid-choice"})


# --- twice, and at once ------------------------------------------------------------------------------------------


def test_a_call_sent_again_is_not_raised_again_when_somebody_has_come(stage: Stage, call: Door) -> None:
    sent = {"table": 1, "note": NOTE}
    first = call("director").post(stage.url("/calls"), sent, **KEY)
    answer_call(stage.event.pk, first.json()["id"], ACTOR)
    second = call("director").post(stage.url("/calls"), sent, **KEY)
    assert second["Idempotency-Replayed"] == "true"
    assert first.json() == second.json()
    assert Call.objects.count() == 1
    other = call("director").post(stage.url("/calls"), {**sent, "table": 2}, **KEY)
    assert (other.status_code, faults_of(other)) == (409, {"": "key-reused"})


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["event", "ranked"])
def test_of_those_who_answer_at_once_one_came(kind: str) -> None:
    stage = build_stage()
    event = getattr(stage, kind)
    made = (add_a_game_call if kind == "ranked" else add_a_call)(event)
    before = Event.objects.get(pk=event.pk).results_version
    clients = [as_user(stage.users[who]) for who in ("director", "owner") for _ in range(2)]
    start, answers = threading.Barrier(len(clients)), []

    def close(client: APIClient) -> None:
        start.wait(timeout=30)
        answers.append(client.post(stage.url(f"/calls/{made.pk}/answer", event)))

    assert run_all([lambda one=one: close(one) for one in clients]) == []

    assert [answer.status_code for answer in answers] == [200] * len(clients)
    assert len({answer.content for answer in answers}) == 1  # all are told who was first, and when
    came = LogEntry.objects.get(event=event, action="director.came")
    assert answers[0].json()["answered_by"] == came.actor
    assert Event.objects.get(pk=event.pk).results_version == before + 1
