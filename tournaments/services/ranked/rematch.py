"""Another game with the same four, once all four want it."""

from datetime import datetime

from tournaments.models import Game
from tournaments.services.actors import Actor


def vote(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> Game | None:
    """The new game, once the fourth has voted."""
    raise NotImplementedError


def take_back_vote(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> None:
    raise NotImplementedError
