"""What can happen to an event in mid-course that its movement has to follow.

Owns: the changes a director asks for, and the refusal of those that make no sense.
Never does: say how a change could be made (`amend`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.draws.amend_course import Running
from tournaments.draws.movement import MovementError


@dataclass(frozen=True, slots=True)
class Late:
    """Entry `entry`, which has no seat in the planned rounds, is there from round `first` on.

    `field` is the direction it keeps to with two winners, where it has one already.
    """

    entry: int
    first: int
    field: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """Entry `entry` is missing from round `first` on, up to `last` (None: to the end). `standbys` wait for a seat."""

    entry: int
    first: int
    last: int | None = None
    standbys: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """These rounds are not played."""

    rounds: tuple[int, ...]


Change = Late | Gone | Dropped


def refuse_nonsense(running: Running, change: Change) -> None:
    """Raise `MovementError` for a round that has begun or does not exist, or for a seat that is not there."""
    planned = running.planned
    if not planned:
        raise MovementError("All rounds have begun, and what has begun stays as it is.")
    if isinstance(change, Dropped):
        numbers: Sequence[int] = change.rounds
        if not numbers:
            raise MovementError("Say which rounds are dropped.")
        if len(numbers) == len(running.movement.rounds):
            raise MovementError("A movement keeps at least one round; remove the draw instead.")
    else:
        numbers = (change.first,)
    for number in numbers:
        if not 1 <= number <= len(running.movement.rounds):
            raise MovementError(f"There is no round {number}; the draw has {len(running.movement.rounds)}.")
        if number in running.begun:
            raise MovementError(
                f"Round {number} has begun and stays as it is; the first that can change is round {planned[0]}."
            )
    if not isinstance(change, Dropped):
        seated = any(
            change.entry in (seat.ns, seat.ew)
            for number in planned
            if number >= change.first
            for seat in running.movement.rounds[number - 1]
        )
        if isinstance(change, Late) and seated:
            raise MovementError(f"Pair {change.entry} has a seat already.")
        if isinstance(change, Gone) and not seated:
            raise MovementError(f"Pair {change.entry} has no seat from round {change.first} on.")
