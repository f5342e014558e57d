"""Entries against boards, rounds or opponents: the recap, and the cross-table of a Pairs event.

Owns: how many columns stand side by side, which way the paper lies, how high a row is, the greys of heat. Never does:
rank or average; see `matrix_data`.

Terms: *panel* – columns of a section that stand side by side; a section that is too wide is printed panel by panel,
names and totals on each.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from tournaments.sheets.data import PageSize
from tournaments.sheets.fitting import SMALLEST, whole_words
from tournaments.sheets.flow import Listed, Piece, place
from tournaments.sheets.fonts import Style, width
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
from tournaments.sheets.grid import AIR, PADDING, Column, Grid
from tournaments.sheets.matrix_data import HEAT_STEPS, MatrixCell, MatrixRow, MatrixSection, MatrixSheet
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, MM, RULE, Align, Box, Paper

_RANK, _NUMBER, _GAP, _TOTAL = 9 * MM, 9 * MM, 1.5 * MM, 13.5 * MM
_NAME = (38 * MM, 64 * MM)  # the least that is left to names, and what they get before cells grow
_CELL = (7.2 * MM, 17 * MM)  # the smallest and largest width of a column
_ROWS = (5.6 * MM, 9 * MM)
_ROWS_BELOW = (8 * MM, 12 * MM)  # where something stands under a cell's text
_ROW_STEP = 0.2 * MM
_CELL_SIZES = (6.5, 9.0)
_MOST = 0.9  # of all cells
_NARROWEST = 1.0  # no column is made for less, in type sizes
_BELOW = 0.4  # of a row's height
_FIXED = 4  # columns before the cells
_SECTION_TITLE = 9 * MM
_HEAT = (1.0, 0.92, 0.84, 0.75, 0.64)
_KEY_WIDTH = 17 * MM


@dataclass(frozen=True, slots=True)
class _Panel:
    """Columns `start` up to, without, `stop` of a section, and the grid they stand in."""

    section: MatrixSection
    start: int
    stop: int
    grid: Grid


def render_matrix(sheet: MatrixSheet, page_size: PageSize = PageSize.A4) -> bytes:
    """The sheet as PDF. The same sheet gives the same bytes; without entries or columns, one page says so."""
    upright = Paper(page_size, sheet.head, sheet.title).live.width
    cell = _readable(sheet)
    across = any(_around(section) + cell * len(section.columns) > upright for section in sheet.sections)
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.title), landscape=across)
    _Printer(paper, sheet).print_all()
    return paper.finish()


def _around(section: MatrixSection) -> float:
    """The width of everything but cells and the least that names have."""
    return _RANK + _NUMBER + _GAP + _NAME[0] + _TOTAL * len(section.totals)


def _most_columns(section: MatrixSection, room: float) -> int:
    return max(1, int((room - _around(section)) / _CELL[0]))


class _Printer:
    """Places panels on pages and draws them."""

    def __init__(self, paper: Paper, sheet: MatrixSheet) -> None:
        self.paper, self.sheet, self.labels = paper, sheet, sheet.labels
        self.heats = any(cell is not None and cell.heat is not None for cell in _cells_of(sheet))
        self.legend = bool(sheet.legend) or self.heats
        self.panels = tuple(
            panel
            for section in sheet.sections
            if section.rows and section.columns
            for panel in self._panels(section)
        )
        live = paper.live
        self.fresh = live.top - STRIP_HEIGHT
        # A page may hang alone: each has the legend, and room for a note, as any may be the last.
        self.floor = live.bottom + FOOTER_HEIGHT + NOTE_HEIGHT * (int(self.legend) + int(bool(sheet.note)))
        self.row_height = self._row_height()

    def _panels(self, section: MatrixSection) -> Iterator[_Panel]:
        """Panels of equal width, so that pages can hang side by side."""
        live = self.paper.live
        count = len(section.columns)
        pieces = ceil(count / _most_columns(section, live.width))
        size = ceil(count / pieces)
        each = _cell_width(self.sheet, live.width - _around(section), size)
        cell_size = _cell_size(self.sheet, each)
        for start in range(0, count, size):
            heads = section.columns[start : start + size]
            # What few columns leave is the names'.
            names = live.width - _around(section) + _NAME[0] - each * len(heads)
            columns = (
                Column(self.labels.rank, _RANK, style=Style.BOLD, size=9.5),
                Column(self.labels.number, _NUMBER, size=9),
                Column("", _GAP),
                Column(self.sheet.entry or self.labels.names, names, Align.LEFT, size=9.5),
                *(Column(head, each, Align.CENTRE, size=cell_size) for head in heads),
                *(Column(head, _TOTAL, style=Style.BOLD, size=9.5) for head in section.totals),
            )
            yield _Panel(section, start, start + len(heads), Grid(live.left, columns))

    def _row_height(self) -> float:
        """The largest height at which the rows take no more pages than they must."""
        below = any(cell is not None and cell.below for cell in _cells_of(self.sheet))
        smallest, height = _ROWS_BELOW if below else _ROWS
        fewest = len(self._pages(smallest))
        while height > smallest and len(self._pages(height)) > fewest:
            height -= _ROW_STEP
        return max(smallest, height)

    def _pages(self, row_height: float) -> list[tuple[Piece, ...]]:
        lists = [
            Listed(
                len(panel.section.rows),
                row_height,
                panel.grid.heading_height + (_SECTION_TITLE if panel.section.title else 0),
                panel.grid.heading_height,
            )
            for panel in self.panels
        ]
        return list(place(lists, top=self.fresh - TITLE_HEIGHT, fresh=self.fresh, floor=self.floor))

    def print_all(self) -> None:
        """Every panel on its pages; each section is bookmarked where it begins."""
        paper, sheet, live = self.paper, self.sheet, self.paper.live
        pages = self._pages(self.row_height) if self.panels else [()]
        for number, pieces in enumerate(pages, start=1):
            draw_strip(paper, live, sheet.head)
            if number == 1:
                draw_title(paper, sheet.title)
            if not pieces:
                top = self.fresh - TITLE_HEIGHT
                draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), sheet.empty)
            for piece in pieces:
                self._draw_piece(piece)
            if self.legend and pieces:
                self._draw_legend()
            if sheet.note and number == len(pages):
                draw_note(paper, sheet.note)
            about = joined(
                sheet.title, *dict.fromkeys(self.panels[piece.index].section.title for piece in pieces)
            )
            draw_footer(paper, live, sheet.head, self.labels, about=about, page=number, pages=len(pages))
            paper.next_page()

    def _draw_piece(self, piece: Piece) -> None:
        panel, paper, top = self.panels[piece.index], self.paper, piece.top
        section, grid = panel.section, panel.grid
        if not piece.start and section.title:
            if not panel.start:
                paper.bookmark(f"section-{piece.index}", section.title)
            title = Box(paper.live.left, top, paper.live.width, _SECTION_TITLE - 2 * MM)
            paper.fitted(title, section.title, 14, style=Style.BOLD)
            top -= _SECTION_TITLE
        grid.draw_headings(paper, top)
        top -= grid.heading_height
        rows = section.rows[piece.start : piece.stop]
        grid.draw_rules(paper, top, len(rows), self.row_height, upright=False)
        bottom = top - len(rows) * self.row_height
        last = _FIXED + panel.stop - panel.start
        for index in range(_FIXED, last + 1):
            seam = index in (_FIXED, last)
            x = grid.edges[index]
            paper.rule(x, top, x, bottom, RULE if seam else HAIRLINE, GREY if seam else FAINT)
        for row in rows:
            self._draw_row(panel, row, top)
            top -= self.row_height

    def _draw_row(self, panel: _Panel, row: MatrixRow, top: float) -> None:
        rank = "" if row.rank is None else f"{row.rank}{'=' if row.tied else ''}"
        white = ("",) * (panel.stop - panel.start)
        fixed = (rank, str(row.number), "", row.name, *white, *row.totals[: len(panel.section.totals)])
        panel.grid.draw_row(self.paper, top, self.row_height, fixed)
        for place_, cell in enumerate(row.cells[panel.start : panel.stop]):
            if cell is not None:
                self._draw_cell(panel.grid, _FIXED + place_, cell, top)

    def _draw_cell(self, grid: Grid, column: int, cell: MatrixCell, top: float) -> None:
        left, wide = grid.edges[column], grid.columns[column].width
        if cell.heat is not None:
            # inside the rules, which would else be half hidden
            inner = Box(left + 0.4, top - 0.4, wide - 0.8, self.row_height - 0.8)
            self.paper.shade(inner, _HEAT[sum(cell.heat >= step for step in HEAT_STEPS)])
        height = self.row_height * (1 - _BELOW if cell.below else 1)
        style = Style.BOLD if cell.bold else Style.REGULAR
        box = Box(left + PADDING / 3, top - AIR, wide - PADDING / 1.5, height - 2 * AIR)
        # figures are never broken: what is wider than most is set smaller
        size = whole_words(cell.text, style, grid.columns[column].size, box.width, SMALLEST)
        self.paper.fitted(box, cell.text, size, style=style, align=Align.CENTRE)
        small = Box(box.left, top - height, box.width, self.row_height - height - AIR)
        self.paper.fitted(small, cell.below, 7.5, align=Align.CENTRE)

    def _draw_legend(self) -> None:
        """The greys and what they mean, then the words."""
        paper, live = self.paper, self.paper.live
        left = live.left
        if self.heats:
            for grey, said in zip(_HEAT, _heat_words(), strict=True):
                square = Box(left, self.floor - 2.6 * MM, 4 * MM, 3 * MM)
                paper.shade(square, grey)
                paper.frame(square, HAIRLINE, GREY)
                paper.fitted(Box(left + 5 * MM, self.floor - 1.6 * MM, _KEY_WIDTH - 6 * MM, 5 * MM), said, 8)
                left += _KEY_WIDTH
        text = Box(left, self.floor - 0.6 * MM, live.right - left, NOTE_HEIGHT - 1 * MM)
        paper.fitted(text, self.sheet.legend, 8.5)


def _cells_of(sheet: MatrixSheet) -> Iterator[MatrixCell | None]:
    return (cell for section in sheet.sections for row in section.rows for cell in row.cells)


def _usual_width(sheet: MatrixSheet) -> float:
    """The width, in type sizes, that most cells' texts keep to; the few wider ones are set smaller."""
    texts = Counter(cell.text for cell in _cells_of(sheet) if cell is not None and cell.text)
    widths = sorted(width(text, Style.REGULAR, 1) for text in texts.elements())
    return max(_NARROWEST, widths[int(_MOST * len(widths))]) if widths else 1.0


def _readable(sheet: MatrixSheet) -> float:
    """The width of a column whose cells are of the largest type."""
    return max(_CELL[0], _usual_width(sheet) * _CELL_SIZES[1] + PADDING)


def _cell_width(sheet: MatrixSheet, room: float, columns: int) -> float:
    """How wide each of so many columns is: first readable, then names get their share, then all grow."""
    readable = min(room / columns, _readable(sheet))
    more = max(0.0, room - columns * readable - (_NAME[1] - _NAME[0]))
    return min(_CELL[1], readable + more / columns)


def _cell_size(sheet: MatrixSheet, column: float) -> float:
    """One size for all cells: the largest in which the widest still fits, within reason."""
    smallest, largest = _CELL_SIZES
    fitting = (column - PADDING) / _usual_width(sheet)
    return max(smallest, min(largest, int(fitting * 4) / 4))


def _heat_words() -> Sequence[str]:
    """ "< 30", "30–45" … "≥ 70"."""
    first, *_, last = HEAT_STEPS
    between = (f"{low}–{high}" for low, high in pairwise(HEAT_STEPS))
    return (f"< {first}", *between, f"≥ {last}")
