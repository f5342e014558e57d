"""What belongs to one kind of event only, and is refused elsewhere in words."""

from scoring import game
from scoring.faults import Fault
from scoring.rules import RuleSet
from tournaments.models import Event, Kind

TARGETS = game.TARGETS
"""What a game of ranked tables can be played to."""
LOWEST_FLOOR = -1000


def faults_of_kind(event: Event, kind: str) -> list[Fault]:
    """The one fault that stops what only events of `kind` have."""
    if event.kind == kind:
        return []
    mine, other = Kind(event.kind).label, Kind(kind).label
    return [Fault("wrong-kind", f"“{event.name}” is a {mine} event; this is for {other} events only.")]


def faults_if_ranked(event: Event) -> list[Fault]:
    """The one fault that stops what only events with entries and rounds have."""
    if event.kind != Kind.RANKED:
        return []
    message = (
        f"“{event.name}” is a Ranked tables event: it has games, and no entries, rounds or boards of its own."
    )
    return [Fault("wrong-kind", message)]


def faults_of_target(rules: RuleSet) -> list[Fault]:
    """What keeps a game of ranked tables from being played by `rules`: it has to end somewhere sensible."""
    faults = faults_of_points(rules.target)
    if rules.floor is not None and rules.floor < LOWEST_FLOOR:
        message = f"A floor is from -1 to {LOWEST_FLOOR}, not {rules.floor}: no game would come so low."
        faults.append(Fault("floor", message, "floor"))
    return faults


def faults_of_points(target: int | None) -> list[Fault]:
    """What keeps a game from being played to so many points."""
    if target in TARGETS:
        return []
    named = ", ".join(str(one) for one in TARGETS)
    said = "There is no target" if target is None else f"The target is {target}"
    return [Fault("target", f"{said}; a game of ranked tables is played to one of {named}.", "target")]


def entry_word(kind: str) -> str:
    """What an entry of an event of this kind is called in a sentence."""
    return "team" if kind == Kind.TEAMS else "pair"
