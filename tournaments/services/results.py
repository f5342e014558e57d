"""A result comes in: the one way, whatever the door.

Owns: checking, storing, logging and acknowledging a result, all in one transaction; taking one back.
Never does: compute standings (services.standings, later, by Celery).
Terms: *scheduled*, what the draw says; *as played*, what really happened where that differs; *receipt*, the
answer that says "saved" and is given again, word for word, to the same request sent twice.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.faults import Fault
from tournaments.eventfile.scoring_input import ResultFields, check_result, to_pairs_result
from tournaments.models import Entry, Event, EventStatus, Result, ResultState, Round, RoundStatus, Table
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.idempotency import answer_given, fingerprint_of, remember
from tournaments.services.kinds import entry_word, faults_if_ranked
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.match_reading import RaceRules
from tournaments.services.progress import board_shown
from tournaments.services.queueing import queue_recompute
from tournaments.services.race_boards import RaceBoards
from tournaments.services.result_fields import as_fields, as_logged, content_of, store_fields
from tournaments.services.team_results import faults_of_race
from tournaments.services.texts import faults_of_note


@dataclass(frozen=True, slots=True)
class Entered:
    """What somebody says happened at a table.

    `fields.round`, `.table` and `.board` name the place, in a Teams event by the race board; `.ns` and `.ew` may be
    left out and are then the scheduled pairs. `version` is that of the result being corrected, None for a first
    entry. `as_played` records other pairs than the scheduled ones, or the same the other way round, and needs a
    reason. `note` is shown to everybody on the traveller, `private_note` to directors only (None: it stays).
    """

    fields: ResultFields
    version: int | None = None
    reason: str = ""
    as_played: bool = False
    state: ResultState = ResultState.CONFIRMED
    note: str = ""
    key: str = ""
    private_note: str | None = None


@dataclass(frozen=True, slots=True)
class ResultReceipt:
    """Says "saved". Scores are in points; `event_version` is the version the standings must reach to show it."""

    result_id: int
    round: int
    table: int
    board: int
    version: int
    event_version: int
    ns_score: int | None
    ew_score: int | None
    saved_at: str
    created: bool
    replayed: bool = field(default=False)

    def to_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(slots=True)
class _Place:
    """Where a result belongs, loaded once, under the event's lock. `shown` is what players call the board."""

    event: Event
    round: Round
    table: Table
    board: int
    shown: int
    ns: Entry
    ew: Entry
    existing: Result | None

    @property
    def subject(self) -> str:
        return f"round {self.round.number}, table {self.table.number}, board {self.shown}"


_SUBJECT = re.compile(r"round (\d+), table (\d+), board (\d+)")


def place_in(subject: str) -> tuple[int, int, int] | None:
    """Round, table and board (as players call it) of a log entry about a result; None for another subject."""
    found = _SUBJECT.fullmatch(subject)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def record_result(event_id: int, entered: Entered, actor: Actor) -> ResultReceipt:
    """Store a result or correct one, and have the standings recomputed.

    Raises `ServiceError` with every fault, `NotFoundError` for a place that does not exist, `ConflictError` when
    the place has a result already, when the version has moved on, or when the key was used for something else.
    """
    with transaction.atomic():
        return record_locked(lock_event(event_id), entered, actor)


def record_locked(event: Event, entered: Entered, actor: Actor) -> ResultReceipt:
    """`record_result` for an event that `lock_event` has locked in the transaction around."""
    refuse_if(faults_if_ranked(event))
    fingerprint = fingerprint_of(entered)
    given = answer_given(event, entered.key, fingerprint)
    if given is not None:
        return ResultReceipt(**{**given, "replayed": True})
    place = _find_place(event, entered)
    _refuse_conflict(place, entered)
    fields = _with_pairs(place, entered.fields)
    faults = [*_faults_of_time(place, entered), *_faults_of_pairs(place, entered)]
    faults += [*_faults_of_play(place, fields), *_faults_of_reason(place, entered)]
    faults += [*faults_of_note(entered.note, "note"), *faults_of_note(entered.reason, "reason")]
    faults += faults_of_note(entered.private_note or "", "private_note")
    refuse_if(faults)
    receipt = _store(place, fields, entered, actor)
    remember(event, entered.key, fingerprint, receipt.to_json())
    return receipt


def remove_result(
    event_id: int, place: tuple[int, int, int], version: int, reason: str, actor: Actor
) -> ResultReceipt:
    """Take back the result at `place` (round, table, board), which then counts as not yet entered.

    The row stays, with its version, and the log keeps what it said. Raises as `record_result` does.
    """
    with transaction.atomic():
        return remove_locked(lock_event(event_id), place, version, reason, actor)


def remove_locked(
    event: Event, place: tuple[int, int, int], version: int, reason: str, actor: Actor
) -> ResultReceipt:
    """`remove_result` for an event that `lock_event` has locked in the transaction around."""
    refuse_if(faults_if_ranked(event))
    fields = ResultFields(round=place[0], table=place[1], board=place[2])
    entered = Entered(fields=fields, version=version, reason=reason, state=ResultState.REMOVED)
    found = _find_place(event, entered)
    _refuse_conflict(found, entered)
    refuse_if([*_faults_of_time(found, entered), *_faults_of_reason(found, entered)])
    return _store(found, _with_pairs(found, fields), entered, actor)


def _find_place(event: Event, entered: Entered) -> _Place:
    fields = entered.fields
    table = (
        Table.objects.select_related("round", "ns", "ew", "match")
        .filter(round__event=event, round__number=fields.round, number=fields.table)
        .first()
    )
    if table is None:
        raise NotFoundError(
            f"There is no table {fields.table} in round {fields.round}; look at the draw for where to sit.",
            code="no-table",
        )
    board = _number_of(event, table, fields.board)
    if board not in table.boards:
        due = ", ".join(str(board_shown(event, number)) for number in table.boards)
        raise ServiceError(
            Fault(
                code="board-not-due",
                message=f"Board {fields.board} is not due at table {table.number} in round {fields.round}; "
                f"the boards there are {due}.{_DECIDERS if table.match_id else ''}",
                path="board",
            )
        )
    existing = Result.objects.filter(table=table, board=board).select_related("ns", "ew").first()
    entries = {entry.number: entry for entry in Entry.objects.filter(event=event, number__in=_named(fields))}
    # whoever waits for a seat is in no standings, and a result of theirs could not be scored
    unknown = [number for number in _named(fields) if number not in entries or entries[number].standby]
    if unknown:
        raise ServiceError(
            *(_unknown_entry(event, fields, number, waits=number in entries) for number in unknown)
        )
    ns = entries[fields.ns] if fields.ns is not None else table.ns
    ew = entries[fields.ew] if fields.ew is not None else table.ew
    return _Place(event, table.round, table, board, fields.board, ns, ew, existing)


_DECIDERS = " More are played only in a match that is tied, when the director calls for a decider."


def _number_of(event: Event, table: Table, board: int) -> int:
    """The event's number of a board as players call it."""
    if table.match_id is None:
        return board
    numbering = RaceBoards(event.teams.race_boards)
    # a board beyond the block would be one of the next round's
    return numbering.number(table.round.number, board) if 1 <= board <= numbering.block else 0


def _named(fields: ResultFields) -> list[int]:
    return [number for number in (fields.ns, fields.ew) if number is not None]


def _unknown_entry(event: Event, fields: ResultFields, number: int, *, waits: bool) -> Fault:
    path, word = "ns" if number == fields.ns else "ew", entry_word(event.kind)
    if waits:
        message = f"{word.capitalize()} {number} is on stand-by; give it a seat first."
        return Fault(code="on-standby", message=message, path=path)
    return Fault(code="no-entry", message=f"There is no {word} {number} in this event.", path=path)


def _word(place: _Place) -> str:
    return entry_word(place.event.kind).capitalize()


def _with_pairs(place: _Place, fields: ResultFields) -> ResultFields:
    return replace(fields, ns=place.ns.number, ew=place.ew.number)


def _refuse_conflict(place: _Place, entered: Entered) -> None:
    """Somebody was there first: say so, with both versions."""
    existing = place.existing
    standing = existing is not None and existing.state != ResultState.REMOVED
    if existing is None or not standing:
        if entered.version is not None and (existing is None or entered.version != existing.version):
            raise ConflictError(
                f"There is no result for {place.subject} to correct; enter it as a new one.", code="no-result"
            )
        return
    versions = {"saved": as_fields(existing), "yours": content_of(entered.fields)}
    if entered.version is None:
        raise ConflictError(
            f"There is a result for {place.subject} already (version {existing.version}); "
            "to change it, correct that one and give a reason.",
            code="already-entered",
            versions=versions,
        )
    if entered.version != existing.version:
        raise ConflictError(
            f"The result for {place.subject} was changed meanwhile: you started from version {entered.version}, "
            f"it is now version {existing.version}. Look at both and enter the right one.",
            code="stale-version",
            versions=versions,
        )


def _faults_of_time(place: _Place, entered: Entered) -> list[Fault]:
    if place.event.status == EventStatus.FINAL:
        return [Fault(code="event-final", message="The event is final; a director has to reopen it first.")]
    if place.round.status == RoundStatus.PLANNED:
        return [Fault(code="round-not-open", message=f"Round {place.round.number} is not open yet.")]
    if place.round.status == RoundStatus.CLOSED and not entered.reason.strip():
        message = f"Round {place.round.number} is closed; a result can still be entered with a reason."
        return [Fault(code="round-closed", message=message, path="reason")]
    return []


def _faults_of_pairs(place: _Place, entered: Entered) -> list[Fault]:
    if place.ns.pk == place.ew.pk:
        return [
            Fault(
                code="same-pair", message=f"{_word(place)} {place.ns.number} cannot play itself.", path="ew"
            )
        ]
    faults = []
    if (place.ns.pk, place.ew.pk) != (place.table.ns_id, place.table.ew_id):
        faults += _faults_of_other_pairs(place, entered)
    if place.table.match_id is not None:
        return faults  # a team has two pairs, and plays each board at both tables
    pair = (place.ns, place.ew)
    twice = (
        Result.objects.filter(Q(ns__in=pair) | Q(ew__in=pair), event=place.event, board=place.board)
        .exclude(table=place.table)
        .exclude(state=ResultState.REMOVED)
    )
    columns = ("table__round__number", "table__number", "ns__number", "ew__number")
    for round_number, table, *there in twice.order_by("table_id").values_list(*columns):
        for number in sorted({place.ns.number, place.ew.number} & set(there)):
            message = (
                f"Pair {number} already has a result on board {place.board} "
                f"(round {round_number}, table {table})."
            )
            path = "ns" if number == place.ns.number else "ew"
            faults.append(Fault(code="board-played-twice", message=message, path=path))
    return faults


def _faults_of_play(place: _Place, fields: ResultFields) -> list[Fault]:
    """What is wrong with what was bid and taken, and in a race with when."""
    faults = list(check_result(place.event.rule_set, fields))
    if place.table.match_id is None or faults:
        return faults
    corrects = place.existing is not None and place.existing.state != ResultState.REMOVED
    return faults_of_race(RaceRules.of(place.event), place.table, fields, corrects=corrects)


def _faults_of_other_pairs(place: _Place, entered: Entered) -> list[Fault]:
    scheduled = f"{place.table.ns.number} North-South against {place.table.ew.number} East-West"
    teams = {place.table.ns_id, place.table.ew_id}
    if place.table.match_id is not None and {place.ns.pk, place.ew.pk} != teams:
        message = f"Only the teams of the match play there: {scheduled}."
        return [Fault(code="not-seated", message=message, path="ns")]
    if not entered.as_played:
        path = "ns" if place.ns.pk != place.table.ns_id else "ew"
        number = place.ns.number if path == "ns" else place.ew.number
        message = (
            f"{_word(place)} {number} does not sit there at table {place.table.number} in round {place.round.number}: "
            f"it is {scheduled}. If it was played otherwise, record it as played, with a reason."
        )
        return [Fault(code="not-seated", message=message, path=path)]
    if not entered.reason.strip():
        message = f"The draw says {scheduled}; give a reason for recording other pairs as played."
        return [Fault(code="reason-missing", message=message, path="reason")]
    return []


def _faults_of_reason(place: _Place, entered: Entered) -> list[Fault]:
    changes = place.existing is not None and place.existing.state != ResultState.REMOVED
    if changes and not entered.reason.strip():
        return [Fault(code="reason-missing", message="A correction needs a reason.", path="reason")]
    return []


def _store(place: _Place, fields: ResultFields, entered: Entered, actor: Actor) -> ResultReceipt:
    now = timezone.now()
    existing = place.existing
    before = as_logged(existing) if existing is not None else None
    result = existing or Result(
        event=place.event, table=place.table, board=place.board, version=0, created_at=now
    )
    scored = None
    if entered.state != ResultState.REMOVED:
        scored = to_pairs_result(place.event.rule_set, fields)
    store_fields(result, fields, scored, ns=place.ns, ew=place.ew)
    result.state = entered.state
    result.reason = entered.reason.strip()[:500]
    result.note = entered.note.strip()[:500]
    if entered.private_note is not None:
        result.private_note = entered.private_note.strip()[:500]
    result.version += 1
    result.updated_at = now
    result.event_version = raise_version(place.event)
    result.save()
    after = as_logged(result)
    log(
        place.event,
        actor,
        _action(before, after, entered),
        place.subject,
        before=before,
        after=after,
        reason=entered.reason,
    )
    queue_recompute(place.event)
    return ResultReceipt(
        result_id=result.pk,
        round=place.round.number,
        table=place.table.number,
        board=place.shown,
        version=result.version,
        event_version=result.event_version,
        ns_score=result.ns_score,
        ew_score=result.ew_score,
        saved_at=now.isoformat(),
        created=existing is None,
    )


def _action(before: Mapping[str, object] | None, after: Mapping[str, object], entered: Entered) -> str:
    if entered.state == ResultState.REMOVED:
        return "result.removed"
    if before is None or before["state"] == ResultState.REMOVED:
        return "result.entered"
    changed = {name for name in {*before, *after} if after.get(name) != before.get(name)} - {"version"}
    if changed == {"state"}:
        return f"result.{entered.state}"
    return "result.corrected"
