"""Players put on seats at the desk, as a director says them: a name typed, or somebody found while typing.

Owns: that a game is opened and its players seated in one step, all or nothing.
Never does: say who may sit down (games.py, who_may.py).
Terms: *named*, a player as a door says it (services/people.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import transaction

from tournaments.models import Game
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.people import Named, faults_of_people, meant, people_for
from tournaments.services.ranked.games import Sat, open_game, seat_four
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.texts import faults_of_name


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game as a director wants it; what is None is as the event has it. `seats` are those that are taken already, by
    N, E, S and W."""

    table: int
    rated: bool | None = None
    target: int | None = None
    stake: int | None = None
    seats: Mapping[str, Named] = field(default_factory=dict)


def open_named(event_id: int, wanted: NewGame, actor: Actor) -> Game:
    """Open a game and seat who is named; with four it starts. Raises as `open_game` and `seat_four` do."""
    with transaction.atomic():
        game = open_game(
            event_id, wanted.table, actor, rated=wanted.rated, target=wanted.target, stake=wanted.stake
        )
        return seat_named(game.pk, wanted.seats, actor) if wanted.seats else game


def seat_named(game_id: int, seats: Mapping[str, Named], actor: Actor) -> Game:
    """Put people on free seats of a game that waits for players, all or none. Whom the club does not know is entered as
    one of its people. Raises as `seat_four` does."""
    with transaction.atomic():
        keys = _keys(game_id, seats)
        return seat_four(game_id, keys, actor)


def fill_in_named(game_id: int, seat: str, named: Named, actor: Actor) -> Sat:
    """Have somebody fill in on a seat that was quit. Raises as `fill_in` does."""
    with transaction.atomic():
        return fill_in(game_id, seat, _keys(game_id, {seat: named})[seat], actor)


def _keys(game_id: int, seats: Mapping[str, Named]) -> dict[str, int]:
    """The person of each seat, made where the club knows nobody of the name."""
    club_id = Game.objects.filter(pk=game_id).values_list("event__tournament__club", flat=True).first()
    if club_id is None:
        raise NotFoundError("There is no such game.", code="no-game")
    players = meant(club_id, list(seats.values()))
    faults = faults_of_people(players, "person")
    for seat, player in zip(seats, players, strict=True):
        if player.person is None:
            faults += [fault.under(seat) for fault in faults_of_name(player.name, "person")]
    refuse_if(faults)
    return dict(zip(seats, people_for(club_id, players), strict=True))
