"""The Swiss draw of round 10, with its proof, for fields of several sizes, beside networkx on the same problem.

networkx gets each match with the one exact whole number that ours has for it, and must come to the same sum: up to 256
teams every match that is allowed; above, where that would take it a quarter of an hour and more, only those that could
be in a draw as cheap as ours, which is the easier problem. What it takes to make the graph is not counted.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import networkx

from bench.measure import median, row, seconds
from tournaments.draws.swiss import Pairing, SwissDraw, SwissTeam, draw
from tournaments.draws.swiss_bound import undecided
from tournaments.draws.swiss_cost import costing

SIZES = (64, 256, 1_024, 4_096)
ROUNDS = 9
WHOLE_UP_TO = 256
OFTEN_UP_TO = 1_024
SEED = 1


def main() -> None:
    for size in SIZES:
        field = _after(size, ROUNDS)
        made: list[SwissDraw] = []

        def ours(field: Sequence[SwissTeam] = field, made: list[SwissDraw] = made) -> None:
            made.append(draw(field, round_number=ROUNDS + 1, seed=SEED))

        once = median(ours, runs=5 if size <= OFTEN_UP_TO else 1)
        proved = "proved" if made[-1].certificate.proved else "not proved"
        told = f"{1_000 * once:,.0f} ms, {proved}"
        whole = size <= WHOLE_UP_TO
        taken = _peer(field, made[-1], whole=whole)
        peer = f"{taken / once:,.0f} × networkx{'' if whole else ' on few'}"
        row(f"round {ROUNDS + 1} of {size:,} teams", told, peer)


def _peer(field: Sequence[SwissTeam], drawn: SwissDraw, *, whole: bool) -> float:
    """Seconds that networkx takes; its draw must cost what ours does."""
    standing = sorted(field, key=lambda team: (-team.points, team.rank))
    costs = costing(standing, Pairing.FOLD, random.Random(f"{SEED}/{ROUNDS + 1}"))
    place = {team.number: index for index, team in enumerate(standing)}
    ours = [sorted((place[match.home], place[match.away])) for match in drawn.matches]
    mine = sum(costs.weight(one, two) for one, two in ours)
    pairs: Iterable[tuple[int, int]] | None = combinations(range(len(standing)), 2)
    if not whole:
        pairs = undecided(costs, mine, rematches=False)
    if pairs is None:
        raise AssertionError("there are too many matches that could be in a draw as cheap")
    graph = networkx.Graph()
    graph.add_weighted_edges_from(costs.edges(pairs, rematches=False))
    found: list[set[tuple[int, int]]] = []
    taken = seconds(lambda: found.append(networkx.min_weight_matching(graph)))
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
