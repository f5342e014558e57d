"""A second, slow check of a movement, by the book, to hold the prover against.

It shares nothing with the prover: the JSON form in, one list entry for every seat and board, plain loops.
"""

from itertools import combinations
from typing import Any

Flat = list[tuple[int, int, str, int, int]]
"""(round, entry, direction, opponent, board) for each board that each entry plays."""


def flat(value: dict[str, Any]) -> Flat:
    rows = []
    for number, seats in enumerate(value["rounds"], 1):
        for seat in seats:
            for board in seat["boards"]:
                rows.append((number, seat["ns"], "NS", seat["ew"], board))
                rows.append((number, seat["ew"], "EW", seat["ns"], board))
    return rows


def breaks(value: dict[str, Any]) -> set[str]:
    """The codes of all rules broken, in the prover's words."""
    found = set()
    for seats in value["rounds"]:
        people = [entry for seat in seats for entry in {seat["ns"], seat["ew"]}]
        tables = [seat["table"] for seat in seats]
        if len(people) != len(set(people)):
            found.add("seated-twice")
        if len(tables) != len(set(tables)):
            found.add("table-twice")
        if not seats:
            found.add("empty-round")
        for seat in seats:
            if seat["ns"] == seat["ew"]:
                found.add("meets-itself")
            if not {seat["ns"], seat["ew"]} <= set(range(1, value["pairs"] + 1)):
                found.add("entry-number")
            if not set(seat["boards"]) <= set(range(1, value["boards"] + 1)):
                found.add("board-number")
            if len(seat["boards"]) != len(set(seat["boards"])):
                found.add("board-doubled")
    seen = set()
    for number, seats in enumerate(value["rounds"], 1):
        for seat in seats:
            if seat["ns"] == seat["ew"]:
                continue
            for entry in (seat["ns"], seat["ew"]):
                for board in set(seat["boards"]):
                    if (entry, board) in seen:
                        found.add("board-again")
            for entry in (seat["ns"], seat["ew"]):
                seen |= {(entry, board) for board in seat["boards"]}
        assert number
    return found


def meetings(value: dict[str, Any]) -> dict[tuple[int, int], int]:
    counts: dict[tuple[int, int], int] = {}
    for seats in value["rounds"]:
        for seat in seats:
            key = (min(seat["ns"], seat["ew"]), max(seat["ns"], seat["ew"]))
            counts[key] = counts.get(key, 0) + 1
    return counts


def comparisons(value: dict[str, Any]) -> list[int]:
    """For every two entries that share a list: boards played in the same direction, sorted."""
    played: dict[int, set[tuple[str, int]]] = {entry: set() for entry in range(1, value["pairs"] + 1)}
    for _, entry, direction, _, board in flat(value):
        played[entry].add((direction, board))
    side = {entry: {direction for direction, _ in rows} for entry, rows in played.items()}
    return sorted(
        len(played[a] & played[b])
        for a, b in combinations(played, 2)
        if value["winners"] == "one" or side[a] == side[b]
    )


def excesses(value: dict[str, Any]) -> dict[int, int]:
    """Entry → rounds North-South less rounds East-West."""
    counts = dict.fromkeys(range(1, value["pairs"] + 1), 0)
    for seats in value["rounds"]:
        for seat in seats:
            counts[seat["ns"]] += 1
            counts[seat["ew"]] -= 1
    return counts


def sit_outs(value: dict[str, Any]) -> dict[int, int]:
    counts = dict.fromkeys(range(1, value["pairs"] + 1), len(value["rounds"]))
    for seats in value["rounds"]:
        for seat in seats:
            counts[seat["ns"]] -= 1
            counts[seat["ew"]] -= 1
    return counts
