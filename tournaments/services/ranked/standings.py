"""The standings of an event of ranked tables: its games, and how its players stand."""

from tournaments.models import Event, StandingsSnapshot
from tournaments.services.fresh import Fresh


def compute_ranked(event: Event, snapshot: StandingsSnapshot) -> Fresh:
    raise NotImplementedError
