"""An event or a whole tournament made after an earlier one of the same club.

Owns: what is copied (settings, rule set, tie-breaks, and the entries where that is wanted) and what never is: boards
and their secrets, draws and seeds, results, rulings, penalties.
"""

from dataclasses import dataclass, replace

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Club, Entry, EntryPlayer, Event, Kind, Tournament
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.event_details import EventDetails, change_details
from tournaments.services.events import EventSettings, create_event
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.ranked.options import RankedOptions, create_ranked_event
from tournaments.services.team_settings import TeamOptions, create_teams_event
from tournaments.services.tournaments import NewTournament, create_tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A copied event, how many entries came along, and how many stayed behind: those that had withdrawn, and those
    on stand-by."""

    event: Event
    entries: int
    left: int


def find_source(club: Club | int, event_id: int) -> Event:
    """The event to copy. Raises `ServiceError` where the club has none of that key."""
    club_id = club if isinstance(club, int) else club.pk
    found = (
        Event.objects.select_related("tournament", "teams", "ranked")
        .defer("movement")
        .filter(pk=event_id, tournament__club_id=club_id)
        .first()
    )
    if found is None:
        message = "This club has no such event; choose one of its own to copy."
        raise ServiceError(Fault("no-source", message, "copy_from"))
    return found


def copied_settings(source: Event) -> EventSettings:
    """The settings of an earlier event, without what was about its own boards."""
    return replace(EventSettings.of(source), expected_scores={})


def copied_options(source: Event) -> TeamOptions:
    """The same of a Teams event; a seed is for one draw."""
    return replace(TeamOptions.of(source), seed=None)


def copy_event(
    tournament: Tournament, source_id: int, actor: Actor, *, name: str = "", with_entries: bool = False
) -> Made:
    """Make an event of `tournament` with the settings of an earlier one of the same club, and its entries where they
    are wanted. Raises `ServiceError` with every fault."""
    with transaction.atomic():
        source = find_source(tournament.club_id, source_id)
        called = name or source.name
        settings = copied_settings(source)
        if source.kind == Kind.TEAMS:
            made = create_teams_event(tournament, called, settings, copied_options(source), actor)
        elif source.kind == Kind.RANKED:
            made = create_ranked_event(tournament, called, settings, RankedOptions.of(source), actor)
        else:
            made = create_event(tournament, called, settings, actor)
        change_details(made.pk, replace(EventDetails.of(source), name=called), actor)
        return finish_copy(made.pk, source, actor, with_entries=with_entries)


def finish_copy(event_id: int, source: Event, actor: Actor, *, with_entries: bool) -> Made:
    """Give a new event without entries those of `source` where they are wanted, and log what it was copied from."""
    with transaction.atomic():
        event = lock_event(event_id)
        entries, left = _copy_entries(source, event) if with_entries else (0, 0)
        after: dict[str, object] = {"from": source.pk, "name": source.name, "entries": entries}
        log(event, actor, "event.copied", after=after)
        if entries:
            raise_version(event, all_boards=True)
            queue_recompute(event)
    return Made(event=event, entries=entries, left=left)


def copy_tournament(
    club: Club, source_id: int, wanted: NewTournament, actor: Actor, *, with_entries: bool = False
) -> Tournament:
    """Make a tournament with copies of all events of an earlier one of the same club."""
    with transaction.atomic():
        source = Tournament.objects.filter(pk=source_id, club=club).first()
        if source is None:
            message = "This club has no such tournament; choose one of its own to copy."
            raise ServiceError(Fault("no-source", message, "copy_from"))
        made = create_tournament(club, wanted, actor)
        for event_id in source.events.order_by("pk").values_list("pk", flat=True):
            copy_event(made, event_id, actor, with_entries=with_entries)
    return made


def _copy_entries(source: Event, event: Event) -> tuple[int, int]:
    """The same people, not only the same names: namesakes stay apart. Numbers close up."""
    every = list(source.entries.order_by("number"))
    kept = [entry for entry in every if not entry.withdrawn and not entry.standby]
    made = Entry.objects.bulk_create(
        Entry(event=event, number=number, name=entry.name, stays_seated=entry.stays_seated)
        for number, entry in enumerate(kept, start=1)
    )
    new = {entry.pk: copy for entry, copy in zip(kept, made, strict=True)}
    seats = EntryPlayer.objects.filter(entry__in=kept).order_by("entry_id", "position")
    EntryPlayer.objects.bulk_create(
        (
            EntryPlayer(entry=new[seat.entry_id], person_id=seat.person_id, position=seat.position)
            for seat in seats
        ),
        batch_size=500,
    )
    return len(kept), len(every) - len(kept)
