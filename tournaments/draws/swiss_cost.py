"""What a match costs, and the one whole number that stands for it (docs/swiss.md).

Owns: the numbers of a match by priority, their ranges, the weight that the matching library sees. Never does:
choose matches (`swiss_matching`), check input (`swiss_check`).

Terms
    field    the teams to be drawn, without the one that has the bye, in standing order.
    index    a team's place in the field, from 0.
    place    a team's place in its group, from 1.
    lot      a number from the seed that decides between draws equal in all else.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tournaments.draws.swiss_types import Cost, Pairing, SwissTeam

Pair = tuple[int, int]
Edge = tuple[int, int, int]

_LOT_BITS = 20
_LIMIT_BITS = 124
"""Weights times (teams + 4) stay below 2 to this; the library computes with 127 bits and a sign."""


@dataclass(frozen=True, slots=True)
class Group:
    """Teams of equal points: indexes `start` to `stop` − 1 of the field."""

    start: int
    stop: int

    @property
    def size(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True)
class Costing:
    """Costs of all matches of one field; make it with `costing`.

    Tuples have one item a team of the field. `group_of` is an index into `groups`; `rivals` are indexes met;
    `ups` and `downs` count earlier floats; `factors` are what a unit of each number of `Cost` weighs.
    """

    teams: tuple[SwissTeam, ...]
    pairing: Pairing
    groups: tuple[Group, ...]
    group_of: tuple[int, ...]
    points: tuple[int, ...]
    rivals: tuple[frozenset[int], ...]
    ups: tuple[int, ...]
    downs: tuple[int, ...]
    factors: tuple[int, int, int, int, int]
    lot_bits: int
    lot_keys: tuple[int, ...] = field(repr=False)

    def met(self, one: int, other: int) -> bool:
        return other in self.rivals[one]

    def cost(self, one: int, other: int) -> Cost:
        """The cost of a match between two indexes, in either order."""
        high, low = min(one, other), max(one, other)
        met = int(self.met(high, low))
        number = self.group_of[high]
        if number == self.group_of[low]:
            return Cost(met, order=self.order(self.groups[number], high, low))
        difference = self.teams[high].points - self.teams[low].points
        repeats = self.downs[high] + self.ups[low]
        return Cost(met, difference * difference, repeats, low - high)

    def order(self, group: Group, high: int, low: int) -> int:
        """How far two of a group, `high` standing above `low`, are from where `pairing` puts them; squared."""
        if self.pairing is Pairing.FOLD:
            # Places i and j count from 1, so i + j − m − 1 is this for indexes.
            off = high + low - group.start - group.stop + 1
        elif self.pairing is Pairing.SLIDE:
            off = low - high - (group.size + 1) // 2
        else:
            off = low - high - 1
        return off * off

    def edges(self, pairs: Iterable[Pair], *, rematches: bool) -> list[Edge]:
        """Return the allowed ones of `pairs` (indexes, the higher standing first) with their weights.

        A weight is a cost as one whole number: sums of weights compare as sums of costs do, then by lot. One
        loop without calls, since a field of 256 has 32,000 pairs.
        """
        points, rivals, groups, group_of = self.points, self.rivals, self.groups, self.group_of
        ups, downs, keys = self.ups, self.downs, self.lot_keys
        rematch, differences, repeats, distance, order = self.factors
        lots = (1 << self.lot_bits) - 1
        found: list[Edge] = []
        for high, low in pairs:
            weight = keys[high] * keys[low] >> _LOT_BITS & lots
            if low in rivals[high]:
                if not rematches:
                    continue
                weight += rematch
            number = group_of[high]
            if number == group_of[low]:
                weight += self.order(groups[number], high, low) * order
            else:
                difference = points[high] - points[low]
                weight += difference * difference * differences
                weight += (downs[high] + ups[low]) * repeats + (low - high) * distance
            found.append((high, low, weight))
        return found

    def weight(self, one: int, other: int) -> int:
        """The weight of one match, allowed or not."""
        return self.edges([(min(one, other), max(one, other))], rematches=True)[0][2]


def costing(teams: Sequence[SwissTeam], pairing: Pairing, lots: random.Random) -> Costing:
    """Return the costs of a field: `teams` in standing order, those of more points first.

    `lots` gives each team a key, in order of number, so that the lots do not depend on the standing order.
    """
    groups, group_of = _groups(teams)
    keys = {team.number: int(lots.random() * 2**32) for team in sorted(teams, key=lambda team: team.number)}
    index_of = {team.number: index for index, team in enumerate(teams)}
    ups = tuple(team.floats.count(1) for team in teams)
    downs = tuple(team.floats.count(-1) for team in teams)
    factors, lot_bits = _factors(teams, groups, ups, downs)
    return Costing(
        teams=tuple(teams),
        pairing=pairing,
        groups=groups,
        group_of=group_of,
        points=tuple(team.points for team in teams),
        rivals=tuple(
            frozenset(index_of[number] for number in team.opponents if number in index_of) for team in teams
        ),
        ups=ups,
        downs=downs,
        factors=factors,
        lot_bits=lot_bits,
        lot_keys=tuple(keys[team.number] for team in teams),
    )


def _groups(teams: Sequence[SwissTeam]) -> tuple[tuple[Group, ...], tuple[int, ...]]:
    groups: list[Group] = []
    group_of: list[int] = []
    for _, members in groupby(team.points for team in teams):
        start = len(group_of)
        group_of += [len(groups)] * len(list(members))
        groups.append(Group(start, len(group_of)))
    return tuple(groups), tuple(group_of)


def _factors(
    teams: Sequence[SwissTeam], groups: Sequence[Group], ups: Sequence[int], downs: Sequence[int]
) -> tuple[tuple[int, int, int, int, int], int]:
    """What a unit of each number weighs, and the bits left for the lot.

    Each number weighs more than all lesser ones can come to in any draw. The bounds: docs/swiss.md, “One whole
    number per edge”.
    """
    size = len(teams)
    points = [team.points for team in teams]
    mean = round(sum(points) / size)
    most_differences = sum(2 * (each - mean) ** 2 for each in points)
    most_repeats = sum(map(max, ups, downs))
    most_distance = size * size // 4
    most_order = sum(group.size**3 // 6 + 1 for group in groups)
    for lot_bits in range(_LOT_BITS, -1, -1):
        order = (size // 2) * ((1 << lot_bits) - 1) + 1
        distance = order * (most_order + 1)
        repeats = distance * (most_distance + 1)
        differences = repeats * (most_repeats + 1)
        rematches = differences * (most_differences + 1)
        # One rematch is the most an edge can have, and all the rest of it stays below a second one.
        if 2 * rematches * (size + 4) < 1 << _LIMIT_BITS:
            return (rematches, differences, repeats, distance, order), lot_bits
    raise OverflowError(f"Costs of {size} teams do not fit 128 bits.")  # not within swiss_types' limits
