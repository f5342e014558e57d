"""Who may sit down to a game: conditions and bans, asked of the database for scoring/ranked.py; players found by name."""

from collections.abc import Iterable
from datetime import datetime

from scoring.faults import Fault
from tournaments.models import Event, Person


def faults_to_sit(
    event: Event,
    person: Person,
    now: datetime,
    *,
    rated: bool,
    fills_in: bool = False,
    rematch: bool = False,
) -> list[Fault]:
    """Everything that keeps `person` from a seat; `now` may be in any zone, the words are in the tournament's."""
    raise NotImplementedError


def finished_games(person_ids: Iterable[int]) -> dict[int, int]:
    """How many games each has finished, of every kind."""
    raise NotImplementedError


def find_player(club_id: int, text: str) -> Person:
    """Whom a full name or a membership number means. Raises `ServiceError` for nobody and for several."""
    raise NotImplementedError
