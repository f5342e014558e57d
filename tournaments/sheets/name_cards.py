"""Name badges and place cards: to be cut apart, the latter to be folded and stood up.

Owns: the size of both on paper, where to cut and to fold. Never does: know whose names they are; see `seat_data`.

Terms: *badge*, 90 × 54 mm, as its holders are made; *tent*, a place card: the name on both sides of a fold, so that it
is read from either.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from tournaments.sheets.data import PageSize
from tournaments.sheets.fitting import unbroken
from tournaments.sheets.flow import ROUNDING
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    joined,
)
from tournaments.sheets.paper import GREY, HAIRLINE, MM, Align, Box, Paper
from tournaments.sheets.seat_data import NameCard, NameCards

_ACROSS = 2
_BADGE = (90 * MM, 54 * MM)
_FOOT = 4.8 * MM
"""The footer's line, to which the lowest cards reach."""
_TENTS = 3
"""Rows of tents on a page."""
_TICK = 5 * MM
_PADDING = 5 * MM
_LEAST_TYPE = 9.0


@dataclass(frozen=True, slots=True)
class _Field:
    """Where cards stand on each page: `rows` by two, each `width` by `height`, in points."""

    left: float
    top: float
    rows: int
    width: float
    height: float

    def boxes(self) -> list[Box]:
        return [
            Box(self.left + column * self.width, self.top - row * self.height, self.width, self.height)
            for row in range(self.rows)
            for column in range(_ACROSS)
        ]


def render_badges(sheet: NameCards, page_size: PageSize = PageSize.A4) -> bytes:
    """A badge for each card, eight or ten to a page. The same sheet gives the same bytes; without cards, one page says
    so."""
    labels = sheet.labels
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, labels.badges))
    live, (width, height) = paper.live, _BADGE
    rows = int((live.height - _FOOT + ROUNDING) / height)
    field = _Field(live.left + (live.width - _ACROSS * width) / 2, live.top, rows, width, height)
    printer = _Printer(paper, sheet, field, joined(labels.badges, labels.cut))
    printer.print_all(lambda cards, _: printer.draw_badges(cards), labels.no_people)
    return paper.finish()


def render_place_cards(sheet: NameCards, page_size: PageSize = PageSize.A4) -> bytes:
    """A tent for each card, six to a page. The same sheet gives the same bytes; without cards, one page says so."""
    labels = sheet.labels
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.about, labels.place_cards))
    live = paper.live
    height = (live.height - _FOOT) / _TENTS
    field = _Field(live.left, live.top, _TENTS, live.width / _ACROSS, height)
    printer = _Printer(paper, sheet, field, joined(sheet.about, labels.place_cards, labels.cut_and_fold))
    printer.print_all(printer.draw_tents, labels.no_places)
    return paper.finish()


class _Printer:
    """Places cards on pages and draws them."""

    def __init__(self, paper: Paper, sheet: NameCards, field: _Field, about: str) -> None:
        self.paper, self.sheet, self.field, self.about = paper, sheet, field, about
        self.boxes = field.boxes()

    def print_all(self, draw: Callable[[tuple[NameCard, ...], int], None], sentence: str) -> None:
        """Every page of cards, the last one's unused places left white; `draw` gets a page's cards and its number."""
        paper, sheet, live = self.paper, self.sheet, self.paper.live
        a_page = len(self.boxes)
        pages = max(1, ceil(len(sheet.cards) / a_page))
        for number in range(1, pages + 1 if sheet.cards else 1):
            cards = sheet.cards[(number - 1) * a_page : number * a_page]
            paper.bookmark(f"cards-{number}", f"{cards[0].name} – {cards[-1].name}")
            self._draw_cuts(ceil(len(cards) / _ACROSS))
            draw(cards, number)
            self._draw_footer(number, pages)
            paper.next_page()
            if sheet.duplex and number < pages:
                paper.next_page()
        if not sheet.cards:
            draw_strip(paper, live, sheet.head)
            below = Box(live.left, live.top - STRIP_HEIGHT - MM, live.width, SENTENCE_HEIGHT)
            draw_sentence(paper, below, sentence)
            self._draw_footer(1, 1)
            paper.next_page()

    def _draw_footer(self, page: int, pages: int) -> None:
        draw_footer(
            self.paper,
            self.paper.live,
            self.sheet.head,
            self.sheet.labels,
            about=self.about,
            page=page,
            pages=pages,
        )

    def _draw_cuts(self, rows: int) -> None:
        """Dashes around every card; the sheet's own edge is none of theirs."""
        field = self.field
        right, bottom = field.left + _ACROSS * field.width, field.top - rows * field.height
        for row in range(rows + 1):
            y = field.top - row * field.height
            self.paper.dashes(field.left, y, right, y)
        for column in range(_ACROSS + 1):
            x = field.left + column * field.width
            self.paper.dashes(x, field.top, x, bottom)

    def draw_badges(self, cards: tuple[NameCard, ...]) -> None:
        """The event above, the name large, the entry below."""
        for card, box in zip(cards, self.boxes, strict=False):
            self._draw_face(card, box, 30)

    def draw_tents(self, cards: tuple[NameCard, ...], page: int) -> None:
        """Each card twice: the lower half to be read as it is, the upper turned over to the back."""
        placed = list(zip(cards, self.boxes, strict=False))
        for card, box in placed:
            middle = box.top - box.height / 2
            self._draw_face(card, Box(box.left, middle, box.width, box.height / 2), 34)
            for x in (box.left, box.right - _TICK):
                self.paper.rule(x, middle, x + _TICK, middle, HAIRLINE, GREY)

        def backs() -> None:
            for card, box in placed:
                # where the upper half is when the page is turned
                left, bottom = self.paper.width - box.right, self.paper.height - box.top
                turned = Box(left, bottom + box.height / 2, box.width, box.height / 2)
                self._draw_face(card, turned, 34)

        self.paper.upside_down(f"backs-{page}", backs)

    def _draw_face(self, card: NameCard, box: Box, size: float) -> None:
        inner = Box(
            box.left + _PADDING,
            box.top - _PADDING * 0.8,
            box.width - 2 * _PADDING,
            box.height - 1.6 * _PADDING,
        )
        small = inner.height * 0.22
        above = Box(inner.left, inner.top, inner.width, small)
        name = Box(inner.left, inner.top - small, inner.width, inner.height - 2 * small)
        below = Box(inner.left, inner.bottom + small, inner.width, small)
        fitting = unbroken(card.name, Style.BOLD, size, name.width - ROUNDING, _LEAST_TYPE)
        self.paper.fitted(above, card.above, 10, align=Align.CENTRE, grey=GREY)
        self.paper.fitted(name, card.name, fitting, style=Style.BOLD, align=Align.CENTRE)
        self.paper.fitted(below, card.below, 12, align=Align.CENTRE)
