"""The Swiss draw: who meets whom in the next round, the best draw there is, and why (docs/swiss.md).

Owns: the entry point `draw`, the order of its decisions, the next-best draw. Never does: touch a database, keep a
record up to date, or decide who wins.

Terms: see `swiss_types`, whose names can be imported from here.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from tournaments.draws.swiss_certificate import (
    Certificate,
    Float,
    NextBest,
    floats_of,
    matches_of,
    sentences,
    wins,
)
from tournaments.draws.swiss_check import check
from tournaments.draws.swiss_cost import Costing, Pair, costing
from tournaments.draws.swiss_matching import Found, bye_for, cheapest, match
from tournaments.draws.swiss_proof import prove
from tournaments.draws.swiss_types import (
    ALGORITHM,
    BYE,
    MAX_ROUNDS,
    MAX_TEAMS,
    Cost,
    FeasibleRounds,
    FirstRound,
    NoDrawError,
    Pairing,
    Proof,
    SwissError,
    SwissFault,
    SwissMatch,
    SwissTeam,
    feasible_rounds,
    rounds_fault,
)

__all__ = [
    "ALGORITHM",
    "BYE",
    "MAX_ROUNDS",
    "MAX_TEAMS",
    "Certificate",
    "Cost",
    "FeasibleRounds",
    "FirstRound",
    "Float",
    "NextBest",
    "NoDrawError",
    "Pairing",
    "Proof",
    "SwissDraw",
    "SwissError",
    "SwissFault",
    "SwissMatch",
    "SwissTeam",
    "draw",
    "feasible_rounds",
    "rounds_fault",
]

EAGER = 32
"""Up to this many teams the next-best draw comes with the draw."""
EXACT = 128
"""Up to this many teams it is found; above, only a bound."""
_WINDOW = 16
"""Matches whose opponents are exchanged with each other for that bound: this near in standing order."""


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A drawn round: matches in standing order, the number of the team that has the bye, and the certificate."""

    matches: tuple[SwissMatch, ...]
    bye: int | None
    certificate: Certificate
    _costs: Costing = field(repr=False, compare=False)
    _found: Found = field(repr=False, compare=False)

    def next_best(self) -> NextBest:
        """Return the next-best draw, computed now if it did not come with the draw: up to 1 s for 128 teams."""
        return self.certificate.next_best or _next_best(self._costs, self._found, self.certificate)

    def to_json(self) -> dict[str, Any]:
        """Return `{"round": 4, "matches": [[1, 7], [3, 2]], "bye": 5, "certificate": {…}}`, home first."""
        return {
            "round": self.certificate.round_number,
            "matches": [[each.home, each.away] for each in self.matches],
            "bye": self.bye,
            "certificate": self.certificate.to_json(),
        }


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The best draw of indexes of `costs.teams`, and the team that sits out."""

    costs: Costing
    found: Found
    bye: SwissTeam | None


def draw(
    teams: Sequence[SwissTeam],
    *,
    round_number: int,
    seed: int,
    pairing: Pairing = Pairing.FOLD,
    first_round: FirstRound = FirstRound.RANDOM,
    bye: int | None = None,
    allow_rematches: bool = False,
) -> SwissDraw:
    """Return the best draw of the teams that are available (docs/rules.md §4, docs/swiss.md).

    `bye` is the director's choice of who sits out, where the number of teams is odd. `allow_rematches` also
    allows a second bye; neither is used where a draw without them exists. Raises `SwissError` with every
    fault of the input, `NoDrawError` with a proof where there is no draw.
    """
    faults = check(teams, round_number, bye)
    if faults:
        raise SwissError(*faults)
    standing = _standing_order(teams, seed, round_number == 1 and first_round is FirstRound.RANDOM)
    drawing = _Drawing(standing, pairing, f"{seed}/{round_number}", bye)
    chosen = drawing.best(rematches=False)
    proof = None
    if chosen is None:
        proof = prove(*drawing.proof_terms())
        if not allow_rematches:
            raise NoDrawError(proof)
        chosen = drawing.best(rematches=True)
        assert chosen is not None, "any two teams may meet again"
    return _certified(
        chosen, standing, proof, seed=seed, round_number=round_number, chosen_bye=bye is not None
    )


def _standing_order(teams: Sequence[SwissTeam], seed: int, shuffled: bool) -> list[SwissTeam]:
    """The available teams, more points first, then by rank; in a random first round by lot instead of rank."""
    order = {team.number: float(team.rank) for team in teams}
    if shuffled:
        source = random.Random(f"{seed}/first round")
        order = {number: source.random() for number in sorted(order)}
    there = [team for team in teams if team.available]
    return sorted(there, key=lambda team: (-team.points, order[team.number], team.number))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One round to be drawn: all available teams in standing order, and what the director decided."""

    standing: Sequence[SwissTeam]
    pairing: Pairing
    lots: str
    bye: int | None

    def best(self, *, rematches: bool) -> _Chosen | None:
        """The best draw, None where there is none; a bye goes to the lowest-standing team that can have it."""
        if len(self.standing) % 2 == 0:
            return self._without(None, rematches)
        if self.bye is not None:
            return self._without(next(t for t in self.standing if t.number == self.bye), rematches)
        eligible = [index for index, team in enumerate(self.standing) if not team.had_bye]
        if not eligible and rematches:
            eligible = list(range(len(self.standing)))
        if not eligible:
            return None
        if not rematches:
            chosen = self._without(self.standing[max(eligible)], rematches)
            if chosen:
                return chosen
        index = bye_for(self.standing, eligible, rematches=rematches)
        return None if index is None else self._without(self.standing[index], rematches)

    def _without(self, bye: SwissTeam | None, rematches: bool) -> _Chosen | None:
        field_ = [team for team in self.standing if team is not bye]
        costs = costing(field_, self.pairing, random.Random(self.lots))
        found = cheapest(costs, rematches=rematches)
        return _Chosen(costs, found, bye) if found else None

    def proof_terms(self) -> tuple[list[SwissTeam], list[int] | None]:
        """The teams, and who may have the bye, as `swiss_proof.prove` takes them."""
        if len(self.standing) % 2 == 0:
            return list(self.standing), None
        if self.bye is not None:
            return [team for team in self.standing if team.number != self.bye], None
        return list(self.standing), [team.number for team in self.standing if not team.had_bye]


def _certified(
    chosen: _Chosen,
    standing: Sequence[SwissTeam],
    proof: Proof | None,
    *,
    seed: int,
    round_number: int,
    chosen_bye: bool,
) -> SwissDraw:
    costs, found = chosen.costs, chosen.found
    cost = _total(costs, found.pairs)
    floats = floats_of(costs, found.pairs)
    bye_text = _bye_text(chosen.bye, standing, chosen_bye, proof is not None)
    warnings = [f"Team {chosen.bye.number} has a second bye."] if chosen.bye and chosen.bye.had_bye else []
    matches = matches_of(costs, found.pairs)
    warnings += [f"Teams {each.home} and {each.away} meet again." for each in matches if each.rematch]
    certificate = Certificate(
        algorithm=ALGORITHM,
        seed=seed,
        round_number=round_number,
        pairing=costs.pairing,
        cost=cost,
        floats=floats,
        weighed=found.weighed,
        proved=found.proved,
        proof=proof,
        warnings=tuple(warnings),
        next_best=None,
        text=(
            *([proof.text] if proof else []),
            *bye_text,
            *sentences(cost, floats, found.weighed, found.proved),
        ),
    )
    if len(costs.teams) <= EAGER:
        second = _next_best(costs, found, certificate)
        certificate = replace(certificate, next_best=second, text=(*certificate.text, second.text))
    return SwissDraw(matches, chosen.bye.number if chosen.bye else None, certificate, costs, found)


def _total(costs: Costing, pairs: Iterable[Pair]) -> Cost:
    return sum((costs.cost(*pair) for pair in pairs), Cost())


def _bye_text(bye: SwissTeam | None, standing: Sequence[SwissTeam], chosen: bool, relaxed: bool) -> list[str]:
    if bye is None:
        return []
    if chosen:
        return [f"Team {bye.number} has the bye, which the director chose."]
    if bye.had_bye:
        return [f"Team {bye.number} has a second bye, because every team that is there has had one."]
    lower = [team.number for team in standing[standing.index(bye) + 1 :] if not team.had_bye]
    text = f"Team {bye.number}, with {wins(bye.points)}, has the bye: the lowest-standing team without one"
    if not lower:
        return [f"{text}."]
    if relaxed:
        return [f"{text} for which fewest others must meet again."]
    below = f"team {lower[0]}" if len(lower) == 1 else f"any of the {len(lower)} lower ones"
    return [f"{text} for which the others can be drawn; with {below} sitting out they could not."]


def _next_best(costs: Costing, found: Found, certificate: Certificate) -> NextBest:
    """Forbid each match in turn and draw the rest again; for large fields exchange opponents instead."""
    rematches = certificate.proof is not None
    exact = len(costs.teams) <= EXACT
    other = _forbidding(costs, found, rematches) if exact else _exchanging(costs, found, rematches)
    if other is None:
        text = (
            "There is no other draw with this bye."
            if exact
            else "No exchange of opponents between neighbouring matches gives another draw."
        )
        return NextBest(None, (), exact, text)
    cost = _total(costs, other)
    numbers = tuple((costs.teams[one].number, costs.teams[two].number) for one, two in other)
    return NextBest(cost, numbers, exact, _next_text(certificate.cost, cost, exact))


def _forbidding(costs: Costing, found: Found, rematches: bool) -> tuple[Pair, ...] | None:
    size = len(costs.teams)
    edges = costs.edges(combinations(range(size), 2), rematches=rematches)
    best: Found | None = None
    for forbidden in found.pairs:
        other = match(size, [edge for edge in edges if edge[:2] != forbidden])
        if other and (best is None or other.weight < best.weight):
            best = other
    return best.pairs if best else None


def _exchanging(costs: Costing, found: Found, rematches: bool) -> tuple[Pair, ...] | None:
    best: tuple[int, tuple[Pair, ...]] | None = None
    for place, (a, b) in enumerate(found.pairs):
        for c, d in found.pairs[place + 1 : place + 1 + _WINDOW]:
            now = costs.weight(a, b) + costs.weight(c, d)
            for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
                if not rematches and (costs.met(*one) or costs.met(*two)):
                    continue
                dearer = costs.weight(*one) + costs.weight(*two) - now
                if best is None or dearer < best[0]:
                    gone = {(a, b), (c, d)}
                    kept = [pair for pair in found.pairs if pair not in gone]
                    new = [(min(pair), max(pair)) for pair in (one, two)]
                    best = dearer, tuple(sorted(kept + new))
    return best[1] if best else None


_NAMES = {
    "rematches": "rematches",
    "differences": "squared differences of record",
    "repeated_floats": "repeated floats",
    "distance": "places between floating teams",
    "order": "squared places away from the pairing's order",
}


def _next_text(cost: Cost, other: Cost, exact: bool) -> str:
    subject = "The next-best draw has" if exact else "The next-best draw is no worse than one that has"
    for name, now in cost.to_json().items():
        then = other.to_json()[name]
        if then != now:
            return f"{subject} {then} {_NAMES[name]} instead of {now}, all more important things being equal."
    return f"{subject} the same cost; the lot from the seed decides."
