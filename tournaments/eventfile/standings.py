"""From an `EventFile` to its standings and travellers.

Owns: how a Pairs event's file becomes what the scorer takes, and the object that `manage.py score --json`
prints; that of a Teams event stands in `team_standings`.
Never does: matchpoints and averages (scoring/pairs.py), layout for people (`report`).

Terms: see scoring/pairs.py. In the printed object matchpoints are in 1-per-win units, percentages 0 to 100,
both unrounded floats; null where a board does not count for a side.
"""

from collections.abc import Mapping
from fractions import Fraction

from scoring.pairs import (
    Direction,
    PairsEntry,
    PairsEvent,
    PairsStandings,
    Penalty,
    ResultLine,
    StandingRow,
    score_pairs,
)
from tournaments.eventfile.game_standings import ranked_json
from tournaments.eventfile.model import EventFile, EventKind, PenaltyInfo
from tournaments.eventfile.scoring_input import to_pairs_results
from tournaments.eventfile.team_standings import teams_json

Json = dict[str, object]


def to_pairs_event(event_file: EventFile) -> PairsEvent:
    """The event as the Pairs scorer takes it; raises FaultsError when a result has faults (`loads`
    refuses those).
    """
    event = event_file.event
    return PairsEvent(
        entries=tuple(
            PairsEntry(
                number=entry.number,
                name=entry.name,
                field=Direction(entry.field) if entry.field else None,
                withdrawn=entry.withdrawn,
            )
            for entry in event_file.entries
            if not entry.standby
        ),
        results=to_pairs_results(
            event.rules, (result.fields for result in event_file.results if event.counts(result.status))
        ),
        expected={board.number: board.expected for board in event_file.boards if board.expected is not None},
        neuberg=event.neuberg,
        winners=event.winners,
        tie_breaks=event.tie_breaks,
        penalties=tuple(_penalty(penalty) for penalty in event_file.penalties),
    )


def score_event(event_file: EventFile) -> PairsStandings:
    """The standings with everything they were made of."""
    return score_pairs(to_pairs_event(event_file))


def score(event_file: EventFile) -> Json:
    """The object that `manage.py score --json` prints (docs/event-file.md, "What score prints")."""
    if event_file.event.kind is EventKind.TEAMS:
        return teams_json(event_file)
    if event_file.event.kind is EventKind.RANKED:
        return ranked_json(event_file)
    scored = score_event(event_file)
    return {
        "standings": _standings(scored.standings),
        "boards": [
            {"number": board, "results": [_line(line) for line in scored.board_lines(board)]}
            for board in scored.boards
        ],
        "matches": [],
        "ratings": [],
    }


def _penalty(penalty: PenaltyInfo) -> Penalty:
    return Penalty(
        entry=penalty.entry,
        percent=Fraction(penalty.percent or 0),
        points=Fraction(penalty.points or 0),
        reason=penalty.reason,
    )


def _standings(lists: Mapping[str, tuple[StandingRow, ...]]) -> object:
    """One list, or for two winners an object with a list per field."""
    rows = {name: [_row(row) for row in found] for name, found in lists.items()}
    return rows.get("", rows)


def _row(row: StandingRow) -> Json:
    return {
        "rank": row.rank,
        "tied": row.tied,
        "entry": row.entry,
        "name": row.name,
        "percentage": _number(row.percentage),
        "boards": row.boards,
    }


def _line(line: ResultLine) -> Json:
    return {
        "ns": line.result.ns,
        "ew": line.result.ew,
        "ns_score": line.ns.score,
        "ew_score": line.ew.score,
        "ns_matchpoints": _number(line.ns.matchpoints),
        "ew_matchpoints": _number(line.ew.matchpoints),
        "ns_percentage": _number(line.ns.percentage),
        "ew_percentage": _number(line.ew.percentage),
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
