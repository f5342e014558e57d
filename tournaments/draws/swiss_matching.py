"""The cheapest perfect matching of a field (docs/swiss.md, "How it is found").

Owns: which matches are weighed, the call of the matching library, choosing the bye. Never does: decide what a match
costs (`swiss_cost`), explain (`swiss_certificate`), prove that there is none (`swiss_proof`).

Terms
    edge      two indexes of the field that may meet, and a weight; the least total weight wins.
    proved    nothing that was not weighed can be part of a draw as cheap (`swiss_bound`).
    width     opponents looked at for each team inside its group, and as many above and below.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

import rustworkx

from tournaments.draws.swiss_bound import undecided
from tournaments.draws.swiss_cost import Costing, Edge, Pair
from tournaments.draws.swiss_types import Pairing, SwissTeam

DENSE = 64
"""Up to this many teams all matches are weighed from the start."""
FALL_BACK = 256
"""Up to this many teams they are where the bound proves nothing."""
FIRST_WIDTH = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A perfect matching: `pairs` of indexes, the higher standing first, in standing order.

    `weighed` is how many matches were looked at; `proved` says that no other could make the draw cheaper.
    """

    pairs: tuple[Pair, ...]
    weight: int
    weighed: int
    proved: bool


def cheapest(costs: Costing, *, rematches: bool) -> Found | None:
    """Return the cheapest draw of the whole field (an even number of teams), None where there is none."""
    size = len(costs.teams)
    everything = size <= DENSE
    found: Found | None = None
    width = FIRST_WIDTH
    while not everything and found is None:
        near = _near_pairs(costs, width, rematches)
        found = match(size, costs.edges(near, rematches=rematches))
        everything = width >= size
        width *= 2
    if found is not None:
        better = undecided(costs, found.weight, rematches=rematches)
        if better is not None:
            if not better <= set(near):
                found = match(size, costs.edges(sorted({*near, *better}), rematches=rematches))
            return found and replace(found, proved=True)
    if size <= FALL_BACK or everything:
        found = match(size, costs.edges(combinations(range(size), 2), rematches=rematches))
        return found and replace(found, proved=True)
    return _widened(costs, found, width, rematches)


def _widened(costs: Costing, found: Found | None, width: int, rematches: bool) -> Found | None:
    """Look at twice as many matches until that makes no draw cheaper: sound in practice, but no proof."""
    size = len(costs.teams)
    while True:
        before = found
        found = match(size, costs.edges(_near_pairs(costs, width, rematches), rematches=rematches))
        if found and before and found.weight == before.weight:
            return replace(found, proved=width >= size)
        width *= 2


def match(size: int, edges: Sequence[Edge]) -> Found | None:
    """Return the perfect matching of least weight among `edges` (weights from 0), None where there is none."""
    most = max((weight for _, _, weight in edges), default=0)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    # The library looks for the largest weight; among perfect matchings that is the same up to a constant.
    graph.add_edges_from([(one, other, most - weight) for one, other, weight in edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < size:
        return None
    pairs = sorted((min(pair), max(pair)) for pair in matching)
    total = sum(most - graph.get_edge_data(*pair) for pair in pairs)
    return Found(tuple(pairs), total, len(edges), proved=False)


def bye_for(teams: Sequence[SwissTeam], eligible: Collection[int], *, rematches: bool) -> int | None:
    """Return the index of the lowest-standing of `eligible` without whom the rest can be drawn.

    With `rematches` allowed: without whom the rest needs fewest of them. None where there is nobody.
    """
    size = len(teams)
    edges = [
        (one, other, (size + 1) * int(met))
        for one, other in combinations(range(size), 2)
        if not (met := teams[other].number in teams[one].opponents) or rematches
    ]
    # The bye is one more team, the last; only those who may have it can meet it.
    edges += [(index, size, size - index) for index in sorted(eligible)]
    found = match(size + 1, edges)
    if found is None:
        return None
    return next(one for one, other in found.pairs if other == size)


def _near_pairs(costs: Costing, width: int, rematches: bool) -> list[Pair]:
    """For each team the `width` nearest to its place in its group, and as many floats down and up."""
    # Who would float: those who have done so least often, then the nearest to the other group.
    rising = [
        sorted(range(group.start, group.stop), key=lambda index: (costs.ups[index], index))
        for group in costs.groups
    ]
    falling = [
        sorted(range(group.start, group.stop), key=lambda index: (costs.downs[index], -index))
        for group in costs.groups
    ]
    pairs: set[Pair] = set()
    for one in range(len(costs.teams)):
        number = costs.group_of[one]
        below = (other for members in rising[number + 1 :] for other in members)
        above = (other for members in reversed(falling[:number]) for other in members)
        for others in (_inside(costs, one), below, above):
            free: Iterable[int] = (other for other in others if rematches or not costs.met(one, other))
            pairs.update((min(one, other), max(one, other)) for other in islice(free, width))
    return sorted(pairs)


def _inside(costs: Costing, one: int) -> Iterator[int]:
    """The others of a team's group, those first that `pairing` puts nearest to it."""
    group = costs.groups[costs.group_of[one]]
    if costs.pairing is Pairing.FOLD:
        centres = [group.start + group.stop - 1 - one]
    elif costs.pairing is Pairing.SLIDE:
        half = (group.size + 1) // 2
        centres = [one + half, one - half]
    else:
        centres = [one]
    seen = {one}
    for step in range(2 * group.size):
        for centre in centres:
            for other in (centre + step, centre - step):
                if group.start <= other < group.stop and other not in seen:
                    seen.add(other)
                    yield other
