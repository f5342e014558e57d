"""What goes on at the tables of the stage: calls, clocks, a phone that holds a seat."""

from tests.api.calls import ACTOR, Stage
from tournaments.models import Call, Event, GameCall, Table
from tournaments.services.calls import call_director
from tournaments.services.clock import pause_clock, start_clock
from tournaments.services.ranked.calls import call
from tournaments.services.ranked.phones import claim_seat

NOTE = "Nil was led against"


def add_a_call(event: Event, table: int = 1, note: str = NOTE) -> Call:
    """Of a table in round 1."""
    found = Table.objects.get(round__event=event, round__number=1, number=table)
    return call_director(event.pk, found, ACTOR, note)


def add_a_game_call(event: Event, game: int = 2, note: str = NOTE) -> GameCall:
    return call(event.games.get(number=game).pk, ACTOR, note)


def hold_by_phone(event: Event, game: int = 2, seat: str = "N") -> str:
    """A phone holds the seat; its key."""
    found = event.games.get(number=game)
    name = found.seats.get(seat=seat).person.name
    return claim_seat(found.pk, seat, name, ACTOR).key


def set_the_tables(stage: Stage) -> None:
    """A call in each kind of event, a clock that runs and one that is paused, and a seat that a phone holds."""
    for event in (stage.event, stage.teams):
        add_a_call(event)
        start_clock(event.pk, 1, 20, ACTOR)
    pause_clock(stage.teams.pk, 1, ACTOR)
    add_a_game_call(stage.ranked)
    hold_by_phone(stage.ranked)
