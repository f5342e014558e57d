"""Whose ratings may be shown, to whom, and how exactly.

Owns: the one rule of privacy that leaderboards, players' pages and ratings beside names share.
Never does: read a rating.

Terms: *listed*, shown to everybody: on the leaderboard, no guest and no bot. Whoever is not listed is shown to
themselves and to the directors of their club, and to nobody else; a rating of theirs must not follow from what is shown
of somebody else by one sum, so the expectation of a game with them is left out too. For the same reason ratings and
changes are told as whole numbers, as they are shown: a change with its fraction and the ratings of the three others
give the fourth to a point. Directors are told them as they are.
"""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from scoring.elo import shown
from tournaments.models import Person
from tournaments.services.actors import Deed, may

Viewer = AbstractBaseUser | AnonymousUser


def is_listed(person: Person) -> bool:
    """Whether everybody may see this person's ratings."""
    return person.on_leaderboard and not person.is_guest and not person.is_bot


def listed(prefix: str = "") -> Q:
    """The same as a condition; `prefix` leads to the person, such as `person__`."""
    wanted = {"on_leaderboard": True, "is_guest": False, "is_bot": False}
    return Q(**{f"{prefix}{name}": value for name, value in wanted.items()})


def is_self(person: Person, viewer: Viewer) -> bool:
    """Whether `viewer` is the sign-in of this person."""
    return viewer.is_authenticated and viewer.is_active and person.user_id == viewer.pk


def is_shown(person: Person, viewer: Viewer) -> bool:
    """Whether `viewer` may see this person's ratings. At most one query, and none for who is listed."""
    return is_listed(person) or is_self(person, viewer) or may(viewer, Deed.DIRECT, person.club_id)


def told(rating: float, *, exact: bool) -> float:
    """A rating as somebody is told it."""
    return rating if exact else float(shown(rating))


def told_change(change: float, *, exact: bool) -> float:
    """A change as somebody is told it: halves away from zero, as `scoring.elo.signed` has it."""
    if exact:
        return change
    return float(shown(change) if change > 0 else -shown(-change))
