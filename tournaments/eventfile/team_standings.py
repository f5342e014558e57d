"""What `manage.py score --json` prints of a Teams event.

Owns: the keys of its standings and matches (docs/event-file.md, "What score prints").
Never does: compute; every figure comes from `team_scoring`.
"""

from collections.abc import Mapping

from scoring.swiss_standings import SwissRow
from tournaments.eventfile.model import EventFile
from tournaments.eventfile.team_scoring import MatchScored, score_teams

Json = dict[str, object]


def teams_json(event_file: EventFile) -> Json:
    """The whole object; sums of opponents' wins are floats, which halves of wins fit in exactly."""
    scored = score_teams(event_file)
    names = {entry.number: entry.name for entry in event_file.entries}
    return {
        "standings": [_row(row) for row in scored.standings.rows],
        "undefeated": list(scored.standings.undefeated),
        "boards": [],
        "matches": [_match(match, names) for match in scored.matches],
        "ratings": [],
    }


def _row(row: SwissRow) -> Json:
    return {
        "rank": row.rank,
        "tied": row.tied,
        "entry": row.team,
        "name": row.name,
        "wins": row.wins,
        "losses": row.losses,
        "halves": row.halves,
        "byes": row.byes,
        "missed": row.missed,
        "half_wins": row.half_wins,
        "opponents_wins": float(row.opponents_wins),
        "defeated_opponents_wins": float(row.defeated_opponents_wins),
        "points_difference": row.points_difference,
        "withdrawn": row.withdrawn,
    }


def _match(scored: MatchScored, names: Mapping[int, str]) -> Json:
    match, score = scored.match, scored.score
    if score is None or match.away is None:
        return {"round": match.round, "bye": match.home}
    return {
        "round": match.round,
        "match": match.number,
        "home": match.home,
        "away": match.away,
        "outcome": str(score.outcome),
        "reason": str(score.reason),
        "certain": score.certain,
        "text": score.explain(names[match.home], names[match.away]),
        "home_reached": score.home_reached,
        "away_reached": score.away_reached,
        "home_points": score.home_points,
        "away_points": score.away_points,
    }
