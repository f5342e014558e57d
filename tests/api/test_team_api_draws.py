"""Rounds of a Teams event over the API: drafted, checked, published once, undone, compared."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, Stage, as_user, faults_of
from tests.support.team_builders import board, finish_round, publish
from tournaments.models import Event, LogEntry, Match
from tournaments.services.entries import withdraw_entry
from tournaments.services.results import record_result

Call = Callable[[str], APIClient]
KEY = {"HTTP_IDEMPOTENCY_KEY": "0c5e7a52-6d0b-4d59-8a53-2c1d8d7a1f10"}


def by_hand(*pairs: tuple[int, int]) -> list[dict[str, int]]:
    return [{"home": home, "away": away} for home, away in pairs]


def pairs(event: Event, number: int) -> list[tuple[int, int | None]]:
    found = Match.objects.filter(round__event=event, round__number=number).order_by("number")
    return list(found.values_list("home__number", "away__number"))


def test_a_draft_shows_everything_and_keeps_nothing(stage: Stage, call: Call) -> None:
    event = stage.new_teams
    draft = call("director").get(stage.url("/draft", event)).json()
    assert (draft["round"], draft["bye"], draft["provisional"], draft["warnings"]) == (1, None, False, [])
    assert [match["number"] for match in draft["matches"]] == [1, 2]
    assert all(match["text"] for match in draft["matches"])
    assert draft["certificate"]["seed"] == 77
    assert not event.rounds.exists()
    published = call("director").post(stage.url("/rounds", event), {"round": 1, "basis": draft["basis"]})
    assert published.status_code == 201
    assert pairs(event, 1) == [(match["home"], match["away"]) for match in draft["matches"]]


def test_a_draft_says_what_it_guessed(stage: Stage, call: Call) -> None:
    draft = call("director").get(stage.url("/draft", stage.teams)).json()
    assert draft["provisional"]
    # match 1 is certain, though its closed table still plays
    assert draft["undecided"] == [{"round": 1, "home": 2, "away": 3}]


def test_the_director_chooses_who_has_the_bye(stage: Stage, call: Call) -> None:
    event = stage.new_teams
    withdraw_entry(event.pk, 4, ACTOR, "ill")
    assert call("director").get(stage.url("/draft", event)).json()["bye"] == 3
    assert call("director").get(stage.url("/draft?bye=1", event)).json()["bye"] == 1
    wrong = call("director").get(stage.url("/draft?bye=4", event))
    assert wrong.status_code == 400
    assert set(faults_of(wrong)) == {"bye"}


def test_no_draw_without_a_rematch_is_proved(stage: Stage, call: Call) -> None:
    event = stage.new_teams
    withdraw_entry(event.pk, 3, ACTOR, "ill")
    withdraw_entry(event.pk, 4, ACTOR, "ill")
    publish(event)
    finish_round(event, 1)
    refused = call("director").get(stage.url("/draft", event))
    assert refused.status_code == 400
    assert faults_of(refused) == {"allow_rematches": "no-draw"}
    allowed = call("director").get(stage.url("/draft?allow_rematches=true", event)).json()
    assert allowed["matches"][0]["warnings"] == ["Teams 1 and 2 meet again."]
    unsaid = call("director").post(stage.url("/rounds", event), {"round": 2, "allow_rematches": True})
    assert set(faults_of(unsaid).values()) == {"warning", "reason-missing"}
    body = {"round": 2, "allow_rematches": True, "reason": "Two are left."}
    assert call("director").post(stage.url("/rounds", event), body).status_code == 201


@pytest.mark.parametrize("query", ["bye=0", "bye=x", "allow_rematches=yes", "allow_rematches=1", "by=2"])
def test_a_draft_is_asked_properly(stage: Stage, call: Call, query: str) -> None:
    answer = call("director").get(stage.url(f"/draft?{query}", stage.new_teams))
    assert answer.status_code == 400
    assert set(faults_of(answer)) == {query.split("=")[0]}


def test_a_draft_by_hand_is_checked(stage: Stage, call: Call) -> None:
    path = stage.url("/draft", stage.teams)
    warned = call("director").post(path, {"matches": by_hand((1, 4), (2, 3))}).json()
    assert warned["matches"][0]["warnings"][0] == "Teams 1 and 4 meet again."
    assert warned["certificate"] is None
    wrong = call("director").post(path, {"matches": by_hand((1, 2), (2, 9))})
    assert wrong.status_code == 400
    told = [fault["code"] for fault in wrong.json()["faults"]]
    assert told == ["team-drawn-twice", "no-team", "team-left-out"]


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, {"matches": "required"}),
        ({"matches": []}, {"matches": "min-length"}),
        ({"matches": [{"home": 1}]}, {"matches[0].away": "required"}),
        ({"matches": [[1, 2]]}, {"matches[0]": "invalid"}),
        ({"matches": by_hand((1, 2)), "bye": "3"}, {"bye": "invalid"}),
    ],
)
def test_a_draft_by_hand_has_its_form(
    stage: Stage, call: Call, body: dict[str, object], faults: dict[str, str]
) -> None:
    answer = call("director").post(stage.url("/draft", stage.new_teams), body)
    assert answer.status_code == 400
    assert faults_of(answer) == faults


def test_a_round_of_ones_own_is_published_with_a_reason(stage: Stage, call: Call) -> None:
    event = stage.new_teams
    publish(event, (1, 2), (3, 4))
    finish_round(event, 1)
    path, body = stage.url("/rounds", event), {"round": 2, "matches": by_hand((2, 1), (3, 4))}
    refused = call("director").post(path, body)
    assert refused.status_code == 400
    assert "reason" in faults_of(refused)
    made = call("director").post(path, {**body, "reason": "Asked for."})
    assert made.status_code == 201
    assert made.json()["tables"][0] == {
        "table": 1,
        "ns": 2,
        "ew": 1,
        "boards": [1, 2, 3, 4, 5, 6, 7, 8],
        "match": 1,
        "room": "open",
    }
    drawn = as_user(None).get(stage.url("/rounds/2/draw", event)).json()
    assert drawn["draw"]["certificate"] is None
    assert drawn["draw"]["matches"] == [[2, 1], [3, 4]]


def test_a_round_is_published_once(stage: Stage, call: Call) -> None:
    event, path = stage.new_teams, stage.url("/rounds", stage.new_teams)
    first = call("director").post(path, {"round": 1}, **KEY)
    logged = LogEntry.objects.count()
    again = call("director").post(path, {"round": 1}, **KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert LogEntry.objects.count() == logged
    twice = call("director").post(path, {"round": 1})
    assert twice.status_code == 409
    assert faults_of(twice) == {"": "round-drawn"}
    assert event.rounds.count() == 1


def test_a_draft_goes_out_of_date(stage: Stage, call: Call) -> None:
    basis = call("director").get(stage.url("/draft", stage.teams)).json()["basis"]
    withdraw_entry(stage.teams.pk, 4, ACTOR, "ill")
    late = call("director").post(stage.url("/rounds", stage.teams), {"round": 2, "basis": basis})
    assert late.status_code == 409
    assert faults_of(late) == {"": "draw-outdated"}


def test_everybody_sees_a_round_as_soon_as_it_is_published(stage: Stage, call: Call) -> None:
    event, stranger = stage.new_teams, as_user(None)
    for rest in ("/rounds/1", "/rounds/1/matches", "/rounds/1/draw"):
        assert stranger.get(stage.url(rest, event)).status_code == 404
    assert stranger.get(stage.url("/rounds", event)).json()["results"] == []
    call("director").post(stage.url("/rounds", event), {"round": 1})
    for rest in ("/rounds/1", "/rounds/1/matches", "/rounds/1/draw"):
        assert stranger.get(stage.url(rest, event)).status_code == 200
    certificate = stranger.get(stage.url("/rounds/1/draw", event)).json()["draw"]["certificate"]
    assert certificate["algorithm"] == "swiss-v1"


def test_undoing(stage: Stage, call: Call) -> None:
    path = stage.url("/rounds/1", stage.drawn)
    assert faults_of(call("director").delete(path)) == {"reason": "required"}
    assert call("director").delete(f"{path}?reason=a+team+came").status_code == 204
    assert not stage.drawn.rounds.exists()
    gone = call("director").delete(f"{path}?reason=again")
    assert gone.status_code == 404
    played = call("director").delete(stage.url("/rounds/1?reason=no", stage.teams))
    assert played.status_code == 400
    assert faults_of(played) == {"": "results-in"}


def test_the_difference_a_late_correction_makes(stage: Stage, call: Call) -> None:
    event, path = stage.new_teams, stage.url("/draft/difference", stage.new_teams)
    assert call("director").get(path).json() == {"difference": None}
    publish(event, (1, 4), (2, 3), reason="seeded")
    finish_round(event, 1, winners=(1, 2))
    call("director").post(stage.url("/rounds", event), {"round": 2})
    assert {frozenset(pair) for pair in pairs(event, 2)} == {frozenset((1, 2)), frozenset((3, 4))}
    assert call("director").get(path).json() == {"difference": None}
    turn(event, match=2)
    told = call("director").get(path).json()["difference"]
    assert told["round"] == 2
    gone = {frozenset((row["home"], row["away"])) for row in told["gone"]}
    new = {frozenset((row["home"], row["away"])) for row in told["new"]}
    assert gone == {frozenset((1, 2)), frozenset((3, 4))}
    assert new == {frozenset((1, 3)), frozenset((2, 4))}


def turn(event: Event, match: int) -> None:
    """Correct the open table's boards of a match of round 1 so that away wins it."""
    for number in range(1, 6):
        entered = board(1, 2 * match - 1, number, "3 3 10 10")
        corrected = type(entered)(entered.fields, version=1, reason="sides swapped")
        record_result(event.pk, corrected, ACTOR)
