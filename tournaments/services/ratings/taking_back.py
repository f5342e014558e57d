"""Undoing what a game did to the ratings, where nothing that came later rests on it.

Owns: the way back from a game that was the last of each of its players: to the very numbers before it, which are
stored. It spares a fold of the whole ledger for what happens most: somebody quits and the game ends, a deal of the game
just over is corrected, an event is reopened in the week after.
Never does: take a row out of the ledger (ledger.py).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import Q

from tournaments.models import RatedGame, Rating, RatingBook, RatingChanges, RatingList, RatingSet
from tournaments.services.ratings.book import sat_in

SEATS = "nsew"


def take_back(book: RatingBook, rows: Sequence[RatedGame]) -> bool:
    """Undo what these rows did: one game, or all tables of one event. The book is locked.

    False where it cannot be: something later rests on it, and the ledger has to be folded anew. The rows have no
    changes any more either way.
    """
    changes = list(RatingChanges.objects.filter(rated_game__in=rows).select_related("rated_game"))
    if not changes:
        return True
    done = book.rated_version > 0 and not _rests_on(book, rows, changes)
    RatingChanges.objects.filter(rated_game__in=rows).delete()
    if done:
        _undo(book, changes)
    return done


def _moved(change: RatingChanges) -> Iterator[tuple[str, int, int]]:
    """(seat, person, place in the tallies) of everybody whom a game moved: in a pending one its quitters."""
    row = change.rated_game
    for place, seat in enumerate(SEATS):
        if not row.pending or row.code >> place + 2 & 1:
            yield seat, players_of(row)[place], place


def players_of(row: RatedGame) -> tuple[int, int, int, int]:
    """The keys of N, S, E and W."""
    return row.north_id, row.south_id, row.east_id, row.west_id


def _rests_on(book: RatingBook, rows: Sequence[RatedGame], changes: Sequence[RatingChanges]) -> bool:
    """Whether somebody whom the rows moved has a rated game, or a rating set, after them."""
    last = rows[-1]
    people = {person for change in changes for _, person, _ in _moved(change)}
    seats = Q(north__in=people) | Q(south__in=people) | Q(east__in=people) | Q(west__in=people)
    later = Q(started_at__gt=last.started_at) | Q(started_at=last.started_at, event_id__gte=last.event_id)
    games = RatedGame.objects.filter(seats, later, club=book.club_id, changes__isnull=False)
    if games.exclude(pk__in=[row.pk for row in rows]).exists():
        return True
    return RatingSet.objects.filter(person__in=people, at__gt=last.started_at).exists()


def _undo(book: RatingBook, changes: Sequence[RatingChanges]) -> None:
    kind = changes[0].rated_game.kind
    people = {person for change in changes for _, person, _ in _moved(change)}
    found = Rating.objects.filter(person__in=people, kind__in=(kind, RatingList.COMBINED))
    standings = {(standing.person_id, standing.kind): standing for standing in found}
    for change in changes:
        for seat, person, place in _moved(change):
            for listed, which in ((kind, "own"), (RatingList.COMBINED, "all")):
                standing = standings[person, listed]
                standing.rating = getattr(change, f"{which}_before_{seat}")
                standing.games -= 1
                _uncount(standing, change.rated_game, place)
    for standing in standings.values():
        if standing.games or _was_set(standing):
            standing.last_at = _last_at(standing)
            standing.save()
        else:
            standing.delete()


def _uncount(standing: Rating, row: RatedGame, place: int) -> None:
    if not row.tallies or row.pending:
        return
    bid, bid_set, met, met_set = row.tallies[place]
    standing.nils_bid -= bid
    standing.nils_bid_set -= bid_set
    standing.nils_met -= met
    standing.nils_met_set -= met_set


def _was_set(standing: Rating) -> bool:
    return RatingSet.objects.filter(person=standing.person_id, kind__in=("", standing.kind)).exists()


def _last_at(standing: Rating) -> datetime | None:
    """When the last game began that moved somebody on a list, of those that are rated still."""
    person = standing.person_id
    games = RatedGame.objects.filter(sat_in(person), club=standing.club_id, changes__isnull=False)
    if standing.kind != RatingList.COMBINED:
        games = games.filter(kind=standing.kind)
    for row in games.order_by("-started_at", "-event", "-pk").iterator(chunk_size=50):
        place = players_of(row).index(person)
        if not row.pending or row.code >> place + 2 & 1:
            return row.started_at
    return None
