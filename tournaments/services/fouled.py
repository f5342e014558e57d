"""A board that was fouled on its way: which results held the same cards, and giving them their groups.

Owns: proposals from who played the board when, and setting the groups of a whole board at once.
Never does: decide where it was fouled; the director does.
Source: docs/rules.md §2, fouled boards.
Terms: *group*, results that held the same cards and are compared among themselves; 0 is the ordinary one; *order of
play*, rounds first, and inside a round the tables that share the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Event, Kind, Result, ResultState
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.kinds import faults_of_kind
from tournaments.services.locking import lock_event
from tournaments.services.result_fields import as_fields, to_fields
from tournaments.services.results import Entered, record_locked


@dataclass(frozen=True, slots=True)
class Played:
    """A result of the board, in the order of play."""

    result_id: int
    version: int
    round: int
    table: int
    ns: int
    ew: int
    ns_score: int | None
    ew_score: int | None
    group: int


@dataclass(frozen=True, slots=True)
class FoulProposal:
    """Fouled from round `round`, table `table` on: results before it are group 1, from it on group 2 (by key)."""

    round: int
    table: int
    groups: Mapping[int, int]

    @property
    def sizes(self) -> tuple[int, int]:
        return tuple(sum(group == number for group in self.groups.values()) for number in (1, 2))  # type: ignore[return-value]


def played_in_order(event: Event, board: int) -> list[Played]:
    """Who played a board, in the order of play. One query."""
    rows = (
        event.results.filter(board=board)
        .exclude(state=ResultState.REMOVED)
        .order_by("table__round__number", "table__number")
        .values_list(
            *("pk", "version", "table__round__number", "table__number", "ns__number", "ew__number"),
            *("ns_score", "ew_score", "group"),
        )
    )
    return [Played(*row) for row in rows]


def propose_groups(played: list[Played]) -> list[FoulProposal]:
    """One proposal for each place at which the cards can have changed; none where only one table has played it."""
    return [
        FoulProposal(
            first.round,
            first.table,
            {item.result_id: 1 if place < cut else 2 for place, item in enumerate(played)},
        )
        for cut, first in enumerate(played)
        if cut > 0
    ]


def set_groups(
    event_id: int,
    board: int,
    groups: Mapping[int, int],
    versions: Mapping[int, int],
    reason: str,
    actor: Actor,
) -> int:
    """Give results of a board their groups, all or none; return how many changed. `groups` and `versions` are by the
    results' keys; results left out stay as they are.

    Raises `ServiceError` with every fault, `ConflictError` where one was changed meanwhile, `NotFoundError` for a
    result that is not of this board.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_of_kind(event, Kind.PAIRS))
        if not reason.strip():
            refuse_if([Fault("reason-missing", "Say how the board was fouled.", "reason")])
        found = event.results.select_related("table__round", "ns", "ew").exclude(state=ResultState.REMOVED)
        results = {result.pk: result for result in found.filter(board=board, pk__in=groups)}
        if set(results) != set(groups):
            raise NotFoundError(f"Not all of these are results of board {board}.", code="no-result")
        changed = 0
        for key, group in groups.items():
            result = results[key]
            if result.group == group:
                continue
            _refuse_stale(result, versions.get(key))
            record_locked(event, _regrouped(result, group, reason), actor)
            changed += 1
    return changed


def _refuse_stale(result: Result, version: int | None) -> None:
    if version == result.version:
        return
    message = (
        f"Table {result.table.number} of round {result.table.round.number} was changed meanwhile; look again."
    )
    raise ConflictError(message, code="stale-version", versions={"saved": as_fields(result)})


def _regrouped(result: Result, group: int, reason: str) -> Entered:
    fields = to_fields(result, result.table.round.number, result.table.number)
    return Entered(
        replace(fields, group=group),
        version=result.version,
        reason=reason,
        as_played=True,
        state=ResultState(result.state),
        note=result.note,
    )
