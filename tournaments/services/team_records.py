"""A Teams event as the Swiss draw and its standings take it, read from the results themselves.

Owns: that a draw never rests on standings that lag. Reads; changes nothing.
Never does: draw (tournaments/draws/), rank (scoring/).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.swiss_event import SwissMatch, SwissTeam
from scoring.swiss_standings import SwissStandings, swiss_standings
from tournaments.draws import swiss_records
from tournaments.draws.swiss import SwissTeam as DrawTeam
from tournaments.models import Event
from tournaments.services.match_reading import MatchRead, matches_of, read_matches
from tournaments.services.team_progress import is_decided, planned_rounds
from tournaments.services.team_standings import swiss_team


@dataclass(frozen=True, slots=True)
class SwissRead:
    """Teams in order of number, and matches in order of round and number, as they stand now: `matches` as the next
    draw takes them, `counted` as the standings do."""

    event: Event
    teams: tuple[SwissTeam, ...]
    matches: tuple[SwissMatch, ...]
    counted: tuple[SwissMatch, ...]
    drawn: int

    @property
    def undecided(self) -> tuple[SwissMatch, ...]:
        return swiss_records.undecided(self.matches)

    @property
    def planned(self) -> int:
        return planned_rounds(self.event.teams, self.field)

    @property
    def field(self) -> int:
        """How many teams there are, those that left before the first round left out."""
        return sum(team.withdrawn_after != 0 for team in self.teams)

    @property
    def is_decided(self) -> bool:
        undefeated = self.standings().undefeated
        return is_decided(self.event.teams, self.field, self.drawn, undefeated, len(self.undecided))

    def standings(self) -> SwissStandings:
        return swiss_standings(self.teams, self.counted, tuple(self.event.tie_breaks))

    def before(self, round_number: int) -> "SwissRead":
        """The same before a round was drawn: only earlier matches, and teams that left since still there."""
        teams = tuple(
            team
            if team.withdrawn_after is None or team.withdrawn_after < round_number
            else SwissTeam(team.number, team.name, None, team.late_losses, team.late_halves)
            for team in self.teams
        )
        matches = tuple(match for match in self.matches if match.round < round_number)
        counted = tuple(match for match in self.counted if match.round < round_number)
        return SwissRead(self.event, teams, matches, counted, round_number - 1)

    def records(self) -> tuple[DrawTeam, ...]:
        """Every team's record before the next round, as `draws.swiss.draw` takes it."""
        return swiss_records.records_of(self.teams, self.matches, tuple(self.event.tie_breaks))


def read_swiss(event: Event) -> SwissRead:
    """Read everything: all matches are scored from their results."""
    return swiss_of(event, read_matches(event, matches_of(event)))


def swiss_of(event: Event, reads: Sequence[MatchRead]) -> SwissRead:
    """The same of matches that have been read already."""
    entries = event.entries.filter(standby=False).order_by("number")
    return SwissRead(
        event,
        tuple(swiss_team(entry) for entry in entries),
        tuple(read.swiss() for read in reads),
        tuple(read.counted() for read in reads),
        event.rounds.count(),
    )
