"""Why a draw is as it is (docs/swiss.md, "The certificate").

Owns: the matches with their reasons, the certificate's types and sentences. Never does: choose anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.draws.swiss_cost import Costing, Group
from tournaments.draws.swiss_types import Cost, Pairing, Proof, SwissMatch, SwissTeam, listed


@dataclass(frozen=True, slots=True)
class Float:
    """A team that meets one of other points: `direction` +1 up, −1 down; `earlier` times it did so before."""

    team: int
    direction: int
    earlier: int

    def to_json(self) -> dict[str, int]:
        return {"team": self.team, "direction": self.direction, "earlier": self.earlier}


@dataclass(frozen=True, slots=True)
class NextBest:
    """The cheapest draw that differs in a match, the bye being the same.

    `cost` and `pairs` (of team numbers) are None and empty where there is none, or, with `exact` False, none was
    found. With `exact` False it is only a draw that the next-best one cannot cost more than.
    """

    cost: Cost | None
    pairs: tuple[tuple[int, int], ...]
    exact: bool
    text: str

    def to_json(self) -> dict[str, Any]:
        return {
            "cost": self.cost.to_json() if self.cost else None,
            "matches": [list(pair) for pair in self.pairs],
            "exact": self.exact,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What can be said for a draw.

    `weighed` matches were compared; `proved` says that none of the others can be part of a draw as cheap, so that
    this one is the best. `proof` is there when rematches or a second bye had to be allowed. `text` says all of it.
    """

    algorithm: str
    seed: int
    round_number: int
    pairing: Pairing
    cost: Cost
    floats: tuple[Float, ...]
    weighed: int
    proved: bool
    proof: Proof | None
    warnings: tuple[str, ...]
    next_best: NextBest | None
    text: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The certificate as `manage.py draw --json` prints it."""
        return {
            "algorithm": self.algorithm,
            "seed": self.seed,
            "round": self.round_number,
            "pairing": str(self.pairing),
            "cost": self.cost.to_json(),
            "floats": [each.to_json() for each in self.floats],
            "weighed": self.weighed,
            "proved": self.proved,
            "proof": self.proof.text if self.proof else None,
            "warnings": list(self.warnings),
            "next_best": self.next_best.to_json() if self.next_best else None,
            "text": list(self.text),
        }


def matches_of(costs: Costing, pairs: Iterable[tuple[int, int]]) -> tuple[SwissMatch, ...]:
    """Return the matches of index pairs in standing order, each with home, away and its reason."""
    return tuple(_match(costs, high, low) for high, low in pairs)


def floats_of(costs: Costing, pairs: Iterable[tuple[int, int]]) -> tuple[Float, ...]:
    """Return who floats, match by match, the team that floats down first."""
    found: list[Float] = []
    for high, low in pairs:
        if costs.group_of[high] != costs.group_of[low]:
            found.append(Float(costs.teams[high].number, -1, costs.downs[high]))
            found.append(Float(costs.teams[low].number, 1, costs.ups[low]))
    return tuple(found)


def sentences(cost: Cost, floats: Iterable[Float], weighed: int, proved: bool) -> tuple[str, ...]:
    """What the cost means, and how sure we are that there is no better draw."""
    floats = tuple(floats)
    said = []
    if cost.rematches:
        said.append(
            f"{_times(cost.rematches, 'match is a rematch', 'matches are rematches')}: fewer cannot be."
        )
    if floats:
        said.append(
            f"{_times(len(floats) // 2, 'match is', 'matches are')} between teams of different records;"
            f" the squares of the differences, in half-wins, add up to {cost.differences}."
        )
        again = [each for each in floats if each.earlier]
        said.append(
            f"{_times(len(again), 'team floats', 'teams float')} in a direction as before:"
            f" {listed(sorted(each.team for each in again))}."
            if again
            else "Nobody floats twice in the same direction."
        )
    else:
        said.append("Every match is between teams of the same record.")
    said.append(
        f"No draw is better by these rules: {weighed} matches were weighed, and with any other a draw would be"
        " dearer or not allowed."
        if proved
        else f"{weighed} matches were weighed, those nearest to what each team should meet; half as many gave a draw"
        " of the same cost. That is no proof that there is no better one."
    )
    return tuple(said)


def wins(points: int) -> str:
    """“1 win”, “2½ wins”, “no wins”; `points` in half-wins."""
    whole, half = divmod(points, 2)
    if points == 0:
        return "no wins"
    return f"{whole or ''}{'½' if half else ''} {'win' if points <= 2 else 'wins'}"


def _match(costs: Costing, high: int, low: int) -> SwissMatch:
    first, second = costs.teams[high], costs.teams[low]
    floats = first.points != second.points
    repeated = [first.number] if floats and costs.downs[high] else []
    if floats and costs.ups[low]:
        repeated.append(second.number)
    home, away = _seats(first, second)
    rematch = costs.met(high, low)
    text = _why_float(costs, high, low) if floats else _why_inside(costs, high, low)
    return SwissMatch(
        home=home.number,
        away=away.number,
        difference=first.points - second.points,
        up=second.number if floats else None,
        down=first.number if floats else None,
        repeated=tuple(repeated),
        rematch=rematch,
        cost=costs.cost(high, low),
        text=f"{text} They have met before: no draw has fewer rematches." if rematch else text,
    )


def _seats(first: SwissTeam, second: SwissTeam) -> tuple[SwissTeam, SwissTeam]:
    """Home goes to the team that has been home less often, of two equal ones to the lower number."""
    home, away = sorted((first, second), key=lambda team: (team.home_balance, team.number))
    return home, away


def _why_inside(costs: Costing, high: int, low: int) -> str:
    group = costs.groups[costs.group_of[high]]
    here = high - group.start + 1, low - group.start + 1
    text = f"Both have {wins(costs.teams[high].points)}; places {here[0]} and {here[1]} of {group.size} in their group"
    ideal = _ideal(costs.pairing, group, high)
    if ideal == low:
        return f"{text}, as {costs.pairing} has it."
    if ideal is not None and costs.met(high, ideal):
        number = costs.teams[ideal].number
        return f"{text}; by {costs.pairing} the first would meet team {number}, which it has met."
    return f"{text}, as near to {costs.pairing} as floats and earlier matches of the group allow."


def _ideal(pairing: Pairing, group: Group, high: int) -> int | None:
    """Whom a team would meet were the whole group drawn inside itself; None for nobody."""
    if pairing is Pairing.FOLD:
        other = group.start + group.stop - 1 - high
    elif pairing is Pairing.SLIDE:
        half = (group.size + 1) // 2
        other = high + half if high + half < group.stop else high - half
    else:
        other = high + 1 if (high - group.start) % 2 == 0 else high - 1
    return other if group.start <= other < group.stop and other != high else None


def _why_float(costs: Costing, high: int, low: int) -> str:
    first, second = costs.teams[high], costs.teams[low]
    text = (
        f"Team {first.number} floats down, with {wins(first.points)} against {wins(second.points)}"
        f" of team {second.number}: {_cause(costs, high)}."
    )
    earlier = [
        f"team {number} has floated {direction} before ({times}×)"
        for number, direction, times in (
            (first.number, "down", costs.downs[high]),
            (second.number, "up", costs.ups[low]),
        )
        if times
    ]
    if not earlier:
        return text
    said = " and ".join(earlier)
    return f"{text} {said[0].upper()}{said[1:]}."


def _cause(costs: Costing, high: int) -> str:
    group = costs.groups[costs.group_of[high]]
    others = [index for index in range(group.start, group.stop) if index != high]
    if not others:
        return "it is alone with its record"
    if all(costs.met(high, other) for other in others):
        return "it has met all others of its record"
    if group.size % 2:
        return f"its group of {group.size} is odd"
    return "no draw has smaller differences of record"


def _times(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
