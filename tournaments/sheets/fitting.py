"""Putting a text of any length into a cell of fixed size.

Owns: the order of retreat – smaller type, then more lines, and only where even the smallest type does not
fit, an ellipsis. Never does: draw. A name is never cut while it can still be read, and never reaches over
the edge of its cell.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tournaments.sheets.fonts import Style, clean, width

LEADING = 1.14  # distance of baselines, in type sizes
SMALLEST = 3.5  # points; a name of 200 letters in a cell of a traveller needs it
STEP = 0.5
ONE_LINE = 0.7  # of the size that two lines would have: down to it one line reads better
_NOTHING = 1e-9  # stands in for a width of 0
ELLIPSIS = "…"
SEPARATORS = (" – ", " — ", " & ", " / ", " + ", " - ")  # what stands between the names of a pair


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines from top to bottom and the size, in points, at which none is wider than the cell."""

    lines: tuple[str, ...]
    size: float


@lru_cache(maxsize=20_000)
def fit(text: str, style: Style, size: float, cell_width: float, cell_height: float) -> Fitted:
    """The largest type, down from `size`, in which the text fits the cell; all measures in points."""
    text = clean(text)
    for candidate in _sizes(size):
        allowed = max(1, int(cell_height / (candidate * LEADING)))
        if allowed == 1 and width(text, style, candidate) > cell_width:
            continue
        lines = _partners(text, style, candidate, cell_width) if allowed > 1 else None
        lines = lines or wrap(text, style, candidate, cell_width)
        if len(lines) <= allowed:
            return Fitted(lines, candidate)
    allowed = max(1, int(cell_height / (SMALLEST * LEADING)))
    lines = wrap(text, style, SMALLEST, cell_width)[:allowed]
    last = shorten(lines[-1] + ELLIPSIS, style, SMALLEST, cell_width)
    return Fitted((*lines[:-1], last), SMALLEST)


def whole_words(text: str, style: Style, size: float, cell_width: float, least: float) -> float:
    """The type, up to `size`, at which no word is wider than the cell; `size` where that is less than `least`."""
    widest = max(width(word, style, 1) for word in clean(text).split(" "))
    return size if widest * least > cell_width else min(size, cell_width / max(widest, _NOTHING))


def unbroken(text: str, style: Style, size: float, cell_width: float, least: float) -> float:
    """The type for large print: one line if that is not much smaller than `size`, else lines of whole words."""
    whole = width(text, style, 1)
    if whole * size * ONE_LINE <= cell_width:
        return min(size, cell_width / max(whole, _NOTHING))
    return whole_words(text, style, size, cell_width, least)


def _partners(text: str, style: Style, size: float, cell_width: float) -> tuple[str, ...] | None:
    """Two names one under the other, if they do not fit side by side but each fits a line; else None."""
    if width(text, style, size) <= cell_width:
        return None
    for separator in SEPARATORS:
        first, found, second = text.partition(separator)
        lines = (first + separator.rstrip(), second)
        if found and all(width(piece, style, size) <= cell_width for piece in lines):
            return lines
    return None


def _sizes(size: float) -> Iterator[float]:
    while size > SMALLEST:
        yield size
        size -= STEP
    yield SMALLEST


def wrap(text: str, style: Style, size: float, cell_width: float) -> tuple[str, ...]:
    """Lines no wider than the cell: broken at spaces where there are any, else between characters."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        joined = f"{current} {word}" if current else word
        if width(joined, style, size) <= cell_width:
            current = joined
            continue
        if current:
            lines.append(current)
        *full, current = _pieces(word, style, size, cell_width)
        lines.extend(full)
    lines.append(current)
    return tuple(lines)


def _pieces(word: str, style: Style, size: float, cell_width: float) -> list[str]:
    """A word wider than its cell in pieces that are not, an accent never parted from its letter."""
    pieces: list[str] = []
    current = ""
    for character in word:
        longer = current + character
        too_wide = width(longer, style, size) > cell_width
        if current and too_wide and not unicodedata.combining(character):
            pieces.append(current)
            current = character
        else:
            current = longer
    pieces.append(current)
    return pieces


def shorten(text: str, style: Style, size: float, cell_width: float) -> str:
    """The text itself, or its longest beginning that fits with an ellipsis after it."""
    if width(text, style, size) <= cell_width:
        return text
    kept = text.rstrip(ELLIPSIS)
    while kept and width(kept.rstrip() + ELLIPSIS, style, size) > cell_width:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS
