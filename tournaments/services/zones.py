"""The time zone that a tournament, or a club, is told in."""

from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from tournaments.models import Club, Tournament


def zone_of(tournament: Tournament) -> tzinfo:
    """The tournament's time zone; UTC where its name means nothing to this machine."""
    try:
        return ZoneInfo(tournament.time_zone)
    except (LookupError, ValueError, OSError):
        return UTC


def zone_of_club(club: Club) -> tzinfo:
    """Where a club is, for pages that belong to no tournament: the zone of its latest one; UTC before the first."""
    latest = Tournament.objects.filter(club=club).order_by("-starts_on", "-pk").first()
    return UTC if latest is None else zone_of(latest)
