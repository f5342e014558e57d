"""Howell movements: nearly everybody moves, everybody meets everybody (or nearly), one winner.

Owns: turning stored starters into movements, full, reduced or cut short.
Never does: search for starters (`howell_search`), or judge the outcome (`prover`).

Terms (docs/movements.md, "Howell")
    starter      the first round as data: `NS-EW@set` for each table. Every later round adds 1, modulo the
                 number of sets, to each moving pair and each set; pairs above the number of sets are
                 stationary.
    full         2T - 1 sets and rounds for T tables: everybody meets everybody once.
    reduced      fewer sets, T + 1 at least; everybody plays all of them, and meets as many others as there
                 are sets.
    cut short    the first rounds of a full or reduced Howell: more sets in play than anybody plays.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from tournaments.draws.balance import best_directions
from tournaments.draws.movement import Movement, MovementError, Seating, Winners
from tournaments.draws.plan import Request, board_set, counted

SMALLEST = 5
_DATA = Path(__file__).resolve().parents[2] / "fixtures" / "movements" / "howell.json"
_SEAT = re.compile(r"(\d+)-(\d+)@(\d+)")

Place = tuple[int, int, int]
"""North-South pair, East-West pair, board set; all from 1."""
Rounds = tuple[tuple[Place, ...], ...]


def howell(request: Request) -> Movement:
    """The Howell for `request.pairs`, with the number of sets that suits the boards and rounds asked for.

    Without rounds and boards it is the full Howell. With boards it is the one that uses most of them, and the
    longest of these; with rounds the shortest that has as many. An odd number of pairs leaves out the last
    stationary pair, and whoever would meet it sits out. Raises `MovementError` when it is not offered.
    """
    request.check("A Howell", SMALLEST)
    tables = request.tables
    longest = 2 * tables - 1
    if request.rounds is not None and request.rounds > longest:
        raise MovementError(
            f"A Howell of {tables} tables has at most {longest} rounds, not {request.rounds}:"
            " then everybody has met everybody."
        )
    if request.rounds == 1:
        raise MovementError("A Howell needs at least 2 rounds, so that directions mix; take more rounds.")
    sets = _choose_sets(request)
    rounds = min(sets, request.rounds or sets)
    places = howell_places(tables, sets)[:rounds]
    # the table of an odd number's phantom stands empty throughout, so the others are numbered without it
    places = tuple(tuple(place for place in row if max(place[:2]) <= request.pairs) for row in places)
    if rounds < longest:
        places = _balanced(places, request.pairs)
    # few rounds do not reach all sets: those that are played are numbered from 1
    in_play = sorted({number for row in places for _, _, number in row})
    renumbered = {number: place for place, number in enumerate(in_play, 1)}
    size = request.size("A Howell", len(in_play), rounds)
    rows = tuple(
        tuple(
            Seating(table, ns, ew, board_set(renumbered[number], size))
            for table, (ns, ew, number) in enumerate(row, 1)
        )
        for row in places
    )
    name = _name(tables, sets, rounds)
    return Movement("howell", name, request.pairs, len(in_play) * size, rows, Winners.ONE)


def _name(tables: int, sets: int, rounds: int) -> str:
    title = "Howell" if sets == 2 * tables - 1 else "Reduced Howell"
    name = f"{title}, {counted(tables, 'table')}, {counted(rounds, 'round')}"
    return name if rounds == sets else f"{name} of {sets}"


def _choose_sets(request: Request) -> int:
    """Sets in play: enough for the rounds asked for, and as many as the boards allow."""
    offered = howell_sets(request.tables)
    if request.rounds is not None:
        return next(sets for sets in offered if sets >= (request.rounds or 0))
    if request.boards is None or request.boards < offered[0]:
        return offered[-1]
    boards = request.boards
    fitting = [sets for sets in offered if sets <= boards]
    if request.boards_per_round is not None:
        size = request.boards_per_round
        return max((sets for sets in fitting if sets * size <= boards), default=offered[0])
    return max(fitting, key=lambda sets: (boards // sets * sets, sets))


@cache
def _data() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(_DATA.read_text(encoding="utf-8"))
    return loaded


@cache
def howell_sets(tables: int) -> tuple[int, ...]:
    """Numbers of board sets with a Howell of `tables` tables (3 to 60), ascending; the last is the full
    one."""
    offered = {int(sets) for sets in _data()["starters"][str(tables)]}
    return tuple(sorted(offered | {2 * tables - 1}))


@cache
def howell_places(tables: int, sets: int) -> Rounds:
    """All rounds of the stored Howell, the phantom of an odd number of pairs still in its seat."""
    if tables == 3 and sets == 5:
        return tuple(_read(row) for row in _data()["three_tables"])
    starter = _read(_data()["starters"][str(tables)][str(sets)])
    return tuple(
        tuple(
            (_moved(ns, step, sets), _moved(ew, step, sets), _moved(number, step, sets))
            for ns, ew, number in starter
        )
        for step in range(sets)
    )


@cache
def skew_signs(size: int) -> tuple[int, ...]:
    """Directions for `size` places (odd) with z and -z opposite and everybody compared about equally
    often."""
    return tuple(1 if sign == "+" else -1 for sign in _data()["skew"][str(size)])


def _read(text: str) -> tuple[Place, ...]:
    return tuple((int(ns), int(ew), int(number)) for ns, ew, number in _SEAT.findall(text))


def _moved(number: int, step: int, sets: int) -> int:
    """`number` after `step` rounds; stationary pairs have the numbers above `sets`."""
    return number if number > sets else (number - 1 + step) % sets + 1


def _balanced(places: Rounds, pairs: int) -> Rounds:
    """The same meetings with directions chosen anew for the rounds and the entries that really play.

    The stored directions balance a full Howell only. A set that only some tables reach is a column of its
    own.
    """
    columns: dict[int, list[tuple[int, int]]] = {}
    for row in places:
        for ns, ew, number in row:
            columns.setdefault(number, []).append((ns, ew))
    directed = best_directions(list(columns.values()), pairs)
    turned = {
        meeting
        for column, keeps in zip(columns.values(), directed, strict=True)
        for meeting, keep in zip(column, keeps, strict=True)
        if not keep
    }
    return tuple(
        tuple((ew, ns, number) if (ns, ew) in turned else (ns, ew, number) for ns, ew, number in row)
        for row in places
    )
