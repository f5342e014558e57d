"""What about a result is a ruling, and so a director's: the one table (docs/directors.md, Roles).

Owns: the line between entering what the players wrote down, which a scorer does too, and deciding, which only a
director does. Every door asks here before it calls `services.results`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Result, ResultState, RoundStatus
from tournaments.services.actors import Deed


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What somebody is about to do with the result of a place. `existing` is what stands there, if anything."""

    fields: ResultFields
    round_status: str
    state: str = ResultState.CONFIRMED
    as_played: bool = False
    existing: Result | None = None


def _stands_ruled(attempt: Attempt) -> bool:
    there = attempt.existing
    if there is None or there.state == ResultState.REMOVED:
        return False
    ruled = there.ns_adjusted or there.ew_adjusted or there.weighted or there.not_played or there.group
    by_hand = not there.ns_bid and (there.ns_score is not None or there.ew_score is not None)
    return bool(ruled or by_hand or there.state == ResultState.DISPUTED)


RULINGS: tuple[tuple[str, Callable[[Attempt], bool]], ...] = (
    ("adjust a score", lambda a: bool(a.fields.ns_adjusted or a.fields.ew_adjusted)),
    ("weight a score", lambda a: bool(a.fields.weighted)),
    ("give a score by hand", lambda a: a.fields.ns_score is not None or a.fields.ew_score is not None),
    ("say that a board is not played", lambda a: a.fields.not_played),
    ("split a fouled board into groups", lambda a: a.fields.group != 0),
    ("record other pairs as played", lambda a: a.as_played),
    ("call a result disputed", lambda a: a.state == ResultState.DISPUTED),
    ("take a result back", lambda a: a.state == ResultState.REMOVED),
    ("change a ruling", _stands_ruled),
    ("change the results of a closed round", lambda a: a.round_status == RoundStatus.CLOSED),
)
"""In words that follow "Only a director may …", and whether an attempt does it."""


def rulings_in(attempt: Attempt) -> tuple[str, ...]:
    """Everything about `attempt` that only a director may do, in words; () when a scorer may."""
    return tuple(words for words, does in RULINGS if does(attempt))


def deed_of(attempt: Attempt) -> Deed:
    """What somebody must be allowed to do for this attempt."""
    return Deed.DIRECT if rulings_in(attempt) else Deed.ENTER_RESULTS
