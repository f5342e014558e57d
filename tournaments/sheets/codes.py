"""QR codes as black squares on a sheet: what a phone reads from the table, or from a slip at the desk."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import zxingcpp

from tournaments.sheets.paper import Box, Paper

LEVEL = "M"
"""Up to 15 % of the code may be dirty or torn."""
QUIET = 4
"""Modules of white that a reader needs around the code."""
_HEIGHT = 1.02  # a hair more than a module: between rows that only touch, a printer would leave a white line
_BLACK = re.compile(rb"\x00+")


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
    grey = bytes(pixels)
    squares = (
        f"{run.start()} {bottom} {run.end() - run.start()} {_HEIGHT} re"
        for row in range(height)
        for bottom in (f"{-row - 1.01:.2f}",)
        for run in _BLACK.finditer(grey[row * width : (row + 1) * width])
    )
    return Code(width, " ".join(squares))
