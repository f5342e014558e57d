"""A movement chosen and drawn before the start: what fits an event, and the one that its director takes.

Owns: proposals for an event's pairs; drawing one, with the entries numbered so that whoever needs to stay seated sits
still in it.
Never does: change a movement of which results stand (amendments.py), judge one (tournaments/draws/prover.py).
"""

from dataclasses import dataclass
from functools import lru_cache

from django.db import transaction

from scoring.faults import Fault
from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.propose import Proposal, propose
from tournaments.draws.registry import find_kind
from tournaments.models import Event, Kind
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError, refuse_if
from tournaments.services.kinds import faults_of_kind
from tournaments.services.locking import lock_event
from tournaments.services.numbering import numbers_to_sit_still, renumber
from tournaments.services.rounds import install_movement, remove_draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """`renumbered` says how many entries have another number than before, `moving` names who needs to stay seated and
    does not sit still all the same."""

    movement: Movement
    renumbered: int
    moving: tuple[str, ...]


@lru_cache(maxsize=64)
def proposals(pairs: int, boards: int | None, minutes: int | None) -> tuple[Proposal, ...]:
    """Movements that fit, the best first; kept, for each is built and proved. Raises `ServiceError` saying what is
    short."""
    try:
        return tuple(propose(pairs, boards, minutes))
    except MovementError as error:
        raise ServiceError(*(fault.message for fault in error.faults)) from None


def draw_movement(
    event_id: int, kind: str, rounds: int | None, boards: int | None, per_round: int | None, actor: Actor
) -> Drawn:
    """Build a movement of that kind for the entries that have a seat, and make it the draw, in place of one without
    results. `boards` is the most that may be in play. Raises `ServiceError` with every reason."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_of_kind(event, Kind.PAIRS))
        entries = list(event.entries.order_by("number"))
        pairs = sum(not entry.standby for entry in entries)
        try:
            movement = find_kind(kind)(pairs, boards, rounds, per_round)
        except MovementError as error:
            raise ServiceError(*(Fault("movement", fault.message) for fault in error.faults)) from None
        if event.rounds.exists():
            remove_draw(event_id, actor)
        numbers, moving = numbers_to_sit_still(movement, entries)
        changed = renumber(event_id, numbers, actor)
        install_movement(event_id, movement, actor)
    return Drawn(movement=movement, renumbered=len(changed), moving=tuple(entry.name for entry in moving))


def boards_there(event: Event) -> int | None:
    """How many boards the event has; None where there are none to count."""
    return event.board_set.boards.count() if event.board_set is not None else None
