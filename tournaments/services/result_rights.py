"""Who may do what to a result: what is a ruling, and so a director's, and what nobody who plays may touch.

Owns: the line between entering what the players wrote down, which a scorer does too, and deciding, which only a
director does (docs/directors.md, Roles); and the rule that nobody handles a board whose scores are hidden from them
because they play in the event. Every door asks both, `rulings_in` and `barred`, before it calls `services.results`:
its refusals tell what is saved, and a sum that does not come out tells the part that was not sent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Result, ResultState, RoundStatus
from tournaments.services.actors import Deed
from tournaments.services.progress import board_shown
from tournaments.services.visibility import plays, visible_boards


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


DRAW_TELLS: Final = (
    "You play in this event, and the draw would tell how matches stand that still run: draw the next round when all "
    "of them are over, or ask another director."
)

BARRED: Final = (
    "You play in this event, so somebody who does not has to see to board {board} until every table that is to "
    "play it has finished."
)


def barred(user: AbstractBaseUser | AnonymousUser, event: Event, board: int) -> str:
    """Why `user` may not enter, correct or take back results of `board` (the event's number), in one sentence; ""
    when they may."""
    if not plays(user, event) or board in visible_boards(event, user).scores:
        return ""
    return BARRED.format(board=board_shown(event, board))
