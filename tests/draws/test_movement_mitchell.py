"""Mitchell movements: which one is taken, half tables, and the arrow switch."""

from statistics import pvariance

import pytest

from tests.draws import brute
from tournaments.draws.movement import MovementError, Winners
from tournaments.draws.prover import prove
from tournaments.draws.registry import KINDS


@pytest.mark.parametrize(
    ("pairs", "rounds", "taken"),
    [
        (14, None, "mitchell"),
        (16, None, "skip-mitchell"),
        (16, 8, "share-and-relay"),
        (16, 7, "skip-mitchell"),
        (4, None, "share-and-relay"),
        (15, None, "skip-mitchell"),
    ],
)
def test_the_fitting_mitchell(pairs: int, rounds: int | None, taken: str) -> None:
    assert KINDS["mitchell"](pairs, rounds=rounds).kind == taken


def test_odd_mitchell_by_hand() -> None:
    """Three tables: East-West up one, boards down one."""
    movement = KINDS["mitchell"](6, boards=6)
    assert [[(s.ns, s.ew, s.boards) for s in seats] for seats in movement.rounds] == [
        [(1, 4, (1, 2)), (2, 5, (3, 4)), (3, 6, (5, 6))],
        [(1, 6, (3, 4)), (2, 4, (5, 6)), (3, 5, (1, 2))],
        [(1, 5, (5, 6)), (2, 6, (1, 2)), (3, 4, (3, 4))],
    ]


@pytest.mark.parametrize("pairs", [7, 13, 15, 27])
def test_half_table(pairs: int) -> None:
    """One North-South pair sits out each round, another each time; East-West always play."""
    movement = KINDS["mitchell"](pairs)
    sitting = list(movement.sit_outs)
    assert all(len(entries) == 1 for entries in sitting)
    assert len(set(sitting)) == len(sitting)
    assert all(movement.fields[entries[0]] == "NS" for entries in sitting)


def test_refusals_name_the_way_out() -> None:
    with pytest.raises(MovementError, match="with 7 tables take the plain Mitchell"):
        KINDS["skip-mitchell"](14)
    with pytest.raises(MovementError, match="at most 7 rounds, not 8"):
        KINDS["skip-mitchell"](16, rounds=8)
    with pytest.raises(MovementError, match="at least 2 rounds"):
        KINDS["mitchell"](13, rounds=1)
    with pytest.raises(MovementError, match="at least 2 rounds"):
        KINDS["arrow-switch"](14, rounds=1)
    with pytest.raises(MovementError, match="1 to 6 can be switched, not 7"):
        KINDS["arrow-switch"](14, switched=7)


@pytest.mark.parametrize("pairs", [14, 16, 26, 27, 60])
def test_arrow_switch_turns_whole_rounds(pairs: int) -> None:
    plain, switched = KINDS["mitchell"](pairs), KINDS["arrow-switch"](pairs)
    assert switched.winners == Winners.ONE
    turned = 0
    for before, after in zip(plain.rounds, switched.rounds, strict=True):
        if before != after:
            turned += 1
            assert [(s.ns, s.ew) for s in before] == [(s.ew, s.ns) for s in after]
            assert [(s.table, s.boards) for s in before] == [(s.table, s.boards) for s in after]
    assert 0 < turned <= len(plain.rounds) / 2


@pytest.mark.parametrize("pairs", [10, 14, 16, 18, 22, 26])
def test_the_switched_rounds_even_out_comparisons(pairs: int) -> None:
    """No block of last rounds does better, by the independent count."""
    chosen = pvariance(brute.comparisons(KINDS["arrow-switch"](pairs, boards_per_round=1).to_json()))
    longest = len(KINDS["mitchell"](pairs).rounds)
    for switched in range(1, longest):
        block = KINDS["arrow-switch"](pairs, boards_per_round=1, switched=switched)
        assert chosen <= pvariance(brute.comparisons(block.to_json())) + 1e-9


def test_switched_counts_the_last_rounds() -> None:
    movement = KINDS["arrow-switch"](14, switched=2)
    assert [seats[0].ns < 8 for seats in movement.rounds] == [True] * 5 + [False] * 2
    assert prove(movement).figures.direction_difference == 3
