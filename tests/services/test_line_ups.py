"""Who sits where in a Teams match: the first line-up, the next, and what no line-up can be."""

import pytest

from tests.support.event_builders import ACTOR, make_member, seat_person, standings
from tests.support.team_builders import (
    WIN,
    enter_board,
    finish_round,
    make_teams,
    match_data,
    publish,
)
from tournaments.models import Door, Event, Role, TableSeat
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.players import change_players

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two teams, one match, under way."""
    made = make_teams(2)
    publish(made)
    return made


def refusal(error: pytest.ExceptionInfo[ServiceError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in error.value.faults]


def test_the_first_line_up_and_the_next() -> None:
    event = make_teams(4, players=6)
    publish(event)
    assert seated(event, 1, "1") == {"open": ["1A", "1B"], "closed": ["1C", "1D"]}
    set_line_up(event.pk, (1, 1, 1), LineUp(("1E", "1A"), ("1F", "1C")), ACTOR)
    assert seated(event, 1, "1") == {"open": ["1E", "1A"], "closed": ["1F", "1C"]}
    finish_round(event, 1)
    publish(event)
    assert seated(event, 2, "1") == {"open": ["1E", "1A"], "closed": ["1F", "1C"]}


def seated(event: Event, round_number: int, prefix: str) -> dict[str, list[str]]:
    """Where the players whose names start with `prefix` sit, by room."""
    seats = TableSeat.objects.filter(
        table__round__event=event, table__round__number=round_number, person__name__startswith=prefix
    ).order_by("position")
    return {
        room: list(seats.filter(table__room=room).values_list("person__name", flat=True))
        for room in ("open", "closed")
    }


@pytest.mark.parametrize(
    ("line_up", "expected"),
    [
        (LineUp(("1A", "2B"), ("1C", "1D")), [("not-in-team", "open[1]")]),
        (LineUp(("1A", "1B"), ("1A", "1D")), [("twice", "open")]),
        (LineUp(("1A", "1B", "1C"), ("1D",)), [("players", "open"), ("players", "closed")]),
    ],
)
def test_impossible_line_ups(event: Event, line_up: LineUp, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(ServiceError) as error:
        set_line_up(event.pk, (1, 1, 1), line_up, ACTOR)
    assert refusal(error) == expected


def test_a_line_up_after_boards_needs_a_reason(event: Event) -> None:
    enter_board(event, 1, 1, 1, WIN)
    swapped = LineUp(("1C", "1D"), ("1A", "1B"))
    with pytest.raises(ServiceError) as error:
        set_line_up(event.pk, (1, 1, 1), swapped, ACTOR)
    assert refusal(error) == [("reason-missing", "reason")]
    set_line_up(event.pk, (1, 1, 1), swapped, ACTOR, "they sat down the other way")
    data = match_data(event, 1, 1)
    assert data["rooms"]["open"]["ns_players"] == ["1C", "1D"]
    with pytest.raises(NotFoundError):
        set_line_up(event.pk, (1, 1, 3), swapped, ACTOR, "no such team")


def test_nobody_sits_for_a_team_they_have_left() -> None:
    event = make_teams(4, players=5)
    publish(event)
    set_line_up(event.pk, (1, 1, 1), LineUp(("1E", "1A"), ("1B", "1C")), ACTOR)
    finish_round(event, 1)
    standings(event)
    change_players(event.pk, 1, ["1A", "1B", "1C", "1D"], ACTOR, "1E moved away")
    publish(event)
    assert seated(event, 2, "1") == {"open": ["1A", "1B"], "closed": ["1C", "1D"]}


def test_who_plays_in_a_match_changes_no_line_up_once_boards_are_in(event: Event) -> None:
    user = make_member(event.tournament.club, Role.DIRECTOR)
    seat_person(event, 1, user)
    actor = Actor.of(user, Door.API)
    swapped = LineUp(("1C", "1D"), ("1A", "1B"))
    set_line_up(event.pk, (1, 1, 1), swapped, actor)
    enter_board(event, 1, 1, 1, WIN)
    with pytest.raises(ServiceError, match="another director has to"):
        set_line_up(event.pk, (1, 1, 1), LineUp(("1A", "1B"), ("1C", "1D")), actor, "to see the other table")
