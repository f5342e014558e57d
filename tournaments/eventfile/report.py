"""Standings and travellers as plain text for a terminal: columns that line up, and how each number came
about.

Owns: the layout of `manage.py score FILE`; those of a Teams event and of ranked tables stand in
`team_report` and `game_report`.
Never does: compute; every figure comes from scoring/.

Terms: *cell*, one column's text in a row.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from boards.deal import dealer
from scoring.matchpoints import percentage_text
from scoring.pairs import PairsStandings, ResultLine, SideLine, StandingRow
from tournaments.eventfile.columns import aligned, points, shortened
from tournaments.eventfile.game_report import ranked_report
from tournaments.eventfile.model import EventFile, EventKind, Result
from tournaments.eventfile.scoring_input import deal_score
from tournaments.eventfile.standings import score_event
from tournaments.eventfile.team_report import team_report

_LIST_NAMES = {"": "Standings", "NS": "Standings North-South", "EW": "Standings East-West"}


def report(event_file: EventFile, *, sums: bool = False) -> str:
    """The whole event as text ending in a line break; with `sums` also how each side's score adds up."""
    if event_file.event.kind is EventKind.TEAMS:
        return team_report(event_file, sums=sums)
    if event_file.event.kind is EventKind.RANKED:
        return ranked_report(event_file, sums=sums)
    scored = score_event(event_file)
    event = event_file.event
    lines = [f"{event.name} · {event.rules.preset} · {len(event_file.entries)} entries"]
    for name, rows in scored.standings.items():
        lines += ["", _LIST_NAMES[name], *_standings(rows)]
    for board in scored.boards:
        lines += ["", f"Board {board} · dealer {dealer(board).name}"]
        lines += _traveller(event_file, scored, board, sums)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _standings(rows: Sequence[StandingRow]) -> list[str]:
    table = [("Rank", "Pair", "Name", "%", "Boards", "Off", "")]
    for row in rows:
        rank = f"{row.rank}=" if row.tied else f"{row.rank}"
        off = percentage_text(row.penalty) if row.penalty else ""
        why = "; ".join(penalty.reason for penalty in row.penalties if penalty.reason)
        notes = [why, "withdrawn" if row.withdrawn else "", *_tie_breaks(row)]
        table.append(
            (
                rank,
                f"{row.entry}",
                shortened(row.name),
                _percent(row.percentage),
                f"{row.boards}",
                off,
                " · ".join(note for note in notes if note),
            )
        )
    return aligned(table, "rrlrrrl")


def _tie_breaks(row: StandingRow) -> Iterator[str]:
    for name, value in row.tie_breaks:
        yield f"{name} {percentage_text(value)}"


def _traveller(event_file: EventFile, scored: PairsStandings, board: int, sums: bool) -> list[str]:
    header = ("Rd", "Tbl", "NS", "EW", "NS bid", "took", "EW bid", "took", "NS score", "EW score")
    table: list[tuple[str, ...]] = [(*header, "NS MP", "NS %", "EW MP", "EW %", "NS", "EW")]
    # the scorer keeps a board's results in the order of the file, and has only those that count
    results = [
        result
        for result in event_file.results
        if result.fields.board == board and event_file.event.counts(result.status)
    ]
    lines = scored.board_lines(board)
    table += [_row(result, line) for result, line in zip(results, lines, strict=True)]
    text = aligned(table, "rrrrrrrrrrrrrrll")
    if not sums:
        return text
    with_sums = text[:1]
    for result, row in zip(results, text[1:], strict=True):
        with_sums += [row, *_sums(event_file, result)]
    return with_sums


def _row(result: Result, line: ResultLine) -> tuple[str, ...]:
    fields = result.fields
    return (
        f"{fields.round or ''}",
        f"{fields.table or ''}",
        f"{fields.ns}",
        f"{fields.ew}",
        fields.ns_bid or "",
        fields.ns_tricks or "",
        fields.ew_bid or "",
        fields.ew_tricks or "",
        points(line.ns.score),
        points(line.ew.score),
        *_side(line.ns),
        *_side(line.ew),
        line.ns.explanation.text,
        line.ew.explanation.text,
    )


def _side(line: SideLine) -> tuple[str, str]:
    return _percent(line.matchpoints), _percent(line.percentage)


def _sums(event_file: EventFile, result: Result) -> Iterator[str]:
    """How each side's score of the bids and tricks adds up, one line a side."""
    deal = deal_score(event_file.event.rules, result.fields)
    if deal is None:
        return
    for name, side in (("NS", deal.ns), ("EW", deal.ew)):
        parts = "; ".join(f"{part.text} = {points(part.points)}" for part in side.components)
        yield f"      {name} {points(side.total)}: {parts}"


def _percent(value: Fraction | None) -> str:
    return "–" if value is None else percentage_text(value)
