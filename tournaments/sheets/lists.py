"""Lists for a wall: rows of texts under a title, as large as they go.

Owns: the height of rows, the breaks between pages, what stands around the lists. Never does: know what they tell.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.sheets.data import SheetHead
from tournaments.sheets.fitting import unbroken
from tournaments.sheets.flow import ROUNDING, Listed, Piece, place, row_height
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
)
from tournaments.sheets.grid import PADDING, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import MM, STRONG, Box, Paper

NOTICE_HEIGHT = 14 * MM
ROWS = (9 * MM, 18 * MM)  # smallest and largest height of a row: large enough to be read over shoulders
NAME_ROWS = (7.5 * MM, 11 * MM)
_LIST_TITLE_HEIGHT = 10 * MM
_AIR = 4 * MM  # between a name and what stands to the right of it
_HEADING_SIZE = 10.0
_CROSSED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
_TYPE = 0.52  # of a row's height
_LARGEST_TYPE = 24.0
_LEAST_TYPE = 9.0  # below it a long word is broken rather than set smaller


def alphabetical(name: str) -> str:
    """What names are sorted by: letters, whatever stands above or across them."""
    parts = unicodedata.normalize("NFKD", name.casefold()).translate(_CROSSED)
    return "".join(part for part in parts if not unicodedata.combining(part))


@dataclass(frozen=True, slots=True)
class WallList:
    """Rows of texts under a title; `heights` are the smallest and largest a row may have, in points; `names` are the
    columns of names, which are broken at spaces before they are set small."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    heights: tuple[float, float]
    names: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What stands around lists: `notice` is framed under the title, `sentence` stands where there are no rows."""

    head: SheetHead
    title: str
    sentence: str
    notice: str = ""
    note: str = ""


def print_lists(paper: Paper, around: Around, lists: Sequence[WallList], labels: Labels) -> None:
    """Every list that has rows, on as few pages as it can be read on; without any, one page with the sentence."""
    _Printer(paper, around, lists, labels).print_all()


class _Printer:
    """Places the lists on pages and draws them."""

    def __init__(self, paper: Paper, sheet: Around, lists: Sequence[WallList], labels: Labels) -> None:
        self.paper, self.sheet, self.labels = paper, sheet, labels
        live = paper.live
        self.fresh = live.top - STRIP_HEIGHT
        self.top = self.fresh - TITLE_HEIGHT - (NOTICE_HEIGHT if sheet.notice else 0)
        # A note's room is kept free on every page, as any may be the last.
        self.floor = live.bottom + FOOTER_HEIGHT + MM + (NOTE_HEIGHT if sheet.note else 0)
        self.lists = tuple(listed for listed in lists if listed.rows) or tuple(lists[:1])
        self.heights = tuple(self._height(index) for index in range(len(self.lists)))

    def _height(self, index: int) -> float:
        """The height of a list's rows, as if the list had its pages to itself."""
        listed = self.lists[index]
        heading = _heading_height(listed)
        first = _LIST_TITLE_HEIGHT if index else 0
        room = (self.fresh if index else self.top) - self.floor - heading - first
        return row_height(len(listed.rows), room, self.fresh - self.floor - heading, *listed.heights)

    def _pages(self) -> Iterator[tuple[Piece, ...]]:
        placed = tuple(
            Listed(
                rows=len(listed.rows),
                row_height=height,
                first_head=_heading_height(listed) + (_LIST_TITLE_HEIGHT if index else 0),
                next_head=_heading_height(listed),
            )
            for index, (listed, height) in enumerate(zip(self.lists, self.heights, strict=True))
        )
        return place(placed, top=self.top, fresh=self.fresh, floor=self.floor)

    def print_all(self) -> None:
        """Every page, the title and what must not be overlooked on the first."""
        paper, sheet, live = self.paper, self.sheet, self.paper.live
        pages = tuple(self._pages())
        for number, pieces in enumerate(pages, start=1):
            draw_strip(paper, live, sheet.head)
            if number == 1:
                draw_title(paper, sheet.title)
                self._draw_notice()
            for piece in pieces:
                self._draw_piece(piece)
            if number == len(pages) and sheet.note:
                draw_note(paper, sheet.note)
            draw_footer(
                paper, live, sheet.head, self.labels, about=sheet.title, page=number, pages=len(pages)
            )
            paper.next_page()

    def _draw_notice(self) -> None:
        """A framed sentence under the title."""
        if not self.sheet.notice:
            return
        live = self.paper.live
        box = Box(live.left, self.fresh - TITLE_HEIGHT, live.width, NOTICE_HEIGHT - 4 * MM)
        self.paper.frame(box, STRONG)
        inside = Box(box.left + 3 * MM, box.top, box.width - 6 * MM, box.height)
        self.paper.fitted(inside, self.sheet.notice, 15, style=Style.BOLD)

    def _draw_piece(self, piece: Piece) -> None:
        paper, live, top = self.paper, self.paper.live, piece.top
        listed, height = self.lists[piece.index], self.heights[piece.index]
        if not piece.start:
            paper.bookmark(f"list-{piece.index}", listed.title)
        if piece.index and not piece.start:
            box = Box(live.left, top, live.width, _LIST_TITLE_HEIGHT - 2 * MM)
            paper.fitted(box, listed.title, 15, style=Style.BOLD)
            top -= _LIST_TITLE_HEIGHT
        if not listed.rows:
            below = Box(live.left, top, live.width, SENTENCE_HEIGHT)
            draw_sentence(paper, below, self.sheet.sentence)
            return
        grid = _grid(listed, live.left)
        grid.draw_headings(paper, top)
        top -= grid.heading_height
        grid.draw_rules(paper, top, piece.stop - piece.start, height, upright=False)
        for row in listed.rows[piece.start : piece.stop]:
            self._draw_row(grid, listed, row, top, height)
            top -= height

    def _draw_row(self, grid: Grid, listed: WallList, row: Sequence[str], top: float, height: float) -> None:
        """The figures of a row in one size; a name as large as its words go, then over several lines."""
        size = min(_LARGEST_TYPE, height * _TYPE)
        for index, (text, column) in enumerate(zip(row, grid.columns, strict=True)):
            air = _AIR if index in listed.names else PADDING / 2
            box = Box(grid.edges[index] + air / 2, top, column.width - air, height)
            # A hair of room: what is measured to fit must not be found too wide when it is set.
            fitting = unbroken(text, column.style, size, box.width - ROUNDING, _LEAST_TYPE)
            self.paper.fitted(box, text, fitting, style=column.style, align=column.align)


def _grid(listed: WallList, left: float = 0) -> Grid:
    return Grid(left, listed.columns, heading_size=_HEADING_SIZE)


def _heading_height(listed: WallList) -> float:
    return _grid(listed).heading_height
