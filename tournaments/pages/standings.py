"""The standings as rows to show: from the snapshot, or the bare list of entries before there is one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments import figures
from tournaments.pages import pictures
from tournaments.pages.names import names_of
from tournaments.pages.ratings.beside import averages_of
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entry. All figures are text; `change` is places won (lost, when negative) since the last snapshot."""

    entry: int
    name: str
    rank: str
    tied: bool
    first: bool
    percentage: str
    bar: str
    sum: str
    boards: int
    penalty: str
    change: int
    tie_breaks: tuple[str, ...]
    withdrawn: bool
    rating: str = ""

    @property
    def places(self) -> int:
        return abs(self.change)

    @property
    def signature(self) -> str:
        """What a viewer would see differ: the row fades in when this is new."""
        return f"{self.rank}|{self.percentage}|{self.boards}|{self.penalty}"


@dataclass(frozen=True, slots=True)
class StandingsList:
    """One list of a ranking; `title` is "" where it is the only one."""

    title: str
    rows: tuple[StandingsRow, ...]
    tie_breaks: tuple[str, ...]
    penalties: bool


def standings_of(viewing: Viewing) -> dict[str, Any]:
    ratings = averages_of(viewing)
    entries = viewing.data.get("entries", {})
    lists = tuple(_list(found, entries, ratings) for found in viewing.data.get("lists", ()))
    if not any(found.rows for found in lists):
        lists = _unranked(viewing, ratings)
    return {
        "lists": lists,
        "entries": sum(len(found.rows) for found in lists),
        "ratings": any(row.rating for found in lists for row in found.rows),
    }


def _list(found: Mapping[str, Any], entries: Mapping[str, Any], ratings: Mapping[int, str]) -> StandingsList:
    rows = tuple(_row(row, entries, ratings) for row in found["rows"])
    tie_breaks = _tie_break_names(found["rows"])
    title = figures.direction(found["field"]) if found["field"] else ""
    return StandingsList(title, rows, tie_breaks, any(row.penalty for row in rows))


def _tie_break_names(rows: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Shown as columns only where somebody shares a percentage, and so needed them."""
    rows = list(rows)
    seen = [row["percentage"] for row in rows if row["percentage"] is not None]
    if len(set(seen)) == len(seen):
        return ()
    return tuple(str(name).replace("-", " ").replace("_", " ") for name, _ in rows[0]["tie_breaks"])


def _row(row: Mapping[str, Any], entries: Mapping[str, Any], ratings: Mapping[int, str]) -> StandingsRow:
    known = entries.get(str(row["entry"]), {})
    return StandingsRow(
        entry=row["entry"],
        name=known.get("name", ""),
        rank=figures.rank(row["rank"], row["tied"]),
        tied=row["tied"],
        first=row["rank"] == 1,
        percentage=figures.percent(row["percentage"]),
        bar=pictures.deviation(row["percentage"]),
        sum=figures.percent(row["sum"]),
        boards=row["boards"],
        penalty=figures.decimal(-row["penalty"]) if row["penalty"] else "",
        change=row["change"] or 0,
        tie_breaks=tuple(_tie_break(value) for _, value in row["tie_breaks"]),
        withdrawn=row["withdrawn"],
        rating=ratings.get(row["entry"], ""),
    )


def _tie_break(value: object) -> str:
    if isinstance(value, int | float):
        return figures.matchpoints(value)
    return figures.NONE if value is None else str(value)


def _unranked(viewing: Viewing, ratings: Mapping[int, str]) -> tuple[StandingsList, ...]:
    """Who has entered, before anything is computed."""
    rows = tuple(
        StandingsRow(
            entry=entry.number,
            name=entry.name,
            rank=figures.NONE,
            tied=False,
            first=False,
            percentage=figures.NONE,
            bar="",
            sum=figures.NONE,
            boards=0,
            penalty="",
            change=0,
            tie_breaks=(),
            withdrawn=entry.withdrawn,
            rating=ratings.get(entry.number, ""),
        )
        for entry in names_of(viewing.event).values()
    )
    return (StandingsList("", rows, (), False),) if rows else ()
