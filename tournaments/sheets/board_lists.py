"""Lists under one title: leaderboards, and what was played at the ranked tables of an evening.

Owns: the breaks between pages, and the height of rows. Never does: rank, or know what a column means; see `game_data`.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from tournaments.sheets.data import PageSize
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
from tournaments.sheets.game_data import BoardList, BoardLists
from tournaments.sheets.grid import Column, Grid
from tournaments.sheets.paper import GREY, MM, Align, Box, Paper

_SMALLEST_ROW, _LARGEST_ROW = 7 * MM, 9.5 * MM
_TITLE, _LEAD = 9 * MM, 5 * MM
_SIZE = 10.5
_GAP = 4 * MM


def render_board_lists(sheet: BoardLists, page_size: PageSize = PageSize.A4) -> bytes:
    """The lists as PDF. The same sheet gives the same bytes; a list without rows says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.title))
    _Printer(paper, sheet).print_all()
    return paper.finish()


class _Printer:
    """Places the lists on pages and draws them."""

    def __init__(self, paper: Paper, sheet: BoardLists) -> None:
        self.paper, self.sheet = paper, sheet
        self.fresh = paper.live.top - STRIP_HEIGHT
        # A note's room is kept free on every page, as any may be the last.
        self.floor = paper.live.bottom + FOOTER_HEIGHT + (NOTE_HEIGHT if sheet.note else MM)
        self.row_height = self._row_height()

    def _row_height(self) -> float:
        """Taller rows where everything still fits one page."""
        lists = self.sheet.lists
        heads = sum(self._head(one, first=True) for one in lists) + SECTION_GAP * max(0, len(lists) - 1)
        room = self.fresh - TITLE_HEIGHT - self.floor - heads
        rows = sum(self._lines(one) for one in lists)
        return max(_SMALLEST_ROW, min(_LARGEST_ROW, room / max(1, rows)))

    @staticmethod
    def _lines(one: BoardList) -> int:
        """The rows of a list, or those that the sentence in their place takes."""
        return len(one.rows) or ceil(SENTENCE_HEIGHT / _SMALLEST_ROW)

    def _head(self, one: BoardList, *, first: bool) -> float:
        return (_title_height(one) if first else 0) + (_grid(one, 0, 1_000).heading_height if one.rows else 0)

    def _pages(self) -> Iterator[tuple[Piece, ...]]:
        placed = tuple(
            Listed(
                rows=self._lines(one),
                row_height=self.row_height,
                first_head=self._head(one, first=True),
                next_head=self._head(one, first=False),
            )
            for one in self.sheet.lists
        )
        return place(placed, top=self.fresh - TITLE_HEIGHT, fresh=self.fresh, floor=self.floor)

    def print_all(self) -> None:
        """Every page, the title on the first."""
        paper, sheet, live = self.paper, self.sheet, self.paper.live
        pages = tuple(self._pages())
        for number, pieces in enumerate(pages, start=1):
            draw_strip(paper, live, sheet.head)
            if number == 1:
                draw_title(paper, sheet.title)
            for piece in pieces:
                self._draw(piece)
            if number == len(pages) and sheet.note:
                draw_note(paper, sheet.note)
            about = sheet.title
            draw_footer(paper, live, sheet.head, sheet.labels, about=about, page=number, pages=len(pages))
            paper.next_page()

    def _draw(self, piece: Piece) -> None:
        paper, live, top = self.paper, self.paper.live, piece.top
        one = self.sheet.lists[piece.index]
        if not piece.start:
            paper.bookmark(f"list-{piece.index}", one.title or self.sheet.title)
            box = Box(live.left, top, live.width, _TITLE - 2 * MM)
            paper.fitted(box, one.title, 14, style=Style.BOLD)
            below = Box(live.left, box.bottom, live.width, _LEAD)
            paper.fitted(below, one.lead, 9, grey=GREY)
            top -= _title_height(one)
        if not one.rows:
            draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), one.empty)
            return
        grid = _grid(one, live.left, live.width)
        grid.draw_headings(paper, top)
        top -= grid.heading_height
        grid.draw_rules(paper, top, piece.stop - piece.start, self.row_height, upright=False)
        for row in one.rows[piece.start : piece.stop]:
            grid.draw_row(paper, top, self.row_height, _cells(one, row))
            top -= self.row_height


def _title_height(one: BoardList) -> float:
    return (_TITLE if one.title else 0) + (_LEAD if one.lead else 0)


def _gap_before(one: BoardList, number: int) -> bool:
    """Whether words stand in that column right after others, or after a figure, which is set from the right."""
    return bool(number) and one.columns[number].words


def _cells(one: BoardList, row: Sequence[str]) -> tuple[str, ...]:
    """The texts of a row, with nothing in the gaps."""
    return tuple(
        cell
        for place, text in enumerate(row)
        for cell in (("", text) if _gap_before(one, place) else (text,))
    )


def _grid(one: BoardList, left: float, width: float) -> Grid:
    columns: list[Column] = []
    gaps = sum(_gap_before(one, number) for number in range(len(one.columns)))
    each = (width - gaps * _GAP) / sum(column.share for column in one.columns)
    for number, column in enumerate(one.columns):
        if _gap_before(one, number):
            columns.append(Column("", _GAP))
        columns.append(
            Column(
                column.heading,
                each * column.share,
                Align.LEFT if column.words else Align.RIGHT,
                size=_SIZE + (1 if column.strong else 0),
                style=Style.BOLD if column.strong else Style.REGULAR,
            )
        )
    return Grid(left, columns, heading_size=8.5)
