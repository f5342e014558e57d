"""What a ruling would change, as a director reads it before doing it.

Owns: the words for effects of both kinds of event. Never does: work one out (services.rulings, services.corrections).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext

from tournaments import figures
from tournaments.models import Event, Kind
from tournaments.services.corrections import Effect, preview_effect
from tournaments.services.rulings import RulingEffect, preview_ruling
from tournaments.services.visibility import sees_every_board

MOST_SHOWN = 40
"""Rows of each list; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that would be another: what, and how it stands before and after."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Foreseen:
    """`places` and `boards` (or matches), in words; `more` counts what is not listed. `hidden`: the reader plays in the
    event, and places would tell of other tables. `draw`: the last draw would be another."""

    places: tuple[Change, ...]
    boards: tuple[Change, ...]
    more: int = 0
    hidden: bool = False
    draw: str = ""

    @property
    def nothing(self) -> bool:
        return not (self.places or self.boards or self.draw or self.hidden)


def foresee(event: Event, user: AbstractBaseUser | AnonymousUser, act: Callable[[], Any]) -> Foreseen:
    """What `act`, the call of a service, would change. Raises whatever it raises."""
    if event.kind == Kind.TEAMS:
        return _of_teams(event, user, preview_effect(event.pk, act))
    return _of_pairs(event, user, preview_ruling(event.pk, act))


def _of_pairs(event: Event, user: AbstractBaseUser | AnonymousUser, effect: RulingEffect) -> Foreseen:
    if not sees_every_board(user, event):
        return Foreseen((), (), hidden=True)
    places = tuple(
        Change(
            f"{move.entry} {move.name}",
            _place(move.rank_before, move.before),
            _place(move.rank_after, move.after),
        )
        for move in effect.places
    )
    boards = tuple(
        Change(
            gettext("Board %(board)s, pair %(pair)s") % {"board": move.board, "pair": move.entry},
            _percent(move.before),
            _percent(move.after),
        )
        for move in effect.boards
    )
    return _cut(places, boards)


def _of_teams(event: Event, user: AbstractBaseUser | AnonymousUser, effect: Effect) -> Foreseen:
    if not sees_every_board(user, event):
        return Foreseen((), (), hidden=True)
    matches = tuple(
        Change(
            gettext("Round %(round)s, match %(match)s") % {"round": change.round, "match": change.match},
            change.before,
            change.after,
        )
        for change in effect.matches
    )
    places = tuple(
        Change(
            change.name,
            _record(change.rank_before, change.half_wins_before),
            _record(change.rank_after, change.half_wins_after),
        )
        for change in effect.places
    )
    draw = ""
    if effect.draw is not None:
        draw = gettext("Round %(round)s would be drawn otherwise now; its draw stands unless you undo it.")
        draw %= {"round": effect.draw.round_number}
    return _cut(places, matches, draw)


def _cut(places: tuple[Change, ...], boards: tuple[Change, ...], draw: str = "") -> Foreseen:
    more = max(0, len(places) - MOST_SHOWN) + max(0, len(boards) - MOST_SHOWN)
    return Foreseen(places[:MOST_SHOWN], boards[:MOST_SHOWN], more, draw=draw)


def _place(rank: int | None, share: Fraction | None) -> str:
    if rank is None:
        return figures.NONE
    return gettext("place %(rank)s, %(percent)s") % {"rank": rank, "percent": _percent(share)}


def _percent(share: Fraction | None) -> str:
    return figures.NONE if share is None else f"{figures.percent(float(share))} %"


def _record(rank: int, half_wins: int) -> str:
    wins = figures.quarters(half_wins / 2)
    return gettext("place %(rank)s, wins %(wins)s") % {"rank": rank, "wins": wins}
