"""The stakes' ledger of an event: settlements of games, and what they add up to."""

from datetime import datetime

from tournaments.models import Event, Game, Person
from tournaments.services.actors import Actor


def settle_stakes(game: Game, actor: Actor, now: datetime | None = None) -> None:
    raise NotImplementedError


def balances(event: Event) -> list[tuple[Person, int]]:
    """Everybody with a line, with their points, most first; the points add up to 0."""
    raise NotImplementedError
