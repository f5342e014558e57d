"""The calls of an event for whoever is not at its tables: raised by a table's number, listed, answered, whatever the
kind of event.

Owns: which table or game a number stands for now; who hears calls, and what of one they may read.
Never does: raise or answer by itself (calls.py, ranked/calls.py).
Terms: *hears*, said of a member of the club to whom the desk shows calls; *past*, a call that was answered.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import Call, Event, EventStatus, GameCall, Kind, RoundStatus, Table
from tournaments.services import calls
from tournaments.services.actors import Actor, Deed, directs, may
from tournaments.services.errors import ConflictError, NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.locking import lock_event
from tournaments.services.ranked import calls as game_calls
from tournaments.services.table_wants import Eyes, why_untold

User = AbstractBaseUser | AnonymousUser
AnyCall = Call | GameCall

FOR_DIRECTORS: Final = "What a table says is for the directors of this event."


@dataclass(frozen=True, slots=True)
class CallRead:
    """A call as somebody may read it: of a `round`, or of a `game`; `note` is None where `hidden` says why."""

    id: int
    table: int
    round: int | None
    game: int | None
    note: str | None
    hidden: str | None
    at: datetime
    answered_at: datetime | None
    answered_by: str


def hears_calls(user: User, event: Event) -> bool:
    """At ranked tables a scorer answers calls, too; elsewhere a director."""
    return may(user, Deed.ENTER_RESULTS if event.kind == Kind.RANKED else Deed.DIRECT, _club_of(event))


def calls_for(event: Event, user: User) -> QuerySet[Any]:
    """The calls that `user`, who hears them, is told of, the latest first: past ones are for who may read the log."""
    rows: QuerySet[Any]
    if event.kind == Kind.RANKED:
        rows = GameCall.objects.filter(game__event=event).select_related("game")
    else:
        rows = Call.objects.filter(table__round__event=event).select_related("table__round")
    if not _reads_log(event, user):
        rows = rows.filter(answered_at=None)
    return rows.order_by("-at", "-pk")


def read_calls(rows: Iterable[AnyCall], event: Event, user: User) -> list[CallRead]:
    """The same calls, as `user` may read them."""
    hears = hears_calls(user, event)
    # what is said at a ranked table is open: its four players say it aloud
    eyes = None if event.kind == Kind.RANKED else Eyes(event, user)
    return [_read(row, _why_hidden(row, eyes, hears=hears)) for row in rows]


def raise_call(event: Event, table: int, note: str, actor: Actor) -> AnyCall:
    """Raise the flag of a table, as its phones do: of the latest open round, or of the latest game there.

    Raises `NotFoundError` where there is no such table, `ConflictError` where no round is open or the game is void.
    """
    with transaction.atomic():
        event = lock_event(event.pk)  # a round may be closed meanwhile, or another game opened
        if event.kind != Kind.RANKED:
            refuse_if(faults_if_final(event))
            return calls.call_director(event.pk, _table_now(event, table), actor, note)
        game = event.games.filter(table=table).order_by("-number").first()
        if game is None:
            raise NotFoundError(f"No game was opened at table {table}.", code="no-game")
        return game_calls.call(game.pk, actor, note)


def answer_any(event: Event, call_id: int, actor: Actor) -> AnyCall:
    """Say that somebody comes. A call that was answered already stays as it is. Raises `NotFoundError`."""
    if event.kind != Kind.RANKED:
        return calls.answer_call(event.pk, call_id, actor)
    found = GameCall.objects.filter(pk=call_id, game__event=event).first()
    if found is None:
        raise NotFoundError("There is no such call in this event.", code="no-call")
    return game_calls.answer(found.game_id, call_id, actor)


def _reads_log(event: Event, user: User) -> bool:
    """A director who does not play there, or whose event is final."""
    final = event.status == EventStatus.FINAL
    return may(user, Deed.DIRECT, _club_of(event)) if final else directs(user, event)


def _club_of(event: Event) -> int:
    return event.tournament.club_id


def _table_now(event: Event, number: int) -> Table:
    latest = event.rounds.filter(status=RoundStatus.OPEN).order_by("-number").first()
    if latest is None:
        raise ConflictError("No round is open, so no table is played at.", code="no-round-open")
    found = latest.tables.select_related("round").filter(number=number).first()
    if found is None:
        raise NotFoundError(f"There is no table {number} in round {latest.number}.", code="no-table")
    return found


def _why_hidden(call: AnyCall, eyes: Eyes | None, *, hears: bool) -> str:
    """Why somebody is not told what the table said, "" where they are."""
    if call.note and not hears:
        return FOR_DIRECTORS
    return why_untold(call, eyes) if eyes is not None and isinstance(call, Call) else ""


def _read(call: AnyCall, hidden: str) -> CallRead:
    if isinstance(call, GameCall):
        table, round_, game = call.game.table, None, call.game.number
    else:
        table, round_, game = call.table.number, call.table.round.number, None
    return CallRead(
        id=call.pk,
        table=table,
        round=round_,
        game=game,
        note=None if hidden else call.note,
        hidden=hidden or None,
        at=call.at,
        answered_at=call.answered_at,
        answered_by=call.answered_by,
    )
