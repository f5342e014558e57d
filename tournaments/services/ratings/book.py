"""A club's ratings as one thing: its lock, its choices, how far behind they are, and ratings that are set.

Owns: the one lock of a club's ratings, and asking for the task that brings them up to the ledger.
Never does: rate (rerating.py), know what a game was (ledger.py).
Terms: *stale*, the ledger has changed since it was last rated; *anew*, the ratings cannot be gone on from, and the whole
ledger has to be folded again: `rated_version` is 0 then. *Ticket*: `queued_at`, as in services/queueing.py, but the task
keeps it while it runs, renews it as it comes forward, and tears it in the transaction that finds nothing left to do.

Locks are taken in this order: event, then book.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from django.db.models import F, Min, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from scoring.elo_policies import RatingPolicy
from scoring.faults import Fault, FaultsError
from tournaments.models import Club, Person, RatedGame, RatingBook, RatingList, RatingSet
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if

RERATE_TASK = "tournaments.rerate"
STALE_TICKET = timedelta(seconds=60)
"""A ticket older than this stands for a message that never arrived, or for a worker that was killed."""

LISTS = (RatingList.RANKED, RatingList.TEAMS, RatingList.PAIRS, RatingList.COMBINED)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BookSettings:
    """What a club chooses. `policy` is a preset's name or an object that overrides one (docs/rules.md §5);
    `inactive_days` None: nobody is hidden for not playing."""

    policy: str | Mapping[str, object] = field(default_factory=lambda: {"preset": "2026"})
    minimum_games: int = 5
    inactive_days: int | None = 180

    @classmethod
    def of(cls, book: RatingBook) -> "BookSettings":
        return cls(book.policy, book.minimum_games, book.inactive_days)


def book_of(club_id: int) -> RatingBook:
    """The club's book, made where there is none yet. Raises `NotFoundError` where there is no such club."""
    book = RatingBook.objects.filter(club=club_id).first()
    if book is not None:
        return book
    if not Club.objects.filter(pk=club_id).exists():
        raise NotFoundError(f"There is no club {club_id}.", code="no-club")
    return RatingBook.objects.get_or_create(club_id=club_id)[0]


def policy_of(book: RatingBook) -> RatingPolicy:
    return RatingPolicy.from_json(book.policy)


def lock_book(club_id: int) -> RatingBook:
    """The club's book, locked until the surrounding transaction ends; an event's lock is taken before it, never after."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock_book needs a transaction around it: the lock would end at once")
    book = book_of(club_id)
    return RatingBook.objects.select_for_update().get(pk=book.pk)


def stale(book: RatingBook, from_at: datetime, *, anew: bool = False) -> None:
    """Count a change of the ledger of a locked book, of games from `from_at` on, and have it rated after this transaction.

    `anew`: something that was rated is not as it was any more, so that the ratings cannot be gone on from.
    """
    raise NotImplementedError


def change_book(club_id: int, settings: BookSettings, actor: Actor) -> RatingBook:
    """Change a club's choices; another policy rates every game again. Raises `ServiceError` with every fault."""
    raise NotImplementedError


def set_rating(
    person_id: int, kind: str, rating: float, reason: str, by: str, at: datetime | None = None
) -> RatingSet:
    """Give somebody a rating from `at` (now) on; `kind` is a list of `RatingList`, or "" for all of them.

    Games that start at that moment or later are rated from it. Raises `ServiceError` with every fault.
    """
    raise NotImplementedError


def queue_rerating(book: RatingBook) -> None:
    """Have a locked book rated after this transaction, unless that already waits or runs."""
    raise NotImplementedError


def lagging_books() -> list[int]:
    """The clubs whose ratings are behind their ledger, and for which nothing (any longer) waits."""
    raise NotImplementedError


def sweep_books() -> list[int]:
    """Queue a rating for every lagging book and return their clubs. Safe to run at any time."""
    raise NotImplementedError
