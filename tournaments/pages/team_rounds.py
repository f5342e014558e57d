"""A Teams event's rounds: their matches as they run, the bye, and why they were drawn as they were.

Owns: reading a draw's certificate, which an imported file may have in any form.
Never does: draw; a draft is stored nowhere, so what is not published cannot be shown.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from scoring.match import Outcome
from tournaments.models import Match, Round, RoundStatus
from tournaments.pages.team_matches import (
    MatchShown,
    match_shown,
    may_know_reasons,
    stored_matches,
    teams_of,
)
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class TeamRoundLine:
    """`decided` of `matches` matches have an outcome that the viewer may know."""

    number: int
    status: str
    status_text: str
    matches: int
    decided: int


@dataclass(frozen=True, slots=True)
class DrawShown:
    """What can be said for a draw. `seed` is "" where the file it came from has none."""

    by_hand: bool
    seed: str
    sentences: tuple[str, ...]
    warnings: tuple[str, ...]
    provisional: bool


def team_rounds_of(viewing: Viewing) -> dict[str, Any]:
    if not viewing.draw_released:
        return {"rounds": (), "released": False}
    matches: Counter[int] = Counter()
    decided: Counter[int] = Counter()
    found = Match.objects.filter(round__event=viewing.event, away__isnull=False)
    columns = ("round__number", "round__status", "snapshot__finished", "snapshot__outcome")
    for number, status, finished, outcome in found.values_list(*columns):
        matches[number] += 1
        over = finished or status == RoundStatus.CLOSED
        decided[number] += over and outcome not in (None, Outcome.UNDECIDED)
    lines = tuple(
        TeamRoundLine(
            round_.number,
            round_.status,
            round_.get_status_display(),
            matches[round_.number],
            decided[round_.number],
        )
        for round_ in viewing.event.rounds.order_by("number")
    )
    return {"rounds": lines, "released": True}


def team_round_of(viewing: Viewing, number: int) -> dict[str, Any]:
    """One round. Raises Http404 when there is none of that number, or none that the viewer may know of."""
    rounds = viewing.event.rounds.select_related("drawn")
    round_ = rounds.filter(number=number).first() if viewing.draw_released else None
    if round_ is None:
        raise Http404(gettext("There is no such round."))
    names = teams_of(viewing)
    shown = [match_shown(viewing, names, match) for match in stored_matches(viewing, [number])]
    return {
        "round": round_,
        "matches": [match for match in shown if match.away is not None],
        "byes": [match for match in shown if match.away is None],
        "missing": _without(viewing, shown),
        "draw": draw_shown(round_) if may_know_reasons(viewing, number) else None,
        "last_round": viewing.data.get("progress", {}).get("rounds", number),
    }


def _without(viewing: Viewing, shown: list[MatchShown]) -> list[Any]:
    """Teams in the event that neither play nor have the bye."""
    seen = {match.home.number for match in shown} | {match.away.number for match in shown if match.away}
    return [team for team in teams_of(viewing).values() if team.number not in seen and not team.withdrawn]


def draw_shown(round_: Round) -> DrawShown | None:
    """None for a round of which nothing is recorded."""
    draw = round_.draw
    if not isinstance(draw, Mapping) or not draw:
        return None
    certificate = draw.get("certificate")
    proved = certificate if isinstance(certificate, Mapping) else {}
    seed = proved.get("seed")
    return DrawShown(
        by_hand="certificate" in draw and not proved,
        seed=str(seed) if isinstance(seed, int) else "",
        sentences=_sentences(proved.get("text")),
        warnings=_sentences(draw.get("warnings")),
        provisional=draw.get("provisional") is True,
    )


def _sentences(value: object) -> tuple[str, ...]:
    return tuple(str(line) for line in value) if isinstance(value, list | tuple) else ()
