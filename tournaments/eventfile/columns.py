"""Text in columns that line up in a terminal.

Owns: how wide a text is there, padding, cutting, and a number's minus sign.
Never does: know what stands in a column (`report`, `team_report`).

Terms: *width*, columns of a terminal: a wide character takes two, a mark that joins the character before it none.
"""

import unicodedata
from collections.abc import Sequence

MAX_NAME_WIDTH = 40
"""Longer names are cut with "…"."""


def points(value: int | None) -> str:
    """With a real minus sign; "" for none."""
    return "" if value is None else str(value).replace("-", "−")


def aligned(table: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows with their cells padded to the widest of the column: `sides` has "l" or "r" for each column."""
    widths = [max(width(row[place]) for row in table) for place in range(len(sides))]
    return ["  ".join(map(_padded, row, widths, sides)) for row in table]


def _padded(cell: str, to: int, side: str) -> str:
    space = " " * (to - width(cell))
    return space + cell if side == "r" else cell + space


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def shortened(text: str) -> str:
    """The text, cut with "…" where it is too wide for its column."""
    if width(text) <= MAX_NAME_WIDTH:
        return text
    kept, used = "", 0
    for character in text:
        used += _character_width(character)
        if used > MAX_NAME_WIDTH - 1:
            break
        kept += character
    return kept + "…"
