"""docs/rules.md §2 and the promise that nothing acknowledged is lost: `services.results.record_result`."""

from dataclasses import replace
from decimal import Decimal

import pytest

from tests.support.event_builders import (
    ACTOR,
    enter,
    four_tables,
    make_event,
    play_hand_1,
    seat,
    standings,
    traveller,
)
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, EventStatus, Result, ResultState, RoundStatus
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import add_penalty
from tournaments.services.results import Entered, record_result, remove_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


def codes(error: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def logged(event: Event, action: str) -> list[str]:
    return list(event.log.filter(action=action).values_list("subject", flat=True))


def test_stores_the_scores_of_both_sides(event: Event) -> None:
    receipt = enter(event, 1, 1, 1, "7 6 5 7")
    assert (receipt.ns_score, receipt.ew_score) == (-70, 118)
    assert (receipt.version, receipt.created, receipt.replayed) == (1, True, False)
    stored = Result.objects.get(event=event)
    assert (stored.ns_score, stored.ew_score, stored.ns.number, stored.ew.number) == (-70, 118, 1, 5)
    event.refresh_from_db()
    assert receipt.event_version == event.results_version == stored.event_version


def test_writes_one_line_of_log_with_the_result(event: Event) -> None:
    enter(event, 1, 2, 1, "7 7 5 6")
    line = event.log.get(action="result.entered")
    assert line.subject == "round 1, table 2, board 1"
    assert line.before is None
    assert line.after["ns_score"] == 70
    assert (line.actor, line.door) == (ACTOR.name, ACTOR.door)


def test_the_same_request_twice_is_one_result_and_one_answer(event: Event) -> None:
    first = enter(event, 1, 1, 1, "7 6 5 7", key="phone-1")
    second = enter(event, 1, 1, 1, "7 6 5 7", key="phone-1")
    assert second == replace(first, replayed=True)
    assert Result.objects.filter(event=event).count() == 1
    assert logged(event, "result.entered") == ["round 1, table 1, board 1"]


def test_a_key_used_for_another_request_is_refused(event: Event) -> None:
    enter(event, 1, 1, 1, "7 6 5 7", key="phone-1")
    with pytest.raises(ConflictError) as error:
        enter(event, 1, 1, 2, "7 6 5 7", key="phone-1")
    assert codes(error) == ["key-reused"]


def test_all_faults_are_said_at_once(event: Event) -> None:
    with pytest.raises(ServiceError) as error:
        enter(event, 1, 1, 1, "7 6 N+4 8")
    assert {(fault.path, fault.code) for fault in error.value.faults} == {
        ("ns_tricks", "tricks-sum"),
        ("ew_tricks", "tricks-not-split"),
    }
    assert not Result.objects.filter(event=event).exists()


@pytest.mark.parametrize(("round_number", "table"), [(1, 5), (2, 1), (0, 1)])
def test_a_table_that_is_not_in_the_draw(event: Event, round_number: int, table: int) -> None:
    with pytest.raises(NotFoundError) as error:
        enter(event, round_number, table, 1, "7 6 5 7")
    assert codes(error) == ["no-table"]


def test_a_board_that_is_not_due_there_names_those_that_are(event: Event) -> None:
    with pytest.raises(ServiceError, match="the boards there are 1, 2") as error:
        enter(event, 1, 1, 3, "7 6 5 7")
    assert codes(error) == ["board-not-due"]


def test_a_pair_that_does_not_sit_there(event: Event) -> None:
    fields = ResultFields(
        round=1, table=1, board=1, ns=2, ew=5, ns_bid="7", ns_tricks="6", ew_bid="5", ew_tricks="7"
    )
    with pytest.raises(ServiceError, match="Pair 2 does not sit there") as error:
        record_result(event.pk, Entered(fields), ACTOR)
    assert codes(error) == ["not-seated"]


def test_an_unknown_pair(event: Event) -> None:
    fields = ResultFields(round=1, table=1, board=1, ns=99, ew=5, ns_score=70, ew_score=49)
    with pytest.raises(ServiceError, match="There is no pair 99"):
        record_result(event.pk, Entered(fields), ACTOR)


def test_a_pair_on_standby_has_no_result_and_no_penalty(event: Event) -> None:
    waiting = add_entries(event.pk, [NewEntry(("Flo",), standby=True)], ACTOR)[0]
    fields = ResultFields(round=1, table=1, board=1, ns=waiting.number, ew=5, ns_score=50, ew_score=60)
    with pytest.raises(ServiceError) as error:
        record_result(event.pk, Entered(fields, as_played=True, reason="They helped."), ACTOR)
    assert [(fault.code, fault.path) for fault in error.value.faults] == [("on-standby", "ns")]
    with pytest.raises(ServiceError) as penalty:
        add_penalty(event.pk, waiting.number, Decimal(2), "Late.", ACTOR)
    assert [(fault.code, fault.path) for fault in penalty.value.faults] == [("on-standby", "entry")]
    assert standings(event)  # they can be worked out


def test_a_pair_in_the_wrong_direction_is_recorded_as_played(event: Event) -> None:
    fields = ResultFields(
        round=1, table=1, board=1, ns=5, ew=1, ns_bid="7", ns_tricks="6", ew_bid="5", ew_tricks="7"
    )
    record_result(event.pk, Entered(fields, as_played=True, reason="sat the wrong way"), ACTOR)
    row = traveller(event, 1)["rows"][0]
    assert (row["ns"]["entry"], row["ew"]["entry"]) == (5, 1)


def test_recording_as_played_needs_a_reason(event: Event) -> None:
    fields = ResultFields(round=1, table=1, board=1, ns=5, ew=1, ns_score=70, ew_score=49)
    with pytest.raises(ServiceError) as error:
        record_result(event.pk, Entered(fields, as_played=True), ACTOR)
    assert codes(error) == ["reason-missing"]


def test_a_pair_cannot_play_a_board_twice(event: Event) -> None:
    enter(event, 1, 2, 1, "7 7 5 6")
    fields = ResultFields(round=1, table=1, board=1, ns=2, ew=5, ns_score=70, ew_score=49)
    with pytest.raises(ServiceError, match="Pair 2 already has a result on board 1") as error:
        record_result(event.pk, Entered(fields, as_played=True, reason="wrong table"), ACTOR)
    assert codes(error) == ["board-played-twice"]


def test_a_second_result_for_a_place_is_refused_with_both(event: Event) -> None:
    enter(event, 1, 1, 1, "7 6 5 7")
    with pytest.raises(ConflictError) as error:
        enter(event, 1, 1, 1, "7 7 5 6")
    assert codes(error) == ["already-entered"]
    assert error.value.versions is not None
    assert error.value.versions["saved"]["ns_tricks"] == "6"
    assert error.value.versions["yours"]["ns_tricks"] == "7"


def test_a_correction_needs_the_present_version_and_a_reason(event: Event) -> None:
    enter(event, 1, 1, 1, "7 6 5 7")
    with pytest.raises(ServiceError) as error:
        enter(event, 1, 1, 1, "7 7 5 6", version=1)
    assert codes(error) == ["reason-missing"]
    corrected = enter(event, 1, 1, 1, "7 7 5 6", version=1, reason="misread")
    assert (corrected.version, corrected.ns_score, corrected.created) == (2, 70, False)
    with pytest.raises(ConflictError) as stale:
        enter(event, 1, 1, 1, "7 8 5 5", version=1, reason="misread")
    assert codes(stale) == ["stale-version"]
    line = event.log.get(action="result.corrected")
    assert (line.before["ns_score"], line.after["ns_score"], line.reason) == (-70, 70, "misread")


def test_a_version_where_there_is_nothing_to_correct(event: Event) -> None:
    with pytest.raises(ConflictError) as error:
        enter(event, 1, 1, 1, "7 6 5 7", version=3, reason="misread")
    assert codes(error) == ["no-result"]


def test_taking_back_a_result_makes_its_place_free_and_keeps_the_log(event: Event) -> None:
    play_hand_1(event)
    remove_result(event.pk, (1, 4, 1), 1, "wrong table", ACTOR)
    data = standings(event)
    assert data["progress"]["entered"] == 3
    assert {row["entry"]: row["percentage"] for row in data["lists"][0]["rows"]}[4] is None
    assert event.log.get(action="result.removed").before["ns_score"] == 118
    again = enter(event, 1, 4, 1, "7 8 5 5")
    assert again.version == 3
    assert Result.objects.get(table__number=4, board=1).state == ResultState.CONFIRMED


def test_a_round_that_is_not_open_yet(event: Event) -> None:
    seat(event, [(1, 6, [3])], status=RoundStatus.PLANNED)
    with pytest.raises(ServiceError, match="Round 2 is not open yet"):
        enter(event, 2, 1, 3, "7 6 5 7")


def test_a_closed_round_takes_results_only_with_a_reason(event: Event) -> None:
    event.rounds.update(status=RoundStatus.CLOSED)
    with pytest.raises(ServiceError) as error:
        enter(event, 1, 1, 1, "7 6 5 7")
    assert codes(error) == ["round-closed"]
    assert enter(event, 1, 1, 1, "7 6 5 7", reason="slip found").version == 1


def test_a_final_event_takes_nothing(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    with pytest.raises(ServiceError) as error:
        enter(event, 1, 1, 1, "7 6 5 7", reason="late")
    assert codes(error) == ["event-final"]


@pytest.mark.parametrize(
    ("fields", "ns", "ew"),
    [
        ({"ns_adjusted": "A+", "ew_adjusted": "A-"}, 60.0, 40.0),
        ({"ns_adjusted": "62.5", "ew_adjusted": "A"}, 62.5, 50.0),
        ({"not_played": True}, None, None),
    ],
)
def test_rulings_reach_the_traveller(
    event: Event, fields: dict[str, object], ns: float | None, ew: float | None
) -> None:
    given = ResultFields(round=1, table=1, board=1, **fields)
    record_result(event.pk, Entered(given, reason="ruling"), ACTOR)
    row = traveller(event, 1)["rows"][0]
    assert (row["ns"]["percentage"], row["ew"]["percentage"]) == (ns, ew)


def test_one_side_adjusted_while_the_other_keeps_its_score(event: Event) -> None:
    for table, line in enumerate(("7 6 5 7", "7 7 5 6", "7 8 5 5"), start=1):
        enter(event, 1, table, 1, line)
    given = ResultFields(
        round=1, table=4, board=1, ns_bid="7", ns_tricks="9", ew_bid="5", ew_tricks="4", ns_adjusted="A"
    )
    record_result(event.pk, Entered(given, reason="ruling"), ACTOR)
    rows = traveller(event, 1)["rows"]
    assert rows[3]["ns"]["percentage"] == 50.0
    assert rows[3]["ew"]["percentage"] == 0.0
    # the adjusted side is no comparison for the others: three NS scores, stretched to the four expected
    assert (rows[1]["ns"]["beaten"], rows[1]["ns"]["compared"], rows[1]["ns"]["expected"]) == (2, 2, 4)


@pytest.mark.parametrize("field", ["note", "reason"])
@pytest.mark.parametrize("text", ["turned \u202eback", "bell \x07", "x" * 501])
def test_notes_and_reasons_are_plain_text(event: Event, field: str, text: str) -> None:
    with pytest.raises(ServiceError) as error:
        enter(event, 1, 1, 1, "7 6 5 7", **{field: text})
    assert [fault.path for fault in error.value.faults] == [field]
