"""Results: entered, corrected, taken back; by whom; and every input that is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, BIDS, Stage, add_a_penalty, faults_of, golden_deals
from tests.support.event_builders import enter, make_event, seat
from tournaments.eventfile.scoring_input import MAX_GROUP
from tournaments.models import Door, Event, LogEntry, Result, ResultState
from tournaments.services.events import finalise
from tournaments.services.rounds import close_round

Call = Callable[[str], APIClient]
PLACE = {"round": 1, "table": 3, "board": 1}
SCORES = {"ns_score": 70, "ew_score": 49}
ADJUSTED = {"ns_adjusted": "A+", "ew_adjusted": "40"}


def first_of(stage: Stage) -> Result:
    found = stage.event.results.order_by("pk").first()
    assert found is not None
    return found


def test_a_result_is_saved_logged_and_acknowledged(stage: Stage, call: Call) -> None:
    answer = call("scorer").post(stage.url("/results"), {**PLACE, **BIDS})
    assert answer.status_code == 201
    receipt = answer.json()
    stage.event.refresh_from_db()
    assert receipt["event_version"] == stage.event.results_version
    assert (receipt["ns_score"], receipt["ew_score"], receipt["version"]) == (69, 50, 1)
    assert answer["ETag"] == '"1"'
    assert "replayed" not in receipt
    saved = Result.objects.get(pk=receipt["result_id"])
    assert (saved.ns.number, saved.ew.number, saved.ns_bid) == (3, 7, "7")
    entry = LogEntry.objects.latest("pk")
    assert (entry.door, entry.actor, entry.action) == (Door.API, "scorer", "result.entered")


@pytest.mark.parametrize("row", golden_deals(), ids=lambda row: f"{row['ns_tricks']}-{row['ew_tricks']}")
def test_the_golden_hands_come_out_with_their_parts(stage: Stage, call: Call, row: dict[str, Any]) -> None:
    sent = {name: row[name] for name in ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")}
    receipt = call("director").post(stage.url("/results"), {**PLACE, **sent}).json()
    assert [receipt["ns_score"], receipt["ew_score"]] == row["value"]
    shown = call("director").get(stage.url(f"/results/{receipt['result_id']}")).json()
    sums = [sum(part["points"] for part in shown["explained"][side]) for side in ("ns", "ew")]
    assert sums == row["value"]


def test_a_director_gives_every_other_form(stage: Stage, call: Call) -> None:
    director = call("director")
    for table, content in ((3, SCORES), (4, ADJUSTED)):
        sent = {"round": 1, "table": table, "board": 1, **content}
        assert director.post(stage.url("/results"), sent).status_code == 201
    weighted = {
        "weighted": [
            {"weight": 2, "ns_score": 70, "ew_score": 49},
            {"weight": 1, "ns_score": 10, "ew_score": 9},
        ]
    }
    assert director.post(stage.url("/results"), {**PLACE, "board": 2, **weighted}).status_code == 201
    not_played = {"round": 1, "table": 4, "board": 2, "not_played": True, "note": "Late play"}
    assert director.post(stage.url("/results"), not_played).status_code == 201
    shown = {
        (row["table"], row["board"]): row for row in director.get(stage.url("/results")).json()["results"]
    }
    assert (shown[3, 1]["ns_score"], shown[4, 1]["ns_adjusted"]) == (70, "A+")
    assert (shown[3, 2]["weighted"][0]["weight"], shown[4, 2]["not_played"]) == (2, True)
    assert shown[4, 2]["note"] == "Late play"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (SCORES, "give a score by hand"),
        (ADJUSTED, "adjust a score"),
        ({"not_played": True}, "say that a board is not played"),
        ({"weighted": [{"weight": 1, "ns_score": 70, "ew_score": 49}]}, "weight a score"),
        ({**BIDS, "group": 1}, "split a fouled board"),
        ({**BIDS, "as_played": True, "ns": 7, "ew": 3, "reason": "Sat wrongly."}, "other pairs as played"),
        ({**BIDS, "state": "disputed"}, "disputed"),
    ],
)
def test_a_scorer_rules_nothing(stage: Stage, call: Call, content: dict[str, Any], told: str) -> None:
    answer = call("scorer").post(stage.url("/results"), {**PLACE, **content})
    assert answer.status_code == 403
    assert told in answer.json()["detail"]
    assert stage.event.results.count() == 2
    assert call("director").post(stage.url("/results"), {**PLACE, **content}).status_code == 201


def test_a_scorer_does_not_undo_a_ruling(stage: Stage, call: Call) -> None:
    made = call("director").post(stage.url("/results"), {**PLACE, **ADJUSTED}).json()
    path = stage.url(f"/results/{made['result_id']}")
    correction = {**BIDS, "version": 1, "reason": "I know better."}
    assert call("scorer").put(path, correction).status_code == 403
    assert call("director").put(path, correction).status_code == 200


def test_a_closed_round_is_the_directors(stage: Stage, call: Call) -> None:
    close_round(stage.event.pk, 1, ACTOR, "Time.")
    sent = {**PLACE, **BIDS, "reason": "The slip turned up."}
    assert call("scorer").post(stage.url("/results"), sent).status_code == 403
    without = call("director").post(stage.url("/results"), {**PLACE, **BIDS})
    assert faults_of(without) == {"reason": "round-closed"}
    assert call("director").post(stage.url("/results"), sent).status_code == 201


def test_a_correction_takes_version_and_reason(stage: Stage, call: Call) -> None:
    there = first_of(stage)
    path, scorer = stage.url(f"/results/{there.pk}"), call("scorer")
    assert faults_of(scorer.put(path, {**BIDS, "reason": "x"})) == {"": "version-missing"}
    assert faults_of(scorer.put(path, {**BIDS, "version": 1})) == {"reason": "reason-missing"}
    answer = scorer.put(path, {**BIDS, "version": 1, "reason": "Read wrongly."})
    assert (answer.status_code, answer.json()["version"], answer["ETag"]) == (200, 2, '"2"')
    entry = LogEntry.objects.latest("pk")
    assert (entry.action, entry.reason) == ("result.corrected", "Read wrongly.")
    assert (entry.before["ns_tricks"], entry.after["ns_tricks"]) == ("6", "8")


def test_a_stale_version_gets_both(stage: Stage, call: Call) -> None:
    path = stage.url(f"/results/{first_of(stage).pk}")
    scorer = call("scorer")
    assert scorer.put(path, {**BIDS, "version": 1, "reason": "Mine."}).status_code == 200
    mine = {"ns_bid": "7", "ns_tricks": "9", "ew_bid": "5", "ew_tricks": "4", "reason": "No, mine."}
    for answer in (scorer.put(path, {**mine, "version": 1}), scorer.put(path, mine, HTTP_IF_MATCH='"1"')):
        assert answer.status_code == 409
        assert faults_of(answer) == {"": "stale-version"}
        versions = answer.json()["versions"]
        assert (versions["saved"]["ns_tricks"], versions["saved"]["version"]) == ("8", 2)
        assert versions["yours"]["ns_tricks"] == "9"
    assert scorer.put(path, mine, HTTP_IF_MATCH='"2"').json()["version"] == 3


@pytest.mark.parametrize("header", ["1", '"x"', '"1", "2"', "*", ""])
def test_if_match_is_one_version_in_quotes(stage: Stage, call: Call, header: str) -> None:
    path = stage.url(f"/results/{first_of(stage).pk}")
    answer = call("scorer").put(path, {**BIDS, "reason": "x"}, HTTP_IF_MATCH=header)
    assert answer.status_code == 400
    assert faults_of(answer) == {"If-Match": "if-match"}


def test_two_versions_in_one_request_are_refused(stage: Stage, call: Call) -> None:
    path = stage.url(f"/results/{first_of(stage).pk}")
    answer = call("scorer").put(path, {**BIDS, "reason": "x", "version": 1}, HTTP_IF_MATCH='"2"')
    assert faults_of(answer) == {"If-Match": "if-match"}


def test_patch_changes_a_part(stage: Stage, call: Call) -> None:
    path = stage.url(f"/results/{first_of(stage).pk}")
    change = {"ns_tricks": "7", "ew_tricks": "6", "version": 1, "reason": "Miscounted."}
    assert call("scorer").patch(path, change).status_code == 200
    there = first_of(stage)
    assert (there.ns_bid, there.ns_tricks, there.ew_bid, there.ew_tricks) == ("7", "7", "5", "6")


def test_put_by_place_enters_and_then_corrects(stage: Stage, call: Call) -> None:
    path, scorer = stage.url("/rounds/1/tables/3/boards/1/result"), call("scorer")
    assert scorer.get(path).status_code == 404
    assert scorer.put(path, BIDS).status_code == 201
    again = scorer.put(path, BIDS)
    assert again.status_code == 409
    assert faults_of(again) == {"": "already-entered"}
    assert again.json()["versions"]["saved"]["version"] == 1
    corrected = scorer.put(path, {**BIDS, "ew_bid": "4", "version": 1, "reason": "Bid misread."})
    assert (corrected.status_code, corrected.json()["version"]) == (200, 2)


def test_taking_back_and_entering_anew(stage: Stage, call: Call) -> None:
    there = first_of(stage)
    path = stage.url(f"/results/{there.pk}")
    assert call("scorer").delete(f"{path}?version=1&reason=no").status_code == 403
    director = call("director")
    assert set(faults_of(director.delete(f"{path}?version=1"))) == {"reason"}
    assert faults_of(director.delete(f"{path}?reason=no")) == {"": "version-missing"}
    assert director.delete(f"{path}?version=9&reason=no").status_code == 409
    gone = director.delete(f"{path}?reason=Wrong+board", HTTP_IF_MATCH='"1"')
    assert (gone.status_code, gone.json()["version"]) == (200, 2)
    there.refresh_from_db()
    assert there.state == ResultState.REMOVED
    anew = call("scorer").post(stage.url("/results"), {"round": 1, "table": 1, "board": 1, **BIDS})
    assert (anew.status_code, anew.json()["version"]) == (201, 3)


REFUSED: tuple[tuple[dict[str, Any], int, dict[str, str]], ...] = (
    ({**PLACE, **BIDS, "ew_tricks": "4"}, 400, {"ns_tricks": "tricks-sum"}),
    ({**PLACE, **BIDS, "ns_bid": "27"}, 400, {"ns_bid": "notation"}),
    ({**PLACE, **BIDS, "ns_bid": "14+3"}, 400, {"ns_bid": "notation"}),
    ({**PLACE, **BIDS, "ns_bid": "-1"}, 400, {"ns_bid": "notation"}),
    ({**PLACE, **BIDS, "ns_bid": "B+4"}, 400, {"ns_bid": "blind-nil-off", "ns_tricks": "tricks-not-split"}),
    ({**PLACE, **BIDS, "ew_bid": "N+4"}, 400, {"ew_tricks": "tricks-not-split"}),
    (
        {**PLACE, "ns_bid": "7"},
        400,
        dict.fromkeys(("ns_tricks", "ew_bid", "ew_tricks"), "result-missing"),
    ),
    (PLACE, 400, {"": "result-empty"}),
    ({**PLACE, "board": 3, **BIDS}, 400, {"board": "board-not-due"}),
    ({**PLACE, "ns": 4, **BIDS}, 400, {"ns": "not-seated"}),
    ({**PLACE, "ns": 77, **BIDS}, 400, {"ns": "no-entry"}),
    ({**PLACE, "table": 9, **BIDS}, 404, {"": "no-table"}),
    ({**PLACE, "round": 2, "board": 3, **BIDS}, 400, {"": "round-not-open"}),
    ({**PLACE, "table": 1, **BIDS}, 409, {"": "already-entered"}),
    ({**PLACE, **BIDS, **SCORES}, 400, {"ns_score": "result-form"}),
    ({**PLACE, "ns_adjusted": "B+", "ew_adjusted": "A"}, 400, {"ns_adjusted": "adjusted"}),
    ({**PLACE, "ns_score": 100_000, "ew_score": 0}, 400, {"ns_score": "score-range"}),
    ({**BIDS}, 400, {"round": "required", "table": "required", "board": "required"}),
    ({**PLACE, **BIDS, "ns_bid": 7}, 400, {"ns_bid": "invalid"}),
    ({**PLACE, **BIDS, "table": "3"}, 400, {"table": "invalid"}),
    ({**PLACE, **BIDS, "table": True}, 400, {"table": "invalid"}),
    ({**PLACE, **BIDS, "not_played": "no"}, 400, {"not_played": "invalid"}),
    ({**PLACE, **BIDS, "state": "removed"}, 400, {"state": "invalid-choice"}),
    ({**PLACE, **BIDS, "ns_bit": "7"}, 400, {"ns_bit": "unknown-key"}),
    ({**PLACE, **BIDS, "reason": "x" * 501}, 400, {"reason": "max-length"}),
)


@pytest.mark.parametrize(("sent", "status", "faults"), REFUSED)
def test_refused_with_its_place_and_nothing_saved(
    stage: Stage, call: Call, sent: dict[str, Any], status: int, faults: dict[str, str]
) -> None:
    before = (stage.event.results.count(), LogEntry.objects.count())
    answer = call("director").post(stage.url("/results"), sent)
    assert answer.status_code == status, answer.content
    assert faults_of(answer) == faults
    assert (stage.event.results.count(), LogEntry.objects.count()) == before


def test_all_faults_at_once(stage: Stage, call: Call) -> None:
    answer = call("director").post(stage.url("/results"), {**PLACE, "ns": 4, **BIDS, "ew_tricks": "6"})
    assert faults_of(answer) == {"ns": "not-seated", "ns_tricks": "tricks-sum"}
    assert answer.json()["detail"].startswith("2 things are wrong")


def test_a_pair_does_not_play_a_board_twice(stage: Stage, call: Call) -> None:
    event: Event = make_event(stage.tournament, name="Twice")
    seat(event, [(1, 5, (1,)), (2, 6, (1,))])
    seat(event, [(1, 6, (1,))])
    enter(event, 1, 1, 1, "7 8 5 5")
    answer = call("director").post(stage.url("/results", event), {"round": 2, "table": 1, "board": 1, **BIDS})
    assert faults_of(answer) == {"ns": "board-played-twice"}


def test_other_pairs_are_recorded_as_played_by_a_director(stage: Stage, call: Call) -> None:
    sent = {**PLACE, **BIDS, "ns": 7, "ew": 3, "as_played": True}
    assert faults_of(call("director").post(stage.url("/results"), sent)) == {"reason": "reason-missing"}
    made = call("director").post(stage.url("/results"), {**sent, "reason": "They sat the other way."})
    assert made.status_code == 201
    path = stage.url(f"/results/{made.json()['result_id']}")
    change = {"ns_tricks": "9", "ew_tricks": "4", "version": 1, "reason": "Miscounted."}
    assert call("scorer").patch(path, change).status_code == 403
    assert call("director").patch(path, change).status_code == 200
    saved = Result.objects.get(pk=made.json()["result_id"])
    assert (saved.ns.number, saved.ew.number) == (7, 3)


def test_a_final_event_takes_nothing(stage: Stage, call: Call) -> None:
    add_a_penalty(stage)
    finalise(stage.event.pk, ACTOR, "The hall closed.")
    answer = call("director").post(stage.url("/results"), {**PLACE, **BIDS})
    assert faults_of(answer) == {"": "event-final"}


def test_groups_are_bounded_as_in_the_event_file(stage: Stage, call: Call) -> None:
    director, file = call("director"), call("director").get(stage.url("/export")).json()
    for group, status in ((MAX_GROUP, 201), (MAX_GROUP + 1, 400)):
        file["results"][0]["group"] = group
        import_path = f"/api/v1/tournaments/{stage.tournament.pk}/import?again=true"
        assert director.post(import_path, file).status_code == status
        answer = director.post(stage.url("/results"), {**PLACE, **BIDS, "group": group})
        assert answer.status_code == status
    assert faults_of(answer) == {"group": "max-value"}
