"""Undoing a change that is in the log, by another change that is in the log too.

Owns: which changes can be undone, and by what; nothing is ever taken out of the log.
Never does: undo a change over a later one: what came after it has to be undone first; know games
(ranked/undo_games.py).
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.db import transaction

from scoring.faults import Fault
from scoring.rules import RuleSet
from tournaments.eventfile.scoring_input import ResultFields, WeightedScore
from tournaments.models import Event, LogEntry, Penalty, Result, ResultState
from tournaments.services.actors import Actor
from tournaments.services.entries import withdraw_entry
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.events import EventSettings, add_penalty, change_settings, remove_penalty
from tournaments.services.found_right import find_right, point_out_again
from tournaments.services.locking import lock_event
from tournaments.services.progress import board_number
from tournaments.services.ranked.leaving import settle_absences
from tournaments.services.ranked.undo_games import GAME_UNDOERS, NOT_UNDOABLE
from tournaments.services.result_fields import TEXTS, as_fields
from tournaments.services.results import Entered, place_in, record_locked, remove_locked
from tournaments.services.undoing import Undoer, Undoing

_RESULT = "result."


def undo_change(event_id: int, log_id: int, actor: Actor, reason: str) -> None:
    """Bring back what stood before the change that log line `log_id` tells of.

    Raises `ServiceError` where it cannot be undone or no reason is given, `ConflictError` where it has been changed
    since, `NotFoundError` for a line that is not of this event.
    """
    settle_absences(event_id)  # by itself: it holds even where this is refused
    with transaction.atomic():
        event = lock_event(event_id)
        line = event.log.filter(pk=log_id).first()
        if line is None:
            raise NotFoundError("There is no such line in the log of this event.", code="no-log-line")
        undo = _undoer(line.action)
        faults = []
        if undo is None:
            usual = "This cannot be undone from the log; change it where it was made."
            message = NOT_UNDOABLE.get(line.action, usual)
            faults.append(Fault("not-undoable", message))
        if not reason.strip():
            faults.append(Fault("reason-missing", "Say why it is undone.", "reason"))
        refuse_if(faults)
        assert undo is not None
        undoing = Undoing(event, line, actor, f"Undone: {reason.strip()}"[:500])
        try:
            undo(undoing)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            if not undoing.came_in_a_file:
                raise
            message = "The log does not say what it was before; change it where it was made."
            raise ServiceError(message, code="not-undoable") from None


def can_undo(line: LogEntry) -> bool:
    """Whether a line tells of a change that could be undone, were nothing changed since."""
    return _undoer(line.action) is not None


def _undoer(action: str) -> Undoer | None:
    return _undo_result if action.startswith(_RESULT) else _UNDOERS.get(action)


def _undo_result(undoing: Undoing) -> None:
    place = place_in(undoing.line.subject)
    if place is None:
        raise ServiceError("The log does not say which result this was.", code="not-undoable")
    there = _result_at(undoing.event, place)
    if there is None or there.version != undoing.after.get("version"):
        raise ConflictError(
            "The result was changed since; undo the later change first, or correct the result.",
            code="stale-version",
            versions={
                "saved": as_fields(there) if there is not None else None,
                "yours": dict(undoing.before),
            },
        )
    before = undoing.before
    if not before or before["state"] == ResultState.REMOVED:
        remove_locked(undoing.event, place, there.version, undoing.reason, undoing.actor)
        return
    version = None if there.state == ResultState.REMOVED else there.version
    record_locked(undoing.event, _as_entered(place, before, version, undoing.reason), undoing.actor)


def _result_at(event: Event, place: tuple[int, int, int]) -> Result | None:
    board = board_number(event, place[0], place[2])
    found = event.results.filter(table__round__number=place[0], table__number=place[1], board=board)
    return found.select_related("ns", "ew").first()


def _as_entered(
    place: tuple[int, int, int], said: Mapping[str, Any], version: int | None, reason: str
) -> Entered:
    """What the log kept of a result (`result_fields.as_logged`), as it is entered."""
    by_bids = bool(said.get("ns_bid"))
    fields = ResultFields(
        round=place[0],
        table=place[1],
        board=place[2],
        ns=said["ns"],
        ew=said["ew"],
        **{name: said.get(name) for name in TEXTS},
        ns_score=None if by_bids else said.get("ns_score"),
        ew_score=None if by_bids else said.get("ew_score"),
        not_played=said.get("not_played", False),
        weighted=tuple(WeightedScore(**outcome) for outcome in said.get("weighted") or ()),
        group=said.get("group", 0),
    )
    return Entered(
        fields,
        version=version,
        reason=reason,
        as_played=True,
        state=ResultState(said["state"]),
        note=said.get("note", ""),
        private_note=said.get("private_note", ""),
    )


def _undo_penalty(undoing: Undoing) -> None:
    said = undoing.after
    alike = Penalty.objects.filter(event=undoing.event, amount=Decimal(said["amount"]), unit=said["unit"])
    if "penalty" in said:
        found = alike.filter(pk=said["penalty"]).first()
    else:  # a line of before penalties were told apart
        reason = undoing.line.reason.strip()[:500]
        found = alike.filter(entry__number=undoing.number, reason=reason).last()
    if found is None:
        raise ConflictError("This penalty has been taken back already.", code="no-penalty")
    remove_penalty(found.pk, undoing.reason, undoing.actor)


def _give_penalty_again(undoing: Undoing) -> None:
    said = undoing.before
    key = said.get("penalty")
    if key is not None and undoing.event.log.filter(action="penalty.added", after__again=key).exists():
        raise ConflictError("This penalty has been given again already.", code="changed-since")
    add_penalty(
        undoing.event.pk,
        undoing.number,
        Decimal(said["amount"]),
        said["reason"],
        undoing.actor,
        said["unit"],
        said.get("private_note", ""),
        again=key,
        why=undoing.reason,
    )


def _undo_settings(undoing: Undoing) -> None:
    now, before, after = (
        _plain(said) for said in (EventSettings.of(undoing.event).to_json(), undoing.before, undoing.after)
    )
    changed = [name for name in after if after[name] != before.get(name)]
    if any(now.get(name) != after[name] for name in changed):
        raise ConflictError(
            "The settings were changed since; undo the later change first.", code="changed-since"
        )
    wanted = {**now, **{name: before[name] for name in changed if name in before}}
    wanted["tie_breaks"] = tuple(wanted["tie_breaks"])
    known = {name: wanted[name] for name in EventSettings.__dataclass_fields__ if name in wanted}
    change_settings(undoing.event.pk, EventSettings(**known), undoing.actor, undoing.reason)


def _plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The log has a rule set as it was typed, which may be a preset's name."""
    rules = {"rules": RuleSet.from_json(settings["rules"]).to_json()} if "rules" in settings else {}
    return {**settings, **rules}


def _turn_withdrawal(*, withdrawn: bool) -> Undoer:
    def undo(undoing: Undoing) -> None:
        entry = undoing.event.entries.filter(number=undoing.number).first()
        if entry is not None and entry.withdrawn == withdrawn:
            raise ConflictError("That is undone already.", code="changed-since")
        withdraw_entry(undoing.event.pk, undoing.number, undoing.actor, undoing.reason, withdrawn=withdrawn)

    return undo


def _turn_suspicion(act: Callable[[int, int, int, Actor, str], None]) -> Undoer:
    def undo(undoing: Undoing) -> None:
        place = place_in(undoing.line.subject)
        there = _result_at(undoing.event, place) if place is not None else None
        message = "The result was changed since; where it looks odd as it is now, that is pointed out."
        if there is None or there.version != undoing.after["version"]:
            raise ConflictError(message, code="stale-version")
        undoing.refuse_if_changed(_SUSPICIONS, "That is undone already.")
        act(undoing.event.pk, there.pk, there.version, undoing.actor, undoing.reason)

    return undo


_SUSPICIONS = ("suspicion.dismissed", "suspicion.restored")
_UNDOERS: Mapping[str, Undoer] = {
    "penalty.added": _undo_penalty,
    "penalty.removed": _give_penalty_again,
    "event.settings": _undo_settings,
    "entry.withdrawn": _turn_withdrawal(withdrawn=False),
    "entry.returned": _turn_withdrawal(withdrawn=True),
    "suspicion.dismissed": _turn_suspicion(point_out_again),
    "suspicion.restored": _turn_suspicion(find_right),
    **GAME_UNDOERS,
}
