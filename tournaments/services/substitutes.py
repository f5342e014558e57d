"""Substitutes: somebody plays in another's place from a round or a board on, and the entry stays what it is.

Owns: noting a substitute and taking one back. Who plays then is read in who_plays.py.
Never does: change an entry's players (players.py): the result is the pair's, whoever sat.
Terms: *out*, whose place it is; *into*, who takes it; *from a board on*, from there in the order in which the entry's
table plays that round. A board is the event's number here, a race's boards of round 2 being 17 to 24.
"""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q

from scoring.faults import Fault
from tournaments.models import (
    Entry,
    Event,
    Person,
    RoundStatus,
    Substitution,
    Table,
    TableSeat,
)
from tournaments.services.actors import Actor
from tournaments.services.entries import find_entry
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import entry_word
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.people import Named, Player, faults_of_people, meant, people_for
from tournaments.services.players import faults_of_leaving
from tournaments.services.queueing import queue_recompute
from tournaments.services.texts import faults_of_name
from tournaments.services.who_plays import players_at

__all__ = ["end_substitute", "players_at", "substitute"]


def substitute(
    event_id: int,
    entry_number: int,
    out: int,
    into: Named,
    first_round: int,
    first_board: int | None,
    actor: Actor,
    reason: str,
    last_round: int | None = None,
) -> Substitution:
    """Have `into` play in place of the person with the key `out`, from `first_round` (and `first_board` of it) on, up
    to the end of `last_round` (None: to the end).

    Raises `ServiceError` with every fault: `out` does not play for the entry then, `into` plays elsewhere.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, entry_number)
        player = meant(event.tournament.club_id, [into])[0]
        faults = [*faults_if_final(event), *_faults_of_name(player)]
        faults += _faults_of_time(event, entry, first_round, first_board, last_round)
        if not reason.strip():
            faults.append(Fault("reason-missing", "A substitute needs a reason.", "reason"))
        refuse_if(faults)
        playing = {person.pk: person for person in players_at(event)(entry.pk, first_round, first_board)}
        rounds = (first_round, last_round)
        faults += _faults_of_people(event, entry, playing, out, player, rounds)
        if out in playing:
            faults += faults_of_leaving(event, [playing[out]], actor)
        refuse_if(faults)
        person = Person.objects.get(pk=people_for(event.tournament.club_id, [player])[0])
        made = Substitution.objects.create(
            entry=entry,
            out=playing[out],
            into=person,
            first_round=first_round,
            first_board=first_board,
            last_round=last_round,
            reason=reason.strip()[:500],
        )
        _reseat(entry, made, playing[out], person)
        _write_down(event, entry, "substitute.added", made, actor, reason)
    return made


def end_substitute(event_id: int, substitution_id: int, actor: Actor, reason: str) -> None:
    """Take a substitute back as if there had been none. Raises `ServiceError` without a reason."""
    with transaction.atomic():
        event = lock_event(event_id)
        found = Substitution.objects.filter(pk=substitution_id, entry__event=event)
        made = found.select_related("entry", "out", "into").first()
        if made is None:
            raise NotFoundError("That substitute is gone already.", code="no-substitute")
        faults = list(faults_if_final(event))
        if not reason.strip():
            faults.append(Fault("reason-missing", "Taking a substitute back needs a reason.", "reason"))
        refuse_if([*faults, *faults_of_leaving(event, [made.into], actor)])
        _reseat(made.entry, made, made.into, made.out)
        made.delete()
        _write_down(event, made.entry, "substitute.taken-back", made, actor, reason)


def _faults_of_name(player: Player) -> list[Fault]:
    if player.person is not None:
        faults = faults_of_people([player], "into")
        return [Fault(fault.code, fault.message, "into") for fault in faults]
    return faults_of_name(player.name, "into")


def _faults_of_time(
    event: Event, entry: Entry, first: int, board: int | None, last: int | None
) -> list[Fault]:
    faults = []
    rounds = event.rounds.count()
    if rounds == 0:
        faults.append(
            Fault("no-round", "Nothing is drawn yet; change the players of the entry instead.", "first_round")
        )
    elif not 1 <= first <= rounds:
        faults.append(Fault("no-round", f"There is no round {first}; the draw has {rounds}.", "first_round"))
    elif board is not None:
        tables = Table.objects.filter(Q(ns=entry) | Q(ew=entry), round__event=event, round__number=first)
        if not any(board in boards for boards in tables.values_list("boards", flat=True)):
            message = (
                f"{entry.name} does not play that board in round {first}; leave it empty for the whole round."
            )
            faults.append(Fault("no-board", message, "first_board"))
    if last is not None and last < first:
        faults.append(Fault("round-order", f"Round {last} comes before round {first}.", "last_round"))
    return faults


def _faults_of_people(
    event: Event,
    entry: Entry,
    playing: Mapping[int, Person],
    out: int,
    into: Player,
    rounds: tuple[int, int | None],
) -> list[Fault]:
    if out not in playing:
        names = ", ".join(person.name for person in playing.values()) or "nobody yet"
        message = f"Choose whose place it is among those who play for {entry.name} then: {names}."
        return [Fault("not-in-entry", message, "out")]
    if into.person is None:
        return []
    if into.person in playing:
        return [Fault("plays-already", f"{into.name} plays for {entry.name} then already.", "into")]
    first, last = rounds
    tables = Table.objects.filter(round__event=event, round__number__gte=first)
    if last is not None:
        tables = tables.filter(round__number__lte=last)
    at = players_at(event)
    for ns, ew, number, table in tables.exclude(round__status=RoundStatus.CLOSED).values_list(
        "ns", "ew", "round__number", "number"
    ):
        others = {person.pk for side in (ns, ew) if side != entry.pk for person in at(side, number, None)}
        if into.person in others:
            message = f"{into.name} plays at table {table} in round {number}; choose somebody who does not."
            return [Fault("plays-elsewhere", message, "into")]
    return []


def _reseat(entry: Entry, made: Substitution, out: Person, into: Person) -> None:
    """In a team's line-ups: `into` on the chairs of `out`, in rounds not closed that `into` plays from the start."""
    chairs = TableSeat.objects.filter(person=out, table__match__isnull=False)
    chairs = chairs.filter(Q(table__ns=entry) | Q(table__ew=entry)).exclude(
        table__round__status=RoundStatus.CLOSED
    )
    chairs = chairs.filter(table__round__number__gte=made.first_round + (made.first_board is not None))
    if made.last_round is not None:
        chairs = chairs.filter(table__round__number__lte=made.last_round)
    chairs.update(person=into)


def _write_down(
    event: Event, entry: Entry, action: str, made: Substitution, actor: Actor, reason: str
) -> None:
    raise_version(event, all_boards=True)
    after = {
        "out": made.out.name,
        "into": made.into.name,
        "from_round": made.first_round,
        "from_board": made.first_board,
        "last_round": made.last_round,
    }
    log(event, actor, action, f"{entry_word(event.kind)} {entry.number}", after=after, reason=reason)
    queue_recompute(event)
