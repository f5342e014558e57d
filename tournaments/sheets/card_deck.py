"""Cards of rows: one to a page, or two to be cut apart, each with a large title, a grid and a footer of its own.

Owns: how many cards a page has, how high their rows are, what is left white for printing on both sides. Never does:
know what a row tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournaments.sheets.data import SheetHead
from tournaments.sheets.fitting import unbroken
from tournaments.sheets.flow import ROUNDING, row_height
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    joined,
)
from tournaments.sheets.grid import PADDING, Column, Grid
from tournaments.sheets.paper import GREY, MM, RULE, Align, Box, Paper
from tournaments.sheets.seat_labels import SeatLabels

_TITLE_HEIGHT = 19 * MM
_TITLE_SIZE = 40.0
_NAME_SIZE = 20.0
_HEADING_SIZE = 9.5
_ROWS = (7 * MM, 18 * MM)
_LARGE_ROW = 9.4 * MM  # two cards share a page only where every row has this height or more
_CUT = 5 * MM  # on either side of the line to cut along
_TYPE = 0.5  # of a row's height
_LARGEST_TYPE = 26.0
_LEAST_TYPE = 8.0


@dataclass(frozen=True, slots=True)
class Row:
    """Cells; or, where nothing happens, the round and a `note` across the others."""

    cells: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A large title, a name beside it, and the rows below."""

    title: str
    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of one layout; a column's size is its share of the type that a row has room for. `sentence` stands where
    there are no cards."""

    head: SheetHead
    about: str
    labels: SeatLabels
    columns: tuple[Column, ...]
    cards: tuple[Card, ...]
    sentence: str
    duplex: bool


@dataclass(frozen=True, slots=True)
class _Slip:
    """The part of a card that a page, or half of one, holds."""

    card: Card
    rows: tuple[Row, ...]
    row_height: float
    begins: bool


class DeckPrinter:
    """Places cards on pages and draws them."""

    def __init__(self, paper: Paper, deck: Deck) -> None:
        self.paper, self.deck = paper, deck
        self.grid = Grid(paper.live.left, deck.columns, heading_size=_HEADING_SIZE)

    def _room(self, per_page: int) -> float:
        """For the rows of a card, in points."""
        return (
            self._slip_height(per_page)
            - STRIP_HEIGHT
            - _TITLE_HEIGHT
            - self.grid.heading_height
            - FOOTER_HEIGHT
            - 2 * MM
        )

    def _slip_height(self, per_page: int) -> float:
        height = self.paper.live.height
        return height if per_page == 1 else height / per_page - _CUT

    def holds_two(self) -> bool:
        """Whether every card has large rows on half a page."""
        longest = max((len(card.rows) for card in self.deck.cards), default=0)
        return 0 < longest * _LARGE_ROW <= self._room(2)

    def print_all(self, per_page: int) -> None:
        """Every card; its rows on more than one page where there are many."""
        if not self.deck.cards:
            self._print_sentence()
            return
        pages = tuple(self._pages(per_page))
        live, height = self.paper.live, self._slip_height(per_page)
        for number, slips in enumerate(pages, start=1):
            for place, slip in enumerate(slips):
                box = Box(live.left, live.top - place * (height + 2 * _CUT), live.width, height)
                if slip.begins:
                    self.paper.bookmark(f"card-{number}-{place}", slip.card.title)
                self._draw_card(slip, box)
                self._draw_footer(box, joined(self.deck.about, slip.card.title), number, len(pages))
            if per_page > 1:
                middle = live.top - live.height / 2
                self.paper.dashes(live.left, middle, live.right, middle)
            self.paper.next_page()
            if self.deck.duplex and self._turns_over(pages, number, per_page):
                self.paper.next_page()

    def _print_sentence(self) -> None:
        live = self.paper.live
        draw_strip(self.paper, live, self.deck.head)
        top = live.top - STRIP_HEIGHT - MM
        draw_sentence(self.paper, Box(live.left, top, live.width, 0), self.deck.sentence)
        self._draw_footer(live, self.deck.about, 1, 1)
        self.paper.next_page()

    def _draw_footer(self, box: Box, about: str, page: int, pages: int) -> None:
        draw_footer(self.paper, box, self.deck.head, self.deck.labels, about=about, page=page, pages=pages)

    def _turns_over(self, pages: Sequence[Sequence[_Slip]], number: int, per_page: int) -> bool:
        """Whether what follows page `number` must not be on its back: another card, or a page that is cut."""
        if number == len(pages):
            return False
        if per_page > 1:
            return True
        begun = max(index for index in range(number) if pages[index][0].begins)
        return pages[number][0].begins and (number - begun) % 2 == 1

    def _pages(self, per_page: int) -> Iterator[Sequence[_Slip]]:
        room = self._room(per_page)
        slips: list[_Slip] = []
        for card in self.deck.cards:
            height = row_height(len(card.rows), room, room, *_ROWS)
            fitting = max(1, int((room + ROUNDING) / height))
            slips.extend(
                _Slip(card, card.rows[start : start + fitting], height, start == 0)
                for start in range(0, max(1, len(card.rows)), fitting)
            )
        for start in range(0, len(slips), per_page):
            yield slips[start : start + per_page]

    def _draw_card(self, slip: _Slip, box: Box) -> None:
        paper, grid = self.paper, self.grid
        card, rows, height = slip.card, slip.rows, slip.row_height
        draw_strip(paper, box, self.deck.head)
        top = box.top - STRIP_HEIGHT - MM
        share = 0.36 if card.name else 1.0
        title = Box(box.left, top, box.width * share - 3 * MM, _TITLE_HEIGHT - 3 * MM)
        paper.fitted(title, card.title, _TITLE_SIZE, style=Style.BOLD)
        name = Box(box.left + box.width * share, top, box.width * (1 - share), _TITLE_HEIGHT - 3 * MM)
        size = unbroken(card.name, Style.REGULAR, _NAME_SIZE, name.width - ROUNDING, _LEAST_TYPE)
        paper.fitted(name, card.name, size, align=Align.RIGHT)
        top -= _TITLE_HEIGHT
        if not rows:
            draw_sentence(paper, Box(box.left, top, box.width, 0), self.deck.labels.no_rounds)
            return
        grid.draw_headings(paper, top)
        top -= grid.heading_height
        grid.draw_rules(paper, top, len(rows), height, upright=False)
        for row, following in zip_longest(rows, rows[1:]):
            self._draw_row(row, top, height)
            top -= height
            if following is not None and following.cells[0] != row.cells[0]:
                paper.rule(box.left, top, box.right, top, RULE, GREY)

    def _draw_row(self, row: Row, top: float, height: float) -> None:
        paper, grid = self.paper, self.grid
        size = min(_LARGEST_TYPE, height * _TYPE)
        shown = row.cells[:1] if row.note and not any(row.cells[1:]) else row.cells
        for index, text in enumerate(shown):
            column = grid.columns[index]
            air = PADDING if column.size == 1 else 2 * PADDING
            box = Box(grid.edges[index] + PADDING, top, column.width - PADDING - air, height)
            fitting = unbroken(text, column.style, size * column.size, box.width - ROUNDING, _LEAST_TYPE)
            paper.fitted(box, text, fitting, style=column.style, align=column.align)
        if shown != row.cells:
            left = grid.edges[1] + PADDING
            box = Box(left, top, grid.edges[-1] - left, height)
            paper.fitted(box, row.note, size * 0.8, style=Style.ITALIC, grey=GREY)
