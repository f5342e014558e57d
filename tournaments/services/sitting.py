"""Who really sits at a table: as drawn, the other way round, or somebody else by name; said at the table itself.

Owns: what was said last, beside the draw, which stays as it is (DESIGN §3: scheduled and actual play are two things).
Never does: change an entry or its players, or a result that is in: that is a director's.
Terms: *drawn*, the players that the draw puts on N, E, S and W; *turned*, the sides sit the other way round than drawn,
so results that are entered from then on are recorded for the pairs that really sat there (services/phone.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from scoring.faults import Fault
from tournaments.models import Door, EntryPlayer, Event, RoundStatus, Sitting, Table, TableToken
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.kinds import faults_if_ranked
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.texts import faults_of_name
from tournaments.services.tokens import table_in_round
from tournaments.services.who_plays import substitutes_in

SEATS = ("N", "E", "S", "W")
_SEATS_OF = {"NS": ("N", "S"), "EW": ("E", "W")}


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidSitting:
    """`players`: seat → name where it is not as drawn (blank counts as drawn); `turned`: the sides are. `as_shown`:
    somebody only taps their side, so what was said before, which that phone may not have heard of yet, stays."""

    round: int
    players: Mapping[str, str] = field(default_factory=dict)
    turned: bool = False
    as_shown: bool = False


def say_who_sits(token: TableToken, said: SaidSitting) -> Sitting:
    """Keep who sits at the token's table in an open round. Said again, the same changes nothing.

    Raises `ServiceError` with every fault, `NotFoundError` where the token has no table in that round.
    """
    with transaction.atomic():
        event = lock_event(token.event_id)
        refuse_if(faults_if_ranked(event))
        table = table_in_round(token, said.round)
        if table is None:
            raise NotFoundError(f"This code has no table in round {said.round}.", code="no-table")
        refuse_if(_faults_of(table, said))
        drawn = drawn_players(table, turned=said.turned)
        players = {seat: " ".join(said.players.get(seat, "").split()) or drawn[seat] for seat in SEATS}
        before = Sitting.objects.filter(table=table).first()
        if before is not None and (
            said.as_shown or (before.players, before.turned) == (players, said.turned)
        ):
            return before
        now = timezone.now()
        sitting, _ = Sitting.objects.update_or_create(
            table=table, defaults={"players": players, "turned": said.turned, "at": now}
        )
        _tell(event, table, before, sitting)
    return sitting


def drawn_players(table: Table, *, turned: bool = False) -> dict[str, str]:
    """The names that belong on N, E, S and W of a table; "" where nobody knows."""
    found = dict.fromkeys(SEATS, "")
    for side, position, name in _chairs(table):
        if position in (1, 2):
            physical = ({"NS": "EW", "EW": "NS"})[side] if turned else side
            found[_SEATS_OF[physical][position - 1]] = name
    return found


def _chairs(table: Table) -> list[tuple[str, int, str]]:
    """(side as drawn, position, name) of everybody whom the draw puts at a table."""
    if table.match_id is not None:
        return list(table.seats.values_list("direction", "position", "person__name"))
    direction = {table.ns_id: "NS", table.ew_id: "EW"}
    rows = EntryPlayer.objects.filter(entry__in=direction)
    swaps = substitutes_in(direction, table.round.number)
    return [
        (direction[entry], position, swaps[entry][person].name if person in swaps.get(entry, {}) else name)
        for entry, position, person, name in rows.values_list("entry", "position", "person", "person__name")
    ]


def _faults_of(table: Table, said: SaidSitting) -> list[Fault]:
    if table.round.status != RoundStatus.OPEN:
        state = "is closed" if table.round.status == RoundStatus.CLOSED else "is not open yet"
        message = f"Round {said.round} {state}; tell the director who sat where."
        return [Fault("round-not-open", message, "round")]
    faults = []
    for seat, name in said.players.items():
        if seat not in SEATS:
            faults.append(Fault("seat", f"A seat is N, E, S or W, not “{seat[:8]}”.", "players"))
        elif name.strip():
            faults += faults_of_name(name, f"players.{seat}")
    return faults


def _tell(event: Event, table: Table, before: Sitting | None, sitting: Sitting) -> None:
    # the desk and the table's other phones show it, so a new version is due
    raise_version(event)
    actor = Actor(name=f"table {table.number}", door=Door.PHONE)
    subject = f"round {table.round.number}, table {table.number}"
    log(event, actor, "sitting.said", subject, before=_content(before), after=_content(sitting))
    queue_recompute(event)


def _content(sitting: Sitting | None) -> dict[str, object] | None:
    return None if sitting is None else {"players": sitting.players, "turned": sitting.turned}
