"""What the snapshot of a Teams event holds, as JSON: the one place that knows its form (docs/developers.md, Snapshots).

Owns: the keys that pages, API and sheets read of its standings. Never does: query, or compute.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.swiss_standings import RoundKind, SwissRow, SwissStandings
from tournaments.models import Entry, Kind, Match, MatchSnapshot, TeamsSettings
from tournaments.services.snapshot_data import RoundFacts, baseline_of, current_round
from tournaments.services.team_progress import is_decided, planned_rounds


@dataclass(frozen=True, slots=True)
class TeamsKnown:
    """One reading of a Teams event beside its standings.

    `previous` is the snapshot as it was; `players` is None where the entries are as they were; `matches` come each
    with its own snapshot, in order.
    """

    status: str
    settings: TeamsSettings
    previous: Mapping[str, Any]
    entries: tuple[Entry, ...]
    players: Mapping[int, list[str]] | None
    rounds: tuple[RoundFacts, ...]
    matches: tuple[tuple[Match, MatchSnapshot], ...]


def teams_data(standings: SwissStandings, known: TeamsKnown) -> dict[str, Any]:
    """The event's snapshot."""
    # before anything is decided every rank is the same, and no arrow counts from it
    baseline = baseline_of(known.previous, known.rounds, _counted)
    rows = [_row(row, baseline["ranks"].get(str(row.team))) for row in standings.rows]
    return {
        "kind": str(Kind.TEAMS),
        "lists": [{"field": "", "rows": rows}],
        "undefeated": list(standings.undefeated),
        "entries": _entries(known),
        "cross": _cross(standings, known),
        "progress": _progress(standings, known),
        "penalties": [],
        "baseline": baseline,
    }


def _counted(row: Mapping[str, Any]) -> bool:
    return bool(row["wins"] or row["losses"] or row["halves"])


def _entries(known: TeamsKnown) -> dict[str, Any]:
    """Who plays. Only what touches everything can change it, so otherwise it is what it was."""
    if known.players is None:
        return dict(known.previous["entries"])
    return {
        str(entry.number): {
            "name": entry.name,
            "players": known.players.get(entry.number, []),
            "field": "",
            "withdrawn": entry.withdrawn,
        }
        for entry in known.entries
    }


def _progress(standings: SwissStandings, known: TeamsKnown) -> dict[str, Any]:
    settings, snapshots = known.settings, [row for _, row in known.matches]
    played = [row for match, row in known.matches if match.away_id is not None]
    undecided = (
        sum(item.kind is RoundKind.UNDECIDED for row in standings.rows for item in row.rounds) // 2
    )  # each match stands with both its teams
    teams = sum(entry.withdrawn_after != 0 for entry in known.entries)
    drawn = len(known.rounds)
    return {
        "due": sum(row.due for row in snapshots),
        "entered": sum(row.entered for row in snapshots),
        "boards_due": 0,
        "boards_finished": 0,
        "matches": len(played),
        "matches_decided": len(played) - undecided,
        "rounds": drawn,
        "round": current_round(known.rounds),
        "planned": planned_rounds(settings, teams),
        "open_ended": settings.rounds is None,
        "decided": is_decided(settings, teams, drawn, standings.undefeated, undecided),
        "status": known.status,
    }


def _row(row: SwissRow, before: int | None) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "tied": row.tied,
        "entry": row.team,
        "half_wins": row.half_wins,
        "wins": row.wins,
        "losses": row.losses,
        "halves": row.halves,
        "byes": row.byes,
        "missed": row.missed,
        "opponents_wins": float(row.opponents_wins),
        "defeated_opponents_wins": float(row.defeated_opponents_wins),
        "points_difference": row.points_difference,
        "tie_breaks": [[name, float(value)] for name, value in row.tie_breaks],
        "withdrawn": row.withdrawn,
        "change": before - row.rank if before is not None else None,
    }


def _cross(standings: SwissStandings, known: TeamsKnown) -> dict[str, Any]:
    """Every team's rounds: whom it met, and what came of it."""
    places: dict[tuple[int, int], tuple[int, bool]] = {}
    for match, _ in known.matches:
        places[match.round.number, match.home.number] = (match.number, True)
        if match.away:
            places[match.round.number, match.away.number] = (match.number, False)
    return {
        str(row.team): [
            {
                "round": item.round,
                "kind": str(item.kind),
                "opponent": item.opponent,
                "half_wins": item.half_wins,
                "points": item.points,
                "opponent_points": item.opponent_points,
                "rated_wins": float(item.rated_wins) if item.rated_wins is not None else None,
                "match": places.get((item.round, row.team), (None, None))[0],
                "home": places.get((item.round, row.team), (None, None))[1],
            }
            for item in row.rounds
        ]
        for row in standings.rows
    }
