"""Pick-up slips: a table's boards of one round to write on, several to a page, to be cut apart.

Owns: the layout of a slip and how many share a page: every slip of a print-out has the same height, so that pages can
be cut in a pile. Never does: query or score; see `slip_data`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from tournaments.sheets.boardhead import seat_letter
from tournaments.sheets.codes import draw_code
from tournaments.sheets.data import PageSize
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    figure,
    joined,
)
from tournaments.sheets.grid import Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, MM, RULE, Align, Box, Paper
from tournaments.sheets.slip_data import Slip, SlipGroup, SlipSheet, SlipSide

_GUTTER = 5 * MM  # between two slips, the cut in its middle
_BLOCK_HEIGHT = 17 * MM
_SIGNATURE_HEIGHT = 7.5 * MM
_FOOT = 5.4 * MM  # what the footer takes; signatures stand close above it
_SMALLEST_ROW, _LARGEST_ROW = 7.5 * MM, 11 * MM
_NUMBER_WIDTH = 20 * MM
_MOST_A_PAGE = 5


@dataclass(frozen=True, slots=True)
class _Part:
    """A slip, or as much of a very long one as a page holds."""

    slip: Slip
    part: int = 1
    parts: int = 1


def render_slips(sheet: SlipSheet, page_size: PageSize = PageSize.A4) -> bytes:
    """The slips as PDF. The same sheet gives the same bytes; without groups, one page says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.labels.slips))
    if sheet.groups:
        _Printer(paper, sheet).print_all()
    else:
        live = paper.live
        draw_strip(paper, live, sheet.head)
        below = Box(live.left, live.top - STRIP_HEIGHT, live.width, SENTENCE_HEIGHT)
        draw_sentence(paper, below, sheet.labels.no_slips)
        draw_footer(paper, live, sheet.head, sheet.labels, about="", page=1, pages=1)
        paper.next_page()
    return paper.finish()


class _Printer:
    """Places slips on pages and draws them."""

    def __init__(self, paper: Paper, sheet: SlipSheet) -> None:
        self.paper, self.sheet, self.labels = paper, sheet, sheet.labels
        live = paper.live
        self.grid = Grid(live.left, _columns(live.width, self.labels))
        self.around = STRIP_HEIGHT + _BLOCK_HEIGHT + self.grid.heading_height + _SIGNATURE_HEIGHT + _FOOT
        slips = [slip for group in sheet.groups for slip in (*group.slips, group.spare)]
        most = max(1, *(len(slip.rows) for slip in slips))
        fitting = (count for count in range(_MOST_A_PAGE, 1, -1) if self._capacity(count) >= most)
        self.on_page = next(fitting, 1)
        self.height, self.capacity = self._height(self.on_page), self._capacity(self.on_page)
        fullest = ceil(most / ceil(most / self.capacity))
        # One height for the whole print-out: slips of one event look alike in the hand.
        self.row_height = min(_LARGEST_ROW, (self.height - self.around) / fullest)

    def _height(self, count: int) -> float:
        return (self.paper.live.height - (count - 1) * _GUTTER) / count

    def _capacity(self, count: int) -> int:
        """The boards of a slip when as many slips share a page."""
        return int((self._height(count) - self.around) / _SMALLEST_ROW)

    def print_all(self) -> None:
        """Every group from a fresh page, with its bookmark."""
        pages = [(group, page) for group in self.sheet.groups for page in self._pages(group)]
        shown: SlipGroup | None = None
        for number, (group, page) in enumerate(pages, start=1):
            if group is not shown:
                self.paper.bookmark(f"slips-{number}", group.title)
                shown = group
            for place, part in enumerate(page):
                self._draw(part, place, number, len(pages))
            self._draw_cuts()
            self.paper.next_page()

    def _pages(self, group: SlipGroup) -> Iterator[Sequence[_Part]]:
        parts = [part for slip in group.slips for part in self._parts(slip)]
        spares = list(self._parts(group.spare))
        while not parts or len(parts) % self.on_page:
            parts += spares[: self.on_page - len(parts) % self.on_page]
        for first in range(0, len(parts), self.on_page):
            yield parts[first : first + self.on_page]

    def _parts(self, slip: Slip) -> Iterator[_Part]:
        """A slip of many boards in parts of equal length."""
        parts = max(1, ceil(len(slip.rows) / self.capacity))
        size = ceil(len(slip.rows) / parts)
        for part in range(parts):
            rows = slip.rows[part * size : (part + 1) * size]
            yield _Part(replace(slip, rows=rows), part + 1, parts)

    def _draw_cuts(self) -> None:
        """A line across between two slips."""
        live = self.paper.live
        for place in range(1, self.on_page):
            y = live.top - place * (self.height + _GUTTER) + _GUTTER / 2
            self.paper.dashes(live.left, y, live.right, y)

    def _draw(self, part: _Part, place: int, page: int, pages: int) -> None:
        paper, live, slip = self.paper, self.paper.live, part.slip
        box = Box(live.left, live.top - place * (self.height + _GUTTER), live.width, self.height)
        table_top = box.top - STRIP_HEIGHT - _BLOCK_HEIGHT
        rows = len(slip.rows)
        paper.form(f"slip-{place}-{rows}", lambda: self._draw_frame(box, table_top, rows))
        shown = self.labels.part_of.format(part=part.part, parts=part.parts) if part.parts > 1 else ""
        self._draw_block(Box(box.left, box.top - STRIP_HEIGHT, box.width, _BLOCK_HEIGHT), slip, shown)
        top = table_top - self.grid.heading_height
        for row in slip.rows:
            dealer = "" if row.dealer is None else seat_letter(row.dealer, self.labels)
            self.grid.draw_row(paper, top, self.row_height, (figure(row.board), dealer, *("",) * 8))
            top -= self.row_height
        table = "" if slip.table is None else f"{self.labels.table} {slip.table}"
        about = joined(slip.round_name, table, shown)
        draw_footer(paper, box, self.sheet.head, self.labels, about=about, page=page, pages=pages)

    def _draw_frame(self, box: Box, table_top: float, rows: int) -> None:
        """What every slip with as many boards has in common."""
        paper, labels = self.paper, self.labels
        draw_strip(paper, box, self.sheet.head)
        self.grid.draw_headings(paper, table_top)
        top = table_top - self.grid.heading_height
        self.grid.draw_rules(paper, top, rows, self.row_height, upright=True)
        top = min(top - rows * self.row_height, box.bottom + _FOOT + _SIGNATURE_HEIGHT + 2 * MM)
        half = box.width / 2
        for place, side in enumerate((labels.ns, labels.ew)):
            left = box.left + place * half
            words = labels.signature.format(side=side)
            paper.fitted(Box(left, top - 3 * MM, 23 * MM, 4.5 * MM), words, 8, grey=GREY)
            paper.rule(left + 24 * MM, top - 6.9 * MM, left + half - 4 * MM, top - 6.9 * MM, HAIRLINE, GREY)

    def _draw_block(self, box: Box, slip: Slip, part: str) -> None:
        """The table's number to be found in a pile, the round, who sits there, and the slip's code."""
        paper, labels = self.paper, self.labels
        heading = Box(box.left, box.top - 1.2 * MM, _NUMBER_WIDTH, 3.4 * MM)
        paper.fitted(heading, labels.table, 8, grey=GREY)
        number = Box(box.left, box.top - 4.2 * MM, _NUMBER_WIDTH - 3 * MM, 12 * MM)
        if slip.table is None:
            self._draw_gap(number)
        paper.fitted(number, figure(slip.table), 30, style=Style.BOLD)
        which = Box(box.left + _NUMBER_WIDTH, box.top - 4 * MM, 24 * MM, 6.4 * MM)
        paper.fitted(which, slip.round_name, 13, style=Style.BOLD)
        below = Box(which.left, which.bottom - 0.4 * MM, which.width, 5 * MM)
        paper.fitted(below, joined(slip.place, part), 9, grey=GREY)
        code = _BLOCK_HEIGHT if slip.address else 0
        if slip.address:
            draw_code(paper, slip.address, Box(box.right - code, box.top, code, code))
        left = which.right + 2 * MM
        sides = Box(left, box.top, box.right - left - code - 2 * MM, 8 * MM)
        self._draw_side(Box(sides.left, box.top - 0.8 * MM, sides.width, 7.4 * MM), labels.ns, slip.ns)
        self._draw_side(Box(sides.left, box.top - 8.6 * MM, sides.width, 7.4 * MM), labels.ew, slip.ew)

    def _draw_side(self, box: Box, direction: str, side: SlipSide) -> None:
        """ "NS 12 Anna – Ben"; or a gap and a line."""
        paper = self.paper
        paper.fitted(Box(box.left, box.top, 8 * MM, box.height), direction, 9, grey=GREY)
        number = Box(box.left + 8 * MM, box.top, 13 * MM, box.height)
        name = Box(number.right + 2 * MM, box.top, box.right - number.right - 2 * MM, box.height)
        if side.number is None:
            self._draw_gap(number)
            self._draw_gap(name)
        paper.fitted(number, figure(side.number), 15, style=Style.BOLD, align=Align.CENTRE)
        paper.fitted(name, side.name, 12)

    def _draw_gap(self, box: Box) -> None:
        y = box.bottom + 1 * MM
        self.paper.rule(box.left, y, box.right, y, RULE, FAINT)


def _columns(width: float, labels: Labels) -> tuple[Column, ...]:
    board, dealer, bid, tricks = 14 * MM, 12 * MM, 18 * MM, 18 * MM
    score = (width - board - dealer - 4 * bid - 2 * tricks) / 2
    centre = Align.CENTRE
    return (
        Column(labels.board, board, centre, size=13, style=Style.BOLD),
        Column(labels.dealer, dealer, centre, size=11),
        Column(labels.north, bid, centre, labels.bids),
        Column(labels.east, bid, centre, labels.bids),
        Column(labels.south, bid, centre, labels.bids),
        Column(labels.west, bid, centre, labels.bids),
        Column(labels.ns, tricks, centre, labels.tricks),
        Column(labels.ew, tricks, centre, labels.tricks),
        Column(labels.ns, score, centre, labels.score),
        Column(labels.ew, score, centre, labels.score),
    )
