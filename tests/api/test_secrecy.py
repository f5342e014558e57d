"""A deal and its scores stay hidden until every table has finished the board, at every address that could tell."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import Stage, as_user
from tests.support.event_builders import HAND_1, enter, seat_person
from tournaments.api.result_bodies import SECRET
from tournaments.models import TravellerSecrecy
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
