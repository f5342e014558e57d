"""Entries: who plays in an event.

Owns: adding, renaming and withdrawing entries; finding or making the people in them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Club, Entry, EntryPlayer, Event, Field, Kind, Person
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import entry_word
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.texts import LONGEST_NAME, faults_of_name

PLAYERS_OF_A_PAIR = 2
PLAYERS_OF_A_TEAM = (4, 5, 6)
MOST_ENTRIES = 2_000


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be made, numbered with the next free number and named after its players unless it says otherwise.

    `late_losses` and `late_halves` are a late team's, in place of the rounds it was not there for; None: a loss for
    each of them that is no half win.
    """

    players: tuple[str, ...]
    name: str = ""
    number: int | None = None
    field: str = ""
    late_losses: int | None = None
    late_halves: int = 0


def add_entries(event_id: int, wanted: Sequence[NewEntry], actor: Actor) -> list[Entry]:
    """Add entries to an event, all or none. People are found by their name in the club, or made.

    Raises `ServiceError` with every fault; a fault's path is the entry's place, such as `entries[3].players`.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        refuse_if([*faults_if_final(event), *_faults_of_draw(event)])
        drawn = event.rounds.count()
        numbered = _number(event, wanted, drawn)
        refuse_if([*_faults_of_entries(event, numbered), *_faults_of_late(numbered, drawn)])
        people = people_of(event.tournament.club, [name for entry in numbered for name in entry.players])
        entries = Entry.objects.bulk_create(
            Entry(
                event=event,
                number=new.number or 0,
                name=new.name,
                field=new.field,
                late_losses=new.late_losses or 0,
                late_halves=new.late_halves,
            )
            for new in numbered
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(entry=entry, person=people[player], position=position)
            for entry, new in zip(entries, numbered, strict=True)
            for position, player in enumerate(new.players, start=1)
        )
        raise_version(event, all_boards=True)
        after = {"entries": [{"number": new.number, "name": new.name} for new in numbered]}
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
        _log_change(event, actor, "entry.renamed", entry, before, {"name": entry.name}, reason)
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
        _log_change(event, actor, action, entry, before, after, reason)
    return entry


def _log_change(
    event: Event,
    actor: Actor,
    action: str,
    entry: Entry,
    before: Mapping[str, object],
    after: Mapping[str, object],
    reason: str,
) -> None:
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
    """An entry of a locked event. Raises `NotFoundError`."""
    entry = Entry.objects.filter(event=event, number=number).first()
    if entry is None:
        word = entry_word(event.kind)
        raise NotFoundError(f"There is no {word} {number} in this event.", code="no-entry")
    return entry


def _tidy(name: str) -> str:
    """Runs of white space, tabs and line ends included, become one space."""
    return " ".join(name.split())


def _number(event: Event, wanted: Sequence[NewEntry], drawn: int) -> list[NewEntry]:
    taken = set(event.entries.values_list("number", flat=True))
    taken |= {entry.number for entry in wanted if entry.number is not None}
    free = (number for number in range(1, len(taken) + len(wanted) + 1) if number not in taken)
    numbered = []
    for entry in wanted:
        players = tuple(_tidy(player) for player in entry.players)
        name = _tidy(entry.name) or (" & ".join(players) if event.kind == Kind.PAIRS else "")
        # made of two long names, a name is cut where the field ends; a name somebody typed is refused instead
        name = name if entry.name.strip() else name[:LONGEST_NAME]
        number = entry.number or next(free)
        if not name and event.kind == Kind.TEAMS:
            name = f"Team {players[0]}" if players else f"Team {number}"
            name = name[:LONGEST_NAME]
        late = entry.late_losses if entry.late_losses is not None else max(drawn - entry.late_halves, 0)
        late = late if event.kind == Kind.TEAMS else 0
        numbered.append(NewEntry(players, name, number, entry.field, late, entry.late_halves))
    return numbered


def _faults_of_draw(event: Event) -> list[Fault]:
    """A movement is for the pairs it was made for; a Swiss event takes late teams."""
    if event.kind == Kind.PAIRS and event.rounds.exists():
        message = "The draw is made for the entries there are; remove the draw before adding others."
        return [Fault(code="draw-made", message=message)]
    return []


def _faults_of_entries(event: Event, wanted: Sequence[NewEntry]) -> list[Fault]:
    faults = []
    seen = set(event.entries.values_list("number", flat=True))
    if len(seen) + len(wanted) > MOST_ENTRIES:
        return [
            Fault(code="too-many", message=f"An event holds at most {MOST_ENTRIES} entries.", path="entries")
        ]
    for index, entry in enumerate(wanted):
        path = f"entries[{index}]"
        if entry.number is None or not 1 <= entry.number <= MOST_ENTRIES:
            message = f"Entry numbers go from 1 to {MOST_ENTRIES}, not {entry.number}."
            faults.append(Fault(code="number", message=message, path=f"{path}.number"))
        elif entry.number in seen:
            message = f"There is an entry with number {entry.number} already."
            faults.append(Fault(code="number-taken", message=message, path=f"{path}.number"))
        else:
            seen.add(entry.number)
        if entry.field not in ("", *Field.values):
            message = f"A field is NS or EW, not “{entry.field}”."
            faults.append(Fault(code="field", message=message, path=f"{path}.field"))
        faults += faults_of_name(entry.name, f"{path}.name")
        faults += faults_of_players(event.kind, entry, path)
    return faults + (faults_of_two_teams(event, wanted) if event.kind == Kind.TEAMS else [])


def _faults_of_late(wanted: Sequence[NewEntry], drawn: int) -> list[Fault]:
    faults = []
    for index, entry in enumerate(wanted):
        late = (entry.late_losses or 0, entry.late_halves)
        if min(late) < 0 or sum(late) > drawn:
            message = (
                f"A late team has at most one loss or half win for each of the {drawn} rounds drawn so far, "
                f"not {late[0]} and {late[1]}."
            )
            faults.append(Fault("late", message, f"entries[{index}].late_losses"))
    return faults


def faults_of_two_teams(event: Event, wanted: Sequence[NewEntry]) -> list[Fault]:
    """Nobody plays for two teams. People are told apart by their names (and so is a namesake, by its name)."""
    rows = EntryPlayer.objects.filter(entry__event=event).values_list("person__name", "entry__number")
    plays_for = dict(rows)
    faults = []
    for index, entry in enumerate(wanted):
        for place, player in enumerate(entry.players):
            if player in plays_for and plays_for[player] != entry.number:
                message = (
                    f"{player} plays for team {plays_for[player]} already; tell two people of one name apart "
                    "in the name."
                )
                faults.append(Fault("in-two-teams", message, f"entries[{index}].players[{place}]"))
            plays_for.setdefault(player, entry.number or 0)
    return faults


def faults_of_players(kind: str, entry: NewEntry, path: str) -> list[Fault]:
    """How many play together, nobody twice, and every name a name; `path` is the entry's."""
    faults = []
    if kind == Kind.TEAMS and entry.players and len(entry.players) not in PLAYERS_OF_A_TEAM:
        message = f"A team has four to six players; {entry.name} has {len(entry.players)}."
        faults.append(Fault(code="players", message=message, path=f"{path}.players"))
    if kind == Kind.PAIRS and entry.players and len(entry.players) != PLAYERS_OF_A_PAIR:
        message = f"A pair has two players; {entry.name or 'this one'} has {len(entry.players)}."
        faults.append(Fault(code="players", message=message, path=f"{path}.players"))
    if len(set(entry.players)) != len(entry.players):
        twice = next(name for name in entry.players if entry.players.count(name) > 1)
        message = f"{twice} cannot play with themselves; tell the two apart in the name."
        faults.append(Fault(code="players", message=message, path=f"{path}.players"))
    for place, player in enumerate(entry.players):
        faults += faults_of_name(player, f"{path}.players[{place}]")
    return faults


def people_of(club: Club, names: Sequence[str]) -> dict[str, Person]:
    """Each name's person in `club`. Two people of one name: the one entered first is taken."""
    wanted = dict.fromkeys(names)
    found: dict[str, Person] = {}
    for person in Person.objects.filter(club=club, name__in=wanted).order_by("-pk"):
        found[person.name] = person
    made = Person.objects.bulk_create(Person(club=club, name=name) for name in wanted if name not in found)
    found.update({person.name: person for person in made})
    return found
