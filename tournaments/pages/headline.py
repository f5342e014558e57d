"""The one line that says what is going on: "Round 5 of 8 · 31 of 42 boards scored · as of 20:14"; of a Teams event
"Round 3 · 4 of 5 matches decided · as of 20:14"; of ranked tables "3 games being played · 5 over · as of 20:14"; while
a round clock runs, with the time it leaves."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count
from django.utils import formats, timezone
from django.utils.translation import gettext, ngettext

from scoring.swiss_standings import RoundKind
from tournaments.models import EventStatus, GameStatus
from tournaments.pages.round_clock import ClockShown, clock_of
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class Headline:
    """`parts` are joined by middle dots; `entered` of `due` results are in, or matches decided, as `counted` says."""

    parts: tuple[str, ...]
    entered: int
    due: int
    counted: str = "boards"
    clock: ClockShown | None = None


def headline_of(viewing: Viewing) -> Headline:
    if viewing.is_ranked:
        return _ranked_headline(viewing)
    progress = viewing.data.get("progress", {})
    headline = _teams_headline if viewing.is_teams else _pairs_headline
    return replace(headline(viewing, progress), clock=clock_of(viewing))


def _ranked_headline(viewing: Viewing) -> Headline:
    """Counted at once and not from the snapshot: a game that has begun is there before any standings are."""
    rows = viewing.event.games.order_by().values_list("status").annotate(Count("pk"))
    games = dict(rows)
    playing, seating, over = (
        games.get(status, 0) for status in (GameStatus.PLAYING, GameStatus.SEATING, GameStatus.OVER)
    )
    status = viewing.event.status
    parts = [] if status == EventStatus.RUNNING else [_stage(viewing, {})]
    if playing or status == EventStatus.RUNNING:
        said = ngettext("%(n)s game being played", "%(n)s games being played", playing)
        parts.append(said % {"n": playing} if playing else gettext("No game being played"))
    if seating:
        said = ngettext("%(n)s table waits for players", "%(n)s tables wait for players", seating)
        parts.append(said % {"n": seating})
    if over:
        parts.append(gettext("%(n)s over") % {"n": over})
    return Headline((*parts, *(_as_of(viewing) if playing or seating or over else ())), 0, 0)


def _pairs_headline(viewing: Viewing, progress: dict[str, Any]) -> Headline:
    entered, due = progress.get("entered", 0), progress.get("due", 0)
    parts = [_stage(viewing, progress)]
    if viewing.event.status == EventStatus.SETUP:
        return Headline(tuple(parts), 0, 0)
    if due:
        said = ngettext("%(entered)s of %(due)s board scored", "%(entered)s of %(due)s boards scored", due)
        parts.append(said % {"entered": entered, "due": due})
    return Headline((*parts, *_as_of(viewing)), entered, due)


def _as_of(viewing: Viewing) -> tuple[str, ...]:
    computed_at = viewing.snapshot.computed_at if viewing.snapshot else None
    if computed_at is None:
        return ()
    return (gettext("as of %(time)s") % {"time": _moment(viewing, computed_at)},)


def _teams_headline(viewing: Viewing, progress: dict[str, Any]) -> Headline:
    """Of a round under way its own matches, else all of them."""
    stage = _teams_stage(viewing, progress)
    if viewing.event.status == EventStatus.SETUP or not progress:
        return Headline((stage,), 0, 0)
    # each match stands with both its teams
    decided, matches = set(), set()
    for rounds in viewing.data["cross"].values():
        for item in rounds:
            key = (item["round"], item["match"])
            if item["opponent"] is not None and progress["round"] in (None, item["round"]):
                matches.add(key)
                if item["kind"] != RoundKind.UNDECIDED:
                    decided.add(key)
    parts = [stage]
    if matches:
        said = ngettext("%(n)s of %(all)s match decided", "%(n)s of %(all)s matches decided", len(matches))
        parts.append(said % {"n": len(decided), "all": len(matches)})
    return Headline((*parts, *_as_of(viewing)), len(decided), len(matches), "matches")


def _teams_stage(viewing: Viewing, progress: dict[str, Any]) -> str:
    if viewing.event.status == EventStatus.RUNNING and progress.get("round"):
        return gettext("Round %(round)s") % progress
    return _stage(viewing, {})


def _stage(viewing: Viewing, progress: dict[str, int | None]) -> str:
    status = viewing.event.status
    if status == EventStatus.SETUP:
        return gettext("Being set up")
    if status == EventStatus.FINAL:
        return gettext("Final results")
    if status == EventStatus.PROVISIONAL:
        return _provisional(viewing)
    if progress.get("round"):
        return gettext("Round %(round)s of %(rounds)s") % progress
    return gettext("Between rounds")


def _provisional(viewing: Viewing) -> str:
    until = viewing.event.corrections_until
    if until is None:
        return gettext("Provisional results")
    local = formats.date_format(timezone.localtime(until, viewing.zone), "H:i")
    return gettext("Provisional results, corrections until %(time)s") % {"time": local}


def _moment(viewing: Viewing, moment: datetime) -> str:
    local = timezone.localtime(moment, viewing.zone)
    if viewing.event.status in (EventStatus.RUNNING, EventStatus.SETUP):
        return formats.date_format(local, "H:i")
    return formats.date_format(local, "j F Y, H:i")
