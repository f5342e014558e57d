"""The draw and the life of a round: `services.rounds`, and the end of an event."""

import pytest
from django.contrib.auth.models import AnonymousUser

from boards.deal import Deal
from boards.pbn import PbnBoard
from tests.support.event_builders import (
    ACTOR,
    enter,
    four_tables,
    make_event,
    make_member,
    make_tournament,
    seat,
    seat_person,
)
from tournaments.draws.movement import Movement, Seating
from tournaments.draws.registry import build
from tournaments.models import Door, Event, EventStatus, Person, Role, RoundStatus, Table
from tournaments.services.actors import Actor
from tournaments.services.boards import import_boards
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import EventSettings, change_settings, create_event, finalise, reopen
from tournaments.services.rounds import close_round, draw_by_kind, install_movement, open_round, remove_draw
from tournaments.services.substitutes import substitute
from tournaments.services.visibility import visible_boards

pytestmark = pytest.mark.django_db


def codes(error: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def test_a_movement_becomes_rounds_and_tables() -> None:
    event = make_event(pairs=10, boards=15)
    movement = build("mitchell", 10, 15)
    install_movement(event.pk, movement, ACTOR)
    event.refresh_from_db()
    assert event.winners == "two"
    assert event.rounds.count() == len(movement.rounds)
    seats = Table.objects.filter(round__event=event, round__number=2).order_by("number")
    assert [(table.ns.number, table.ew.number, tuple(table.boards)) for table in seats] == [
        (seat.ns, seat.ew, seat.boards) for seat in sorted(movement.rounds[1], key=lambda seat: seat.table)
    ]
    assert event.entries.get(number=1).field == "NS"
    assert event.entries.get(number=10).field == "EW"


def test_a_movement_that_breaks_a_rule_is_refused_with_the_provers_words() -> None:
    event = make_event(pairs=4)
    twice = Movement("own", "own", 4, 1, ((Seating(1, 1, 2, (1,)), Seating(2, 1, 3, (1,))),))
    with pytest.raises(ServiceError) as error:
        install_movement(event.pk, twice, ACTOR)
    assert "seated-twice" in codes(error)
    assert not event.rounds.exists()


def test_a_movement_for_another_number_of_pairs() -> None:
    event = make_event(pairs=8)
    with pytest.raises(ServiceError, match="numbered 1 to 10; the event has 8"):
        install_movement(event.pk, build("mitchell", 10, 15), ACTOR)


def test_a_movement_that_wants_more_boards_than_there_are() -> None:
    event = make_event(pairs=10, boards=10)
    with pytest.raises(ServiceError, match="lacks boards that the movement plays: 11, 12"):
        install_movement(event.pk, build("mitchell", 10, 15), ACTOR)


def test_a_draw_with_results_stays() -> None:
    event = make_event(pairs=10)
    install_movement(event.pk, build("mitchell", 10, 15), ACTOR)
    open_round(event.pk, 1, ACTOR)
    enter(event, 1, 1, 1, "7 6 5 7")
    for change in (
        lambda: install_movement(event.pk, build("mitchell", 10, 15), ACTOR),
        lambda: remove_draw(event.pk, ACTOR),
    ):
        with pytest.raises(ConflictError) as error:
            change()
        assert codes(error) == ["results-in"]


def test_entries_wait_until_the_draw_is_removed() -> None:
    event = make_event(pairs=10)
    install_movement(event.pk, build("mitchell", 10, 15), ACTOR)
    with pytest.raises(ServiceError) as error:
        add_entries(event.pk, [NewEntry(players=("A B", "C D"))], ACTOR)
    assert codes(error) == ["draw-made"]
    remove_draw(event.pk, ACTOR)
    assert add_entries(event.pk, [NewEntry(players=("A B", "C D"))], ACTOR)[0].number == 11


def test_rounds_open_in_order() -> None:
    event = make_event(pairs=10)
    install_movement(event.pk, build("mitchell", 10, 15), ACTOR)
    with pytest.raises(ServiceError, match="Open round 1 before round 2"):
        open_round(event.pk, 2, ACTOR)
    open_round(event.pk, 1, ACTOR)
    event.refresh_from_db()
    assert event.status == EventStatus.RUNNING
    with pytest.raises(ConflictError):
        open_round(event.pk, 1, ACTOR)
    with pytest.raises(NotFoundError):
        open_round(event.pk, 99, ACTOR)


def test_closing_names_what_is_missing() -> None:
    event = make_event(pairs=8)
    four_tables(event, boards=(1,))
    enter(event, 1, 1, 1, "7 6 5 7")
    with pytest.raises(ServiceError, match="No result yet: round 1, table 2, board 1") as error:
        close_round(event.pk, 1, ACTOR)
    assert codes(error) == ["result-missing"] * 3 + ["reason-missing"]
    close_round(event.pk, 1, ACTOR, "the rest went home")
    assert event.log.get(action="round.closed").after == {"missing": 3}


def test_an_evening_to_its_end() -> None:
    event: Event = make_event(pairs=4)
    seat(event, [(1, 2, [1]), (3, 4, [1])])
    with pytest.raises(ServiceError) as error:
        finalise(event.pk, ACTOR)
    assert codes(error) == ["still-open"] * 3 + ["reason-missing"]
    for table, line in ((1, "7 6 5 7"), (2, "7 7 5 6")):
        enter(event, 1, table, 1, line)
    close_round(event.pk, 1, ACTOR)
    event.refresh_from_db()
    assert event.status == EventStatus.PROVISIONAL
    finalise(event.pk, ACTOR)
    with pytest.raises(ServiceError) as frozen:
        enter(event, 1, 1, 1, "7 7 5 6", version=1, reason="misread")
    assert codes(frozen) == ["event-final"]
    with pytest.raises(ServiceError) as unreasoned:
        reopen(event.pk, ACTOR, "")
    assert codes(unreasoned) == ["reason-missing"]
    reopen(event.pk, ACTOR, "misread slip")
    assert enter(event, 1, 1, 1, "7 7 5 6", version=1, reason="misread").version == 2


def test_a_closed_round_may_be_opened_again() -> None:
    event = make_event(pairs=4)
    seat(event, [(1, 2, [1])], status=RoundStatus.CLOSED)
    with pytest.raises(ServiceError) as error:
        open_round(event.pk, 1, ACTOR)
    assert codes(error) == ["reason-missing"]
    open_round(event.pk, 1, ACTOR, "a slip was found")
    assert event.rounds.get(number=1).closed_at is None
    assert enter(event, 1, 1, 1, "7 6 5 7").version == 1


@pytest.mark.parametrize("as_substitute", [False, True])
def test_a_director_who_plays_cannot_end_what_is_still_being_played(as_substitute: bool) -> None:
    event = make_event(pairs=4, boards=1)
    seat(event, [(1, 2, [1]), (3, 4, [1])])
    director = make_member(event.tournament.club, Role.DIRECTOR)
    if as_substitute:
        out = event.entries.get(number=1).players.first()
        assert out is not None
        made = substitute(event.pk, 1, out.pk, "Flo Sub", 1, None, ACTOR, "ill")
        Person.objects.filter(pk=made.into_id).update(user=director)
    else:
        seat_person(event, 1, director)
    actor = Actor.of(director, Door.ADMIN)
    with pytest.raises(ServiceError) as error:
        finalise(event.pk, actor, "I want to see the hands")
    assert codes(error) == ["plays-here"]
    with pytest.raises(ServiceError) as shown:
        change_settings(event.pk, EventSettings(traveller_secrecy="open"), actor, "I want to see")
    assert codes(shown) == ["plays-here"]
    assert visible_boards(event, director).deals == frozenset()


def test_a_board_of_a_round_that_was_never_opened_stays_hidden_in_a_final_event() -> None:
    event = make_event(pairs=4, boards=2)
    seat(event, [(1, 2, [1]), (3, 4, [1])])
    seat(event, [(1, 3, [2])], status=RoundStatus.PLANNED)
    finalise(event.pk, ACTOR, "rain")
    event.refresh_from_db()
    assert visible_boards(event, AnonymousUser()).deals == {1}


def test_an_event_without_a_draw_is_not_final_by_accident() -> None:
    event = make_event(pairs=2)
    with pytest.raises(ServiceError, match="There is no draw"):
        finalise(event.pk, ACTOR)
    finalise(event.pk, ACTOR, "called off")
    assert reopen(event.pk, ACTOR, "called on again").status == EventStatus.SETUP


@pytest.mark.parametrize(
    "expected",
    [{"a": "b"}, [1], "x", 5, {"1": None}, {"1": 0}, {"1": -5}, {"1": True}, {"0": 3}, {"9" * 20: 3}],
)
def test_expected_scores_are_counts_by_board(expected: object) -> None:
    event = make_event(pairs=2)
    with pytest.raises(ServiceError) as error:
        change_settings(event.pk, EventSettings(expected_scores=expected), ACTOR, "typed")
    assert [(fault.code, fault.path) for fault in error.value.faults] == [("expected", "expected_scores")]


@pytest.mark.parametrize("name", ["", " ", "x" * 201, "Pairs\u202e", "Pairs\x00"])
def test_names_of_events_are_names(name: str) -> None:
    with pytest.raises(ServiceError) as error:
        create_event(make_tournament(), name, EventSettings(), ACTOR)
    assert error.value.faults[0].path == "name"


def test_a_file_of_boards_beyond_what_an_event_holds_is_refused() -> None:
    event = make_event(pairs=2)
    with pytest.raises(ServiceError, match="at most 2000 boards"):
        import_boards(event.pk, [PbnBoard(1_000_000, Deal.from_number(7))], "wild.pbn", ACTOR)


def test_a_draw_by_kind_plays_the_boards_that_were_dealt() -> None:
    event = make_event(pairs=4, boards=6)
    movement = draw_by_kind(event.pk, "barometer", ACTOR)
    assert movement.boards <= 6
    assert {board for table in Table.objects.filter(round__event=event) for board in table.boards} <= set(
        range(1, 7)
    )


def test_a_draw_by_a_kind_that_does_not_exist() -> None:
    with pytest.raises(ServiceError, match="There is no movement"):
        draw_by_kind(make_event(pairs=4).pk, "waltz", ACTOR)
