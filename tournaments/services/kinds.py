"""What belongs to one kind of event only, and is refused elsewhere in words."""

from scoring.faults import Fault
from tournaments.models import Event, Kind


def faults_of_kind(event: Event, kind: str) -> list[Fault]:
    """The one fault that stops what only events of `kind` have."""
    if event.kind == kind:
        return []
    mine, other = Kind(event.kind).label, Kind(kind).label
    return [Fault("wrong-kind", f"“{event.name}” is a {mine} event; this is for {other} events only.")]


def entry_word(kind: str) -> str:
    """What an entry of an event of this kind is called in a sentence."""
    return "team" if kind == Kind.TEAMS else "pair"
