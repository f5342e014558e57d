"""What an event is called, how its paper is entered, whether it is rated, and of which kind it is: changed until it
matters.

Owns: these four, and their faults. The event's address (its slug) stays what it was when it was made: people keep it.
"""

from dataclasses import asdict, dataclass, replace

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Event, Kind, RankedSettings, Result, TeamsSettings
from tournaments.services.actors import Actor
from tournaments.services.errors import refuse_if
from tournaments.services.events import EventSettings, apply_settings, faults_if_final, usual_settings
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.ranked.options import RankedOptions, store_options
from tournaments.services.team_settings import TeamOptions, new_team_settings
from tournaments.services.texts import faults_of_name, faults_of_note


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDetails:
    """`entered_twice`: a result from paper is provisional until a second entry says the same. `rated`: each table is a
    rated game once the event is final; of ranked tables, whether a game is rated unless said otherwise."""

    name: str
    entered_twice: bool = False
    rated: bool = False

    @classmethod
    def of(cls, event: Event) -> "EventDetails":
        return cls(name=event.name, entered_twice=event.entered_twice, rated=event.rated)


def change_details(event_id: int, details: EventDetails, actor: Actor, reason: str = "") -> Event:
    """Rename an event, say how its paper is entered, or whether it is rated. Raises `ServiceError` with every fault."""
    after = replace(details, name=" ".join(details.name.split()))
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(
            [
                *faults_if_final(event),
                *faults_of_name(after.name, "name"),
                *faults_of_note(reason, "reason"),
            ]
        )
        before = EventDetails.of(event)
        if before == after:
            return event
        event.name, event.entered_twice, event.rated = after.name, after.entered_twice, after.rated
        event.save(update_fields=["name", "entered_twice", "rated"])
        # pages that are kept by the version show the name
        raise_version(event)
        action = "event.renamed" if before.name != after.name else "event.details"
        log(event, actor, action, before=asdict(before), after=asdict(after), reason=reason)
        queue_recompute(event)
    return event


def fixed_kind(event: Event) -> str:
    """Why the event's kind cannot change any more, in one sentence; "" while it can."""
    for there, what in (
        (event.entries.exists(), "entries"),
        (event.rounds.exists(), "a draw"),
        (event.kind == Kind.RANKED and event.games.exists(), "games"),
        (event.board_set_id is not None, "boards"),
        (Result.objects.filter(event=event).exists(), "results"),
    ):
        if there:
            kind = Kind(event.kind).label
            return f"“{event.name}” has {what}, so it stays a {kind} event; make a new event instead."
    return ""


def change_kind(event_id: int, kind: str, actor: Actor) -> Event:
    """Make an event that holds nothing yet one of another kind; its settings become the usual ones of that kind.

    Raises `ServiceError` once there is anything that belongs to the kind it has.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        faults = list(faults_if_final(event))
        if kind not in Kind.values:
            message = f"“{kind[:20]}” is no kind of event; choose {' or '.join(Kind.values)}."
            faults.append(Fault("kind", message, "kind"))
        elif kind != event.kind and (fixed := fixed_kind(event)):
            faults.append(Fault("kind-fixed", fixed, "kind"))
        refuse_if(faults)
        if kind == event.kind:
            return event
        before = {"kind": event.kind, **EventSettings.of(event).to_json()}
        settings = usual_settings(kind)
        event.kind = kind
        event.rated = False
        apply_settings(event, settings)
        event.save()
        TeamsSettings.objects.filter(event=event).delete()
        RankedSettings.objects.filter(event=event).delete()
        if kind == Kind.TEAMS:
            new_team_settings(event, TeamOptions()).save()
        if kind == Kind.RANKED:
            store_options(event, RankedOptions())
        raise_version(event, all_boards=True)
        after = {"kind": kind, **settings.to_json()}
        log(event, actor, "event.kind", before=before, after=after)
        queue_recompute(event)
    return event
