"""Entries: who plays in an event.

Owns: adding, renaming, withdrawing and removing entries.
Never does: find out who is meant by a name (people.py), say who is there or waits for a seat (entry_states.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from scoring.faults import Fault
from tournaments.models import Entry, EntryPlayer, Event, Field, Kind, Match, Result, Table
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import entry_word, faults_if_ranked
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.people import Named, Player, faults_of_people, meant, people_for
from tournaments.services.people import tidy as _tidy
from tournaments.services.queueing import queue_recompute
from tournaments.services.texts import LONGEST_NAME, faults_of_name

PLAYERS_OF_A_PAIR = 2
PLAYERS_OF_A_TEAM = (4, 5, 6)
MOST_ENTRIES = 2_000
FIRST_ON_STANDBY = 1_001
"""Whoever waits for a seat is numbered from here on, so that those who have one count from 1 without a gap."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be made, numbered with the next free number and named after its players unless it says otherwise.

    `late_losses` and `late_halves` are a late team's, in place of the rounds it was not there for; None: a loss for
    each of them that is no half win. On `standby` it waits for a seat; a pair may then be one player alone.
    """

    players: tuple[Named, ...]
    name: str = ""
    number: int | None = None
    field: str = ""
    late_losses: int | None = None
    late_halves: int = 0
    standby: bool = False
    stays_seated: bool = False


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """An entry whose players are known to be somebody of the club, or nobody yet."""

    players: tuple[Player, ...]
    name: str
    number: int
    new: NewEntry = NewEntry(())


def add_entries(event_id: int, wanted: Sequence[NewEntry], actor: Actor) -> list[Entry]:
    """Add entries to an event, all or none. People are found by their name in the club, or made.

    Raises `ServiceError` with every fault; a fault's path is the entry's place, such as `entries[3].players`.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if(faults_if_ranked(event))
        refuse_if(
            [*faults_if_final(event), *_faults_of_draw(event, wanted), *_faults_of_count(event, wanted)]
        )
        drawn = event.rounds.count()
        club = event.tournament.club_id
        players = iter(meant(club, [player for new in wanted for player in new.players]))
        numbered = _number(event, [(new, tuple(next(players) for _ in new.players)) for new in wanted])
        refuse_if([*_faults_of_entries(event, numbered), *_faults_of_late(event, numbered, drawn)])
        people = iter(people_for(club, [player for entry in numbered for player in entry.players]))
        entries = Entry.objects.bulk_create(_row(event, entry, drawn) for entry in numbered)
        EntryPlayer.objects.bulk_create(
            EntryPlayer(entry=row, person_id=next(people), position=position)
            for row, entry in zip(entries, numbered, strict=True)
            for position in range(1, len(entry.players) + 1)
        )
        raise_version(event, all_boards=True)
        after = {"entries": [{"number": entry.number, "name": entry.name} for entry in numbered]}
        log(event, actor, "entries.added", f"{len(entries)} entries", after=after)
        queue_recompute(event)
    return entries


def rename_entry(event_id: int, number: int, name: str, actor: Actor, reason: str = "") -> Entry:
    """Give an entry another name."""
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        refuse_if([*faults_if_final(event), *faults_of_name(name, "name")])
        before = {"name": entry.name}
        entry.name = _tidy(name)
        entry.save(update_fields=["name"])
        log_change(event, actor, "entry.renamed", entry, before, {"name": entry.name}, reason)
    return entry


def withdraw_entry(event_id: int, number: int, actor: Actor, reason: str, *, withdrawn: bool = True) -> Entry:
    """Mark an entry as withdrawn, or as back. Its results stay as they are.

    A team that leaves is in the event up to the last round drawn, and its match there stays: undo the draw, or give
    the match. One that comes back has missed the rounds between.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        faults = list(faults_if_final(event))
        if not reason.strip():
            faults.append(Fault(code="reason-missing", message="A withdrawal needs a reason.", path="reason"))
        refuse_if(faults)
        if entry.withdrawn == withdrawn:
            return entry
        before = {"withdrawn": entry.withdrawn}
        entry.withdrawn = withdrawn
        entry.withdrawn_after = event.rounds.count() if withdrawn and event.kind == Kind.TEAMS else None
        entry.save(update_fields=["withdrawn", "withdrawn_after"])
        action = "entry.withdrawn" if withdrawn else "entry.returned"
        after = {"withdrawn": withdrawn} | (
            {"after_round": entry.withdrawn_after} if entry.withdrawn_after is not None else {}
        )
        log_change(event, actor, action, entry, before, after, reason)
    return entry


def remove_entry(event_id: int, number: int, actor: Actor, reason: str = "") -> None:
    """Take an entry out that has never played: it is in no draw, has no result, penalty or match. Its people stay.

    Of a pair that did not come to a running event nothing is removed; see the movement. Raises `ServiceError`.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        refuse_if([*faults_if_final(event), *faults_of_removal(entry)])
        before = {"number": number, "name": entry.name, "players": _names(entry)}
        entry.delete()
        raise_version(event, all_boards=True)
        subject = f"{entry_word(event.kind)} {number}"
        log(event, actor, "entry.removed", subject, before=before, reason=reason)
        queue_recompute(event)


def faults_of_removal(entry: Entry) -> list[Fault]:
    """Why an entry has to stay, in one sentence."""
    either = Q(ns=entry) | Q(ew=entry)
    what = ""
    if Result.objects.filter(either).exists():
        what = "has results"
    elif (
        Table.objects.filter(either).exists() or Match.objects.filter(Q(home=entry) | Q(away=entry)).exists()
    ):
        what = "is in the draw"
    elif entry.penalties.exists():
        what = "has a penalty"
    if not what:
        return []
    return [Fault("entry-played", f"{entry.name} {what}, so it stays; withdraw it instead.")]


def _names(entry: Entry) -> list[str]:
    return list(entry.seats.order_by("position").values_list("person__name", flat=True))


def log_change(
    event: Event,
    actor: Actor,
    action: str,
    entry: Entry,
    before: Mapping[str, object],
    after: Mapping[str, object],
    reason: str = "",
) -> None:
    """Write down a change of an entry, and have the standings follow."""
    raise_version(event, all_boards=True)
    log(
        event,
        actor,
        action,
        f"{entry_word(event.kind)} {entry.number}",
        before=before,
        after=after,
        reason=reason,
    )
    queue_recompute(event)


def find_entry(event: Event, number: int) -> Entry:
    """An entry of a locked event. Raises `NotFoundError`, and `ServiceError` where there are no entries at all."""
    refuse_if(faults_if_ranked(event))
    entry = Entry.objects.filter(event=event, number=number).first()
    if entry is None:
        word = entry_word(event.kind)
        raise NotFoundError(f"There is no {word} {number} in this event.", code="no-entry")
    return entry


def _number(event: Event, wanted: Sequence[tuple[NewEntry, tuple[Player, ...]]]) -> list[KnownEntry]:
    taken = set(event.entries.values_list("number", flat=True))
    taken |= {new.number for new, _ in wanted if new.number is not None}
    most = len(taken) + len(wanted)
    free = (number for number in range(1, most + 1) if number not in taken)
    waiting = (number for number in range(FIRST_ON_STANDBY, FIRST_ON_STANDBY + most) if number not in taken)
    numbered = []
    for new, players in wanted:
        # 0 stands for a number that was asked for and is none: it is refused
        number = next(waiting if new.standby else free) if new.number is None else new.number
        numbered.append(KnownEntry(players, _name(event, new, players, number), number, new))
    return numbered


def _name(event: Event, new: NewEntry, players: Sequence[Player], number: int) -> str:
    typed = _tidy(new.name)
    if typed:
        return typed
    if event.kind == Kind.PAIRS:
        name = named_after(player.name for player in players)
    else:
        name = f"Team {players[0].name}" if players else f"Team {number}"
    # made of two long names, a name is cut where the field ends; a name somebody typed is refused instead
    return name[:LONGEST_NAME]


def named_after(players: Iterable[str]) -> str:
    """What a pair is called that nobody has given a name."""
    return " & ".join(players)[:LONGEST_NAME]


def _row(event: Event, entry: KnownEntry, drawn: int) -> Entry:
    new = entry.new
    late = new.late_losses if new.late_losses is not None else max(drawn - new.late_halves, 0)
    return Entry(
        event=event,
        number=entry.number,
        name=entry.name,
        field=new.field,
        late_losses=0 if event.kind == Kind.PAIRS or new.standby else late,
        late_halves=new.late_halves,
        standby=new.standby,
        stays_seated=new.stays_seated,
    )


def _faults_of_draw(event: Event, wanted: Sequence[NewEntry]) -> list[Fault]:
    """A movement is for the pairs it was made for; a Swiss event takes late teams."""
    if event.kind == Kind.PAIRS and not all(new.standby for new in wanted) and event.rounds.exists():
        message = (
            "The draw is made for the entries there are; remove the draw before adding others, or add them on "
            "stand-by."
        )
        return [Fault(code="draw-made", message=message)]
    return []


def _faults_of_count(event: Event, wanted: Sequence[NewEntry]) -> list[Fault]:
    there = event.entries.count()
    if there + len(wanted) <= MOST_ENTRIES:
        return []
    message = f"An event holds at most {MOST_ENTRIES} entries."
    return [Fault(code="too-many", message=message, path="entries")]


def _faults_of_entries(event: Event, wanted: Sequence[KnownEntry]) -> list[Fault]:
    faults = []
    seen = set(event.entries.values_list("number", flat=True))
    for index, entry in enumerate(wanted):
        path = f"entries[{index}]"
        if not 1 <= entry.number <= MOST_ENTRIES:
            message = f"Entry numbers go from 1 to {MOST_ENTRIES}, not {entry.number}."
            faults.append(Fault(code="number", message=message, path=f"{path}.number"))
        elif entry.number in seen:
            message = f"There is an entry with number {entry.number} already."
            faults.append(Fault(code="number-taken", message=message, path=f"{path}.number"))
        else:
            seen.add(entry.number)
        if entry.new.field not in ("", *Field.values):
            message = f"A field is NS or EW, not “{entry.new.field}”."
            faults.append(Fault(code="field", message=message, path=f"{path}.field"))
        faults += faults_of_name(entry.name, f"{path}.name")
        faults += faults_of_players(event.kind, entry, path)
    return faults + faults_of_two_entries(event, wanted)


def _faults_of_late(event: Event, wanted: Sequence[KnownEntry], drawn: int) -> list[Fault]:
    faults = []
    for index, entry in enumerate(wanted):
        row = _row(event, entry, drawn)
        late = (row.late_losses, row.late_halves)
        if min(late) < 0 or sum(late) > drawn:
            message = (
                f"A late team has at most one loss or half win for each of the {drawn} rounds drawn so far, "
                f"not {late[0]} and {late[1]}."
            )
            faults.append(Fault("late", message, f"entries[{index}].late_losses"))
    return faults


def faults_of_two_entries(event: Event, wanted: Sequence[KnownEntry]) -> list[Fault]:
    """Nobody plays for two teams, nor in two pairs unless one of them has left."""
    seats = EntryPlayer.objects.filter(entry__event=event)
    if event.kind == Kind.PAIRS:
        seats = seats.filter(entry__withdrawn=False)
    plays_for: dict[object, int] = dict(seats.values_list("person", "entry__number"))
    code, where = (
        ("in-two-teams", "plays for team") if event.kind == Kind.TEAMS else ("in-two-pairs", "plays in pair")
    )
    faults = []
    for index, entry in enumerate(wanted):
        for place, player in enumerate(entry.players):
            if not player.name or player.new:
                continue
            who: object = player.person or player.name
            if plays_for.setdefault(who, entry.number) != entry.number:
                message = (
                    f"{player.name} {where} {plays_for[who]} already; of two people of one name, write the other’s "
                    "membership number behind it, or tell the two apart in the name."
                )
                faults.append(Fault(code, message, f"entries[{index}].players[{place}]"))
    return faults


def faults_of_players(kind: str, entry: KnownEntry, path: str) -> list[Fault]:
    """How many play together, nobody twice, and every name a name; `path` is the entry's."""
    faults = []
    names = [player.name for player in entry.players]
    if kind == Kind.TEAMS and names and len(names) not in PLAYERS_OF_A_TEAM:
        message = f"A team has four to six players; {entry.name} has {len(names)}."
        faults.append(Fault(code="players", message=message, path=f"{path}.players"))
    alone = entry.new.standby and len(names) == 1
    if kind == Kind.PAIRS and names and len(names) != PLAYERS_OF_A_PAIR and not alone:
        message = f"A pair has two players; {entry.name or 'this one'} has {len(names)}."
        faults.append(Fault(code="players", message=message, path=f"{path}.players"))
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        message = f"{twice} cannot play with themselves; tell the two apart in the name."
        faults.append(Fault(code="players", message=message, path=f"{path}.players"))
    for place, player in enumerate(entry.players):
        if player.person is None or player.name:
            faults += faults_of_name(player.name, f"{path}.players[{place}]")
    return faults + faults_of_people(entry.players, f"{path}.players")
