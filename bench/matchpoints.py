"""Matchpoints of 26 boards × 1,000 tables, both directions: our counter beside comparing every pair of scores.

The quadratic peer is run on one board in one direction and multiplied.
"""

import random

from bench.measure import beside, row
from scoring.matchpoints import matchpoint

BOARDS, TABLES = 26, 1_000


def main() -> None:
    rng = random.Random(1)
    boards = [[rng.choice(range(-150, 250)) for _ in range(TABLES)] for _ in range(2 * BOARDS)]

    def quadratic() -> list[int]:
        scores = boards[0]
        return [sum(2 if a > b else a == b for b in scores) - 1 for a in scores]

    ours, one = beside(lambda: [matchpoint(scores) for scores in boards], quadratic, runs=3)
    row(
        f"{BOARDS} boards × {TABLES} tables, both directions",
        f"{1_000 * ours:.1f} ms",
        f"{one * 2 * BOARDS / ours:,.0f} × every pair",
    )
