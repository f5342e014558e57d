"""The parts of the desk of one event, in the order of an evening.

Owns: their names, addresses and keys; who is shown which; which addresses an event of each kind has at all.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Kind


@dataclass(frozen=True, slots=True)
class Part:
    """`name` is what a page says it belongs to; `key` opens it after `g` on the keyboard; `url` is filled in for an
    event. `kinds` are those of the events it is for; scorers are shown what `scorers` says."""

    name: str
    title: str | Promise
    view: str
    key: str
    scorers: bool = False
    kinds: Collection[str] = tuple(Kind.values)
    url: str = ""


DUPLICATE: Final = (Kind.PAIRS, Kind.TEAMS)
RANKED: Final = (Kind.RANKED,)
PARTS: tuple[Part, ...] = (
    Part("round", _("Round"), "desk:event", "r", scorers=True, kinds=DUPLICATE),
    Part("games", _("Games"), "desk:event", "r", scorers=True, kinds=RANKED),
    Part("settings", _("Settings"), "desk:settings", "s"),
    Part("boards", _("Boards"), "desk:boards", "b", kinds=DUPLICATE),
    Part("entries", _("Entries"), "desk:entries", "e", kinds=DUPLICATE),
    Part("movement", _("Movement"), "desk:movement", "m", kinds=(Kind.PAIRS,)),
    Part("draw", _("Draw"), "desk:draw", "m", kinds=(Kind.TEAMS,)),
    Part("paper", _("Paper"), "desk:paper", "p", scorers=True, kinds=DUPLICATE),
    Part("rulings", _("Rulings"), "desk:rulings", "u", kinds=DUPLICATE),
    Part("log", _("Log"), "desk:log", "l"),
    Part("sheets", _("Sheets"), "desk:sheets", "h"),
    Part("ending", _("Ending"), "desk:ending", "n"),
)
_OF_EVERY_KIND: Final = frozenset(
    (
        *("event", "find", "editing", "settings", "event-kind", "log", "undo"),
        *("ending", "corrections", "finalise", "reopen", "archive", "event-file", "sheets", "print"),
        *("packs", "pack-order", "pack-state", "pack-cancel", "pack-file"),
        *("cards", "print-cards", "revoke-cards"),
    )
)
_OF_RANKED: Final = frozenset(("games", "new-game", "game", "game-do", "game-cards"))
"""Addresses by their names in `desk:`. What is in neither is for events with entries, rounds and results."""


def parts_of(event: Event, directs: bool) -> list[Part]:
    """The parts that somebody is offered; `directs` says whether they direct in the club."""
    return [
        replace(part, url=url)
        for part in PARTS
        if (directs or part.scorers) and event.kind in part.kinds and (url := _address(part, event))
    ]


def has_address(kind: str, name: str) -> bool:
    """Whether events of a kind have the address of that name."""
    if name in _OF_EVERY_KIND:
        return True
    return (name in _OF_RANKED) == (kind == Kind.RANKED)


def _address(part: Part, event: Event) -> str:
    try:
        return reverse(part.view, args=[event.pk])
    except NoReverseMatch:
        return ""
