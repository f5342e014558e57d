"""Who belongs to an entry, changed after it was entered: a name corrected, a fifth player for a team."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Entry, EntryPlayer, Event, Kind, RoundStatus, TableSeat
from tournaments.services.actors import Actor
from tournaments.services.entries import (
    NewEntry,
    faults_of_players,
    faults_of_two_teams,
    find_entry,
    people_of,
)
from tournaments.services.errors import refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import entry_word
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.queueing import queue_recompute
from tournaments.services.texts import LONGEST_NAME


def change_players(event_id: int, number: int, players: Sequence[str], actor: Actor, reason: str) -> Entry:
    """Give an entry other players, by name and in order; people who stay stay the same people.

    An entry that was named after its players is renamed with them. Somebody who sits in a match that is not over has to
    leave its line-up first. Raises `ServiceError` with every fault.
    """
    names = tuple(" ".join(player.split()) for player in players)
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        before = list(entry.seats.order_by("position").values_list("person__name", flat=True))
        if list(names) == before:
            return entry
        wanted = NewEntry(names, entry.name, number)
        faults = [*faults_if_final(event), *_at_players(faults_of_players(event.kind, wanted, ""))]
        faults += _faults_of_leaving(event, entry, names, actor)
        if event.kind == Kind.TEAMS:
            faults += _at_players(faults_of_two_teams(event, [wanted]))
            faults += _faults_of_seats(event, entry, names)
        if not reason.strip() and (event.rounds.exists() or before):
            faults.append(Fault("reason-missing", "Changing the players needs a reason.", "reason"))
        refuse_if(dict.fromkeys(faults))
        _store(event, entry, names, before)
        raise_version(event, all_boards=True)
        log(
            event,
            actor,
            "entry.players",
            f"{entry_word(event.kind)} {number}",
            before={"players": before},
            after={"players": list(names)},
            reason=reason,
        )
        queue_recompute(event)
    return entry


def _store(event: Event, entry: Entry, names: tuple[str, ...], before: list[str]) -> None:
    people = {seat.person.name: seat.person for seat in entry.seats.select_related("person")}
    people |= people_of(event.tournament.club, [name for name in names if name not in people])
    entry.seats.all().delete()
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, person=people[name], position=position)
        for position, name in enumerate(names, start=1)
    )
    if entry.name == " & ".join(before)[:LONGEST_NAME]:
        entry.name = " & ".join(names)[:LONGEST_NAME]
        entry.save(update_fields=["name"])


def _at_players(faults: Iterable[Fault]) -> list[Fault]:
    """Faults of an entry among others, told of the only one there is: `players[2]`."""
    return [replace(fault, path=f"players{fault.path.rpartition('players')[2]}") for fault in faults]


def _faults_of_leaving(event: Event, entry: Entry, names: tuple[str, ...], actor: Actor) -> list[Fault]:
    """Who plays is not shown what is hidden from players, so nobody may stop playing by their own word."""
    if actor.user_id is None or not event.rounds.exists():
        return []
    own = entry.seats.filter(person__user_id=actor.user_id).exclude(person__name__in=names)
    if not own.exists():
        return []
    message = "You play in this entry, and rounds are drawn; another director has to take you out of it."
    return [Fault("plays-here", message, "players")]


def _faults_of_seats(event: Event, entry: Entry, names: tuple[str, ...]) -> list[Fault]:
    """Nobody leaves a team who still sits in one of its matches."""
    seats = TableSeat.objects.filter(
        table__round__event=event, person__seats__entry=entry, table__match__snapshot__finished=False
    ).exclude(table__round__status=RoundStatus.CLOSED)
    sitting = seats.exclude(person__name__in=names)
    return [
        Fault("sits", f"{name} sits in match {match} of round {number}; change its line-up first.", "players")
        for name, number, match in sitting.values_list(
            "person__name", "table__round__number", "table__match__number"
        ).distinct()
    ]
