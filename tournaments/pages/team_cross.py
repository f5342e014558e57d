"""The cross-table: every team's rounds side by side, with whom it met and what came of it."""

from dataclasses import dataclass
from typing import Any

from tournaments import figures
from tournaments.pages.team_marks import RoundMark, marks_of
from tournaments.pages.team_matches import teams_of
from tournaments.pages.team_standings import rows_of
from tournaments.pages.viewing import Viewing


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A team in order of rank; `cells` has a mark, or None, for each round drawn."""

    number: int
    name: str
    rank: str
    wins: str
    cells: tuple[RoundMark | None, ...]
    withdrawn: bool

    @property
    def signature(self) -> str:
        return "".join(f"{cell.letter}{cell.margin}" if cell else " " for cell in self.cells)


def cross_of(viewing: Viewing) -> dict[str, Any]:
    names = teams_of(viewing)
    rounds = range(1, viewing.data.get("progress", {}).get("rounds", 0) + 1)
    if not rounds:
        return {"rows": (), "rounds": ()}
    rows = []
    for row in rows_of(viewing):
        marks = {mark.round: mark for mark in marks_of(viewing.data["cross"], row["entry"], names)}
        rows.append(
            CrossRow(
                number=row["entry"],
                name=names[row["entry"]].name if row["entry"] in names else "",
                rank=figures.rank(row["rank"], row["tied"]),
                wins=figures.quarters(row["half_wins"] / 2),
                cells=tuple(marks.get(number) for number in rounds),
                withdrawn=row["withdrawn"],
            )
        )
    return {"rows": tuple(rows), "rounds": tuple(rounds)}
