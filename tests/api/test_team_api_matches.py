"""Matches over the API: read, line-ups, given and taken back, deciders."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, Stage, as_user, faults_of
from tests.api.team_stage import sit, up_to_date
from tests.support.team_builders import LOSS, play, publish, win_matches
from tournaments.models import LogEntry
from tournaments.services.rounds import open_round

Call = Callable[[str], APIClient]
ONE = "/rounds/1/matches/1"
LINE_UP = {"open": ["1C", "1D"], "closed": ["1B", "1A"]}
KEY = {"HTTP_IDEMPOTENCY_KEY": "7d1e0b52-0f6c-4b0e-9d06-2c1d8d7a1f10"}


def test_the_matches_of_a_round(stage: Stage) -> None:
    rows = as_user(None).get(stage.url("/rounds/1/matches", stage.drawn)).json()["results"]
    places = [
        (row["match"], row["home"], row["away"], row["open_table"], row["closed_table"]) for row in rows
    ]
    assert places == [(1, 1, 4, 1, 2), (2, 2, 3, 3, 4), (3, 5, None, None, None)]
    bye = rows[2]
    assert (bye["outcome"], bye["reason"], bye["finished"], bye["hidden"]) == ("home", "bye", True, None)
    assert all(row["drawn"] and row["status"] == "planned" for row in rows)
    assert as_user(None).get(stage.url("/rounds/1/matches/3", stage.drawn)).json()["rooms"] is None


def test_a_match_that_is_over_is_told_to_everybody(stage: Stage) -> None:
    play(stage.teams, 1, 2, [LOSS] * 4, first=5)
    up_to_date(stage.teams)
    match = as_user(None).get(stage.url(ONE, stage.teams)).json()
    assert (match["outcome"], match["settled"], match["reason"]) == ("home", "home", "earlier-board")
    assert match["text"].startswith("Team 1 won: its pair at the open table reached 500 on board 5")
    assert (match["home_reached"], match["away_reached"], match["target"], match["length"]) == (
        5,
        None,
        500,
        8,
    )
    room = match["rooms"]["open"]
    assert (room["table"], room["ns"], room["ns_players"], room["end"]) == (1, 1, ["1A", "1B"], "reached")
    assert [step["ns"]["total"] for step in room["steps"]] == [100, 200, 300, 400, 500]
    assert room["steps"][0]["ns"]["components"][0]["points"] == 100
    assert match["rooms"]["closed"]["boards"] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_match_has_a_tag(stage: Stage) -> None:
    path = stage.url(ONE, stage.teams)
    first = as_user(None).get(path)
    assert as_user(None).get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 304
    own = as_user(stage.users["player"]).get(path, HTTP_IF_NONE_MATCH=first["ETag"])
    assert own.status_code == 200, "its player is told more"
    play(stage.teams, 1, 2, [LOSS] * 4, first=5)
    up_to_date(stage.teams)
    assert as_user(None).get(path, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


def test_a_round_drawn_a_moment_ago_is_there_before_it_is_scored(stage: Stage) -> None:
    event = stage.new_teams
    publish(event)
    rows = as_user(None).get(stage.url("/rounds/1/matches", event)).json()["results"]
    assert [(row["finished"], row["version"]) for row in rows] == [(False, event.results_version)] * 2
    room = as_user(None).get(stage.url(ONE, event)).json()["rooms"]["open"]
    assert len(room["ns_players"]) == 2


@pytest.mark.parametrize("rest", ["/rounds/2/matches", "/rounds/1/matches/3", "/rounds/2/matches/1"])
def test_matches_that_are_not_there(stage: Stage, rest: str) -> None:
    answer = as_user(None).get(stage.url(rest, stage.teams))
    assert answer.status_code == 404
    faults_of(answer)


def test_a_line_up(stage: Stage, call: Call) -> None:
    path = stage.url(f"{ONE}/line-ups/1", stage.drawn)
    saved = call("director").put(path, LINE_UP).json()
    stage.drawn.refresh_from_db()
    version = stage.drawn.results_version
    assert saved == {"round": 1, "match": 1, "entry": 1, **LINE_UP, "event_version": version}
    up_to_date(stage.drawn)
    match = as_user(None).get(stage.url(ONE, stage.drawn)).json()
    assert match["version"] == version
    assert match["rooms"]["open"]["ns_players"] == ["1C", "1D"]
    assert match["rooms"]["closed"]["ew_players"] == ["1B", "1A"]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"open": ["1A", "1B"]}, {"closed": "required"}),
        ({"open": ["1A"], "closed": ["1C", "1D"]}, {"open": "min-length"}),
        ({"open": ["1A", "2A"], "closed": ["1C", "1D"]}, {"open[1]": "not-in-team"}),
        ({"open": ["1A", "1B"], "closed": ["1B", "1D"]}, {"open": "twice"}),
        ({"open": "1A 1B", "closed": ["1C", "1D"]}, {"open": "not-a-list"}),
    ],
)
def test_impossible_line_ups(stage: Stage, call: Call, body: object, faults: dict[str, str]) -> None:
    answer = call("director").put(stage.url(f"{ONE}/line-ups/1", stage.drawn), body)
    assert answer.status_code == 400
    assert faults_of(answer) == faults


def test_a_line_up_of_a_match_that_is_played_needs_a_reason(stage: Stage, call: Call) -> None:
    path = stage.url(f"{ONE}/line-ups/1", stage.teams)
    assert faults_of(call("director").put(path, LINE_UP)) == {"reason": "reason-missing"}
    assert call("director").put(path, {**LINE_UP, "reason": "So they sat."}).status_code == 200
    elsewhere = call("director").put(stage.url(f"{ONE}/line-ups/2", stage.teams), LINE_UP)
    assert elsewhere.status_code == 404


def test_giving_and_taking_back(stage: Stage, call: Call) -> None:
    path = stage.url("/rounds/1/matches/2/given", stage.teams)
    body = {"outcome": "away", "reason": "Team 2 left.", "forfeit": True}
    given = call("director").put(path, body).json()
    assert given["given"] == {"outcome": "away", "note": "Team 2 left.", "forfeit": True}
    up_to_date(stage.teams)
    match = as_user(None).get(stage.url("/rounds/1/matches/2", stage.teams)).json()
    assert (match["version"], match["settled"], match["given"]) == (
        given["event_version"],
        "away",
        given["given"],
    )
    back = call("director").delete(f"{path}?reason=they+came")
    assert (back.status_code, back.json()["given"]) == (200, None)
    again = call("director").delete(f"{path}?reason=they+came")
    assert faults_of(again) == {"": "not-given"}


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"reason": "x"}, {"outcome": "required"}),
        ({"outcome": "draw", "reason": "x"}, {"outcome": "invalid-choice"}),
        ({"outcome": "home"}, {"reason": "reason-missing"}),
        ({"outcome": "tied", "forfeit": True, "reason": "x"}, {"forfeit": "forfeit"}),
    ],
)
def test_what_cannot_be_given(stage: Stage, call: Call, body: object, faults: dict[str, str]) -> None:
    answer = call("director").put(stage.url(f"{ONE}/given", stage.teams), body)
    assert answer.status_code == 400
    assert faults_of(answer) == faults


def test_a_decider(stage: Stage, call: Call) -> None:
    path = stage.url(f"{ONE}/decider", stage.tied)
    called = call("director").post(path)
    assert (called.status_code, called.json()["board"]) == (201, 9)
    twice = call("director").post(path)
    assert twice.status_code == 409
    assert faults_of(twice) == {"": "decider-due"}
    tables = as_user(None).get(stage.url("/rounds/1", stage.tied)).json()["tables"]
    assert tables[0]["boards"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_match_that_is_not_tied_needs_none(stage: Stage, call: Call) -> None:
    answer = call("director").post(stage.url("/rounds/1/matches/2/decider", stage.teams))
    assert answer.status_code == 409
    assert "3 of 8 boards are in at the open table" in answer.json()["detail"]


def test_a_director_who_plays_is_not_told_why_there_is_no_decider(stage: Stage, call: Call) -> None:
    sit(stage.teams, "3A", stage.users["director"])
    for match in (1, 2):
        answer = call("director").post(stage.url(f"/rounds/1/matches/{match}/decider", stage.teams))
        assert answer.status_code == 409
        assert faults_of(answer) == {"": "not-tied"}
        assert "boards" not in answer.json()["detail"]
        assert "500" not in answer.json()["detail"]


@pytest.mark.parametrize(
    ("method", "rest", "body", "event"),
    [
        ("put", f"{ONE}/line-ups/1", LINE_UP, "drawn"),
        ("put", f"{ONE}/given", {"outcome": "home", "reason": "x"}, "teams"),
        ("delete", "/rounds/1/matches/2/given?reason=came", None, "tied"),
        ("post", f"{ONE}/decider", None, "tied"),
    ],
)
def test_each_change_happens_once(
    stage: Stage, call: Call, method: str, rest: str, body: object, event: str
) -> None:
    path = stage.url(rest, getattr(stage, event))
    first = getattr(call("director"), method)(path, body, **KEY)
    logged = LogEntry.objects.count()
    again = getattr(call("director"), method)(path, body, **KEY)
    assert first.status_code in (200, 201), first.content
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert again["Idempotency-Replayed"] == "true"
    assert LogEntry.objects.count() == logged


def test_standings_and_cross_table(stage: Stage) -> None:
    open_round(stage.drawn.pk, 1, ACTOR)
    win_matches(stage.drawn, 1, winners=(1, 2))
    event = up_to_date(stage.drawn)
    body = as_user(None).get(stage.url("/standings", event)).json()
    assert body["kind"] == "teams"
    assert body["version"] == body["results_version"]
    rows = body["lists"][0]["rows"]
    assert [(row["entry"], row["wins"], row["byes"]) for row in rows][-2:] == [(3, 0, 0), (4, 0, 0)]
    assert set(body["undefeated"]) == {1, 2, 5}
    assert body["entries"]["1"]["players"] == ["1A", "1B", "1C", "1D"]
    [cell] = body["cross"]["4"]
    assert (cell["kind"], cell["opponent"], cell["half_wins"], cell["match"]) == ("played", 1, 0, 1)
    assert cell["points"] is not None
    assert [cell["kind"] for cell in body["cross"]["5"]] == ["bye"]
    assert (body["progress"]["matches_decided"], body["progress"]["planned"]) == (2, 3)
