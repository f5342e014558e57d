"""A hand on paper: suit signs of one height, ranks apart where there is room.

Owns: how a suit sign, a holding and a run of boards are set, whatever the sheet.
"""

from collections.abc import Sequence

from tournaments.sheets.fonts import Style, width
from tournaments.sheets.furniture import joined
from tournaments.sheets.hand_data import DealtBoard, holdings
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import INK, Align, Box, Paper

_SMALLER = {"♠": 0.82, "♣": 0.82}  # these come out of a face with larger signs than the outlined two
_SIGN = 0.46  # of the type size: where a sign has its middle
_AFTER = 1.15  # of the type size: where ranks begin


def draw_suit(
    paper: Paper, box: Box, suit: str, size: float, *, align: Align = Align.CENTRE, grey: float = INK
) -> None:
    """A suit's sign in its box."""
    paper.fitted(box, suit, size * _SMALLER.get(suit, 1.0), align=align, grey=grey)


def draw_holding(
    paper: Paper, box: Box, suit: str, ranks: str, size: float, *, style: Style = Style.REGULAR
) -> None:
    """One suit of a hand on one line. Ranks close up before they grow small."""
    begin = min(_AFTER * size, box.width / 3)
    draw_suit(paper, Box(box.left, box.top, 2 * _SIGN * size, box.height), suit, size)
    room = box.width - begin
    said = ranks if width(ranks, style, size) <= room else ranks.replace(" ", "")
    paper.fitted(Box(box.left + begin, box.top, room, box.height), said, size, style=style)


def draw_hand(paper: Paper, box: Box, hand: str, size: float, *, style: Style = Style.REGULAR) -> None:
    """A hand's four suits, one below the other, as high as the box."""
    line = box.height / 4
    for index, (suit, ranks) in enumerate(holdings(hand)):
        row = Box(box.left, box.top - index * line, box.width, line)
        draw_holding(paper, row, suit, ranks, size, style=style)


def span_of(boards: Sequence[DealtBoard], labels: Labels) -> str:
    """Which boards these are: "Boards 1–12", or with their rounds where there are several."""
    if not boards:
        return ""
    first, last = boards[0], boards[-1]
    if first is last:
        return joined(first.round_name, f"{labels.board} {first.number}")
    if first.round_name == last.round_name:
        return joined(first.round_name, f"{labels.boards} {first.number}–{last.number}")
    ends = (joined(board.round_name, f"{labels.board} {board.number}") for board in (first, last))
    return " – ".join(ends)
