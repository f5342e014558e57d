"""Boards and their travellers: every result of one board, and how each figure came about.

Owns: which rows a viewer may read, as `visible_boards` says.
Never does: compute a figure of its own; the snapshot has them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from boards.deal import dealer, first_bidder
from scoring.rules import RuleSet
from tournaments import figures
from tournaments.models import BoardSnapshot, Event
from tournaments.pages import explain, pictures
from tournaments.pages.explain import Part
from tournaments.pages.hands import hands_of, seat_word
from tournaments.pages.names import Named, named, names_of
from tournaments.pages.viewing import Viewing
from tournaments.services.progress import due_by_board, in_by_board


@dataclass(frozen=True, slots=True)
class BoardLine:
    board: int
    dealer: str
    entered: int
    due: int
    readable: bool
    dealt: bool

    @property
    def finished(self) -> bool:
        return self.due > 0 and self.entered >= self.due


@dataclass(frozen=True, slots=True)
class TravellerSide:
    """One side of a result; figures as text, and how they came about."""

    seat: str
    entry: Named
    bid: str
    tricks: str
    score: str
    matchpoints: str
    percentage: str
    ruling: str
    parts: tuple[Part, ...]
    how: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TravellerRow:
    result: int
    round: int
    table: int
    state: str
    group: int
    not_played: bool
    note: str
    sides: tuple[TravellerSide, ...]
    signature: str


def boards_of(viewing: Viewing) -> dict[str, Any]:
    """Every board of the event. Numbers are no secret; the draw behind them (how often each is due) may be."""
    event = viewing.event
    due = due_by_board(event) if viewing.draw_released else {}
    entered = in_by_board(event)
    lines = tuple(
        BoardLine(
            board,
            seat_word(dealer(board)),
            entered[board],
            due.get(board, 0),
            readable=board in viewing.visible.scores and entered[board] > 0,
            dealt=board in viewing.visible.deals,
        )
        for board in _numbers(event, due)
    )
    return {"boards": lines, "finished": sum(1 for line in lines if line.finished)}


def _numbers(event: Event, due: Mapping[int, int]) -> list[int]:
    dealt = event.board_set.boards.values_list("number", flat=True) if event.board_set else ()
    return sorted({*dealt, *due})


def board_of(viewing: Viewing, number: int) -> dict[str, Any]:
    """One board. Raises Http404 when the event has no board of that number."""
    event = viewing.event
    due = due_by_board(event) if viewing.draw_released else {}
    numbers = _numbers(event, due)
    if number not in numbers:
        raise Http404(gettext("There is no such board in this event."))
    place = numbers.index(number)
    readable = number in viewing.visible.scores
    stored = _stored(event, number) if readable else []
    rows = _rows(event, stored)
    return {
        "board": number,
        "dealer": seat_word(dealer(number)),
        "bids_first": seat_word(first_bidder(number)),
        "due": due.get(number, 0),
        "entered": in_by_board(event)[number],
        "readable": readable,
        "rows": rows,
        "grouped": any(row.group for row in rows),
        "pictures": _frequencies(stored),
        "hands": hands_of(event, number) if number in viewing.visible.deals else (),
        "before": numbers[place - 1] if place else None,
        "after": numbers[place + 1] if place + 1 < len(numbers) else None,
    }


def _stored(event: Event, number: int) -> list[Mapping[str, Any]]:
    found = BoardSnapshot.objects.filter(event=event, board=number).values_list("data", flat=True).first()
    return list(found["rows"]) if found else []


def _rows(event: Event, stored: list[Mapping[str, Any]]) -> tuple[TravellerRow, ...]:
    names = names_of(event) if stored else {}
    rules = event.rule_set
    return tuple(row_of(rules, names, row) for row in stored)


def row_of(rules: RuleSet, names: dict[int, Named], row: Mapping[str, Any]) -> TravellerRow:
    """A snapshot's row (one result) as it is shown."""
    parts = explain.how_score(rules, row["ns"], row["ew"])
    sides = tuple(
        TravellerSide(
            seat=seat,
            entry=named(names, side["entry"]),
            bid=side["bid"] or figures.NONE,
            tricks=side["tricks"] or figures.NONE,
            score=figures.points(side["score"]),
            matchpoints=figures.matchpoints(side["matchpoints"]),
            percentage=figures.percent(side["percentage"]),
            ruling=ruling_of(side),
            parts=own_parts,
            how=explain.how_percentage(side),
        )
        for seat, side, own_parts in (("NS", row["ns"], parts[0]), ("EW", row["ew"], parts[1]))
    )
    shown = "|".join(f"{side.score} {side.percentage}" for side in sides)
    return TravellerRow(
        row["result"],
        row["round"],
        row["table"],
        row["state"],
        row["group"],
        row["not_played"],
        row["note"],
        sides,
        f"{row['version']}|{shown}",
    )


def ruling_of(side: Mapping[str, Any]) -> str:
    """What stands beside a percentage that was given: A+, A, A−, or the word for any other ruling."""
    if side["kind"] == "weighted" or (side["adjusted"] or "A")[0] != "A":
        return gettext("ruling")
    return (side["adjusted"] or "").replace("-", figures.MINUS)


def _frequencies(stored: list[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """(direction, picture) for both directions; a direction without scores is left out."""
    found = []
    for seat in ("NS", "EW"):
        scores = [row[seat.lower()]["score"] for row in stored if row[seat.lower()]["score"] is not None]
        side = figures.direction(seat)
        title = gettext("How often each %(direction)s score occurred") % {"direction": side}
        if scores:
            found.append((side, pictures.frequency(scores, title)))
    return tuple(found)
