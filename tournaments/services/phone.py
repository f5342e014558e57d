"""Results from the table: what one side enters and the other confirms, each through the table's token.

Owns: how two words about one board become one result: the first makes it provisional, the same from the other side
confirms it, another makes it disputed and a director's; what comes after the round was closed is kept for the director.
Never does: check or store a result (services/results.py), or overrule one that a director entered or ruled.
Terms: *claim*, what one side said; *side*, who says it, "NS" or "EW"; see also models/at_table.py.
"""

from dataclasses import asdict, dataclass, replace

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.eventfile.scoring_input import ResultFields, check_result, deal_score
from tournaments.models import (
    Claim,
    ClaimState,
    Door,
    Event,
    Field,
    Result,
    ResultState,
    RoundStatus,
    Table,
    TableToken,
)
from tournaments.services.actors import Actor
from tournaments.services.claim_reading import is_ruled, pairs_of, says_the_same, words_that_stand
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.idempotency import fingerprint_of
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.progress import board_number
from tournaments.services.queueing import queue_recompute
from tournaments.services.results import Entered, ResultReceipt, record_locked, remove_locked
from tournaments.services.tokens import table_in_round

RECEIPT = "duplicate-spades-receipt"
"""What a receipt calls itself: an answer without it, such as a captive portal's, is none."""
LONGEST_KEY = 100
_OPEN_CLAIMS = (ClaimState.WAITING, ClaimState.AGREED, ClaimState.DIFFERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a side says of a board, in the notation of results; `board` as players call it.

    `key` is the phone's own for this entry: sent again it gets the same receipt. `entered_at` is the phone's time,
    which is kept and believed by nobody. `ns` and `ew` are the entries' numbers that the phone showed as sitting there
    when it was entered, None where it does not say: an entry may be kept for hours while they change places.
    """

    side: str
    round: int
    board: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str
    key: str
    entered_at: str = ""
    ns: int | None = None
    ew: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneReceipt:
    """Says "saved". `state` is the claim's (`ClaimState`); `version` the result's, None where there is none (late)."""

    key: str
    round: int
    table: int
    board: int
    side: str
    state: str
    version: int | None
    ns_score: int | None
    ew_score: int | None
    saved_at: str
    receipt: str = RECEIPT

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def say(token: TableToken, said: Said) -> PhoneReceipt:
    """Store what a side says of a board of its own table.

    Raises `ServiceError` with every fault, `NotFoundError` where the token has no table in that round, `ConflictError`
    where the result is a director's or agreed on already.
    """
    with transaction.atomic():
        event = lock_event(token.event_id)
        refuse_if(faults_if_ranked(event))
        table = _table(token, said)
        known = Claim.objects.filter(table=table, key=said.key).first()
        if known is not None:
            return _again(known, said)
        refuse_if(_faults_of(event, table, said))
        if table.round.status == RoundStatus.CLOSED:
            return _keep_for_the_director(event, table, said)
        standing = _standing(event, table, said)
        _set_aside(table, board_number(event, said.round, said.board), standing)
        if standing is None:
            _refuse_other_pairs(table, said)
            receipt = _record(event, table, said, ResultState.PROVISIONAL, None)
            return _claim(event, table, said, ClaimState.WAITING, receipt)
        return _answer(event, table, said, standing)


def take_back(token: TableToken, said: Said, version: int) -> PhoneReceipt:
    """Take a board's result back, while its round is open, the sides do not differ on it, and no director has touched
    it. Of `said` the side, the place and the key count."""
    with transaction.atomic():
        event = lock_event(token.event_id)
        refuse_if(faults_if_ranked(event))
        table = _table(token, said)
        standing = _standing(event, table, said)
        if standing is None:
            raise ConflictError(f"There is no result for board {said.board} to take back.", code="no-result")
        claims = words_that_stand(_open_claims(table, standing.board), standing)
        settled = standing.state == ResultState.DISPUTED or is_ruled(standing)
        if table.round.status != RoundStatus.OPEN or not claims or settled:
            raise ConflictError(
                "Only the director can take this back now; call the director.", code="directors"
            )
        receipt = remove_locked(
            event,
            (said.round, table.number, said.board),
            version,
            "taken back at the table",
            _actor(table, said.side),
        )
        _set(list(claims.values()), ClaimState.TAKEN_BACK)
        return _receipt(table, said, ClaimState.TAKEN_BACK, receipt)


def late_claims(event: Event) -> list[Claim]:
    """What came after its round was closed, for the director to look at."""
    claims = Claim.objects.filter(table__round__event=event, state=ClaimState.LATE)
    return list(claims.select_related("table__round").order_by("at"))


def _table(token: TableToken, said: Said) -> Table:
    table = table_in_round(token, said.round)
    if table is None:
        raise NotFoundError(f"This code has no table in round {said.round}.", code="no-table")
    return table


def _again(known: Claim, said: Said) -> PhoneReceipt:
    """The same entry sent twice. What has become of it meanwhile is told with it."""
    if known.fingerprint != _fingerprint(said):
        raise ConflictError("This key was used for another entry; enter the board again.", code="key-reused")
    return PhoneReceipt(**{**known.answer, "state": str(known.state)})


def _fingerprint(said: Said) -> str:
    return fingerprint_of(replace(said, entered_at=""))


def _faults_of(event: Event, table: Table, said: Said) -> list[Fault]:
    faults = []
    if said.side not in Field.values:
        faults.append(Fault("side", "Say which side enters: NS or EW.", "side"))
    if not 1 <= len(said.key) <= LONGEST_KEY:
        faults.append(Fault("key", f"An entry has a key of 1 to {LONGEST_KEY} characters.", "key"))
    if table.round.status == RoundStatus.PLANNED:
        message = f"Round {said.round} is not open yet; wait for the director."
        return [*faults, Fault("round-not-open", message, "round")]
    if table.round.status == RoundStatus.CLOSED:
        if board_number(event, said.round, said.board) not in table.boards:
            faults.append(Fault("board-not-due", f"Board {said.board} was not due here.", "board"))
        # a closed round's entry is stored as it is said, so nobody else checks it
        faults += check_result(event.rule_set, _fields(table, said))
    return faults


def _fields(table: Table, said: Said, standing: Result | None = None) -> ResultFields:
    ns, ew = pairs_of(table, standing)
    return ResultFields(
        round=said.round,
        table=table.number,
        board=said.board,
        ns=ns,
        ew=ew,
        ns_bid=said.ns_bid,
        ns_tricks=said.ns_tricks,
        ew_bid=said.ew_bid,
        ew_tricks=said.ew_tricks,
    )


def _refuse_other_pairs(table: Table, said: Said, *, any_way: bool = False) -> None:
    """An entry that was kept while the sides changed places, or the round was drawn again, is nobody's. `any_way`:
    which of the two sits North-South makes no difference."""
    if said.ns is None or said.ew is None:
        return
    ns, ew = pairs_of(table, None)
    if (said.ns, said.ew) != (ns, ew) and not (any_way and {said.ns, said.ew} == {ns, ew}):
        message = (
            f"This was entered for {said.ns} North-South against {said.ew} East-West; now {ns} sits North-South and "
            f"{ew} East-West. Look at who sits here, then enter board {said.board} again."
        )
        raise ConflictError(message, code="other-pairs")


def _standing(event: Event, table: Table, said: Said) -> Result | None:
    board = board_number(event, said.round, said.board)
    return (
        Result.objects.filter(table=table, board=board)
        .exclude(state=ResultState.REMOVED)
        .select_related("ns", "ew")
        .first()
    )


def _answer(event: Event, table: Table, said: Said, standing: Result) -> PhoneReceipt:
    """There is a result already: the other side's, the same side's, or a director's."""
    _refuse_other_pairs(table, said, any_way=True)
    claims = words_that_stand(_open_claims(table, standing.board), standing)
    other = claims.get("EW" if said.side == "NS" else "NS")
    own = claims.get(said.side)
    by_the_other = not claims or (other is not None and says_the_same(said, other))
    if says_the_same(said, standing) and not is_ruled(standing) and by_the_other:
        return _agree(event, table, said, standing, [claim for claim in (own, other) if claim])
    if not claims or is_ruled(standing):
        message = f"The director has entered board {said.board}; call the director if it is wrong."
        raise ConflictError(message, code="directors")
    if own is not None and own.state == ClaimState.AGREED:
        message = f"Both sides have confirmed board {said.board}; take it back first, then enter it again."
        raise ConflictError(message, code="agreed")
    if other is None:  # the same side enters it again before anybody has confirmed
        _refuse_other_pairs(table, said)
        receipt = _record(event, table, said, ResultState.PROVISIONAL, standing)
        _set([own], ClaimState.TAKEN_BACK)
        return _claim(event, table, said, ClaimState.WAITING, receipt)
    if says_the_same(said, other):
        return _agree(event, table, said, standing, [claim for claim in (own, other) if claim])
    return _differ(event, table, said, standing, own, other)


def _agree(event: Event, table: Table, said: Said, standing: Result, claims: list[Claim]) -> PhoneReceipt:
    receipt = _record(event, table, said, ResultState.CONFIRMED, standing)
    _set([claim for claim in claims if claim.side != said.side], ClaimState.AGREED)
    _set([claim for claim in claims if claim.side == said.side], ClaimState.TAKEN_BACK)
    return _claim(event, table, said, ClaimState.AGREED, receipt)


def _differ(
    event: Event, table: Table, said: Said, standing: Result, own: Claim | None, other: Claim
) -> PhoneReceipt:
    """Both words are kept. The result stays as the other side said it, and is a director's to rule."""
    first = replace(
        said,
        ns_bid=other.ns_bid,
        ns_tricks=other.ns_tricks,
        ew_bid=other.ew_bid,
        ew_tricks=other.ew_tricks,
    )
    refuse_if(check_result(event.rule_set, _fields(table, said)))
    receipt = _record(event, table, first, ResultState.DISPUTED, standing)
    _set([other], ClaimState.DIFFERS)
    _set([own], ClaimState.TAKEN_BACK)
    return _claim(event, table, said, ClaimState.DIFFERS, receipt)


def _record(
    event: Event, table: Table, said: Said, state: ResultState, standing: Result | None
) -> ResultReceipt:
    # a word about what the other side has entered is about the pairs for which that side has
    again = state == ResultState.PROVISIONAL
    fields = _fields(table, said, None if again else standing)
    as_played = (fields.ns, fields.ew) != (table.ns.number, table.ew.number)
    reason = "sat the other way round, as said at the table" if as_played else ""
    if standing is not None:
        reason = {
            ResultState.CONFIRMED: "confirmed by both sides",
            ResultState.DISPUTED: "the sides differ",
        }.get(state, "entered again at the table")
    entered = Entered(
        fields,
        version=standing.version if standing else None,
        reason=reason,
        as_played=as_played,
        state=state,
        note=standing.note if standing else "",
    )
    return record_locked(event, entered, _actor(table, said.side))


def _keep_for_the_director(event: Event, table: Table, said: Said) -> PhoneReceipt:
    now = timezone.now()
    deal = deal_score(event.rule_set, _fields(table, said))
    answer = PhoneReceipt(
        key=said.key,
        round=said.round,
        table=table.number,
        board=said.board,
        side=said.side,
        state=ClaimState.LATE,
        version=None,
        ns_score=deal.ns.total if deal else None,
        ew_score=deal.ew.total if deal else None,
        saved_at=now.isoformat(),
    )
    _store(event, table, said, ClaimState.LATE, answer)
    subject = f"round {said.round}, table {table.number}, board {said.board}"
    log(event, _actor(table, said.side), "claim.late", subject, after=asdict(said))
    # desk and table carry it, so a new version is due
    raise_version(event)
    queue_recompute(event)
    return answer


def _claim(event: Event, table: Table, said: Said, state: ClaimState, receipt: ResultReceipt) -> PhoneReceipt:
    answer = _receipt(table, said, state, receipt)
    _store(event, table, said, state, answer)
    return answer


def _receipt(table: Table, said: Said, state: ClaimState, receipt: ResultReceipt) -> PhoneReceipt:
    return PhoneReceipt(
        key=said.key,
        round=said.round,
        table=table.number,
        board=said.board,
        side=said.side,
        state=state,
        version=receipt.version,
        ns_score=receipt.ns_score,
        ew_score=receipt.ew_score,
        saved_at=receipt.saved_at,
    )


def _store(event: Event, table: Table, said: Said, state: ClaimState, answer: PhoneReceipt) -> None:
    Claim.objects.create(
        table=table,
        board=board_number(event, said.round, said.board),
        side=said.side,
        ns_bid=said.ns_bid,
        ns_tricks=said.ns_tricks,
        ew_bid=said.ew_bid,
        ew_tricks=said.ew_tricks,
        state=state,
        key=said.key,
        fingerprint=_fingerprint(said),
        answer=answer.to_json(),
        entered_at=said.entered_at[:40],
        at=timezone.now(),
    )


def _open_claims(table: Table, board: int) -> list[Claim]:
    return list(Claim.objects.filter(table=table, board=board, state__in=_OPEN_CLAIMS).order_by("pk"))


def _set_aside(table: Table, board: int, standing: Result | None) -> None:
    """Words about a result that a director has changed or taken back since are settled with that."""
    claims = _open_claims(table, board)
    if not words_that_stand(claims, standing):
        _set(claims, ClaimState.SETTLED)


def _set(claims: list[Claim | None] | list[Claim], state: ClaimState) -> None:
    keys = [claim.pk for claim in claims if claim is not None]
    Claim.objects.filter(pk__in=keys).update(state=state)


def _actor(table: Table, side: str) -> Actor:
    return Actor(name=f"table {table.number}, {side}", door=Door.PHONE)
