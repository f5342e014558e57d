"""Whole Swiss events, every round drawn and checked: teams leave, come back, enter late; odd numbers."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.draws import swiss_checker as checker
from tests.draws.swiss_world import change, played, teams
from tournaments.draws.swiss import NoDrawError, Pairing, Proof, SwissDraw, SwissTeam, draw, feasible_rounds

EVENTS = 1_000
BATCHES = 10


def come_and_go(field: Sequence[SwissTeam], source: random.Random) -> list[SwissTeam]:
    now = list(field)
    for team in field:
        if source.random() < (0.04 if team.available else 0.3):
            now = change(now, team.number, available=not team.available)
    if source.random() < 0.15 and len(now) < 24:
        now.append(SwissTeam(number=len(now) + 1, rank=len(now) + 1, points=source.choice([0, 1, 2])))
    return now


def drawn_or_proof(field: Sequence[SwissTeam], number: int, seed: int, pairing: Pairing) -> SwissDraw | Proof:
    try:
        return draw(field, round_number=number, seed=seed, pairing=pairing)
    except NoDrawError as error:
        return error.proof


def run(seed: int) -> int:
    """Play one event; return how many rounds were drawn before there was a proof that no more can be."""
    source = random.Random(f"event {seed}")
    pairing = source.choice(list(Pairing))
    field: list[SwissTeam] = teams(source.randint(6, 20))
    rounds = source.randint(4, 7)
    for number in range(1, rounds + 1):
        if number > 1:
            field = come_and_go(field, source)
        drawn = drawn_or_proof(field, number, seed, pairing)
        if isinstance(drawn, Proof):
            assert checker.proves(field, drawn), (seed, number)
            return number - 1
        wrong = checker.breaks(order_of(field, drawn, number, pairing), drawn, pairing)
        assert wrong == [], (seed, number)
        field = played(field, drawn, source)
    return rounds


def order_of(field: Sequence[SwissTeam], drawn: SwissDraw, number: int, pairing: Pairing) -> list[SwissTeam]:
    """The first round's order is drawn by lot; with 0 as its cost it is as good as any, so take the one it shows."""
    if number > 1:
        return list(field)
    m = len(drawn.matches) * 2
    seats = {
        "fold": [(i, m + 1 - i) for i in range(1, m // 2 + 1)],
        "slide": [(i, i + m // 2) for i in range(1, m // 2 + 1)],
        "adjacent": [(i, i + 1) for i in range(1, m, 2)],
    }[pairing]
    rank = {}
    for match, (one, two) in zip(drawn.matches, seats, strict=True):
        rank |= {match.home: one, match.away: two}
    return [replace(team, rank=rank.get(team.number, m + 1)) for team in field]


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_round_of_every_event(batch: int) -> None:
    each = EVENTS // BATCHES
    drawn = [run(seed) for seed in range(batch * each, (batch + 1) * each)]
    assert sum(drawn) > 4 * each


@pytest.mark.parametrize("size", range(2, 21))
@pytest.mark.parametrize("pairing", Pairing)
def test_rounds_that_are_always_possible(size: int, pairing: Pairing) -> None:
    """Dirac's number of rounds is drawn, and no field is ever drawn for more than the most."""
    source = random.Random(size)
    rounds = feasible_rounds(size)
    field: list[SwissTeam] = teams(size)
    reached = 0
    for number in range(1, rounds.most + 2):
        drawn = drawn_or_proof(field, number, size, pairing)
        if isinstance(drawn, Proof):
            assert checker.proves(field, drawn)
            break
        reached = number
        field = played(field, drawn, source)
    assert rounds.always <= reached <= rounds.most
