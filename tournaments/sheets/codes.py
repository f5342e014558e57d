"""QR codes as black squares on a sheet: what a phone reads from the table, or from a slip at the desk."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import zxingcpp

from tournaments.sheets.paper import Box, Paper

LEVEL = "M"
"""Up to 15 % of the code may be dirty or torn."""
QUIET = 4
"""Modules of white that a reader needs around the code."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code of `modules` by `modules`; `outline` is its black as a path in modules, from its upper left corner."""

    modules: int
    outline: str


def draw_code(paper: Paper, text: str, box: Box) -> None:
    """The code of a text with its quiet zone, as wide as the box, from the box's upper left corner."""
    code = code_of(text)
    module = box.width / (code.modules + 2 * QUIET)
    paper.shape(code.outline, box.left + QUIET * module, box.top - QUIET * module, module)


@lru_cache(maxsize=1_024)
def code_of(text: str) -> Code:
    """The QR code of a text, quiet zone left out."""
    made = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level=LEVEL)
    # an image is a buffer, which its type does not say
    image: Any = zxingcpp.write_barcode_to_image(made, scale=1, add_quiet_zones=False)
    pixels = memoryview(image)
    height, width = pixels.shape or (0, 0)
    rows = [bytes(pixels)[row * width : (row + 1) * width] for row in range(height)]
    # a hair larger than a module: between rows that only touch, a printer would leave a white line
    squares = (
        f"{first} {-row - 1.01:.2f} {length} 1.02 re"
        for row, pixels_of in enumerate(rows)
        for first, length in _runs(pixels_of)
    )
    return Code(width, " ".join(squares))


def _runs(row: bytes) -> Iterator[tuple[int, int]]:
    """Stretches of black (0) in a row of grey values, as (first module, how many)."""
    start: int | None = None
    for place, value in enumerate((*row, 255)):
        if value == 0 and start is None:
            start = place
        elif value != 0 and start is not None:
            yield start, place - start
            start = None
