"""A game that was declared void, or ended, as it was before.

Owns: bringing back a game that counts for nothing, or that somebody has decided, and what is in the way of it.
Never does: say how a game stands by its deals and quits (ending.py).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Game, GameEnding, GameOutcome, GameStatus
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, refuse_if
from tournaments.services.ranked.ending import in_the_way, settle_game
from tournaments.services.ranked.games import end_of, faults_of_own_game, lock_open, write_down
from tournaments.services.texts import faults_of_reason


def restore_game(
    game_id: int, said: Mapping[str, Any], reason: str, actor: Actor, now: datetime | None = None
) -> Game:
    """Have a game stand as it did before somebody declared it void or ended it: `said` is its end as the log has it
    (`games.end_of`). What has come in since counts, so that it may be over by its deals. Ledger and stakes follow.

    Raises `ServiceError` without a reason, `ConflictError` where its table or one of its players is busy.
    """
    when = now or timezone.now()
    with transaction.atomic():
        game = lock_open(game_id)
        faults = faults_of_own_game(game, actor, "bring it back")
        refuse_if([*faults, *faults_of_reason(reason, "Bringing a game back")])
        before, seating = end_of(game), said["status"] == GameStatus.SEATING
        if seating:
            _refuse_to_wait_again(game)
            game.ended_at = None
        # of one that was played, `settle_game` says whether it is over still, and what is in the way if not
        game.status = GameStatus.SEATING if seating else GameStatus.OVER
        game.outcome = said["outcome"] and GameOutcome(said["outcome"])
        game.ending = said["ending"] and GameEnding(said["ending"])
        game.reason = said["ruling"]
        write_down(game, actor, "game.restored", before=before, after=dict(said), reason=reason)
        settle_game(game, actor, when)
    return game


def _refuse_to_wait_again(game: Game) -> None:
    found = in_the_way(game)
    if found:
        message = f"{game} cannot wait for players again. {'; '.join(found)}: open another game instead."
        raise ConflictError(Fault("game-waits-again", message))
