"""From the settings that are sent to those that services take, for either kind of event."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from scoring.faults import Fault
from tournaments.models import Event, Kind, Tournament
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.events import EventSettings, change_settings, create_event, usual_settings
from tournaments.services.locking import lock_event
from tournaments.services.team_settings import TeamOptions, change_team_options, create_teams_event

ONLY_PAIRS = ("winners", "neuberg", "expected_scores")
_OPTIONS = frozenset(field.name for field in fields(TeamOptions))


def make_event(tournament: Tournament, name: str, kind: str, given: Mapping[str, Any], actor: Actor) -> Event:
    """Make an event of `given`, the checked form without name and kind."""
    refuse_if(_faults_of_other_kind(kind, given))
    settings = replace(usual_settings(kind), **_settings(given))
    if kind != Kind.TEAMS:
        return create_event(tournament, name, settings, actor)
    with _told_under_teams():
        options = TeamOptions(**given.get("teams", {}))
        return create_teams_event(tournament, name, settings, options, actor)


def change_event(event_id: int, given: Mapping[str, Any], actor: Actor, reason: str) -> None:
    """Change what is given and leave the rest; call it in a transaction."""
    # read under the lock: two changes of different settings must not undo one another
    event = lock_event(event_id)
    refuse_if(_faults_of_other_kind(event.kind, given))
    change_settings(event_id, replace(EventSettings.of(event), **_settings(given)), actor, reason)
    if "teams" in given:
        with _told_under_teams():
            change_team_options(event_id, replace(TeamOptions.of(event), **given["teams"]), actor, reason)


def _settings(given: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: value for name, value in given.items() if name != "teams"}
    return found | ({"tie_breaks": tuple(found["tie_breaks"])} if "tie_breaks" in found else {})


def _faults_of_other_kind(kind: str, given: Mapping[str, Any]) -> list[Fault]:
    """Settings of the other kind would be lost in silence."""
    foreign = ONLY_PAIRS if kind == Kind.TEAMS else ("teams",)
    other = Kind.PAIRS if kind == Kind.TEAMS else Kind.TEAMS
    message = f"This is for {other.label} events only; leave it out."
    return [Fault("wrong-kind", message, name) for name in foreign if name in given]


@contextmanager
def _told_under_teams() -> Iterator[None]:
    """Faults of the options stand where the options were sent."""
    try:
        yield
    except ServiceError as error:
        error.faults = tuple(
            replace(fault, path=f"teams.{fault.path}") if fault.path in _OPTIONS else fault
            for fault in error.faults
        )
        raise
