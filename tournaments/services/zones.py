"""The time zone that a tournament is told in."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from tournaments.models import Tournament


def zone_of(tournament: Tournament) -> tzinfo:
    """The tournament's time zone; UTC where its name means nothing to this machine."""
    try:
        return ZoneInfo(tournament.time_zone)
    except (LookupError, ValueError, OSError):
        return UTC
