"""The paper under every sheet: size, margins, pages, and the few marks that sheets are made of.

Owns: geometry in millimetres, text and rules as PDF operators, forms drawn once and placed often, document
metadata, bookmarks. Never does: decide what stands where.

Why operators and not the canvas's own drawString: a traveller page has some two hundred short texts, mostly
the same few figures, and drawString encodes each one anew. Here a text is encoded once a document.

Terms: *form* – a drawing stored once in the file and placed on many pages; *slip* – the part of a page that
holds one board; *baseline* – where letters stand; y runs upwards, in points.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from typing import Any

from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfgen.canvas import Canvas

from tournaments.sheets.data import PageSize, SheetHead
from tournaments.sheets.fitting import LEADING, fit
from tournaments.sheets.fonts import FONTS_IN_USE, Style, font, line, plain, width

MM = 72 / 25.4
MARGIN = 11 * MM  # every desktop printer reaches this far
HAIRLINE = 0.3
RULE = 0.5
STRONG = 1.1
INK = 0.0
GREY = 0.38  # secondary text: still plain on a copier
FAINT = 0.62  # rules to write between

# Pages as bytes, not as printable characters: a third smaller, and twice as many a second.
rl_config.useA85 = 0
# The published types of Canvas lack the document and have the font's name as a number.
_CANVAS: Any = Canvas
_PAPER = {PageSize.A4: (210 * MM, 297 * MM), PageSize.LETTER: (215.9 * MM, 279.4 * MM)}


class Align(float, Enum):
    """Where a text stands in its cell."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page, in points; `top` is its upper edge."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top - self.height


class Paper:
    """One PDF document in the making."""

    def __init__(self, size: PageSize, head: SheetHead, title: str, *, landscape: bool = False) -> None:
        width, height = _PAPER[size]
        self.width, self.height = (height, width) if landscape else (width, height)
        self._buffer = BytesIO()
        self._canvas = _CANVAS(
            self._buffer,
            pagesize=(self.width, self.height),
            pageCompression=1,
            invariant=1,
            initialFontName=font(Style.REGULAR).fontName,
            lang=head.language,
        )
        # The protocol for dynamic fonts asks for the document; the canvas has no public name for it.
        self._document = self._canvas._doc
        self._canvas.setTitle(plain(title))
        self._canvas.setSubject(plain(head.tournament))
        self._canvas.setAuthor(plain(head.author or head.tournament))
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._placed: dict[tuple[object, ...], tuple[tuple[float, float, str], ...]] = {}
        self._texts: list[str] = []
        self._marks: list[str] = []
        self._grey = INK

    @property
    def live(self) -> Box:
        """The page inside its margins."""
        return Box(MARGIN, self.height - MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN)

    def text(
        self,
        x: float,
        baseline: float,
        text: str,
        size: float,
        *,
        style: Style = Style.REGULAR,
        align: Align = Align.LEFT,
        grey: float = INK,
    ) -> None:
        """One line of text; `x` is its left edge, middle or right edge as `align` says."""
        if text:
            x -= line(text, style).width * size * align
            self._show(x, baseline, self._operators(text, style, size), grey)

    def _operators(self, text: str, style: Style, size: float) -> str:
        """The text in this document's fonts, ready to follow a position."""
        return " ".join(
            f"{run_font.getSubsetInternalName(subset, self._document)} {size:g} Tf ({escapePDF(chunk)}) Tj"
            for run_font, run in line(text, style).runs
            for subset, chunk in run_font.splitString(run, self._document)
        )

    def _show(self, x: float, baseline: float, operators: str, grey: float) -> None:
        if grey != self._grey:
            self._texts.append(f"{grey} g")
            self._grey = grey
        self._texts.append(f"1 0 0 1 {x:.2f} {baseline:.2f} Tm {operators}")

    def fitted(
        self,
        box: Box,
        text: str,
        size: float,
        *,
        style: Style = Style.REGULAR,
        align: Align = Align.LEFT,
        grey: float = INK,
    ) -> None:
        """Text inside a box, in the middle of its height, as large as it goes up to `size`."""
        if not text:
            return
        key = (text, size, style, align, box.width, box.height)
        placed = self._placed.get(key)
        if placed is None:
            placed = self._placed[key] = tuple(self._place(box, text, size, style, align))
        for right, down, operators in placed:
            self._show(box.left + right, box.top - down, operators, grey)

    def _place(
        self, box: Box, text: str, size: float, style: Style, align: Align
    ) -> Iterator[tuple[float, float, str]]:
        """Every line of the text: how far right and down from the box's corner it begins, and its operators."""
        fitted = fit(text, style, size, box.width, box.height)
        step = fitted.size * LEADING
        # Capitals of the text face are 0.66 high: this centres them, not the frame around the letters.
        down = box.height / 2 - step * (len(fitted.lines) - 1) / 2 + 0.33 * fitted.size
        for piece in fitted.lines:
            right = (box.width - width(piece, style, fitted.size)) * align
            yield right, down, self._operators(piece, style, fitted.size)
            down += step

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, weight: float = HAIRLINE, grey: float = INK
    ) -> None:
        """A straight line."""
        self._marks.append(f"{weight:g} w {grey:g} G {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")

    def frame(self, box: Box, weight: float = RULE, grey: float = INK) -> None:
        """A rectangle in outline."""
        size = f"{box.left:.2f} {box.bottom:.2f} {box.width:.2f} {box.height:.2f}"
        self._marks.append(f"{weight:g} w {grey:g} G {size} re S")

    def shape(self, path: str, x: float, y: float, scale: float) -> None:
        """A path filled black; `x` and `y` are where its zero stands, `scale` its unit, in points."""
        self._marks.append(f"q 0 g {scale:.4f} 0 0 {scale:.4f} {x:.3f} {y:.3f} cm {path} f Q")

    def shade(self, box: Box, grey: float) -> None:
        """A rectangle filled with grey, under all text."""
        # set apart: texts begin in black and set no grey of their own until they need one
        size = f"{box.left:.2f} {box.bottom:.2f} {box.width:.2f} {box.height:.2f}"
        self._marks.append(f"q {grey:g} g {size} re f Q")

    def dashes(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A line to cut along."""
        self._marks.append(f"q {HAIRLINE} w {GREY} G [3 3] 0 d {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S Q")

    def disc(self, x: float, y: float, radius: float) -> None:
        """A black disc, drawn as one dot of a round pen."""
        self._marks.append(f"q 1 J 0 G {2 * radius:.2f} w {x:.2f} {y:.2f} m {x:.2f} {y:.2f} l S Q")

    def form(self, name: str, draw: Callable[[], None]) -> None:
        """Places the form of that name; `draw` makes it when it is met for the first time."""
        if not self._canvas.hasForm(name):
            texts, marks, grey = self._texts, self._marks, self._grey
            self._texts, self._marks, self._grey = [], [], INK
            self._canvas.beginForm(name)
            draw()
            self._flush()
            self._canvas.endForm()
            self._texts, self._marks, self._grey = texts, marks, grey
        self._canvas.doForm(name)

    def upside_down(self, name: str, draw: Callable[[], None]) -> None:
        """Places the form of that name as `form` does, turned around the middle of the page."""
        self._canvas.saveState()
        self._canvas.translate(self.width, self.height)
        self._canvas.rotate(180)
        self.form(name, draw)
        self._canvas.restoreState()

    def bookmark(self, key: str, title: str) -> None:
        """An entry of the outline that leads to the present page."""
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(plain(title), key)

    def next_page(self) -> None:
        """Ends the present page."""
        self._flush()
        self._canvas.showPage()

    def _flush(self) -> None:
        self._canvas.addLiteral("\n".join((*self._marks, "BT", *self._texts, "ET")))
        self._texts, self._marks, self._grey = [], [], INK

    def finish(self) -> bytes:
        """The document; the paper is used up."""
        # Cutting a font down to the letters in use moves a reading position inside the shared font.
        with FONTS_IN_USE:
            self._canvas.save()
        return self._buffer.getvalue()
