"""Results from paper: a row of a traveller, a slip, or a line of a score sheet; once, or twice and compared.

Owns: what a second entry does to a first one. `services.results` records both.
Terms: *entered twice*, a way of working in which a result from paper stays provisional until it was typed a second time
and said the same; the second entry is made without seeing the first.
"""

from dataclasses import dataclass, replace

from django.db import transaction

from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Result, ResultState, Table
from tournaments.services.actors import Actor
from tournaments.services.claim_reading import is_ruled, says_the_same
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.idempotency import answer_given, fingerprint_of, remember
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event
from tournaments.services.progress import board_shown
from tournaments.services.result_fields import as_fields, content_of, to_fields
from tournaments.services.results import Entered, ResultReceipt, record_locked

SAME = "Entered twice, the same."


@dataclass(frozen=True, slots=True)
class Typed:
    """One row as it was typed. `board` is the event's number; `version` that of the result on the screen, None where
    there was none or, entering twice, where it was not shown; `key` makes the same row sent twice one entry."""

    table_id: int
    board: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str
    version: int | None = None
    reason: str = ""
    twice: bool = False
    key: str = ""


def enter_from_paper(event_id: int, typed: Typed, actor: Actor) -> tuple[ResultReceipt, str]:
    """Record a row; return the receipt and the state that the result is in.

    Entering twice: a first entry is provisional; a second that says the same confirms it, one that differs is refused
    with both (`ConflictError`, code "differs"), and the first stays. Raises as `record_result` does.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_ranked(event))
        fingerprint = fingerprint_of(typed)
        given = answer_given(event, typed.key, fingerprint)
        if given is not None:  # sent again, it must not be taken for a second entry
            return ResultReceipt(**{**given["receipt"], "replayed": True}), given["state"]
        receipt, state = _enter(event, typed, actor)
        remember(event, typed.key, fingerprint, {"receipt": receipt.to_json(), "state": state})
    return receipt, state


def _enter(event: Event, typed: Typed, actor: Actor) -> tuple[ResultReceipt, str]:
    table = _table(event, typed.table_id)
    fields = _fields(event, table, typed)
    first = _first_entry(table, typed)
    if first is not None:
        return _second(event, fields, first, typed, actor)
    standing = _standing(table, typed.board)
    if standing is not None and typed.version is not None:
        # whoever sat there, and what it is compared with, is another question
        fields = replace(fields, ns=standing.ns.number, ew=standing.ew.number, group=standing.group)
    state = ResultState.PROVISIONAL if typed.twice else ResultState.CONFIRMED
    entered = Entered(
        fields,
        version=typed.version,
        reason=typed.reason,
        as_played=standing is not None and (standing.ns_id, standing.ew_id) != (table.ns_id, table.ew_id),
        state=state,
        note=standing.note if standing else "",
    )
    return record_locked(event, entered, actor), str(state)


def _second(
    event: Event, fields: ResultFields, first: Result, typed: Typed, actor: Actor
) -> tuple[ResultReceipt, str]:
    if not says_the_same(typed, first):
        raise ConflictError(
            f"The first entry was {first.ns_bid} {first.ns_tricks} – {first.ew_bid} {first.ew_tricks}: look at the "
            "paper again, and keep one of the two.",
            code="differs",
            versions={"saved": as_fields(first), "yours": content_of(fields)},
        )
    place = to_fields(first, fields.round, fields.table)
    entered = Entered(
        replace(place, board=fields.board),
        version=first.version,
        reason=SAME,
        as_played=True,
        note=first.note,
    )
    return record_locked(event, entered, actor), str(ResultState.CONFIRMED)


def _first_entry(table: Table, typed: Typed) -> Result | None:
    """The entry that this one is the second of."""
    if not typed.twice or typed.version is not None:
        return None
    standing = _standing(table, typed.board)
    if standing is None or standing.state != ResultState.PROVISIONAL or is_ruled(standing):
        return None
    return standing


def _standing(table: Table, board: int) -> Result | None:
    found = Result.objects.filter(table=table, board=board).exclude(state=ResultState.REMOVED)
    return found.select_related("ns", "ew").first()


def _table(event: Event, table_id: int) -> Table:
    found = Table.objects.select_related("round", "ns", "ew").filter(pk=table_id, round__event=event).first()
    if found is None:
        raise NotFoundError("There is no such table in this event.", code="no-table")
    return found


def _fields(event: Event, table: Table, typed: Typed) -> ResultFields:
    return ResultFields(
        round=table.round.number,
        table=table.number,
        board=board_shown(event, typed.board),
        ns_bid=typed.ns_bid,
        ns_tricks=typed.ns_tricks,
        ew_bid=typed.ew_bid,
        ew_tricks=typed.ew_tricks,
    )
