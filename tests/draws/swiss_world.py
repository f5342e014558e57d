"""Short builders of Swiss teams, and seeded events to draw."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from tournaments.draws.swiss import Pairing, SwissDraw, SwissTeam, draw


def teams(count: int, played: Iterable[tuple[int, int]] = (), **points: int) -> list[SwissTeam]:
    """`count` teams that stand in order of number; `played` pairs have met; `t3=4` gives team 3 four half-wins."""
    met: dict[int, set[int]] = {number: set() for number in range(1, count + 1)}
    for one, two in played:
        met[one].add(two)
        met[two].add(one)
    return [
        SwissTeam(
            number=number, rank=number, points=points.get(f"t{number}", 0), opponents=frozenset(met[number])
        )
        for number in range(1, count + 1)
    ]


def change(field: Sequence[SwissTeam], number: int, **values: Any) -> list[SwissTeam]:
    return [replace(team, **values) if team.number == number else team for team in field]


def made_up(source: random.Random, count: int) -> list[SwissTeam]:
    """Records as no event needs to have produced them: any points, any opponents."""
    density = source.choice([0.1, 0.3, 0.5, 0.7])
    pairs = [
        (a, b) for a in range(1, count + 1) for b in range(a + 1, count + 1) if source.random() < density
    ]
    most = source.choice([0, 1, 3, 8])
    ranks = source.sample(range(1, count + 1), count)
    return [
        replace(
            team,
            rank=rank,
            points=source.randint(0, most),
            had_bye=source.random() < 0.4,
            floats=tuple(source.choices((-1, 0, 1), k=source.randint(0, 4))),
            home_balance=source.randint(-1, 1),
        )
        for team, rank in zip(teams(count, pairs), ranks, strict=True)
    ]


def played(field: Sequence[SwissTeam], drawn: SwissDraw, source: random.Random) -> list[SwissTeam]:
    """The records after the drawn round, results by chance, a tie now and then."""
    now = {team.number: team for team in field}
    floats = {each.team: each.direction for each in drawn.certificate.floats}
    for match in drawn.matches:
        home = source.choice([0, 0, 0, 2, 2, 2, 1])
        for number, other, points, side in (
            (match.home, match.away, home, 1),
            (match.away, match.home, 2 - home, -1),
        ):
            team = now[number]
            now[number] = replace(
                team,
                points=team.points + points,
                opponents=team.opponents | {other},
                floats=(*team.floats, floats.get(number, 0)),
                home_balance=team.home_balance + side,
            )
    if drawn.bye is not None:
        team = now[drawn.bye]
        now[drawn.bye] = replace(team, points=team.points + 2, had_bye=True, floats=(*team.floats, 0))
    standing = sorted(now.values(), key=lambda team: (-team.points, team.rank))
    return [replace(team, rank=rank) for rank, team in enumerate(standing, 1)]


def event(count: int, rounds: int, pairing: Pairing, seed: int) -> list[SwissTeam]:
    """The records of a field after some rounds of ours."""
    source = random.Random(seed)
    field: Sequence[SwissTeam] = teams(count)
    for number in range(1, rounds + 1):
        drawn = draw(field, round_number=number, seed=seed, pairing=pairing)
        field = played(field, drawn, source)
    return list(field)
