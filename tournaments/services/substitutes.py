"""Substitutes: somebody plays in another's place from a round or a board on, and the entry stays what it is.

Owns: who plays for an entry on a board.
Never does: change an entry's players (players.py): the result is the pair's, whoever sat.
Terms: *out*, whose place it is; *into*, who takes it; *from a board on*, from there in the order in which the entry's
table plays that round. A board is the event's number here, a race's boards of round 2 being 17 to 24.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from django.db import transaction
from django.db.models import Q

from scoring.faults import Fault
from tournaments.models import (
    Entry,
    EntryPlayer,
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

PlayersAt = Callable[[int, int, int | None], tuple[Person, ...]]
"""(entry's key, round, board) → who plays; board None: who begins the round."""


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


def players_at(event: Event) -> PlayersAt:
    """Who plays for an entry in a round at a board, in the order of their seats; of a team everybody who may sit.
    Three queries, however often it is asked."""
    own: defaultdict[int, list[Person]] = defaultdict(list)
    seats = EntryPlayer.objects.filter(entry__event=event).select_related("person").order_by("position")
    for seat in seats:
        own[seat.entry_id].append(seat.person)
    swaps = substitutions_of(event)
    order = _boards_of(swaps)

    def at(entry: int, round_number: int, board: int | None = None) -> tuple[Person, ...]:
        there = list(own.get(entry, ()))
        for made in swaps.get(entry, ()):
            if _covers(made, round_number, board, order):
                there = [made.into if person.pk == made.out_id else person for person in there]
        return tuple(there)

    return at


def substitutions_of(event: Event) -> dict[int, list[Substitution]]:
    """An event's substitutions by their entry's key, in the order in which they begin."""
    found: defaultdict[int, list[Substitution]] = defaultdict(list)
    rows = Substitution.objects.filter(entry__event=event).select_related("out", "into", "entry")
    for made in rows.order_by("first_round", "pk"):
        found[made.entry_id].append(made)
    return found


def substitutes_in(entries: Iterable[int], round_number: int) -> dict[int, dict[int, Person]]:
    """For entries, by key: who begins a round in whose place (the key of whoever is out)."""
    found: defaultdict[int, dict[int, Person]] = defaultdict(dict)
    rows = Substitution.objects.filter(entry__in=entries).select_related("into")
    for made in rows.order_by("first_round", "pk"):
        if _covers(made, round_number, None, {}):
            there = found[made.entry_id]
            replaced = [out for out, into in there.items() if into.pk == made.out_id]
            for out in replaced or [made.out_id]:
                there[out] = made.into
    return found


def stepping_in(entry: Entry, round_number: int) -> list[Person]:
    """Everybody who plays for an entry in a round, or in a part of it, without belonging to it."""
    rows = entry.substitutions.filter(first_round__lte=round_number).select_related("into")
    rows = rows.filter(Q(last_round=None) | Q(last_round__gte=round_number))
    return [made.into for made in rows]


def _covers(
    made: Substitution, round_number: int, board: int | None, order: Mapping[tuple[int, int], list[int]]
) -> bool:
    if round_number < made.first_round or (made.last_round is not None and round_number > made.last_round):
        return False
    if round_number > made.first_round or made.first_board is None:
        return True
    if board is None:
        return False
    boards = order.get((made.entry_id, round_number), [])
    if board in boards and made.first_board in boards:
        return boards.index(board) >= boards.index(made.first_board)
    return board >= made.first_board


def _boards_of(swaps: Mapping[int, list[Substitution]]) -> dict[tuple[int, int], list[int]]:
    """(entry's key, round) → the boards in playing order, where a substitute comes in the middle of a round."""
    wanted = {
        (made.entry_id, made.first_round) for rows in swaps.values() for made in rows if made.first_board
    }
    if not wanted:
        return {}
    entries = {entry for entry, _ in wanted}
    tables = Table.objects.filter(Q(ns__in=entries) | Q(ew__in=entries))
    tables = tables.filter(round__number__in={number for _, number in wanted})
    return {
        (entry, number): boards
        for ns, ew, number, boards in tables.values_list("ns", "ew", "round__number", "boards")
        for entry in (ns, ew)
        if (entry, number) in wanted
    }


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
