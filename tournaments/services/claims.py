"""What the table could not settle: results on which the sides differ, and entries that came after the round was closed.

Owns: the director's choice between two words, and what becomes of a late one.
Never does: take a word for true by itself.
"""

from dataclasses import dataclass

from django.db import transaction

from scoring.faults import Fault
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Claim, ClaimState, Event, Result, ResultState, Table
from tournaments.services.actors import Actor, acts_and_plays
from tournaments.services.claim_reading import pairs_of
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.progress import board_shown
from tournaments.services.queueing import queue_recompute
from tournaments.services.results import Entered, ResultReceipt, record_locked
from tournaments.services.texts import faults_of_note


@dataclass(frozen=True, slots=True)
class Dispute:
    """A result on which the sides differ, with what each of them says; `board` as players call it."""

    result: Result
    board: int
    claims: tuple[Claim, ...]


def disputes(event: Event) -> list[Dispute]:
    """What waits for a ruling, by round, table and board."""
    found = event.results.filter(state=ResultState.DISPUTED).select_related("table__round", "ns", "ew")
    rows = list(found.order_by("table__round__number", "table__number", "board"))
    words = Claim.objects.filter(table__in=[row.table_id for row in rows], state=ClaimState.DIFFERS)
    said: dict[tuple[int, int], list[Claim]] = {}
    for claim in words.order_by("-side", "pk"):
        said.setdefault((claim.table_id, claim.board), []).append(claim)
    return [
        Dispute(row, board_shown(event, row.board), tuple(said.get((row.table_id, row.board), ())))
        for row in rows
    ]


def settle(event_id: int, claim_id: int, actor: Actor, reason: str) -> ResultReceipt:
    """Rule that a claim is what happened: one of two that differ, or one that came late.

    Raises `ServiceError` with every fault, `ConflictError` where the claim is settled already.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        claim = _claim(event, claim_id)
        refuse_if(
            [*faults_if_final(event), *_faults_of_player(claim.table, actor), *_faults_of_reason(reason)]
        )
        standing = (
            Result.objects.filter(table=claim.table, board=claim.board)
            .exclude(state=ResultState.REMOVED)
            .select_related("ns", "ew")
            .first()
        )
        if claim.state == ClaimState.DIFFERS and (standing is None or standing.state != ResultState.DISPUTED):
            raise ConflictError(
                "This board was ruled on meanwhile; look at its result.", code="claim-settled"
            )
        entered = Entered(
            _fields(event, claim, standing),
            version=standing.version if standing else None,
            reason=reason,
            as_played=True,
            note=standing.note if standing else "",
        )
        receipt = record_locked(event, entered, actor)
        _settled(claim)
    return receipt


def dismiss(event_id: int, claim_id: int, actor: Actor, reason: str) -> None:
    """Rule that a late claim changes nothing. It stays in the log."""
    with transaction.atomic():
        event = lock_event(event_id)
        claim = _claim(event, claim_id)
        if claim.state != ClaimState.LATE:
            raise ServiceError(Fault("not-late", "Of two words one has to be chosen, or the board ruled."))
        refuse_if([*_faults_of_player(claim.table, actor), *_faults_of_reason(reason)])
        Claim.objects.filter(pk=claim.pk).update(state=ClaimState.SETTLED)
        log(event, actor, "claim.dismissed", _subject(event, claim), reason=reason)
        # desk and table carry it, so a new version is due
        raise_version(event)
        queue_recompute(event)


def _claim(event: Event, claim_id: int) -> Claim:
    found = Claim.objects.select_related("table__round", "table__ns", "table__ew")
    claim = found.filter(pk=claim_id, table__round__event=event).first()
    if claim is None:
        raise NotFoundError("There is no such entry; the round may have been undone.", code="no-claim")
    if claim.state not in (ClaimState.DIFFERS, ClaimState.LATE):
        raise ConflictError("This entry is settled already.", code="claim-settled")
    return claim


def _fields(event: Event, claim: Claim, standing: Result | None) -> ResultFields:
    """What was said, for the pairs that sat there."""
    table = claim.table
    ns, ew = pairs_of(table, standing)
    return ResultFields(
        round=table.round.number,
        table=table.number,
        board=board_shown(event, claim.board),
        ns=ns,
        ew=ew,
        ns_bid=claim.ns_bid,
        ns_tricks=claim.ns_tricks,
        ew_bid=claim.ew_bid,
        ew_tricks=claim.ew_tricks,
    )


def _settled(claim: Claim) -> None:
    """Both sides' words on the board are settled with it."""
    open_states = (ClaimState.DIFFERS, ClaimState.LATE)
    words = Claim.objects.filter(table=claim.table, board=claim.board, state__in=open_states)
    words.update(state=ClaimState.SETTLED)


def _faults_of_player(table: Table, actor: Actor) -> list[Fault]:
    """Nobody rules at a table of their own."""
    if not acts_and_plays(actor, table.round.event, (table.ns_id, table.ew_id)):
        return []
    message = "Whoever plays at this table cannot rule there; another director has to."
    return [Fault("plays-here", message)]


def _faults_of_reason(reason: str) -> list[Fault]:
    faults = faults_of_note(reason, "reason")
    if not reason.strip():
        faults.append(Fault("reason-missing", "Say why: the players will ask.", "reason"))
    return faults


def _subject(event: Event, claim: Claim) -> str:
    table = claim.table
    return f"round {table.round.number}, table {table.number}, board {board_shown(event, claim.board)}"
