"""From what was played so far to the records that the next Swiss draw takes.

Owns: how a team's matches become its points, opponents, byes, floats and home balance, and what an undecided
match counts as until it is decided.
Never does: draw (`swiss`), rank (scoring/swiss_standings.py does), check the event (scoring/swiss_event.py).
Source: docs/swiss.md, "Records"; docs/rules.md §4.

Terms
    undecided   a match whose outcome something could still change: for the draw a tie without points.
    points      half-wins, those that a late team entered with included.
    float       see `swiss_types`; judged by both teams' points before the round, as they are known today.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring import swiss_event
from scoring.match import Outcome
from scoring.swiss_standings import SwissRecord, swiss_records, swiss_standings
from tournaments.draws.swiss_types import SwissTeam


def records_of(
    teams: Sequence[swiss_event.SwissTeam],
    matches: Sequence[swiss_event.SwissMatch],
    tie_breaks: Sequence[str] | None = None,
) -> tuple[SwissTeam, ...]:
    """Every team's record before the next round, in the order of `teams`, those that have left not available.

    Give it only what `scoring.swiss_event.check_swiss` found no fault with. `tie_breaks` are the event's, as
    `swiss_standings` takes them; teams that these leave equal stand in the order of `teams`, so before round 1
    that order is the seeding. A forfeit counts as met, a rematch once.
    """
    counted = [_counted(match) for match in matches]
    rows = swiss_standings(teams, counted, tie_breaks).rows
    places = {row.team: place for place, row in enumerate(rows, 1)}
    records = swiss_records(teams, counted)
    before = {number: _points_before(record) for number, record in records.items()}
    balance = _home_balance(matches)
    byes = {match.home for match in matches if match.away is None}
    return tuple(
        SwissTeam(
            number=team.number,
            rank=places[team.number],
            points=records[team.number].half_wins,
            opponents=frozenset(item.opponent for item in records[team.number].rounds if item.opponent),
            had_bye=team.number in byes,
            floats=_floats(records[team.number], before),
            available=team.withdrawn_after is None,
            home_balance=balance[team.number],
        )
        for team in teams
    )


def undecided(matches: Sequence[swiss_event.SwissMatch]) -> tuple[swiss_event.SwissMatch, ...]:
    """The matches that `records_of` counts as half a win each because they are not decided yet."""
    return tuple(match for match in matches if match.outcome is Outcome.UNDECIDED)


def _counted(match: swiss_event.SwissMatch) -> swiss_event.SwissMatch:
    """The match as the draw counts it. Points of races that have not ended cannot be compared: none are taken."""
    if match.outcome is not Outcome.UNDECIDED:
        return match
    return replace(match, outcome=Outcome.TIED, home_points=0, away_points=0)


def _points_before(record: SwissRecord) -> tuple[int, ...]:
    """A team's points before each round drawn."""
    points = [record.team.late_halves]
    for item in record.rounds:
        points.append(points[-1] + item.half_wins)
    return tuple(points[:-1])


def _floats(record: SwissRecord, before: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """One entry a round drawn: +1 against more points, −1 against fewer, 0 without an opponent or of equals."""
    own = before[record.team.number]
    return tuple(
        _sign(before[item.opponent][place] - own[place]) if item.opponent else 0
        for place, item in enumerate(record.rounds)
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _home_balance(matches: Sequence[swiss_event.SwissMatch]) -> Counter[int]:
    """Each team's matches at home less those away; a bye is neither."""
    balance: Counter[int] = Counter()
    for match in matches:
        if match.away is not None:
            balance[match.home] += 1
            balance[match.away] -= 1
    return balance
