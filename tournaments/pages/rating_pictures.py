"""The course of a rating as inline SVG: a pure function from steps to text.

Owns: geometry, and the sentence that says in words what is drawn. As in pictures.py, colours and strokes come from the
stylesheet by class. A game is a sloping line to the rating after it; a rating that was set is a level line, and then a
jump with a diamond.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from itertools import groupby
from typing import Final

from django.utils import formats
from django.utils.translation import gettext, ngettext

from scoring.elo import shown
from tournaments.services.ratings.story_values import Step

_WIDTH, _HEIGHT = 380.0, 230.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 370.0, 10.0, 204.0
_TICKS: Final = (5, 10, 25, 50, 100, 250, 500, 1500, 5000)
"""Distances of levels, of which 1500 is a multiple: where nearly everybody starts is one of them."""
_MOST_LEVELS: Final = 6


@dataclass(frozen=True, slots=True)
class _Scale:
    first: float
    last: float
    low: int
    high: int

    def x(self, at: datetime) -> float:
        if self.last == self.first:
            return _RIGHT
        return _LEFT + 6 + (_RIGHT - _LEFT - 6) * (at.timestamp() - self.first) / (self.last - self.first)

    def y(self, rating: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (rating - self.low) / (self.high - self.low)


def rating_course(steps: Sequence[Step], start: float) -> str:
    """The rating over time; `start` is everybody's first rating, drawn as a level. Times are told in their own zone. ""
    without a step."""
    if not steps:
        return ""
    ratings = [steps[0].before, *(step.rating for step in steps)]
    tick, low, high = _range(min(ratings), max(ratings))
    scale = _Scale(steps[0].at.timestamp(), steps[-1].at.timestamp(), low, high)
    kept = list(_thinned(steps, scale))
    line = f"M{_LEFT:g} {scale.y(steps[0].before):.1f}" + "".join(_leg(step, scale) for step in kept)
    marks = "".join(_diamond(scale.x(step.at), scale.y(step.rating)) for step in kept if step.was_set)
    last = steps[-1]
    body = (
        f"{_levels(scale, tick, start)}{_dates(steps)}"
        f'<path class="line" d="{line}"/>{marks}'
        f'<circle class="now" cx="{scale.x(last.at):.1f}" cy="{scale.y(last.rating):.1f}" r="4"/>'
    )
    return (
        f'<svg class="rating-course" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" width="{_WIDTH:g}" height="{_HEIGHT:g}" '
        f'role="img" aria-label="{escape(in_words(steps))}">{body}</svg>'
    )


def in_words(steps: Sequence[Step]) -> str:
    """What the picture shows, in a few sentences."""
    played = sum(not step.was_set for step in steps)
    top, bottom = max(steps, key=_rating), min(steps, key=_rating)
    said = [
        gettext("Rating from %(before)s on %(first)s to %(after)s on %(last)s.")
        % {
            "before": shown(steps[0].before),
            "first": _day(steps[0].at),
            "after": shown(steps[-1].rating),
            "last": _day(steps[-1].at),
        },
        ngettext("%(count)s step by playing.", "%(count)s steps by playing.", played) % {"count": played},
        gettext("Highest: %(high)s on %(when)s.") % {"high": shown(top.rating), "when": _day(top.at)},
        gettext("Lowest: %(low)s on %(when)s.") % {"low": shown(bottom.rating), "when": _day(bottom.at)},
    ]
    said.extend(
        gettext("Set to %(rating)s on %(when)s.") % {"rating": shown(step.rating), "when": _day(step.at)}
        for step in steps
        if step.was_set
    )
    return " ".join(said)


def _rating(step: Step) -> float:
    return step.rating


def _day(at: datetime) -> str:
    return formats.date_format(at, "j F Y")


def _range(low: float, high: float) -> tuple[int, int, int]:
    """The distance of two levels, and the lowest and the highest of them."""
    for tick in _TICKS:
        first, last = int(low // tick) * tick, -int(-high // tick) * tick
        if last == first:
            last += tick
        if (last - first) / tick < _MOST_LEVELS:
            break
    return tick, first, last


def _levels(scale: _Scale, tick: int, start: float) -> str:
    found = []
    for value in range(scale.low, scale.high + 1, tick):
        kind = "middle" if value == start else "grid"
        y = scale.y(value)
        found.append(
            f'<path class="{kind}" d="M{_LEFT:g} {y:.1f}H{_RIGHT:g}"/>'
            f'<text class="count" x="{_LEFT - 7:g}" y="{y + 4.5:.1f}" text-anchor="end">{value}</text>'
        )
    return "".join(found)


def _dates(steps: Sequence[Step]) -> str:
    """The first and the last day below the picture; one day once, with the times."""
    first, last = steps[0].at, steps[-1].at
    if first.date() == last.date():
        texts = [formats.date_format(first, "j M Y, H:i"), formats.date_format(last, "H:i")]
    else:
        texts = [formats.date_format(first, "j M Y"), formats.date_format(last, "j M Y")]
    y = _HEIGHT - 6
    begin = f'<text class="count" x="{_LEFT:g}" y="{y:g}">{escape(texts[0])}</text>'
    if len(steps) == 1:
        return begin
    return f'{begin}<text class="count" x="{_RIGHT:g}" y="{y:g}" text-anchor="end">{escape(texts[1])}</text>'


def _leg(step: Step, scale: _Scale) -> str:
    x, y = scale.x(step.at), scale.y(step.rating)
    return f"H{x:.1f}V{y:.1f}" if step.was_set else f"L{x:.1f} {y:.1f}"


def _diamond(x: float, y: float) -> str:
    return f'<path class="set" d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z"/>'


def _thinned(steps: Sequence[Step], scale: _Scale) -> Iterable[Step]:
    """Of each half unit of the width what can be told apart: its highest, its lowest and its last step, and every
    rating that was set."""
    for _, group in groupby(steps, key=lambda step: int(scale.x(step.at) * 2)):
        there = list(group)
        if len(there) <= 3:
            yield from there
            continue
        seen = {id(max(there, key=_rating)), id(min(there, key=_rating)), id(there[-1])}
        yield from (step for step in there if step.was_set or id(step) in seen)
