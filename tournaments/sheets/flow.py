"""Lists on pages: what of each list stands where, and how high its rows can be.

Owns: the breaks between pages. Never does: draw, or know what a list holds.

Terms: *list* – rows of one height under a head (a title on its first page, headings on each); *piece* – the part
of a list that one page holds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from tournaments.sheets.paper import MM

SECTION_GAP = 6 * MM
FEWEST_ROWS = 3  # a heading with fewer rows below it goes to the next page
ROUNDING = 0.01  # points; what floats may lose when a page is filled to its last row


@dataclass(frozen=True, slots=True)
class Listed:
    """A list to be placed: its rows, their height, its head on its first page and on every other, in points."""

    rows: int
    row_height: float
    first_head: float
    next_head: float


@dataclass(frozen=True, slots=True)
class Piece:
    """Rows `start` up to, without, `stop` of the list of that index, their head from `top` downwards."""

    index: int
    start: int
    stop: int
    top: float


def place(lists: Sequence[Listed], *, top: float, fresh: float, floor: float) -> Iterator[tuple[Piece, ...]]:
    """The pieces of each page: the first page begins at `top`, others at `fresh`, all end at `floor`.

    A list that fits a page of its own is not cut. A list without rows keeps its head, for a sentence below it.
    """
    y = top
    pieces: list[Piece] = []
    for index, listed in enumerate(lists):
        start = 0
        while start < listed.rows or not start:
            head = listed.next_head if start else listed.first_head
            left = listed.rows - start
            room = _fitting(y - head - floor, listed.row_height)
            whole_elsewhere = not start and room < left <= _fitting(fresh - head - floor, listed.row_height)
            if pieces and (whole_elsewhere or room < min(FEWEST_ROWS, max(1, left))):
                yield tuple(pieces)
                pieces, y = [], fresh
                continue
            stop = min(listed.rows, start + max(1, room))
            pieces.append(Piece(index, start, stop, y))
            y -= head + (stop - start) * listed.row_height + SECTION_GAP
            start = stop or 1
    yield tuple(pieces)


def _fitting(room: float, row_height: float) -> int:
    return int((room + ROUNDING) / row_height)


def row_height(rows: int, room: float, next_room: float, smallest: float, largest: float) -> float:
    """The largest height at which the rows take no more pages than they must.

    `room` is the first page's, `next_room` that of each after it, in points.
    """
    here, later = (max(1, _fitting(space, smallest)) for space in (room, next_room))
    more = max(0, ceil((rows - here) / later))
    low, high = smallest, largest
    for _ in range(30):
        middle = (low + high) / 2
        holds = _fitting(room, middle) + more * _fitting(next_room, middle)
        low, high = (middle, high) if holds >= rows else (low, middle)
    return low
