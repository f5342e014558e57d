"""What a match's snapshot holds, as JSON: the one place that knows its form (docs/developers.md, Snapshots).

Owns: the keys that pages, API and sheets read of a match. Never does: query, or compute a score.
"""

from collections.abc import Mapping
from typing import Any

from scoring.match import MatchScore, Outcome
from scoring.race import RaceStep, SideStep
from tournaments.models import MatchSnapshot
from tournaments.services.match_reading import MatchRead, RoomRead, Row
from tournaments.services.race_boards import RaceBoards

LineUps = Mapping[tuple[int, str], list[str]]
"""Players' names by a table's key and a direction."""


def snapshot_of(
    read: MatchRead, boards: RaceBoards, line_ups: LineUps, event_id: int, version: int
) -> MatchSnapshot:
    """The row of a match, unsaved."""
    home_points, away_points = read.points
    called = read.score.deciders if read.score is not None else 0
    rooms = {str(room.table.room): _room(room, called, boards, line_ups) for room in read.rooms}
    return MatchSnapshot(
        event_id=event_id,
        match=read.match,
        version=version,
        outcome=str(read.settled),
        home_points=home_points,
        away_points=away_points,
        forfeit=read.match.forfeit,
        finished=read.score is None or read.score.finished,
        due=_due(read),
        entered=_entered(read),
        data={**_head(read), **_outcome(read), "rooms": rooms},
    )


def _entered(read: MatchRead) -> int:
    return sum(len(room.race.steps) for room in read.rooms)


def _due(read: MatchRead) -> int:
    """Boards that both tables will have played in the end. Before the match is over that is all of them: a table that
    stopped early is nobody's to know."""
    if read.score is not None and read.score.finished:
        return _entered(read)
    return sum(len(room.table.boards) for room in read.rooms)


def _head(read: MatchRead) -> dict[str, Any]:
    match = read.match
    return {
        "round": match.round.number,
        "match": match.number,
        "home": match.home.number,
        "away": match.away.number if match.away else None,
        "drawn": match.text,
    }


def _outcome(read: MatchRead) -> dict[str, Any]:
    match, score = read.match, read.score
    if score is None:
        text = f"{match.home.name} has the bye: a win without points."
        return {"outcome": str(Outcome.HOME), "settled": str(Outcome.HOME), "reason": "bye", "text": text} | {
            **dict.fromkeys(("certain", "finished"), True),
            **dict.fromkeys(("home_points", "away_points", "deciders"), 0),
            **dict.fromkeys(("given", "home_reached", "away_reached", "target", "length")),
            "needs_decider": False,
        }
    assert match.away is not None
    return _decided(score, match.home.name, match.away.name)


def _decided(score: MatchScore, home: str, away: str) -> dict[str, Any]:
    given = score.given
    return {
        "outcome": str(score.outcome),
        "settled": str(score.settled),
        "reason": str(score.reason),
        "text": score.explain(home, away),
        "certain": score.certain,
        "finished": score.finished,
        "needs_decider": score.needs_decider,
        "given": {"outcome": str(given.outcome), "note": given.note, "forfeit": given.forfeit}
        if given
        else None,
        "home_points": score.home_points,
        "away_points": score.away_points,
        "home_reached": score.home_reached,
        "away_reached": score.away_reached,
        "deciders": score.deciders,
        "target": score.target,
        "length": score.length,
    }


def _room(room: RoomRead, called: int, boards: RaceBoards, line_ups: LineUps) -> dict[str, Any]:
    """A room; `called` is how many deciders the match calls for: others were played and count nothing."""
    table, race = room.table, room.race
    rows = {boards.race_board(row.board): row for row in room.rows}
    steps = [step for step in race.steps if step.board <= race.length + called]
    ns_total, ew_total = race.totals_after(called)
    return {
        "table": table.number,
        "ns": table.ns.number,
        "ew": table.ew.number,
        "ns_players": line_ups.get((table.pk, "NS"), []),
        "ew_players": line_ups.get((table.pk, "EW"), []),
        "boards": [boards.race_board(board) for board in table.boards],
        "end": str(race.end),
        "stopped_after": race.stopped_after,
        "text": race.text,
        "ns_total": ns_total,
        "ew_total": ew_total,
        "ns_reached": race.ns_reached,
        "ew_reached": race.ew_reached,
        "steps": [_step(step, rows[step.board]) for step in steps],
        "ignored": sorted(set(rows) - {step.board for step in steps}),
    }


def _step(step: RaceStep, row: Row) -> dict[str, Any]:
    return {
        "board": step.board,
        "deal": row.board,
        "result": row.pk,
        "state": row.state,
        "version": row.version,
        "note": row.note,
        "ns": _side(step.ns, row.ns_bid, row.ns_tricks),
        "ew": _side(step.ew, row.ew_bid, row.ew_tricks),
    }


def _side(side: SideStep, bid: str, tricks: str) -> dict[str, Any]:
    return {"bid": bid, "tricks": tricks, **side.to_json()}
