"""The end of a game, and what follows from it: made anew from what is stored, whenever something of it changes."""

from datetime import datetime

from tournaments.models import Game
from tournaments.services.actors import Actor


def settle_game(game: Game, actor: Actor, now: datetime | None = None) -> None:
    """Under the event's lock: status, outcome, ending, who has quit, the ledger of ratings, the stakes."""
    raise NotImplementedError
