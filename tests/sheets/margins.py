"""Where the ink of a printed page is: nothing may stand where a printer does not reach."""

from collections.abc import Iterator
from io import BytesIO

import pypdfium2

POINTS_A_MM = 72 / 25.4
MARGIN_MM = 10.5
"""Half a millimetre less than the margin of tournaments/sheets/paper.py, for lines that stand on it."""
SCALE = 0.75
WHITE = 250


def pages_with_ink_in_the_margin(pdf: bytes, pages: int = 6) -> list[int]:
    """Numbers (from 1) of pages with ink nearer to an edge than `MARGIN_MM`; at most `pages` are looked at, spread over
    the file."""
    document = pypdfium2.PdfDocument(BytesIO(pdf))
    return [number + 1 for number in _spread(len(document), pages) if _stained(document[number])]


def _spread(count: int, wanted: int) -> list[int]:
    if count <= wanted:
        return list(range(count))
    return sorted({round(place * (count - 1) / (wanted - 1)) for place in range(wanted)})


def _stained(page: pypdfium2.PdfPage) -> bool:
    picture = page.render(scale=SCALE, grayscale=True).to_pil()
    edge = int(MARGIN_MM * POINTS_A_MM * SCALE)
    width, height = picture.size
    strips = (
        (0, 0, width, edge),
        (0, height - edge, width, height),
        (0, 0, edge, height),
        (width - edge, 0, width, height),
    )
    return any(picture.crop(strip).getextrema()[0] < WHITE for strip in strips)


def texts_of(pdf: bytes) -> Iterator[str]:
    """Each page's text."""
    for page in pypdfium2.PdfDocument(BytesIO(pdf)):
        yield page.get_textpage().get_text_range()
