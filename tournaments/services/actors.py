"""Who acts, who looks, and what each may do.

Owns: the one place where roles become permissions (docs/directors.md, Roles).
Terms: *actor*, who changes something and through which door, as the log will name them; *viewer*, who looks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q, QuerySet

from tournaments.models import Club, Door, Event, Kind, Membership, Person, Role


@dataclass(frozen=True, slots=True)
class Actor:
    """Who makes a change. `name` stays readable in the log when the user is deleted."""

    name: str
    door: Door
    user_id: int | None = None

    @classmethod
    def of(cls, user: AbstractBaseUser | AnonymousUser, door: Door) -> "Actor":
        return cls(name=user.get_username(), door=door, user_id=user.pk)


class Deed(StrEnum):
    """What can be permitted."""

    ENTER_RESULTS = "enter results"
    DIRECT = "direct"
    OWN = "own"


ROLES_FOR: dict[Deed, frozenset[str]] = {
    Deed.ENTER_RESULTS: frozenset({Role.SCORER, Role.DIRECTOR, Role.OWNER}),
    Deed.DIRECT: frozenset({Role.DIRECTOR, Role.OWNER}),
    Deed.OWN: frozenset({Role.OWNER}),
}


def may(user: AbstractBaseUser | AnonymousUser, deed: Deed, club: Club | int) -> bool:
    """Whether `user` holds a role in `club` that permits `deed`. A superuser may everything, everywhere."""
    if not user.is_authenticated or not user.is_active:
        return False
    if getattr(user, "is_superuser", False):
        return True
    club_id = club if isinstance(club, int) else club.pk
    return Membership.objects.filter(user_id=user.pk, club_id=club_id, role__in=ROLES_FOR[deed]).exists()


def directs(user: AbstractBaseUser | AnonymousUser, event: Event) -> bool:
    """Whether `user` directs `event` and does not play in it, and so may see what is still secret."""
    if not may(user, Deed.DIRECT, event.tournament.club_id):
        return False
    return not plays_in(user, event)


def plays_in(user: AbstractBaseUser | AnonymousUser, event: Event) -> bool:
    """Whether `user` is a player of one of the event's entries, or a substitute in one; of ranked tables, whether they
    began a game or have filled in."""
    name = user.get_username()
    if event.kind == Kind.RANKED:
        return _has_sat(event, Q(user__username=name))
    own = Q(players__user__username=name) | Q(substitutions__into__user__username=name)
    return event.entries.filter(own).exists()


def acts_and_plays(actor: Actor, event: Event, entries: Iterable[int] | None = None) -> bool:
    """Whether whoever makes a change plays in the event, or in one of the `entries` with these keys, as a player or as
    a substitute. Ranked tables have no entries: there it is whether they have sat in a game."""
    if actor.user_id is None:
        return False
    if event.kind == Kind.RANKED:
        return _has_sat(event, Q(user_id=actor.user_id))
    own = Q(players__user_id=actor.user_id) | Q(substitutions__into__user_id=actor.user_id)
    among = event.entries.all() if entries is None else event.entries.filter(pk__in=list(entries))
    return among.filter(own).exists()


def _has_sat(event: Event, who: Q) -> bool:
    """Whether somebody has had a seat in a game of an event of ranked tables."""
    if not Person.objects.filter(who).exists():
        return False
    seats = Person.objects.filter(who, game_seats__game__event=event)
    return seats.exists() or Person.objects.filter(who, stand_ins__seat__game__event=event).exists()


def clubs_where(user: AbstractBaseUser | AnonymousUser, deed: Deed) -> QuerySet[Club]:
    """The clubs in which `user` may do `deed`."""
    if getattr(user, "is_superuser", False):
        return Club.objects.all()
    if not user.is_authenticated or not user.is_active:
        return Club.objects.none()
    return Club.objects.filter(memberships__user_id=user.pk, memberships__role__in=ROLES_FOR[deed])
