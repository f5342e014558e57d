"""One team: who plays in it, its record round by round, where it sits, and what its rank is made of.

Owns: the tie-breaks unfolded to the numbers they came from. Never does: compute one; each sum is the snapshot's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.http import Http404
from django.utils.translation import gettext, ngettext

from scoring.swiss_standings import RoundKind
from tournaments import figures
from tournaments.pages.names import Named
from tournaments.pages.ratings.beside import players_shown
from tournaments.pages.team_marks import marks_of
from tournaments.pages.team_matches import teams_of
from tournaments.pages.team_seats import TeamSeats, rounds_to_seat, seats_by_team
from tournaments.pages.team_standings import (
    Row,
    are_level,
    columns_of,
    rows_of,
    tie_break_name,
    tie_break_value,
    why_before,
)
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A tie-break: its name, its value, and the sum that leads there ("2 + 1½ + 3"), "" where none can be told."""

    name: str
    value: str
    sum: str


def team_card_of(viewing: Viewing, number: int) -> dict[str, Any]:
    """The page of team `number`. Raises Http404 when there is none."""
    names = teams_of(viewing)
    if number not in names:
        raise Http404(gettext("There is no such team in this event."))
    cross = viewing.data.get("cross", {}) if viewing.draw_released else {}
    known = viewing.data.get("entries", {}).get(str(number), {})
    now, following, seats = _seats(viewing, names, number)
    return {
        "entry": names[number],
        "players": players_shown(viewing, number, known.get("players", ())),
        "place": _place(viewing, names, number),
        "marks": marks_of(cross, number, names),
        "now": now,
        "next": following,
        "seats": seats,
    }


def _seats(
    viewing: Viewing, names: dict[int, Named], number: int
) -> tuple[int | None, int | None, Sequence[tuple[int, bool, TeamSeats]]]:
    """The round that is open and the one to come, and the team's seats in them: (round, is now, seats)."""
    if not viewing.draw_released:
        return None, None, ()
    now, following = rounds_to_seat(viewing)
    seats = seats_by_team(viewing, names, [found for found in (now, following) if found])
    return (
        now,
        following,
        tuple(
            (found, found == now, seats[found, number])
            for found in (now, following)
            if found and (found, number) in seats
        ),
    )


def _place(viewing: Viewing, names: Mapping[int, Named], number: int) -> dict[str, Any] | None:
    rows = rows_of(viewing)
    at = next((place for place, row in enumerate(rows) if row["entry"] == number), None)
    if at is None or not any(row["half_wins"] or row["losses"] for row in rows):
        return None
    row = rows[at]
    return {
        "rank": figures.rank(row["rank"], row["tied"]),
        "of": len(rows),
        "wins": figures.quarters(row["half_wins"] / 2),
        "one": 0 < row["half_wins"] <= 2,
        "record": _record(row),
        "undefeated": number in viewing.data["undefeated"],
        "tie_breaks": tuple(_unfolded(viewing, row, name) for name in columns_of(viewing)),
        "neighbours": tuple(_neighbours(rows, at, names)),
    }


def _record(row: Row) -> tuple[str, ...]:
    """Wins, losses and all else that happened, each in words."""
    counts = (
        (
            row["wins"] - row["byes"],
            ngettext("%(n)s match won", "%(n)s matches won", row["wins"] - row["byes"]),
        ),
        (row["halves"], ngettext("%(n)s half win", "%(n)s half wins", row["halves"])),
        (row["losses"], ngettext("%(n)s lost", "%(n)s lost", row["losses"])),
        (row["byes"], ngettext("%(n)s bye", "%(n)s byes", row["byes"])),
        (row["missed"], ngettext("%(n)s round missed", "%(n)s rounds missed", row["missed"])),
    )
    return tuple(text % {"n": count} for count, text in counts if count)


def _neighbours(rows: Sequence[Row], at: int, names: Mapping[int, Named]) -> list[str]:
    """Why the team is behind the one above and before the one below, where wins alone do not say it."""
    return [
        why_before(above, below, names)
        for above, below in pairwise(rows[max(at - 1, 0) : at + 2])
        if are_level(above, below)
    ]


def _unfolded(viewing: Viewing, row: Row, name: str) -> Unfolded:
    cross = viewing.data["cross"]
    played = [item for item in cross.get(str(row["entry"]), ()) if item["kind"] != RoundKind.UNDECIDED]
    terms = _TERMS[name](played) if name in _TERMS else []
    return Unfolded(tie_break_name(name), tie_break_value(name, row[name]), _sum(terms))


def _opponents(played: Sequence[Mapping[str, Any]]) -> list[str | None]:
    return [_wins(item) for item in played]


def _defeated(played: Sequence[Mapping[str, Any]]) -> list[str | None]:
    beaten = [item for item in played if item["kind"] == RoundKind.PLAYED and item["half_wins"]]
    return [
        wins if wins is None or item["half_wins"] == 2 else f"½ × {wins}"
        for item, wins in ((item, _wins(item)) for item in beaten)
    ]


def _points(played: Sequence[Mapping[str, Any]]) -> list[str | None]:
    return [
        figures.points(item["points"] - item["opponent_points"])
        for item in played
        if item["kind"] == RoundKind.PLAYED
    ]


_TERMS = {
    "opponents_wins": _opponents,
    "defeated_opponents_wins": _defeated,
    "points_difference": _points,
}


def _wins(item: Mapping[str, Any]) -> str | None:
    """What an opponent brings; None in a snapshot of an older version, which does not say."""
    wins = item.get("rated_wins")
    return None if wins is None else figures.quarters(wins)


def _sum(terms: Sequence[str | None]) -> str:
    """ "2 + 1½ − 30"; "" for a sum of one, or where a term is not known."""
    if len(terms) < 2:
        return ""
    text = ""
    for term in terms:
        if term is None:
            return ""
        if not text:
            text = term
        elif term.startswith(figures.MINUS):
            text += f" {figures.MINUS} {term.removeprefix(figures.MINUS)}"
        else:
            text += f" + {term}"
    return text
