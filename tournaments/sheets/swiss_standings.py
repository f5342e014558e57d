"""The standings of a Swiss event: wins first, then what breaks ties.

Owns: the columns and the line that says who is undefeated. Never does: rank, or decide which ties are broken;
see `team_data`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.sheets.data import PageSize
from tournaments.sheets.flow import Listed, Piece, place, row_height
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    NOTE_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    TITLE_HEIGHT,
    draw_footer,
    draw_lead,
    draw_note,
    draw_sentence,
    draw_strip,
    draw_title,
    joined,
    lead_height,
)
from tournaments.sheets.grid import PRIZE, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import GREY, INK, MM, Align, Box, Paper
from tournaments.sheets.team_data import SwissPlace, SwissSheet

_EXPLAINED = 9 * MM  # the least where rows say under the name what decided
_NAME = 3  # the column of names
_ROWS = (7 * MM, 11 * MM)  # smallest and largest: a short list grows into the room, to be read from a wall


def render_swiss_standings(sheet: SwissSheet, page_size: PageSize = PageSize.A4) -> bytes:
    """The standings as PDF. The same sheet gives the same bytes; without teams, one page says so."""
    title = sheet.title or sheet.labels.standings
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, title))
    live, shown = paper.live, _Shown.of(sheet)
    grid = Grid(live.left, _columns(live.width, sheet, shown), heading_lines=3, heading_size=8.5)
    fresh = live.top - STRIP_HEIGHT
    top = fresh - TITLE_HEIGHT - lead_height(sheet.lead)
    # A note's room is kept free on every page, as any may be the last.
    floor = live.bottom + FOOTER_HEIGHT + MM + (NOTE_HEIGHT if sheet.note else 0)
    head = grid.heading_height
    smallest = _EXPLAINED if any(row.decided for row in sheet.rows) else _ROWS[0]
    height = row_height(len(sheet.rows), top - floor - head, fresh - floor - head, smallest, _ROWS[1])
    listed = Listed(len(sheet.rows), height, head, head)
    pages = tuple(place((listed,), top=top, fresh=fresh, floor=floor))
    for number, pieces in enumerate(pages, start=1):
        draw_strip(paper, live, sheet.head)
        if number == 1:
            draw_title(paper, title)
            draw_lead(paper, sheet.lead)
        for piece in pieces:
            _draw_piece(paper, grid, piece, sheet, shown, height)
        if number == len(pages) and sheet.note:
            draw_note(paper, sheet.note)
        draw_footer(paper, live, sheet.head, sheet.labels, about=title, page=number, pages=len(pages))
        paper.next_page()
    return paper.finish()


def _draw_piece(
    paper: Paper, grid: Grid, piece: Piece, sheet: SwissSheet, shown: "_Shown", height: float
) -> None:
    live, top = paper.live, piece.top
    if not sheet.rows:
        draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), sheet.labels.no_teams)
        return
    grid.draw_headings(paper, top)
    top -= grid.heading_height
    grid.draw_rules(paper, top, piece.stop - piece.start, height, upright=False)
    for index, row in enumerate(sheet.rows[piece.start : piece.stop], start=piece.start):
        cells = tuple(_cells(row, sheet, shown))
        raised = (_NAME,) if row.decided else ()
        grid.draw_row(paper, top, height, cells, raised, grey=GREY if row.withdrawn else INK)
        grid.draw_note(paper, top, height, _NAME, row.decided)
        top -= height
        if row.prize and not any(later.prize for later in sheet.rows[index + 1 :]):
            grid.draw_prize_rule(paper, top)


@dataclass(frozen=True, slots=True)
class _Shown:
    """The columns that have something to say."""

    byes: bool
    missed: bool
    difference: bool

    @classmethod
    def of(cls, sheet: SwissSheet) -> "_Shown":
        return cls(
            byes=any(row.byes for row in sheet.rows),
            missed=any(row.missed for row in sheet.rows),
            difference=any(row.difference for row in sheet.rows),
        )


def _columns(width: float, sheet: SwissSheet, shown: _Shown) -> tuple[Column, ...]:
    labels = sheet.labels
    record: list[Column] = [
        Column(labels.wins, 14 * MM, style=Style.BOLD, size=13),
        Column(labels.losses, 13 * MM, size=11),
    ]
    if shown.byes:
        record.append(Column(labels.byes, 12 * MM, size=11))
    if shown.missed:
        record.append(Column(labels.missed, 12 * MM, size=11))
    breaks = (*sheet.tie_breaks, *((labels.difference,) if shown.difference else ()))
    # However many tie-breaks an event lists, the names keep their part of the sheet.
    each = min(18 * MM, 64 * MM / max(1, len(breaks)))
    before = (
        Column(labels.rank, 13 * MM, style=Style.BOLD, size=12),
        Column(labels.number, 12 * MM, size=11),
        Column("", 4 * MM, Align.CENTRE, size=10),
    )
    after = (*record, *(Column(name, each, size=10) for name in breaks))
    taken = sum(column.width for column in (*before, *after))
    return (*before, Column(labels.team, width - taken, Align.LEFT, size=13), *after)


def _cells(row: SwissPlace, sheet: SwissSheet, shown: _Shown) -> Iterator[str]:
    yield f"{row.rank}{'=' if row.tied else ''}"
    yield str(row.number)
    yield PRIZE if row.prize else ""
    yield team_name(row.name, sheet.labels, withdrawn=row.withdrawn)
    yield row.wins
    yield row.losses
    if shown.byes:
        yield row.byes
    if shown.missed:
        yield row.missed
    yield from _padded(row.tie_breaks, len(sheet.tie_breaks))
    if shown.difference:
        yield row.difference


def _padded(texts: Sequence[str], count: int) -> tuple[str, ...]:
    return (*texts[:count], *("",) * (count - len(texts)))


def team_name(name: str, labels: Labels, *, withdrawn: bool) -> str:
    """The name, and in words that the team has left."""
    return f"{name} ({labels.withdrawn})" if withdrawn else name
