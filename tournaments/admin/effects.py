"""What a correction of a Teams result would change, as a director reads it before it is saved."""

import hashlib
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tournaments.figures import quarters
from tournaments.models import Event
from tournaments.services.corrections import Effect
from tournaments.services.results import Entered
from tournaments.services.visibility import sees_every_board


def says_something(effect: Effect) -> bool:
    """Whether anything beside the board itself would be another."""
    return not effect.nothing or effect.draw is not None


def fingerprint_of_effect(effect: Effect, entered: Entered) -> str:
    """The same only for the same correction with the same effect."""
    return hashlib.sha256(repr((asdict(effect), asdict(entered))).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Change:
    """Something that would be another: what, and how it stands before and after."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """`draw` is a sentence about the last draw, `gone` and `new` matches that only one of the two draws has."""

    matches: tuple[Change, ...]
    places: tuple[Change, ...]
    draw: str = ""
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


def preview_of(effect: Effect, event: Event, user: AbstractBaseUser | AnonymousUser) -> Preview:
    """The effect in words. Whom boards are still hidden from learns of matches alone: places tell of other tables."""
    matches = tuple(
        Change(f"Round {change.round}, match {change.match}", change.before, change.after)
        for change in effect.matches
    )
    if not sees_every_board(user, event):
        return Preview(matches, ())
    places = tuple(
        Change(
            change.name,
            _record(change.rank_before, change.half_wins_before),
            _record(change.rank_after, change.half_wins_after),
        )
        for change in effect.places
    )
    if effect.draw is None:
        return Preview(matches, places)
    names = dict(event.entries.values_list("number", "name"))
    return Preview(
        matches,
        places,
        f"Round {effect.draw.round_number} would be drawn otherwise now; its draw stands unless you undo it.",
        tuple(f"{names[home]} – {names[away]}" for home, away in effect.draw.gone),
        tuple(f"{names[home]} – {names[away]}" for home, away in effect.draw.new),
    )


def _record(rank: int, half_wins: int) -> str:
    wins = half_wins / 2
    return f"place {rank}, {quarters(wins)} {'win' if wins in (0.5, 1) else 'wins'}"
