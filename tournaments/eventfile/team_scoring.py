"""From a Teams event's file to races, matches and standings.

Owns: how a file's match becomes two races, and its event what the Swiss standings take.
Never does: arithmetic (scoring/race.py, match.py and swiss_standings.py do it), faults (`check_teams`), layout.

Terms: see `model_teams`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.match import Given, MatchScore, Outcome, decide
from scoring.notation import SideBid, SideTricks
from scoring.race import TARGET, Race, RaceEntry, run_race
from scoring.rules import RuleSet
from scoring.swiss_event import SwissMatch, SwissTeam
from scoring.swiss_standings import SwissStandings, swiss_standings
from tournaments.eventfile.model import (
    Entry,
    EventFile,
    EventInfo,
    GivenInfo,
    MatchInfo,
    RoomResult,
    RoundStatus,
)


@dataclass(frozen=True, slots=True)
class MatchScored:
    """A match of the file, its races in the open and the closed room, and how it stands; a bye has neither."""

    match: MatchInfo
    races: tuple[Race, Race] | None = None
    score: MatchScore | None = None


@dataclass(frozen=True, slots=True)
class TeamsScored:
    """A whole event: `matches` in the order of the file, and the same as the standings took them and as the next draw
    takes them, which counts what is certain though it is not over."""

    matches: tuple[MatchScored, ...]
    swiss_teams: tuple[SwissTeam, ...]
    swiss_matches: tuple[SwissMatch, ...]
    settled_matches: tuple[SwissMatch, ...]
    standings: SwissStandings


def score_teams(event_file: EventFile) -> TeamsScored:
    """The event with everything its standings were made of. Give it only what `loads` took."""
    matches = tuple(score_match(event_file.event, match) for match in event_file.matches)
    closed = _closed_rounds(event_file)
    teams, played = swiss_teams(event_file), tuple(_swiss_match(match, closed) for match in matches)
    return TeamsScored(
        matches=matches,
        swiss_teams=teams,
        swiss_matches=played,
        settled_matches=tuple(_swiss_match(match, [match.match.round]) for match in matches),
        standings=swiss_standings(teams, played, event_file.event.tie_breaks),
    )


def score_match(event: EventInfo, match: MatchInfo) -> MatchScored:
    """One match as it stands."""
    if match.away is None:
        return MatchScored(match)
    open_race, closed_race = (_race(event, results) for results in (match.open, match.closed))
    score = decide(open_race, closed_race, given=_given(match.given))
    return MatchScored(match, (open_race, closed_race), score)


def swiss_teams(event_file: EventFile) -> tuple[SwissTeam, ...]:
    """The teams by number, which is their seeding."""
    last: dict[int, int] = {}
    for match in event_file.matches:
        for number in teams_of(match):
            last[number] = max(match.round, last.get(number, 0))
    seated = (entry for entry in event_file.entries if not entry.standby)
    entries = sorted(seated, key=lambda entry: entry.number)
    return tuple(_swiss_team(entry, last.get(entry.number, 0)) for entry in entries)


def teams_of(match: MatchInfo) -> tuple[int, ...]:
    """Home and away, or the team that has the bye."""
    return (match.home,) if match.away is None else (match.home, match.away)


def target_of(rules: RuleSet) -> int:
    """The points that end a race."""
    return rules.target or TARGET


def most_boards(race_boards: int) -> int:
    """How many boards a match has room for, deciders included: a multiple of four (docs/event-file.md, "matches")."""
    return -(-2 * race_boards // 4) * 4


def race_entry(result: RoomResult) -> RaceEntry:
    """A room's result as the race takes it; raises NotationError."""
    return RaceEntry(
        board=result.board,
        ns_bid=SideBid.parse(result.ns_bid),
        ns_tricks=SideTricks.parse(result.ns_tricks),
        ew_bid=SideBid.parse(result.ew_bid),
        ew_tricks=SideTricks.parse(result.ew_tricks),
    )


def _race(event: EventInfo, results: Iterable[RoomResult]) -> Race:
    entries = [race_entry(result) for result in results if event.counts(result.status)]
    return run_race(event.rules, entries, target=target_of(event.rules), length=event.teams.race_boards)


def _given(given: GivenInfo | None) -> Given | None:
    return Given(given.outcome, given.note, given.forfeit) if given else None


def _swiss_team(entry: Entry, last_round: int) -> SwissTeam:
    """`last_round` is when a team left whose entry does not say it: after all that it was drawn for."""
    left = last_round if entry.withdrawn_after is None else entry.withdrawn_after
    return SwissTeam(
        number=entry.number,
        name=entry.name,
        withdrawn_after=left if entry.withdrawn else None,
        late_losses=entry.late_losses,
        late_halves=entry.late_halves,
    )


def _closed_rounds(event_file: EventFile) -> frozenset[int]:
    """A file that says nothing of rounds tells of an event that has been played."""
    if not event_file.rounds:
        return frozenset(match.round for match in event_file.matches)
    return frozenset(info.number for info in event_file.rounds if info.status is RoundStatus.CLOSED)


def _swiss_match(scored: MatchScored, closed: Collection[int]) -> SwissMatch:
    """A match as the standings take it: not before it is over (docs/rules.md §4)."""
    match, score = scored.match, scored.score
    if score is None:
        return SwissMatch.bye(match.round, match.home)
    if not (score.finished or match.round in closed):
        return SwissMatch(match.round, match.home, match.away, Outcome.UNDECIDED)
    return SwissMatch(
        round=match.round,
        home=match.home,
        away=match.away,
        outcome=score.settled,
        home_points=score.home_points,
        away_points=score.away_points,
        forfeit=match.given is not None and match.given.forfeit,
    )
