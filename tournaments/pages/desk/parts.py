"""The parts of the desk of one event, in the order of an evening.

Owns: their names, addresses and keys; who is shown which.
"""

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Kind


@dataclass(frozen=True, slots=True)
class Part:
    """`name` is what a page says it belongs to; `key` opens it after `g` on the keyboard; `url` is filled in for an
    event. `kind` is that of the events it is for, "" for all; scorers are shown what `scorers` says."""

    name: str
    title: str | Promise
    view: str
    key: str
    scorers: bool = False
    kind: str = ""
    url: str = ""


PARTS: tuple[Part, ...] = (
    Part("round", _("Round"), "desk:event", "r", scorers=True),
    Part("settings", _("Settings"), "desk:settings", "s"),
    Part("boards", _("Boards"), "desk:boards", "b"),
    Part("entries", _("Entries"), "desk:entries", "e"),
    Part("movement", _("Movement"), "desk:movement", "m", kind=Kind.PAIRS),
    Part("draw", _("Draw"), "desk:draw", "m", kind=Kind.TEAMS),
    Part("paper", _("Paper"), "desk:paper", "p", scorers=True),
    Part("rulings", _("Rulings"), "desk:rulings", "u"),
    Part("log", _("Log"), "desk:log", "l"),
    Part("sheets", _("Sheets"), "desk:sheets", "h"),
    Part("ending", _("Ending"), "desk:ending", "n"),
)


def parts_of(event: Event, directs: bool) -> list[Part]:
    """The parts that somebody is offered; `directs` says whether they direct in the club."""
    return [
        Part(part.name, part.title, part.view, part.key, part.scorers, part.kind, url)
        for part in PARTS
        if (directs or part.scorers) and part.kind in ("", event.kind) and (url := _address(part, event))
    ]


def _address(part: Part, event: Event) -> str:
    try:
        return reverse(part.view, args=[event.pk])
    except NoReverseMatch:
        return ""
