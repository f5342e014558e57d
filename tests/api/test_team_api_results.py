"""Results of races over the API: race boards in and out, a whole table at once, a preview that saves nothing."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, Stage, faults_of
from tests.api.team_stage import sit, up_to_date
from tests.support.team_builders import finish_round, publish
from tournaments.models import Event, LogEntry, Result
from tournaments.services.rounds import close_round

Call = Callable[[str], APIClient]
KEY = {"HTTP_IDEMPOTENCY_KEY": "91e0b52a-0f6c-4b0e-9d06-2c1d8d7a1f10"}
SHEET = "/rounds/1/tables/4/results"


def bids(line: str) -> dict[str, str]:
    return dict(zip(("ns_bid", "ns_tricks", "ew_bid", "ew_tricks"), line.split(), strict=True))


def rows(*lines: str) -> list[dict[str, object]]:
    return [{"board": number, **bids(line)} for number, line in enumerate(lines, start=1)]


@pytest.fixture
def second(stage: Stage) -> Event:
    """Round 2 is open and has one result: race board 1, which is board 17 of the event."""
    event = stage.new_teams
    publish(event)
    finish_round(event, 1)
    publish(event)
    return event


def test_boards_are_race_boards_in_every_answer(stage: Stage, call: Call, second: Event) -> None:
    path = stage.url("/results", second)
    receipt = call("scorer").post(path, {"round": 2, "table": 1, "board": 1, **bids("6 8 5 5")})
    assert receipt.status_code == 201
    assert (receipt.json()["round"], receipt.json()["board"]) == (2, 1)
    assert Result.objects.get(pk=receipt.json()["result_id"]).board == 17
    by_id = call("director").get(f"{path}/{receipt.json()['result_id']}").json()
    place = stage.url("/rounds/2/tables/1/boards/1/result", second)
    assert call("director").get(place).json() == by_id
    assert (by_id["round"], by_id["board"], by_id["ns_score"]) == (2, 1, 62)
    assert [part["points"] for part in by_id["explained"]["ns"]] == [60, 2]
    listed = call("director").get(f"{path}?board=1").json()["results"]
    assert {row["round"] for row in listed} == {1, 2}
    assert {row["board"] for row in listed} == {1}
    assert call("director").get(f"{path}?board=17").json()["count"] == 0
    assert call("director").get(f"{path}?board=1&round=2").json()["count"] == 1


@pytest.mark.parametrize("board", [9, 16, 17, 999_999_999])
def test_a_board_of_another_round_is_not_due(stage: Stage, call: Call, second: Event, board: int) -> None:
    body = {"round": 2, "table": 1, "board": board, **bids("6 8 5 5")}
    answer = call("scorer").post(stage.url("/results", second), body)
    assert answer.status_code == 400
    assert faults_of(answer) == {"board": "board-not-due"}
    place = stage.url(f"/rounds/1/tables/1/boards/{board}/result", second)
    assert call("director").get(place).status_code == 404


def test_correcting_and_taking_back_by_place(stage: Stage, call: Call, second: Event) -> None:
    call("scorer").post(
        stage.url("/results", second), {"round": 2, "table": 1, "board": 1, **bids("6 8 5 5")}
    )
    place = stage.url("/rounds/2/tables/1/boards/1/result", second)
    change = {"ns_tricks": "7", "ew_tricks": "6", "version": 1, "reason": "Miscounted."}
    corrected = call("scorer").patch(place, change)
    assert (corrected.status_code, corrected.json()["board"], corrected.json()["version"]) == (200, 1, 2)
    gone = call("director").delete(f"{place}?version=2&reason=wrong+table")
    assert (gone.status_code, gone.json()["board"]) == (200, 1)
    assert Result.objects.get(event=second, board=17).state == "removed"


def test_only_what_was_bid_and_taken_counts_in_a_race(stage: Stage, call: Call) -> None:
    body = {"round": 1, "table": 4, "board": 1, "ns_adjusted": "A+", "ew_adjusted": "A-"}
    answer = call("director").post(stage.url("/results", stage.teams), body)
    assert set(faults_of(answer).values()) == {"race-by-hand"}


def test_a_whole_sheet(stage: Stage, call: Call) -> None:
    answer = call("scorer").post(stage.url(SHEET, stage.teams), {"rows": rows("6 8 5 5", "5 5 6 8")})
    assert answer.status_code == 201
    receipts = answer.json()["receipts"]
    assert [(row["table"], row["board"], row["version"]) for row in receipts] == [(4, 1, 1), (4, 2, 1)]
    assert "replayed" not in receipts[0]
    assert receipts[1]["event_version"] == receipts[0]["event_version"] + 1


def test_a_sheet_corrects_what_has_a_version(stage: Stage, call: Call) -> None:
    path = stage.url(SHEET, stage.teams)
    call("scorer").post(path, {"rows": rows("6 8 5 5")})
    again = rows("6 7 5 6", "5 5 6 8")
    again[0]["version"] = 1
    unsaid = call("scorer").post(path, {"rows": again})
    assert faults_of(unsaid) == {"rows[0].reason": "reason-missing"}
    saved = call("scorer").post(path, {"rows": again, "reason": "Read again."})
    assert [(row["board"], row["version"]) for row in saved.json()["receipts"]] == [(1, 2), (2, 1)]


def test_a_sheet_is_all_or_nothing_and_tells_every_fault(stage: Stage, call: Call) -> None:
    body = {"rows": rows("6 8 5 5", "7 7 7 7", "x 7 6 6")}
    answer = call("scorer").post(stage.url(SHEET, stage.teams), body)
    assert answer.status_code == 400
    assert {"rows[1].ns_tricks", "rows[2].ns_bid"} <= set(faults_of(answer))
    assert not Result.objects.filter(event=stage.teams, table__number=4).exists()


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, {"rows": "required"}),
        ({"rows": []}, {"rows": "min-length"}),
        ({"rows": [bids("6 8 5 5")]}, {"rows[0].board": "required"}),
        ({"rows": [{"board": 1, "table": 3}]}, {"rows[0].table": "unknown-key"}),
    ],
)
def test_a_sheet_has_its_form(stage: Stage, call: Call, body: object, faults: dict[str, str]) -> None:
    answer = call("scorer").post(stage.url(SHEET, stage.teams), body)
    assert answer.status_code == 400
    assert faults_of(answer) == faults


def test_a_sheet_that_is_there_already(stage: Stage, call: Call) -> None:
    path, body = stage.url(SHEET, stage.teams), {"rows": rows("6 8 5 5", "5 5 6 8")}
    first = call("scorer").post(path, body, **KEY)
    logged = LogEntry.objects.count()
    again = call("scorer").post(path, body, **KEY)
    assert (again.status_code, again.json()) == (201, first.json())
    assert again["Idempotency-Replayed"] == "true"
    assert LogEntry.objects.count() == logged
    twice = call("scorer").post(path, body)
    assert twice.status_code == 409
    assert faults_of(twice) == {"rows[0]": "already-entered", "rows[1]": "already-entered"}


def test_a_repetition_gets_its_receipts_though_the_round_has_closed(stage: Stage, call: Call) -> None:
    path, body = stage.url(SHEET, stage.teams), {"rows": rows("6 8 5 5")}
    first = call("scorer").post(path, body, **KEY)
    close_round(stage.teams.pk, 1, ACTOR, "Time.")
    assert call("scorer").post(path, body, **KEY).json() == first.json()
    later = call("scorer").post(path, {"rows": [{"board": 2, **bids("5 5 6 8")}], "reason": "Found."})
    assert later.status_code == 403
    assert "closed round" in later.json()["detail"]


def test_a_sheet_is_for_tables_of_pairs_too(stage: Stage, call: Call) -> None:
    body = {"rows": [{"board": 1, **bids("7 8 5 5")}, {"board": 2, **bids("7 8 5 5")}]}
    answer = call("scorer").post(stage.url("/rounds/1/tables/3/results"), body)
    assert answer.status_code == 201
    ruling = {"rows": [{"board": 1, "ns_adjusted": "A+", "ew_adjusted": "A-"}]}
    refused = call("scorer").post(stage.url("/rounds/1/tables/4/results"), ruling)
    assert refused.status_code == 403


def test_a_preview_shows_what_turns_and_saves_nothing(stage: Stage, call: Call) -> None:
    event = up_to_date(stage.teams)
    logged = LogEntry.objects.count()
    body = {"round": 1, "table": 1, "board": 5, "version": 1, "reason": "Misread.", **bids("3 3 10 10")}
    effect = call("director").post(stage.url("/results/preview", event), body)
    assert effect.status_code == 200
    [change] = effect.json()["matches"]
    assert (change["round"], change["match"], change["turned"]) == (1, 1, True)
    assert change["before"].startswith("Team 1 won")
    assert change["after"].startswith("Not decided yet")
    assert effect.json()["places"] == [], "a match that is not over moves nobody"
    assert effect.json()["draw"] is None
    event.refresh_from_db()
    assert LogEntry.objects.count() == logged
    assert Result.objects.get(event=event, table__number=1, board=5).version == 1
    assert event.results_version == event.snapshot.version


def test_a_preview_is_refused_where_the_change_would_be(stage: Stage, call: Call) -> None:
    path = stage.url("/results/preview", stage.teams)
    stale = {"round": 1, "table": 1, "board": 5, "version": 3, "reason": "x", **bids("3 3 10 10")}
    assert call("director").post(path, stale).status_code == 409
    wrong = {"round": 1, "table": 4, "board": 1, **bids("3 3 10 9")}
    assert faults_of(call("director").post(path, wrong)) == {"ns_tricks": "tricks-sum"}


def test_a_director_who_plays_gets_no_preview(stage: Stage, call: Call) -> None:
    sit(stage.teams, "3A", stage.users["director"])
    body = {"round": 1, "table": 1, "board": 5, "version": 1, "reason": "x", **bids("3 3 10 10")}
    answer = call("director").post(stage.url("/results/preview", stage.teams), body)
    assert answer.status_code == 403
    assert "You play in this event" in answer.json()["detail"]
