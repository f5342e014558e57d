"""A team's rounds as small marks: W, L, ½, B, with the words for who cannot see them.

Owns: what each kind of round is called. Never does: show more of a match than `Kept` leaves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext

from scoring.swiss_standings import RoundKind
from tournaments import figures
from tournaments.pages.names import Named, named

_STEPS: Final = (100, 250)
"""Points between the teams from which a result is a clear one, and from which a heavy one."""


@dataclass(frozen=True, slots=True)
class RoundMark:
    """What a round was for a team. `kind` (for the stylesheet): "won", "lost", "half", "bye", "missed", "running".

    `letter` is the mark; `match` is None where there is no match to look at; `margin`, the points between the teams
    as text, is "" and `weight` 0 where the viewer may not see the points or there are none.
    """

    round: int
    kind: str
    letter: str
    words: str
    opponent: Named | None
    match: int | None
    at_home: bool | None
    points: str
    opponent_points: str
    margin: str
    weight: int
    forfeit: bool
    difference: int | None


def marks_of(cross: Mapping[str, Any], number: int, names: Mapping[int, Named]) -> tuple[RoundMark, ...]:
    """The rounds of team `number` out of a snapshot's "cross"."""
    return tuple(_mark(item, names) for item in cross.get(str(number), ()))


def _mark(item: Mapping[str, Any], names: Mapping[int, Named]) -> RoundMark:
    kind = _kind(item)
    opponent = named(dict(names), item["opponent"]) if item["opponent"] is not None else None
    shown = item["kind"] == RoundKind.PLAYED and kind != "running"
    # there are none of a match that was given without play, or that is not over
    shown = shown and bool(item["points"] or item["opponent_points"])
    difference = item["points"] - item["opponent_points"] if shown else None
    return RoundMark(
        round=item["round"],
        kind=kind,
        letter=_LETTERS[kind],
        words=_words(kind, opponent, forfeit=item["kind"] == RoundKind.FORFEIT),
        opponent=opponent,
        match=item["match"],
        at_home=item["home"],
        points=figures.points(item["points"]) if shown else "",
        opponent_points=figures.points(item["opponent_points"]) if shown else "",
        margin="" if difference is None else figures.signed_points(difference),
        weight=1 + sum(abs(difference or 0) >= step for step in _STEPS) if shown else 0,
        forfeit=item["kind"] == RoundKind.FORFEIT,
        difference=difference,
    )


_LETTERS: Final = {"won": "W", "lost": "L", "half": "½", "bye": "B", "missed": "–", "running": "…"}


def _kind(item: Mapping[str, Any]) -> str:
    if item["kind"] == RoundKind.UNDECIDED:
        return "running"
    if item["kind"] in (RoundKind.BYE, RoundKind.MISSED):
        return str(item["kind"])
    return {2: "won", 1: "half", 0: "lost"}[item["half_wins"]]


def _words(kind: str, opponent: Named | None, *, forfeit: bool) -> str:
    name = opponent.name if opponent else ""
    if kind == "bye":
        return gettext("bye")
    if kind == "missed":
        return gettext("not there")
    if kind == "running":
        return gettext("being played against %(name)s") % {"name": name}
    if kind == "half":
        return gettext("half a win against %(name)s") % {"name": name}
    if kind == "won":
        text = gettext("won by forfeit against %(name)s") if forfeit else gettext("won against %(name)s")
    else:
        text = gettext("lost by forfeit to %(name)s") if forfeit else gettext("lost to %(name)s")
    return text % {"name": name}
