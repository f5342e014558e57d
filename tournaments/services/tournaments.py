"""Tournaments: making one, and changing what is said of it; its log has both. Nothing deletes one."""

from dataclasses import asdict, dataclass
from datetime import date
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.text import slugify

from scoring.faults import Fault
from tournaments.models import Club, Tournament
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.logbook import log_tournament
from tournaments.services.slugs import free_slug
from tournaments.services.texts import faults_of_name, faults_of_note

FIRST_YEAR, LAST_YEAR = 1900, 2199


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournament:
    """A tournament to be made: `name`, `place` and days as shown; `time_zone` by its IANA name."""

    name: str
    starts_on: date
    ends_on: date | None = None
    place: str = ""
    time_zone: str = "UTC"

    @classmethod
    def of(cls, tournament: Tournament) -> "NewTournament":
        return cls(
            name=tournament.name,
            starts_on=tournament.starts_on,
            ends_on=tournament.ends_on,
            place=tournament.place,
            time_zone=tournament.time_zone,
        )

    def to_json(self) -> dict[str, object]:
        days = {"starts_on": self.starts_on.isoformat(), "ends_on": self.ends_on and self.ends_on.isoformat()}
        return {**asdict(self), **days}


def create_tournament(club: Club, wanted: NewTournament, actor: Actor) -> Tournament:
    """Make a tournament of `club`. Raises `ServiceError` with every fault."""
    refuse_if(_faults_of(wanted))
    name = _tidy(wanted.name)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # one slug at a time in a club
        taken = set(Tournament.objects.values_list("slug", flat=True))
        made = Tournament(club=club, slug=free_slug(slugify(name)[:80] or "tournament", taken))
        _save(made, wanted)
        log_tournament(made, actor, "tournament.created", after=NewTournament.of(made).to_json())
    return made


def change_tournament(
    tournament_id: int, wanted: NewTournament, actor: Actor, reason: str = ""
) -> Tournament:
    """Give a tournament another name, place, days or time zone; its address stays. Raises `ServiceError` with every
    fault, `NotFoundError` where there is none."""
    refuse_if([*_faults_of(wanted), *faults_of_note(reason, "reason")])
    with transaction.atomic():
        found = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if found is None:
            raise NotFoundError(f"There is no tournament {tournament_id}.", code="no-tournament")
        before = NewTournament.of(found)
        _save(found, wanted)
        after = NewTournament.of(found)
        if after != before:
            said = (before.to_json(), after.to_json())
            log_tournament(found, actor, "tournament.changed", before=said[0], after=said[1], reason=reason)
    return found


def _save(tournament: Tournament, wanted: NewTournament) -> None:
    tournament.name = _tidy(wanted.name)
    tournament.place = wanted.place.strip()
    tournament.starts_on, tournament.ends_on = wanted.starts_on, wanted.ends_on
    tournament.time_zone = wanted.time_zone
    tournament.save()


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _faults_of(wanted: NewTournament) -> list[Fault]:
    faults = []
    if not _tidy(wanted.name):
        faults.append(Fault(code="name-missing", message="Give the tournament a name.", path="name"))
    else:
        faults += faults_of_name(_tidy(wanted.name), "name")
    if wanted.place.strip():
        faults += faults_of_name(wanted.place.strip(), "place")
    for path, day in (("starts_on", wanted.starts_on), ("ends_on", wanted.ends_on)):
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            message = f"{day} is no day of a tournament; the year lies between {FIRST_YEAR} and {LAST_YEAR}."
            faults.append(Fault(code="days", message=message, path=path))
    if wanted.ends_on is not None and wanted.ends_on < wanted.starts_on:
        message = (
            f"It cannot end on {wanted.ends_on} and begin on {wanted.starts_on}; correct one of the days."
        )
        faults.append(Fault(code="days", message=message, path="ends_on"))
    if wanted.time_zone not in available_timezones():
        message = f"“{wanted.time_zone}” is no time zone; write such as Europe/Berlin."
        faults.append(Fault(code="time-zone", message=message, path="time_zone"))
    return faults
