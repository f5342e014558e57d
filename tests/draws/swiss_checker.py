"""A second, slow reading of docs/rules.md §4 to hold the draw against: all matchings, one after another.

It shares only the value types with the draw: groups, floats and costs are worked out again from the records.
"""

from collections.abc import Iterator, Sequence

from tournaments.draws.swiss import BYE, Proof, SwissDraw, SwissTeam

Pairs = frozenset[frozenset[int]]
Numbers = tuple[int, int, int, int, int]


def in_order(teams: Sequence[SwissTeam]) -> list[SwissTeam]:
    return sorted((t for t in teams if t.available), key=lambda t: (-t.points, t.rank))


def matchings(numbers: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of teams."""
    if not numbers:
        yield []
        return
    first, *rest = numbers
    for index, partner in enumerate(rest):
        for others in matchings(rest[:index] + rest[index + 1 :]):
            yield [(first, partner), *others]


def cost(field: Sequence[SwissTeam], pairs: Sequence[tuple[int, int]], pairing: str) -> Numbers:
    """Rematches, squared differences, repeated floats, distance, order; `field` in standing order, no bye."""
    team = {t.number: t for t in field}
    standing = [t.number for t in field]
    rematches = differences = repeats = distance = order = 0
    for pair in pairs:
        one, two = (team[number] for number in sorted(pair, key=standing.index))
        rematches += two.number in one.opponents
        gap = standing.index(two.number) - standing.index(one.number)
        if one.points != two.points:
            differences += (one.points - two.points) ** 2
            repeats += sum(each == -1 for each in one.floats) + sum(each == 1 for each in two.floats)
            distance += gap
            continue
        group = [t.number for t in field if t.points == one.points]
        i, j, m = group.index(one.number) + 1, group.index(two.number) + 1, len(group)
        off = {"fold": i + j - m - 1, "slide": j - i - -(-m // 2), "adjacent": j - i - 1}[pairing]
        order += off**2
    return rematches, differences, repeats, distance, order


def byes(teams: Sequence[SwissTeam], chosen: int | None, second: bool) -> list[int | None]:
    """Who may have the bye, the first choice first."""
    field = in_order(teams)
    if len(field) % 2 == 0:
        return [None]
    if chosen is not None:
        return [chosen]
    first = [t.number for t in reversed(field) if not t.had_bye]
    return list(first) or [t.number for t in reversed(field) if second]


def best(
    teams: Sequence[SwissTeam], pairing: str, *, chosen: int | None = None, rematches: bool = False
) -> tuple[int | None, Numbers, list[Pairs]] | None:
    """The bye, the least cost and all draws that have it; None where there is no draw."""
    found: list[tuple[int, int | None, Numbers, list[Pairs]]] = []
    for place, bye in enumerate(byes(teams, chosen, rematches)):
        field = [t for t in in_order(teams) if t.number != bye]
        met = {frozenset((t.number, other)) for t in field for other in t.opponents}
        least, draws = None, []
        for pairs in matchings([t.number for t in field]):
            if not rematches and any(frozenset(pair) in met for pair in pairs):
                continue
            here = cost(field, pairs, pairing)
            if least is None or here < least:
                least, draws = here, []
            if here == least:
                draws.append(frozenset(map(frozenset, pairs)))
        if least is not None:
            if not rematches:
                return bye, least, draws
            found.append((place, bye, least, draws))
    if not found:
        return None
    _, bye, least, draws = min(found, key=lambda row: (row[2][0], row[0]))
    return bye, least, draws


def pairs_of(draw: SwissDraw) -> Pairs:
    return frozenset(frozenset((match.home, match.away)) for match in draw.matches)


def breaks(
    teams: Sequence[SwissTeam],
    draw: SwissDraw,
    pairing: str,
    *,
    chosen: int | None = None,
    relaxed: bool = False,
) -> list[str]:
    """Which hard rules a draw breaks, and what its certificate says that is not so."""
    team = {t.number: t for t in teams}
    there = {t.number for t in teams if t.available}
    drawn = [number for match in draw.matches for number in (match.home, match.away)]
    if draw.bye is not None:
        drawn.append(draw.bye)
    wrong = []
    if sorted(drawn) != sorted(there):
        wrong.append("not everybody there is drawn exactly once")
    if (draw.bye is not None) != bool(len(there) % 2):
        wrong.append("a bye where none is due, or none where one is")
    if draw.bye is not None and team[draw.bye].had_bye and chosen is None and not relaxed:
        wrong.append("a second bye")
    for match in draw.matches:
        met = match.away in team[match.home].opponents
        if met != match.rematch or (met and not relaxed):
            wrong.append("a rematch, or one not told")
        one, two = sorted((team[match.home], team[match.away]), key=lambda t: t.points)
        floats = (two.number, one.number) if one.points != two.points else (None, None)
        if (match.down, match.up) != floats:
            wrong.append("a float not told")
        homes = (team[match.home].home_balance, match.home), (team[match.away].home_balance, match.away)
        if homes[0] > homes[1]:
            wrong.append("the wrong team is home")
    field = [t for t in in_order(teams) if t.number != draw.bye]
    told = tuple(draw.certificate.cost.to_json().values())
    if told != cost(field, [(m.home, m.away) for m in draw.matches], pairing):
        wrong.append("the certificate's cost is not the draw's")
    return wrong


def proves(teams: Sequence[SwissTeam], proof: Proof, chosen: int | None = None) -> bool:
    """Whether a proof of impossibility holds: odd parts, apart from each other, more than teams removed."""
    there = [t for t in teams if t.available and t.number != chosen]
    allowed = {
        frozenset((a.number, b.number))
        for a in there
        for b in there
        if a is not b and b.number not in a.opponents
    }
    names = {t.number for t in there}
    if len(there) % 2:
        names.add(BYE)
        allowed |= {frozenset((BYE, t.number)) for t in there if not t.had_bye}
    removed, parts = set(proof.removed), [set(part) for part in proof.parts]
    listed = [number for part in parts for number in part] + list(removed)
    apart = all(not pair & part or pair <= part | removed for pair in allowed for part in parts)
    return (
        len(listed) == len(set(listed))
        and set(listed) <= names
        and all(len(part) % 2 for part in parts)
        and apart
        and len(parts) > len(removed)
    )
