"""Sheets to duplicate a board by hand: which seat gets each card of a sorted pack, and the hands to compare with.

Owns: the layout of a board's part, several to a page. Never does: decide who may hold them; they show deals before
they are played, and are for the director alone.

Terms: *part* – what a page has of one board; *pack* – 52 cards sorted spades, hearts, diamonds, clubs, ace to two.
"""

from tournaments.sheets.boardhead import seat_letter, seat_name
from tournaments.sheets.data import Compass, PageSize
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    NOTE_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_note,
    draw_sentence,
    draw_strip,
    joined,
)
from tournaments.sheets.hand_data import (
    RANKS,
    SEATS,
    SUITS,
    DealtBoard,
    DealtBoards,
    HandLabels,
    counts_of,
    hand_at,
    holdings,
    seats_of_pack,
)
from tournaments.sheets.hand_marks import draw_holding, draw_suit, span_of
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, INK, MM, RULE, STRONG, Align, Box, Paper

A_PAGE = 3
_HEADING = 9 * MM
_RANKS_LINE = 5 * MM
_SUIT_WIDTH = 11 * MM
_GAP = 3 * MM  # between the pack and the hands
_SEAT_LINE = 5.2 * MM
_SHARE = 0.52  # of what is left, for the pack; the rest is the hands'
# A ground for two of the seats, so that a run of cards to one pile is seen at once, on any copier.
_GROUND = {Compass.EAST: 0.86, Compass.WEST: 0.93}


def render_dealing_sheets(sheet: DealtBoards, page_size: PageSize = PageSize.A4) -> bytes:
    """The sheets as PDF. The same sheet gives the same bytes; without boards, one page says so."""
    labels = sheet.labels
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, labels.dealing_sheets))
    live = paper.live
    pages = [sheet.boards[first : first + A_PAGE] for first in range(0, len(sheet.boards), A_PAGE)] or [()]
    top = live.top - STRIP_HEIGHT
    height = (top - live.bottom - FOOTER_HEIGHT - NOTE_HEIGHT) / A_PAGE
    for number, boards in enumerate(pages, start=1):
        draw_strip(paper, live, sheet.head)
        for place, board in enumerate(boards):
            title = joined(board.round_name, f"{labels.board} {board.number}")
            paper.bookmark(f"board-{number}-{place}", title)
            part = Box(live.left, top - place * height, live.width, height)
            _draw_part(paper, part, board, labels)
            if place:
                paper.rule(live.left, part.top, live.right, part.top, RULE)
        if boards:
            draw_note(paper, labels.dealing_help)
        else:
            draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), labels.no_dealing_sheets)
        about = joined(labels.dealing_sheets, span_of(boards, labels))
        draw_footer(paper, live, sheet.head, labels, about=about, page=number, pages=len(pages))
        paper.next_page()
    return paper.finish()


def _draw_part(paper: Paper, box: Box, board: DealtBoard, labels: HandLabels) -> None:
    top = box.top - 2 * MM
    _draw_heading(paper, Box(box.left, top, box.width, _HEADING), board, labels)
    top -= _HEADING
    left = top - box.bottom - 2.5 * MM - _RANKS_LINE - _GAP - _SEAT_LINE
    pack = Box(box.left, top, box.width, _RANKS_LINE + left * _SHARE)
    _draw_pack(paper, pack, board, labels)
    hands = Box(box.left, pack.bottom - _GAP, box.width, _SEAT_LINE + left * (1 - _SHARE))
    _draw_hands(paper, hands, board, labels)


def _draw_heading(paper: Paper, box: Box, board: DealtBoard, labels: HandLabels) -> None:
    """The board, and lines for who has dealt it and who has compared it."""
    third = box.width / 3
    height = box.height - 1.5 * MM
    number = Box(box.left, box.top, third, height)
    paper.fitted(number, f"{labels.board} {board.number}", 18, style=Style.BOLD)
    dealer = f"{labels.dealer} {seat_name(board.dealer, labels)}"
    said = Box(box.left + third, box.top, third, height)
    paper.fitted(said, joined(board.round_name, dealer), 10, grey=GREY)
    wide = third / 2
    for index, word in enumerate((labels.dealt_by, labels.checked_by)):
        left = box.left + 2 * third + index * wide
        paper.fitted(Box(left, box.top, 14 * MM, height), word, 8, grey=GREY)
        paper.rule(
            left + 15 * MM, box.top - height + 1.5 * MM, left + wide - 1.5 * MM, box.top - height + 1.5 * MM
        )


def _draw_pack(paper: Paper, box: Box, board: DealtBoard, labels: HandLabels) -> None:
    """Thirteen ranks across, four suits down, in each square the pile that gets the card."""
    each = (box.width - _SUIT_WIDTH) / len(RANKS)
    line = (box.height - _RANKS_LINE) / len(SUITS)
    for column, rank in enumerate(RANKS):
        cell = Box(box.left + _SUIT_WIDTH + column * each, box.top, each, _RANKS_LINE)
        paper.fitted(cell, rank.replace("T", "10"), 9, align=Align.CENTRE, grey=GREY)
    top = box.top - _RANKS_LINE
    paper.rule(box.left, top, box.right, top, STRONG)
    for suit, seats in zip(SUITS, seats_of_pack(board.hands), strict=True):
        draw_suit(paper, Box(box.left, top, _SUIT_WIDTH, line), suit, 15)
        for column, seat in enumerate(seats):
            cell = Box(box.left + _SUIT_WIDTH + column * each, top, each, line)
            if seat in _GROUND:
                paper.shade(cell, _GROUND[seat])
            letter = "" if seat is None else seat_letter(seat, labels)
            paper.fitted(cell, letter, 15, style=Style.BOLD, align=Align.CENTRE)
        top -= line
        paper.rule(box.left, top, box.right, top, HAIRLINE, GREY)
    for column in range(len(RANKS)):
        x = box.left + _SUIT_WIDTH + column * each
        paper.rule(x, box.top - _RANKS_LINE, x, top, HAIRLINE, FAINT if column else INK)


def _draw_hands(paper: Paper, box: Box, board: DealtBoard, labels: HandLabels) -> None:
    """The four hands side by side, each as long as its pile must be."""
    quarter = box.width / len(SEATS)
    line = (box.height - _SEAT_LINE) / len(SUITS)
    for index, seat in enumerate(SEATS):
        left, width = box.left + index * quarter, quarter - 4 * MM
        hand = hand_at(board.hands, seat)
        lengths = "-".join(str(length) for length in counts_of(hand).lengths)
        name = Box(left, box.top, width * 0.6, _SEAT_LINE)
        paper.fitted(name, seat_name(seat, labels), 10.5, style=Style.BOLD)
        counted = Box(left + width * 0.6, box.top, width * 0.4, _SEAT_LINE)
        paper.fitted(counted, lengths, 8.5, align=Align.RIGHT, grey=GREY)
        for row, (suit, ranks) in enumerate(holdings(hand)):
            place = Box(left, box.top - _SEAT_LINE - row * line, width, line)
            draw_holding(paper, place, suit, ranks, 11)
