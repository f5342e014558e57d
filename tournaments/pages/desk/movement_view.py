"""What the desk shows of a movement: its rounds, who sits where in one, a pair's way through all, the whole as a grid.

Never does: change anything; show it to a director who plays before play begins (services/visibility.py).
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest

from tournaments.draws.text import boards_text
from tournaments.models import Entry, Event, ResultState, Round, RoundStatus, Table
from tournaments.services.visibility import draw_released

LARGEST_GRID = 30
"""Tables up to which the whole movement is shown as one grid; beyond it nobody could read one."""


@dataclass(frozen=True, slots=True)
class Pair:
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One table of one round."""

    round: int
    table: int
    ns: Pair
    ew: Pair
    boards: str


def number_in(text: str) -> int | None:
    """A number of an address; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 6 else None


def movement_context(request: HttpRequest, event: Event, about: int | None = None) -> dict[str, Any]:
    """Everything that the page of a drawn movement shows; `about` is the round that a refused form was about."""
    rounds = list(event.rounds.order_by("number"))
    entries = list(event.entries.order_by("number"))
    drawn = Event.objects.values_list("movement", flat=True).get(pk=event.pk) or {}
    shown = _round_shown(about or number_in(request.GET.get("round", "")), rounds)
    released = draw_released(event, request.user)
    pairs = {entry.pk: Pair(entry.number, entry.name) for entry in entries}
    context: dict[str, Any] = {
        "rounds": rounds,
        "movement": {key: drawn.get(key) for key in ("name", "amendments", "boards", "pairs")},
        "shown": shown,
        "planned": [one.number for one in rounds if one.status == RoundStatus.PLANNED],
        "entries": entries,
        "released": released,
        "has_results": event.results.exclude(state=ResultState.REMOVED).exists(),
    }
    if not released:
        return context
    drawn_still = _still_drawn(event)
    context["left"] = [entry for entry in entries if entry.withdrawn and entry.pk in drawn_still]
    context["tables"] = _seats(Table.objects.filter(round=shown), pairs)
    seated = {pair.number for seat in context["tables"] for pair in (seat.ns, seat.ew)}
    context["sitting_out"] = [
        entry for entry in entries if not (entry.number in seated or entry.standby or entry.withdrawn)
    ]
    followed = number_in(request.GET.get("pair", ""))
    if followed is not None:
        context |= _path(event, followed, pairs, rounds)
    most = max(Round.objects.filter(event=event).annotate(n=Count("tables")).values_list("n", flat=True))
    context["small"] = most <= LARGEST_GRID
    if "whole" in request.GET and context["small"]:
        context["grid"] = _grid(event, pairs, rounds)
    return context


def _still_drawn(event: Event) -> set[int]:
    """Keys of the entries that have left and have a seat in a planned round all the same."""
    planned = Table.objects.filter(round__event=event, round__status=RoundStatus.PLANNED)
    rows = planned.filter(Q(ns__withdrawn=True) | Q(ew__withdrawn=True)).values_list("ns", "ew")
    return {key for row in rows for key in row}


def _round_shown(asked: int | None, rounds: list[Round]) -> Round:
    found = [one for one in rounds if one.number == asked]
    running = [one for one in rounds if one.status == RoundStatus.OPEN][-1:]
    next_ones = [one for one in rounds if one.status == RoundStatus.PLANNED][:1]
    return [*found, *running, *next_ones, *rounds[-1:]][0]


def _seats(tables: Any, pairs: dict[int, Pair]) -> list[Seat]:
    rows = tables.order_by("round__number", "number")
    return [
        Seat(number, table, pairs[ns], pairs[ew], boards_text(boards).replace("-", "–"))
        for number, table, ns, ew, boards in rows.values_list("round__number", "number", "ns", "ew", "boards")
    ]


def _path(event: Event, number: int, pairs: dict[int, Pair], rounds: list[Round]) -> dict[str, Any]:
    entry = Entry.objects.filter(event=event, number=number).first()
    if entry is None:
        return {"followed": None, "asked_pair": number}
    tables = Table.objects.filter(Q(ns=entry) | Q(ew=entry), round__event=event)
    by_round = {seat.round: seat for seat in _seats(tables, pairs)}
    return {"followed": entry, "path": [(one, by_round.get(one.number)) for one in rounds]}


def _grid(event: Event, pairs: dict[int, Pair], rounds: list[Round]) -> dict[str, Any]:
    seats = _seats(Table.objects.filter(round__event=event), pairs)
    numbers = sorted({seat.table for seat in seats})
    at = {(seat.round, seat.table): seat for seat in seats}
    return {
        "tables": numbers,
        "rows": [(one, [at.get((one.number, table)) for table in numbers]) for one in rounds],
    }
