"""A club's ratings as one thing: its lock, its choices, how far behind they are, and ratings that are set.

Owns: the one lock of a club's ratings, and asking for the task that brings them up to the ledger.
Never does: rate (rerating.py), know what a game was (ledger.py).
Terms: *stale*, the ledger has changed since it was last rated; *anew*, the ratings cannot be gone on from, and the
whole ledger has to be folded again: `rated_version` is 0 then. *Ticket*: `queued_at`, as in services/queueing.py, but
the task keeps it while it runs, renews it as it comes forward, and tears it in the transaction that finds nothing left.

A rating that is *set* is a step of the ledger like a game. Where nothing of that person comes after it, it holds at
once; otherwise the ledger is folded again. Locks are taken in this order: event, then book.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import isfinite
from typing import Final

from celery import current_app
from django.db import transaction
from django.db.models import F, Min, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from scoring.elo_policies import RatingPolicy
from scoring.faults import Fault, FaultsError
from tournaments.models import Club, Person, RatedGame, Rating, RatingBook, RatingList, RatingSet
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, refuse_if

RERATE_TASK = "tournaments.rerate"
STALE_TICKET = timedelta(seconds=60)
"""A ticket older than this stands for a message that never arrived, or for a worker that was killed."""

MOST = 32_767
"""The largest number that the book's small columns hold."""

HIGHEST = 10_000
"""The highest rating that can be set: the largest start of a policy, too."""

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
    """The policy that the club rates and lets play by."""
    return RatingPolicy.from_json(book.policy)


def lock_book(club_id: int) -> RatingBook:
    """The club's book, locked until the surrounding transaction ends. An event's lock is taken before it."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock_book needs a transaction around it: the lock would end at once")
    book = book_of(club_id)
    return RatingBook.objects.select_for_update().get(pk=book.pk)


def stale(book: RatingBook, from_at: datetime, *, anew: bool = False) -> None:
    """Count a change of a locked book's ledger, of games from `from_at` on, and have it rated after the transaction.

    `anew`: something that was rated is not as it was any more, so that the ratings cannot be gone on from.
    """
    book.ledger_version += 1
    book.stale_from = from_at if book.stale_from is None else min(book.stale_from, from_at)
    if anew:
        book.rated_version = 0
    book.save(update_fields=["ledger_version", "stale_from", "rated_version"])
    queue_rerating(book)


def count_change(club_id: int) -> None:
    """Count a change of who is shown on a club's leaderboards, so that no page is kept that shows somebody who is not
    any more. No rating moves."""
    with transaction.atomic():
        book = lock_book(club_id)
        up_to_date = book.rated_version == book.ledger_version
        book.ledger_version += 1
        if up_to_date:
            book.rated_version = book.ledger_version
        book.save(update_fields=["ledger_version", "rated_version"])


def change_book(club_id: int, settings: BookSettings, actor: Actor) -> RatingBook:
    """Change a club's choices; a policy that rates otherwise has every game rated again. The doors note it in
    the books they keep.

    Raises `ServiceError` with every fault; those of the policy are found under `policy`.
    """
    refuse_if(check_book(settings))
    with transaction.atomic():
        book = lock_book(club_id)
        before = policy_of(book)
        after = RatingPolicy.from_json(settings.policy)
        book.policy = after.to_json()
        book.minimum_games = settings.minimum_games
        book.inactive_days = settings.inactive_days
        book.save(update_fields=["policy", "minimum_games", "inactive_days"])
        if any(getattr(before, name) != getattr(after, name) for name in RATES):
            first = _first_step(club_id)
            if first is not None:
                stale(book, first, anew=True)
        logger.info("%s changed the ratings of club %s: %s", actor.name, club_id, settings)
    return book


RATES: Final = ("start", "scale", "expectation", "k", "k_new", "k_new_games")
"""Fields of a policy by which every game is rated; the others say who may play, from now on."""


def check_book(settings: BookSettings) -> tuple[Fault, ...]:
    """All faults of a club's choices."""
    faults: list[Fault] = []
    try:
        RatingPolicy.from_json(settings.policy)
    except FaultsError as error:
        faults += [fault.under("policy") for fault in error.faults]
    if not 0 <= settings.minimum_games <= MOST:
        message = f"The number of games for the leaderboard is from 0 to {MOST}."
        faults.append(Fault("minimum-games", message, "minimum_games"))
    if settings.inactive_days is not None and not 1 <= settings.inactive_days <= MOST:
        message = f"The days until somebody counts as inactive are from 1 to {MOST}, or nothing for never."
        faults.append(Fault("inactive-days", message, "inactive_days"))
    return tuple(faults)


def set_rating(
    person_id: int, kind: str, rating: float, reason: str, by: str, at: datetime | None = None
) -> RatingSet:
    """Give somebody a rating from `at` (now) on; `kind` is a list of `RatingList`, or "" for all of them.

    Games that start at that moment or later are rated from it. Raises `ServiceError` with every fault.
    """
    now = timezone.now()
    at = at or now
    faults = []
    if kind and kind not in RatingList.values:
        message = f"There is no list “{kind}”; choose from {', '.join(RatingList.values)}, or none for all."
        faults.append(Fault("rating-list", message, "kind"))
    if not isfinite(rating) or not 0 <= rating <= HIGHEST:
        faults.append(Fault("rating-value", f"A rating is a number from 0 to {HIGHEST}.", "rating"))
    if not reason.strip():
        faults.append(Fault("reason-missing", "Setting a rating needs a reason.", "reason"))
    if at > now:
        faults.append(Fault("rating-time", "A rating cannot be set for a time to come.", "at"))
    refuse_if(faults)
    with transaction.atomic():
        person = Person.objects.filter(pk=person_id).first()
        if person is None:
            raise NotFoundError("There is no such person any more.", code="no-person")
        book = lock_book(person.club_id)
        holds_at_once = book.rated_version > 0 or book.ledger_version == 0
        holds_at_once = holds_at_once and not _comes_before_something(person, at)
        made = RatingSet.objects.create(
            person=person, kind=kind, rating=float(rating), at=at, reason=reason.strip()[:500], by=by[:200]
        )
        if holds_at_once:
            _put(book, made)
        else:
            stale(book, at, anew=True)
    return made


def queue_rerating(book: RatingBook) -> None:
    """Have a locked book rated after this transaction, unless that already waits or runs."""
    if book.queued_at is not None:
        return
    book.queued_at = timezone.now()
    book.save(update_fields=["queued_at"])
    club_id = book.club_id
    transaction.on_commit(lambda: _send(club_id))


def lagging_books() -> list[int]:
    """The clubs whose ratings are behind their ledger, and for which nothing (any longer) waits."""
    nothing_waits = Q(queued_at=None) | Q(queued_at__lt=timezone.now() - STALE_TICKET)
    behind = RatingBook.objects.filter(nothing_waits, rated_version__lt=F("ledger_version"))
    return list(behind.order_by("pk").values_list("club_id", flat=True))


def sweep_books() -> list[int]:
    """Queue a rating for every lagging book and return their clubs. Safe to run at any time."""
    found = lagging_books()
    RatingBook.objects.filter(club__in=found).update(queued_at=timezone.now())
    for club_id in found:
        _send(club_id)
    return found


def _first_step(club_id: int) -> datetime | None:
    """When the first game of the ledger began, or the first rating was set."""
    game = RatedGame.objects.filter(club=club_id).aggregate(at=Min("started_at"))["at"]
    given = RatingSet.objects.filter(person__club=club_id).aggregate(at=Min("at"))["at"]
    return min((at for at in (game, given) if at is not None), default=None)


def _send(club_id: int) -> None:
    try:
        current_app.send_task(RERATE_TASK, args=[club_id], retry=False, ignore_result=True)
    except (OperationalError, OSError) as error:
        # The ledger is already safe; the sweep will find the book by its two version numbers.
        logger.warning("The broker did not take the rating of club %s: %s", club_id, error)


def sat_in(person_id: int) -> Q:
    """Games of the ledger that somebody was one of the four of."""
    return Q(north=person_id) | Q(south=person_id) | Q(east=person_id) | Q(west=person_id)


def _comes_before_something(person: Person, at: datetime) -> bool:
    """Whether a game of theirs, rated or still to be, or another rating set, comes after the moment."""
    games = RatedGame.objects.filter(sat_in(person.pk), club=person.club_id, started_at__gte=at)
    return games.exists() or person.ratings_set.filter(at__gt=at).exists()


def _put(book: RatingBook, made: RatingSet) -> None:
    for kind in (made.kind,) if made.kind else LISTS:
        Rating.objects.update_or_create(
            person=made.person, kind=kind, defaults={"rating": made.rating, "club_id": book.club_id}
        )
    # a change like any other for whoever folds the ledger at this moment; but nothing falls behind by it
    if book.rated_version == book.ledger_version:
        book.rated_version += 1
    book.ledger_version += 1
    book.save(update_fields=["ledger_version", "rated_version"])
