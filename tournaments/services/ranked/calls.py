"""Calling the director from a game: its table raises a flag, somebody comes.

Owns: the calls of games. Never does: call from a table of another kind of event (services/calls.py).
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournaments.models import Event, Game, GameCall, GameStatus
from tournaments.services.actors import Actor
from tournaments.services.calls import LONGEST_NOTE
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.ranked.games import lock_open, write_down
from tournaments.services.texts import faults_of_note


def call(game_id: int, actor: Actor, note: str = "", now: datetime | None = None) -> GameCall:
    """Raise the flag of a game's table; one that is up already stays the same one, with its note.

    Raises `ServiceError` for a note that is none, `ConflictError` for a game that counts for nothing.
    """
    refuse_if(faults_of_note(note, "note"))
    with transaction.atomic():
        game = lock_open(game_id)
        standing = open_call(game)
        if standing is not None:
            return standing
        if game.status == GameStatus.VOID:
            message = f"Game {game.number} counts for nothing; go to the director’s desk."
            raise ConflictError(message, code="game-void")
        made = GameCall.objects.create(
            game=game, note=" ".join(note.split())[:LONGEST_NOTE], at=now or timezone.now()
        )
        write_down(game, actor, "director.called", after={"note": made.note})
    return made


def answer(game_id: int, call_id: int, actor: Actor, now: datetime | None = None) -> GameCall:
    """Say that somebody comes. A call that was answered already stays as it is. Raises `NotFoundError`."""
    with transaction.atomic():
        game = lock_open(game_id)
        found = game.calls.filter(pk=call_id).first()
        if found is None:
            raise NotFoundError("There is no such call of this game.", code="no-call")
        if found.answered_at is None:
            found.answered_at, found.answered_by = now or timezone.now(), actor.name[:200]
            found.save(update_fields=["answered_at", "answered_by"])
            write_down(game, actor, "director.came")
    return found


def open_call(game: Game) -> GameCall | None:
    """The flag of a game that is up."""
    return game.calls.filter(answered_at=None).first()


def latest_call(game: Game) -> GameCall | None:
    """The one that its table shows, answered or not."""
    return game.calls.order_by("-pk").first()


def open_calls(event: Event) -> Iterable[GameCall]:
    """Games whose tables wait for a director, longest first; over or not."""
    return GameCall.objects.filter(game__event=event, answered_at=None).select_related("game")
