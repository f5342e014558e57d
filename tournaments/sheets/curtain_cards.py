"""Curtain cards: four cards for each board, one a hand, to be cut apart and laid at the board.

Owns: the layout of a card and of the eight on a page. Never does: decide who may hold them; they show deals before
they are played, and are for the director alone.
"""

from tournaments.sheets.boardhead import seat_name
from tournaments.sheets.data import Compass, PageSize
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    joined,
)
from tournaments.sheets.hand_data import SEATS, DealtBoard, DealtBoards, counts_of, hand_at, holdings
from tournaments.sheets.hand_marks import draw_holding, span_of
from tournaments.sheets.paper import GREY, HAIRLINE, MM, Align, Box, Paper

A_PAGE = 2  # boards
ACROSS, DOWN = 2, 4  # cards
_PADDING = 5 * MM
_HEADING = 10 * MM
_BELOW = 4.2 * MM
_HAND_SIZE = 18
_LENGTH_WIDTH = 9 * MM


def render_curtain_cards(sheet: DealtBoards, page_size: PageSize = PageSize.A4) -> bytes:
    """The cards as PDF. The same sheet gives the same bytes; without boards, one page says so."""
    labels = sheet.labels
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, labels.curtain_cards))
    live = paper.live
    pages = [sheet.boards[first : first + A_PAGE] for first in range(0, len(sheet.boards), A_PAGE)] or [()]
    for number, boards in enumerate(pages, start=1):
        _draw_cards(paper, sheet, boards, number)
        if not boards:
            draw_strip(paper, live, sheet.head)
            below = Box(live.left, live.top - STRIP_HEIGHT, live.width, SENTENCE_HEIGHT)
            draw_sentence(paper, below, labels.no_curtain_cards)
        about = joined(labels.curtain_cards, span_of(boards, labels))
        draw_footer(paper, live, sheet.head, labels, about=about, page=number, pages=len(pages))
        paper.next_page()
    return paper.finish()


def _draw_cards(paper: Paper, sheet: DealtBoards, boards: tuple[DealtBoard, ...], page: int) -> None:
    """The cards of a page, and the lines to cut along, which run round every card."""
    live = paper.live
    width, height = live.width / ACROSS, (live.height - FOOTER_HEIGHT - 1 * MM) / DOWN
    for index, board in enumerate(boards):
        title = joined(board.round_name, f"{sheet.labels.board} {board.number}")
        paper.bookmark(f"board-{page}-{index}", title)
        for place, seat in enumerate(SEATS):
            down, across = divmod(place + index * len(SEATS), ACROSS)
            box = Box(live.left + across * width, live.top - down * height, width, height)
            _draw_card(paper, sheet, board, seat, box)
    rows = len(boards) * len(SEATS) // ACROSS
    bottom = live.top - rows * height
    for row in range(rows + 1 if rows else 0):
        paper.dashes(live.left, live.top - row * height, live.right, live.top - row * height)
    for column in range(ACROSS + 1 if rows else 0):
        x = live.left + column * width
        paper.dashes(x, live.top, x, bottom)


def _draw_card(paper: Paper, sheet: DealtBoards, board: DealtBoard, seat: Compass, box: Box) -> None:
    labels = sheet.labels
    inner = Box(box.left + _PADDING, box.top - _PADDING, box.width - 2 * _PADDING, box.height - 2 * _PADDING)
    half = inner.width / 2
    board_name = Box(inner.left, inner.top, half, 0.62 * _HEADING)
    paper.fitted(board_name, f"{labels.board} {board.number}", 17, style=Style.BOLD)
    seat_box = Box(inner.left + half, inner.top, half, 0.62 * _HEADING)
    paper.fitted(seat_box, seat_name(seat, labels), 17, style=Style.BOLD, align=Align.RIGHT)
    below = inner.top - 0.62 * _HEADING
    where = Box(inner.left, below, half * 1.3, 0.34 * _HEADING)
    paper.fitted(where, joined(board.round_name, sheet.head.event), 8.5, grey=GREY)
    task = {board.dealer: labels.dealer, board.first_bidder: labels.first_bidder}.get(seat, "")
    paper.fitted(Box(inner.left + half * 1.4, below, half * 0.6, 0.34 * _HEADING), task, 9, align=Align.RIGHT)
    paper.rule(inner.left, inner.top - _HEADING, inner.right, inner.top - _HEADING)
    hand = Box(
        inner.left, inner.top - _HEADING - 1 * MM, inner.width, inner.height - _HEADING - _BELOW - 1.5 * MM
    )
    _draw_hand(paper, hand, hand_at(board.hands, seat))
    foot = Box(inner.left, inner.bottom + _BELOW, inner.width, _BELOW)
    paper.fitted(foot, labels.curtain_help, 8, grey=GREY)


def _draw_hand(paper: Paper, box: Box, hand: str) -> None:
    """The suits, and at the right how many cards each has, to count by."""
    line = box.height / 4
    for index, (suit, ranks) in enumerate(holdings(hand)):
        top = box.top - index * line
        draw_holding(paper, Box(box.left, top, box.width - _LENGTH_WIDTH, line), suit, ranks, _HAND_SIZE)
        length = Box(box.right - _LENGTH_WIDTH, top, _LENGTH_WIDTH, line)
        paper.fitted(length, str(counts_of(hand).lengths[index]), 10, align=Align.RIGHT, grey=GREY)
        if index:
            paper.rule(box.left, top, box.right, top, HAIRLINE, 0.8)
