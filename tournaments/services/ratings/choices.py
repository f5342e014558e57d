"""What a director does with a club's ratings at the desk, each noted in the club's book.

Owns: what a change of the policy brings, told before it is made; rating again by hand; who set what.
Never does: rate (rerating.py), or keep the book (book.py).
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.db.models import Min

from scoring.elo import shown
from scoring.elo_policies import RatingPolicy
from scoring.faults import Fault
from tournaments.models import Club, Person, RatedGame, Rating, RatingBook, RatingList, RatingSet
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError, refuse_if
from tournaments.services.members import note
from tournaments.services.ratings.book import (
    RATES,
    BookSettings,
    change_book,
    check_book,
    lock_book,
    set_rating,
    stale,
)

PLAYS: Final = (
    *("finished_games", "leaderboard_needed", "grace_minutes", "quit_ban_minutes", "leaderboard_ban_days"),
    *("bots_may_start", "bots_may_fill"),
)


@dataclass(frozen=True, slots=True)
class PolicyEffect:
    """What other choices would change: the policy's fields with their values before and after; where `rated_again`,
    that many games and people have their ratings made anew."""

    rating: tuple[tuple[str, object, object], ...]
    playing: tuple[tuple[str, object, object], ...]
    rated_again: bool
    games: int
    people: int


def fingerprint(book: RatingBook) -> str:
    """A short text that changes with a club's choices: whoever saves says which they have seen."""
    state = (RatingPolicy.from_json(book.policy), book.minimum_games, book.inactive_days)
    return sha256(repr(state).encode()).hexdigest()[:16]


def effect_of(book: RatingBook, settings: BookSettings) -> PolicyEffect:
    """What `settings` would change. Raises `ServiceError` with every fault of them."""
    refuse_if(check_book(settings))
    before, after = RatingPolicy.from_json(book.policy), RatingPolicy.from_json(settings.policy)

    def differing(names: tuple[str, ...]) -> tuple[tuple[str, object, object], ...]:
        values = ((name, getattr(before, name), getattr(after, name)) for name in names)
        return tuple(each for each in values if each[1] != each[2])

    rating = differing(RATES)
    games = RatedGame.objects.filter(club=book.club_id).count() if rating else 0
    people = (
        Rating.objects.filter(club=book.club_id, kind=RatingList.COMBINED).count() if rating and games else 0
    )
    return PolicyEffect(rating, differing(PLAYS), bool(rating and games), games, people)


def change_choices(club: Club, settings: BookSettings, seen: str, actor: Actor) -> RatingBook:
    """Change a club's choices. `seen` is the `fingerprint` of those that were looked at. Raises `ServiceError` with
    every fault, and `ConflictError` where somebody else has changed them since."""
    with transaction.atomic():
        book = lock_book(club.pk)
        if fingerprint(book) != seen:
            raise ConflictError(
                "Somebody else has changed these settings meanwhile. Look at what stands there now, and save again.",
                code="changed-meanwhile",
            )
        effect = effect_of(book, settings)
        minimum, inactive = book.minimum_games, book.inactive_days
        changed = change_book(club.pk, settings, actor)
        words = [
            f"{name} {_said(old)} → {_said(new)}" for name, old, new in (*effect.rating, *effect.playing)
        ]
        if minimum != changed.minimum_games:
            words.append(f"minimum games {minimum} → {changed.minimum_games}")
        if inactive != changed.inactive_days:
            words.append(f"inactive days {_said(inactive)} → {_said(changed.inactive_days)}")
        if words:
            note(club, actor, f"Ratings: {', '.join(words)}."[:2000])
    return changed


def rate_again(club: Club, actor: Actor) -> bool:
    """Have every game of a club's ledger rated again, whatever is there; False where there is none."""
    with transaction.atomic():
        book = lock_book(club.pk)
        first = _first_step(club)
        if first is None:
            return False
        stale(book, first, anew=True)
        note(club, actor, "Ratings: every game is rated again.")
    return True


def give_rating(club: Club, person: Person, kind: str, rating: float, reason: str, actor: Actor) -> RatingSet:
    """Set somebody's rating from now on, on one list or (`kind` "") on all. Raises `ServiceError` with every fault."""
    if person.club_id != club.pk:
        raise NotFoundError("There is no such player in this club.", code="no-person")
    if actor.user_id is not None and person.user_id == actor.user_id:
        message = "Nobody sets a rating of their own; another director has to."
        raise ServiceError(Fault("own-rating", message, "player"))
    with transaction.atomic():
        made = set_rating(person.pk, kind, rating, reason, actor.name)
        where = RatingList(kind).value if kind else "every list"
        note(
            club, actor, f"{person.name}: rating set to {shown(made.rating)} ({where}): {made.reason}"[:2000]
        )
    return made


def _first_step(club: Club) -> datetime | None:
    """When the ledger begins: with a game, or with a rating that was set."""
    game: datetime | None = RatedGame.objects.filter(club=club).aggregate(at=Min("started_at"))["at"]
    given: datetime | None = RatingSet.objects.filter(person__club=club).aggregate(at=Min("at"))["at"]
    return min((at for at in (game, given) if at is not None), default=None)


def _said(value: object) -> str:
    if value is None:
        return "none"
    return f"{value:g}" if isinstance(value, float) else str(value)
