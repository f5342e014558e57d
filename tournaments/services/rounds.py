"""The draw goes in, rounds open and close.

Owns: turning a proved movement into rounds and tables; the life of a round.
Never does: invent a draw (tournaments/draws/).
"""

from dataclasses import replace
from typing import Final

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.registry import build
from tournaments.models import Entry, Event, EventStatus, Kind, ResultState, Round, RoundStatus, Table
from tournaments.services.actors import Actor, acts_and_plays
from tournaments.services.draw_check import faults_of_movement
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import faults_if_ranked, faults_of_kind
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.progress import LISTED, missing_results
from tournaments.services.queueing import queue_recompute
from tournaments.services.team_records import read_swiss

MISSING_HIDDEN: Final = (
    "Results are missing at tables that you are not shown, because you play. Give a reason to close the round without "
    "them, or ask another director."
)


def install_movement(event_id: int, movement: Movement, actor: Actor) -> Event:
    """Make `movement` the draw of the event, in place of any earlier one that has no results; one that has is amended
    (amendments.py).

    Raises `ServiceError` with the prover's fatal findings, or when entries or boards do not fit, and
    `ConflictError` when results are in.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_of_kind(event, Kind.PAIRS))
        faults = list(faults_if_final(event))
        movement = replace(movement, amendments=())  # it is new, whatever it was made of
        if _has_results(event):
            message = (
                "Results are in, so another movement cannot be installed. Amend this one (a late pair, a missing pair, "
                "a dropped round): what has begun stays, the rest is made anew. Or take all results back first."
            )
            raise ConflictError(message, code="results-in")
        faults += faults_of_movement(movement)
        entries = {entry.number: entry for entry in event.entries.filter(standby=False)}
        faults += _faults_of_fit(event, movement, entries)
        refuse_if(faults)
        _clear(event)
        event.movement = movement.to_json()
        event.winners = str(movement.winners)
        event.save(update_fields=["movement", "winners"])
        _seat(event, movement, entries)
        raise_version(event, all_boards=True)
        log(
            event,
            actor,
            "draw.installed",
            after={"kind": movement.kind, "name": movement.name, "rounds": len(movement.rounds)},
        )
        queue_recompute(event)
    return event


def draw_by_kind(
    event_id: int, kind: str, actor: Actor, boards: int | None = None, rounds: int | None = None
) -> Movement:
    """Build a movement of a named kind for the event's entries and make it the draw.

    Boards that are not said are those the event has, where it has any. Raises `ServiceError` with every reason.
    """
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFoundError(f"There is no event {event_id}.", code="no-event")
    refuse_if(faults_if_ranked(event))
    if boards is None and event.board_set is not None:
        boards = event.board_set.boards.count()
    try:
        movement = build(kind, event.entries.filter(standby=False).count(), boards, rounds)
    except MovementError as error:
        raise ServiceError(*(fault.message for fault in error.faults)) from None
    install_movement(event_id, movement, actor)
    return movement


def remove_draw(event_id: int, actor: Actor) -> Event:
    """Take the draw out again, so that entries can change. Refused when results are in."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_of_kind(event, Kind.PAIRS), *faults_if_final(event)])
        if _has_results(event):
            message = "Results are in, so the draw stays; amend it, or take all results back first."
            raise ConflictError(message, code="results-in")
        _clear(event)
        event.movement = None
        event.status = EventStatus.SETUP
        event.save(update_fields=["movement", "status"])
        raise_version(event, all_boards=True)
        log(event, actor, "draw.removed")
        queue_recompute(event)
    return event


def open_round(event_id: int, number: int, actor: Actor, reason: str = "") -> Round:
    """Open a round: results may come in. A closed round may be opened again, with a reason."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_final(event))
        round_ = _round(event, number)
        if round_.status == RoundStatus.OPEN:
            raise ConflictError(f"Round {number} is open already.", code="round-open")
        earlier = event.rounds.filter(number__lt=number, status=RoundStatus.PLANNED).first()
        if earlier is not None:
            raise ServiceError(f"Open round {earlier.number} before round {number}.", code="round-order")
        again = round_.status == RoundStatus.CLOSED
        if again and not reason.strip():
            message = f"Round {number} was closed; give a reason for opening it again."
            raise ServiceError(Fault("reason-missing", message, "reason"))
        round_.status = RoundStatus.OPEN
        round_.opened_at = round_.opened_at if again else timezone.now()
        round_.closed_at = None
        round_.save(update_fields=["status", "opened_at", "closed_at"])
        _set_running(event)
        log(event, actor, "round.reopened" if again else "round.opened", f"round {number}", reason=reason)
    return round_


def close_round(event_id: int, number: int, actor: Actor, reason: str = "") -> Round:
    """Close a round. Missing results are refused by name, unless a reason says why they stay missing; to who plays in
    a Teams event not by name: where a race still runs, and how long, is hidden from them."""
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_final(event))
        round_ = _round(event, number)
        if round_.status != RoundStatus.OPEN:
            raise ConflictError(f"Round {number} is not open.", code="round-not-open")
        missing = missing_results(event, number)
        if missing and not reason.strip():
            if event.kind == Kind.TEAMS and acts_and_plays(actor, event):
                raise ServiceError(Fault("reason-missing", MISSING_HIDDEN, "reason"))
            faults = [
                Fault(code="result-missing", message=f"No result yet: {place}.") for place in missing[:LISTED]
            ]
            count = f"{len(missing)} results are missing" if len(missing) > 1 else "One result is missing"
            message = f"{count}; enter them, or give a reason to close the round without."
            raise ServiceError(*faults, Fault(code="reason-missing", message=message, path="reason"))
        round_.status = RoundStatus.CLOSED
        round_.closed_at = timezone.now()
        round_.save(update_fields=["status", "closed_at"])
        if _is_over(event):
            event.status = EventStatus.PROVISIONAL
            event.save(update_fields=["status"])
        raise_version(event)
        log(event, actor, "round.closed", f"round {number}", after={"missing": len(missing)}, reason=reason)
        queue_recompute(event)
    return round_


def _has_results(event: Event) -> bool:
    return event.results.exclude(state=ResultState.REMOVED).exists()


def _clear(event: Event) -> None:
    """Take out a draw of which no result stands; rows that were taken back go with it, and the log keeps them."""
    event.results.all().delete()
    event.rounds.all().delete()


def _is_over(event: Event) -> bool:
    """Whether nothing is left to be played: all rounds closed, and in a Swiss event none to be drawn any more."""
    if event.rounds.exclude(status=RoundStatus.CLOSED).exists():
        return False
    return event.kind == Kind.PAIRS or read_swiss(event).is_decided


def _round(event: Event, number: int) -> Round:
    refuse_if(faults_if_ranked(event))
    found = event.rounds.filter(number=number).first()
    if found is None:
        raise NotFoundError(
            f"There is no round {number}; the draw has {event.rounds.count()}.", code="no-round"
        )
    return found


def _set_running(event: Event) -> None:
    if event.status != EventStatus.RUNNING:
        event.status = EventStatus.RUNNING
        event.save(update_fields=["status"])
    raise_version(event)
    queue_recompute(event)


def _faults_of_fit(event: Event, movement: Movement, entries: dict[int, Entry]) -> list[Fault]:
    faults = []
    wanted = set(range(1, movement.pairs + 1))
    if set(entries) != wanted:
        message = (
            f"The movement is for {movement.pairs} pairs numbered 1 to {movement.pairs}; "
            f"the event has {len(entries)}: {_listed(entries)}."
        )
        faults.append(Fault(code="entries-do-not-fit", message=message, path="movement"))
    if event.board_set is not None:
        there = set(event.board_set.boards.values_list("number", flat=True))
        missing = sorted(set(range(1, movement.boards + 1)) - there)
        if missing:
            message = f"The board set lacks boards that the movement plays: {_listed(missing)}."
            faults.append(Fault(code="boards-do-not-fit", message=message, path="movement"))
    return faults


def _listed(numbers: object) -> str:
    found = sorted(numbers) if isinstance(numbers, set | dict | list) else []
    shown = ", ".join(str(number) for number in found[:LISTED])
    return (shown + (" …" if len(found) > LISTED else "")) or "none"


def _seat(event: Event, movement: Movement, entries: dict[int, Entry]) -> None:
    rounds = Round.objects.bulk_create(
        Round(event=event, number=number) for number in range(1, len(movement.rounds) + 1)
    )
    Table.objects.bulk_create(
        (
            Table(
                round=round_,
                number=seating.table,
                ns=entries[seating.ns],
                ew=entries[seating.ew],
                boards=list(seating.boards),
            )
            for round_, seats in zip(rounds, movement.rounds, strict=True)
            for seating in seats
        ),
        batch_size=500,
    )
    fields = movement.fields if movement.winners == "two" else {}
    for number, entry in entries.items():
        entry.field = fields.get(number, "")
    Entry.objects.bulk_update(entries.values(), ["field"], batch_size=500)
