"""Why a round has no draw: teams that have run out of opponents (docs/swiss.md, "When there is no draw").

Owns: the graph of allowed matches with the bye as one more team, Gallai and Edmonds' set, its sentence. Never does:
look for a draw.

Terms
    missable  a team that some largest matching leaves out.
    removed   the opponents of missable teams that are not missable themselves.
    part      teams connected by allowed matches once `removed` are gone.
"""

from collections.abc import Collection, Mapping, Sequence

import rustworkx

from tournaments.draws.swiss_types import BYE, Proof, SwissTeam, listed

Graph = Mapping[int, frozenset[int]]
"""Team number → the numbers it may still meet, the bye among them."""

_SPOKEN_PARTS = 6


def prove(teams: Sequence[SwissTeam], eligible: Collection[int] | None) -> Proof:
    """Return the proof that `teams` have no draw; call it only where there is none.

    `eligible` are the numbers of teams that may have the bye, None where there is no bye to give.
    """
    graph = _allowed(teams, eligible)
    missable = _missable(graph)
    removed = sorted({other for number in missable for other in graph[number]} - missable)
    parts = _parts({number: graph[number] & missable for number in missable})
    assert len(parts) > len(removed), "a field with a draw has no such proof"
    parts.sort(key=lambda part: (len(part), part))
    return Proof(tuple(removed), tuple(parts), _text(removed, parts))


def _allowed(teams: Sequence[SwissTeam], eligible: Collection[int] | None) -> Graph:
    everybody = frozenset(team.number for team in teams)
    graph = {team.number: everybody - team.opponents - {team.number} for team in teams}
    if eligible is not None:
        graph[BYE] = frozenset(eligible)
        for number in eligible:
            graph[number] |= {BYE}
    return graph


def _missable(graph: Graph) -> frozenset[int]:
    """A team is missable when the rest has as large a matching without it as with it."""
    found: set[int] = set()
    for part in _parts(graph):
        size = _matched(graph, part)
        if 2 * size < len(part):
            found |= {
                number
                for number in part
                if _matched(graph, [each for each in part if each != number]) == size
            }
    return frozenset(found)


def _matched(graph: Graph, numbers: Sequence[int]) -> int:
    """How many matches a largest matching among `numbers` has."""
    index = {number: place for place, number in enumerate(numbers)}
    plain: rustworkx.PyGraph[None, None] = rustworkx.PyGraph()
    plain.add_nodes_from([None] * len(numbers))
    plain.add_edges_from(
        [
            (index[number], index[other], None)
            for number in numbers
            for other in sorted(graph[number])
            if number < other and other in index
        ]
    )
    return len(rustworkx.max_weight_matching(plain, max_cardinality=True))


def _parts(graph: Graph) -> list[tuple[int, ...]]:
    """The connected parts, each in order of number."""
    parts = []
    left = set(graph)
    while left:
        part: set[int] = set()
        reached = {min(left)}
        while reached:
            part |= reached
            reached = {other for number in reached for other in graph[number]} - part
        parts.append(tuple(sorted(part)))
        left -= part
    return parts


def _text(removed: Sequence[int], parts: Sequence[tuple[int, ...]]) -> str:
    """One or two sentences that can be checked with the list of rounds at hand."""
    if removed == [] and parts == [(BYE,)]:
        return "Every team that is there has had its bye, so nobody can sit out this round."
    if not removed:
        return _no_draw(" ".join(_alone(part) for part in parts[:_SPOKEN_PARTS]))
    others = [part for part in parts if len(part) > 1]
    singles = [part[0] for part in parts if len(part) == 1]
    said = []
    if BYE in singles:
        singles.remove(BYE)
        said.append(f"only {_named(removed)} can have the bye")
    if singles:
        verb = "have" if len(singles) > 1 else "has"
        said.append(f"{_named(singles)} {verb} nobody left to meet but {_named(removed)}")
    said += [
        f"{_named(part)}, an odd number, can meet nobody else but {_named(removed)}"
        for part in others[:_SPOKEN_PARTS]
    ]
    if len(others) > _SPOKEN_PARTS:
        said.append(f"so it is with {len(others) - _SPOKEN_PARTS} more such groups")
    sentences = "; ".join(said)
    sentences = sentences[0].upper() + sentences[1:]
    needs = f"that is {len(parts)} opponents needed from outside where there are {len(removed)}"
    return _no_draw(f"{sentences}; {needs}.")


def _alone(part: Sequence[int]) -> str:
    if part == (BYE,):
        return "Every team that is there has had its bye."
    if len(part) == 1:
        return f"Team {part[0]} has met everybody."
    return f"Teams {listed(part)} can only meet each other, and are an odd number."


def _no_draw(why: str) -> str:
    return f"There is no draw without a rematch or a second bye. {why}"


def _named(numbers: Sequence[int]) -> str:
    """“team 4”, “teams 4 and 5”, “the bye and teams 4 and 5”."""
    teams = [number for number in numbers if number != BYE]
    words = [f"{'team' if len(teams) == 1 else 'teams'} {listed(teams)}"] if teams else []
    return " and ".join((["the bye"] if BYE in numbers else []) + words)
