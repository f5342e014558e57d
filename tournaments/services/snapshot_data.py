"""What the snapshots hold, as JSON: the one place that knows their form (docs/developers.md, Snapshots).

Owns: the keys that pages, API and sheets read, and which boards' travellers have to be written again.
Never does: query, or compute a percentage.
Terms: *facts*, what is shown of a result beside its score; *baseline*, the ranks when a round was last closed,
which the arrows in the standings count from.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.adjustments import AdjustmentKind
from scoring.pairs import PairsEvent, PairsStandings, SideLine, StandingRow
from tournaments.models import Penalty, RoundStatus

_OWN_AVERAGE = (AdjustmentKind.AVERAGE_PLUS, AdjustmentKind.AVERAGE_MINUS)


@dataclass(frozen=True, slots=True)
class ResultFacts:
    """What a traveller shows of a result beside its score."""

    pk: int
    round: int
    table: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str
    not_played: bool
    group: int
    state: str
    version: int
    note: str


@dataclass(frozen=True, slots=True)
class EntryFacts:
    pk: int
    number: int
    name: str
    field: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class RoundFacts:
    number: int
    status: str


@dataclass(frozen=True, slots=True)
class Known:
    """One reading of an event beside its scores.

    `previous` is the snapshot as it was; `since` its version, −1 when every board has to be written. `due` gives
    for each board how many tables are to play it. `players` is None where the entries are as they were.
    """

    status: str
    previous: Mapping[str, Any]
    since: int
    due: Mapping[int, int]
    entries: tuple[EntryFacts, ...]
    players: Mapping[int, list[str]] | None
    rounds: tuple[RoundFacts, ...]
    penalties: tuple[Penalty, ...]


def event_data(pairs: PairsEvent, standings: PairsStandings, known: Known) -> dict[str, Any]:
    """The event's snapshot."""
    entered = Counter(result.board for result in pairs.results)
    baseline = baseline_of(known.previous, known.rounds, lambda row: bool(row["boards"]))
    return {
        "lists": [
            {"field": field, "rows": [_row(row, baseline["ranks"].get(str(row.entry))) for row in rows]}
            for field, rows in standings.standings.items()
        ],
        "entries": _entries(known),
        "progress": {
            "due": sum(known.due.values()),
            "entered": sum(entered.values()),
            "boards_due": len(known.due),
            "boards_finished": sum(entered[board] >= due for board, due in known.due.items()),
            "rounds": len(known.rounds),
            "round": current_round(known.rounds),
            "status": known.status,
        },
        "penalties": [
            {
                "entry": penalty.entry.number,
                "amount": float(penalty.amount),
                "unit": penalty.unit,
                "reason": penalty.reason,
            }
            for penalty in known.penalties
        ],
        "due": {str(board): count for board, count in sorted(known.due.items())},
        "expected": {str(board): scored.expected for board, scored in standings.boards.items()},
        "baseline": baseline,
    }


def board_data(
    board: int, standings: PairsStandings, due: int, facts: Sequence[ResultFacts]
) -> dict[str, Any]:
    """The snapshot of one board; `facts` stand in the order of the board's results."""
    lines = standings.board_lines(board)
    worths: dict[int, dict[str, Any]] = {}
    rows = [
        {
            "result": shown.pk,
            "round": shown.round,
            "table": shown.table,
            "state": shown.state,
            "version": shown.version,
            "group": shown.group,
            "not_played": shown.not_played,
            "note": shown.note,
            "ns": _side(line.ns, shown.ns_bid, shown.ns_tricks, worths),
            "ew": _side(line.ew, shown.ew_bid, shown.ew_tricks, worths),
        }
        for line, shown in zip(lines, facts, strict=True)
    ]
    rows.sort(key=lambda row: (row["round"], row["table"]))
    return {"board": board, "due": due, "entered": len(rows), "finished": len(rows) >= due, "rows": rows}


def changed_boards(
    standings: PairsStandings, known: Known, data: Mapping[str, Any], touched: frozenset[int]
) -> set[int]:
    """Boards whose traveller is not what it was.

    Those with results newer than the snapshot (`touched`), those for which Neuberg now expects another number of
    scores, and those with an A+ or A−, which look at the pair's other boards.
    """
    everything = set(known.due) | set(standings.boards)
    if known.since < 0:
        return everything
    before = known.previous.get("expected", {})
    return {
        board
        for board in everything
        if board in touched
        or before.get(str(board)) != data["expected"].get(str(board))
        or _looks_elsewhere(standings, board)
    }


def _looks_elsewhere(standings: PairsStandings, board: int) -> bool:
    scored = standings.boards.get(board)
    if scored is None or not (None in scored.ns.scores or None in scored.ew.scores):
        return False  # every side has a score of its own, so none is adjusted
    return any(
        adjustment is not None and adjustment.kind in _OWN_AVERAGE
        for result in scored.results
        for adjustment in (result.ns_adjusted, result.ew_adjusted)
    )


def _entries(known: Known) -> dict[str, Any]:
    """Who plays. Only what touches every board can change it, so otherwise it is what it was."""
    if known.players is None:
        return dict(known.previous["entries"])
    return {
        str(entry.number): {
            "name": entry.name,
            "players": known.players.get(entry.number, []),
            "field": entry.field,
            "withdrawn": entry.withdrawn,
        }
        for entry in known.entries
    }


def baseline_of(
    previous: Mapping[str, Any], rounds: Sequence[RoundFacts], counts: Callable[[Mapping[str, Any]], bool]
) -> dict[str, Any]:
    """The ranks that arrows count from: those that stood when the number of closed rounds last changed.

    `previous` is the snapshot as it was; `counts` says of one of its rows whether it has a rank worth the name.
    """
    closed = sum(round_.status == RoundStatus.CLOSED for round_ in rounds)
    before = previous.get("baseline")
    if before is not None and before["closed"] == closed:
        return dict(before)
    ranks = {
        str(row["entry"]): row["rank"]
        for listed in previous.get("lists", ())
        for row in listed["rows"]
        if counts(row)
    }
    return {"closed": closed, "ranks": ranks}


def current_round(rounds: Sequence[RoundFacts]) -> int | None:
    """The latest open round; None between rounds, before the first and after the last."""
    return max((round_.number for round_ in rounds if round_.status == RoundStatus.OPEN), default=None)


def _row(row: StandingRow, before: int | None) -> dict[str, Any]:
    counted = row.boards > 0
    return {
        "rank": row.rank if counted else None,
        "tied": row.tied and counted,
        "entry": row.entry,
        "percentage": float(row.percentage) if row.percentage is not None else None,
        "average": float(row.sum / row.boards) if counted else None,
        "sum": float(row.sum),
        "boards": row.boards,
        "penalty": float(row.penalty),
        "tie_breaks": [[name, float(value)] for name, value in row.tie_breaks],
        "withdrawn": row.withdrawn,
        "change": before - row.rank if counted and before is not None else None,
    }


def _side(line: SideLine, bid: str, tricks: str, worths: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """One side of a row. Sides of equal scores share an explanation, and so what it comes to: see `worths`."""
    worth = worths.get(id(line.explanation))
    if worth is None:
        worth = worths[id(line.explanation)] = _worth(line)
    return {
        "entry": line.entry,
        "bid": bid or None,
        "tricks": tricks or None,
        "score": line.score,
        **worth,
    }


def _worth(line: SideLine) -> dict[str, Any]:
    why = line.explanation
    return {
        "matchpoints": float(line.matchpoints) if line.matchpoints is not None else None,
        "percentage": float(line.percentage) if line.percentage is not None else None,
        "kind": str(why.kind),
        "adjusted": _adjusted(line),
        "beaten": why.beaten,
        "tied": why.tied,
        "compared": max(why.n - 1, 0),
        "expected": why.expected,
        "own_average": float(why.own_average) if why.own_average is not None else None,
        "parts": [[float(weight), score, float(percentage)] for weight, score, percentage in why.parts],
    }


def _adjusted(line: SideLine) -> str | None:
    adjustment = line.explanation.adjustment
    if adjustment is None or adjustment.kind is AdjustmentKind.WEIGHTED:
        return None
    return str(adjustment.to_json())
