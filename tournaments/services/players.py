"""Who belongs to an entry, changed after it was entered: a name corrected, a fifth player for a team."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Entry, EntryPlayer, Event, Kind, Person, RoundStatus, TableSeat
from tournaments.services.actors import Actor
from tournaments.services.entries import (
    KnownEntry,
    NewEntry,
    faults_of_players,
    faults_of_two_entries,
    find_entry,
    named_after,
)
from tournaments.services.errors import refuse_if
from tournaments.services.events import faults_if_final
from tournaments.services.kinds import entry_word
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.people import Named, Player, meant, people_for, tidy
from tournaments.services.queueing import queue_recompute


def change_players(event_id: int, number: int, players: Sequence[Named], actor: Actor, reason: str) -> Entry:
    """Give an entry other players, in order; people who stay stay the same people.

    An entry that was named after its players is renamed with them. Somebody who sits in a match that is not over has to
    leave its line-up first. Raises `ServiceError` with every fault.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        entry = find_entry(event, number)
        there = [seat.person for seat in entry.seats.order_by("position").select_related("person")]
        before = [person.name for person in there]
        wanted = KnownEntry(
            tuple(meant(event.tournament.club_id, _who_stays(there, players))),
            entry.name,
            number,
            NewEntry((), standby=entry.standby),
        )
        if [player.person for player in wanted.players] == [person.pk for person in there]:
            return entry
        keys = {player.person for player in wanted.players}
        leaving = [person for person in there if person.pk not in keys]
        faults = [*faults_if_final(event), *_at_players(faults_of_players(event.kind, wanted, ""))]
        faults += faults_of_leaving(event, leaving, actor)
        faults += _at_players(faults_of_two_entries(event, [wanted]))
        if event.kind == Kind.TEAMS:
            faults += _faults_of_seats(event, entry, leaving)
        if not reason.strip() and (event.rounds.exists() or before):
            faults.append(Fault("reason-missing", "Changing the players needs a reason.", "reason"))
        refuse_if(dict.fromkeys(faults))
        _store(event, entry, wanted, before)
        raise_version(event, all_boards=True)
        log(
            event,
            actor,
            "entry.players",
            f"{entry_word(event.kind)} {number}",
            before={"players": before},
            after={"players": [player.name for player in wanted.players]},
            reason=reason,
        )
        queue_recompute(event)
    return entry


def _who_stays(there: Sequence[Person], players: Sequence[Named]) -> list[Named]:
    """A name that one of the present players has is theirs, whoever else in the club is called so."""
    own = {person.name: person for person in there}
    return [
        Player(person=own[tidy(player)].pk) if isinstance(player, str) and tidy(player) in own else player
        for player in players
    ]


def _store(event: Event, entry: Entry, wanted: KnownEntry, before: list[str]) -> None:
    people = people_for(event.tournament.club_id, wanted.players)
    entry.seats.all().delete()
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, person_id=person, position=position)
        for position, person in enumerate(people, start=1)
    )
    if entry.name == named_after(before):
        entry.name = named_after(player.name for player in wanted.players)
        entry.save(update_fields=["name"])


def _at_players(faults: Iterable[Fault]) -> list[Fault]:
    """Faults of an entry among others, told of the only one there is: `players[2]`."""
    return [replace(fault, path=f"players{fault.path.rpartition('players')[2]}") for fault in faults]


def faults_of_leaving(event: Event, leaving: Sequence[Person], actor: Actor) -> list[Fault]:
    """Who plays is not shown what is hidden from players, so nobody may stop playing by their own word."""
    if actor.user_id is None or not event.rounds.exists():
        return []
    if all(person.user_id != actor.user_id for person in leaving):
        return []
    message = "You play in this entry, and rounds are drawn; another director has to take you out of it."
    return [Fault("plays-here", message, "players")]


def _faults_of_seats(event: Event, entry: Entry, leaving: Sequence[Person]) -> list[Fault]:
    """Nobody leaves a team who still sits in one of its matches."""
    seats = TableSeat.objects.filter(
        table__round__event=event, person__seats__entry=entry, person__in=leaving
    ).exclude(table__round__status=RoundStatus.CLOSED)
    # of a match that was drawn just now there is no snapshot yet
    sitting = seats.exclude(table__match__snapshot__finished=True)
    return [
        Fault("sits", f"{name} sits in match {match} of round {number}; change its line-up first.", "players")
        for name, number, match in sitting.values_list(
            "person__name", "table__round__number", "table__match__number"
        ).distinct()
    ]
