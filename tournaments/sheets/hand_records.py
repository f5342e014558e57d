"""Hand records: every board's four hands as they sat, twelve to a page, with what they hold.

Owns: the diagram and how the diagrams share a page. Never does: decide whether hands may be seen; they are in the
data or they are not.

Terms: *diagram* – the hands of one board round its compass; *tally* – the small table of what the hands hold.
"""

from collections.abc import Iterator, Sequence

from tournaments.sheets.boardhead import seat_letter
from tournaments.sheets.data import Compass, PageSize
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
from tournaments.sheets.hand_data import SEATS, SUITS, DealtBoard, DealtBoards, counts_of, hand_at
from tournaments.sheets.hand_marks import draw_hand, draw_suit, span_of
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, MM, RULE, Align, Box, Paper

ACROSS, DOWN = 3, 4
_GAP = 5 * MM  # between diagrams side by side
_PADDING = 1.8 * MM  # above and below a diagram
_LINES = 12.8  # a diagram's height in lines of type: three hands, and air between them
_HAND_SIZE = 9.5
_TALLY_SIZE = 7.5


def render_hand_records(sheet: DealtBoards, page_size: PageSize = PageSize.A4) -> bytes:
    """The hand records as PDF. The same sheet gives the same bytes; without boards, one page says so."""
    labels = sheet.labels
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, labels.hand_records))
    live = paper.live
    a_page = ACROSS * DOWN
    pages = [sheet.boards[first : first + a_page] for first in range(0, len(sheet.boards), a_page)] or [()]
    top = live.top - STRIP_HEIGHT - TITLE_HEIGHT
    height = (top - live.bottom - FOOTER_HEIGHT - NOTE_HEIGHT) / DOWN
    width = (live.width - (ACROSS - 1) * _GAP) / ACROSS
    for number, boards in enumerate(pages, start=1):
        draw_strip(paper, live, sheet.head)
        draw_title(paper, labels.hand_records)
        for place, board in enumerate(boards):
            down, across = divmod(place, ACROSS)
            box = Box(live.left + across * (width + _GAP), top - down * height, width, height)
            title = joined(board.round_name, f"{labels.board} {board.number}")
            paper.bookmark(f"board-{number}-{place}", title)
            _draw_diagram(paper, box, board, labels)
        if boards:
            draw_note(paper, labels.hands_legend)
        else:
            draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), labels.no_hands)
        about = joined(labels.hand_records, span_of(boards, labels))
        draw_footer(paper, live, sheet.head, labels, about=about, page=number, pages=len(pages))
        paper.next_page()
    return paper.finish()


def _draw_diagram(paper: Paper, box: Box, board: DealtBoard, labels: Labels) -> None:
    """The hands with North at the top; the tallies in the two lower corners."""
    paper.rule(box.left, box.top, box.right, box.top, RULE)
    line = (box.height - 2 * _PADDING) / _LINES
    top, third = box.top - _PADDING, box.width / 3
    column = {Compass.WEST: 0.0, Compass.NORTH: 1.0, Compass.SOUTH: 1.0, Compass.EAST: 2.0}
    row = {Compass.NORTH: 0.0, Compass.WEST: 4.4, Compass.EAST: 4.4, Compass.SOUTH: 8.8}
    _draw_heading(paper, Box(box.left, top, third, 4 * line), board, labels)
    for seat in SEATS:
        place = Box(box.left + column[seat] * third, top - row[seat] * line, third - 1 * MM, 4 * line)
        draw_hand(paper, place, hand_at(board.hands, seat), _HAND_SIZE)
    _draw_compass(paper, Box(box.left + third, top - 4.4 * line, third, 4 * line), board, labels)
    tally = top - 8.8 * line
    left = Box(box.left, tally, third - 2 * MM, 4 * line)
    right = Box(box.right - third + 2 * MM, tally, third - 2 * MM, 4 * line)
    _draw_tally(paper, left, tuple("AKQ"), tuple(_high_cards(board)), labels)
    _draw_tally(paper, right, tuple(SUITS), tuple(_lengths(board)), labels)


def _draw_heading(paper: Paper, box: Box, board: DealtBoard, labels: Labels) -> None:
    """The number to be found by, whose round it is, who deals and who bids first."""
    line = box.height / 4
    width = box.width - 1.5 * MM
    paper.fitted(Box(box.left, box.top, width, 1.7 * line), str(board.number), 20, style=Style.BOLD)
    below = box.top - 1.7 * line
    paper.fitted(Box(box.left, below, width, 0.75 * line), board.round_name, _TALLY_SIZE, grey=GREY)
    below -= 0.75 * line if board.round_name else 0.15 * line
    for word, seat in ((labels.dealer, board.dealer), (labels.first_bidder, board.first_bidder)):
        said = f"{word} {seat_letter(seat, labels)}"
        paper.fitted(Box(box.left, below, width, 0.75 * line), said, _TALLY_SIZE)
        below -= 0.75 * line


def _draw_compass(paper: Paper, box: Box, board: DealtBoard, labels: Labels) -> None:
    """A square with the seats' letters inside; the dealer's is white on black."""
    side = min(box.width - 4 * MM, box.height - 1.5 * MM)
    centre, middle = box.left + box.width / 2 - 1 * MM, box.top - box.height / 2
    paper.frame(Box(centre - side / 2, middle + side / 2, side, side), HAIRLINE, GREY)
    radius = 1.9 * MM
    reach = side / 2 - radius - 0.6 * MM
    steps = {Compass.NORTH: (0, 1), Compass.EAST: (1, 0), Compass.SOUTH: (0, -1), Compass.WEST: (-1, 0)}
    for seat, (right, up) in steps.items():
        x, y, deals = centre + right * reach, middle + up * reach, seat is board.dealer
        if deals:
            paper.disc(x, y, radius)
        cell = Box(x - radius, y + radius, 2 * radius, 2 * radius)
        letter = seat_letter(seat, labels)
        style = Style.BOLD if deals else Style.REGULAR
        paper.fitted(cell, letter, 8.5, style=style, align=Align.CENTRE, grey=1.0 if deals else 0.0)


def _high_cards(board: DealtBoard) -> Iterator[tuple[int, ...]]:
    for seat in SEATS:
        counts = counts_of(hand_at(board.hands, seat))
        yield counts.aces, counts.kings, counts.queens


def _lengths(board: DealtBoard) -> Iterator[tuple[int, ...]]:
    for seat in SEATS:
        yield counts_of(hand_at(board.hands, seat)).lengths


def _draw_tally(
    paper: Paper, box: Box, heads: Sequence[str], rows: Sequence[tuple[int, ...]], labels: Labels
) -> None:
    """A row for each seat, a column for each of `heads`; five short lines in the height of four."""
    line, first = box.height / 5, box.width / 5
    each = (box.width - first) / len(heads)
    paper.rule(box.left, box.top - line, box.right, box.top - line, HAIRLINE, FAINT)
    for column, head in enumerate(heads):
        cell = Box(box.left + first + column * each, box.top, each, line)
        draw_suit(paper, cell, head, _TALLY_SIZE, grey=GREY)
    for index, (seat, counts) in enumerate(zip(SEATS, rows, strict=True), start=1):
        top = box.top - index * line
        letter = seat_letter(seat, labels)
        paper.fitted(Box(box.left, top, first, line), letter, _TALLY_SIZE, style=Style.BOLD)
        for column, count in enumerate(counts):
            cell = Box(box.left + first + column * each, top, each, line)
            paper.fitted(cell, str(count), _TALLY_SIZE, align=Align.CENTRE)
