"""A table that others still play is told to nobody but its directors and its own players, at every address."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api.calls import BIDS, Stage
from tests.api.team_stage import sit, up_to_date
from tests.support.event_builders import seat_person
from tests.support.team_builders import LOSS, ROUT, finish_round, play, publish
from tournaments.models import TravellerSecrecy

Call = Callable[[str], APIClient]
OUTSIDE = ("", "scorer", "stranger")
ONE, TWO = "/rounds/1/matches/1", "/rounds/1/matches/2"
HOW = (
    "reason",
    "text",
    "needs_decider",
    "given",
    "home_points",
    "away_points",
    "home_reached",
    "away_reached",
)
SCORES = (
    "end",
    "stopped_after",
    "text",
    "ns_total",
    "ew_total",
    "ns_reached",
    "ew_reached",
    "steps",
    "ignored",
)


def get(stage: Stage, call: Call, who: str, rest: str) -> Any:
    return call(who).get(stage.url(rest, stage.teams)).json()


def shown_rooms(match: dict[str, Any]) -> set[str]:
    """The rooms of which everything is told; of the others nothing may be."""
    rooms = match["rooms"]
    shown = {name for name, room in rooms.items() if room["steps"] is not None}
    hidden = [room[key] for name, room in rooms.items() if name not in shown for key in SCORES]
    assert set(hidden) <= {None}
    assert all(room["ns_players"] and room["boards"] for room in rooms.values()), (
        "who sits where is no secret"
    )
    return shown


def places(stage: Stage, call: Call, who: str) -> set[tuple[int, int]]:
    rows = get(stage, call, who, "/results")
    assert rows["count"] == len(rows["results"])
    assert all(row["hidden"] is None and row["ns_bid"] for row in rows["results"])
    return {(row["table"], row["board"]) for row in rows["results"]}


@pytest.mark.parametrize("who", OUTSIDE)
def test_outside_only_the_winner_of_a_certain_match_is_told(stage: Stage, call: Call, who: str) -> None:
    one, two = get(stage, call, who, ONE), get(stage, call, who, TWO)
    assert (one["certain"], one["outcome"], one["settled"], one["finished"]) == (True, "home", "home", False)
    assert [one[key] for key in HOW] == [None] * len(HOW)
    assert (two["certain"], two["outcome"], two["settled"]) == (None, None, None)
    assert one["hidden"]
    assert two["hidden"]
    assert shown_rooms(one) == shown_rooms(two) == set()
    listed = get(stage, call, who, "/rounds/1/matches")["results"]
    assert listed == [{key: value for key, value in match.items() if key != "rooms"} for match in (one, two)]
    assert places(stage, call, who) == set()


def test_a_player_sees_the_own_table_and_not_who_wins(stage: Stage, call: Call) -> None:
    one, two = get(stage, call, "player", ONE), get(stage, call, "player", TWO)
    assert shown_rooms(one) == {"closed"}
    assert (one["certain"], one["outcome"], one["text"], one["home_points"]) == (None, None, None, None)
    assert shown_rooms(two) == set()
    assert places(stage, call, "player") == {(2, board) for board in range(1, 5)}


def test_who_has_played_to_the_end_sees_the_other_table(stage: Stage, call: Call) -> None:
    sit(stage.teams, "1A", stage.users["stranger"])
    one = get(stage, call, "stranger", ONE)
    assert shown_rooms(one) == {"open", "closed"}
    assert (one["outcome"], one["hidden"]) == ("home", None)
    assert {table for table, _ in places(stage, call, "stranger")} == {1, 2}


def test_a_substitute_sees_no_more_than_anybody(stage: Stage, call: Call) -> None:
    """In the team, and at none of its tables."""
    event = stage.teams
    event.rounds.get().tables.get(number=1).seats.filter(person__name="1A").delete()
    sit(event, "1A", stage.users["stranger"])
    one = get(stage, call, "stranger", ONE)
    assert (shown_rooms(one), one["outcome"]) == (set(), None)
    assert places(stage, call, "stranger") == set()


@pytest.mark.parametrize("who", ["director", "owner"])
def test_a_director_sees_everything(stage: Stage, call: Call, who: str) -> None:
    assert shown_rooms(get(stage, call, who, ONE)) == {"open", "closed"}
    assert get(stage, call, who, TWO)["outcome"] == "undecided"
    assert len(places(stage, call, who)) == 12


def test_a_director_who_plays_sees_what_players_see(stage: Stage, call: Call) -> None:
    sit(stage.teams, "2A", stage.users["director"])  # at table 3, the open one of match 2
    assert shown_rooms(get(stage, call, "director", TWO)) == {"open"}
    assert {table for table, _ in places(stage, call, "director")} == {3}


@pytest.mark.parametrize("who", [*OUTSIDE, "player"])
def test_a_match_that_is_over_is_public(stage: Stage, call: Call, who: str) -> None:
    play(stage.teams, 1, 2, [LOSS] * 4, first=5)
    up_to_date(stage.teams)
    one = get(stage, call, who, ONE)
    assert (shown_rooms(one), one["hidden"], one["reason"]) == ({"open", "closed"}, None, "earlier-board")
    assert {table for table, _ in places(stage, call, who)} == {1, 2}


@pytest.mark.parametrize(("who", "tables"), [("", {1, 2, 3}), ("player", {2, 3})])
def test_an_event_may_show_scores_as_they_come_but_not_to_who_plays_the_match(
    stage: Stage, call: Call, who: str, tables: set[int]
) -> None:
    stage.teams.traveller_secrecy = TravellerSecrecy.OPEN
    stage.teams.save(update_fields=["traveller_secrecy"])
    assert {table for table, _ in places(stage, call, who)} == tables
    assert shown_rooms(get(stage, call, who, TWO)) == {"open", "closed"}
    assert get(stage, call, who, "/boards/1")["deal"] is None


@pytest.mark.parametrize("who", [*OUTSIDE, "player"])
def test_a_hidden_result_is_not_there_at_its_own_address(stage: Stage, call: Call, who: str) -> None:
    result = stage.teams.results.get(table__number=1, board=1)
    for rest in (f"/results/{result.pk}", "/rounds/1/tables/1/boards/1/result"):
        answer = call(who).get(stage.url(rest, stage.teams))
        assert answer.status_code == 404
        missing = call(who).get(stage.url("/rounds/1/tables/4/boards/1/result", stage.teams))
        assert answer.json() == missing.json()


def test_how_many_boards_are_in_elsewhere_is_not_told(stage: Stage, call: Call) -> None:
    def entered(who: str) -> list[int]:
        return [row["entered"] for row in get(stage, call, who, "/boards")["results"]]

    assert entered("") == [0] * 8
    assert entered("player") == [1, 1, 1, 1, 0, 0, 0, 0]
    assert entered("director") == [3, 3, 3, 2, 1, 0, 0, 0]


def test_boards_say_their_round_and_hide_their_deals(stage: Stage, call: Call) -> None:
    row = get(stage, call, "", "/boards/3")
    assert (row["number"], row["round"], row["race_board"], row["due"]) == (3, 1, 3, 4)
    assert row["deal"] is None
    assert "every match of the round" in row["hidden"]
    assert get(stage, call, "director", "/boards/3")["deal"]


@pytest.mark.parametrize("who", [*OUTSIDE, "player", "director"])
def test_the_cross_table_tells_no_points_of_a_match_that_is_played(
    stage: Stage, call: Call, who: str
) -> None:
    body = get(stage, call, who, "/standings")
    told = {
        name: (cell["kind"], cell["half_wins"], cell["points"] is not None)
        for name in ("1", "2")
        for cell in body["cross"][name]
    }
    assert told["1"] == ("undecided", 0, who == "director")
    assert {row["wins"] for row in body["lists"][0]["rows"] if row["entry"] == 1} == {0}
    assert body["progress"]["matches_decided"] == 0
    assert told["2"][0] == "undecided"


def test_the_tag_of_the_standings_is_for_who_asked(stage: Stage, call: Call) -> None:
    path = stage.url("/standings", stage.teams)
    tags = {who: call(who).get(path)["ETag"] for who in ("", "player", "director")}
    assert len(set(tags.values())) == 3
    for who, tag in tags.items():
        assert call(who).get(path, HTTP_IF_NONE_MATCH=tag).status_code == 304
    assert call("director").get(path, HTTP_IF_NONE_MATCH=tags["player"]).status_code == 200


STALE = {**BIDS, "version": 7, "reason": "Mine."}


@pytest.mark.one_engine
@pytest.mark.parametrize("who", ["scorer", "director", "owner"])
@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("post", "/results", {"round": 1, "table": 1, "board": 1, **BIDS}),
        ("post", "/results", {"round": 1, "table": 4, "board": 1, **BIDS}),
        ("post", "/rounds/1/tables/1/results", {"rows": [{"board": 9, **BIDS}, {"board": 1, **BIDS}]}),
        ("put", "/rounds/1/tables/1/boards/1/result", STALE),
        ("patch", "/rounds/1/tables/1/boards/1/result", STALE),
        ("patch", "/rounds/1/tables/4/boards/1/result", STALE),  # nothing is there: which is no less a secret
        ("delete", "/rounds/1/tables/1/boards/1/result?version=7&reason=wrong", None),
    ],
)
def test_who_plays_handles_no_board_of_a_round_that_runs(
    stage: Stage, call: Call, who: str, method: str, rest: str, body: dict[str, object] | None
) -> None:
    seat_person(stage.teams, 2, stage.users[who])
    answer = getattr(call(who), method)(stage.url(rest, stage.teams), body)
    assert answer.status_code == 403
    assert "You play in this event" in answer.json()["detail"]
    assert set(answer.json()) == {"detail", "faults"}


def test_the_refusal_names_the_board_as_players_do(stage: Stage, call: Call) -> None:
    event = stage.new_teams
    publish(event)
    finish_round(event, 1)
    publish(event)
    seat_person(event, 2, stage.users["scorer"])
    body = {"round": 2, "table": 1, "board": 3, **BIDS}
    answer = call("scorer").post(stage.url("/results", event), body)
    assert "see to board 3 until" in answer.json()["detail"]


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_ids_tell_who_plays_nothing(stage: Stage, call: Call, method: str) -> None:
    seat_person(stage.teams, 2, stage.users["director"])
    hidden = stage.teams.results.get(table__number=1, board=1).pk
    answers = [
        getattr(call("director"), method)(
            stage.url(f"/results/{pk}{'?version=1&reason=x' if method == 'delete' else ''}", stage.teams),
            None if method == "delete" else STALE,
        )
        for pk in (hidden, 999_999)
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json() == answers[1].json()


def test_a_scorer_who_does_not_play_corrects_what_the_list_leaves_out(stage: Stage, call: Call) -> None:
    place = stage.url("/rounds/1/tables/2/boards/4/result", stage.teams)
    change = {"ns_tricks": "6", "ew_tricks": "7", "version": 1, "reason": "Miscounted."}
    assert call("scorer").patch(place, change).status_code == 200


def test_nothing_of_a_draft_is_seen_outside(stage: Stage, call: Call) -> None:
    for who in ("", "player", "scorer", "stranger"):
        for rest in ("/draft", "/draft/difference"):
            assert call(who).get(stage.url(rest, stage.teams)).status_code in (401, 403)


def test_no_address_tells_outsiders_the_totals(stage: Stage, call: Call) -> None:
    """A total that no other number of the event equals, looked for in the text of every answer."""
    play(stage.teams, 1, 4, [*[ROUT] * 4, "7 10 3 3"])
    event = up_to_date(stage.teams)

    def told(who: str, rest: str) -> bool:
        text = call(who).get(stage.url(rest, event)).content.decode()
        return re.search(r"(?<!\d)473(?!\d)", text) is not None

    assert told("director", TWO)
    public = ("", "/rounds", "/rounds/1", "/rounds/1/matches", ONE, TWO, "/results", "/boards", "/standings")
    assert [(who, rest) for who in (*OUTSIDE, "player") for rest in public if told(who, rest)] == []
