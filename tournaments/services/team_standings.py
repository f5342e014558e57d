"""A Teams event's standings: what a recompute reads of it, and what it will write.

Owns: which matches are scored again; reading a Teams event for the standings.
Never does: arithmetic (scoring/), the form of what is written (team_data.py, match_data.py), the write (standings.py).
"""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Q

from scoring.match import Outcome
from scoring.swiss_event import SwissMatch, SwissTeam
from scoring.swiss_standings import swiss_standings
from tournaments.models import (
    Entry,
    Event,
    Match,
    MatchSnapshot,
    Result,
    RoundStatus,
    StandingsSnapshot,
    TableSeat,
)
from tournaments.services.fresh import Fresh
from tournaments.services.match_data import LineUps, snapshot_of
from tournaments.services.match_reading import matches_of, read_matches
from tournaments.services.pairs_standings import players_by_entry
from tournaments.services.race_boards import RaceBoards
from tournaments.services.snapshot_data import RoundFacts
from tournaments.services.team_data import TeamsKnown, teams_data


def compute_teams(event: Event, snapshot: StandingsSnapshot) -> Fresh:
    """Score the matches that changed since `snapshot`, and with them the whole event."""
    everything = event.all_boards_version > snapshot.version
    since = -1 if everything else snapshot.version
    matches = matches_of(event)
    kept = {} if everything else _kept(event)
    touched = _touched(event, since)
    stale = [match for match in matches if match.pk not in kept or match.pk in touched]
    line_ups = line_ups_of(stale)
    boards = RaceBoards(event.teams.race_boards)
    rows = [
        snapshot_of(read, boards, line_ups, event.pk, event.results_version)
        for read in read_matches(event, stale)
    ]
    now = kept | {row.match_id: row for row in rows}
    entries = list(event.entries.filter(standby=False).order_by("number"))
    standings = swiss_standings(
        [swiss_team(entry) for entry in entries],
        [_swiss_match(match, now[match.pk]) for match in matches],
        tuple(event.tie_breaks),
    )
    known = TeamsKnown(
        status=event.status,
        settings=event.teams,
        previous=snapshot.data,
        entries=tuple(entries),
        players=players_by_entry(event) if everything else None,
        rounds=tuple(
            RoundFacts(*row) for row in event.rounds.order_by("number").values_list("number", "status")
        ),
        matches=tuple((match, now[match.pk]) for match in matches),
    )
    return Fresh(event.results_version, teams_data(standings, known), lambda: _store(rows))


def swiss_team(entry: Entry) -> SwissTeam:
    """A team as the standings take it."""
    return SwissTeam(
        entry.number,
        entry.name,
        (entry.withdrawn_after or 0) if entry.withdrawn else None,
        entry.late_losses,
        entry.late_halves,
    )


def line_ups_of(matches: list[Match], called: Mapping[int, str] | None = None) -> LineUps:
    """Who sits at the tables of these matches, by name, or as `called` has it by the person's key."""
    names: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    seats = TableSeat.objects.filter(table__match__in=[match.pk for match in matches])
    rows = seats.order_by("table_id", "direction", "position").values_list(
        "table_id", "direction", "person", "person__name"
    )
    for table, direction, person, name in rows:
        names[table, direction].append((called or {}).get(person, name))
    return names


def _kept(event: Event) -> dict[int, MatchSnapshot]:
    return {row.match_id: row for row in event.match_snapshots.defer("data")}


def _touched(event: Event, since: int) -> set[int | None]:
    """Keys of the matches with a result, taken back or not, or a decision that is newer than `since`."""
    newer = Q(event=event, event_version__gt=since, table__match__isnull=False)
    found: set[int | None] = set(
        Result.objects.filter(newer).order_by().values_list("table__match", flat=True).distinct()
    )
    decided = Match.objects.filter(round__event=event, event_version__gt=since)
    return found | set(decided.values_list("pk", flat=True))


def _swiss_match(match: Match, row: MatchSnapshot) -> SwissMatch:
    """The match as the standings take it (docs/rules.md §4, "Standings"): not before it is over, for they would tell a
    table that plays on how it stands."""
    away = match.away.number if match.away else None
    if not is_over(match, row):
        return SwissMatch(match.round.number, match.home.number, away, Outcome.UNDECIDED)
    return SwissMatch(
        match.round.number,
        match.home.number,
        away,
        Outcome(row.outcome),
        row.home_points,
        row.away_points,
        row.forfeit,
    )


def is_over(match: Match, row: MatchSnapshot) -> bool:
    """Whether nobody plays in the match any more: both tables have stopped, or its round is closed."""
    return row.finished or match.round.status == RoundStatus.CLOSED


def _store(rows: list[MatchSnapshot]) -> None:
    MatchSnapshot.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["match"],
        update_fields=[
            *("version", "outcome", "home_points", "away_points", "forfeit"),
            *("finished", "due", "entered", "data"),
        ],
        batch_size=100,
    )
