"""Travellers: one board each, blank to be written on or filled to be read.

Owns: their columns, how many share a page, how a long board is continued. Never does: query or score; see
`data`.

Terms: *slip* – one board's part of one page; *part* – a slice of a board whose rows need several pages.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from tournaments.sheets.boardhead import block_height, draw_block
from tournaments.sheets.data import Packing, PageSize, Traveller, TravellerKind, TravellerRow, TravellerSheet
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    figure,
    joined,
)
from tournaments.sheets.grid import NOTE_SHARE, PADDING, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import GREY, MM, Align, Box, Paper

_GUTTER = 12 * MM  # between two slips, the cut in its middle
# Smallest and largest height of a row: a pencil needs 8 mm, an eye 6.
_ROW_HEIGHTS = {TravellerKind.BLANK: (8 * MM, 11 * MM), TravellerKind.FILLED: (6 * MM, 8.5 * MM)}
_NOTE_SIZE = 8.0
_SMALL_NOTE_SIZE = 6.0


@dataclass(frozen=True, slots=True)
class _Slip:
    traveller: Traveller
    rows: tuple[TravellerRow, ...]
    part: int
    parts: int


def render_travellers(sheet: TravellerSheet, page_size: PageSize = PageSize.A4) -> bytes:
    """The travellers as PDF. The same sheet gives the same bytes; without boards, one page says so."""
    title = joined(sheet.head.event, sheet.labels.travellers)
    paper = Paper(page_size, sheet.head, title)
    if sheet.travellers:
        _Printer(paper, sheet).print_all()
    else:
        draw_strip(paper, paper.live, sheet.head)
        below = Box(paper.live.left, paper.live.top - STRIP_HEIGHT, paper.live.width, SENTENCE_HEIGHT)
        draw_sentence(paper, below, sheet.labels.no_boards)
        draw_footer(paper, paper.live, sheet.head, sheet.labels, about="", page=1, pages=1)
        paper.next_page()
    return paper.finish()


class _Printer:
    """Places slips on pages and draws them."""

    def __init__(self, paper: Paper, sheet: TravellerSheet) -> None:
        self.paper, self.sheet, self.labels = paper, sheet, sheet.labels
        live = paper.live
        columns = (
            _blank_columns(live.width, self.labels)
            if sheet.kind is TravellerKind.BLANK
            else _filled_columns(live.width, self.labels)
        )
        self.grid = Grid(live.left, columns)
        self.smallest, self.largest = _ROW_HEIGHTS[sheet.kind]
        most = max(len(traveller.rows) for traveller in sheet.travellers)
        block = max(block_height(traveller) for traveller in sheet.travellers)
        self.around = STRIP_HEIGHT + block + self.grid.heading_height + FOOTER_HEIGHT + 1 * MM
        half = (live.height - _GUTTER) / 2
        self.two_up = sheet.packing is Packing.AUTO and most <= self._capacity(half)
        self.slip_height = half if self.two_up else live.height
        self.slips = tuple(self._slips())
        fullest = max(1, *(len(slip.rows) for slip in self.slips))
        # One height for the whole print-out: sheets of one event look alike in the hand.
        self.row_height = min(self.largest, (self.slip_height - self.around) / fullest)

    def _capacity(self, height: float) -> int:
        return int((height - self.around) / self.smallest)

    def _slips(self) -> Iterator[_Slip]:
        """Long boards in parts of equal length, so that no page is left with a single row."""
        capacity = self._capacity(self.slip_height)
        for traveller in self.sheet.travellers:
            rows = traveller.rows
            parts = max(1, ceil(len(rows) / capacity))
            size = ceil(len(rows) / parts)
            for part in range(parts):
                yield _Slip(traveller, rows[part * size : (part + 1) * size], part + 1, parts)

    def print_all(self) -> None:
        """Every slip on its page, with the bookmark of its board."""
        on_page = 2 if self.two_up else 1
        pages = ceil(len(self.slips) / on_page)
        for page in range(pages):
            for place, slip in enumerate(self.slips[page * on_page : (page + 1) * on_page]):
                if slip.part == 1:
                    title = f"{self.labels.board} {slip.traveller.board}"
                    self.paper.bookmark(f"slip-{page}-{place}", title)
                self._draw_slip(slip, place, page + 1, pages)
            if self.two_up:
                self._draw_cut()
            self.paper.next_page()

    def _draw_cut(self) -> None:
        y = self.paper.height / 2
        live = self.paper.live
        self.paper.dashes(live.left, y, live.right, y)

    def _draw_slip(self, slip: _Slip, place: int, page: int, pages: int) -> None:
        live, paper = self.paper.live, self.paper
        box = Box(live.left, live.top - place * (self.slip_height + _GUTTER), live.width, self.slip_height)
        block_top = box.top - STRIP_HEIGHT
        height = block_height(slip.traveller)
        table_top = block_top - height
        rows = len(slip.rows)
        paper.form(f"frame-{place}-{rows}-{height:.0f}", lambda: self._draw_frame(box, table_top, rows))
        blank = self.sheet.kind is TravellerKind.BLANK
        part = self.labels.part_of.format(part=slip.part, parts=slip.parts) if slip.parts > 1 else ""
        block = Box(box.left, block_top, box.width, height)
        help_text = self.labels.writing_help if blank else ""
        draw_block(paper, block, slip.traveller, self.labels, part=part, help_text=help_text)
        self._draw_rows(slip.rows, table_top)
        board = f"{self.labels.board} {slip.traveller.board}"
        about = joined(slip.traveller.round_name, board, part)
        draw_footer(paper, box, self.sheet.head, self.labels, about=about, page=page, pages=pages)

    def _draw_frame(self, box: Box, table_top: float, rows: int) -> None:
        """What every slip with as many rows has in common."""
        draw_strip(self.paper, box, self.sheet.head)
        self.grid.draw_headings(self.paper, table_top)
        top = table_top - self.grid.heading_height
        upright = self.sheet.kind is TravellerKind.BLANK
        self.grid.draw_rules(self.paper, top, rows, self.row_height, upright=upright)
        if not rows:
            draw_sentence(self.paper, Box(box.left, top, box.width, SENTENCE_HEIGHT), self.labels.no_rows)

    def _draw_rows(self, rows: Sequence[TravellerRow], table_top: float) -> None:
        top = table_top - self.grid.heading_height
        for row in rows:
            if self.sheet.kind is TravellerKind.BLANK:
                self.grid.draw_row(self.paper, top, self.row_height, _blank_cells(row))
            else:
                self._draw_filled(row, top)
            top -= self.row_height

    def _draw_filled(self, row: TravellerRow, top: float) -> None:
        """A result; its note stands where the bids would be when nothing was played, else small under them."""
        played = bool(row.ns_bid or row.ew_bid) or row.ns_score is not None or row.ew_score is not None
        raised = _PLAYED_COLUMNS if played and row.note else range(0)
        self.grid.draw_row(self.paper, top, self.row_height, _filled_cells(row), raised)
        left, right = self.grid.edges[_PLAYED_COLUMNS.start], self.grid.edges[_PLAYED_COLUMNS.stop]
        height = self.row_height * (NOTE_SHARE if played else 1)
        box = Box(left + PADDING, top - self.row_height + height, right - left - 2 * PADDING, height)
        size = _SMALL_NOTE_SIZE if played else _NOTE_SIZE
        self.paper.fitted(box, row.note, size, style=Style.ITALIC, align=Align.CENTRE, grey=GREY)


def _blank_columns(width: float, labels: Labels) -> tuple[Column, ...]:
    bid, tricks = 16 * MM, 16 * MM
    place, pair = 10 * MM, 12 * MM
    score = (width - 2 * place - 2 * pair - 4 * bid - 2 * tricks) / 2
    centre = Align.CENTRE
    return (
        Column(labels.round_short, place, centre),
        Column(labels.table_short, place, centre),
        Column(labels.ns, pair, centre, labels.pairs, 11, Style.BOLD),
        Column(labels.ew, pair, centre, labels.pairs, 11, Style.BOLD),
        Column(labels.north, bid, centre, labels.bids),
        Column(labels.east, bid, centre, labels.bids),
        Column(labels.south, bid, centre, labels.bids),
        Column(labels.west, bid, centre, labels.bids),
        Column(labels.ns, tricks, centre, labels.tricks),
        Column(labels.ew, tricks, centre, labels.tricks),
        Column(labels.ns, score, centre, labels.score),
        Column(labels.ew, score, centre, labels.score),
    )


def _blank_cells(row: TravellerRow) -> tuple[str, ...]:
    return (figure(row.round), figure(row.table), figure(row.ns), figure(row.ew), *("",) * 8)


_PLAYED_COLUMNS = range(6, 12)  # bids, tricks and scores of a filled traveller


def _filled_columns(width: float, labels: Labels) -> tuple[Column, ...]:
    place, pair, bid, tricks, score, points, percent = (mm * MM for mm in (6.5, 6.5, 9.5, 8.5, 10, 9.5, 11))
    name = (width - 2 * (place + pair + bid + tricks + score + points + percent)) / 2
    left = Align.LEFT
    return (
        Column(labels.round_short, place, size=8.5),
        Column(labels.table_short, place, size=8.5),
        Column(labels.number, pair, group=labels.pair_ns, style=Style.BOLD),
        Column("", name, left, labels.pair_ns, 8.5),
        Column(labels.number, pair, group=labels.pair_ew, style=Style.BOLD),
        Column("", name, left, labels.pair_ew, 8.5),
        Column(labels.ns, bid, group=labels.bids),
        Column(labels.ew, bid, group=labels.bids),
        Column(labels.ns, tricks, group=labels.tricks),
        Column(labels.ew, tricks, group=labels.tricks),
        Column(labels.ns, score, group=labels.score),
        Column(labels.ew, score, group=labels.score),
        Column(labels.ns, points, group=labels.matchpoints),
        Column(labels.ew, points, group=labels.matchpoints),
        Column(labels.ns, percent, group=labels.percent, style=Style.BOLD),
        Column(labels.ew, percent, group=labels.percent, style=Style.BOLD),
    )


def _filled_cells(row: TravellerRow) -> tuple[str, ...]:
    return (
        figure(row.round),
        figure(row.table),
        figure(row.ns),
        row.ns_name,
        figure(row.ew),
        row.ew_name,
        row.ns_bid,
        row.ew_bid,
        row.ns_tricks,
        row.ew_tricks,
        figure(row.ns_score),
        figure(row.ew_score),
        row.ns_matchpoints,
        row.ew_matchpoints,
        row.ns_percentage,
        row.ew_percentage,
    )
