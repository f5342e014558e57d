"""Seating for the wall: by name in columns; by table with every chair; who meets whom in a round.

Owns: the columns of the three lists, and the order of names. Never does: seat anybody; see `seat_data`.
"""

from collections.abc import Sequence
from math import ceil

from tournaments.sheets.data import PageSize
from tournaments.sheets.fitting import unbroken
from tournaments.sheets.flow import ROUNDING
from tournaments.sheets.fonts import Style, width
from tournaments.sheets.furniture import (
    FOOTER_HEIGHT,
    SENTENCE_HEIGHT,
    STRIP_HEIGHT,
    TITLE_HEIGHT,
    draw_footer,
    draw_sentence,
    draw_strip,
    draw_title,
    joined,
)
from tournaments.sheets.grid import PADDING, Column, Grid
from tournaments.sheets.guide_cards import span
from tournaments.sheets.lists import NAME_ROWS, ROWS, Around, WallList, alphabetical, print_lists
from tournaments.sheets.paper import FAINT, GREY, HAIRLINE, MM, Align, Box, Paper
from tournaments.sheets.seat_data import NameList, Seated, Side, TableList
from tournaments.sheets.seat_labels import SeatLabels

_COLUMNS = 2
_GUTTER = 8 * MM
_ONE_COLUMN = 14
"""Names up to which one column is enough, in the largest type."""
_NAME_ROW = (7.6 * MM, 15 * MM)
_TABLE_ROWS = (7.5 * MM, 15 * MM)
_TYPE = 0.56
_LARGEST_TYPE = 24.0
_LEAST_TYPE = 8.0
_HEADING_SIZE = 9.0


def render_names(sheet: NameList, page_size: PageSize = PageSize.A4) -> bytes:
    """Everybody by name, in columns to be read down. The same sheet gives the same bytes; without names, one page says
    so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.title))
    people = sorted(sheet.people, key=lambda one: (alphabetical(one.name), one.number))
    _Names(paper, sheet, people).print_all()
    return paper.finish()


class _Names:
    """Places names in columns on pages and draws them."""

    def __init__(self, paper: Paper, sheet: NameList, people: Sequence[Seated]) -> None:
        self.paper, self.sheet, self.people = paper, sheet, people
        live = paper.live
        self.columns = 1 if len(people) <= _ONE_COLUMN else _COLUMNS
        self.width = (live.width - _GUTTER * (self.columns - 1)) / self.columns
        # every page bears the title: pages hang side by side
        self.top = live.top - STRIP_HEIGHT - TITLE_HEIGHT
        heading = self._grid(0).heading_height
        room = self.top - heading - live.bottom - FOOTER_HEIGHT - 2 * MM
        self.row_height, self.rows = _rows(len(people), self.columns, room)

    def _grid(self, column: int) -> Grid:
        labels = self.sheet.labels
        rooms = any(one.room for one in self.people)
        wide = 1.6 if self.columns == 1 else 1.0  # its type is as much larger
        place = (37 if rooms else 23) * wide * MM
        number = 10 * wide * MM
        return Grid(
            self.paper.live.left + column * (self.width + _GUTTER),
            (
                Column(labels.person, self.width - place - number, Align.LEFT),
                Column(labels.number, number),
                Column(labels.seat, place, Align.RIGHT),
            ),
            heading_size=_HEADING_SIZE,
        )

    def print_all(self) -> None:
        """Every page; who comes first and last on it is in its bookmark."""
        paper, sheet, live = self.paper, self.sheet, self.paper.live
        a_page = self.rows * self.columns
        pages = max(1, ceil(len(self.people) / a_page))
        for page in range(pages):
            here = self.people[page * a_page : (page + 1) * a_page]
            draw_strip(paper, live, sheet.head)
            draw_title(paper, sheet.title)
            if here:
                paper.bookmark(f"names-{page}", f"{here[0].name} – {here[-1].name}")
            else:
                below = Box(live.left, self.top, live.width, SENTENCE_HEIGHT)
                draw_sentence(paper, below, sheet.labels.nobody_seated)
            # the last page's columns are as long as each other
            rows = min(self.rows, ceil(len(here) / self.columns)) or 1
            for column in range(self.columns):
                self._draw_column(column, here[column * rows : (column + 1) * rows])
            draw_footer(paper, live, sheet.head, sheet.labels, about=sheet.title, page=page + 1, pages=pages)
            paper.next_page()

    def _draw_column(self, column: int, people: Sequence[Seated]) -> None:
        if not people:
            return
        paper, grid = self.paper, self._grid(column)
        grid.draw_headings(paper, self.top)
        top = self.top - grid.heading_height
        size = min(_LARGEST_TYPE, self.row_height * _TYPE)
        for one in people:
            boxes = [
                Box(edge + PADDING / 2, top, column_.width - PADDING, self.row_height)
                for edge, column_ in zip(grid.edges[:-1], grid.columns, strict=True)
            ]
            name = unbroken(one.name, Style.BOLD, size, boxes[0].width - ROUNDING, _LEAST_TYPE)
            paper.fitted(boxes[0], one.name, name, style=Style.BOLD)
            paper.fitted(boxes[1], str(one.number), size * 0.7, align=Align.RIGHT, grey=GREY)
            self._draw_place(one, boxes[2], size)
            top -= self.row_height
            paper.rule(grid.edges[0], top, grid.edges[-1], top, HAIRLINE, FAINT)

    def _draw_place(self, one: Seated, box: Box, size: float) -> None:
        """The table large, its direction and room beside it; or in words why there is none."""
        if one.table is None:
            note = Box(box.left, box.top, box.width, box.height)
            self.paper.fitted(note, one.note, size * 0.8, style=Style.ITALIC, align=Align.RIGHT)
            return
        words = " ".join(filter(None, (_direction(one.direction, self.sheet.labels), one.room)))
        table = Box(box.left, box.top, box.width * (0.4 if one.room else 0.5), box.height)
        beside = Box(table.right + PADDING, box.top, box.right - table.right - PADDING, box.height)
        self.paper.fitted(table, str(one.table), size * 1.1, style=Style.BOLD, align=Align.RIGHT)
        one_line = min(size * 0.8, beside.width / width(words, Style.REGULAR, 1) - ROUNDING)
        self.paper.fitted(beside, words, one_line, align=Align.LEFT)


def _rows(people: int, columns: int, room: float) -> tuple[float, int]:
    """The largest height of a row with which names take no more pages than they must, and how many rows that makes."""
    smallest, largest = _NAME_ROW
    most = int((room + ROUNDING) / smallest)
    pages = max(1, ceil(people / (most * columns)))
    needed = max(1, ceil(people / (pages * columns)))
    height = min(largest, room / needed)
    return height, int((room + ROUNDING) / height)


def render_by_table(sheet: TableList, page_size: PageSize = PageSize.A4) -> bytes:
    """Every table with who sits on each of its chairs. The same sheet gives the same bytes; without tables, one page
    says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.title), landscape=True)
    print_lists(paper, _around(sheet), (_chairs(sheet, paper.live.width),), sheet.labels)
    return paper.finish()


def render_pairs_round(sheet: TableList, page_size: PageSize = PageSize.A4) -> bytes:
    """Who meets whom in a round of Pairs, by table and again by name. The same sheet gives the same bytes; without
    tables, one page says so."""
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.title))
    across = paper.live.width
    print_lists(paper, _around(sheet), (_meetings(sheet, across), _pairs(sheet, across)), sheet.labels)
    return paper.finish()


def _around(sheet: TableList) -> Around:
    return Around(
        head=sheet.head, title=sheet.title, sentence=sheet.labels.nobody_seated, notice=sheet.notice
    )


def _chairs(sheet: TableList, across: float) -> WallList:
    labels = sheet.labels
    rooms = any(meeting.room for meeting in sheet.meetings)
    table, number, room = 18 * MM, 13 * MM, 24 * MM if rooms else 0
    name = (across - table - room - 2 * number) / 4
    columns = (
        Column(labels.seat, table, Align.CENTRE, style=Style.BOLD),
        *((Column(labels.room, room, Align.LEFT),) if rooms else ()),
        Column("", number, group=labels.pair_ns),
        Column(labels.north, name, Align.LEFT, labels.pair_ns),
        Column(labels.south, name, Align.LEFT, labels.pair_ns),
        Column("", number, group=labels.pair_ew),
        Column(labels.east, name, Align.LEFT, labels.pair_ew),
        Column(labels.west, name, Align.LEFT, labels.pair_ew),
    )
    room_of = (lambda name: (name,)) if rooms else (lambda _: ())
    rows = [(str(one.table), *room_of(one.room), *_side(one.ns), *_side(one.ew)) for one in sheet.meetings]
    rows.extend(("", *room_of(""), str(one.number), one.name, "", "", one.note, "") for one in sheet.resting)
    names = frozenset(index for index, column in enumerate(columns) if column.align == Align.LEFT)
    return WallList(sheet.title, columns, tuple(rows), _TABLE_ROWS, names)


def _side(side: Side) -> tuple[str, str, str]:
    """Number and both players; whose players nobody knows by its name."""
    first, second = (*side.players, "", "")[:2]
    return str(side.number), first or side.name, second


def _meetings(sheet: TableList, across: float) -> WallList:
    labels = sheet.labels
    table, number, boards = 18 * MM, 13 * MM, 26 * MM
    name = (across - table - 2 * number - boards) / 2
    columns = (
        Column(labels.seat, table, Align.CENTRE, style=Style.BOLD),
        Column("", number, group=labels.pair_ns, style=Style.BOLD),
        Column("", name, Align.LEFT, labels.pair_ns),
        Column("", number, group=labels.pair_ew, style=Style.BOLD),
        Column("", name, Align.LEFT, labels.pair_ew),
        Column(labels.boards, boards, Align.CENTRE),
    )
    rows = [
        (
            str(one.table),
            str(one.ns.number),
            one.ns.name,
            str(one.ew.number),
            one.ew.name,
            span(one.boards),
        )
        for one in sheet.meetings
    ]
    rows.extend(("", str(rest.number), rest.name, "", rest.note, "") for rest in sheet.resting)
    return WallList(sheet.title, columns, tuple(rows), ROWS, frozenset({2, 4}))


def _pairs(sheet: TableList, across: float) -> WallList:
    labels = sheet.labels
    rows: list[tuple[Side | Seated, tuple[str, ...]]] = [
        (own, (own.name, str(own.number), str(one.table), direction, str(other.number), other.name))
        for one in sheet.meetings
        for own, other, direction in ((one.ns, one.ew, labels.ns), (one.ew, one.ns, labels.ew))
    ]
    rows.extend((rest, (rest.name, str(rest.number), "", "", "", rest.note)) for rest in sheet.resting)
    rows.sort(key=lambda row: (alphabetical(row[0].name), row[0].number))
    place, number = 17 * MM, 13 * MM
    name = (across - 2 * place - 2 * number) / 2
    columns = (
        Column("", name, Align.LEFT, labels.names, style=Style.BOLD),
        Column("", number, group=labels.names),
        Column(labels.seat, place, Align.CENTRE, style=Style.BOLD),
        Column(labels.direction, place, Align.CENTRE, style=Style.BOLD),
        Column("", number, group=labels.plays),
        Column("", name, Align.LEFT, labels.plays),
    )
    return WallList(labels.by_pair, columns, tuple(cells for _, cells in rows), NAME_ROWS, frozenset({0, 5}))


def _direction(direction: str, labels: SeatLabels) -> str:
    return {"NS": labels.ns, "EW": labels.ew}.get(direction, direction)
