"""Tournaments: making one."""

from dataclasses import dataclass
from datetime import date
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.text import slugify

from scoring.faults import Fault
from tournaments.models import Club, Tournament
from tournaments.services.errors import refuse_if
from tournaments.services.slugs import free_slug


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournament:
    """A tournament to be made: `name`, `place` and days as shown; `time_zone` by its IANA name."""

    name: str
    starts_on: date
    ends_on: date | None = None
    place: str = ""
    time_zone: str = "UTC"


def create_tournament(club: Club, wanted: NewTournament) -> Tournament:
    """Make a tournament of `club`. Raises `ServiceError` with every fault."""
    faults = []
    name = " ".join(wanted.name.split())
    if not name:
        faults.append(Fault(code="name-missing", message="Give the tournament a name.", path="name"))
    if wanted.ends_on is not None and wanted.ends_on < wanted.starts_on:
        message = (
            f"It cannot end on {wanted.ends_on} and begin on {wanted.starts_on}; correct one of the days."
        )
        faults.append(Fault(code="days", message=message, path="ends_on"))
    if wanted.time_zone not in available_timezones():
        message = f"“{wanted.time_zone}” is no time zone; write such as Europe/Berlin."
        faults.append(Fault(code="time-zone", message=message, path="time_zone"))
    refuse_if(faults)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # one slug at a time in a club
        taken = set(Tournament.objects.values_list("slug", flat=True))
        return Tournament.objects.create(
            club=club,
            name=name,
            slug=free_slug(slugify(name) or "tournament", taken),
            place=wanted.place.strip(),
            starts_on=wanted.starts_on,
            ends_on=wanted.ends_on,
            time_zone=wanted.time_zone,
        )
