"""A million rated games re-rated with the ledger really read and written, on SQLite: the whole of `manage.py rerate`.

Beside it two limits of the same run: reading the ledger's rows and nothing else, and the arithmetic of both lists alone
(bench/ratings.py); and a public rating library, where somebody has installed it, which has one list and no database.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.db import connection, transaction

from bench.events import fresh_database
from bench.measure import row, seconds
from bench.ratings import GAMES, PLAYERS, games_of_players, library_seconds
from scoring.elo_fold import Row, fold_with_changes
from scoring.elo_policies import DEFAULT_POLICY
from tournaments.models import Club, Event, Kind, Person, RatedGame, RatingChanges, Tournament
from tournaments.services.ratings.book import lock_book, stale
from tournaments.services.ratings.bulk import replace_rows
from tournaments.services.ratings.rerating import bring_up, rebuild
from tournaments.services.ratings.rows import pages, raw
from tournaments.services.ratings.taking_back import take_back

START = datetime(2020, 1, 1, 19, tzinfo=UTC)
FIELDS = (
    *("id", "club", "kind", "event", "started_at", "north", "south", "east", "west"),
    *("code", "pending", "tallies"),
)
NILS = "[[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]"
NILS_IN = 4
"""One game in so many has a nil."""


def main() -> None:
    fresh_database()
    games = games_of_players()
    club = _ledger(games)
    whole = seconds(lambda: rebuild(club.pk))
    assert RatingChanges.objects.count() == GAMES
    reading = seconds(lambda: [len(page) for page in pages(club.pk)])
    both = 2 * seconds(lambda: _arithmetic(games))
    library = library_seconds(games)
    row(
        f"{GAMES:,} games re-rated, read and written",
        f"{whole:.1f} s",
        f"{whole / reading:.1f} × reading",
        f"{whole / both:.1f} × arithmetic",
    )
    row("", f"openskill’s arithmetic alone takes {library / whole:.1f} ×")
    again = seconds(lambda: rebuild(club.pk))
    row("the same over changes that are there already", f"{again:.1f} s", f"{again / whole:.2f} × the first")
    middle = seconds(lambda: _correct(club, GAMES // 2))
    row("a game in the middle corrected", f"{middle:.1f} s", f"{middle / again:.2f} × all of it")
    last = seconds(lambda: _correct(club, GAMES - 1))
    row("the last game corrected", f"{1_000 * last:.0f} ms")


def _ledger(games: list[Row]) -> Club:
    """A club with these games, a minute apart."""
    club = Club.objects.create(name="A million games", slug="a-million-games")
    tournament = Tournament.objects.create(club=club, name="Ladder", slug="ladder", starts_on=START.date())
    event = Event.objects.create(tournament=tournament, name="Ladder", slug="ladder", kind=Kind.RANKED)
    people = [Person(club=club, name=f"Player {number}") for number in range(PLAYERS)]
    keys = [person.pk for person in Person.objects.bulk_create(people, batch_size=500)]
    first = (RatedGame.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1

    def rows() -> Iterator[tuple[object, ...]]:
        for number, (one, two, three, four, code) in enumerate(games):
            at = raw(START + timedelta(minutes=number))
            four_keys = (keys[one], keys[two], keys[three], keys[four])
            nils = "[]" if number % NILS_IN else NILS
            yield (first + number, club.pk, "ranked", event.pk, at, *four_keys, code, False, nils)

    _cache(200_000)  # its nine indexes would be read and written a hundred times
    with transaction.atomic():
        replace_rows(RatedGame, FIELDS, rows())
        stale(lock_book(club.pk), START, anew=True)
    _cache(2_000)
    return club


def _cache(kilobytes: int) -> None:
    """How much of the database SQLite keeps in memory; 2,000 is what it does by itself, and what is measured."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA cache_size = -{kilobytes}")


def _arithmetic(games: list[Row]) -> None:
    ratings, counts = [DEFAULT_POLICY.start] * PLAYERS, [0] * PLAYERS
    for _ in fold_with_changes(DEFAULT_POLICY, games, ratings, counts):
        pass


def _correct(club: Club, number: int) -> None:
    """The other side has won the game with that number in the ledger, and everybody is rated."""
    with transaction.atomic():
        book = lock_book(club.pk)
        at = START + timedelta(minutes=number)
        game = RatedGame.objects.get(club=club, started_at=at)
        can_go_on = take_back(book, [game])
        game.code ^= 2
        game.save(update_fields=["code"])
        stale(book, at, anew=not can_go_on)
    bring_up(club.pk)
