"""Howell movements: full, reduced, cut short, and the stored starters behind them."""

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest

from tests.draws import brute
from tournaments.draws import howell_search
from tournaments.draws.findings import Figures
from tournaments.draws.howell import howell_places, howell_sets, skew_signs
from tournaments.draws.movement import Movement, MovementError, Seating, Winners
from tournaments.draws.prover import prove
from tournaments.draws.registry import KINDS

ROOT = Path(__file__).parents[2]
TABLES = range(3, 61)
PERFECT = (4, 6, 8, 10, 12, 16, 18, 22, 24, 30, 32, 34, 36, 40, 42, 52, 54)
"""Tables whose full Howell compares every two pairs equally often (for 2T - 1 sets: prime 4k + 3, 15, 35 or 63)."""


@cache
def full(tables: int) -> tuple[Movement, Figures]:
    movement = KINDS["howell"](2 * tables, boards_per_round=1)
    return movement, prove(movement).figures


@pytest.mark.parametrize("tables", TABLES)
def test_full_howell_meets_everybody_on_every_board(tables: int) -> None:
    movement, figures = full(tables)
    assert len(movement.rounds) == movement.boards == 2 * tables - 1
    assert (figures.meetings_min, figures.meetings_max) == (1, 1)
    assert (figures.plays_min, figures.plays_max) == (tables, tables)
    assert figures.copies == (3 if tables == 3 else 1)
    assert movement.winners == Winners.ONE


@pytest.mark.parametrize("tables", PERFECT)
def test_perfect_balance(tables: int) -> None:
    _, figures = full(tables)
    assert (figures.comparisons_min, figures.comparisons_max) == (tables - 1, tables - 1)
    assert figures.comparisons_variance == 0


def stored(tables: int, sets: int) -> Movement:
    """The stored rounds as they are, before directions are chosen for a reduced Howell."""
    rows = [
        tuple(Seating(table, ns, ew, (number,)) for table, (ns, ew, number) in enumerate(row, 1))
        for row in howell_places(tables, sets)
    ]
    return Movement("howell", "Stored", 2 * tables, sets, tuple(rows))


@pytest.mark.parametrize("tables", TABLES)
def test_stored_starters_of_every_size(tables: int) -> None:
    """Each reduced Howell, too: everybody plays every set once, nobody meets anybody twice."""
    for sets in howell_sets(tables)[:-1]:
        proof = prove(stored(tables, sets))
        assert proof.legal
        assert proof.figures.meetings_max == 1
        assert (proof.figures.plays_min, proof.figures.plays_max) == (tables, tables)
        assert (proof.figures.sit_outs_max, proof.figures.copies) == (0, 1)


@pytest.mark.parametrize("tables", [3, 5, 6, 7, 8, 11, 16])
def test_reduced_howells_balance_directions(tables: int) -> None:
    """Each pair plays equally often in both directions, or one round more in one; comparisons are even."""
    for sets in howell_sets(tables)[:-1]:
        movement = KINDS["howell"](2 * tables, rounds=sets, boards_per_round=1)
        assert movement.boards == len(movement.rounds) == sets
        proof = prove(movement)
        assert proof.legal
        assert proof.figures.direction_difference == sets % 2
        # directions by the toss of a coin would have a variance of a quarter of the sets
        assert proof.figures.comparisons_variance < sets / 4


def test_reduced_sizes_on_offer() -> None:
    """From one more set than tables (two more where tables are even) upwards; 4 and 5 tables have gaps."""
    assert howell_sets(3) == (4, 5)
    assert howell_sets(4) == (7,)
    assert howell_sets(5) == (6, 7, 9)
    assert howell_sets(7) == tuple(range(8, 14))
    assert howell_sets(8) == tuple(range(10, 16))
    for tables in range(6, 17):
        assert howell_sets(tables) == tuple(range(tables + 2 - tables % 2, 2 * tables))


@pytest.mark.parametrize("pairs", [5, 7, 11, 13, 25])
def test_an_odd_number_of_pairs_sits_out_in_turn(pairs: int) -> None:
    movement = KINDS["howell"](pairs)
    assert [len(entries) for entries in movement.sit_outs] == [1] * pairs
    assert set(brute.sit_outs(movement.to_json()).values()) == {1}


def test_boards_choose_the_sets() -> None:
    """With 24 boards seven tables play 12 sets of 2, with 26 all 13, with 16 two from each of 8."""
    for boards, sets, size in ((24, 12, 2), (26, 13, 2), (16, 8, 2), (13, 13, 1), (8, 8, 1)):
        movement = KINDS["howell"](14, boards=boards)
        assert (len(movement.rounds), movement.boards_per_round, movement.boards) == (sets, size, boards)
    assert len(KINDS["howell"](14, boards=24, boards_per_round=3).rounds) == 8


def test_rounds_choose_the_sets() -> None:
    assert KINDS["howell"](14, rounds=9).name == "Reduced Howell, 7 tables, 9 rounds"
    short = KINDS["howell"](14, rounds=5)
    assert short.name == "Reduced Howell, 7 tables, 5 rounds of 8"
    assert short.boards == 8 * short.boards_per_round
    assert prove(short).figures.direction_difference == 1


def test_refusals_name_the_way_out() -> None:
    with pytest.raises(MovementError, match="at most 13 rounds, not 14"):
        KINDS["howell"](14, rounds=14)
    with pytest.raises(MovementError, match="at least 2 rounds"):
        KINDS["howell"](14, rounds=1)
    with pytest.raises(MovementError, match="5 to 120 pairs, not for 4"):
        KINDS["howell"](4)
    with pytest.raises(MovementError, match="there are 7; take more boards or a barometer"):
        KINDS["howell"](14, boards=7)


def test_the_search_finds_starters() -> None:
    """The program behind the stored data: every pair once, every place once, for full and reduced sizes."""
    for tables, sets in ((3, 4), (5, 6), (7, 10), (9, 17), (11, 14)):
        lines = howell_search.find_starter(tables, sets, random.Random(7))
        assert lines is not None
        text = howell_search.write_starter(lines, tables, sets, None)
        seats = re.findall(r"(\d+)-(\d+)@(\d+)", text)
        people = sorted(int(number) for seat in seats for number in seat[:2])
        assert people == list(range(1, 2 * tables + 1))
        places = set()
        for ns, ew, number in (map(int, seat) for seat in seats):
            places |= {(pair - number) % sets for pair in (ns, ew) if pair <= sets}
        assert len(places) == sets


def test_no_starter_where_there_can_be_none() -> None:
    assert howell_search.find_starter(8, 9, random.Random(1)) is None


@pytest.mark.parametrize("size", [7, 9, 11, 23, 27, 119])
def test_skew_signs(size: int) -> None:
    signs = skew_signs(size)
    assert len(signs) == size
    assert all(signs[place] == -signs[-place] for place in range(1, size))
    assert signs[0] == -1
    if size in (7, 11, 23):
        assert howell_search.spread(signs) == 0


def test_the_file_names_its_sources() -> None:
    data = json.loads((ROOT / "fixtures" / "movements" / "howell.json").read_text(encoding="utf-8"))
    assert "public domain" in data["source"]
    assert len(howell_places(60, 119)) == 119


def test_the_documented_balance_is_the_real_one() -> None:
    text = (ROOT / "docs" / "movements.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+\.\d\d) \|$", text, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(TABLES)
    for tables, rounds, fewest, most, deviation in rows:
        movement, figures = full(int(tables))
        assert len(movement.rounds) == int(rounds)
        assert (figures.comparisons_min, figures.comparisons_max) == (int(fewest), int(most))
        assert f"{float(figures.comparisons_variance) ** 0.5:.2f}" == deviation
