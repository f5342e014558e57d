"""The phone of a seat: taken by whoever sits there already, and freed by a director.

Owns: a key for somebody whom the desk has seated or had fill in; taking a key away from a phone that was lost, or that
somebody else has used.
Never does: seat anybody (games.py, leaving.py), know how a key is made or kept (keys.py).
Terms: *sitter*, the starter of a seat, or whoever fills in for them.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Game, GameSeat, GameStatus, StandIn
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, refuse_if
from tournaments.services.ranked.games import (
    Sat,
    faults_of_own_game,
    lock_open,
    name_of,
    starter_of,
    write_down,
)
from tournaments.services.ranked.keys import hash_of, new_key
from tournaments.services.ranked.leaving import settle_game_of
from tournaments.services.ranked.who_may import find_player
from tournaments.services.texts import faults_of_reason


def claim_seat(game_id: int, seat: str, who: str, actor: Actor, now: datetime | None = None) -> Sat:
    """Give a key to the phone of whoever sits on a seat; `who` is the full name or membership number that was typed.

    Raises `ServiceError` where that is somebody else or nobody, `ConflictError` where a phone has the seat already.
    """
    settle_game_of(game_id, now or timezone.now())
    with transaction.atomic():
        game = lock_open(game_id)
        _refuse_if_void(game)
        sitter = _sitter(game, seat)
        if sitter.key_hash:
            message = f"Another phone holds {name_of(seat)} already; the director can free it at the desk."
            raise ConflictError(Fault("seat-held", message, "seat"))
        person = find_player(game.event.tournament.club_id, who)
        if person.pk != sitter.person_id:
            # said without a name: who types is told nothing that does not stand on the page
            message = f"Somebody else sits {name_of(seat)}: choose your own seat, or ask the desk."
            refuse_if([Fault("not-the-sitter", message, "who")])
        key = new_key()
        sitter.key_hash = hash_of(key)
        sitter.save(update_fields=["key_hash"])
        write_down(game, actor, "seat.claimed", seat, after={"person": person.pk, "name": person.name})
    row = sitter.seat if isinstance(sitter, StandIn) else sitter
    return Sat(row.pk, key, started=False)


def free_phone(game_id: int, seat: str, reason: str, actor: Actor, now: datetime | None = None) -> None:
    """Take the key of a seat away: no phone speaks for it until somebody claims it again.

    Raises `ServiceError` without a reason, and to a director who plays in the game for any seat but their own;
    `ConflictError` where no phone has it.
    """
    settle_game_of(game_id, now or timezone.now())
    with transaction.atomic():
        game = lock_open(game_id)
        _refuse_if_void(game)
        sitter = _sitter(game, seat)
        own = actor.user_id is not None and sitter.person.user_id == actor.user_id
        faults = [] if own else faults_of_own_game(game, actor, "free another player’s phone")
        refuse_if([*faults, *faults_of_reason(reason, "Freeing the phone of a seat")])
        if not sitter.key_hash:
            raise ConflictError(f"No phone holds {name_of(seat)}.", code="no-phone")
        sitter.key_hash = ""
        sitter.save(update_fields=["key_hash"])
        before = {"person": sitter.person_id, "name": sitter.person.name}
        write_down(game, actor, "seat.freed", seat, before=before, reason=reason)


def _sitter(game: Game, seat: str) -> GameSeat | StandIn:
    """Who sits there now. Raises `NotFoundError` where nobody ever has, `ConflictError` for a quitter's empty seat."""
    starter = starter_of(game, seat)
    if starter.quit_at is None:
        return starter
    found = starter.stand_ins.filter(left_at=None).select_related("person", "seat").first()
    if found is None:
        message = f"{starter.person.name} has quit this game, and nobody fills in {name_of(seat)}."
        raise ConflictError(message, code="has-quit")
    return found


def _refuse_if_void(game: Game) -> None:
    if game.status == GameStatus.VOID:
        raise ConflictError(f"Game {game.number} counts for nothing; open another.", code="game-void")
