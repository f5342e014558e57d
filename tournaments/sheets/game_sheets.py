"""Score sheets of ranked tables: one game each, blank to be written on or filled to be read.

Owns: what stands where on the sheet, how a game of many deals is continued. Never does: add up, or know when a game
is over; see `game_data`.

Terms: *part* – the deals of one game that one page holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from tournaments.sheets.boardhead import seat_letter
from tournaments.sheets.codes import draw_code
from tournaments.sheets.data import Compass, PageSize, TravellerKind
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
from tournaments.sheets.game_data import GamePlayer, GameRow, GameSheet, GameSheets
from tournaments.sheets.grid import NOTE_SHARE, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, INK, MM, RULE, Align, Box, Paper
from tournaments.sheets.score_columns import (
    FIXED,
    blank_columns,
    draw_field,
    draw_reached,
    draw_row_note,
    draw_signatures,
    filled_columns,
    fixed_columns,
    scale_of,
)
from tournaments.sheets.team_data import RaceSide

_HEAD_HEIGHT = 25 * MM
_CODE = 25 * MM
_SEATS_HEIGHT = 25 * MM
_GAP = 3 * MM
_CARRIED = 7 * MM  # a later part's first row: what the part before ended with
_LINE = 4.8 * MM
_RESULT_LINE = 9.5 * MM
_SIGNATURE_HEIGHT = 13 * MM
_SMALLEST_ROW, _LARGEST_ROW = 7.6 * MM, 12.5 * MM
_FIELD_SIZE = 10.5


@dataclass(frozen=True, slots=True)
class _Part:
    game: GameSheet
    rows: tuple[GameRow, ...]
    part: int
    parts: int


def render_game_sheets(sheet: GameSheets, page_size: PageSize = PageSize.A4) -> bytes:
    """The sheets as PDF. The same sheet gives the same bytes; without games, one page says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.labels.score_sheets))
    if sheet.games:
        _Printer(paper, sheet).print_all()
    else:
        live, labels = paper.live, sheet.labels
        draw_strip(paper, live, sheet.head)
        below = Box(live.left, live.top - STRIP_HEIGHT, live.width, SENTENCE_HEIGHT)
        blank = sheet.kind is TravellerKind.BLANK
        draw_sentence(paper, below, labels.no_ranked_tables if blank else labels.no_games)
        draw_footer(paper, live, sheet.head, labels, about="", page=1, pages=1)
        paper.next_page()
    return paper.finish()


class _Printer:
    """Places games on pages and draws them."""

    def __init__(self, paper: Paper, sheet: GameSheets) -> None:
        self.paper, self.sheet, self.labels = paper, sheet, sheet.labels
        self.blank = sheet.kind is TravellerKind.BLANK
        self.grid = self._grid()
        sentences = 1 + max(len(game.leaving) for game in sheet.games)
        above = STRIP_HEIGHT + _HEAD_HEIGHT + _SEATS_HEIGHT + _GAP + self.grid.heading_height
        foot = 2 * _GAP + sentences * _LINE + 2 * _RESULT_LINE + _SIGNATURE_HEIGHT + FOOTER_HEIGHT
        self.room = paper.live.height - above - foot - _CARRIED
        self.parts = tuple(self._parts())
        fullest = max(1, *(len(part.rows) for part in self.parts))
        room = self.room + (0 if any(part.parts > 1 for part in self.parts) else _CARRIED)
        # One height for the whole print-out: sheets of one event look alike in the hand.
        self.row_height = min(_LARGEST_ROW, room / fullest)

    def _parts(self) -> Iterator[_Part]:
        """Long games in parts of about equal length."""
        for game in self.sheet.games:
            whole = len(game.rows) <= int((self.room + _CARRIED) / _SMALLEST_ROW)
            parts = 1 if whole else ceil(len(game.rows) / int(self.room / _SMALLEST_ROW))
            size = ceil(len(game.rows) / parts)
            for part in range(parts):
                yield _Part(game, game.rows[part * size : (part + 1) * size], part + 1, parts)

    def print_all(self) -> None:
        """Every game on its pages, with its bookmark."""
        for number, part in enumerate(self.parts, start=1):
            if part.part == 1:
                self.paper.bookmark(f"game-{number}", self._about(part.game))
            self._draw(part)
            about = joined(self._about(part.game), self._shown(part))
            head, labels, pages = self.sheet.head, self.labels, len(self.parts)
            draw_footer(self.paper, self.paper.live, head, labels, about=about, page=number, pages=pages)
            self.paper.next_page()

    def _about(self, game: GameSheet) -> str:
        return joined(f"{self.labels.table} {game.table}", self._which(game))

    def _which(self, game: GameSheet) -> str:
        return "" if game.game is None else self.labels.game.format(game=game.game)

    def _shown(self, part: _Part) -> str:
        return self.labels.part_of.format(part=part.part, parts=part.parts) if part.parts > 1 else ""

    def _draw(self, part: _Part) -> None:
        paper, live, game = self.paper, self.paper.live, part.game
        draw_strip(paper, live, self.sheet.head)
        top = live.top - STRIP_HEIGHT
        self._draw_head(Box(live.left, top, live.width, _HEAD_HEIGHT), part)
        top -= _HEAD_HEIGHT
        half = (live.width - _GAP) / 2
        players = (*game.players, *(GamePlayer(),) * 4)[:4]
        sides = (
            (self.labels.pair_ns, (Compass.NORTH, Compass.SOUTH), (players[0], players[2])),
            (self.labels.pair_ew, (Compass.EAST, Compass.WEST), (players[1], players[3])),
        )
        for place, (side, seats, two) in enumerate(sides):
            box = Box(live.left + place * (half + _GAP), top, half, _SEATS_HEIGHT)
            self._draw_side(box, side, tuple(zip(seats, two, strict=True)))
        bottom = self._draw_rows(part, top - _SEATS_HEIGHT - _GAP)
        self._draw_foot(game, bottom - _GAP)

    def _draw_head(self, box: Box, part: _Part) -> None:
        """The table's number to be found across a room, what is played to, which game it is, and the table's code."""
        paper, labels, game = self.paper, self.labels, part.game
        paper.fitted(Box(box.left, box.top - 1.4 * MM, 26 * MM, 3.6 * MM), labels.table, 9, grey=GREY)
        number = Box(box.left, box.top - 4.6 * MM, 27 * MM, 17 * MM)
        paper.fitted(number, str(game.table), 44, style=Style.BOLD)
        code = _CODE + 2 * MM if game.address else 0
        if game.address:
            draw_code(paper, game.address, Box(box.right - _CODE, box.top + 0.4 * MM, _CODE, _CODE))
        left = box.left + 31 * MM
        middle = box.right - code - left
        target = Box(left, box.top - 2 * MM, middle * 0.52, 9 * MM)
        paper.fitted(target, labels.to_target.format(target=game.target), 22, style=Style.BOLD)
        which = Box(left, target.bottom - 2 * MM, middle * 0.52, 8 * MM)
        if game.game is None:
            self._draw_fields(which, (labels.game_number, labels.started))
        else:
            paper.fitted(which, joined(self._which(game), self._shown(part)), 15)
        right = Box(left + middle * 0.54, box.top - 2 * MM, middle * 0.46, 9 * MM)
        helps = labels.code_opens_table if game.address else ""
        paper.fitted(right, helps, 9, align=Align.RIGHT, grey=GREY)
        below = Box(right.left, right.bottom - 1 * MM, right.width, 9 * MM)
        words = labels.write_clearly if self.blank else ""
        shown = self._shown(part) if self.blank else ""
        paper.fitted(below, joined(shown, words), 9, align=Align.RIGHT, grey=GREY)

    def _draw_fields(self, box: Box, words: tuple[str, ...]) -> None:
        """Words side by side, each with a line to write on after it."""
        share = box.width / len(words)
        for place, text in enumerate(words):
            left = box.left + place * share
            self.paper.fitted(Box(left, box.top, 15 * MM, box.height), text, 10, grey=GREY)
            y = box.bottom + 1.6 * MM
            self.paper.rule(left + 15.5 * MM, y, left + share - 2 * MM, y, RULE)

    def _draw_side(self, box: Box, side: str, seats: tuple[tuple[Compass, GamePlayer], ...]) -> None:
        """Who sits where, or lines to write the names on; beside each what became of the seat."""
        paper, labels = self.paper, self.labels
        paper.frame(box)
        left, width = box.left + 2 * MM, box.width - 4 * MM
        paper.fitted(Box(left, box.top - 0.8 * MM, width * 0.6, 4.4 * MM), side, 9, grey=GREY)
        column = left + width * 0.62
        if self.blank:
            heading = Box(column, box.top - 0.8 * MM, width * 0.38, 4.4 * MM)
            paper.fitted(heading, labels.stand_in_from, 8, grey=GREY)
        for place, (seat, player) in enumerate(seats):
            top = box.top - 5.6 * MM - place * 9.2 * MM
            letter = seat_letter(seat, labels)
            paper.fitted(Box(left, top, 5 * MM, 8.4 * MM), letter, 12, style=Style.BOLD)
            noted = self.blank or player.note
            end = column - 2 * MM if noted else left + width
            paper.fitted(Box(left + 6 * MM, top, end - left - 6 * MM, 8 * MM), player.name, 13)
            paper.fitted(Box(column, top, left + width - column, 8 * MM), player.note, 8.5, grey=GREY)
            for first, last in ((left + 6 * MM, end), (column, left + width)) if noted else ((left, end),):
                paper.rule(first, top - 8.2 * MM, last, top - 8.2 * MM, HAIRLINE, FAINT)

    def _grid(self) -> Grid:
        labels, scale = self.labels, scale_of(self.paper)
        make = _blank_side if self.blank else _filled_side
        ns = make(labels.pair_ns, labels.north_letter, labels.south_letter, labels, scale)
        ew = make(labels.pair_ew, labels.east_letter, labels.west_letter, labels, scale)
        columns = (*fixed_columns(labels.deal, labels, scale), *ns, *ew)
        return Grid(self.paper.live.left, columns, heading_lines=2, heading_size=9)

    def _draw_rows(self, part: _Part, top: float) -> float:
        """The deals; where they end."""
        paper, live, grid = self.paper, self.paper.live, self.grid
        grid.draw_headings(paper, top)
        top -= grid.heading_height
        if self.blank and part.part > 1:
            grid.draw_rules(paper, top, 1, _CARRIED, upright=True)
            box = Box(grid.edges[0], top, grid.edges[1] - grid.edges[0], _CARRIED)
            paper.fitted(box, self.labels.carried, 8, style=Style.ITALIC, align=Align.CENTRE, grey=GREY)
            top -= _CARRIED
        rows = len(part.rows)
        grid.draw_rules(paper, top, rows, self.row_height, upright=self.blank)
        for x in () if self.blank or not rows else (grid.edges[_NS], grid.edges[_EW]):
            paper.rule(x, top, x, top - rows * self.row_height, RULE)
        for row in part.rows:
            self._draw_row(row, top, part.game.target)
            top -= self.row_height
        if not rows:
            draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), self.labels.no_deals)
            top -= SENTENCE_HEIGHT
        return top

    def _draw_row(self, row: GameRow, top: float, target: int) -> None:
        paper, grid, labels, height = self.paper, self.grid, self.labels, self.row_height
        fixed = (str(row.deal), seat_letter(row.dealer, labels), seat_letter(row.first_bidder, labels))
        if self.blank:
            grid.draw_row(paper, top, height, fixed)
            return
        notes = _notes(row, target, labels)
        # a struck row is struck through its figures, so that all of them stand at one height
        all_raised = range(len(grid.columns)) if row.struck else range(_NS)
        raised = {*notes, *(all_raised if row.note else ())}
        cells = (*fixed, *_side_cells(row.ns), *_side_cells(row.ew))
        grid.draw_row(paper, top, height, cells, raised=raised, grey=GREY if row.struck else INK)
        for column, note in notes.items():
            grid.draw_note(paper, top, height, column, note)
        for first, side in ((_NS, row.ns), (_EW, row.ew)):
            if side.reached:
                draw_reached(paper, grid, first + _TOTAL, top, height)
        if row.note:
            draw_row_note(paper, grid, row.note, top, height)
        if row.struck:
            y = top - height * (0.5 - NOTE_SHARE / 2 if row.note else 0.5)
            paper.rule(grid.edges[0] + MM, y, grid.edges[-1] - MM, y, RULE)

    def _draw_foot(self, game: GameSheet, top: float) -> None:
        """The rules in a line, what is done when somebody leaves, how the game ended, and the signatures."""
        paper, live, labels = self.paper, self.paper.live, self.labels
        for place, sentence in enumerate((game.rules, *game.leaving)):
            line = Box(live.left, top - place * _LINE, live.width, _LINE)
            paper.fitted(line, sentence, 9.5, style=Style.REGULAR if place else Style.BOLD)
        after = top - (1 + len(game.leaving)) * _LINE - _GAP
        if self.blank:
            self._draw_blank_result(live.bottom + FOOTER_HEIGHT + _SIGNATURE_HEIGHT + 2 * _RESULT_LINE)
        else:
            for place, sentence in enumerate((game.result, game.ended)):
                box = Box(live.left, after - place * _RESULT_LINE, live.width, _RESULT_LINE)
                paper.fitted(box, sentence, 12 if place else 16, style=Style.REGULAR if place else Style.BOLD)
        draw_signatures(paper, labels, live.bottom + FOOTER_HEIGHT + 5.5 * MM)

    def _draw_blank_result(self, top: float) -> None:
        """Who has won, both totals, and who left when: to be filled in."""
        live, labels, line = self.paper.live, self.labels, _RESULT_LINE
        won = (
            labels.tick_won.format(side=labels.ns),
            labels.tick_won.format(side=labels.ew),
            labels.tick_drawn,
        )
        ticks = live.width * 0.44 / len(won)
        for place, words in enumerate(won):
            self.paper.fitted(Box(live.left + place * ticks, top, ticks - 2 * MM, line), words, 11)
        rest = live.width * 0.56 / 2
        for place, side in enumerate((labels.ns, labels.ew)):
            left = live.left + live.width * 0.44 + place * rest
            box = Box(left, top, rest - (0 if place else 3 * MM), line)
            draw_field(self.paper, box, labels.total_of.format(side=side), 18 * MM, _FIELD_SIZE)
        quarter = live.width / 4
        fields = ((labels.left_seat, 21), (labels.left_at, 16), (labels.back_at, 18), (labels.after_deal, 21))
        for place, (words, share) in enumerate(fields):
            left = live.left + place * quarter
            box = Box(left, top - line, quarter - (3 * MM if place < 3 else 0), line)
            draw_field(self.paper, box, words, share * MM, _FIELD_SIZE)


_NS, _SCORE, _TOTAL = (
    FIXED,
    2,
    4,
)  # the first column of NS on a filled sheet; score and total after a side's first
_EW = _NS + 5


def _notes(row: GameRow, target: int, labels: Labels) -> dict[int, str]:
    """Small words under figures, by column: what bags cost, that a total ended the game."""
    notes: dict[int, str] = {}
    for first, side in ((_NS, row.ns), (_EW, row.ew)):
        if side.penalty:
            notes[first + _SCORE] = labels.bag_penalty.format(points=figure(side.penalty))
        if side.reached:
            fell = (side.total or 0) < 0
            notes[first + _TOTAL] = labels.mercy if fell else labels.reached.format(target=target)
    return notes


def _blank_side(group: str, first: str, second: str, labels: Labels, scale: float) -> tuple[Column, ...]:
    bids = [(labels.seat_bid.format(seat=seat), 12) for seat in (first, second)]
    rest = ((labels.tricks, 14), (labels.points, 14), (labels.bags, 10), (labels.running_total, 15))
    return blank_columns(group, scale, (*bids, *rest))


def _filled_side(group: str, _first: str, _second: str, labels: Labels, scale: float) -> tuple[Column, ...]:
    bid = ((labels.bid, 16), (labels.tricks, 15))
    rest = ((labels.points, 17), (labels.bags, 11), (labels.running_total, 18))
    return filled_columns(group, scale, (*bid, *rest), bold=labels.running_total)


def _side_cells(side: RaceSide) -> tuple[str, ...]:
    return (side.bid, side.tricks, figure(side.score), figure(side.bags), figure(side.total))
