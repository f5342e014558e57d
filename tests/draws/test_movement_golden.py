"""The movements of `golden/movements.json` come out equal: published ones, found by others."""

import json
import re
from pathlib import Path

import pytest

from tournaments.draws.movement import Movement
from tournaments.draws.registry import KINDS

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "movements.json").read_text(encoding="utf-8"))


def read(text: str) -> list[tuple[int, int, int]]:
    return [tuple(map(int, found)) for found in re.findall(r"(\d+)-(\d+)@(\d+)", text)]


def places(movement: Movement) -> list[list[tuple[int, int, int]]]:
    """Rounds as NS, EW and the one board of a set."""
    return [[(seat.ns, seat.ew, seat.boards[0]) for seat in seats] for seats in movement.rounds]


@pytest.mark.parametrize("tables", [4, 5, 6, 7])
def test_howell_by_its_cyclic_rule(tables: int) -> None:
    rounds = 2 * tables - 1
    first = read(GOLDEN["howell_cyclic"][str(tables)])

    def moved(number: int, step: int) -> int:
        return number if number == 2 * tables else (number - 1 + step) % rounds + 1

    expected = [
        [(moved(ns, step), moved(ew, step), (number - 1 + step) % rounds + 1) for ns, ew, number in first]
        for step in range(rounds)
    ]
    assert places(KINDS["howell"](2 * tables, boards_per_round=1)) == expected


def test_howell_of_three_tables() -> None:
    expected = [read(row) for row in GOLDEN["howell_3_tables"]["rounds"]]
    assert places(KINDS["howell"](6, boards_per_round=1)) == expected


@pytest.mark.parametrize("tables", range(4, 61, 2))
def test_skip_mitchell_rule(tables: int) -> None:
    """East-West move up one table after each round, one more after round T/2; boards move down one."""
    position = {table: (table, table) for table in range(1, tables + 1)}
    movement = KINDS["skip-mitchell"](2 * tables, boards_per_round=1)
    assert len(movement.rounds) == tables - 1
    for number, seats in enumerate(movement.rounds, 1):
        assert {s.table: (s.ew - tables, s.boards[0]) for s in seats} == position
        assert all(s.ns == s.table for s in seats)
        step = 2 if number == tables // 2 else 1
        position = {
            (table - 1) % tables + 1: (
                position[(table - 1 - step) % tables + 1][0],
                position[table % tables + 1][1],
            )
            for table in range(1, tables + 1)
        }


@pytest.mark.parametrize("number", [1, 8])
def test_share_and_relay_of_eight_tables(number: int) -> None:
    """The golden file names an East-West pair by its first table + 10, the product by its first table + 8."""
    expected = {
        tuple(map(int, text.split("v")))
        for text in GOLDEN["share_and_relay_8_tables_check"][f"set {number}"].split()
    }
    movement = KINDS["share-and-relay"](16, boards_per_round=1)
    met = [(s.ns, s.ew + 2) for seats in movement.rounds for s in seats if s.boards == (number,)]
    assert set(met) == expected
    assert len(met) == 8


@pytest.mark.parametrize("tables", range(2, 61, 2))
def test_share_and_relay_meets_everybody(tables: int) -> None:
    movement = KINDS["share-and-relay"](2 * tables, boards_per_round=1)
    met = {(s.ns, s.ew) for seats in movement.rounds for s in seats}
    assert len(movement.rounds) == tables
    assert len(met) == tables * tables
