"""Score sheets of matches: one table each, blank to be written on or filled to be read.

Owns: what stands where on the sheet, how a race with many boards is continued. Never does: add up, or know when
a race ends; see `team_data`.

Terms: *part* – the boards of one table that one page holds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from tournaments.sheets.boardhead import seat_letter
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
from tournaments.sheets.grid import PADDING, Column, Grid
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
from tournaments.sheets.team_data import LineUp, RaceRow, RaceSide, ScoreSheets, TableSheet

_HEAD_HEIGHT = 20 * MM
_LINE_UP_HEIGHT = 28 * MM
_GAP = 3 * MM
_CAPTION_HEIGHT = 7 * MM  # over the deciders
_RULE_LINE = 4.6 * MM
_RESULT_LINE = 9.5 * MM
_SIGNATURE_HEIGHT = 17 * MM
_SMALLEST_ROW, _LARGEST_ROW = 9 * MM, 13 * MM
_HATCH = 2.4 * MM
_FIELD_SIZE = 11


@dataclass(frozen=True, slots=True)
class _Part:
    table: TableSheet
    rows: tuple[RaceRow, ...]
    part: int
    parts: int


def render_score_sheets(sheet: ScoreSheets, page_size: PageSize = PageSize.A4) -> bytes:
    """The score sheets as PDF. The same sheet gives the same bytes; without tables, one page says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.labels.score_sheets))
    if sheet.tables:
        _Printer(paper, sheet).print_all()
    else:
        live = paper.live
        draw_strip(paper, live, sheet.head)
        below = Box(live.left, live.top - STRIP_HEIGHT, live.width, SENTENCE_HEIGHT)
        blank = sheet.kind is TravellerKind.BLANK
        draw_sentence(paper, below, sheet.labels.no_tables if blank else sheet.labels.no_filled_tables)
        draw_footer(paper, live, sheet.head, sheet.labels, about="", page=1, pages=1)
        paper.next_page()
    return paper.finish()


class _Printer:
    """Places tables on pages and draws them."""

    def __init__(self, paper: Paper, sheet: ScoreSheets) -> None:
        self.paper, self.sheet, self.labels = paper, sheet, sheet.labels
        self.blank = sheet.kind is TravellerKind.BLANK
        heading = self._grid(sheet.tables[0]).heading_height
        rules = max(len(table.rules) for table in sheet.tables) + 1
        above = STRIP_HEIGHT + _HEAD_HEIGHT + _LINE_UP_HEIGHT + _GAP + heading
        self.foot = 2 * _GAP + rules * _RULE_LINE + 2 * _RESULT_LINE + _SIGNATURE_HEIGHT + FOOTER_HEIGHT
        self.room = paper.live.height - above - self.foot - _CAPTION_HEIGHT
        self.parts = tuple(self._parts())
        fullest = max(1, *(len(part.rows) for part in self.parts))
        # One height for the whole print-out: sheets of one event look alike in the hand.
        self.row_height = min(_LARGEST_ROW, self.room / fullest)

    def _parts(self) -> Iterator[_Part]:
        """Long races in parts of equal length."""
        capacity = int(self.room / _SMALLEST_ROW)
        for table in self.sheet.tables:
            parts = max(1, ceil(len(table.rows) / capacity))
            size = ceil(len(table.rows) / parts)
            for part in range(parts):
                yield _Part(table, table.rows[part * size : (part + 1) * size], part + 1, parts)

    def print_all(self) -> None:
        """Every table on its page, with its bookmark."""
        for number, part in enumerate(self.parts, start=1):
            table = part.table
            if part.part == 1:
                self.paper.bookmark(f"table-{number}", self._about(table))
            self._draw(part)
            shown = self.labels.part_of.format(part=part.part, parts=part.parts) if part.parts > 1 else ""
            about = joined(self._about(table), shown)
            draw_footer(
                self.paper,
                self.paper.live,
                self.sheet.head,
                self.labels,
                about=about,
                page=number,
                pages=len(self.parts),
            )
            self.paper.next_page()

    def _about(self, table: TableSheet) -> str:
        return joined(self._which(table), f"{self.labels.table} {table.table}", table.room)

    def _which(self, table: TableSheet) -> str:
        """The round and the match in words, as far as the data have them."""
        return joined(
            "" if table.round is None else self.labels.round.format(round=table.round),
            "" if table.match is None else self.labels.match.format(match=table.match),
        )

    def _draw(self, part: _Part) -> None:
        paper, live, table = self.paper, self.paper.live, part.table
        draw_strip(paper, live, self.sheet.head)
        top = live.top - STRIP_HEIGHT
        self._draw_head(Box(live.left, top, live.width, _HEAD_HEIGHT), part)
        top -= _HEAD_HEIGHT
        half = (live.width - _GAP) / 2
        sides = ((table.ns, self.labels.pair_ns, "NS"), (table.ew, self.labels.pair_ew, "EW"))
        for place, (line_up, side, seats) in enumerate(sides):
            left = live.left + place * (half + _GAP)
            self._draw_line_up(Box(left, top, half, _LINE_UP_HEIGHT), line_up, side, seats)
        top = self._draw_rows(part, top - _LINE_UP_HEIGHT - _GAP)
        self._draw_foot(table, top - _GAP)

    def _draw_head(self, box: Box, part: _Part) -> None:
        """The table's number to be found across a room, which match it is, where the other table sits."""
        paper, labels, table = self.paper, self.labels, part.table
        paper.fitted(Box(box.left, box.top - 1.4 * MM, 26 * MM, 3.6 * MM), labels.table, 9, grey=GREY)
        number = Box(box.left, box.top - 4.4 * MM, 26 * MM, 14 * MM)
        paper.fitted(number, str(table.table), 38, style=Style.BOLD)
        left, width = box.left + 30 * MM, box.width - 30 * MM
        paper.fitted(Box(left, box.top - 2.2 * MM, width * 0.66, 8 * MM), table.room, 19, style=Style.BOLD)
        which = Box(left, box.top - 11 * MM, width * 0.66, 7 * MM)
        paper.fitted(which, self._which(table), 14)
        right = Box(left + width * 0.68, box.top - 3 * MM, width * 0.32, 6 * MM)
        if table.other_table is not None:
            other = labels.other_table.format(table=table.other_table)
            paper.fitted(right, other, 11, align=Align.RIGHT)
        small = labels.part_of.format(part=part.part, parts=part.parts) if part.parts > 1 else ""
        below = Box(right.left, box.top - 11 * MM, right.width, 7 * MM)
        words = joined(small, labels.write_clearly if self.blank else "")
        paper.fitted(below, words, 8, align=Align.RIGHT, grey=GREY)

    def _draw_line_up(self, box: Box, line_up: LineUp, side: str, seats: str) -> None:
        """A side of the table: whose it is, and who sits where, or lines to write the names on."""
        paper, labels = self.paper, self.labels
        paper.frame(box)
        left, width = box.left + 2 * MM, box.width - 4 * MM
        venue = {True: labels.home, False: labels.away, None: ""}[line_up.home]
        number = "" if line_up.number is None else f"{labels.team} {line_up.number}"
        paper.fitted(
            Box(left, box.top - 0.8 * MM, width, 4.4 * MM), joined(side, venue, number), 9, grey=GREY
        )
        paper.fitted(Box(left, box.top - 5 * MM, width, 8.4 * MM), line_up.name, 16, style=Style.BOLD)
        for place, seat in enumerate(seats):
            top = box.top - 13.6 * MM - place * 6.8 * MM
            letter = seat_letter(Compass(seat), labels)
            paper.fitted(Box(left, top, 5 * MM, 6.4 * MM), letter, 11, style=Style.BOLD)
            name = line_up.players[place] if place < len(line_up.players) else ""
            paper.fitted(Box(left + 6 * MM, top, width - 6 * MM, 6 * MM), name, 12)
            paper.rule(left + 6 * MM, top - 6 * MM, left + width, top - 6 * MM, HAIRLINE, FAINT)

    def _grid(self, table: TableSheet) -> Grid:
        labels, scale = self.labels, scale_of(self.paper)
        make = _blank_side if self.blank else _filled_side
        ns = make(joined(labels.ns, table.ns.name), labels.north_letter, labels.south_letter, labels, scale)
        ew = make(joined(labels.ew, table.ew.name), labels.east_letter, labels.west_letter, labels, scale)
        columns = (*fixed_columns(labels.board, labels, scale), *ns, *ew)
        return Grid(self.paper.live.left, columns, heading_lines=2, heading_size=9)

    def _draw_rows(self, part: _Part, top: float) -> float:
        """The boards, deciders apart; where they end."""
        paper, live, labels = self.paper, self.paper.live, self.labels
        grid = self._grid(part.table)
        grid.draw_headings(paper, top)
        top -= grid.heading_height
        race = tuple(row for row in part.rows if not row.decider)
        deciders = tuple(row for row in part.rows if row.decider)
        for rows, decisive in ((race, False), (deciders, True)):
            if rows and decisive:
                caption = labels.deciders if self.blank else labels.deciders_played
                box = Box(live.left, top - 1 * MM, live.width, _CAPTION_HEIGHT - 1 * MM)
                paper.fitted(box, caption, 9, style=Style.BOLD)
                top -= _CAPTION_HEIGHT
                paper.rule(live.left, top, live.right, top, RULE)
            grid.draw_rules(paper, top, len(rows), self.row_height, upright=self.blank)
            bottom = top - len(rows) * self.row_height
            for x in () if self.blank else (grid.edges[_NS], grid.edges[_EW]):
                paper.rule(x, top, x, bottom, RULE)
            for row in rows:
                self._draw_row(grid, row, top, part.table.target)
                top -= self.row_height
        if not part.rows:
            draw_sentence(paper, Box(live.left, top, live.width, SENTENCE_HEIGHT), labels.no_table_rows)
            top -= SENTENCE_HEIGHT
        return top

    def _draw_row(self, grid: Grid, row: RaceRow, top: float, target: int) -> None:
        labels, paper = self.labels, self.paper
        fixed = (str(row.board), seat_letter(row.dealer, labels), seat_letter(row.first_bidder, labels))
        if row.decider:
            self._draw_hatch(Box(grid.edges[0], top, _HATCH, self.row_height))
        if self.blank:
            grid.draw_row(paper, top, self.row_height, fixed)
            return
        notes = self._notes(row, target)
        played = any(side.bid or side.score is not None for side in (row.ns, row.ew))
        raised = {*notes, *(range(_NS) if row.note and played else ())}
        cells = (*fixed, *_side_cells(row.ns), *_side_cells(row.ew))
        grid.draw_row(paper, top, self.row_height, cells, raised=raised)
        for column, note in notes.items():
            grid.draw_note(paper, top, self.row_height, column, note)
        for first, side in ((_NS, row.ns), (_EW, row.ew)):
            if side.reached:
                draw_reached(paper, grid, first + _TOTAL, top, self.row_height)
        if row.note:
            self._draw_row_note(grid, row.note, top, played=played)

    def _draw_row_note(self, grid: Grid, note: str, top: float, *, played: bool) -> None:
        """What is special about a row: small under its board, or in place of figures where there are none."""
        edges, height = grid.edges, self.row_height
        if played:
            draw_row_note(self.paper, grid, note, top, height)
            return
        for left, right in ((edges[_NS], edges[_EW]), (edges[_EW], edges[-1])):
            box = Box(left + PADDING, top, right - left - 2 * PADDING, height)
            self.paper.fitted(box, note, 10, style=Style.ITALIC, align=Align.CENTRE, grey=GREY)

    def _notes(self, row: RaceRow, target: int) -> dict[int, str]:
        """Small words under figures, by column: what bags cost, that the target was reached."""
        labels = self.labels
        notes: dict[int, str] = {}
        for first, side in ((_NS, row.ns), (_EW, row.ew)):
            if side.penalty:
                notes[first + _SCORE] = labels.bag_penalty.format(points=figure(side.penalty))
            if side.reached:
                notes[first + _TOTAL] = labels.reached.format(target=target)
        return notes

    def _draw_hatch(self, box: Box) -> None:
        """Slanted lines at the left of a decider: not one of the race's boards, on any copier."""
        steps = int(box.height / _HATCH)
        step = box.height / steps
        for place in range(steps):
            bottom = box.bottom + place * step
            self.paper.rule(box.left, bottom, box.right, bottom + step, HAIRLINE, GREY)

    def _draw_foot(self, table: TableSheet, top_of_rules: float) -> None:
        """How a race ends, how this one and the match ended, and the signatures."""
        paper, live, labels = self.paper, self.paper.live, self.labels
        race = labels.race_rule.format(target=table.target, length=table.length)
        for place, sentence in enumerate((race, *table.rules)):
            line = Box(live.left, top_of_rules - place * _RULE_LINE, live.width, _RULE_LINE)
            paper.fitted(line, sentence, 9.5, grey=INK if place == 0 else GREY)
        top = live.bottom + FOOTER_HEIGHT + _SIGNATURE_HEIGHT + 2 * _RESULT_LINE
        if self.blank:
            self._draw_blank_result(table, top)
        else:
            after = top_of_rules - (1 + len(table.rules)) * _RULE_LINE - _GAP
            self._draw_result(labels.table_result, table.ended, after)
            self._draw_result(labels.match_result, table.result, after - _RESULT_LINE)
        draw_signatures(paper, labels, live.bottom + FOOTER_HEIGHT + 6 * MM)

    def _draw_result(self, what: str, sentence: str, top: float) -> None:
        live = self.paper.live
        self.paper.fitted(Box(live.left, top, 20 * MM, _RESULT_LINE), what, 9, grey=GREY)
        box = Box(live.left + 20 * MM, top, live.width - 20 * MM, _RESULT_LINE)
        self.paper.fitted(box, sentence, 12, style=Style.BOLD)

    def _draw_blank_result(self, table: TableSheet, top: float) -> None:
        """Where the table stopped and why, both totals: to be filled in."""
        live, labels = self.paper.live, self.labels
        line = _RESULT_LINE
        stopped = Box(live.left, top, 66 * MM, line)
        draw_field(self.paper, stopped, labels.stopped_after, 40 * MM, _FIELD_SIZE)
        reasons = (
            labels.tick_reached.format(side=labels.ns, target=table.target),
            labels.tick_reached.format(side=labels.ew, target=table.target),
            labels.tick_length.format(length=table.length),
        )
        third = (live.width - 74 * MM) / len(reasons)
        for place, reason in enumerate(reasons):
            box = Box(live.left + 74 * MM + place * third, top, third - 2 * MM, line)
            self.paper.fitted(box, reason, 11)
        half = (live.width - 8 * MM) / 2
        for place, side in enumerate((labels.ns, labels.ew)):
            left = live.left + place * (half + 8 * MM)
            words = labels.total_of.format(side=side)
            draw_field(self.paper, Box(left, top - line, half, line), words, 24 * MM, _FIELD_SIZE)


_NS, _SCORE, _TOTAL = (
    FIXED,
    2,
    3,
)  # the first column of NS on a filled sheet; score and total after a side's first
_EW = _NS + 5


def _blank_side(group: str, first: str, second: str, labels: Labels, scale: float) -> tuple[Column, ...]:
    bids = [(labels.seat_bid.format(seat=seat), 12) for seat in (first, second)]
    rest = ((labels.tricks, 14), (labels.score, 14), (labels.running_total, 15), (labels.bags, 10))
    return blank_columns(group, scale, (*bids, *rest))


def _filled_side(group: str, _first: str, _second: str, labels: Labels, scale: float) -> tuple[Column, ...]:
    bid = ((labels.bid, 16), (labels.tricks, 15))
    rest = ((labels.score, 17), (labels.running_total, 18), (labels.bags, 11))
    return filled_columns(group, scale, (*bid, *rest), bold=labels.running_total)


def _side_cells(side: RaceSide) -> tuple[str, ...]:
    return (side.bid, side.tricks, figure(side.score), figure(side.total), figure(side.bags))
