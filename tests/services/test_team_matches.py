"""A Teams event's matches through the services: races, certainty, deciders, decisions, line-ups."""

from dataclasses import replace

import pytest

from tests.support.event_builders import ACTOR, make_member, seat_person, standings
from tests.support.team_builders import (
    LOSS,
    ROUT,
    WIN,
    board,
    enter_board,
    finish_round,
    make_teams,
    match_data,
    play,
    publish,
    win_match,
)
from tournaments.models import Event, EventStatus, Kind, LogEntry, Result, Role
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import usual_settings
from tournaments.services.matches import add_decider, give_match, take_back
from tournaments.services.progress import missing_results, open_matters
from tournaments.services.result_rights import barred
from tournaments.services.results import record_result, remove_result
from tournaments.services.rounds import close_round
from tournaments.services.table_results import record_table
from tournaments.services.visibility import sees_every_board, visible_boards

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two teams, one match, under way."""
    made = make_teams(2)
    publish(made)
    return made


def refusal(error: pytest.ExceptionInfo[ServiceError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in error.value.faults]


def test_the_two_tables_are_seated_crosswise(event: Event) -> None:
    open_table, closed = event.rounds.get().tables.order_by("number")
    assert (open_table.room, open_table.ns.number, open_table.ew.number) == ("open", 1, 2)
    assert (closed.room, closed.ns.number, closed.ew.number) == ("closed", 2, 1)
    assert open_table.boards == closed.boards == list(range(1, 9))


def test_a_match_is_won_on_the_earlier_board(event: Event) -> None:
    win_match(event, 1, 1)
    data = match_data(event, 1, 1)
    assert (data["outcome"], data["reason"], data["home_reached"]) == ("home", "earlier-board", 5)
    assert data["text"].startswith("Team 1 won: its pair at the open table reached 500 on board 5")
    assert [step["ns"]["total"] for step in data["rooms"]["open"]["steps"]] == [100, 200, 300, 400, 500]


def test_the_result_is_told_when_it_is_certain_and_counts_when_it_is_over(event: Event) -> None:
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [LOSS] * 4)
    data = match_data(event, 1, 1)
    assert (data["outcome"], data["certain"], data["finished"]) == ("home", True, False)
    now = standings(event)
    # a table that plays on reads the standings too
    assert [row["wins"] for row in now["lists"][0]["rows"]] == [0, 0]
    assert now["progress"]["matches_decided"] == 0
    play(event, 1, 2, [LOSS] * 4, first=5)
    now = standings(event)
    assert now["lists"][0]["rows"][0]["wins"] == 1
    assert now["progress"]["matches_decided"] == 1


def test_a_certain_match_counts_when_its_round_is_closed_without_its_last_boards(event: Event) -> None:
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [LOSS] * 6)
    close_round(event.pk, 1, ACTOR, "they had to leave")
    assert standings(event)["lists"][0]["rows"][0]["wins"] == 1
    event.refresh_from_db()
    assert event.status == EventStatus.PROVISIONAL


def test_not_certain_while_the_other_table_can_catch_up(event: Event) -> None:
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [ROUT] * 4)
    assert match_data(event, 1, 1)["settled"] == "undecided"
    assert [row["wins"] for row in standings(event)["lists"][0]["rows"]] == [0, 0]


def test_a_board_after_the_end_is_refused(event: Event) -> None:
    play(event, 1, 1, [ROUT] * 5)
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 1, 6, WIN)
    assert refusal(error) == [("race-over", "board")]
    assert "ended after board 5" in str(error.value)


def test_a_table_that_stopped_does_not_hold_the_other(event: Event) -> None:
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [WIN] * 8)
    assert missing_results(event) == []
    close_round(event.pk, 1, ACTOR)


def test_a_ninth_board_is_refused_without_a_tie(event: Event) -> None:
    win_match(event, 1, 1)
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 2, 9, WIN)
    assert refusal(error) == [("board-not-due", "board")]
    with pytest.raises(ConflictError, match="not tied"):
        add_decider(event.pk, (1, 1), ACTOR)


def test_a_board_of_the_next_round_is_refused(event: Event) -> None:
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 1, 17, WIN)
    assert refusal(error) == [("board-not-due", "board")]


def test_a_board_behind_a_gap_is_refused(event: Event) -> None:
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 1, 2, WIN)
    assert refusal(error) == [("race-gap", "board")]


def tie(event: Event) -> None:
    """Both tables the same way round: what NS makes at one, home, it makes at the other, away."""
    play(event, 1, 1, [WIN] * 8)
    play(event, 1, 2, [WIN] * 8)


def test_a_tie_waits_for_a_decider(event: Event) -> None:
    tie(event)
    data = match_data(event, 1, 1)
    assert (data["outcome"], data["settled"], data["needs_decider"]) == ("tied", "undecided", True)
    assert "board 9" in data["text"]
    assert any("Tied" in matter for matter in open_matters(event))
    assert add_decider(event.pk, (1, 1), ACTOR) == 9
    with pytest.raises(ConflictError, match="due already"):
        add_decider(event.pk, (1, 1), ACTOR)
    assert [(item.table, item.board) for item in missing_results(event)] == [(1, 9), (2, 9)]
    enter_board(event, 1, 1, 9, ROUT)
    enter_board(event, 1, 2, 9, ROUT)
    assert match_data(event, 1, 1)["needs_decider"]
    assert add_decider(event.pk, (1, 1), ACTOR) == 10
    enter_board(event, 1, 1, 10, ROUT)
    enter_board(event, 1, 2, 10, LOSS)
    data = match_data(event, 1, 1)
    assert (data["outcome"], data["reason"], data["deciders"]) == ("home", "total-points", 2)


def test_a_decider_is_dealt_from_the_same_secret(event: Event) -> None:
    tie(event)
    assert event.board_set is not None
    assert event.board_set.boards.count() == 8
    add_decider(event.pk, (1, 1), ACTOR)
    assert event.board_set.boards.filter(number=9).exists()


def test_half_a_win_each_by_the_director(event: Event) -> None:
    tie(event)
    give_match(event.pk, (1, 1), "tied", "no time for a decider", ACTOR)
    data = match_data(event, 1, 1)
    assert (data["settled"], data["reason"], data["given"]["note"]) == (
        "tied",
        "given",
        "no time for a decider",
    )
    assert {row["half_wins"] for row in standings(event)["lists"][0]["rows"]} == {1}


def test_a_forfeit_has_no_points_and_can_be_taken_back(event: Event) -> None:
    play(event, 1, 1, [WIN] * 3)
    give_match(event.pk, (1, 1), "away", "Team 1 left", ACTOR, forfeit=True)
    data = match_data(event, 1, 1)
    assert (data["settled"], data["home_points"], data["away_points"]) == ("away", 0, 0)
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 1, 4, WIN)
    assert refusal(error) == [("match-given", "board")]
    take_back(event.pk, (1, 1), "they came after all", ACTOR)
    assert match_data(event, 1, 1)["settled"] == "undecided"
    enter_board(event, 1, 1, 4, WIN)


@pytest.mark.parametrize(
    ("outcome", "reason", "forfeit", "codes"),
    [
        ("nobody", "why not", False, ["outcome"]),
        ("home", " ", False, ["reason-missing"]),
        ("tied", "both late", True, ["forfeit"]),
        ("", "", False, ["outcome", "reason-missing"]),
    ],
)
def test_what_cannot_be_given(
    event: Event, outcome: str, reason: str, forfeit: bool, codes: list[str]
) -> None:
    with pytest.raises(ServiceError) as error:
        give_match(event.pk, (1, 1), outcome, reason, ACTOR, forfeit=forfeit)
    assert [fault.code for fault in error.value.faults] == codes


def test_a_match_that_is_not_there(event: Event) -> None:
    for place in ((1, 2), (2, 1)):
        with pytest.raises(NotFoundError):
            give_match(event.pk, place, "home", "why", ACTOR)


def test_a_bye_cannot_be_given() -> None:
    event = make_teams(3)
    publish(event)
    with pytest.raises(ServiceError, match="has the bye"):
        give_match(event.pk, (1, 2), "home", "why", ACTOR)


def test_only_bids_and_tricks(event: Event) -> None:
    for ruled in (
        {"ns_adjusted": "A+", "ew_adjusted": "A-"},
        {"not_played": True},
        {"ns_score": 100, "ew_score": 20},
    ):
        entered = board(1, 1, 1, WIN)
        fields = type(entered.fields)(round=1, table=1, board=1, **ruled)
        with pytest.raises(ServiceError) as error:
            record_result(event.pk, type(entered)(fields), ACTOR)
        assert [fault.code for fault in error.value.faults] == ["race-by-hand"]


def test_a_board_played_the_wrong_way_round_counts_for_who_played_it(event: Event) -> None:
    entered = board(1, 1, 1, ROUT)
    fields = type(entered.fields)(
        **{
            name: getattr(entered.fields, name)
            for name in ("round", "table", "board", "ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
        },
        ns=2,
        ew=1,
    )
    turned = type(entered)(fields, as_played=True, reason="sat the wrong way round")
    record_result(event.pk, turned, ACTOR)
    step = match_data(event, 1, 1)["rooms"]["open"]["steps"][0]
    assert (step["ns"]["total"], step["ew"]["total"]) == (30, 100)


def test_a_whole_table_is_all_or_nothing(event: Event) -> None:
    rows = [board(1, 1, 1, WIN), board(1, 1, 2, "7 7 7 7"), board(1, 1, 3, "x 7 6 6")]
    with pytest.raises(ServiceError) as error:
        record_table(event.pk, rows, ACTOR)
    assert not Result.objects.exists()
    assert {fault.path.split(".")[0] for fault in error.value.faults} >= {"rows[1]", "rows[2]"}


def test_the_log_names_race_boards() -> None:
    event = make_teams(2, options=None)
    publish(event)
    finish_round(event, 1)
    publish(event, (1, 2), reason="again")
    enter_board(event, 2, 1, 1, WIN)
    assert Result.objects.get(table__round__number=2).board == 17
    assert (
        LogEntry.objects.filter(action="result.entered").latest("pk").subject == "round 2, table 1, board 1"
    )


def test_a_correction_that_ends_the_race_earlier_leaves_later_boards_out(event: Event) -> None:
    receipts = play(event, 1, 1, [*([ROUT] * 4), WIN, WIN])
    assert match_data(event, 1, 1)["rooms"]["open"]["stopped_after"] == 6
    entered = board(1, 1, 5, ROUT)
    record_result(
        event.pk,
        type(entered)(entered.fields, version=receipts[4].version, reason="misread"),
        ACTOR,
    )
    room = match_data(event, 1, 1)["rooms"]["open"]
    assert (room["stopped_after"], room["ignored"]) == (5, [6])


def test_a_board_taken_back_makes_the_later_ones_wait(event: Event) -> None:
    receipts = play(event, 1, 1, [WIN] * 3)
    remove_result(event.pk, (1, 1, 2), receipts[1].version, "wrong sheet", ACTOR)
    room = match_data(event, 1, 1)["rooms"]["open"]
    assert (len(room["steps"]), room["ignored"]) == (1, [3])
    enter_board(event, 1, 1, 2, LOSS)
    assert len(match_data(event, 1, 1)["rooms"]["open"]["steps"]) == 3


def test_a_new_board_behind_any_gap_is_refused_and_a_note_on_one_that_stands_is_not(event: Event) -> None:
    receipts = play(event, 1, 1, [WIN] * 4)
    remove_result(event.pk, (1, 1, 2), receipts[1].version, "wrong sheet", ACTOR)
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 1, 5, WIN)
    assert refusal(error) == [("race-gap", "board")]
    assert "without board 2" in str(error.value)
    noted = replace(board(1, 1, 4, WIN), version=receipts[3].version, reason="to be looked at", note="Odd.")
    record_result(event.pk, noted, ACTOR)


def test_a_decider_that_is_no_longer_called_for_is_refused(event: Event) -> None:
    receipts = [play(event, 1, table, [WIN] * 8) for table in (1, 2)]
    add_decider(event.pk, (1, 1), ACTOR)
    enter_board(event, 1, 1, 9, WIN)
    correction = replace(board(1, 1, 1, LOSS), version=receipts[0][0].version, reason="misread")
    record_result(event.pk, correction, ACTOR)
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 2, 9, WIN)
    assert refusal(error) == [("race-no-decider", "board")]


def test_boards_of_a_match_that_was_given_can_be_corrected(event: Event) -> None:
    receipts = play(event, 1, 1, [WIN] * 2)
    give_match(event.pk, (1, 1), "away", "Team 1 left", ACTOR)
    correction = replace(board(1, 1, 2, LOSS), version=receipts[1].version, reason="misread")
    record_result(event.pk, correction, ACTOR)
    with pytest.raises(ServiceError) as error:
        enter_board(event, 1, 1, 3, WIN)
    assert refusal(error) == [("match-given", "board")]


def test_scores_as_they_come_in_are_not_for_who_plays() -> None:
    event = make_teams(2, settings=replace(usual_settings(Kind.TEAMS), traveller_secrecy="open"))
    publish(event)
    enter_board(event, 1, 1, 1, WIN)
    user = make_member(event.tournament.club, Role.DIRECTOR)
    assert visible_boards(event, user).scores
    seat_person(event, 1, user)
    assert not visible_boards(event, user).scores
    assert not sees_every_board(user, event)
    assert barred(user, event, 1)
