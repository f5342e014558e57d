"""The barometer: same boards everywhere, any number of rounds, directions balanced, sit-outs in turn."""

from statistics import pvariance

import pytest

from tests.draws import brute
from tournaments.draws.movement import Winners
from tournaments.draws.prover import prove
from tournaments.draws.registry import KINDS


@pytest.mark.parametrize("pairs", [4, 5, 6, 7, 10, 14, 15, 20, 30, 31])
@pytest.mark.parametrize("rounds", [2, 3, 5, 8, 13])
def test_any_number_of_rounds(pairs: int, rounds: int) -> None:
    movement = KINDS["barometer"](pairs, rounds=rounds, boards_per_round=2)
    value = movement.to_json()
    for number, seats in enumerate(movement.rounds, 1):
        assert {seat.boards for seat in seats} == {(2 * number - 1, 2 * number)}
        assert len(seats) == pairs // 2
    assert all(abs(excess) <= 1 for excess in brute.excesses(value).values())
    counts = brute.sit_outs(value).values()
    assert max(counts) - min(counts) <= 1
    met = brute.meetings(value)
    opponents = pairs if pairs % 2 else pairs - 1
    laps = -(-rounds // opponents)
    assert max(met.values()) == laps
    if laps > 1:
        assert len(met) == pairs * (pairs - 1) // 2


@pytest.mark.parametrize("pairs", range(3, 41))
def test_all_play_all(pairs: int) -> None:
    movement = KINDS["barometer"](pairs)
    figures = prove(movement).figures
    assert (figures.meetings_min, figures.meetings_max) == (1, 1)
    assert figures.direction_difference == (len(movement.rounds) - pairs % 2) % 2
    assert (figures.sit_outs_min, figures.sit_outs_max) == ((1, 1) if pairs % 2 else (0, 0))


@pytest.mark.parametrize(("pairs", "most"), [(12, 1.0), (16, 1.6), (20, 1.0), (24, 1.0), (14, 1.6)])
def test_comparisons_are_even(pairs: int, most: float) -> None:
    """Variance of comparisons a set; coin tosses would give a quarter of the rounds (3 to 6)."""
    value = KINDS["barometer"](pairs, boards_per_round=1).to_json()
    assert pvariance(brute.comparisons(value)) <= most


def test_one_round_has_two_winners() -> None:
    movement = KINDS["barometer"](8, rounds=1)
    assert movement.winners == Winners.TWO
    assert prove(movement).legal


def test_boards_bound_the_rounds() -> None:
    assert len(KINDS["barometer"](20, boards=12).rounds) == 12
    assert KINDS["barometer"](8, boards=24).boards_per_round == 3
    assert KINDS["barometer"](8, boards=24, boards_per_round=4).boards == 24
    assert len(KINDS["barometer"](8, rounds=9).rounds) == 9
