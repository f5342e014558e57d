"""A Teams event set up over the API: made, changed, filled with teams that come late and leave."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from scoring.swiss_standings import SWISS_TIE_BREAKS
from tests.api.calls import V1, Stage, as_user, faults_of
from tests.api.team_stage import sit
from tests.support.team_builders import finish_round, publish
from tournaments.models import Event

Call = Callable[[str], APIClient]
FOUR = ["Ann", "Bo", "Cy", "Di"]


def make(call: Call, stage: Stage, **body: object) -> dict[str, object]:
    path = f"{V1}/tournaments/{stage.tournament.pk}/events"
    answer = call("director").post(path, {"name": "Cup", "kind": "teams", **body})
    assert answer.status_code == 201, answer.content
    made: dict[str, object] = answer.json()
    return made


def test_what_is_not_sent_is_as_usual_for_teams(stage: Stage, call: Call) -> None:
    made = make(call, stage)
    assert (made["kind"], made["rules"]) == ("teams", {"preset": "standard"})
    assert made["tie_breaks"] == list(SWISS_TIE_BREAKS)
    options = made["teams"]
    seed = options.pop("seed")
    assert options == {"race_boards": 8, "rounds": None, "pairing": "fold", "first_round": "random"}
    assert Event.objects.get(pk=made["id"]).teams.seed == seed


def test_everything_can_be_said(stage: Stage, call: Call) -> None:
    options = {
        "race_boards": 6,
        "rounds": 4,
        "pairing": "slide",
        "first_round": "seeded",
        "seed": 2**63 - 1,
    }
    made = make(call, stage, teams=options, rules="puzzle-pirates", tie_breaks=[])
    assert (made["teams"], made["tie_breaks"]) == (options, [])
    assert made["rules"] == {"preset": "puzzle-pirates"}


def test_a_pairs_event_has_no_options(stage: Stage) -> None:
    assert as_user(None).get(stage.url()).json()["teams"] is None


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"teams": {"race_boards": 33}}, {"teams.race_boards": "max-value"}),
        ({"teams": {"rounds": 0}}, {"teams.rounds": "min-value"}),
        ({"teams": {"seed": -1}}, {"teams.seed": "min-value"}),
        (
            {"teams": {"pairing": "swiss", "boards": 8}},
            {"teams.pairing": "invalid-choice", "teams.boards": "unknown-key"},
        ),
        ({"winners": "two", "neuberg": False}, {"winners": "wrong-kind", "neuberg": "wrong-kind"}),
        ({"expected_scores": {"1": 4}}, {"expected_scores": "wrong-kind"}),
        ({"tie_breaks": ["boards_won"]}, {"tie_breaks": "tie-break"}),
        ({"kind": "individual"}, {"kind": "invalid-choice"}),
        ({"kind": "pairs", "teams": {"rounds": 3}}, {"teams": "wrong-kind"}),
    ],
)
def test_what_is_refused_has_its_place(
    stage: Stage, call: Call, body: dict[str, object], faults: dict[str, str]
) -> None:
    path = f"{V1}/tournaments/{stage.tournament.pk}/events"
    answer = call("director").post(path, {"name": "Cup", "kind": "teams", **body})
    assert answer.status_code == 400
    assert faults_of(answer) == faults


def test_options_change_one_by_one(stage: Stage, call: Call) -> None:
    path = stage.url("", stage.new_teams)
    first = call("director").patch(path, {"teams": {"pairing": "adjacent"}}).json()["teams"]
    then = call("director").patch(path, {"teams": {"rounds": 2}, "rules": "safe-harbor"}).json()
    assert then["teams"] == {**first, "pairing": "adjacent", "rounds": 2, "seed": 77}
    assert then["rules"] == {"preset": "safe-harbor"}
    too_many = call("director").patch(path, {"teams": {"rounds": 4}, "rules": "standard"})
    assert faults_of(too_many) == {"teams.rounds": "too-many-rounds"}
    assert call("").get(path).json()["rules"] == {"preset": "safe-harbor"}, "all or nothing"


def test_what_the_draw_rests_on_stays(stage: Stage, call: Call) -> None:
    path = stage.url("", stage.drawn)
    answer = call("director").patch(path, {"teams": {"seed": 5, "race_boards": 4}})
    assert answer.status_code == 400
    assert faults_of(answer) == {
        "teams.seed": "drawn-already",
        "teams.race_boards": "drawn-already",
        "reason": "reason-missing",
    }
    changed = call("director").patch(path, {"teams": {"pairing": "slide"}, "reason": "As announced."})
    assert changed.json()["teams"]["pairing"] == "slide"


def test_options_are_no_settings_of_pairs(stage: Stage, call: Call) -> None:
    answer = call("director").patch(stage.url(), {"teams": {"rounds": 3}, "reason": "x"})
    assert faults_of(answer) == {"teams": "wrong-kind"}
    answer = call("director").patch(stage.url("", stage.new_teams), {"neuberg": False, "reason": "x"})
    assert faults_of(answer) == {"neuberg": "wrong-kind"}


@pytest.mark.parametrize("who", ["", "player", "scorer", "stranger"])
def test_the_seed_is_its_directors_until_a_round_has_come_from_it(stage: Stage, call: Call, who: str) -> None:
    path = stage.url("", stage.new_teams)
    assert call(who).get(path).json()["teams"]["seed"] is None
    listed = call(who).get(f"{V1}/events?kind=teams").json()["results"]
    assert [row["teams"]["seed"] for row in listed] == [None]
    assert call("director").get(path).json()["teams"]["seed"] == 77
    publish(stage.new_teams, opened=False)
    assert call(who).get(path).json()["teams"]["seed"] == 77


def test_events_are_narrowed_by_kind(stage: Stage) -> None:
    assert stage.new_teams.pk
    listed = as_user(None).get(f"{V1}/events?kind=teams").json()["results"]
    assert [row["id"] for row in listed] == [stage.new_teams.pk]
    assert stage.new_teams.pk not in [
        row["id"] for row in as_user(None).get(f"{V1}/events?kind=pairs").json()["results"]
    ]


def test_teams_are_entered(stage: Stage, call: Call) -> None:
    event = make(call, stage)
    path = f"{V1}/events/{event['id']}/entries"
    answer = call("director").post(path, {"entries": [{"players": FOUR, "name": "Owls"}, {"players": []}]})
    assert answer.status_code == 201
    rows = answer.json()["entries"]
    assert rows[0] == {
        "number": 1,
        "name": "Owls",
        "players": FOUR,
        "field": "",
        "withdrawn": False,
        "withdrawn_after": None,
        "late_losses": 0,
        "late_halves": 0,
    }
    assert rows[1]["name"] == "Team 2"


@pytest.mark.parametrize(
    ("entry", "faults"),
    [
        ({"players": FOUR[:3]}, {"entries[0].players": "players"}),
        ({"players": [*FOUR, "E", "F", "G"]}, {"entries[0].players": "players"}),
        ({"players": ["1A", *FOUR[1:]]}, {"entries[0].players[0]": "in-two-teams"}),
        ({"players": FOUR, "late_losses": 1}, {"entries[0].late_losses": "late"}),
        ({"players": FOUR, "late_halves": -1}, {"entries[0].late_halves": "min-value"}),
    ],
)
def test_teams_that_are_refused(
    stage: Stage, call: Call, entry: dict[str, object], faults: dict[str, str]
) -> None:
    answer = call("director").post(stage.url("/entries", stage.new_teams), {"entries": [entry]})
    assert answer.status_code == 400
    assert faults_of(answer) == faults


def test_a_pair_does_not_come_late(stage: Stage, call: Call) -> None:
    body = {"entries": [{"players": ["Ann", "Bo"], "late_losses": 1}]}
    answer = call("director").post(stage.url("/entries", stage.bare), body)
    assert faults_of(answer) == {"entries[0].late_losses": "wrong-kind"}


def test_a_late_team_brings_what_the_director_says(stage: Stage, call: Call) -> None:
    event = stage.new_teams
    publish(event)
    finish_round(event, 1)
    path = stage.url("/entries", event)
    late = (
        call("director").post(path, {"entries": [{"players": FOUR, "late_halves": 1}]}).json()["entries"][0]
    )
    assert (late["late_losses"], late["late_halves"]) == (0, 1)
    later = call("director").post(path, {"entries": [{"players": [], "name": "Crows"}]}).json()["entries"][0]
    assert (later["late_losses"], later["late_halves"]) == (1, 0)


def test_a_team_gets_a_fifth_player_and_nobody_of_another_team(stage: Stage, call: Call) -> None:
    path = stage.url("/entries/2", stage.teams)
    there = call("").get(path).json()["players"]
    more = call("director").patch(path, {"players": [*there, "Eve"], "reason": "Came later."})
    assert more.json()["players"] == [*there, "Eve"]
    other = call("").get(stage.url("/entries/1", stage.teams)).json()["players"][0]
    refused = call("director").patch(path, {"players": [*there, other], "reason": "x"})
    assert faults_of(refused) == {"players[4]": "in-two-teams"}


def test_a_team_leaves_and_comes_back(stage: Stage, call: Call) -> None:
    path = stage.url("/entries/2", stage.teams)
    unsaid = call("director").patch(path, {"withdrawn": True})
    assert faults_of(unsaid) == {"reason": "reason-missing"}
    left = call("director").patch(path, {"withdrawn": True, "reason": "Ill."}).json()
    assert (left["withdrawn"], left["withdrawn_after"]) == (True, 1)
    back = call("director").patch(path, {"withdrawn": False, "reason": "Well again."}).json()
    assert (back["withdrawn"], back["withdrawn_after"]) == (False, None)


def test_a_team_that_is_not_there_is_called_a_team(stage: Stage) -> None:
    answer = as_user(None).get(stage.url("/entries/9", stage.teams))
    assert answer.status_code == 404
    assert answer.json()["detail"] == "There is no team 9 in this event."


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("get", "/movement", None),
        ("put", "/movement", {"kind": "mitchell", "boards": 8}),
        ("delete", "/movement", None),
        ("get", "/boards/1/traveller", None),
        ("post", "/boards/deal", {"count": 4}),
        ("get", "/penalties", None),
        ("post", "/penalties", {"entry": 1, "amount": 5, "reason": "Late."}),
        ("delete", "/penalties/1?reason=no", None),
    ],
)
def test_what_only_pairs_have_is_refused_in_one_sentence(
    stage: Stage, call: Call, method: str, rest: str, body: dict[str, object] | None
) -> None:
    answer = getattr(call("director"), method)(stage.url(rest, stage.teams), body)
    assert answer.status_code == 400
    assert faults_of(answer) == {"": "wrong-kind"}
    assert answer.json()["detail"] == "“Teams” is a Team-of-Four event; this is for Pairs events only."


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("get", "/draft", None),
        ("post", "/draft", {"matches": [{"home": 1, "away": 2}]}),
        ("get", "/draft/difference", None),
        ("post", "/rounds", {"round": 3}),
        ("delete", "/rounds/2?reason=no", None),
        ("get", "/rounds/1/draw", None),
        ("get", "/rounds/1/matches", None),
        ("get", "/rounds/1/matches/1", None),
        ("put", "/rounds/1/matches/1/line-ups/1", {"open": ["A", "B"], "closed": ["C", "D"]}),
        ("put", "/rounds/1/matches/1/given", {"outcome": "home", "reason": "x"}),
        ("delete", "/rounds/1/matches/1/given?reason=no", None),
        ("post", "/rounds/1/matches/1/decider", None),
        ("post", "/results/preview", {"round": 1, "table": 3, "board": 1}),
    ],
)
def test_and_the_other_way_round(
    stage: Stage, call: Call, method: str, rest: str, body: dict[str, object] | None
) -> None:
    answer = getattr(call("director"), method)(stage.url(rest), body)
    assert answer.status_code == 400
    assert faults_of(answer) == {"": "wrong-kind"}


def test_a_director_who_plays_directs_all_the_same(stage: Stage, call: Call) -> None:
    sit(stage.new_teams, "2A", stage.users["director"])
    assert call("director").get(stage.url("", stage.new_teams)).json()["teams"]["seed"] == 77
    assert call("director").post(stage.url("/rounds", stage.new_teams), {"round": 1}).status_code == 201
