"""Personal score cards: a player's own record of an event, round by round, to be written on and taken home.

Owns: their columns, and what of a card stands on which page. Never does: query or score; see `slip_data`.

Terms: *piece* – a round's boards, or as many of them as a page holds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tournaments.sheets.data import PageSize
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    figure,
    joined,
)
from tournaments.sheets.grid import PADDING, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, INK, MM, RULE, Align, Box, Paper
from tournaments.sheets.slip_data import CardRound, ScoreCard, ScoreCards

_HEAD_HEIGHT = 17 * MM
_CAPTION_HEIGHT = 8 * MM  # over a card without rounds
_SMALLEST_ROW, _LARGEST_ROW = 7 * MM, 9.5 * MM
_NOTE_LINE = 10 * MM
_PLACE_COLUMNS = 5  # round, table, direction, opponents' number and name: once a round


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of a card; without pieces, its back for notes."""

    card: ScoreCard
    pieces: tuple[CardRound, ...] = ()
    first: bool = False
    back: bool = False


def render_score_cards(sheet: ScoreCards, page_size: PageSize = PageSize.A4) -> bytes:
    """The cards as PDF. The same sheet gives the same bytes; without cards, one page says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.labels.score_cards))
    if sheet.cards:
        _Printer(paper, sheet).print_all()
    else:
        live = paper.live
        draw_strip(paper, live, sheet.head)
        below = Box(live.left, live.top - STRIP_HEIGHT, live.width, SENTENCE_HEIGHT)
        draw_sentence(paper, below, sheet.labels.no_score_cards)
        draw_footer(paper, live, sheet.head, sheet.labels, about="", page=1, pages=1)
        paper.next_page()
    return paper.finish()


class _Printer:
    """Places cards on pages and draws them."""

    def __init__(self, paper: Paper, sheet: ScoreCards) -> None:
        self.paper, self.sheet, self.labels = paper, sheet, sheet.labels
        live = paper.live
        self.grid = Grid(live.left, _columns(live.width, self.labels, totals=sheet.totals))
        self.table_top = live.top - STRIP_HEIGHT - _HEAD_HEIGHT
        self.rows_top = self.table_top - self.grid.heading_height
        self.room = self.rows_top - live.bottom - FOOTER_HEIGHT - 1 * MM
        self.pages = tuple(page for card in sheet.cards for page in self._pages(card))
        fullest = max(1, *(sum(map(_lines, page.pieces)) for page in self.pages))
        # One height for the whole print-out: cards of one event look alike in the hand.
        self.row_height = min(_LARGEST_ROW, self.room / fullest)

    def _pages(self, card: ScoreCard) -> Iterator[_Page]:
        """Rounds are not torn apart, and the pages of a card are about equally full."""
        capacity = int(self.room / _SMALLEST_ROW)
        filled = _filled(card.rounds, capacity)
        while capacity > 1 and len(closer := _filled(card.rounds, capacity - 1)) == len(filled):
            filled, capacity = closer, capacity - 1
        for number, pieces in enumerate(filled or [()]):
            yield _Page(card, tuple(pieces), first=not number)
        if self.sheet.duplex and max(1, len(filled)) % 2:
            yield _Page(card, back=True)

    def print_all(self) -> None:
        """Every card from a fresh page, with its bookmark."""
        for number, page in enumerate(self.pages, start=1):
            if page.first:
                self.paper.bookmark(
                    f"card-{number}", joined(page.card.title, page.card.name, page.card.place)
                )
            self._draw(page)
            draw_footer(
                self.paper,
                self.paper.live,
                self.sheet.head,
                self.labels,
                about=joined(page.card.title, page.card.place),
                page=number,
                pages=len(self.pages),
            )
            self.paper.next_page()

    def _draw(self, page: _Page) -> None:
        paper, live = self.paper, self.paper.live
        draw_strip(paper, live, self.sheet.head)
        self._draw_head(Box(live.left, live.top - STRIP_HEIGHT, live.width, _HEAD_HEIGHT), page)
        if page.back:
            self._draw_notes()
            return
        paper.form("headings", lambda: self.grid.draw_headings(paper, self.table_top))
        top = self.rows_top
        if not page.pieces:
            self._draw_blank()
        for piece in page.pieces:
            top = self._draw_round(piece, top)

    def _draw_head(self, box: Box, page: _Page) -> None:
        """Whose card it is."""
        paper, card = self.paper, page.card
        title = Box(box.left, box.top - 2 * MM, 40 * MM, 12 * MM)
        paper.fitted(title, card.title, 24, style=Style.BOLD)
        what = self.labels.notes if page.back else self.labels.score_card
        side = Box(box.right - 40 * MM, box.top - 2 * MM, 40 * MM, 12 * MM)
        paper.fitted(side, joined(what, card.place), 11, align=Align.RIGHT, grey=GREY)
        name = Box(title.right + 3 * MM, title.top, side.left - title.right - 6 * MM, 12 * MM)
        paper.fitted(name, card.name, 16)

    def _draw_round(self, piece: CardRound, top: float) -> float:
        """A round's boards, where it is played beside them; where they end."""
        paper, grid = self.paper, self.grid
        lines = _lines(piece)
        bottom = top - lines * self.row_height
        rows = 0 if piece.idle else lines
        paper.form(f"round-{top:.0f}-{rows}", lambda: self._draw_rules(top, lines, idle=bool(piece.idle)))
        shown = (str(piece.round), piece.table, piece.direction, figure(piece.against), piece.opponents)
        for index, text in enumerate(shown):
            column = grid.columns[index]
            box = Box(grid.edges[index] + PADDING, top, column.width - 2 * PADDING, top - bottom)
            paper.fitted(box, text, column.size, style=column.style, align=column.align)
        for row, board in enumerate(piece.boards):
            cells = (*("",) * _PLACE_COLUMNS, str(board))
            grid.draw_row(paper, top - row * self.row_height, self.row_height, cells)
        if piece.idle:
            left = grid.edges[1] + PADDING
            box = Box(left, top, grid.edges[-1] - left, top - bottom)
            paper.fitted(box, piece.idle, 11, style=Style.ITALIC, grey=GREY)
        return bottom

    def _draw_rules(self, top: float, lines: int, *, idle: bool) -> None:
        paper, edges = self.paper, self.grid.edges
        bottom = top - lines * self.row_height
        for line in range(1, lines):
            y = top - line * self.row_height
            paper.rule(edges[_PLACE_COLUMNS], y, edges[-1], y, HAIRLINE, FAINT)
        paper.rule(edges[0], bottom, edges[-1], bottom, RULE, INK)
        seams = {_PLACE_COLUMNS + 1, (len(edges) + _PLACE_COLUMNS) // 2, _PLACE_COLUMNS}
        between = range(1, 2 if idle else len(edges) - 1)
        for index in (index for index in between if index != _PLACE_COLUMNS - 1):
            seam = index in seams
            paper.rule(
                edges[index], top, edges[index], bottom, RULE if seam else HAIRLINE, INK if seam else FAINT
            )

    def _draw_blank(self) -> None:
        """Before the draw: rows to write everything in."""
        count = int((self.room - _CAPTION_HEIGHT) / _LARGEST_ROW)
        self.grid.draw_rules(self.paper, self.rows_top, count, _LARGEST_ROW, upright=True)
        live, bottom = self.paper.live, self.rows_top - count * _LARGEST_ROW
        below = Box(live.left, bottom - 1 * MM, live.width, _CAPTION_HEIGHT - 2 * MM)
        self.paper.fitted(below, self.labels.nothing_drawn, 8, style=Style.ITALIC, grey=GREY)

    def _draw_notes(self) -> None:
        live = self.paper.live
        count = int((self.table_top - live.bottom - FOOTER_HEIGHT) / _NOTE_LINE)
        for y in accumulate([_NOTE_LINE] * count):
            self.paper.rule(live.left, self.table_top - y, live.right, self.table_top - y, HAIRLINE, FAINT)


def _lines(piece: CardRound) -> int:
    """Rows that a round takes: one at least."""
    return max(1, len(piece.boards))


def _filled(rounds: Sequence[CardRound], capacity: int) -> list[list[CardRound]]:
    """The rounds of each page; one that no page holds goes on on the next."""
    pages: list[list[CardRound]] = []
    left = 0
    for round_ in rounds:
        for piece in _pieces(round_, capacity):
            if _lines(piece) > left:
                pages.append([])
                left = capacity
            pages[-1].append(piece)
            left -= _lines(piece)
    return pages


def _pieces(round_: CardRound, capacity: int) -> Iterator[CardRound]:
    if _lines(round_) <= capacity:
        yield round_
        return
    for first in range(0, len(round_.boards), capacity):
        yield replace(round_, boards=round_.boards[first : first + capacity])


def _columns(width: float, labels: Labels, *, totals: bool) -> tuple[Column, ...]:
    number, table, direction, against, opponents, board = (mm * MM for mm in (9, 12, 12, 10, 38, 13))
    written = [labels.bid, labels.tricks, labels.score, *([labels.running_total] if totals else [])]
    each = (width - number - table - direction - against - opponents - board) / (2 * len(written))
    centre = Align.CENTRE
    return (
        Column(labels.round_short, number, centre, size=11, style=Style.BOLD),
        Column(labels.table_short, table, centre, size=13, style=Style.BOLD),
        Column(labels.direction, direction, centre, size=11),
        Column("", against, centre, size=11, style=Style.BOLD),
        Column(labels.opponents, opponents, Align.LEFT, size=10),
        Column(labels.board, board, centre, size=11, style=Style.BOLD),
        *(Column(word, each, centre, side) for side in (labels.we, labels.they) for word in written),
    )
