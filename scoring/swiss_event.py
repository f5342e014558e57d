"""What a Swiss event consists of for its standings: teams, and the matches, byes and half-byes of its rounds.

Owns: these records and the check of them as a whole.
Never does: rank anybody (``swiss_standings``), draw anybody, know boards or people.
Source: docs/rules.md §4.

Terms
-----
bye         a round without an opponent because the number of teams was odd: a win without points
half a win  what a tie is worth to each team when the director leaves it so; here everything counts in half wins
forfeit     a win and a loss without play and without points
late        a team that entered after round 1, with losses or half wins in place of the rounds it was not there for
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.faults import Fault
from scoring.match import Outcome


@dataclass(frozen=True, slots=True)
class SwissTeam:
    """A team. ``withdrawn_after`` is the last round it was in the event for (0: before the first), else ``None``."""

    number: int
    name: str = ""
    withdrawn_after: int | None = None
    late_losses: int = 0
    late_halves: int = 0


@dataclass(frozen=True, slots=True)
class SwissMatch:
    """A match of a round, or a bye.

    ``outcome`` is ``MatchScore.settled``: ``UNDECIDED`` until nothing can change it. A bye has no ``away``
    and is ``HOME``, or ``TIED`` where it is only half a win. Points of a forfeit do not count.
    """

    round: int
    home: int
    away: int | None
    outcome: Outcome
    home_points: int = 0
    away_points: int = 0
    forfeit: bool = False

    @classmethod
    def bye(cls, round: int, team: int) -> "SwissMatch":
        """The bye of a round."""
        return cls(round, team, None, Outcome.HOME)


def check_swiss(teams: Sequence[SwissTeam], matches: Sequence[SwissMatch]) -> tuple[Fault, ...]:
    """All faults, paths as in ``matches[3].home``; standings need an event free of them.

    What a director may do on purpose (a rematch, a second bye) is none.
    """
    numbers = Counter(team.number for team in teams)
    faults: list[Fault] = []
    for index, team in enumerate(teams):
        path = f"teams[{index}]"
        if numbers[team.number] > 1:
            message = f"Team {team.number} stands here twice: give each a number of its own."
            faults.append(Fault("team-twice", message, f"{path}.number"))
        for name, value in (("late_losses", team.late_losses), ("late_halves", team.late_halves)):
            if value < 0:
                message = f"Team {team.number} entered with {value} of them: give 0 or more."
                faults.append(Fault("late-range", message, f"{path}.{name}"))
    by_number = {team.number: team for team in teams}
    drawn: set[tuple[int, int]] = set()
    for index, match in enumerate(matches):
        path = f"matches[{index}]"
        faults.extend(fault.under(path) for fault in _match_faults(match))
        for key, number in (("home", match.home), ("away", match.away)):
            if number is None:
                continue
            fault = _team_fault(match, key, number, by_number.get(number), drawn)
            if fault is not None:
                faults.append(fault.under(path))
            drawn.add((match.round, number))
    return tuple(faults)


def _match_faults(match: SwissMatch) -> list[Fault]:
    faults = []
    if match.round < 1:
        faults.append(Fault("round-range", f"There is no round {match.round}: rounds count from 1.", "round"))
    if match.away is None and match.outcome not in (Outcome.HOME, Outcome.TIED):
        message = f"A bye is a win or half a win for team {match.home}: say which."
        faults.append(Fault("bye-outcome", message, "outcome"))
    return faults


def _team_fault(
    match: SwissMatch, key: str, number: int, team: SwissTeam | None, drawn: set[tuple[int, int]]
) -> Fault | None:
    if team is None:
        return Fault("team-unknown", f"There is no team {number}: add it, or correct the number.", key)
    if key == "away" and number == match.home:
        return Fault("team-against-itself", f"Team {number} cannot meet itself: correct one number.", key)
    if (match.round, number) in drawn:
        message = f"Team {number} stands in two matches of round {match.round}: take it out of one."
        return Fault("team-drawn-twice", message, key)
    if team.withdrawn_after is not None and match.round > team.withdrawn_after:
        message = (
            f"Team {number} left after round {team.withdrawn_after} and cannot play in round {match.round}: "
            "take it out, or let it return."
        )
        return Fault("team-withdrawn", message, key)
    return None
