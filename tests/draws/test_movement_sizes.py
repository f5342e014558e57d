"""Every built-in movement of every size on offer is legal, by the prover and by a second, slow check."""

import pytest

from tests.draws import brute
from tournaments.draws.movement import Movement, MovementError, Winners
from tournaments.draws.plan import MAX_PAIRS
from tournaments.draws.prover import Proof, prove
from tournaments.draws.registry import KINDS

SIZES = range(2, MAX_PAIRS + 1)
BY_HAND = {2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16, 21, 26, 33, 59, 60, 119, 120}
"""Sizes at which the slow check looks too."""


def proved(movement: Movement, again: bool = False) -> Proof:
    """The proof of a movement that must be legal and free of oddities; `again` allows a second meeting."""
    proof = prove(movement)
    assert proof.legal, (movement.name, proof.fatal)
    odd = {"boards-vary", "board-unused", "sit-outs-uneven", "boards-shared"} | (
        set() if again else {"meets-again"}
    )
    assert not [finding.text for finding in proof.warnings if finding.code in odd]
    if movement.pairs in BY_HAND:
        value = movement.to_json()
        assert brute.breaks(value) == set()
        assert max(brute.meetings(value).values()) == proof.figures.meetings_max
        counts = brute.comparisons(value) or [0]
        assert (counts[0], counts[-1]) == (proof.figures.comparisons_min, proof.figures.comparisons_max)
        assert set(brute.sit_outs(value).values()) == {proof.figures.sit_outs_min, proof.figures.sit_outs_max}
    return proof


@pytest.mark.parametrize("pairs", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_legal_as_offered(kind: str, pairs: int) -> None:
    """A kind builds a legal movement exactly for the pairs it says it offers."""
    if not KINDS[kind].offers(pairs):
        with pytest.raises(MovementError, match=r"\.$"):
            KINDS[kind](pairs)
        return
    if kind == "barometer" and pairs > 30 and pairs not in BY_HAND:
        proved(KINDS[kind](pairs, rounds=pairs % 17 + 2))
        return
    proved(KINDS[kind](pairs))


@pytest.mark.parametrize("pairs", range(4, MAX_PAIRS + 1))
def test_mitchell_meets_the_whole_other_line(pairs: int) -> None:
    """The plain and the sharing Mitchell miss nobody; the skip misses one opponent each."""
    tables = (pairs + 1) // 2
    kind = "mitchell" if tables % 2 else "share-and-relay"
    movement = KINDS[kind](pairs, boards_per_round=1)
    assert movement.winners == Winners.TWO
    figures = proved(movement).figures
    assert (figures.meetings_min, figures.meetings_max) == (1, 1)
    # with a half table each North-South pair misses one set, and no East-West pair misses any
    assert (figures.sit_outs_min, figures.sit_outs_max) == ((0, 1) if pairs % 2 else (0, 0))


def longest(kind: str, pairs: int) -> int | None:
    """Rounds at most; None where any number can be played."""
    tables = (pairs + 1) // 2
    if kind == "barometer":
        return None
    if kind == "howell":
        return 2 * tables - 1
    # at an even number of tables the general kinds share boards to get one round more than a skip
    return tables - 1 if kind == "skip-mitchell" else tables


@pytest.mark.parametrize("rounds", range(2, 18))
@pytest.mark.parametrize("pairs", [13, 14, 15, 16])
@pytest.mark.parametrize("kind", KINDS)
def test_fewer_rounds(kind: str, pairs: int, rounds: int) -> None:
    """Every number of rounds up to the longest is legal; above it the refusal names the longest."""
    if not KINDS[kind].offers(pairs):
        return
    most = longest(kind, pairs)
    if most is not None and rounds > most:
        with pytest.raises(MovementError, match="at most"):
            KINDS[kind](pairs, rounds=rounds, boards_per_round=1)
        return
    movement = KINDS[kind](pairs, rounds=rounds, boards_per_round=1)
    assert len(movement.rounds) == rounds
    proof = proved(movement, again=kind == "barometer")
    assert proof.figures.sit_outs_max - proof.figures.sit_outs_min <= 1


@pytest.mark.parametrize("pairs", [-1, 0, 1])
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_to_meet(kind: str, pairs: int) -> None:
    with pytest.raises(MovementError, match="at least 2 pairs"):
        KINDS[kind](pairs)


@pytest.mark.parametrize("kind", KINDS)
def test_too_many_pairs_says_the_limit(kind: str) -> None:
    with pytest.raises(MovementError, match="120 pairs, not for 121"):
        KINDS[kind](121)


@pytest.mark.parametrize("pairs", [2, 3])
def test_one_table_is_possible_but_compares_nothing(pairs: int) -> None:
    """Two and three pairs can play a barometer; the prover warns that no score is ever compared."""
    proof = prove(KINDS["barometer"](pairs))
    assert proof.legal
    assert "board-alone" in {finding.code for finding in proof.warnings}
    assert proof.figures.comparisons_max == 0


def test_all_reasons_at_once() -> None:
    with pytest.raises(MovementError) as caught:
        KINDS["howell"](300, boards=0, rounds=-1, boards_per_round=10_000)
    assert len(caught.value.faults) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_boards_are_an_upper_limit(kind: str) -> None:
    for boards in (14, 24, 27, 30):
        try:
            movement = KINDS[kind](16, boards=boards)
        except MovementError:
            continue
        assert movement.boards <= boards
        assert proved(movement).figures.plays_min > 0


def test_boards_that_do_not_divide_are_left_over() -> None:
    """Eight sets out of 27 boards are sets of three; seven tables take three boards each of 24."""
    assert KINDS["mitchell"](16, boards=27).boards == 24
    assert KINDS["mitchell"](14, boards=24).boards == 21
    assert KINDS["barometer"](8, boards=27).boards == 21


def test_too_few_boards_says_how_many() -> None:
    with pytest.raises(MovementError, match="needs 13 board sets, so 13 boards, and there are 12"):
        KINDS["mitchell"](26, boards=12)
    with pytest.raises(MovementError, match="5 rounds of 1 board need 5 boards"):
        KINDS["barometer"](26, boards=4, rounds=5)
