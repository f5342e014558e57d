"""Many hands at once: nobody sits at two tables, a table has one game, a seat one player, a grace ends once.

What keeps somebody from two tables of two events is that whoever sits down is locked first (`games.lock_people`): each
event has a lock of its own, and under one of them the seats of the other are not seen before they are committed.
`test_the_race_is_there_when_the_lock_is_not` takes it out: on PostgreSQL the player then sits at two tables at once; on
SQLite, without its IMMEDIATE transaction, one of the two ends in `database is locked`.
"""

import threading
from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import OperationalError, connection, connections

from scoring.faults import Fault
from tests.services.test_races import run_all
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import PHONE, START, after, finished, make_ranked, play, player, players
from tournaments.models import Ban, Event, Game, GameSeat, Person, StandIn
from tournaments.services.errors import ServiceError
from tournaments.services.ranked import games
from tournaments.services.ranked.calls import call
from tournaments.services.ranked.keys import seat_of_key
from tournaments.services.ranked.leaderboard import set_on_leaderboard
from tournaments.services.ranked.leaving import fill_in, leave, settle_absences
from tournaments.services.ranked.phones import claim_seat
from tournaments.services.ranked.rematch import vote
from tournaments.services.ratings.book import book_of

AT_ONCE = 6

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    return make_ranked()


def open_in_events(event: Event, count: int) -> list[Game]:
    """A game that waits for players in each of so many events of one club."""
    others = [make_ranked(event.tournament, name=f"Ladder {number}") for number in range(2, count + 1)]
    return [games.open_game(each.pk, 1, ACTOR, now=START) for each in (event, *others)]


def all_at_once(jobs: list[Callable[[], object]]) -> list[Exception]:
    start = threading.Barrier(len(jobs))

    def job(run: Callable[[], object]) -> None:
        start.wait(timeout=30)
        run()

    return run_all([lambda run=run: job(run) for run in jobs])


def codes(errors: list[Exception]) -> list[str]:
    return [error.faults[0].code if isinstance(error, ServiceError) else repr(error) for error in errors]


def test_nobody_sits_at_two_tables_of_two_events_at_once(event: Event) -> None:
    peter = player(event, "Peter")
    waiting = open_in_events(event, AT_ONCE)
    errors = all_at_once(
        [lambda game=game: games.sit(game.pk, "N", peter.pk, PHONE, START) for game in waiting]
    )
    assert GameSeat.objects.filter(person=peter).count() == 1
    assert codes(errors) == ["ranked-two-tables"] * (AT_ONCE - 1)


def test_the_race_is_there_when_the_lock_is_not(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    peter = player(event, "Peter")
    waiting = open_in_events(event, 2)
    book_of(event.tournament.club_id)  # made when it is first asked for, which is a write
    both_have_looked = threading.Barrier(2)
    asked = games.faults_to_sit

    def unlocked(person_ids: list[int]) -> dict[int, Person]:
        return Person.objects.in_bulk(list(person_ids))

    def look_first(event: Event, person: Person, now: datetime, **more: object) -> list[Fault]:
        found = asked(event, person, now, **more)
        both_have_looked.wait(timeout=30)
        return found

    monkeypatch.setattr(games, "lock_people", unlocked)
    monkeypatch.setattr(games, "faults_to_sit", look_first)
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"]["OPTIONS"], "transaction_mode", "DEFERRED")
    errors = all_at_once(
        [lambda game=game: games.sit(game.pk, "N", peter.pk, PHONE, START) for game in waiting]
    )
    tables = GameSeat.objects.filter(person=peter).count()
    # nobody was told that they sit elsewhere
    assert all(isinstance(error, OperationalError) for error in errors)
    assert tables == 2 or (connection.vendor, len(errors)) == ("sqlite", 1)


def test_nobody_fills_in_at_two_tables_at_once_nor_sits_down_at_another(event: Event) -> None:
    left = []
    for table in (1, 2, 3):
        game = play(event, table, [f"{seat}{table}" for seat in "NESW"])
        leave(game.pk, "N", PHONE, START)
        left.append(game)
    settle_absences(now=after(10))
    ann = player(event, "Ann")
    other = make_ranked(event.tournament, name="Ladder 2")
    waiting = games.open_game(other.pk, 1, ACTOR, now=START)
    errors = all_at_once(
        [
            *(lambda game=game: fill_in(game.pk, "N", ann.pk, PHONE, after(10)) for game in left),
            lambda: games.sit(waiting.pk, "N", ann.pk, PHONE, after(10)),
        ]
    )
    sits = StandIn.objects.filter(person=ann).count() + GameSeat.objects.filter(person=ann).count()
    assert sits == 1
    assert codes(errors) == ["ranked-two-tables"] * 3


def test_nobody_turns_the_leaderboard_setting_off_while_sitting_down(event: Event) -> None:
    waiting = games.open_game(event.pk, 1, ACTOR, now=START)
    ann = player(event, "Ann")
    errors = all_at_once(
        [
            lambda: games.sit(waiting.pk, "N", ann.pk, PHONE, START),
            lambda: set_on_leaderboard(ann.pk, False, ACTOR, START),
        ]
    )
    ann.refresh_from_db()
    assert codes(errors) in (["sits-at-a-table"], ["ranked-leaderboard-off"])
    assert ann.on_leaderboard is GameSeat.objects.filter(person=ann).exists()


def test_a_seat_is_taken_by_one_and_the_game_starts_once(event: Event) -> None:
    waiting = games.open_game(event.pk, 1, ACTOR, now=START)
    crowd = players(event, [f"{seat}{number}" for seat in "NESW" for number in (1, 2, 3)])
    errors = all_at_once(
        [
            lambda person=person: games.sit(waiting.pk, person.name[0], person.pk, PHONE, START)
            for person in crowd
        ]
    )
    waiting.refresh_from_db()
    assert sorted(waiting.seats.values_list("seat", flat=True)) == sorted("NESW")
    assert waiting.status == "playing"
    assert set(codes(errors)) <= {"seat-taken", "not-seating"}
    assert len(errors) == 8
    assert event.log.filter(action="game.started").count() == 1


def test_a_table_gets_one_game_however_many_open_one(event: Event) -> None:
    errors = all_at_once([lambda: games.open_game(event.pk, 1, PHONE, now=START)] * AT_ONCE)
    assert event.games.count() == 1
    assert codes(errors) == ["table-taken"] * (AT_ONCE - 1)


def test_four_votes_at_once_make_one_rematch(event: Event) -> None:
    game = finished(event)
    made: list[Game | None] = []
    errors = all_at_once(
        [lambda seat=seat: made.append(vote(game.pk, seat, PHONE, START)) for seat in "NESW"]
    )
    assert errors == []
    assert sum(one is not None for one in made) == 1
    assert event.games.count() == 2


def test_a_grace_ends_once_however_many_look(event: Event) -> None:
    game = play(event)
    leave(game.pk, "N", PHONE, START)
    counts: list[int] = []
    errors = all_at_once([lambda: counts.append(settle_absences(now=after(4)))] * AT_ONCE)
    assert errors == []
    assert sorted(counts) == [0] * (AT_ONCE - 1) + [1]
    assert Ban.objects.count() == 1
    assert event.log.filter(action="seat.quit").count() == 1


def test_a_seat_is_claimed_by_one_of_many_phones(event: Event) -> None:
    game = play(event)
    keys: list[str] = []
    errors = all_at_once(
        [lambda: keys.append(claim_seat(game.pk, "N", "Peter", PHONE, START).key) for _ in range(AT_ONCE)]
    )
    assert codes(errors) == ["seat-held"] * (AT_ONCE - 1)
    assert [seat_of_key(game, key) for key in keys] == ["N"]
    assert event.log.filter(action="seat.claimed").count() == 1


def test_a_table_calls_once_however_many_phones_do(event: Event) -> None:
    game = play(event)
    assert all_at_once([lambda: call(game.pk, PHONE, "Revoke") for _ in range(AT_ONCE)]) == []
    assert game.calls.count() == 1
    assert event.log.filter(action="director.called").count() == 1
