"""Two ratings at once, and a ledger that changes while it is folded: what is written is of one piece.

What holds this together is the comparison of the book's versions under its lock in `rerating._write`. Taken out, a
rating that was overtaken is written as if it were the newest: `test_the_race_is_there_when_the_comparison_is_not` keeps
showing it.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.support.ledger_builders import EW, NS, RatedClub
from tournaments.models import RatingBook
from tournaments.services.ratings import rerating
from tournaments.services.ratings.rerating import bring_up, rebuild

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


@pytest.fixture
def club() -> RatedClub:
    made = RatedClub(*NAMES)
    for minute in range(6):
        made.game("Ann Bob Cleo Dan", NS, minute=10 * minute)
    return made


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Have something happen after the ledger was folded and before that is written; once."""
    waiting: list[Callable[[], object]] = []
    write = rerating._write

    def written(folded: object) -> object:
        while waiting:
            waiting.pop()()
        return write(folded)

    monkeypatch.setattr(rerating, "_write", written)
    return waiting.append


def assert_as_by_one_fold(club: RatedClub) -> None:
    before = club.floats()
    assert rebuild(club.club.pk).endswith("every rating is as it was")
    assert club.floats() == before
    assert club.book.rated_version == club.book.ledger_version
    assert club.book.queued_at is None


def test_a_game_that_ends_during_the_fold_is_rated_too(
    club: RatedClub, between: Callable[[Callable[[], object]], None]
) -> None:
    between(lambda: club.game("Ann Eve Cleo Fay", EW, minute=5))
    assert bring_up(club.club.pk) == "7 games, anew"
    assert club.games("Ann") == 7
    assert_as_by_one_fold(club)


def test_a_rating_that_is_set_during_the_fold_stands(
    club: RatedClub, between: Callable[[Callable[[], object]], None]
) -> None:
    club.bring_up()
    club.game("Ann Bob Cleo Dan", NS, minute=70)
    between(lambda: club.set("Ann", 1900, minute=80))
    club.bring_up()
    assert club.rating("Ann") == 1900
    assert_as_by_one_fold(club)


def test_a_game_taken_out_during_the_fold_leaves_no_changes(
    club: RatedClub, between: Callable[[Callable[[], object]], None]
) -> None:
    game = club.game("Ann Eve Cleo Fay", EW, minute=5)
    between(lambda: club.void(game))
    assert bring_up(club.club.pk) == "6 games, anew"
    assert_as_by_one_fold(club)


def test_two_at_once_rate_each_game_once(
    club: RatedClub, between: Callable[[Callable[[], object]], None]
) -> None:
    words: list[str] = []
    between(lambda: words.append(in_another_thread(lambda: bring_up(club.club.pk))))
    assert bring_up(club.club.pk) == "up to date"
    assert words == ["6 games, anew"]
    assert club.games("Ann") == 6
    assert_as_by_one_fold(club)


def test_two_going_on_at_once_rate_each_game_once(
    club: RatedClub, between: Callable[[Callable[[], object]], None]
) -> None:
    club.bring_up()
    club.game("Ann Bob Cleo Dan", NS, minute=70)
    between(lambda: in_another_thread(lambda: bring_up(club.club.pk)))
    assert bring_up(club.club.pk) == "up to date"
    assert club.games("Ann") == 7
    assert_as_by_one_fold(club)


def test_a_ledger_that_never_rests_is_held_still_in_the_end(
    club: RatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    fold = rerating._fold_all
    minutes = iter(range(100, 200))
    locked = []

    def folded(book: RatingBook, *more: object) -> object:
        made = fold(book, *more)
        locked.append(connection.in_atomic_block)
        if not connection.in_atomic_block:
            club.game("Ann Bob Cleo Dan", NS, minute=next(minutes))
        return made

    monkeypatch.setattr(rerating, "_fold_all", folded)
    assert bring_up(club.club.pk) == "9 games, anew"
    assert locked == [False] * rerating.FREE_ATTEMPTS + [True]
    monkeypatch.undo()
    assert_as_by_one_fold(club)


def test_many_at_once_while_games_end(club: RatedClub) -> None:
    over = threading.Event()

    def rate_until_over() -> None:
        while not over.is_set():
            bring_up(club.club.pk)

    def play() -> None:
        try:
            for minute in (65, 15, 75, 35, 85):
                club.game("Ann Eve Cleo Fay", EW, minute=minute)
        finally:
            over.set()

    errors = run_all([rate_until_over, rate_until_over, play])
    assert errors == []
    bring_up(club.club.pk)
    assert club.games("Ann") == 11
    assert_as_by_one_fold(club)


@pytest.fixture
def no_comparison(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever version was read, the book's own is taken for it."""
    write = rerating._write

    def written(folded: rerating._Folded) -> object:
        now = RatingBook.objects.get(pk=folded.book.pk)
        folded.book.ledger_version, folded.book.rated_version = now.ledger_version, now.rated_version
        return write(folded)

    monkeypatch.setattr(rerating, "_write", written)
    return


def test_the_race_is_there_when_the_comparison_is_not(
    club: RatedClub, no_comparison: None, between: Callable[[Callable[[], object]], None]
) -> None:
    between(lambda: club.game("Ann Eve Cleo Fay", EW, minute=5))
    bring_up(club.club.pk)
    assert club.book.rated_version == club.book.ledger_version  # it says that it is done
    assert club.games("Ann") == 6  # and one of seven games is lost


def in_another_thread(job: Callable[[], str]) -> str:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_with_connection, job).result()


def run_all(jobs: list[Callable[[], None]]) -> list[Exception]:
    """The errors that threads ended with, none of them swallowed."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        futures = [pool.submit(_with_connection, job) for job in jobs]
        return [error for future in futures if (error := future.exception()) is not None]


def _with_connection(job: Callable[[], Any]) -> Any:
    try:
        return job()
    finally:
        connection.close()
