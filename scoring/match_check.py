"""What is wrong with the boards entered for a match, both tables together.

Owns: the faults of a match's entries, and which deciders it called for.
Never does: check line-ups or teams; score a faulty deal.
Source: docs/rules.md §3.
"""

from collections.abc import Sequence

from scoring.faults import Fault
from scoring.match import Room, decide
from scoring.race import LENGTH, TARGET, RaceEntry, check_race, run_race, scorable
from scoring.rules import RuleSet


def check_match(
    rules: RuleSet,
    open_entries: Sequence[RaceEntry],
    closed_entries: Sequence[RaceEntry],
    *,
    target: int = TARGET,
    length: int = LENGTH,
) -> tuple[Fault, ...]:
    """All faults of both tables, paths as in ``open[2].ns_bid``; a decider nobody called for is one of them."""
    rooms = ((Room.OPEN, open_entries), (Room.CLOSED, closed_entries))
    deciders = _deciders(rules, open_entries, closed_entries, target, length)
    return tuple(
        fault.under(str(room))
        for room, entries in rooms
        for fault in check_race(rules, entries, target=target, length=length, deciders=deciders)
    )


def _deciders(
    rules: RuleSet,
    open_entries: Sequence[RaceEntry],
    closed_entries: Sequence[RaceEntry],
    target: int,
    length: int,
) -> int:
    both = (open_entries, closed_entries)
    for entries in both:
        race_only = [entry for entry in entries if entry.board <= length]
        if check_race(rules, race_only, target=target, length=length):
            # Whether the match is tied is not known before these are mended: deciders pass for now.
            return max(0, *(entry.board - length for room in both for entry in room))
    races = (run_race(rules, scorable(rules, entries), target=target, length=length) for entries in both)
    return decide(*races).deciders
