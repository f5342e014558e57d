"""QR codes as black squares on a sheet: what a phone's camera reads from the table."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import zxingcpp

LEVEL = "M"
"""Up to 15 % of the code may be dirty or torn."""
QUIET = 4
"""Modules of white that a reader needs around the code."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code's rows from the top; `runs` are a row's black stretches as (first module, how many)."""

    modules: int
    runs: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=1_024)
def code_of(text: str) -> Code:
    """The QR code of a text, quiet zone left out."""
    made = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level=LEVEL)
    # an image is a buffer, which its type does not say
    image: Any = zxingcpp.write_barcode_to_image(made, scale=1, add_quiet_zones=False)
    pixels = memoryview(image)
    height, width = pixels.shape or (0, 0)
    rows = [bytes(pixels)[row * width : (row + 1) * width] for row in range(height)]
    return Code(width, tuple(_runs(row) for row in rows))


def _runs(row: bytes) -> tuple[tuple[int, int], ...]:
    """Stretches of black (0) in a row of grey values."""
    found: list[tuple[int, int]] = []
    start: int | None = None
    for place, value in enumerate((*row, 255)):
        if value == 0 and start is None:
            start = place
        elif value != 0 and start is not None:
            found.append((start, place - start))
            start = None
    return tuple(found)
