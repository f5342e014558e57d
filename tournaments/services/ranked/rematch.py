"""Another game with the same four at the same table, once all four want it.

Owns: votes, and the game that comes of four.
Never does: seat anybody else; whoever wants other players opens a game (games.py).
Source: docs/rules.md §6: a rematch needs all four votes.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Game, GameSeat, GameStatus, RematchVote
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, refuse_if
from tournaments.services.ranked.games import (
    SEATS,
    add_game,
    lock_open,
    lock_people,
    start_game,
    starter_of,
    write_down,
)
from tournaments.services.ranked.who_may import faults_to_sit


def vote(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> Game | None:
    """A starter of a game that is over wants another. With the fourth vote it is opened and starts at once, with the
    same seats, rules, stake and keys; it is returned then.

    Raises `ConflictError` where there can be no rematch, `ServiceError` with what keeps any of the four from it. Who
    has voted already may do so again.
    """
    when = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id)
        starter = starter_of(game, seat)
        _refuse_without_rematch(game)
        _voted, made = RematchVote.objects.get_or_create(seat=starter, defaults={"at": when})
        if made:
            after = {"person": starter.person_id, "name": starter.person.name}
            write_down(game, actor, "rematch.wanted", seat, after=after)
        if RematchVote.objects.filter(seat__game=game).count() < len(SEATS):
            return None
        return _again(game, actor, when)


def take_back_vote(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> None:
    """Not another game, after all; refused once it has begun. Nothing happens where there was no vote."""
    with transaction.atomic():
        game = lock_open(game_id)
        starter = starter_of(game, seat)
        _refuse_without_rematch(game)
        count, _rows = RematchVote.objects.filter(seat=starter).delete()
        if count:
            before = {"person": starter.person_id, "name": starter.person.name}
            write_down(game, actor, "rematch.not-wanted", seat, before=before)


def _again(game: Game, actor: Actor, now: datetime) -> Game:
    seats = sorted(game.seats.all(), key=lambda each: SEATS.index(each.seat))
    people = lock_people(each.person_id for each in seats)
    faults: list[Fault] = []
    for each in seats:
        found = faults_to_sit(game.event, people[each.person_id], now, rated=game.rated, rematch=True)
        faults += [fault.under(each.seat) for fault in found]
    refuse_if(faults)
    wanted = Game(
        event=game.event,
        table=game.table,
        rules=game.rules,
        rated=game.rated,
        stake=game.stake,
        rematch_of=game,
    )
    made = add_game(game.event, wanted, actor, now)
    GameSeat.objects.bulk_create(
        GameSeat(game=made, seat=each.seat, person_id=each.person_id, key_hash=each.key_hash, sat_at=now)
        for each in seats
    )
    start_game(made, actor, now)
    return made


def _refuse_without_rematch(game: Game) -> None:
    if game.status != GameStatus.OVER:
        message = (
            f"Game {game.number} was declared void: open another."
            if game.status == GameStatus.VOID
            else f"Game {game.number} is not over yet; a rematch is for after it."
        )
        raise ConflictError(message, code="not-over")
    again = Game.objects.filter(rematch_of=game).first()
    if again is not None:
        message = f"The rematch has begun already: it is game {again.number}."
        raise ConflictError(message, code="rematch-begun")
    quitter = game.seats.exclude(quit_at=None).select_related("person").first()
    if quitter is not None:
        message = f"{quitter.person.name} has quit this game, so it has no rematch; open another."
        raise ConflictError(message, code="has-quit")
