"""The Swiss draw of round 10, with its proof, for fields of several sizes, beside networkx on the same problem.

networkx gets every match that is allowed, each with the one exact whole number that ours has for it, and must come to
the same sum. It takes minutes at 1,024 teams and is not asked at 4,096. What it takes to make the graph is not counted.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import networkx

from bench.measure import median, row, seconds
from tournaments.draws.swiss import Pairing, SwissDraw, SwissTeam, draw
from tournaments.draws.swiss_cost import costing

SIZES = (64, 256, 1_024, 4_096)
ROUNDS = 9
PEER_UP_TO = 1_024
SEED = 1


def main() -> None:
    for size in SIZES:
        field = _after(size, ROUNDS)
        made: list[SwissDraw] = []

        def ours(field: Sequence[SwissTeam] = field, made: list[SwissDraw] = made) -> None:
            made.append(draw(field, round_number=ROUNDS + 1, seed=SEED))

        once = median(ours, runs=5 if size <= PEER_UP_TO else 1)
        proved = "proved" if made[-1].certificate.proved else "not proved"
        told = f"{1_000 * once:,.0f} ms, {proved}"
        if size > PEER_UP_TO:
            row(f"round {ROUNDS + 1} of {size:,} teams", told, "networkx not asked")
            continue
        taken = _peer(field, made[-1])
        row(f"round {ROUNDS + 1} of {size:,} teams", told, f"{taken / once:,.0f} × networkx")


def _peer(field: Sequence[SwissTeam], drawn: SwissDraw) -> float:
    """Seconds that networkx takes; its draw must cost what ours does."""
    standing = sorted(field, key=lambda team: (-team.points, team.rank))
    costs = costing(standing, Pairing.FOLD, random.Random(f"{SEED}/{ROUNDS + 1}"))
    graph = networkx.Graph()
    graph.add_weighted_edges_from(costs.edges(combinations(range(len(standing)), 2), rematches=False))
    found: list[set[tuple[int, int]]] = []
    taken = seconds(lambda: found.append(networkx.min_weight_matching(graph)))
    place = {team.number: index for index, team in enumerate(standing)}
    mine = sum(_weight(graph, place[match.home], place[match.away]) for match in drawn.matches)
    theirs = sum(_weight(graph, *pair) for pair in found[0])
    if mine != theirs:
        raise AssertionError(f"the draws differ in cost: {mine} and {theirs}")
    return taken


def _weight(graph: "networkx.Graph[int]", one: int, two: int) -> int:
    weight: int = graph.edges[one, two]["weight"]
    return weight


def _after(size: int, rounds: int) -> list[SwissTeam]:
    """The records of a field after some rounds, drawn as ours are and won by chance."""
    source = random.Random(SEED)
    field = [SwissTeam(number=number, rank=number) for number in range(1, size + 1)]
    for number in range(1, rounds + 1):
        drawn = draw(field, round_number=number, seed=SEED)
        now = {team.number: team for team in field}
        floats = {each.team: each.direction for each in drawn.certificate.floats}
        for match in drawn.matches:
            home_wins = source.random() < 0.5
            for team, other, won, side in (
                (match.home, match.away, home_wins, 1),
                (match.away, match.home, not home_wins, -1),
            ):
                before = now[team]
                now[team] = replace(
                    before,
                    points=before.points + 2 * won,
                    opponents=before.opponents | {other},
                    floats=(*before.floats, floats.get(team, 0)),
                    home_balance=before.home_balance + side,
                )
        standing = sorted(now.values(), key=lambda team: (-team.points, team.rank))
        field = [replace(team, rank=rank) for rank, team in enumerate(standing, 1)]
    return field
