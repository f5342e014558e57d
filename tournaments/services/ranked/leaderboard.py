"""The leaderboard setting of a person: turned off after a warning, with its price."""

from datetime import datetime

from tournaments.models import Person
from tournaments.services.actors import Actor


def warning_of(person: Person, now: datetime | None = None) -> str:
    """What turning the setting off brings, in words to show before."""
    raise NotImplementedError


def set_on_leaderboard(person_id: int, on: bool, actor: Actor, now: datetime | None = None) -> Person:
    raise NotImplementedError
