"""Final results: the standings of an event, one list for each winner.

Owns: the columns and the breaks between pages. Never does: rank, or decide which ties are broken; see `data`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.sheets.data import PageSize, StandingsRow, StandingsSection, StandingsSheet
from tournaments.sheets.flow import SECTION_GAP, Listed, Piece, place
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    NOTE_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    TITLE_HEIGHT,
    draw_footer,
    draw_note,
    draw_sentence,
    draw_strip,
    draw_title,
    joined,
)
from tournaments.sheets.grid import PRIZE, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import MM, Align, Box, Paper

SMALLEST_ROW = 6.6 * MM
SMALLEST_EXPLAINED = 8.4 * MM  # where rows say under the name what decided
LARGEST_ROW = 9 * MM  # a list on one page grows into the room, to be read from a wall
SECTION_TITLE_HEIGHT = 9 * MM


def render_standings(sheet: StandingsSheet, page_size: PageSize = PageSize.A4) -> bytes:
    """The standings as PDF. The same sheet gives the same bytes; without entries, one page says so."""
    title = sheet.title or sheet.labels.final_results
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, title))
    row_height = _row_height(paper, sheet)
    pages = tuple(_pages(paper, sheet, row_height))
    for number, pieces in enumerate(pages, start=1):
        draw_strip(paper, paper.live, sheet.head)
        if number == 1:
            draw_title(paper, title)
        for piece in pieces:
            _draw_piece(paper, piece, _sections(sheet)[piece.index], sheet.labels, row_height)
        if number == len(pages) and sheet.note:
            draw_note(paper, sheet.note)
        draw_footer(paper, paper.live, sheet.head, sheet.labels, about=title, page=number, pages=len(pages))
        paper.next_page()
    return paper.finish()


def _section_head(section: StandingsSection, *, first: bool) -> float:
    """Height of a section's title and headings, in points."""
    title = SECTION_TITLE_HEIGHT if section.title and first else 0
    return title + Grid(0, (Column("", 1),)).heading_height


def _floor(paper: Paper, sheet: StandingsSheet) -> float:
    """How far down rows may reach: a note's room is kept free on every page, as any may be the last."""
    return paper.live.bottom + FOOTER_HEIGHT + (NOTE_HEIGHT if sheet.note else 0)


def _row_height(paper: Paper, sheet: StandingsSheet) -> float:
    """Taller rows where everything still fits one page."""
    sections = sheet.sections
    rows = sum(len(section.rows) for section in sections)
    heads = sum(_section_head(section, first=True) for section in sections)
    gaps = SECTION_GAP * max(0, len(sections) - 1)
    room = paper.live.top - STRIP_HEIGHT - TITLE_HEIGHT - _floor(paper, sheet) - heads - gaps
    explained = any(row.decided for section in sections for row in section.rows)
    smallest = SMALLEST_EXPLAINED if explained else SMALLEST_ROW
    if rows * smallest > room:
        return smallest
    return min(LARGEST_ROW, room / max(1, rows))


def _pages(paper: Paper, sheet: StandingsSheet, row_height: float) -> Iterator[tuple[Piece, ...]]:
    """Sections cut into pieces, page by page."""
    fresh = paper.live.top - STRIP_HEIGHT
    lists = tuple(
        Listed(
            rows=len(section.rows),
            row_height=row_height,
            first_head=_section_head(section, first=True),
            next_head=_section_head(section, first=False),
        )
        for section in _sections(sheet)
    )
    return place(lists, top=fresh - TITLE_HEIGHT, fresh=fresh, floor=_floor(paper, sheet))


def _sections(sheet: StandingsSheet) -> tuple[StandingsSection, ...]:
    return sheet.sections or (StandingsSection(),)


def _draw_piece(
    paper: Paper, piece: Piece, section: StandingsSection, labels: Labels, row_height: float
) -> None:
    live, top = paper.live, piece.top
    if not piece.start and section.title:
        paper.bookmark(f"section-{piece.index}", section.title)
        paper.fitted(
            Box(live.left, top, live.width, SECTION_TITLE_HEIGHT - 2 * MM),
            section.title,
            14,
            style=Style.BOLD,
        )
        top -= SECTION_TITLE_HEIGHT
    if not section.rows:
        draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), labels.no_entries)
        return
    shown = _Shown.of(section)
    grid = Grid(live.left, _columns(live.width, section, shown, labels))
    grid.draw_headings(paper, top)
    top -= grid.heading_height
    grid.draw_rules(paper, top, piece.stop - piece.start, row_height, upright=False)
    name = 3 if shown.number else 2
    for index, row in enumerate(section.rows[piece.start : piece.stop], start=piece.start):
        raised = (name,) if row.decided else ()
        grid.draw_row(paper, top, row_height, _cells(row, section, shown), raised)
        grid.draw_note(paper, top, row_height, name, row.decided)
        top -= row_height
        if row.prize and not any(later.prize for later in section.rows[index + 1 :]):
            grid.draw_prize_rule(paper, top)


@dataclass(frozen=True, slots=True)
class _Shown:
    """The columns that have something to say in this section."""

    number: bool
    boards: bool
    total: bool
    penalty: bool

    @classmethod
    def of(cls, section: StandingsSection) -> "_Shown":
        rows = section.rows
        return cls(
            number=any(row.number is not None for row in rows),
            boards=any(row.boards is not None for row in rows),
            total=any(row.total for row in rows),
            penalty=any(row.penalty for row in rows),
        )


def _columns(width: float, section: StandingsSection, shown: _Shown, labels: Labels) -> tuple[Column, ...]:
    rank = Column(labels.rank, 13 * MM, style=Style.BOLD, size=11)
    number = [Column(labels.number, 12 * MM, size=10)] if shown.number else []
    figures: list[Column] = []
    if shown.boards:
        figures.append(Column(labels.boards, 14 * MM, size=10))
    if shown.total:
        figures.append(Column(labels.total, 17 * MM, size=10))
    if shown.penalty:
        figures.append(Column(labels.penalty, 16 * MM, size=10))
    breaks = len(section.tie_breaks)
    # However many tie-breaks an event lists, half of the sheet stays the names'.
    each = min(16 * MM, 56 * MM / max(1, breaks))
    figures.extend(Column(name, each, size=9) for name in section.tie_breaks)
    percent = Column(labels.percent, 20 * MM, style=Style.BOLD, size=11)
    gap = Column("", 4 * MM, Align.CENTRE, size=9)
    taken = sum(column.width for column in (rank, *number, gap, *figures, percent))
    name = Column(labels.names, width - taken, Align.LEFT, size=11)
    return (rank, *number, gap, name, *figures, percent)


def _cells(row: StandingsRow, section: StandingsSection, shown: _Shown) -> Sequence[str]:
    breaks = row.tie_breaks[: len(section.tie_breaks)]
    return (
        f"{row.rank}{'=' if row.tied else ''}",
        *([_text(row.number)] if shown.number else []),
        PRIZE if row.prize else "",
        row.name,
        *([_text(row.boards)] if shown.boards else []),
        *([row.total] if shown.total else []),
        *([row.penalty] if shown.penalty else []),
        *breaks,
        *("",) * (len(section.tie_breaks) - len(breaks)),
        row.percentage,
    )


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
