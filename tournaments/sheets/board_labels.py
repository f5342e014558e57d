"""Board labels: a sticker for each board, three across, on the usual sheets of stickers or on plain paper to be cut.

Owns: the grids (24 labels of 63.5 × 33.9 mm on A4, as Avery L7159; 30 of 2⅝ × 1 inch on Letter, as Avery 5160) and
the layout of a label. Never does: know which boards travel together; see `slip_data`.
"""

from dataclasses import dataclass

from tournaments.sheets.boardhead import seat_letter, seat_name
from tournaments.sheets.data import Compass, PageSize, SheetHead
from tournaments.sheets.fitting import SMALLEST, whole_words
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    joined,
)
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, MM, Align, Box, Paper
from tournaments.sheets.slip_data import BoardLabel, BoardLabels

_ACROSS = 3
_AIR = 1.2 * MM  # kept white at a label's upper and lower edge, as stickers are never quite in their place
_NUMBER_SIZE = 64


@dataclass(frozen=True, slots=True)
class _Stock:
    """A sheet of stickers, in points: where the first one begins, their size, from one to the next, how many down;
    `inset` keeps the outer ones inside what every printer reaches."""

    left: float
    top: float
    width: float
    height: float
    pitch: float
    down: int
    inset: float


_STOCKS = {
    PageSize.A4: _Stock(7.2 * MM, 12.9 * MM, 63.5 * MM, 33.9 * MM, 66.04 * MM, 8, 4.4 * MM),
    PageSize.LETTER: _Stock(4.76 * MM, 12.7 * MM, 66.7 * MM, 25.4 * MM, 69.85 * MM, 10, 6.8 * MM),
}


def render_board_labels(sheet: BoardLabels, page_size: PageSize = PageSize.A4) -> bytes:
    """The labels as PDF, in order. The same sheet gives the same bytes; without boards, one page says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.labels.board_labels))
    stock = _STOCKS[page_size]
    on_page = _ACROSS * stock.down
    pages = [sheet.boards[first : first + on_page] for first in range(0, len(sheet.boards), on_page)]
    for number, boards in enumerate(pages, start=1):
        first, last = boards[0], boards[-1]
        paper.bookmark(f"labels-{number}", _about(first, last, sheet.labels))
        paper.form("cuts", lambda: _draw_cuts(paper, stock))
        for place, board in enumerate(boards):
            across, down = place % _ACROSS, place // _ACROSS
            left = stock.left + across * stock.pitch + stock.inset
            top = paper.height - stock.top - down * stock.height - _AIR
            box = Box(left, top, stock.width - 2 * stock.inset, stock.height - 2 * _AIR)
            _draw_label(paper, box, board, sheet.head, sheet.labels)
        paper.next_page()
    if not pages:
        live = paper.live
        draw_strip(paper, live, sheet.head)
        below = Box(live.left, live.top - STRIP_HEIGHT, live.width, SENTENCE_HEIGHT)
        draw_sentence(paper, below, sheet.labels.no_board_labels)
        draw_footer(paper, live, sheet.head, sheet.labels, about="", page=1, pages=1)
        paper.next_page()
    return paper.finish()


def _about(first: BoardLabel, last: BoardLabel, labels: Labels) -> str:
    """What a page holds: "Boards 1 – 24", with the rounds where boards have the same numbers in each."""
    ends = [joined(str(label.board), label.when) for label in (first, last)]
    return f"{labels.boards} {' – '.join(dict.fromkeys(ends))}"


def _draw_label(paper: Paper, box: Box, label: BoardLabel, head: SheetHead, labels: Labels) -> None:
    """The number to be read across a table; who deals; with which boards it travels; whose it is."""
    number = Box(box.left, box.top, box.width * 0.44, box.height)
    size = whole_words(str(label.board), Style.BOLD, _NUMBER_SIZE, number.width, SMALLEST)
    paper.fitted(number, str(label.board), size, style=Style.BOLD)
    left = number.right + 2 * MM
    width = box.right - left
    seats = Box(left, box.top, width, box.height * 0.26)
    _draw_seats(paper, seats, label.dealer, labels)
    top = seats.bottom
    for text, size, style, share in (
        (f"{labels.dealer} {seat_name(label.dealer, labels)}", 11, Style.BOLD, 0.22),
        (label.block, 9, Style.REGULAR, 0.16),
        (label.when, 9, Style.REGULAR, 0.16),
        (head.event, 8, Style.ITALIC, 0.2),
    ):
        if text:
            height = box.height * share
            paper.fitted(Box(left, top, width, height), text, size, style=style)
            top -= height


def _draw_seats(paper: Paper, box: Box, dealer: Compass, labels: Labels) -> None:
    """The four seats in a row; the dealer's letter white on black."""
    size = min(box.height, 6.4 * MM)
    for place, seat in enumerate(Compass):
        cell = Box(box.left + place * (size + 0.8 * MM), box.top - (box.height - size) / 2, size, size)
        if seat is dealer:
            paper.disc(cell.left + size / 2, cell.top - size / 2, size / 2)
        grey = 1.0 if seat is dealer else GREY
        paper.fitted(cell, seat_letter(seat, labels), 10, style=Style.BOLD, align=Align.CENTRE, grey=grey)
        if seat is not dealer:
            paper.frame(cell, HAIRLINE, FAINT)


def _draw_cuts(paper: Paper, stock: _Stock) -> None:
    """Marks in the gaps between stickers, where they do not show on one."""
    gap = stock.pitch - stock.width
    for across in range(1, _ACROSS):
        middle = stock.left + across * stock.pitch - gap / 2
        for down in range(stock.down + 1):
            y = paper.height - stock.top - down * stock.height
            paper.rule(middle - gap / 2, y, middle + gap / 2, y, HAIRLINE, GREY)
            paper.rule(middle, y - gap / 2, middle, y + gap / 2, HAIRLINE, GREY)
