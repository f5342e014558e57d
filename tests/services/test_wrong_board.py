"""A table played another board than the one due: the record is true, and what it means later is said."""

import pytest

from tests.support.event_builders import ACTOR, enter, make_event, seat
from tournaments.models import Event, RoundStatus, Table
from tournaments.services.errors import ServiceError
from tournaments.services.progress import due_by_board
from tournaments.services.wrong_board import swap_board

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Round 1 is open; in round 2, planned, pair 1 is due to play board 3 against pair 6."""
    made = make_event(pairs=8)
    seat(made, [(1, 5, [1, 2]), (2, 6, [1, 2])])
    seat(made, [(1, 6, [3, 4]), (2, 5, [5, 6])], status=RoundStatus.PLANNED)
    return made


def table(event: Event, round_number: int, number: int) -> Table:
    return Table.objects.get(round__event=event, round__number=round_number, number=number)


def test_the_board_can_be_entered_where_it_was_played(event: Event) -> None:
    place = table(event, 1, 1)
    swap_board(event.pk, place.pk, 2, 5, "They took the wrong one.", ACTOR)
    place.refresh_from_db()
    assert place.boards == [1, 5]
    assert enter(event, 1, 1, 5, "7 8 5 5").board == 5
    line = event.log.get(action="table.boards")
    assert (line.subject, line.before, line.reason) == (
        "round 1, table 1",
        {"board": 2},
        "They took the wrong one.",
    )


def test_a_later_table_plays_the_board_left_out_where_it_can(event: Event) -> None:
    """Pairs 2 and 5 were to play board 5; pair 5 has by then. Board 2, which pair 5 left out, was played by pair 2."""
    clashes = swap_board(event.pk, table(event, 1, 1).pk, 2, 5, "Mistake.", ACTOR)
    assert [(clash.round, clash.table, clash.pairs, clash.free) for clash in clashes] == [(2, 2, (5,), False)]
    assert table(event, 2, 2).boards == [5, 6]


def test_it_is_put_there_when_neither_pair_plays_it_elsewhere(event: Event) -> None:
    seat(event, [(1, 8, [7])], status=RoundStatus.PLANNED)
    clashes = swap_board(event.pk, table(event, 1, 1).pk, 2, 7, "Mistake.", ACTOR)
    assert [(clash.round, clash.table, clash.free) for clash in clashes] == [(3, 1, True)]
    assert table(event, 3, 1).boards == [2]
    assert due_by_board(event)[7] == 1


@pytest.mark.parametrize(
    ("due", "played", "code"), [(3, 5, "board-not-due"), (1, 2, "board-due"), (1, 99, "no-board")]
)
def test_refuses_what_cannot_be(event: Event, due: int, played: int, code: str) -> None:
    with pytest.raises(ServiceError) as refused:
        swap_board(event.pk, table(event, 1, 1).pk, due, played, "Mistake.", ACTOR)
    assert [fault.code for fault in refused.value.faults] == [code]
    assert table(event, 1, 1).boards == [1, 2]


def test_refuses_a_board_with_a_result_and_one_that_a_pair_has_played(event: Event) -> None:
    enter(event, 1, 1, 2, "7 8 5 5")
    with pytest.raises(ServiceError) as refused:
        swap_board(event.pk, table(event, 1, 1).pk, 2, 5, "Mistake.", ACTOR)
    assert refused.value.faults[0].code == "already-entered"
    with pytest.raises(ServiceError) as early:
        swap_board(event.pk, table(event, 2, 1).pk, 3, 2, "", ACTOR)
    assert {fault.code for fault in early.value.faults} == {
        "reason-missing",
        "round-not-open",
        "board-played-twice",
    }
