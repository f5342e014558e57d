"""Tricks moved across by a ruling, such as for a revoke (docs/rules.md §1, reneging).

Owns: what the tricks are afterwards; `services.results` records them.
"""

from dataclasses import dataclass, replace

from django.db import transaction

from scoring.faults import Fault
from scoring.notation import SideBid, SideTricks
from tournaments.models import Event, Field, Kind, Result, ResultState
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError, refuse_if
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event
from tournaments.services.progress import board_shown
from tournaments.services.result_fields import to_fields
from tournaments.services.results import Entered, ResultReceipt, record_locked

MOST_MOVED = 3
"""Rule sets that live events use move one to three tricks."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """`tricks` (1 to 3) go from `offender` ("NS" or "EW") to the other side. Where a side's tricks are written by
    player they are those of the one who did not bid nil."""

    result_id: int
    version: int
    offender: str
    tricks: int
    reason: str
    note: str = ""


def move_tricks(event_id: int, revoke: Revoke, actor: Actor) -> ResultReceipt:
    """Correct a result by moving tricks across, and say so in its note.

    Raises `ServiceError` with every fault: no bids and tricks, not enough tricks, no reason; `ConflictError` where the
    result was changed meanwhile.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_ranked(event))
        found = event.results.select_related("table__round", "ns", "ew").exclude(state=ResultState.REMOVED)
        result = found.filter(pk=revoke.result_id).first()
        if result is None:
            raise NotFoundError("There is no such result; it may have been taken back.", code="no-result")
        refuse_if(_faults(revoke, result))
        return record_locked(event, _entered(event, result, revoke), actor)


def _faults(revoke: Revoke, result: Result) -> list[Fault]:
    faults = []
    if revoke.offender not in Field.values:
        faults.append(Fault("side", "Say which side revoked, NS or EW.", "offender"))
    if not 1 <= revoke.tricks <= MOST_MOVED:
        message = (
            f"A revoke moves 1 to {MOST_MOVED} tricks, not {revoke.tricks}; correct the tricks for more."
        )
        faults.append(Fault("tricks", message, "tricks"))
    if not result.ns_bid:
        faults.append(Fault("no-tricks", "This result has no tricks that could be moved."))
    return faults


def _entered(event: Event, result: Result, revoke: Revoke) -> Entered:
    fields = to_fields(result, result.table.round.number, result.table.number)
    offender, other = ("ns", "ew") if revoke.offender == Field.NS else ("ew", "ns")
    moved = {
        f"{side}_tricks": str(_with(result, side, change))
        for side, change in ((offender, -revoke.tricks), (other, revoke.tricks))
    }
    word = "trick" if revoke.tricks == 1 else "tricks"
    said = f"{revoke.tricks} {word} moved from {offender.upper()} to {other.upper()} for a revoke."
    return Entered(
        replace(fields, board=board_shown(event, result.board), **moved),  # type: ignore[arg-type]
        version=revoke.version,
        reason=revoke.reason,
        as_played=event.kind == Kind.PAIRS or result.ns_id != result.table.ns_id,
        note=revoke.note.strip() or said,
    )


def _with(result: Result, side: str, change: int) -> SideTricks:
    """A side's tricks with `change` more; with a nil they are the other player's, and of two nils the first's."""
    tricks = SideTricks.parse(getattr(result, f"{side}_tricks"))
    if tricks.total + change < 0:
        message = f"{side.upper()} took {tricks.total}; there are not {-change} to be moved."
        raise ServiceError(Fault("not-enough-tricks", message, "tricks"))
    if not tricks.players:
        return SideTricks(tricks.total + change)
    nils = SideBid.parse(getattr(result, f"{side}_bid")).nils
    order = [place for place in (0, 1) if place not in nils] + list(nils)
    left = list(tricks.players)
    for place in order:
        step = max(change, -left[place])
        left[place] += step
        change -= step
    return SideTricks.split(*left)
