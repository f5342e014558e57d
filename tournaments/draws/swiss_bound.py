"""Which matches could be part of a draw as cheap as one that is known (docs/swiss.md, "The proof").

Owns: the lower bound of all draws, and the matches that it does not rule out. Never does: match.

Terms
    border  between two neighbouring groups; odd where an odd number of teams stand above it.
    price   what crossing a border costs at least: the cheapest float over it if it is odd, else 0.
    slack   how much a draw costs above the sum of the prices.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from math import isqrt

from tournaments.draws.swiss_cost import Costing, Group, Pair
from tournaments.draws.swiss_types import Pairing

_MOST_A_TEAM = 40
"""Where the bound leaves more matches than this for each team it is of no use."""

Classes = Mapping[int, list[int]]
"""Earlier floats in a direction → the indexes of a group that have so many, those nearest the border first."""


def undecided(costs: Costing, weight: int, *, rematches: bool) -> set[Pair] | None:
    """Return the allowed matches that a draw of at most `weight` could have; None where they are too many.

    No draw with another match is as cheap. Each is a pair of indexes, the higher standing first.
    """
    prices = [_price(costs, border, rematches) for border in range(len(costs.groups) - 1)]
    slack = weight - sum(prices)
    found = _candidates(costs, prices, slack, rematches)
    if found is None:
        return None
    most = _MOST_A_TEAM * len(costs.teams)
    pairs = set(islice(found, most + 1))
    return pairs if len(pairs) <= most else None


def _candidates(costs: Costing, prices: list[int], slack: int, rematches: bool) -> Iterator[Pair] | None:
    """The matches inside groups and over one border; None where one over more borders is not ruled out."""
    borders = []
    for high, low in combinations(range(len(costs.groups)), 2):
        # No match between the two groups has less than this above the prices of the borders it crosses.
        least = _difference_weight(costs, high, low) - sum(prices[high:low])
        if low == high + 1:
            borders.append(high)
        elif least <= slack:
            return None

    def pairs() -> Iterator[Pair]:
        for group in costs.groups:
            yield from _near(costs, group, isqrt(slack // costs.factors[4]), rematches)
        for border in borders:
            yield from _floats(costs, border, slack + prices[border], rematches)

    return pairs()


def _difference_weight(costs: Costing, high: int, low: int) -> int:
    """What the difference of two groups alone weighs."""
    difference = costs.points[costs.groups[high].start] - costs.points[costs.groups[low].start]
    return difference * difference * costs.factors[1]


def _price(costs: Costing, border: int, rematches: bool) -> int:
    """The weight, without its lot, of the cheapest float over an odd border; 0 over an even one."""
    if costs.groups[border].stop % 2 == 0:
        return 0
    base = _difference_weight(costs, border, border + 1)
    _, _, repeats, distance, _ = costs.factors
    falling, rising = _classes(costs, border)
    best: int | None = None
    for times in sorted({down + up for down in falling for up in rising}):
        nearest: int | None = None
        for down, highs in falling.items():
            for high in highs:
                for low in rising.get(times - down, ()):
                    if nearest is not None and low - high >= nearest:
                        break
                    if rematches or not costs.met(high, low):
                        nearest = low - high
        if nearest is not None:
            best = base + times * repeats + nearest * distance
            break
    return base if best is None else best


def _floats(costs: Costing, border: int, most: int, rematches: bool) -> Iterator[Pair]:
    """The allowed floats over one border whose weight, without the lot, is at most `most`."""
    _, _, repeats, distance, _ = costs.factors
    falling, rising = _classes(costs, border)
    for down, highs in falling.items():
        for up, lows in rising.items():
            left = most - _difference_weight(costs, border, border + 1) - (down + up) * repeats
            for high in highs if left >= 0 else ():
                for low in lows:
                    if (low - high) * distance > left:
                        break
                    if rematches or not costs.met(high, low):
                        yield high, low


def _classes(costs: Costing, border: int) -> tuple[Classes, Classes]:
    above, below = costs.groups[border], costs.groups[border + 1]
    falling: dict[int, list[int]] = {}
    rising: dict[int, list[int]] = {}
    for index in reversed(range(above.start, above.stop)):
        falling.setdefault(costs.downs[index], []).append(index)
    for index in range(below.start, below.stop):
        rising.setdefault(costs.ups[index], []).append(index)
    return falling, rising


def _near(costs: Costing, group: Group, off: int, rematches: bool) -> Iterator[Pair]:
    """The allowed matches inside a group at most `off` places from where the pairing puts them."""
    half = (group.size + 1) // 2
    for high in range(group.start, group.stop):
        centre = {
            Pairing.FOLD: group.start + group.stop - 1 - high,
            Pairing.SLIDE: high + half,
            Pairing.ADJACENT: high + 1,
        }[costs.pairing]
        for low in range(max(high + 1, centre - off), min(group.stop, centre + off + 1)):
            if rematches or not costs.met(high, low):
                yield high, low
