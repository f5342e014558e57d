"""Two people of a club who are one: entered twice, or under two ways of writing a name.

Owns: what is moved from one to the other, and what stands against it.
Never does: guess who is the same; a director says so after reading what moves.
Terms: *kept*, the person who stays; *double*, the one that goes, whose places become the other's.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from scoring.faults import Fault
from tournaments.models import EntryPlayer, Event, Person, Substitution, TableSeat
from tournaments.services.actors import Actor
from tournaments.services.errors import refuse_if
from tournaments.services.logbook import log
from tournaments.services.people_change import (
    find_person,
    follow,
    lock_events_of,
    pairs_named_after_players,
)
from tournaments.services.ranked.games import lock_people
from tournaments.services.ranked.merging import faults_of_games, move_games, moves_of_games


@dataclass(frozen=True, slots=True)
class Moved:
    """Something of the double that becomes the kept one's: in which event, for which entry ("" for both where it is no
    event's), and what."""

    event: str
    entry: str
    what: str


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge would do: all that moves, and the faults for which it cannot be done."""

    kept: Person
    double: Person
    moves: tuple[Moved, ...]
    faults: tuple[Fault, ...]


def preview_merge(club_id: int, kept_id: int, double_id: int) -> Merge:
    """What merging would move. Raises `NotFoundError` where one of the two is gone."""
    with transaction.atomic():
        kept, double = find_person(club_id, kept_id), find_person(club_id, double_id)
        return Merge(kept, double, _moves(kept, double), tuple(_faults(kept, double)))


def merge_people(club_id: int, kept_id: int, double_id: int, actor: Actor, reason: str) -> Person:
    """Make `double` the same person as `kept`: entries, line-ups, substitutions, ranked games with what came of them,
    the sign-in, and the membership number where `kept` has none. The double is gone afterwards; every event that either
    is in has a line in its log.

    Raises `ServiceError` where the two play in one event, or in one ranked game: they cannot be one person.
    """
    with transaction.atomic():
        events = lock_events_of([kept_id, double_id])
        lock_people([kept_id, double_id])
        kept, double = find_person(club_id, kept_id), find_person(club_id, double_id)
        faults = _faults(kept, double)
        if not reason.strip():
            faults.append(Fault("reason-missing", "Merging two people needs a reason.", "reason"))
        refuse_if(faults)
        moves = _moves(kept, double)
        named = pairs_named_after_players(events)
        before = {"kept": _told(kept), "double": _told(double)}
        _move(kept, double)
        double.delete()
        follow(events, named)
        after = {"moved": [f"{move.event}: {move.entry}, {move.what}" for move in moves]}
        for event in events:
            log(event, actor, "person.merged", kept.name, before=before, after=after, reason=reason)
    return kept


def _move(kept: Person, double: Person) -> None:
    EntryPlayer.objects.filter(person=double).update(person=kept)
    TableSeat.objects.filter(person=double).update(person=kept)
    Substitution.objects.filter(out=double).update(out=kept)
    Substitution.objects.filter(into=double).update(into=kept)
    move_games(kept, double)
    if double.user_id is not None:
        # nobody may be two people's sign-in, not for a moment
        Person.objects.filter(pk=double.pk).update(user=None)
        kept.user_id = double.user_id
    kept.number = kept.number or double.number
    kept.save(update_fields=["user", "number"])


def _moves(kept: Person, double: Person) -> tuple[Moved, ...]:
    moves = [
        Moved(event, f"{number} {name}", "plays")
        for event, number, name in EntryPlayer.objects.filter(person=double)
        .order_by("entry__event", "entry__number")
        .values_list("entry__event__name", "entry__number", "entry__name")
    ]
    sits = TableSeat.objects.filter(person=double).exclude(table__round__event__entries__players=double)
    for event, number in sits.values_list("table__round__event__name", "table__round__number"):
        moves.append(Moved(event, "", f"sat in round {number}"))
    for made in Substitution.objects.filter(into=double).select_related("entry__event", "out"):
        what = f"substitute for {made.out.name} from round {made.first_round}"
        moves.append(Moved(made.entry.event.name, str(made.entry), what))
    for made in Substitution.objects.filter(out=double).select_related("entry__event", "into"):
        what = f"{made.into.name} plays instead from round {made.first_round}"
        moves.append(Moved(made.entry.event.name, str(made.entry), what))
    moves += [Moved(event, "", what) for event, what in moves_of_games(double)]
    if double.user_id is not None and kept.user_id is None:
        moves.append(Moved("", "", "the sign-in"))
    if double.number and not kept.number:
        moves.append(Moved("", "", f"the membership number {double.number}"))
    return tuple(moves)


def _faults(kept: Person, double: Person) -> list[Fault]:
    if kept.pk == double.pk:
        return [Fault("same-person", "That is one person already; choose the other one.", "double")]
    faults = [
        Fault("play-together", f"Both play in {event}, so they are two people.", "double")
        for event in _events_of(double).filter(pk__in=_events_of(kept)).values_list("name", flat=True)
    ]
    faults += faults_of_games(kept, double)
    if kept.user_id is not None and double.user_id is not None:
        message = "Both have a sign-in of their own; take one of the two away first."
        faults.append(Fault("two-sign-ins", message, "double"))
    return faults


def _events_of(person: Person) -> QuerySet[Event]:
    """Events in which somebody plays, sits at a table or steps in for somebody."""
    found: set[int] = set(EntryPlayer.objects.filter(person=person).values_list("entry__event", flat=True))
    found |= set(TableSeat.objects.filter(person=person).values_list("table__round__event", flat=True))
    found |= set(Substitution.objects.filter(into=person).values_list("entry__event", flat=True))
    found |= set(Substitution.objects.filter(out=person).values_list("entry__event", flat=True))
    return Event.objects.filter(pk__in=found)


def _told(person: Person) -> dict[str, object]:
    return {"key": person.pk, "name": person.name, "number": person.number}
