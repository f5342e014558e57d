"""What is known of a person of a club, corrected: the name, the membership number, how they stand to ranked games.

Never does: make two people one (people_merge.py).
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from django.db import transaction

from scoring.faults import Fault
from tournaments.models import Event, EventStatus, Person
from tournaments.services.actors import Actor
from tournaments.services.entries import named_after
from tournaments.services.errors import NotFoundError, refuse_if
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.logbook import log
from tournaments.services.members import note
from tournaments.services.people import tidy
from tournaments.services.queueing import queue_recompute
from tournaments.services.ranked.merging import events_with_games
from tournaments.services.ratings.book import count_change
from tournaments.services.texts import faults_of_name

LONGEST_NUMBER = 30
MOST_ELSEWHERE = 100_000


def change_person(club_id: int, person_id: int, name: str, number: str, actor: Actor) -> Person:
    """Give a person another name or membership number (may be empty; nobody else of the club has it).

    Events that are not final show the new name, and pairs named after their players are renamed; a final one keeps what
    was published. Each event's log has a line. Raises `ServiceError` with every fault.
    """
    name, number = tidy(name), tidy(number)
    with transaction.atomic():
        events = lock_events_of([person_id])
        person = find_person(club_id, person_id)
        before = {"name": person.name, "number": person.number}
        after = {"name": name, "number": number}
        refuse_if([*faults_of_name(name, "name"), *_faults_of_number(person, number)])
        if before == after:
            return person
        named = pairs_named_after_players(events)
        person.name, person.number = name, number
        person.save(update_fields=["name", "number"])
        follow(events, named)
        for event in events:
            log(event, actor, "person.changed", name, before=before, after=after)
    return person


def find_person(club_id: int, person_id: int) -> Person:
    """A person of the club, locked until the transaction ends. Raises `NotFoundError`."""
    found = Person.objects.select_for_update().filter(club=club_id, pk=person_id).first()
    if found is None:
        raise NotFoundError("There is no such person in this club any more.", code="no-person")
    return found


def lock_events_of(people: Iterable[int]) -> list[Event]:
    """Every event in which one of these people plays or sits, locked one after another, always in the same order."""
    wanted = list(people)
    playing = Event.objects.filter(entries__players__in=wanted)
    sitting = Event.objects.filter(rounds__tables__seats__person__in=wanted)
    instead = Event.objects.filter(entries__substitutions__into__in=wanted)
    out = Event.objects.filter(entries__substitutions__out__in=wanted)
    keys = {pk for found in (playing, sitting, instead, out) for pk in found.values_list("pk", flat=True)}
    keys |= events_with_games(wanted)
    return [lock_event(pk) for pk in sorted(keys)]


def pairs_named_after_players(events: Iterable[Event]) -> list[int]:
    """Keys of the entries of events that are not final which are called as their players are."""
    running = [event.pk for event in events if event.status != EventStatus.FINAL]
    return [pk for pk, name, players in _entries(running) if name == named_after(players)]


def follow(events: Iterable[Event], named: Iterable[int]) -> None:
    """Rename the entries with the keys `named` after their players as they are now, and have standings follow."""
    wanted = set(named)
    for event in events:
        if event.status == EventStatus.FINAL:
            continue
        for pk, name, players in _entries([event.pk]):
            if pk in wanted and name != named_after(players):
                event.entries.filter(pk=pk).update(name=named_after(players))
        raise_version(event, all_boards=True)
        queue_recompute(event)


def _entries(events: list[int]) -> list[tuple[int, str, list[str]]]:
    found: dict[int, tuple[str, list[str]]] = {}
    rows = Event.objects.filter(pk__in=events, entries__seats__isnull=False)
    columns = ("entries", "entries__name", "entries__seats__person__name")
    for pk, name, player in rows.order_by("entries__seats__position").values_list(*columns):
        found.setdefault(pk, (name, []))[1].append(player)
    return [(pk, name, players) for pk, (name, players) in found.items()]


def _faults_of_number(person: Person, number: str) -> list[Fault]:
    if len(number) > LONGEST_NUMBER or not number.isprintable() or set(number) & set("()"):
        message = f"A membership number has at most {LONGEST_NUMBER} characters and no brackets."
        return [Fault("number", message, "number")]
    other = Person.objects.filter(club=person.club_id, number=number).exclude(pk=person.pk).first()
    if not number or other is None:
        return []
    message = f"{other.name} has the number {number}; merge the two if they are one."
    return [Fault("number-taken", message, "number")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What ranked games ask of a person: `is_guest`, not registered; `is_bot`, a program that fills in; and how many
    finished games, that are not in this system, count towards the first ranked one."""

    is_guest: bool = False
    is_bot: bool = False
    finished_elsewhere: int = 0

    @classmethod
    def of(cls, person: Person) -> "Standing":
        return cls(
            is_guest=person.is_guest, is_bot=person.is_bot, finished_elsewhere=person.finished_elsewhere
        )


def change_standing(club_id: int, person_id: int, standing: Standing, actor: Actor) -> Person:
    """Say whether somebody is a guest or a bot, and what they have played elsewhere; the club's book has a line.

    Games that have begun stay as they are. Raises `ServiceError` with every fault.
    """
    with transaction.atomic():
        person = find_person(club_id, person_id)
        faults = []
        if standing.is_guest and standing.is_bot:
            message = "A bot is no guest of the club; choose one of the two."
            faults.append(Fault("guest-and-bot", message, "is_guest"))
        if not 0 <= standing.finished_elsewhere <= MOST_ELSEWHERE:
            message = f"Games elsewhere are a number from 0 to {MOST_ELSEWHERE}."
            faults.append(Fault("elsewhere", message, "finished_elsewhere"))
        refuse_if(faults)
        before = Standing.of(person)
        if before == standing:
            return person
        for name, value in asdict(standing).items():
            setattr(person, name, value)
        person.save(update_fields=list(asdict(standing)))
        count_change(club_id)
        if actor.user_id is not None:
            note(person.club, actor, f"{person.name}: {_told(standing)}.")
    return person


def _told(standing: Standing) -> str:
    what = "a guest" if standing.is_guest else "a bot" if standing.is_bot else "a player"
    return f"{what}, {standing.finished_elsewhere} finished games elsewhere"
