"""Short builders of clubs, people and running events, through the real services wherever one exists."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import count

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import (
    BoardSnapshot,
    Club,
    Door,
    Event,
    LogEntry,
    Membership,
    Person,
    Role,
    Round,
    RoundStatus,
    StandingsSnapshot,
    Table,
    Tournament,
)
from tournaments.services.actors import Actor
from tournaments.services.boards import deal_for_event
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.events import EventSettings, create_event
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.results import Entered, ResultReceipt, record_result
from tournaments.services.standings import recompute_standings

ACTOR = Actor(name="dora", door=Door.COMMAND)
SECRET = bytes(range(32))

Seat = tuple[int, int, Sequence[int]]
"""NS entry, EW entry and the boards they play."""

_numbers = count(1)


def make_club(name: str = "Riverside") -> Club:
    return Club.objects.create(name=name, slug=f"{name.lower()}-{next(_numbers)}")


def make_member(club: Club, role: Role, name: str = "") -> User:
    user = User.objects.create_user(name or f"{role}-{next(_numbers)}", password="a long enough password")
    Membership.objects.create(club=club, user=user, role=role)
    return user


def make_tournament(club: Club | None = None, name: str = "Thursday") -> Tournament:
    slug = f"{name.lower()}-{next(_numbers)}"
    return Tournament.objects.create(
        club=club or make_club(),
        name=name,
        slug=slug,
        starts_on=date(2026, 11, 26),
        time_zone="Europe/Berlin",
    )


def make_event(
    tournament: Tournament | None = None,
    *,
    pairs: int = 8,
    boards: int = 0,
    name: str = "Club night",
    settings: EventSettings | None = None,
) -> Event:
    """An event being set up, with `pairs` entries, and `boards` dealt boards where asked for."""
    event = create_event(tournament or make_tournament(), name, settings or EventSettings(), ACTOR)
    if pairs:
        add_entries(
            event.pk,
            [NewEntry(players=(f"North {number}", f"South {number}")) for number in range(1, pairs + 1)],
            ACTOR,
        )
    if boards:
        deal_for_event(event.pk, boards, ACTOR, SECRET)
    event.refresh_from_db()
    return event


def seat(event: Event, *rounds: Iterable[Seat], status: str = RoundStatus.OPEN) -> list[list[Table]]:
    """Give the event rounds as written here, unproved, all with one status; tables are numbered from 1."""
    entries = {entry.number: entry for entry in event.entries.all()}
    made = []
    first = event.rounds.count() + 1
    for number, seats in enumerate(rounds, start=first):
        round_ = Round.objects.create(event=event, number=number, status=status)
        made.append(
            [
                Table.objects.create(
                    round=round_, number=place, ns=entries[ns], ew=entries[ew], boards=list(boards)
                )
                for place, (ns, ew, boards) in enumerate(seats, start=1)
            ]
        )
    _touch(event)
    return made


def four_tables(event: Event, boards: Sequence[int] = (1, 2)) -> list[Table]:
    """One open round of four tables, pairs 1–4 North-South against 5–8, all playing `boards`."""
    return seat(event, [(number, number + 4, boards) for number in range(1, 5)])[0]


def enter(
    event: Event, round_number: int, table: int, board: int, line: str, actor: Actor = ACTOR, **more: object
) -> ResultReceipt:
    """Record "7 8 5 5": NS bid, NS tricks, EW bid, EW tricks. `more` goes to `Entered`."""
    ns_bid, ns_tricks, ew_bid, ew_tricks = line.split()
    fields = ResultFields(
        round=round_number,
        table=table,
        board=board,
        ns_bid=ns_bid,
        ns_tricks=ns_tricks,
        ew_bid=ew_bid,
        ew_tricks=ew_tricks,
    )
    return record_result(event.pk, Entered(fields, **more), actor)


HAND_1 = ("7 6 5 7", "7 7 5 6", "7 8 5 5", "7 9 5 4")
"""The first hand of tests/golden/deal_scores.json, table by table."""


def play_hand_1(event: Event, board: int = 1) -> None:
    """Four tables play a board as in the golden hand 1: 0, 66.67, 33.33 and 100 % for North-South."""
    for table, line in enumerate(HAND_1, start=1):
        enter(event, 1, table, board, line)


def standings(event: Event) -> dict[str, object]:
    """The event's snapshot, brought up to date."""
    recompute_standings(event.pk)
    return StandingsSnapshot.objects.get(event=event).data


def traveller(event: Event, board: int) -> dict[str, object]:
    recompute_standings(event.pk)
    return BoardSnapshot.objects.get(event=event, board=board).data


def seat_person(event: Event, number: int, user: User) -> Person:
    """Make `user` one of the players of entry `number`."""
    person = Person.objects.filter(seats__entry__event=event, seats__entry__number=number).first()
    assert person is not None
    person.user = user
    person.save(update_fields=["user"])
    return person


def _touch(event: Event) -> None:
    with transaction.atomic():
        raise_version(lock_event(event.pk), all_boards=True)


def last(event: Event, action: str) -> LogEntry:
    """The latest line of the event's log that tells of `action`."""
    found = event.log.filter(action=action).order_by("pk").last()
    assert found is not None, action
    return found
