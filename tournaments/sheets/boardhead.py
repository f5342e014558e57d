"""The head of a traveller: the board's number to be found in a pile, who deals, the hands where they may be
seen.

Owns: that block. Never does: decide whether hands may be seen; they are in the data or they are not.
"""

from tournaments.sheets.codes import draw_code
from tournaments.sheets.data import Compass, Hands, Traveller
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import joined
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import GREY, MM, Align, Box, Paper

BLOCK_HEIGHT = 19 * MM
HANDS_BLOCK_HEIGHT = 43 * MM
_NUMBER_WIDTH = 24 * MM
_ROSE_RADIUS = 6 * MM
_SUIT_LINE = 3.4 * MM
_HAND_WIDTH = 34 * MM
_HAND_SIZE = 9.0
_SUITS = "♠♥♦♣"
_VOID = "–"
_CODE_SIDE = 18 * MM
_CODE_SIDE_UNDER_NUMBER = 23 * MM
_HELP_WIDTH = 62 * MM


def block_height(traveller: Traveller) -> float:
    """What the head takes, in points."""
    return HANDS_BLOCK_HEIGHT if traveller.hands else BLOCK_HEIGHT


def seat_name(seat: Compass, labels: Labels) -> str:
    """The seat in the reader's language."""
    names = {
        Compass.NORTH: labels.north,
        Compass.EAST: labels.east,
        Compass.SOUTH: labels.south,
        Compass.WEST: labels.west,
    }
    return names[seat]


def seat_letter(seat: Compass, labels: Labels) -> str:
    """The seat's letter in the reader's language."""
    letters = {
        Compass.NORTH: labels.north_letter,
        Compass.EAST: labels.east_letter,
        Compass.SOUTH: labels.south_letter,
        Compass.WEST: labels.west_letter,
    }
    return letters[seat]


def draw_block(
    paper: Paper, box: Box, traveller: Traveller, labels: Labels, *, part: str, help_text: str
) -> None:
    """Number, which part of a long board, dealer, the hands or a line of help for the writer, and the board's code."""
    heading = Box(box.left, box.top - 1.6 * MM, _NUMBER_WIDTH, 3.4 * MM)
    paper.fitted(heading, joined(labels.board, part), 8, grey=GREY)
    number = Box(box.left, box.top - 4.5 * MM, _NUMBER_WIDTH - 3 * MM, 13.5 * MM)
    paper.fitted(number, str(traveller.board), 34, style=Style.BOLD)
    rose = box.left + _NUMBER_WIDTH + _ROSE_RADIUS + 1.5 * MM
    _draw_rose(paper, rose, box.top - 9.5 * MM, traveller.dealer, labels)
    beside = rose + _ROSE_RADIUS + 4.5 * MM
    paper.text(beside, box.top - 8.4 * MM, labels.dealer, 8, grey=GREY)
    name = Box(beside, box.top - 9.2 * MM, 28 * MM, 6 * MM)
    paper.fitted(name, seat_name(traveller.dealer, labels), 13, style=Style.BOLD)
    if traveller.hands:
        _draw_hands(paper, box, traveller.hands, labels)
        _draw_code_under_number(paper, box, traveller.address, labels)
    else:
        _draw_right(paper, box, traveller.address, labels, help_text)


def _draw_code_under_number(paper: Paper, box: Box, address: str, labels: Labels) -> None:
    """The hands leave no other place for it."""
    if address:
        side = _CODE_SIDE_UNDER_NUMBER
        draw_code(paper, address, Box(box.left - 1 * MM, box.top - 19 * MM, side, side))
        beside = Box(box.left + side, box.top - 26 * MM, 28 * MM, 9 * MM)
        paper.fitted(beside, labels.code_opens_entry, 7.5, grey=GREY)


def _draw_right(paper: Paper, box: Box, address: str, labels: Labels, help_text: str) -> None:
    """The line of help, and beside it the code."""
    if not address:
        beside = Box(box.right - _HELP_WIDTH, box.top - 4 * MM, _HELP_WIDTH, 11 * MM)
        paper.fitted(beside, help_text, 8, align=Align.RIGHT, grey=GREY)
        return
    side = _CODE_SIDE
    draw_code(paper, address, Box(box.right - side, box.top - 0.4 * MM, side, side))
    left = box.right - side - 1 * MM - _HELP_WIDTH
    beside = Box(left, box.top - 3 * MM, _HELP_WIDTH, 8 * MM)
    paper.fitted(beside, help_text, 8, align=Align.RIGHT, grey=GREY)
    below = Box(left, box.top - 11.5 * MM, _HELP_WIDTH, 4 * MM)
    paper.fitted(below, labels.code_opens_entry, 7.5, align=Align.RIGHT, grey=GREY)


def _draw_rose(paper: Paper, x: float, y: float, dealer: Compass, labels: Labels) -> None:
    """The four seats as they sit; the dealer's letter white on black."""
    places = (
        (Compass.NORTH, labels.north_letter, 0.0, 1.0),
        (Compass.EAST, labels.east_letter, 1.0, 0.0),
        (Compass.SOUTH, labels.south_letter, 0.0, -1.0),
        (Compass.WEST, labels.west_letter, -1.0, 0.0),
    )
    side = 1.9 * MM
    for (x1, y1), (x2, y2) in (
        ((-1, 1), (1, 1)),
        ((1, 1), (1, -1)),
        ((1, -1), (-1, -1)),
        ((-1, -1), (-1, 1)),
    ):
        paper.rule(x + x1 * side, y + y1 * side, x + x2 * side, y + y2 * side)
    for seat, letter, right, up in places:
        cx, cy = x + right * 5 * MM, y + up * 5 * MM
        if seat is dealer:
            paper.disc(cx, cy, 2.1 * MM)
        cell = Box(cx - 2 * MM, cy + 2 * MM, 4 * MM, 4 * MM)
        style = Style.BOLD if seat is dealer else Style.REGULAR
        paper.fitted(cell, letter, 9, style=style, align=Align.CENTRE, grey=1.0 if seat is dealer else 0.0)


def _draw_hands(paper: Paper, box: Box, hands: Hands, labels: Labels) -> None:
    """The hands as the players sat, at the right of the block."""
    left = box.right - 3 * _HAND_WIDTH
    upper, middle, lower = (box.top - 1.2 * MM - row * 3.95 * _SUIT_LINE / 1.33 for row in (0, 1.33, 2.66))
    _draw_hand(paper, left + _HAND_WIDTH, upper, hands.north, labels.north_letter)
    _draw_hand(paper, left, middle, hands.west, labels.west_letter)
    _draw_hand(paper, left + 2 * _HAND_WIDTH, middle, hands.east, labels.east_letter)
    _draw_hand(paper, left + _HAND_WIDTH, lower, hands.south, labels.south_letter)


def _draw_hand(paper: Paper, left: float, top: float, hand: str, letter: str) -> None:
    paper.text(left, top - 2.6 * MM, letter, 8, style=Style.BOLD, grey=GREY)
    for index, (suit, cards) in enumerate(zip(_SUITS, hand.split("."), strict=False)):
        cell = Box(left + 4 * MM, top - index * _SUIT_LINE, 3.6 * MM, _SUIT_LINE)
        paper.fitted(cell, suit, 8)
        rest = Box(left + 8.6 * MM, cell.top, _HAND_WIDTH - 9.6 * MM, _SUIT_LINE)
        paper.fitted(rest, cards or _VOID, _HAND_SIZE)
