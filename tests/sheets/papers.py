"""Builders of sheets, and readers that tell what a PDF shows and where."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2
import zxingcpp
from pypdf import PdfReader

from tournaments.sheets import (
    Compass,
    SheetHead,
    StandingsRow,
    StandingsSection,
    StandingsSheet,
    Traveller,
    TravellerKind,
    TravellerRow,
    TravellerSheet,
)

HEAD = SheetHead(
    event="Thursday Pairs",
    tournament="Riverside Club",
    place="Great Hall",
    revision=31,
    made_at="12 Oct 2026, 21:40",
    author="Ruth Director",
)


def blank_row(number: int, **changed: Any) -> TravellerRow:
    return TravellerRow(**{"round": number, "table": number, "ns": number, "ew": number + 100} | changed)


def filled_row(number: int, **changed: Any) -> TravellerRow:
    fields: dict[str, Any] = {
        "round": number,
        "table": number,
        "ns": number,
        "ew": number + 100,
        "ns_name": f"Anna {number} – Ben {number}",
        "ew_name": f"Cleo {number} – Dan {number}",
        "ns_bid": "4+3",
        "ew_bid": "5",
        "ns_tricks": "8",
        "ew_tricks": "5",
        "ns_score": 69,
        "ew_score": -50,
        "ns_matchpoints": "1½",
        "ew_matchpoints": "2",
        "ns_percentage": "66.67",
        "ew_percentage": "33.33",
    }
    return TravellerRow(**fields | changed)


def board(number: int, *rows: TravellerRow, **changed: Any) -> Traveller:
    dealer = tuple(Compass)[(number - 1) % 4]
    return Traveller(**{"board": number, "dealer": dealer, "rows": rows} | changed)


def blanks(*travellers: Traveller, **changed: Any) -> TravellerSheet:
    return TravellerSheet(
        **{"head": HEAD, "kind": TravellerKind.BLANK, "travellers": travellers} | changed  # type: ignore[arg-type]
    )


def filleds(*travellers: Traveller, **changed: Any) -> TravellerSheet:
    return blanks(*travellers, **{"kind": TravellerKind.FILLED} | changed)


def place(rank: int, **changed: Any) -> StandingsRow:
    fields: dict[str, Any] = {
        "rank": rank,
        "name": f"Anna {rank} – Ben {rank}",
        "number": rank + 100,
        "boards": 24,
        "percentage": f"{80 - rank / 2:.2f}",
    }
    return StandingsRow(**fields | changed)


def results(*sections: StandingsSection, **changed: Any) -> StandingsSheet:
    return StandingsSheet(**{"head": HEAD, "sections": sections} | changed)  # type: ignore[arg-type]


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def page_texts(pdf: bytes) -> list[str]:
    """The text of each page, as a reader's search would find it."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


@dataclass(frozen=True)
class Glyph:
    """One character and the frame of its ink, in points from the lower left corner."""

    character: str
    left: float
    bottom: float
    right: float
    top: float


def glyphs(pdf: bytes, page: int = 0) -> Iterator[Glyph]:
    with pypdfium2.PdfDocument(pdf) as document:
        text = document[page].get_textpage()
        for index in range(text.count_chars()):
            character = text.get_text_range(index, 1)
            if character.strip():
                yield Glyph(character, *text.get_charbox(index))


def fonts_of(pdf: bytes) -> dict[str, bool]:
    """The name of each font in the file, and whether its outlines are in the file too."""
    found: dict[str, bool] = {}
    for page in reader(pdf).pages:
        for font in page["/Resources"]["/Font"].values():
            descriptor = font.get_object().get("/FontDescriptor", {})
            embedded = bool({"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor))
            found[str(font.get_object()["/BaseFont"])] = embedded
    return found


def ink_frames(pdf: bytes) -> Iterator[tuple[float, float, float, float]]:
    """For each page, how far its ink stays from the left, top, right and bottom edge, in millimetres."""
    scale = 2.0
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            picture = page.render(scale=scale).to_pil().convert("L").point(lambda value: 255 * (value < 250))
            box = picture.getbbox()
            assert box is not None, "the page is white"
            left, top, right, bottom = box
            edges = (left, top, picture.width - right, picture.height - bottom)
            yield tuple(edge / scale * 25.4 / 72 for edge in edges)  # type: ignore[misc]


def codes(pdf: bytes, scale: float = 1.5) -> list[list[str]]:
    """What a camera reads on each page, from the top."""
    pages = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            found = zxingcpp.read_barcodes(page.render(scale=scale).to_pil())
            pages.append([code.text for code in sorted(found, key=lambda code: code.position.top_left.y)])
    return pages
