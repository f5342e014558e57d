"""The standings of a Swiss event: wins first, then the event's tie-breaks, each a small named function.

Owns: every team's record round by round, the tie-breaks, the ranks, who is undefeated.
Never does: decide a match (``match``), check the event (``swiss_event``), draw a round.
Source: docs/rules.md §4, "Standings".

Terms
-----
half wins          what everything is counted in: 2 for a win or a bye, 1 for half a win
met                played against, a forfeit not included
missed             a round others have in their records and the team has neither a match nor a bye in
rated wins         an opponent's wins as tie-breaks count them, in wins
undefeated         still in the event, no loss (a late team's included) and no round missed
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import TypeAlias

from scoring.faults import Fault
from scoring.match import Outcome
from scoring.ranking import break_ties_by, rank
from scoring.swiss_event import SwissMatch, SwissTeam

HALF_WINS: Mapping[Outcome, int] = MappingProxyType({Outcome.HOME: 2, Outcome.TIED: 1, Outcome.AWAY: 0})
"""What home gets for an outcome, in half wins; away gets the rest of 2."""


class RoundKind(StrEnum):
    """What a round was for a team."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    MISSED = "missed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A team's round; ``rated_wins`` is what the opponent brings to ``opponents_wins``.

    Without an opponent to go by (bye, forfeit, missed) that is the team's own record; ``None``: nothing yet.
    """

    round: int
    kind: RoundKind
    opponent: int | None = None
    half_wins: int = 0
    points: int = 0
    opponent_points: int = 0
    rated_wins: Fraction | None = None


@dataclass(frozen=True, slots=True)
class SwissRecord:
    """A team's whole record; ``losses`` and ``halves`` include those it entered late with."""

    team: SwissTeam
    rounds: tuple[SwissRound, ...]

    @property
    def half_wins(self) -> int:
        return sum(item.half_wins for item in self.rounds) + self.team.late_halves

    @property
    def wins(self) -> int:
        """Whole wins, byes and forfeits included."""
        return sum(item.half_wins == 2 for item in self.rounds)

    @property
    def halves(self) -> int:
        return sum(item.half_wins == 1 for item in self.rounds) + self.team.late_halves

    @property
    def losses(self) -> int:
        """Matches lost, by forfeit too; a missed round is none."""
        lost = sum(
            item.half_wins == 0 for item in self.rounds if item.kind in (RoundKind.PLAYED, RoundKind.FORFEIT)
        )
        return lost + self.team.late_losses

    @property
    def byes(self) -> int:
        return sum(item.kind is RoundKind.BYE for item in self.rounds)

    @property
    def missed(self) -> int:
        return sum(item.kind is RoundKind.MISSED for item in self.rounds)

    @property
    def met(self) -> tuple[SwissRound, ...]:
        """The rounds it played against somebody, and that are decided."""
        return tuple(item for item in self.rounds if item.kind is RoundKind.PLAYED)

    @property
    def is_undefeated(self) -> bool:
        return self.team.withdrawn_after is None and not self.losses and not self.missed


Records: TypeAlias = Mapping[int, SwissRecord]
TieBreak: TypeAlias = Callable[[Sequence[int], Records], Mapping[int, Fraction]]
"""Values for the tied teams, higher first. Equal values leave the tie to the next tie-break."""


@dataclass(frozen=True, slots=True)
class SwissRow:
    """A line of the standings. The three sums are there whichever tie-breaks the event has.

    ``tie_breaks`` are the values that led to the rank, in the order tried; empty where wins alone did.
    """

    rank: int
    tied: bool
    team: int
    name: str
    withdrawn: bool
    half_wins: int
    wins: int
    losses: int
    halves: int
    byes: int
    missed: int
    opponents_wins: Fraction
    defeated_opponents_wins: Fraction
    points_difference: int
    tie_breaks: tuple[tuple[str, Fraction], ...]
    rounds: tuple[SwissRound, ...]


@dataclass(frozen=True, slots=True)
class SwissStandings:
    """The rows in order, the numbers of the teams still undefeated in that order, and the last round drawn."""

    rows: tuple[SwissRow, ...]
    undefeated: tuple[int, ...]
    rounds: int


def swiss_standings(
    teams: Sequence[SwissTeam], matches: Sequence[SwissMatch], tie_breaks: Sequence[str] | None = None
) -> SwissStandings:
    """The standings over all matches that are decided. Give it only what ``check_swiss`` found no fault with.

    ``tie_breaks`` are names of ``SWISS_TIE_BREAKS``, in the order tried; ``None``: all of them, in that order.
    """
    names = tuple(SWISS_TIE_BREAKS) if tie_breaks is None else tuple(tie_breaks)
    records = swiss_records(teams, matches)
    rows: list[SwissRow] = []
    # Withdrawn teams come last: docs/rules.md §4, "Standings".
    places = rank(
        records, key=lambda team: (records[team].team.withdrawn_after is None, records[team].half_wins)
    )
    for _, equals in groupby(places, key=lambda place: place.rank):
        group = [place.item for place in equals]
        above = len(rows)
        broken = break_ties_by(group, names, lambda name, tied: SWISS_TIE_BREAKS[name](tied, records))
        rows.extend(
            _row(records, above + item.place.rank, item.place.tied, item.place.item, item.values)
            for item in broken
        )
    undefeated = tuple(row.team for row in rows if records[row.team].is_undefeated)
    return SwissStandings(tuple(rows), undefeated, max((match.round for match in matches), default=0))


def swiss_records(teams: Sequence[SwissTeam], matches: Sequence[SwissMatch]) -> dict[int, SwissRecord]:
    """Every team's record by its number, rounds in order, each with what its opponent brings."""
    rounds = sorted({match.round for match in matches})
    played = {(match.round, team): _round(match, team) for match in matches for team in _teams(match)}
    plain = {
        team.number: SwissRecord(
            team,
            tuple(
                played.get((number, team.number), SwissRound(number, RoundKind.MISSED)) for number in rounds
            ),
        )
        for team in teams
    }
    rated = {number: _rated_wins(record) for number, record in plain.items()}
    return {
        number: SwissRecord(record.team, tuple(_with_rated(item, record, rated) for item in record.rounds))
        for number, record in plain.items()
    }


def opponents_wins(tied: Sequence[int], records: Records) -> Mapping[int, Fraction]:
    """The rated wins of all opponents (Buchholz); the team's own for each round without one."""
    return {
        team: sum((item.rated_wins or Fraction(0) for item in records[team].rounds), Fraction(0))
        for team in tied
    }


def defeated_opponents_wins(tied: Sequence[int], records: Records) -> Mapping[int, Fraction]:
    """The rated wins of the opponents beaten, and half of those of the ones tied with (Sonneborn-Berger)."""
    return {
        team: sum(
            ((item.rated_wins or Fraction(0)) * item.half_wins / 2 for item in records[team].met), Fraction(0)
        )
        for team in tied
    }


def head_to_head(tied: Sequence[int], records: Records) -> Mapping[int, Fraction]:
    """The share won of the matches among the tied teams; 0 for all unless each of them met every other.

    Otherwise it would reward whom a team happened to meet.
    """
    group = set(tied)
    values = {}
    for team in tied:
        among = [item for item in records[team].met if item.opponent in group]
        if {item.opponent for item in among} != group - {team}:
            return dict.fromkeys(tied, Fraction(0))
        values[team] = Fraction(sum(item.half_wins for item in among), 2 * len(among) or 1)
    return values


def points_difference(tied: Sequence[int], records: Records) -> Mapping[int, Fraction]:
    """Own points less the opponents' over the matches played."""
    return {
        team: Fraction(sum(item.points - item.opponent_points for item in records[team].met)) for team in tied
    }


SWISS_TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        function.__name__: function
        for function in (opponents_wins, defeated_opponents_wins, head_to_head, points_difference)
    }
)
"""Every tie-break by name, in the usual order; an event lists those it wants, in its own."""


def check_swiss_tie_breaks(names: Sequence[str]) -> tuple[Fault, ...]:
    """All faults of a list of tie-breaks, paths as in ``tie_breaks[1]``."""
    faults = []
    for index, name in enumerate(names):
        if name not in SWISS_TIE_BREAKS:
            message = f"There is no tie-break {name}; take any of {', '.join(SWISS_TIE_BREAKS)}."
            faults.append(Fault("tie-break-unknown", message, f"tie_breaks[{index}]"))
        elif name in names[:index]:
            message = f"The tie-break {name} is named twice: leave one out."
            faults.append(Fault("tie-break-twice", message, f"tie_breaks[{index}]"))
    return tuple(faults)


def _teams(match: SwissMatch) -> tuple[int, ...]:
    return (match.home,) if match.away is None else (match.home, match.away)


def _round(match: SwissMatch, team: int) -> SwissRound:
    """The match as one of its teams sees it."""
    at_home = team == match.home
    if match.outcome is Outcome.UNDECIDED:
        return SwissRound(match.round, RoundKind.UNDECIDED, match.away if at_home else match.home)
    half_wins = HALF_WINS[match.outcome if at_home else match.outcome.turned]
    if match.away is None:
        return SwissRound(match.round, RoundKind.BYE, None, half_wins)
    opponent = match.away if at_home else match.home
    if match.forfeit:
        return SwissRound(match.round, RoundKind.FORFEIT, opponent, half_wins)
    points = (match.home_points, match.away_points)
    own, other = points if at_home else points[::-1]
    return SwissRound(match.round, RoundKind.PLAYED, opponent, half_wins, own, other)


def _rated_wins(record: SwissRecord) -> Fraction:
    """A team's wins as its opponents' tie-breaks count them.

    A team that has left would pull down those who met it through no fault of theirs: it is taken to have won
    half of the rounds since. docs/rules.md §4, "Byes and teams that left".
    """
    left = record.team.withdrawn_after
    since = 0 if left is None else sum(item.round > left for item in record.rounds)
    return Fraction(record.half_wins + since, 2)


def _with_rated(item: SwissRound, record: SwissRecord, rated: Mapping[int, Fraction]) -> SwissRound:
    if item.kind is RoundKind.UNDECIDED:
        return item
    wins = Fraction(record.half_wins, 2)
    if item.kind is RoundKind.PLAYED and item.opponent is not None:
        wins = rated[item.opponent]
    return SwissRound(
        item.round, item.kind, item.opponent, item.half_wins, item.points, item.opponent_points, wins
    )


def _row(
    records: Records, place: int, tied: bool, team: int, values: tuple[tuple[str, Fraction], ...]
) -> SwissRow:
    record = records[team]
    return SwissRow(
        rank=place,
        tied=tied,
        team=team,
        name=record.team.name,
        withdrawn=record.team.withdrawn_after is not None,
        half_wins=record.half_wins,
        wins=record.wins,
        losses=record.losses,
        halves=record.halves,
        byes=record.byes,
        missed=record.missed,
        opponents_wins=opponents_wins([team], records)[team],
        defeated_opponents_wins=defeated_opponents_wins([team], records)[team],
        points_difference=int(points_difference([team], records)[team]),
        tie_breaks=values,
        rounds=record.rounds,
    )
