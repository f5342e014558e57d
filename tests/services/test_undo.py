"""Undoing from the log: what stood before stands again, and the log has both."""

from decimal import Decimal

import pytest

from tests.support.event_builders import ACTOR, enter, four_tables, last, make_event
from tournaments.eventfile.scoring_input import ResultFields, WeightedScore
from tournaments.models import Event, Result, ResultState
from tournaments.services.entries import withdraw_entry
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import EventSettings, add_penalty, change_settings, remove_penalty
from tournaments.services.numbering import renumber
from tournaments.services.result_fields import as_logged
from tournaments.services.results import Entered, record_result, remove_result
from tournaments.services.undo import can_undo, undo_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    enter(made, 1, 1, 1, "7 8 5 5")
    return made


def result(event: Event) -> Result:
    return Result.objects.select_related("ns", "ew").get(event=event, table__number=1, board=1)


def said(event: Event) -> dict[str, object]:
    return {name: value for name, value in as_logged(result(event)).items() if name != "version"}


@pytest.mark.parametrize(
    "ruling",
    [
        {"fields": {"ns_bid": "7", "ns_tricks": "7", "ew_bid": "5", "ew_tricks": "6"}},
        {"fields": {"ns_adjusted": "A+", "ew_adjusted": "35"}, "note": "Seen cards."},
        {"fields": {"weighted": (WeightedScore(weight=60, ns_score=70, ew_score=40),)}},
        {"fields": {"not_played": True}, "private_note": "Both sides slow."},
        {"fields": {"ns_score": 55, "ew_score": -20}},
        {
            "fields": {"ns": 5, "ew": 1, "ns_bid": "7", "ns_tricks": "7", "ew_bid": "5", "ew_tricks": "6"},
            "as_played": True,
        },
    ],
    ids=["correction", "adjusted", "weighted", "not played", "by hand", "turned"],
)
def test_a_ruling_undone_and_done_again(event: Event, ruling: dict[str, object]) -> None:
    first = said(event)
    fields = ResultFields(round=1, table=1, board=1, **ruling.pop("fields"))  # type: ignore[arg-type]
    record_result(event.pk, Entered(fields, version=1, reason="Ruled.", **ruling), ACTOR)  # type: ignore[arg-type]
    ruled = said(event)
    assert ruled != first

    undo_change(event.pk, last(event, "result.corrected").pk, ACTOR, "Wrong table.")
    assert said(event) == first
    undo_change(event.pk, last(event, "result.corrected").pk, ACTOR, "It was right.")
    assert said(event) == ruled
    assert last(event, "result.corrected").reason == "Undone: It was right."
    assert event.log.filter(action="result.corrected").count() == 3


def test_an_entry_undone_is_taken_back_and_can_come_again(event: Event) -> None:
    before = said(event)
    undo_change(event.pk, last(event, "result.entered").pk, ACTOR, "Another event's slip.")
    assert result(event).state == ResultState.REMOVED
    undo_change(event.pk, last(event, "result.removed").pk, ACTOR, "It was ours.")
    assert said(event) == before


def test_what_was_changed_since_is_refused_with_both_versions(event: Event) -> None:
    entered = last(event, "result.entered")
    remove_result(event.pk, (1, 1, 1), 1, "Wrong.", ACTOR)
    with pytest.raises(ConflictError) as refused:
        undo_change(event.pk, entered.pk, ACTOR, "Oops.")
    assert refused.value.faults[0].code == "stale-version"
    assert result(event).state == ResultState.REMOVED


def test_penalties_and_withdrawals(event: Event) -> None:
    penalty = add_penalty(event.pk, 3, Decimal("2.5"), "Late at round 2.", ACTOR)
    undo_change(event.pk, last(event, "penalty.added").pk, ACTOR, "The bus.")
    assert not event.penalties.exists()
    with pytest.raises(ConflictError):
        undo_change(event.pk, last(event, "penalty.added").pk, ACTOR, "Again.")
    undo_change(event.pk, last(event, "penalty.removed").pk, ACTOR, "No bus.")
    again = event.penalties.get()
    assert (again.amount, again.unit, again.reason) == (penalty.amount, penalty.unit, penalty.reason)
    remove_penalty(again.pk, "Enough.", ACTOR)

    withdraw_entry(event.pk, 2, ACTOR, "Ill.")
    undo_change(event.pk, last(event, "entry.withdrawn").pk, ACTOR, "Well again.")
    assert not event.entries.get(number=2).withdrawn


def test_of_two_penalties_in_the_same_words_the_one_of_the_line_goes_and_only_once(event: Event) -> None:
    first, second = (add_penalty(event.pk, 3, Decimal("2.5"), "Late.", ACTOR) for _ in range(2))
    line = event.log.filter(action="penalty.added").order_by("pk").first()
    assert line is not None
    undo_change(event.pk, line.pk, ACTOR, "The bus.")
    assert event.penalties.get().pk == second.pk
    with pytest.raises(ConflictError):
        undo_change(event.pk, line.pk, ACTOR, "Sent twice.")
    assert event.penalties.get().pk == second.pk != first.pk


def test_a_penalty_is_given_again_once_with_its_private_note_and_why(event: Event) -> None:
    penalty = add_penalty(event.pk, 3, Decimal("2.5"), "Late.", ACTOR, private_note="Warned before.")
    remove_penalty(penalty.pk, "The bus.", ACTOR)
    line = last(event, "penalty.removed")
    undo_change(event.pk, line.pk, ACTOR, "No bus.")
    with pytest.raises(ConflictError):
        undo_change(event.pk, line.pk, ACTOR, "Sent twice.")
    again = event.penalties.get()
    assert (again.amount, again.reason, again.private_note) == (Decimal("2.5"), "Late.", "Warned before.")
    assert last(event, "penalty.added").reason == "Undone: No bus."
    undo_change(event.pk, last(event, "penalty.added").pk, ACTOR, "The bus after all.")
    assert not event.penalties.exists()


def test_a_withdrawal_is_not_undone_at_a_number_that_is_another_s_by_now() -> None:
    undrawn = make_event(pairs=3)
    withdraw_entry(undrawn.pk, 1, ACTOR, "Ill.")
    withdraw_entry(undrawn.pk, 2, ACTOR, "Ill too.")
    line = undrawn.log.get(action="entry.withdrawn", subject="pair 1")
    renumber(undrawn.pk, {1: 2, 2: 1}, ACTOR)
    with pytest.raises(ConflictError):
        undo_change(undrawn.pk, line.pk, ACTOR, "Well again.")
    assert undrawn.entries.filter(withdrawn=True).count() == 2


def test_settings_go_back_unless_they_were_changed_again(event: Event) -> None:
    change_settings(event.pk, EventSettings(neuberg=False), ACTOR, "Trial.")
    undo_change(event.pk, last(event, "event.settings").pk, ACTOR, "No.")
    event.refresh_from_db()
    assert event.neuberg is True
    first = event.log.filter(action="event.settings").order_by("pk").first()
    assert first is not None
    with pytest.raises(ConflictError):
        undo_change(event.pk, first.pk, ACTOR, "Again.")


def test_refuses_without_a_reason_another_event_s_line_and_what_has_no_way_back(event: Event) -> None:
    line = last(event, "result.entered")
    with pytest.raises(ServiceError) as refused:
        undo_change(event.pk, line.pk, ACTOR, " ")
    assert refused.value.faults[0].path == "reason"
    other = make_event(pairs=2)
    with pytest.raises(NotFoundError):
        undo_change(other.pk, line.pk, ACTOR, "Mine.")
    made = last(event, "event.created")
    assert not can_undo(made)
    with pytest.raises(ServiceError):
        undo_change(event.pk, made.pk, ACTOR, "No event at all.")
