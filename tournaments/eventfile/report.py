"""Standings and travellers as plain text for a terminal: columns that line up, and how each number came
about.

Owns: the layout of `manage.py score FILE`.
Never does: compute; every figure comes from scoring/.

Terms: *cell*, one column's text in a row; *width*, columns of a terminal: a wide character takes two, a
mark that joins the character before it none.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction

from boards.deal import dealer
from scoring.matchpoints import percentage_text
from scoring.pairs import PairsStandings, ResultLine, SideLine, StandingRow
from tournaments.eventfile.model import EventFile, Result
from tournaments.eventfile.scoring_input import deal_score
from tournaments.eventfile.standings import score_event

MAX_NAME_WIDTH = 40
"""Longer names are cut with "…"."""
_LIST_NAMES = {"": "Standings", "NS": "Standings North-South", "EW": "Standings East-West"}


def report(event_file: EventFile, *, sums: bool = False) -> str:
    """The whole event as text ending in a line break; with `sums` also how each side's score adds up."""
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
    return _aligned(table, "rrlrrrl")


def _tie_breaks(row: StandingRow) -> Iterator[str]:
    for name, value in row.tie_breaks:
        yield f"{name} {percentage_text(value)}"


def _traveller(event_file: EventFile, scored: PairsStandings, board: int, sums: bool) -> list[str]:
    header = ("Rd", "Tbl", "NS", "EW", "NS bid", "took", "EW bid", "took", "NS score", "EW score")
    table: list[tuple[str, ...]] = [(*header, "NS MP", "NS %", "EW MP", "EW %", "NS", "EW")]
    # the scorer keeps a board's results in the order of the file
    results = [result for result in event_file.results if result.fields.board == board]
    lines = scored.board_lines(board)
    table += [_row(result, line) for result, line in zip(results, lines, strict=True)]
    text = _aligned(table, "rrrrrrrrrrrrrrll")
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
        _points(line.ns.score),
        _points(line.ew.score),
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
        parts = "; ".join(f"{part.text} = {_points(part.points)}" for part in side.components)
        yield f"      {name} {_points(side.total)}: {parts}"


def _percent(value: Fraction | None) -> str:
    return "–" if value is None else percentage_text(value)


def _points(value: int | None) -> str:
    return "" if value is None else str(value).replace("-", "−")


def _aligned(table: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows with their cells padded to the widest of the column: `sides` has "l" or "r" for each column."""
    widths = [max(width(row[place]) for row in table) for place in range(len(sides))]
    return ["  ".join(map(_padded, row, widths, sides)) for row in table]


def _padded(cell: str, to: int, side: str) -> str:
    space = " " * (to - width(cell))
    return space + cell if side == "r" else cell + space


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shortened(text: str) -> str:
    """The text, cut with "…" where it is too wide for its column."""
    if width(text) <= MAX_NAME_WIDTH:
        return text
    kept, used = "", 0
    for character in text:
        used += _character_width(character)
        if used > MAX_NAME_WIDTH - 1:
            break
        kept += character
    return kept + "…"
