"""A thousand random events, scored twice: by ``scoring.pairs`` and by the slow independent computation."""

import random
from fractions import Fraction
from typing import Any

import pytest

from scoring.adjustments import Adjustment, Penalty
from scoring.pairs import (
    Direction,
    PairsEntry,
    PairsEvent,
    PairsResult,
    Winners,
    check_pairs_event,
    score_pairs,
)
from tests.scoring import oracle

EVENTS = 1000
CHUNK = 100


def random_side(dice: random.Random, side: str) -> dict[str, Any]:
    """A score mostly (few different ones, so that ties are common), sometimes a ruling, sometimes both."""
    found: dict[str, Any] = {}
    if dice.random() < 0.9:
        found[f"{side}_score"] = dice.randint(-4, 4) * 10
    if not found or dice.random() < 0.12:
        weighted = {
            "weighted": [
                {
                    "weight": dice.randint(1, 5),
                    "ns_score": dice.randint(-4, 4) * 10,
                    "ew_score": dice.randint(-4, 4) * 10,
                }
                for _ in range(dice.randint(1, 3))
            ]
        }
        found[f"{side}_adjusted"] = dice.choice(["A+", "A+", "A", "A-", "A-", 55.5, 0, 100, weighted])
    return found


def random_result(dice: random.Random, board: int, ns: int, ew: int, fouled: bool) -> dict[str, Any]:
    found = {"board": board, "ns": ns, "ew": ew, "group": dice.randint(0, 1) if fouled else 0}
    if dice.random() < 0.05:
        return found | {"not_played": True}
    return found | random_side(dice, "ns") | random_side(dice, "ew")


def random_penalty(dice: random.Random, pairs: int) -> dict[str, Any]:
    found: dict[str, Any] = {"entry": dice.randint(1, pairs), "reason": "late"}
    key = dice.choice(["percent", "points"])
    return found | {key: dice.choice([2.5, 0.1, 3, -1.5])}


def random_event(seed: int) -> dict[str, Any]:
    """A whole event as plain data, of 0 to 13 pairs."""
    dice = random.Random(seed)
    pairs = dice.randint(0, 13)
    boards: list[dict[str, Any]] = [{"number": number} for number in range(1, dice.randint(1, 7))]
    results = []
    for board in boards:
        if dice.random() < 0.2:
            board["expected"] = dice.randint(1, 9)
        fouled = dice.random() < 0.15
        order = dice.sample(range(1, pairs + 1), pairs)
        for ns, ew in zip(order[::2], order[1::2], strict=False):
            if dice.random() < 0.85:
                results.append(random_result(dice, board["number"], ns, ew, fouled))
    dice.shuffle(results)
    return {
        "entries": [
            {
                "number": number,
                "field": dice.choice(["NS", "EW"]),
                "withdrawn": dice.random() < 0.05,
            }
            for number in range(1, pairs + 1)
        ],
        "boards": boards,
        "results": results,
        "neuberg": dice.random() < 0.7,
        "winners": dice.choice(["one", "two"]),
        "penalties": [random_penalty(dice, pairs) for _ in range(dice.choice([0, 0, 1, 2]))] if pairs else [],
    }


def as_event(plain: dict[str, Any]) -> PairsEvent:
    """The same event in the types of ``scoring``."""
    results = []
    for item in plain["results"]:
        adjusted = {key: Adjustment.from_json(item[key]) for key in item if key.endswith("_adjusted")}
        results.append(PairsResult(**{**item, **adjusted}))
    return PairsEvent(
        entries=tuple(
            PairsEntry(item["number"], "", Direction(item["field"]), item["withdrawn"])
            for item in plain["entries"]
        ),
        results=tuple(results),
        expected={item["number"]: item["expected"] for item in plain["boards"] if "expected" in item},
        neuberg=plain["neuberg"],
        winners=Winners(plain["winners"]),
        penalties=tuple(
            Penalty(
                item["entry"],
                Fraction(str(item.get("percent", 0))),
                Fraction(str(item.get("points", 0))),
                item["reason"],
            )
            for item in plain["penalties"]
        ),
    )


@pytest.mark.parametrize("first", range(0, EVENTS, CHUNK))
def test_a_second_computation_agrees(first: int) -> None:
    for seed in range(first, first + CHUNK):
        plain = random_event(seed)
        event = as_event(plain)
        assert check_pairs_event(event) == ()
        standings = score_pairs(event)
        found = {
            name: {row.entry: (row.rank, row.tied, row.percentage, row.boards, row.sum) for row in rows}
            for name, rows in standings.standings.items()
        }
        expected = {
            name: {
                entry: (row["rank"], row["tied"], row["percentage"], row["boards"], row["sum"])
                for entry, row in rows.items()
            }
            for name, rows in oracle.standings(plain).items()
        }
        assert found == expected, f"seed {seed}"
        for board in standings.boards:
            places = [place for place, item in enumerate(plain["results"]) if item["board"] == board]
            for place, line in zip(places, standings.board_lines(board), strict=True):
                own = (line.ns.percentage, line.ew.percentage)
                assert own == tuple(oracle.board_percentage(plain, place, side) for side in oracle.SIDES), (
                    f"seed {seed}"
                )


def test_the_random_events_contain_what_they_are_meant_to_try() -> None:
    events = [random_event(seed) for seed in range(EVENTS)]
    results = [item for event in events for item in event["results"]]
    assert {len(event["entries"]) for event in events} == set(range(14))
    rulings = {str(type(item.get("ns_adjusted")).__name__) for item in results}
    assert rulings == {"NoneType", "str", "int", "float", "dict"}
    assert {item["group"] for item in results} == {0, 1}
    for wanted in ("not_played", "ns_score", "ew_adjusted"):
        assert any(wanted in item for item in results)
    assert any(item["withdrawn"] for event in events for item in event["entries"])
    assert any("points" in item for event in events for item in event["penalties"])
    assert any("expected" in item for event in events for item in event["boards"])
