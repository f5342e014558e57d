"""From the settings that are sent to those that services take, for every kind of event."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Event, Kind, Tournament
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.events import EventSettings, change_settings, create_event, usual_settings
from tournaments.services.locking import lock_event
from tournaments.services.ranked.options import RankedOptions, change_options, create_ranked_event
from tournaments.services.ratings.ledger import change_rated
from tournaments.services.team_settings import TeamOptions, change_team_options, create_teams_event

ONLY = {
    Kind.PAIRS: ("winners", "neuberg", "expected_scores"),
    Kind.TEAMS: ("teams",),
    Kind.RANKED: ("ranked",),
}
"""What only one kind of event has."""
_OPTIONS = frozenset(field.name for field in fields(TeamOptions))
_RANKED = frozenset(field.name for field in fields(RankedOptions)) - {"rated"}


def make_event(tournament: Tournament, name: str, kind: str, given: Mapping[str, Any], actor: Actor) -> Event:
    """Make an event of `given`, the checked form without name and kind."""
    refuse_if(_faults_of_other_kind(kind, given))
    settings = replace(usual_settings(kind), **_settings(given))
    if kind == Kind.RANKED:
        with _told_under("ranked", _RANKED):
            ranked = RankedOptions(**given.get("ranked", {}), rated=given.get("rated", True))
            return create_ranked_event(tournament, name, settings, ranked, actor)
    with transaction.atomic():
        event = _duplicate_event(tournament, name, kind, settings, given, actor)
        return change_rated(event.pk, given["rated"], actor) if "rated" in given else event


def _duplicate_event(
    tournament: Tournament,
    name: str,
    kind: str,
    settings: EventSettings,
    given: Mapping[str, Any],
    actor: Actor,
) -> Event:
    if kind != Kind.TEAMS:
        return create_event(tournament, name, settings, actor)
    with _told_under("teams", _OPTIONS):
        options = TeamOptions(**given.get("teams", {}))
        return create_teams_event(tournament, name, settings, options, actor)


def change_event(event_id: int, given: Mapping[str, Any], actor: Actor, reason: str) -> None:
    """Change what is given and leave the rest; call it in a transaction."""
    # read under the lock: two changes of different settings must not undo one another
    event = lock_event(event_id)
    refuse_if(_faults_of_other_kind(event.kind, given))
    change_settings(event_id, replace(EventSettings.of(event), **_settings(given)), actor, reason)
    if "teams" in given:
        with _told_under("teams", _OPTIONS):
            change_team_options(event_id, replace(TeamOptions.of(event), **given["teams"]), actor, reason)
    if event.kind != Kind.RANKED and "rated" in given:
        change_rated(event_id, given["rated"], actor, reason)
    if event.kind == Kind.RANKED and ("ranked" in given or "rated" in given):
        with _told_under("ranked", _RANKED):
            before = RankedOptions.of(event)
            wanted = replace(before, **given.get("ranked", {}), rated=given.get("rated", before.rated))
            change_options(event_id, wanted, actor, reason)


def _settings(given: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: value for name, value in given.items() if name not in ("teams", "ranked", "rated")}
    return found | ({"tie_breaks": tuple(found["tie_breaks"])} if "tie_breaks" in found else {})


def _faults_of_other_kind(kind: str, given: Mapping[str, Any]) -> list[Fault]:
    """Settings of the other kind would be lost in silence."""
    return [
        Fault("wrong-kind", f"This is for {other.label} events only; leave it out.", name)
        for other, names in ONLY.items()
        for name in names
        if other != kind and name in given
    ]


@contextmanager
def _told_under(key: str, options: frozenset[str]) -> Iterator[None]:
    """Faults of the options stand where the options were sent."""
    try:
        yield
    except ServiceError as error:
        error.faults = tuple(
            replace(fault, path=f"{key}.{fault.path}") if fault.path in options else fault
            for fault in error.faults
        )
        raise
