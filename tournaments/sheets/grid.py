"""Tables: columns with headings, thin rules, rows of one height.

Owns: where a column begins and a row stands. Never does: know what a column means.

Terms: *group* – neighbouring columns under one common heading; *seam* – the stronger upright rule before a
group.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from tournaments.sheets.fitting import SMALLEST, whole_words
from tournaments.sheets.fonts import Style
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, INK, MM, RULE, STRONG, Align, Box, Paper

PADDING = 1.1 * MM
AIR = 0.35 * MM  # kept white above and below a cell's text
NOTE_SHARE = 0.34  # of a row's height, for a note under its figures
NOTE_SIZE = 7.5
PRIZE = "★"  # beside the name of who has a prize place
HEADING_SIZE = 7.5
HEADING_LINE = 4.4 * MM
HEADING_MORE = 3.2 * MM  # each line of a heading after its first


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, its width in points, how its cells are set, the group it belongs to."""

    heading: str
    width: float
    align: Align = Align.RIGHT
    group: str = ""
    size: float = 9.0
    style: Style = Style.REGULAR


class Grid:
    """Columns at fixed places from `left`; columns of width 0 must not be passed.

    `heading_lines` is the room for headings that are longer than their columns are wide; `heading_size` their
    type, in points.
    """

    def __init__(
        self,
        left: float,
        columns: Sequence[Column],
        *,
        heading_lines: int = 1,
        heading_size: float = HEADING_SIZE,
    ) -> None:
        self.heading_lines, self.heading_size = heading_lines, heading_size
        self.columns = tuple(columns)
        self.edges = tuple(accumulate((column.width for column in columns), initial=left))
        self.grouped = any(column.group for column in columns)
        self.column_heading = HEADING_LINE + HEADING_MORE * (heading_lines - 1)
        self.heading_height = self.column_heading + (HEADING_LINE if self.grouped else 0) + 1 * MM

    def _groups(self) -> Iterator[tuple[str, int, int]]:
        indexed = enumerate(self.columns)
        for name, members in groupby(indexed, key=lambda pair: pair[1].group):
            indexes = [index for index, _ in members]
            yield name, indexes[0], indexes[-1] + 1

    def draw_headings(self, paper: Paper, top: float) -> None:
        """Headings with a strong rule under them."""
        bottom = top - self.heading_height
        for name, first, after in self._groups():
            if name:
                self._draw_group(paper, top, name, first, after)
        for index, column in enumerate(self.columns):
            height = self.column_heading
            box = Box(self.edges[index] + PADDING / 2, bottom + height, column.width - PADDING, height)
            size = self.heading_size
            if self.heading_lines > 1:
                size = whole_words(column.heading, Style.REGULAR, size, box.width - AIR, SMALLEST)
            paper.fitted(box, column.heading, size, align=column.align, grey=GREY)
        paper.rule(self.edges[0], bottom, self.edges[-1], bottom, STRONG)

    def _draw_group(self, paper: Paper, top: float, name: str, first: int, after: int) -> None:
        left, right = self.edges[first] + PADDING / 2, self.edges[after] - PADDING / 2
        box = Box(left, top, right - left, HEADING_LINE)
        paper.fitted(box, name, self.heading_size + 0.5, style=Style.BOLD, align=Align.CENTRE)
        y = top - HEADING_LINE
        paper.rule(left, y, right, y, HAIRLINE, GREY)

    def draw_rules(self, paper: Paper, top: float, rows: int, row_height: float, *, upright: bool) -> None:
        """Rules under rows; with `upright` also between columns, for a sheet to be written on."""
        left, right = self.edges[0], self.edges[-1]
        bottom = top - rows * row_height
        for row in range(1, rows + 1):
            y = top - row * row_height
            last = row == rows
            paper.rule(left, y, right, y, RULE if last else HAIRLINE, INK if last else FAINT)
        if upright:
            self._draw_uprights(paper, top, bottom)

    def _draw_uprights(self, paper: Paper, top: float, bottom: float) -> None:
        seams = {first for _, first, _ in self._groups()} | {after for _, _, after in self._groups()}
        for index in range(1, len(self.columns)):
            seam = index in seams
            x = self.edges[index]
            paper.rule(x, top, x, bottom, RULE if seam else HAIRLINE, INK if seam else FAINT)

    def draw_row(
        self,
        paper: Paper,
        top: float,
        row_height: float,
        cells: Sequence[str],
        raised: Container[int] = (),
        grey: float = INK,
    ) -> None:
        """Texts of one row, one for each column from the left; an empty text leaves its cell white.

        Cells of the columns `raised` stand in the upper part of the row and leave the rest to a note.
        """
        for index, text in enumerate(cells):
            if text:
                column = self.columns[index]
                height = row_height * (1 - NOTE_SHARE if index in raised else 1) - 2 * AIR
                box = Box(self.edges[index] + PADDING / 2, top - AIR, column.width - PADDING, height)
                paper.fitted(box, text, column.size, style=column.style, align=column.align, grey=grey)

    def draw_note(self, paper: Paper, top: float, row_height: float, column: int, note: str) -> None:
        """A few small words under the figure of a raised cell."""
        height = row_height * NOTE_SHARE
        box = Box(
            self.edges[column] + PADDING / 4,
            top - row_height + height,
            self.columns[column].width - PADDING / 2,
            height - AIR,
        )
        paper.fitted(box, note, NOTE_SIZE, align=self.columns[column].align)

    def draw_prize_rule(self, paper: Paper, y: float) -> None:
        """A strong rule under the last of the prize places."""
        paper.rule(self.edges[0], y, self.edges[-1], y, STRONG)
