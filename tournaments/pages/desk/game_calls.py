"""Calls of ranked tables as the desk shows them. Never does: raise or answer one (services/ranked/calls.py)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from tournaments.models import Game, GameCall


@dataclass(frozen=True, slots=True)
class CallShown:
    """A table that waits for a director: what for, and since when, in words."""

    pk: int
    game: Game
    note: str
    waits: str


def calls_shown(calls: Iterable[GameCall], now: datetime) -> list[CallShown]:
    return [CallShown(call.pk, call.game, call.note, _waits(call.at, now)) for call in calls]


def _waits(since: datetime, now: datetime) -> str:
    minutes = int((now - since).total_seconds()) // 60
    return gettext("for %(n)s min") % {"n": minutes} if minutes > 0 else gettext("just now")
