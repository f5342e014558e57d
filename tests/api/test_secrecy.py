"""A deal and its scores stay hidden until every table has finished the board, at every address that could tell."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, BIDS, Stage, as_user
from tests.support.event_builders import HAND_1, enter, make_event, seat, seat_person
from tournaments.api.result_bodies import SECRET
from tournaments.draws.registry import build
from tournaments.models import Event, EventStatus, TravellerSecrecy
from tournaments.services.rounds import install_movement
from tournaments.services.standings import recompute_standings

Call = Callable[[str], APIClient]
OUTSIDE = ("", "player", "scorer", "stranger")


def finish_board_1(stage: Stage) -> None:
    for table in (3, 4):
        enter(stage.event, 1, table, 1, HAND_1[table - 1])
    recompute_standings(stage.event.pk)


@pytest.mark.parametrize("who", OUTSIDE)
def test_nobody_outside_sees_an_unfinished_board(stage: Stage, call: Call, who: str) -> None:
    client = call(who)
    deal = stage.event.board_set.boards.get(number=1).pbn
    one = client.get(stage.url("/boards/1"))
    assert one.json()["deal"] is None
    assert "every table" in one.json()["hidden"]
    assert (one.json()["due"], one.json()["entered"]) == (4, 2)
    traveller = client.get(stage.url("/boards/1/traveller")).json()
    assert traveller["rows"] is None
    assert traveller["hidden"]
    results = client.get(stage.url("/results")).json()["results"]
    assert [[row[name] for name in SECRET] for row in results] == [[None] * len(SECRET)] * 2
    assert all(row["hidden"] for row in results)
    single = client.get(stage.url(f"/results/{results[0]['id']}")).json()
    assert (single["ns_bid"], single["explained"]) == (None, None)
    place = client.get(stage.url("/rounds/1/tables/1/boards/1/result")).json()
    assert (place["ew_tricks"], place["explained"]) == (None, None)
    for rest in ("/boards", "/boards/1", "/boards/1/traveller", "/results", "/rounds", "/standings", ""):
        assert deal[2:20] not in client.get(stage.url(rest)).content.decode()


@pytest.mark.parametrize("who", ["director", "owner"])
def test_a_director_who_does_not_play_sees_it(stage: Stage, call: Call, who: str) -> None:
    client = call(who)
    deal = stage.event.board_set.boards.get(number=1).pbn
    assert client.get(stage.url("/boards/1")).json()["deal"] == deal
    assert len(client.get(stage.url("/boards/1/traveller")).json()["rows"]) == 2
    results = client.get(stage.url("/results")).json()["results"]
    assert [row["ns_bid"] for row in results] == ["7", "7"]
    assert [row["hidden"] for row in results] == [None, None]


def test_a_director_who_plays_sees_what_players_see(stage: Stage, call: Call) -> None:
    seat_person(stage.event, 4, stage.users["director"])
    client = call("director")
    assert client.get(stage.url("/boards/1")).json()["deal"] is None
    assert client.get(stage.url("/boards/1/traveller")).json()["rows"] is None
    assert client.get(stage.url("/results")).json()["results"][0]["ns_bid"] is None


def test_everybody_sees_a_finished_board_and_no_other(stage: Stage) -> None:
    finish_board_1(stage)
    enter(stage.event, 1, 1, 2, "7 8 5 5")
    stranger = as_user(None)
    boards = stranger.get(stage.url("/boards")).json()["results"]
    assert [row["deal"] is None for row in boards] == [False, True, True, True]
    assert [row["hidden"] is None for row in boards] == [True, False, False, False]
    assert len(stranger.get(stage.url("/boards/1/traveller")).json()["rows"]) == 4
    assert stranger.get(stage.url("/boards/2/traveller")).json()["rows"] is None
    shown = {row["board"]: row["ns_bid"] for row in stranger.get(stage.url("/results")).json()["results"]}
    assert shown == {1: "7", 2: None}


def test_a_tag_of_the_hidden_traveller_does_not_stand_for_the_shown_one(stage: Stage, call: Call) -> None:
    hidden = as_user(None).get(stage.url("/boards/1/traveller"))
    shown = call("director").get(stage.url("/boards/1/traveller"), HTTP_IF_NONE_MATCH=hidden["ETag"])
    assert shown.status_code == 200
    assert shown.json()["rows"]


def test_an_event_may_show_scores_as_they_come_but_never_the_deal(stage: Stage) -> None:
    stage.event.traveller_secrecy = TravellerSecrecy.OPEN
    stage.event.save(update_fields=["traveller_secrecy"])
    stranger = as_user(None)
    assert len(stranger.get(stage.url("/boards/1/traveller")).json()["rows"]) == 2
    assert stranger.get(stage.url("/results")).json()["results"][0]["ns_bid"] == "7"
    assert stranger.get(stage.url("/boards/1")).json()["deal"] is None


def test_the_secret_of_the_boards_is_told_by_the_file_alone(stage: Stage, call: Call) -> None:
    secret = stage.event.board_set.secret
    director = call("director")
    for rest in ("", "/boards", "/boards/1", "/log", "/movement", "/standings"):
        assert secret not in director.get(stage.url(rest)).content.decode()
    assert secret in director.get(stage.url("/export")).content.decode()


CORRECTION = {"ns_tricks": "9", "version": 1, "reason": "Read wrongly."}
STALE = {**BIDS, "version": 7, "reason": "Mine."}


@pytest.mark.one_engine
@pytest.mark.parametrize("who", ["scorer", "director", "owner"])
@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("post", "/results", {"round": 1, "table": 1, "board": 1, **BIDS}),  # 409 would tell what is saved
        ("post", "/results", {"round": 1, "table": 3, "board": 1, **BIDS}),
        ("put", "/rounds/1/tables/1/boards/1/result", STALE),
        (
            "patch",
            "/rounds/1/tables/1/boards/1/result",
            CORRECTION,
        ),  # the sum of the tricks would tell the other
        ("delete", "/rounds/1/tables/1/boards/1/result?version=7&reason=wrong", None),
    ],
)
def test_who_plays_handles_no_board_that_is_hidden_from_them(
    stage: Stage, call: Call, who: str, method: str, rest: str, body: dict[str, object] | None
) -> None:
    seat_person(stage.event, 4, stage.users[who])
    answer = getattr(call(who), method)(stage.url(rest), body)
    assert answer.status_code == 403
    assert "You play in this event" in answer.json()["detail"]
    assert set(answer.json()) == {"detail", "faults"}
    assert stage.event.results.filter(version=1).count() == 2


def test_who_plays_corrects_a_board_that_everybody_has_finished(stage: Stage, call: Call) -> None:
    finish_board_1(stage)
    seat_person(stage.event, 4, stage.users["scorer"])
    path = stage.url("/rounds/1/tables/1/boards/1/result")
    assert call("scorer").put(path, {**BIDS, "version": 1, "reason": "Misread."}).status_code == 200


def test_a_scorer_who_does_not_play_is_told_what_stands_in_the_way(stage: Stage, call: Call) -> None:
    answer = call("scorer").post(stage.url("/results"), {"round": 1, "table": 1, "board": 1, **BIDS})
    assert answer.status_code == 409
    assert answer.json()["versions"]["saved"]["ns_tricks"] == "6"


def in_setup(stage: Stage) -> Event:
    event = make_event(stage.tournament, name="Later", boards=8)
    install_movement(event.pk, build("mitchell", 8, 8, None), ACTOR)
    event.refresh_from_db()
    assert event.status == EventStatus.SETUP
    return event


@pytest.mark.parametrize("who", [*OUTSIDE, "director who plays"])
def test_the_draw_is_hidden_until_play_begins(stage: Stage, call: Call, who: str) -> None:
    event = in_setup(stage)
    if who == "director who plays":
        seat_person(event, 4, stage.users["director"])
    client = call(who.removesuffix(" who plays"))
    assert client.get(stage.url("/rounds", event)).json()["results"] == []
    assert client.get(stage.url("/rounds/1", event)).status_code == 404
    told = client.get(stage.url("/movement", event)).json()
    assert told["movement"] is None
    assert "when play begins" in told["hidden"]
    boards = client.get(stage.url("/boards", event)).json()["results"]
    assert [(row["number"], row["due"]) for row in boards] == [(number, 0) for number in range(1, 9)]
    assert client.get(stage.url("/boards/1", event)).json()["due"] == 0
    assert client.get(stage.url("/boards/1/traveller", event)).json()["due"] == 0
    seat(stage.bare, [(1, 2, (5,))])  # boards that are not dealt: only the draw tells their numbers
    assert client.get(stage.url("/boards", stage.bare)).json()["results"] == []
    assert client.get(stage.url("/boards/5", stage.bare)).status_code == 404


def test_the_draw_is_its_directors_at_once_and_everybodys_when_play_begins(stage: Stage, call: Call) -> None:
    event = in_setup(stage)
    director, stranger = call("director"), as_user(None)
    shown = director.get(stage.url("/rounds", event)).json()
    assert len(shown["results"]) > 1
    assert director.get(stage.url("/movement", event)).json()["hidden"] is None
    assert director.get(stage.url("/boards/2", event)).json()["due"] > 1
    assert director.post(stage.url("/rounds/1/open", event)).status_code == 200
    assert len(stranger.get(stage.url("/rounds", event)).json()["results"]) == len(shown["results"])
    assert stranger.get(stage.url("/rounds/2", event)).json() == shown["results"][1]
    assert stranger.get(stage.url("/movement", event)).json()["movement"] is not None
