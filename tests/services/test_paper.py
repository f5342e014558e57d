"""Paper entered once, or twice and compared: `services.paper`."""

from dataclasses import replace

import pytest

from tests.support.event_builders import ACTOR, enter, four_tables, make_event
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, Result, ResultState, Table
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.paper import SAME, Typed, enter_from_paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


def typed(event: Event, line: str = "7 8 5 5", **more: object) -> Typed:
    table = Table.objects.get(round__event=event, number=1)
    return Typed(table.pk, 1, *line.split(), **more)  # type: ignore[arg-type]


def result(event: Event) -> Result:
    return Result.objects.get(event=event, table__number=1, board=1)


def test_once_is_confirmed_and_its_correction_needs_version_and_reason(event: Event) -> None:
    receipt, state = enter_from_paper(event.pk, typed(event), ACTOR)
    assert (state, receipt.ns_score, result(event).state) == ("confirmed", 69, ResultState.CONFIRMED)
    with pytest.raises(ConflictError) as there:
        enter_from_paper(event.pk, typed(event, "7 9 5 4"), ACTOR)
    assert there.value.faults[0].code == "already-entered"
    with pytest.raises(ServiceError) as why:
        enter_from_paper(event.pk, typed(event, "7 9 5 4", version=1), ACTOR)
    assert why.value.faults[0].path == "reason"
    enter_from_paper(event.pk, typed(event, "7 9 5 4", version=1, reason="Misread."), ACTOR)
    assert result(event).ns_tricks == "9"


def test_twice_the_same_confirms_however_it_is_written(event: Event) -> None:
    _, state = enter_from_paper(event.pk, typed(event, "N+4 0+5 6 8", twice=True), ACTOR)
    assert state == "provisional"
    _, state = enter_from_paper(event.pk, typed(event, "0+4 0+5 6 3+5", twice=True), ACTOR)
    assert (state, result(event).state) == ("confirmed", ResultState.CONFIRMED)
    assert event.log.get(action="result.confirmed").reason == SAME


def test_twice_and_not_the_same_keeps_the_first_and_shows_both(event: Event) -> None:
    enter_from_paper(event.pk, typed(event, twice=True), ACTOR)
    with pytest.raises(ConflictError) as differs:
        enter_from_paper(event.pk, typed(event, "7 9 5 4", twice=True), ACTOR)
    assert differs.value.faults[0].code == "differs"
    assert differs.value.versions["saved"]["ns_tricks"] == "8"
    assert differs.value.versions["yours"]["ns_tricks"] == "9"
    assert (result(event).ns_tricks, result(event).state) == ("8", ResultState.PROVISIONAL)

    taken = typed(event, "7 9 5 4", version=1, reason="The first was mistyped.")
    _, state = enter_from_paper(event.pk, taken, ACTOR)
    assert (state, result(event).ns_tricks) == ("confirmed", "9")


def test_a_third_entry_is_no_second(event: Event) -> None:
    for _ in range(2):
        enter_from_paper(event.pk, typed(event, twice=True), ACTOR)
    with pytest.raises(ConflictError) as there:
        enter_from_paper(event.pk, typed(event, twice=True), ACTOR)
    assert there.value.faults[0].code == "already-entered"


def test_the_same_row_sent_twice_is_one_entry_and_no_second(event: Event) -> None:
    """The receipt was lost on the way: what is sent again must not confirm itself."""
    first = enter_from_paper(event.pk, typed(event, twice=True, key="row-1"), ACTOR)
    again = enter_from_paper(event.pk, typed(event, twice=True, key="row-1"), ACTOR)
    assert again[0].replayed
    assert (first[1], again[1]) == ("provisional", "provisional")
    assert result(event).state == ResultState.PROVISIONAL
    second = enter_from_paper(event.pk, typed(event, twice=True, key="row-2"), ACTOR)
    repeated = enter_from_paper(event.pk, typed(event, twice=True, key="row-2"), ACTOR)
    assert (second[1], repeated[1], repeated[0].replayed) == ("confirmed", "confirmed", True)
    assert event.log.filter(action__startswith="result.").count() == 2


def test_a_result_with_a_note_or_other_pairs_keeps_them(event: Event) -> None:
    enter(event, 1, 1, 1, "7 8 5 5", note="Slow.", as_played=True, reason="Turned.")
    Result.objects.update(ns=event.entries.get(number=5), ew=event.entries.get(number=1))
    enter_from_paper(event.pk, typed(event, "7 9 5 4", version=1, reason="Misread."), ACTOR)
    corrected = result(event)
    assert (corrected.ns.number, corrected.ew.number, corrected.note) == (5, 1, "Slow.")


def test_another_event_s_table_is_not_found(event: Event) -> None:
    with pytest.raises(NotFoundError):
        enter_from_paper(event.pk, replace(typed(event), table_id=typed(make_and_seat()).table_id), ACTOR)


def make_and_seat() -> Event:
    other = make_event(pairs=8, name="Other")
    four_tables(other)
    return other


def test_a_race_takes_its_boards_by_the_event_s_numbers() -> None:
    teams = make_teams(6)
    publish(teams)
    table = Table.objects.filter(round__event=teams).order_by("pk").first()
    assert table is not None
    receipt, _ = enter_from_paper(teams.pk, Typed(table.pk, table.boards[0], "7", "8", "5", "5"), ACTOR)
    assert receipt.board == 1
