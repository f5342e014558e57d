"""One pair's scorecard: round by round what it scored, and how its total is made.

Scores of boards that others are still to play are left out, as `visible_boards` says; the total is no secret, for it
stands in the standings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext, ngettext

from tournaments import figures
from tournaments.models import BoardSnapshot, Penalty, PenaltyUnit, RoundStatus, Substitution, Table
from tournaments.pages import pictures
from tournaments.pages.names import Named, named, names_of
from tournaments.pages.ratings.beside import players_shown
from tournaments.pages.travellers import ruling_of
from tournaments.pages.viewing import Viewing
from tournaments.services.who_plays import in_words


@dataclass(frozen=True, slots=True)
class CardLine:
    """A board the pair met. `state`: "scored", "hidden" (in, but not to be seen yet), "due" or "planned"."""

    board: int
    state: str
    result: int = 0
    bid: str = ""
    tricks: str = ""
    score: str = ""
    against: str = ""
    percentage: str = ""
    running: str = ""
    ruling: str = ""
    value: float | None = None
    opponents: Named | None = None


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round; `table` is 0 when the pair sits out."""

    number: int
    table: int
    direction: str
    opponents: Named | None
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class Charge:
    """A penalty or a bonus, as text."""

    amount: str
    reason: str
    bonus: bool


def scorecard_of(viewing: Viewing, number: int) -> dict[str, Any]:
    """The scorecard of entry `number`. Raises Http404 when there is none."""
    names = names_of(viewing.event)
    if number not in names:
        raise Http404(gettext("There is no such pair in this event."))
    rounds = tuple(_Card(viewing, names, number).rounds()) if viewing.draw_released else ()
    lines = [line for found in rounds for line in found.lines]
    title = gettext("Percentage on each board played, in order, and the average so far")
    return {
        "entry": names[number],
        "players": players_shown(
            viewing, number, viewing.data.get("entries", {}).get(str(number), {}).get("players", ())
        ),
        "substitutes": _substitutes(viewing, number),
        "place": _place(viewing, number),
        "rounds": rounds,
        "chart": pictures.course([line.value for line in lines if line.state == "scored"], title),
        "hidden": sum(1 for line in lines if line.state == "hidden"),
        "charges": _charges(viewing, number),
    }


def _substitutes(viewing: Viewing, number: int) -> list[str]:
    """Who stepped in for whom and when, in words."""
    rows = Substitution.objects.filter(entry__event=viewing.event, entry__number=number)
    return [in_words(made, viewing.event) for made in rows.select_related("out", "into")]


def _place(viewing: Viewing, number: int) -> dict[str, Any] | None:
    """The entry's row in the standings as text, and of how many."""
    for found in viewing.data.get("lists", ()):
        for row in found["rows"]:
            if row["entry"] == number:
                return {
                    "rank": figures.rank(row["rank"], row["tied"]),
                    "of": sum(1 for other in found["rows"] if other["rank"] is not None),
                    "field": figures.direction(found["field"]) if found["field"] else "",
                    "percentage": figures.percent(row["percentage"]),
                    "average": figures.percent(row["average"]),
                    "sum": figures.percent(row["sum"]),
                    "boards": row["boards"],
                    "penalty": _taken_off(row["penalty"]),
                    "tie_breaks": [(str(name).replace("_", " "), value) for name, value in row["tie_breaks"]],
                }
    return None


def _taken_off(penalty: float) -> str:
    """What penalties take off the average and bonuses add to it, as the sum has it: "− 2.50", "+ 1.00"."""
    if not penalty:
        return ""
    return f"{'−' if penalty > 0 else '+'} {figures.decimal(abs(penalty))}"


def _charges(viewing: Viewing, number: int) -> tuple[Charge, ...]:
    found = []
    for penalty in Penalty.objects.filter(event=viewing.event, entry__number=number):
        size = abs(penalty.amount)
        percent = penalty.unit == PenaltyUnit.PERCENT
        unit = "%" if percent else ngettext("matchpoint", "matchpoints", 1 if size == 1 else 2)
        amount = f"{figures.matchpoints(float(size))} {unit}"
        found.append(Charge(amount, penalty.reason, penalty.amount < 0))
    return tuple(found)


def _played(viewing: Viewing, number: int) -> dict[tuple[int, int], Mapping[str, Any]]:
    """(round, board) → the snapshot's row of a result that names the pair, and the board in it."""
    found = {}
    snapshots = BoardSnapshot.objects.filter(event=viewing.event).values_list("board", "data")
    for board, data in snapshots:
        for row in data["rows"]:
            if number in (row["ns"]["entry"], row["ew"]["entry"]):
                found[row["round"], board] = row
    return found


class _Card:
    """Walks the draw in order and gathers the percentages that the running average is made of."""

    def __init__(self, viewing: Viewing, names: dict[int, Named], number: int) -> None:
        self.viewing, self.names, self.number = viewing, names, number
        self.played = _played(viewing, number)
        self.shares: list[float] = []

    def rounds(self) -> Iterator[CardRound]:
        """Every round of the draw, with what was really played: a result may name other pairs than the draw."""
        tables = Table.objects.filter(round__event=self.viewing.event).values_list(
            "round__number", "number", "ns__number", "ew__number", "boards"
        )
        seats = {row[0]: row[1:] for row in tables if self.number in row[2:4]}
        for found in self.viewing.event.rounds.order_by("number"):
            table, ns, ew, boards = seats.get(found.number, (0, 0, 0, []))
            elsewhere = sorted(
                board for at, board in self.played if at == found.number and board not in boards
            )
            waiting = "planned" if found.status == RoundStatus.PLANNED else "due"
            opponents = named(self.names, ew if ns == self.number else ns) if table else None
            lines = tuple(
                self.line(found.number, board, opponents) or CardLine(board, waiting)
                for board in (*boards, *elsewhere)
            )
            side = figures.direction("NS" if ns == self.number else "EW") if table else ""
            yield CardRound(found.number, table, side, opponents, lines)

    def line(self, round_number: int, board: int, scheduled: Named | None) -> CardLine | None:
        """The line of a result that is in; None when there is none yet."""
        row = self.played.get((round_number, board))
        if row is None:
            return None
        if board not in self.viewing.visible.scores:
            return CardLine(board, "hidden")
        own, other = row["ns"], row["ew"]
        if own["entry"] != self.number:
            own, other = other, own
        if own["percentage"] is not None:
            self.shares.append(own["percentage"])
        met = named(self.names, other["entry"])
        return CardLine(
            board=board,
            state="scored",
            result=row["result"],
            bid=own["bid"] or figures.NONE,
            tricks=own["tricks"] or figures.NONE,
            score=figures.points(own["score"]),
            against=figures.points(other["score"]),
            percentage=figures.percent(own["percentage"]),
            running=figures.percent(sum(self.shares) / len(self.shares)) if self.shares else figures.NONE,
            ruling=ruling_of(own),
            value=own["percentage"],
            opponents=met if met != scheduled else None,
        )
