"""The cross-table of a Swiss event: every team's way through the rounds.

Owns: how many rounds stand side by side, which way the paper lies, what a cell looks like. Never does: rank or
score; see `team_data`.

Terms: *panel* – rounds that stand side by side on one page; *band* – teams that stand below one another on it.
"""

from dataclasses import dataclass
from math import ceil

from tournaments.sheets.data import PageSize
from tournaments.sheets.flow import row_height
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    NOTE_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    TITLE_HEIGHT,
    draw_footer,
    draw_note,
    draw_sentence,
    draw_strip,
    draw_title,
    joined,
)
from tournaments.sheets.grid import AIR, PADDING, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, INK, MM, RULE, Align, Box, Paper
from tournaments.sheets.swiss_standings import team_name
from tournaments.sheets.team_data import CrossCell, CrossMark, CrossRow, CrossTable

_RANK, _NUMBER, _WINS = 11 * MM, 11 * MM, 14 * MM
_NAME = 40 * MM  # the least that is left to names
_GAP = 1.5 * MM  # between number and name
_ROUND = (12 * MM, 21 * MM)  # the smallest and largest width of a round
_ROWS = (8 * MM, 12 * MM)
_BELOW = 0.4  # of a row's height, for what stands under a result
_FIXED = 4  # columns before the rounds


@dataclass(frozen=True, slots=True)
class _Panel:
    """Rounds `start` up to, without, `stop` of the table's, and the grid they stand in."""

    start: int
    stop: int
    grid: Grid


def render_cross_table(sheet: CrossTable, page_size: PageSize = PageSize.A4) -> bytes:
    """The cross-table as PDF. The same table gives the same bytes; without teams or rounds, one page says so."""
    title = sheet.title or sheet.labels.cross_table
    upright = Paper(page_size, sheet.head, title)
    across = len(sheet.rounds) > _most_rounds(upright.live.width)
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, title), landscape=across)
    _Printer(paper, sheet, title).print_all()
    return paper.finish()


def _most_rounds(width: float) -> int:
    return int((width - _RANK - _NUMBER - _NAME - _WINS) / _ROUND[0])


class _Printer:
    """Places bands and panels on pages and draws them."""

    def __init__(self, paper: Paper, sheet: CrossTable, title: str) -> None:
        self.paper, self.sheet, self.title, self.labels = paper, sheet, title, sheet.labels
        live = paper.live
        count = len(sheet.rounds)
        pieces = max(1, ceil(count / _most_rounds(live.width)))
        # Panels of equal width, so that pages can hang side by side.
        size = ceil(count / pieces)
        self.panels = tuple(
            self._panel(piece * size, min(count, (piece + 1) * size), size) for piece in range(pieces)
        )
        # The legend stands on every page: a page may hang alone.
        self.floor = live.bottom + FOOTER_HEIGHT + NOTE_HEIGHT * (2 if sheet.note else 1)
        self.top = live.top - STRIP_HEIGHT - TITLE_HEIGHT
        room = self.top - self.floor - self.panels[0].grid.heading_height
        self.row_height = row_height(len(sheet.rows), room, room, *_ROWS)
        self.capacity = int(room / self.row_height + 0.001)

    def _panel(self, start: int, stop: int, size: int) -> _Panel:
        live, labels = self.paper.live, self.labels
        around = _RANK + _NUMBER + _NAME + _WINS
        each = min(_ROUND[1], (live.width - around) / max(1, size))
        rounds = self.sheet.rounds[start:stop]
        name = live.width - _RANK - _NUMBER - _WINS - each * len(rounds)
        columns = (
            Column(labels.rank, _RANK, style=Style.BOLD, size=11),
            Column(labels.number, _NUMBER, size=10),
            Column("", _GAP),
            Column(labels.team, name - _GAP, Align.LEFT, size=12),
            *(
                Column(labels.round_column.format(round=number), each, Align.CENTRE, size=11)
                for number in rounds
            ),
            Column(labels.wins, _WINS, style=Style.BOLD, size=12),
        )
        return _Panel(start, stop, Grid(live.left, columns, heading_size=8.5))

    def print_all(self) -> None:
        """Bands from the top of the standings down, each with all its panels."""
        sheet = self.sheet
        empty = self._sentence()
        bands = max(1, ceil(len(sheet.rows) / max(1, self.capacity)))
        plan = [(band, panel) for band in range(1 if empty else bands) for panel in self.panels]
        for number, (band, panel) in enumerate(plan, start=1):
            draw_strip(self.paper, self.paper.live, sheet.head)
            draw_title(self.paper, self.title)
            if empty:
                live = self.paper.live
                draw_sentence(self.paper, Box(live.left, self.top, live.width, SENTENCE_HEIGHT), empty)
            else:
                self._draw_band(sheet.rows[band * self.capacity : (band + 1) * self.capacity], panel)
                self._draw_legend()
            if sheet.note:
                draw_note(self.paper, sheet.note)
            draw_footer(
                self.paper,
                self.paper.live,
                sheet.head,
                self.labels,
                about=self.title,
                page=number,
                pages=len(plan),
            )
            self.paper.next_page()

    def _sentence(self) -> str:
        """What to say in place of an empty table; nothing where there is one."""
        if not self.sheet.rows:
            return self.labels.no_teams
        return "" if self.sheet.rounds else self.labels.no_rounds

    def _draw_legend(self) -> None:
        live = self.paper.live
        box = Box(live.left, self.floor, live.width, NOTE_HEIGHT)
        self.paper.fitted(box, self.labels.cross_legend, 8.5)

    def _draw_band(self, rows: tuple[CrossRow, ...], panel: _Panel) -> None:
        paper, grid, top = self.paper, panel.grid, self.top
        grid.draw_headings(paper, top)
        top -= grid.heading_height
        grid.draw_rules(paper, top, len(rows), self.row_height, upright=False)
        bottom = top - len(rows) * self.row_height
        last = _FIXED + panel.stop - panel.start
        for index in range(_FIXED, last + 1):
            seam = index in (_FIXED, last)
            x = grid.edges[index]
            paper.rule(x, top, x, bottom, RULE if seam else HAIRLINE, INK if seam else FAINT)
        for row in rows:
            grey = GREY if row.withdrawn else INK
            rank = f"{row.rank}{'=' if row.tied else ''}"
            name = team_name(row.name, self.labels, withdrawn=row.withdrawn)
            fixed = (rank, str(row.number), "", name, *("",) * (last - _FIXED), row.wins)
            grid.draw_row(paper, top, self.row_height, fixed, grey=grey)
            for place, cell in enumerate(row.cells[panel.start : panel.stop]):
                if cell is not None:
                    self._draw_cell(grid, _FIXED + place, cell, top)
            top -= self.row_height

    def _draw_cell(self, grid: Grid, column: int, cell: CrossCell, top: float) -> None:
        """The result and the opponent; under them the difference in points, or that it was a forfeit."""
        labels = self.labels
        below = labels.forfeit if cell.forfeit else cell.difference
        left, width = grid.edges[column] + PADDING / 2, grid.columns[column].width - PADDING
        height = self.row_height * (1 - _BELOW if below else 1)
        mark = _mark(cell.mark, labels)
        text = mark if cell.opponent is None else f"{mark} {cell.opponent}"
        style = Style.BOLD if cell.mark is CrossMark.WON else Style.REGULAR
        box = Box(left, top - AIR, width, height - AIR)
        self.paper.fitted(box, text, 11, style=style, align=Align.CENTRE)
        small = Box(left, top - height, width, self.row_height - height - AIR)
        self.paper.fitted(small, below, 7.5, align=Align.CENTRE)


def _mark(mark: CrossMark, labels: Labels) -> str:
    marks = {
        CrossMark.WON: labels.won_mark,
        CrossMark.LOST: labels.lost_mark,
        CrossMark.TIED: labels.tied_mark,
        CrossMark.BYE: labels.bye,
        CrossMark.MISSED: labels.missed_mark,
        CrossMark.PLAYING: labels.playing_mark,
    }
    return marks[mark]
