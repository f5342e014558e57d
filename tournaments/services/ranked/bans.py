"""Bans from ranked games: which hold, made when somebody quits, lifted by a director with a reason."""

from datetime import datetime

from tournaments.models import Ban, GameSeat, Person
from tournaments.services.actors import Actor


def standing_bans(club_id: int, now: datetime | None = None) -> list[Ban]:
    """The bans that hold, longest last."""
    raise NotImplementedError


def ban(person: Person, reason: str, since: datetime, seat: GameSeat | None = None) -> Ban | None:
    """Ban somebody as the club's policy has it; None where it has no such ban."""
    raise NotImplementedError


def lift_ban(ban_id: int, reason: str, actor: Actor, now: datetime | None = None) -> Ban:
    """Let somebody play again. Raises `ServiceError` without a reason."""
    raise NotImplementedError
