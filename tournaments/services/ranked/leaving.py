"""Leaving a table: the grace, quits, stand-ins, games ended because somebody left."""

from datetime import datetime

from tournaments.models import Absence, Game
from tournaments.services.actors import Actor
from tournaments.services.ranked.games import Sat

SETTLE_TASK = "tournaments.settle_absences"


def leave(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> Absence:
    raise NotImplementedError


def come_back(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> Absence:
    raise NotImplementedError


def settle_absences(event_id: int | None = None, now: datetime | None = None) -> int:
    """How many have quit by `now`."""
    raise NotImplementedError


def fill_in(game_id: int, seat: str, person_id: int, actor: Actor, now: datetime | None = None) -> Sat:
    raise NotImplementedError


def stand_in_leaves(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> None:
    raise NotImplementedError


def end_by_leaving(game_id: int, reason: str, actor: Actor, now: datetime | None = None) -> Game:
    raise NotImplementedError
