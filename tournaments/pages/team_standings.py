"""A Teams event's standings as rows to show, how long the event goes on, and why each rank is where it is.

Owns: the words. Never does: rank anybody; the snapshot has the ranks and the values that led to them.
Terms: *level*, said of teams with equal wins.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments import figures
from tournaments.pages.names import Named
from tournaments.pages.ratings.beside import averages_of
from tournaments.pages.team_marks import RoundMark, marks_of
from tournaments.pages.team_matches import teams_of
from tournaments.pages.viewing import Viewing

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team. Figures are text; `change` is places won (lost, when negative) since the last round ended;
    `tie_breaks` stand in the order of the columns."""

    entry: int
    name: str
    rank: str
    first: bool
    change: int
    wins: str
    losses: int
    tie_breaks: tuple[str, ...]
    marks: tuple[RoundMark, ...]
    withdrawn: bool
    rating: str = ""

    @property
    def places(self) -> int:
        return abs(self.change)

    @property
    def signature(self) -> str:
        marks = "".join(mark.letter for mark in self.marks)
        return f"{self.rank}|{self.wins}|{self.losses}|{marks}|{'|'.join(self.tie_breaks)}"


def team_standings_of(viewing: Viewing) -> dict[str, Any]:
    names = teams_of(viewing)
    rows = rows_of(viewing)
    if not names:
        return {"rows": (), "entries": 0}
    columns = columns_of(viewing)
    ranked = any(row["half_wins"] or row["losses"] for row in rows)
    ratings = averages_of(viewing)
    shown = tuple(_row(viewing, row, names, columns, ranked=ranked) for row in rows) or _unranked(names)
    return {
        "rows": tuple(replace(row, rating=ratings.get(row.entry, "")) for row in shown),
        "entries": len(names),
        "columns": tuple((name, column_name(name), tie_break_name(name)) for name in columns),
        "length": _length(viewing),
        "undefeated": [names[number] for number in viewing.data.get("undefeated", ()) if number in names]
        if viewing.data.get("progress", {}).get("rounds")
        else [],
        "why": tuple(_why(rows, names)),
        "rounds": viewing.data.get("progress", {}).get("rounds", 0),
    }


def rows_of(viewing: Viewing) -> list[Row]:
    """The snapshot's rows; [] before there is one."""
    return [row for found in viewing.data.get("lists", ()) for row in found["rows"]]


def columns_of(viewing: Viewing) -> tuple[str, ...]:
    """The tie-breaks that every row has a value of, in the event's order; the points always: people ask for them."""
    wanted = [name for name in viewing.event.tie_breaks if name != "head_to_head"]
    return tuple(dict.fromkeys((*wanted, "points_difference")))


def tie_break_name(name: str) -> str:
    names = {
        "opponents_wins": gettext("opponents’ wins"),
        "defeated_opponents_wins": gettext("defeated opponents’ wins"),
        "head_to_head": gettext("head to head"),
        "points_difference": gettext("points difference"),
    }
    return names.get(name, name.replace("_", " "))


def column_name(name: str) -> str:
    """Short, for the head of a column."""
    names = {
        "opponents_wins": gettext("Opp. wins"),
        "defeated_opponents_wins": gettext("Beaten opp."),
        "points_difference": gettext("Points"),
    }
    return names.get(name, name.replace("_", " "))


def tie_break_value(name: str, value: float) -> str:
    if name == "points_difference":
        return figures.signed_points(int(value))
    return figures.matchpoints(value) if name == "head_to_head" else figures.quarters(value)


def _row(
    viewing: Viewing,
    row: Row,
    names: Mapping[int, Named],
    columns: Sequence[str],
    *,
    ranked: bool,
) -> TeamRow:
    """`ranked`: whether anything is decided; before, a rank would say nothing."""
    cross = viewing.data["cross"]
    marks = marks_of(cross, row["entry"], names)
    values = row
    return TeamRow(
        entry=row["entry"],
        name=names[row["entry"]].name if row["entry"] in names else "",
        rank=figures.rank(row["rank"], row["tied"]) if ranked else figures.NONE,
        first=ranked and row["rank"] == 1,
        change=row["change"] or 0,
        wins=figures.quarters(row["half_wins"] / 2),
        losses=row["losses"],
        tie_breaks=tuple(tie_break_value(name, values[name]) for name in columns),
        marks=marks,
        withdrawn=row["withdrawn"],
    )


def _unranked(names: Mapping[int, Named]) -> tuple[TeamRow, ...]:
    """Who has entered, before anything is computed."""
    none = figures.NONE
    return tuple(
        TeamRow(entry.number, entry.name, none, False, 0, none, 0, (), (), entry.withdrawn)
        for entry in names.values()
    )


def _length(viewing: Viewing) -> str:
    """How far the event is, and when it will be over."""
    progress = viewing.data.get("progress", {})
    if not progress or not progress["planned"]:
        return ""
    drawn, planned = progress["rounds"], progress["planned"]
    values = {"round": drawn, "planned": planned}
    if progress["decided"]:
        said = ngettext("Over after %(round)s round.", "Over after %(round)s rounds.", drawn)
        return said % values
    if not progress["open_ended"]:
        if not drawn:
            return ngettext("%(planned)s round.", "%(planned)s rounds.", planned) % values
        return gettext("Round %(round)s of %(planned)s.") % values
    left = len(viewing.data["undefeated"])
    if not drawn:
        said = gettext("At least %(planned)s rounds, and on while two teams are undefeated.")
    elif drawn <= planned:
        said = gettext("Round %(round)s of at least %(planned)s, on while two teams are undefeated.")
    elif left > 1:
        said = gettext("Round %(round)s: more than one team is still undefeated.")
    else:
        said = gettext("Round %(round)s, the last if one team stays undefeated.")
    return said % values


def _why(rows: Sequence[Row], names: Mapping[int, Named]) -> Iterator[str]:
    """For each two neighbours that are level, what puts one before the other."""
    for above, below in pairwise(rows):
        if are_level(above, below):
            yield why_before(above, below, names)


def are_level(above: Row, below: Row) -> bool:
    """Whether tie-breaks decide between two rows."""
    level = above["half_wins"] == below["half_wins"] and above["withdrawn"] == below["withdrawn"]
    return level and bool(above["tie_breaks"] and below["tie_breaks"])


def why_before(above: Row, below: Row, names: Mapping[int, Named]) -> str:
    """One sentence."""
    values = {
        "above": names[above["entry"]].name if above["entry"] in names else str(above["entry"]),
        "below": names[below["entry"]].name if below["entry"] in names else str(below["entry"]),
    }
    for (name, more), (_, less) in zip(above["tie_breaks"], below["tie_breaks"], strict=False):
        if more == less:
            continue
        values |= {"name": tie_break_name(name)}
        values |= {"more": tie_break_value(name, more), "less": tie_break_value(name, less)}
        return gettext("%(above)s before %(below)s: %(name)s %(more)s to %(less)s.") % values
    return gettext("%(above)s and %(below)s share their place: no tie-break tells them apart.") % values
