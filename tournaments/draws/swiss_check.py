"""Whether a round can be drawn as asked at all (docs/swiss.md).

Owns: every fault of the input, each as a sentence. Never does: draw, or judge whether a draw exists.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from tournaments.draws.swiss_types import MAX_ROUNDS, MAX_TEAMS, SwissFault, SwissTeam


def check(teams: Sequence[SwissTeam], round_number: int, bye: int | None) -> tuple[SwissFault, ...]:
    """Return all faults: of the teams, of the round's number, of the director's choice of a bye."""
    return (*_field(teams, round_number), *_records(teams), *_bye(teams, bye))


def _field(teams: Sequence[SwissTeam], round_number: int) -> Iterator[SwissFault]:
    if not 1 <= round_number <= MAX_ROUNDS:
        yield SwissFault("round", f"Round {round_number} cannot be drawn; rounds are 1 to {MAX_ROUNDS}.")
    there = sum(team.available for team in teams)
    if there < 2:
        have = "there is only 1" if there else "there is none"
        yield SwissFault("too-few", f"A round needs at least 2 teams that are there, and {have}; enter more.")
    if len(teams) > MAX_TEAMS:
        yield SwissFault("too-many", f"{len(teams)} teams cannot be drawn at once; at most {MAX_TEAMS} can.")
    for number, times in sorted(Counter(team.number for team in teams).items()):
        if times > 1:
            yield SwissFault("twice", f"Team {number} is in the draw {times} times; list it once.", number)
    for rank, times in sorted(Counter(team.rank for team in teams).items()):
        if times > 1:
            yield SwissFault(
                "rank", f"{times} teams have place {rank} in the standing order; give each its own."
            )


def _records(teams: Sequence[SwissTeam]) -> Iterator[SwissFault]:
    by_number = {team.number: team for team in teams}
    for team in teams:
        number = team.number
        if number < 1:
            yield SwissFault(
                "number", f"Team {number} has no number that can be drawn; count from 1.", number
            )
        if not 0 <= team.points <= 2 * MAX_ROUNDS:
            yield SwissFault(
                "points",
                f"Team {number} has {team.points} half-wins; they must be from 0 to {2 * MAX_ROUNDS}.",
                number,
            )
        if len(team.floats) > MAX_ROUNDS or not set(team.floats) <= {-1, 0, 1}:
            yield SwissFault(
                "floats",
                f"Team {number}'s floats must be +1, −1 or 0, at most {MAX_ROUNDS} of them.",
                number,
            )
        for opponent in sorted(team.opponents):
            if opponent == number:
                yield SwissFault("itself", f"Team {number} is its own opponent; correct its record.", number)
            elif opponent not in by_number:
                yield SwissFault(
                    "unknown",
                    f"Team {number} has met team {opponent}, which is not among the teams; list that team,"
                    " as not available if it has left.",
                    number,
                )
            elif number not in by_number[opponent].opponents:
                yield SwissFault(
                    "one-sided",
                    f"Team {number} has met team {opponent}, but team {opponent} has not met team {number};"
                    " correct one record.",
                    number,
                )


def _bye(teams: Sequence[SwissTeam], bye: int | None) -> Iterator[SwissFault]:
    if bye is None:
        return
    there = [team.number for team in teams if team.available]
    if len(there) % 2 == 0:
        yield SwissFault("bye-even", f"{len(there)} teams need no bye; draw without one.", bye)
    if bye not in there:
        known = any(team.number == bye for team in teams)
        reason = "has left" if known else "is not among the teams"
        yield SwissFault(
            "bye-team", f"Team {bye} cannot have the bye, because it {reason}; choose another.", bye
        )
