"""A million rated games folded into ratings, the arithmetic alone: beside its limit and a public rating library.

The limit is what Python needs for the least that any Elo fold does: take each game apart, read four ratings, raise one
power and store four ratings. The library (openskill, Plackett-Luce for teams of two) is measured on fewer games, and
multiplied.
"""

import random

from openskill.models import PlackettLuce

from bench.measure import beside, row, seconds
from scoring.elo_fold import Row, fold, fold_with_changes
from scoring.elo_policies import POLICIES, RatingPolicy

GAMES, PLAYERS = 1_000_000, 5_000
FEWER = 20_000
QUITS_IN = 50
"""One game in so many has a quitter."""


def main() -> None:
    rows = games_of_players()

    def ours(policy: RatingPolicy = POLICIES["2026"]) -> list[float]:
        ratings = [policy.start] * PLAYERS
        fold(policy, rows, ratings)
        return ratings

    folded, least = beside(ours, lambda: _limit(rows), runs=3)
    row(
        f"{GAMES:,} games, policy 2026",
        f"{folded:.2f} s",
        f"{folded / least:.1f} × the limit",
        _peer(rows, folded),
    )
    each = seconds(lambda: ours(POLICIES["2016"]))
    row(
        f"{GAMES:,} games, policy 2016", f"{each:.2f} s", f"{each / least:.1f} × the limit", _peer(rows, each)
    )
    changes = seconds(lambda: _with_changes(rows))
    row(
        f"{GAMES:,} games with every change, policy 2026",
        f"{changes:.2f} s",
        f"{changes / least:.1f} × the limit",
    )


def games_of_players() -> list[Row]:
    """A million games among five thousand, the same each time."""
    source = random.Random(1)
    # The numbers themselves are shared, as they are when a ledger's players are looked up in a dictionary.
    players = list(range(PLAYERS))
    made: list[Row] = []
    for _ in range(GAMES):
        one, two, three, four = source.sample(players, 4)
        left = 4 << source.randrange(4) if source.randrange(QUITS_IN) == 0 else 0
        made.append((one, two, three, four, source.choice((0, 2)) + left))
    return made


def _limit(rows: list[Row]) -> None:
    ratings = [0.5] * PLAYERS
    for one, two, three, four, _ in rows:
        half = 10.0 ** (ratings[one] + ratings[two] - ratings[three] - ratings[four]) / 2
        ratings[one] = half
        ratings[two] = half
        ratings[three] = half
        ratings[four] = half


def _with_changes(rows: list[Row]) -> None:
    policy = POLICIES["2026"]
    for _ in fold_with_changes(policy, rows, [policy.start] * PLAYERS, [0] * PLAYERS):
        pass


def _peer(rows: list[Row], ours: float) -> str:
    """How many times as long the library takes."""
    return f"openskill takes {library_seconds(rows) / ours:,.0f} ×"


def library_seconds(rows: list[Row]) -> float:
    """What the library takes for all games, by those it is tried on."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(PLAYERS)]

    def rate() -> None:
        for one, two, three, four, code in rows[:FEWER]:
            teams = [[ratings[one], ratings[two]], [ratings[three], ratings[four]]]
            (ratings[one], ratings[two]), (ratings[three], ratings[four]) = model.rate(
                teams, ranks=[2 - (code & 3), code & 3]
            )

    return seconds(rate) * GAMES / FEWER
