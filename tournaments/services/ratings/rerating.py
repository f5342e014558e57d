"""From the ledger to the ratings: what the task, the sweep and `manage.py rerate` run.

Owns: when ratings are made, in which of two ways, and that what is written is of one piece.
Never does: arithmetic (folding.py), change the ledger.

**Going on.** The games that are not rated yet are rated from the ratings as they stand, if none of their players has a
rated game after the first of these. (What reaches further, through the games of others, would have to pass through such
a game.) **Anew.** Otherwise the whole ledger is folded in its order; changes are written from the first game on that is
stale. Both take the same steps in the same order of each player's games, so both give the same floats.

Both may run twice, or at once: the book's versions are read before the ledger, and what was computed outside any
transaction is written only if they are still the same (compare and swap); otherwise it starts again. A ledger that
changes faster than it can be folded is folded under the book's lock in the end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from tournaments.models import RatedGame, Rating, RatingBook, RatingChanges, RatingSet
from tournaments.services.ratings.book import LISTS, book_of, lagging_books, lock_book, policy_of
from tournaments.services.ratings.bulk import replace_rows
from tournaments.services.ratings.folding import Given, LedgerFold, Standing
from tournaments.services.ratings.rows import LedgerRow, pages, rated_since, raw, unrated, when

__all__ = ["bring_up", "lagging_books", "rebuild"]

FREE_ATTEMPTS = 3
"""After so many that were overtaken, the ledger is held still while it is folded."""
MOST_NEW = 2_000
"""More new games than these are folded with all others."""
MOST_LATER = 5_000
"""How many rated games after the first new one are looked through."""

Told = Callable[[int, int], None]
"""(games done, games there are)."""

_NUMBERS = tuple(
    f"{which}_{what}_{seat}" for which in ("own", "all") for what in ("before", "change") for seat in "nsew"
)
_TALLY = ("nils_bid", "nils_bid_set", "nils_met", "nils_met_set")


@dataclass(frozen=True, slots=True)
class _Folded:
    """What was computed from a book as it was: of everybody, or with `only` of those who play in the new games."""

    book: RatingBook
    fold: LedgerFold
    games: int
    only: frozenset[int] | None = None


def bring_up(club_id: int) -> str:
    """Bring a club's ratings up to its ledger; return a word on what was done. May run twice, or at once with itself.

    Raises `NotFoundError` when there is no such club.
    """
    return _until_written(club_id, _bring_up)


def rebuild(club_id: int, told: Told | None = None) -> str:
    """Rate a club's whole ledger again, whatever is there; return a word on it: how many games, and what came out
    otherwise than it stood. Raises `NotFoundError` when there is no such club."""

    def attempt(book: RatingBook) -> str | None:
        folded = _fold_all(book, None, told)
        changed = _write(folded)
        if changed is None:
            return None
        what = f"{changed} ratings are others now" if changed else "every rating is as it was"
        return f"{folded.games} games rated; {what}"

    return _until_written(club_id, attempt)


def _until_written(club_id: int, attempt: Callable[[RatingBook], str | None]) -> str:
    """Try until nobody came between, the last time with the book locked."""
    for _ in range(FREE_ATTEMPTS):
        word = attempt(book_of(club_id))
        if word is not None:
            return word
    with transaction.atomic():
        return (
            attempt(lock_book(club_id)) or "overtaken"
        )  # by something that is gone now: the sweep takes over


def _bring_up(book: RatingBook) -> str | None:
    if book.rated_version >= book.ledger_version:
        up_to_date = RatingBook.objects.filter(pk=book.pk, rated_version__gte=F("ledger_version"))
        up_to_date.update(queued_at=None)
        return "up to date"
    folded = _go_on(book) or _fold_all(book, book.stale_from)
    if _write(folded) is None:
        return None
    return f"{folded.games} games, {'anew' if folded.only is None else 'going on'}"


# --- going on -----------------------------------------------------------------------------------------------


def _go_on(book: RatingBook) -> _Folded | None:
    """The new games rated from the ratings as they stand; None where that will not do."""
    if book.rated_version == 0 or book.stale_from is None:
        return None
    new = unrated(book.club_id, book.stale_from, MOST_NEW + 1)
    if len(new) > MOST_NEW or (new and _reach_further(book, new)):
        return None
    players = frozenset(person for row in new for person in row.players)
    fold = LedgerFold(policy_of(book))
    for rating in Rating.objects.filter(person__in=players):
        fold.start_from(rating.kind, rating.person_id, _standing(rating))
    fold.take(new)
    fold.finish()
    return _Folded(book, fold, len(new), players)


def _reach_further(book: RatingBook, new: Sequence[LedgerRow]) -> bool:
    """Whether something that is rated, or set, rests on a game that is new."""
    first: dict[int, tuple[object, int, int]] = {}
    for row in new:
        for person in row.players:
            first.setdefault(person, row.key)
    since = when(new[0].started_at)
    later = rated_since(book.club_id, since, MOST_LATER + 1)
    if len(later) > MOST_LATER:
        return True
    if any(person in first and row.key > first[person] for row in later for person in row.players):
        return True
    given = RatingSet.objects.filter(person__in=first, at__gt=since)
    return any(raw(at) > first[person][0] for person, at in given.values_list("person_id", "at"))


# --- anew ---------------------------------------------------------------------------------------------------


def _fold_all(book: RatingBook, keep_from: datetime | None, told: Told | None = None) -> _Folded:
    """The whole ledger, with the changes from `keep_from` on (None: all). Says how far it is while it runs."""
    club_id = book.club_id
    total, done = RatedGame.objects.filter(club=club_id).count(), 0
    fold = LedgerFold(policy_of(book), _given(club_id), None if keep_from is None else raw(keep_from))
    _tell(book, 0, total, told)
    for page in pages(club_id):
        fold.take(page)
        done += len(page)
        _tell(book, done, max(total, done), told)
    fold.finish()
    return _Folded(book, fold, done)


def _given(club_id: int) -> list[Given]:
    rows = RatingSet.objects.filter(person__club=club_id).order_by("at", "pk")
    return [
        Given(raw(row.at), row.person_id, (row.kind,) if row.kind else tuple(map(str, LISTS)), row.rating)
        for row in rows
    ]


def _tell(book: RatingBook, done: int, total: int, told: Told | None) -> None:
    """Others see how far it is, and that somebody is at it (the ticket)."""
    RatingBook.objects.filter(pk=book.pk).update(done=done, total=total, queued_at=timezone.now())
    if told is not None:
        told(done, total)


# --- writing ------------------------------------------------------------------------------------------------


def _write(folded: _Folded) -> int | None:
    """Write what was folded, in one transaction, and return how many ratings are others now; None when it has been
    overtaken: the ledger has changed, another one wrote, or a game is gone."""
    book = folded.book
    try:
        with transaction.atomic():
            now = lock_book(book.club_id)
            if (now.ledger_version, now.rated_version) != (book.ledger_version, book.rated_version):
                return None
            replace_rows(RatingChanges, ("rated_game", *_NUMBERS), folded.fold.changes())
            changed = _write_standings(folded)
            RatingBook.objects.filter(pk=book.pk).update(
                rated_version=book.ledger_version,
                stale_from=None,
                queued_at=None,
                done=0,
                total=0,
                rated_at=timezone.now(),
            )
    except IntegrityError:
        return None
    return changed


_NUMBERS = tuple(
    f"{which}_{what}_{seat}" for which in ("own", "all") for what in ("before", "change") for seat in "nsew"
)
_STANDING = ("rating", "games", "nils_bid", "nils_bid_set", "nils_met", "nils_met_set", "last_at")


def _write_standings(folded: _Folded) -> int:
    found = Rating.objects.filter(club=folded.book.club_id)
    if folded.only is not None:
        found = found.filter(person__in=folded.only)
    before = {(rating.person_id, rating.kind): rating for rating in found}
    rows = [_rating(folded.book.club_id, *one) for one in folded.fold.standings()]
    changed = [
        row
        for row in rows
        if (old := before.pop((row.person_id, row.kind), None)) is None or _values(old) != _values(row)
    ]
    Rating.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["person", "kind"],
        update_fields=list(_STANDING),
        batch_size=500,
    )
    Rating.objects.filter(pk__in=[old.pk for old in before.values()]).delete()
    return len(changed) + len(before)


def _rating(club_id: int, person: int, kind: str, standing: Standing) -> Rating:
    bid, bid_set, met, met_set = standing.tally
    return Rating(
        club_id=club_id,
        person_id=person,
        kind=kind,
        rating=standing.rating,
        games=standing.games,
        nils_bid=bid,
        nils_bid_set=bid_set,
        nils_met=met,
        nils_met_set=met_set,
        last_at=None if standing.last_at is None else when(standing.last_at),
    )


def _standing(rating: Rating) -> Standing:
    tally = (rating.nils_bid, rating.nils_bid_set, rating.nils_met, rating.nils_met_set)
    return Standing(
        rating.rating, rating.games, tally, None if rating.last_at is None else raw(rating.last_at)
    )


def _values(rating: Rating) -> tuple[object, ...]:
    return tuple(getattr(rating, name) for name in _STANDING)
