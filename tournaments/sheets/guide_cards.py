"""Guide cards: to lie on a table, saying who comes and where they go; to be carried, saying where to be when.

Owns: the columns of both: a card a page for tables; two to a page, to be cut apart, or one for entries. Never does:
find out where anybody goes; see `seat_data`.
"""

from collections.abc import Sequence

from tournaments.sheets.card_deck import Card, Deck, DeckPrinter, Row
from tournaments.sheets.data import PageSize
from tournaments.sheets.fonts import Style
from tournaments.sheets.furniture import joined
from tournaments.sheets.grid import Column
from tournaments.sheets.paper import Align, Paper
from tournaments.sheets.seat_data import (
    GuideEntries,
    GuideStop,
    GuideTable,
    GuideTables,
    GuideTurn,
    Onward,
    Sitter,
)
from tournaments.sheets.seat_labels import SeatLabels

_SMALL = 0.75
_SHORT = 16
"""Rounds up to which a table's card lies across."""


def render_guide_tables(sheet: GuideTables, page_size: PageSize = PageSize.A4) -> bytes:
    """A card a page for each table. The same sheet gives the same bytes; without tables, one page says so."""
    labels = sheet.labels
    turns = [turn for table in sheet.tables for turn in table.turns]
    across = max((len(table.turns) for table in sheet.tables), default=1) <= _SHORT
    paper = Paper(
        page_size, sheet.head, joined(sheet.head.event, sheet.about, labels.guide_tables), landscape=across
    )
    onwards = any(_goes(turn) for turn in turns)
    columns = _table_columns(paper.live.width, labels, onwards=onwards)
    cards = tuple(
        Card(
            labels.guide_table.format(table=table.table),
            table.room,
            tuple(_turn_row(table, turn, labels, onwards=onwards) for turn in table.turns),
        )
        for table in sheet.tables
    )
    deck = Deck(sheet.head, sheet.about, labels, columns, cards, labels.no_guides, sheet.duplex)
    DeckPrinter(paper, deck).print_all(1)
    return paper.finish()


def render_guide_entries(sheet: GuideEntries, page_size: PageSize = PageSize.A4) -> bytes:
    """A card for each entry, in large type, two to a page where they are short. The same sheet gives the same bytes;
    without entries, one page says so."""
    labels = sheet.labels
    paper = Paper(page_size, sheet.head, joined(sheet.head.event, sheet.about, labels.guide_entries))
    stops = [stop for entry in sheet.entries for stop in entry.stops]
    rooms, who = any(stop.room for stop in stops), any(stop.who for stop in stops)
    columns = _entry_columns(paper.live.width, labels, rooms=rooms, who=who)
    cards = tuple(
        Card(
            entry.title,
            entry.name,
            tuple(_stop_row(stop, labels, rooms=rooms, who=who) for stop in entry.stops),
        )
        for entry in sheet.entries
    )
    deck = Deck(sheet.head, sheet.about, labels, columns, cards, labels.no_guides, sheet.duplex)
    printer = DeckPrinter(paper, deck)
    printer.print_all(2 if printer.holds_two() else 1)
    return paper.finish()


def span(boards: Sequence[int]) -> str:
    """ "1–3" for boards in a row, "2, 1" or "1–2, 7" for others, in playing order."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and board == runs[-1][-1] + 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _goes(turn: GuideTurn) -> bool:
    sides = [side.onward for side in (turn.ns, turn.ew) if side is not None]
    return any(onward is not None for onward in (*sides, turn.boards_onward))


def _table_columns(width: float, labels: SeatLabels, *, onwards: bool) -> tuple[Column, ...]:
    unit = width / 188
    names = (188 - 13 - 2 * 15 - 22 - (3 * 20 if onwards else 0)) / 2
    after = (labels.ns, labels.ew, labels.boards_short) if onwards else ()
    return (
        _figures(labels.round_short, 13 * unit, style=Style.REGULAR),
        *(
            column
            for side in (labels.pair_ns, labels.pair_ew)
            for column in (
                _figures("", 15 * unit, side, align=Align.RIGHT),
                _words("", names * unit, side),
            )
        ),
        _figures(labels.boards_short, 22 * unit),
        *(Column(heading, 20 * unit, Align.CENTRE, labels.afterwards, size=_SMALL) for heading in after),
    )


def _entry_columns(width: float, labels: SeatLabels, *, rooms: bool, who: bool) -> tuple[Column, ...]:
    unit = width / 188
    left = 188 - 15 - 22 - 18 - (20 if rooms else 0) - 15 - 26
    name = left / (2 if who else 1) * unit
    return (
        _figures(labels.round_short, 15 * unit, style=Style.REGULAR),
        _figures(labels.seat, 22 * unit),
        _figures(labels.direction, 18 * unit),
        *((_words(labels.room, 20 * unit),) if rooms else ()),
        _figures("", 15 * unit, labels.opponent, align=Align.RIGHT, style=Style.REGULAR),
        _words("", name, labels.opponent),
        *((_words(labels.who, name),) if who else ()),
        _figures(labels.boards_short, 26 * unit),
    )


def _figures(
    heading: str, width: float, group: str = "", *, align: Align = Align.CENTRE, style: Style = Style.BOLD
) -> Column:
    return Column(heading, width, align, group, size=1.0, style=style)


def _words(heading: str, width: float, group: str = "") -> Column:
    return Column(heading, width, Align.LEFT, group, size=_SMALL)


def _turn_row(table: GuideTable, turn: GuideTurn, labels: SeatLabels, *, onwards: bool) -> Row:
    if turn.ns is None or turn.ew is None:
        return Row((str(turn.round), *("",) * (8 if onwards else 5)), turn.note or labels.vacant)
    after: tuple[str, ...] = ()
    if onwards:
        boards = _shelf(turn.boards_onward, turn, table.table, labels)
        here = [(turn.ns, "NS"), (turn.ew, "EW")]
        after = (*(_next(side, (turn.round, table.table, seat), labels) for side, seat in here), boards)
    sides = (str(turn.ns.number), turn.ns.name, str(turn.ew.number), joined(turn.ew.name, turn.note))
    return Row((str(turn.round), *sides, span(turn.boards), *after))


def _next(side: Sitter, here: tuple[int, int, str], labels: SeatLabels) -> str:
    """Where a pair goes from round, table and direction."""
    onward = side.onward
    if onward is None:
        return ""
    if not onward.tables:
        return labels.over
    (table,) = onward.tables
    if here == (onward.round - 1, table, onward.direction):
        return labels.stay
    place = f"{table} {_direction(onward.direction, labels)}"
    return labels.rest.format(place=place) if onward.round > here[0] + 1 else place


def _shelf(onward: Onward | None, turn: GuideTurn, table: int, labels: SeatLabels) -> str:
    if onward is None:
        return ""
    tables = ", ".join(str(one) for one in onward.tables)
    if not tables:
        return labels.over
    if onward.round > turn.round + 1:
        return labels.later.format(tables=tables, round=onward.round)
    return labels.stay if onward.tables == (table,) else tables


def _stop_row(stop: GuideStop, labels: SeatLabels, *, rooms: bool, who: bool) -> Row:
    if stop.table is None or stop.opponent is None:
        return Row((str(stop.round), *("",) * (5 + rooms + who)), stop.note)
    return Row(
        (
            str(stop.round),
            str(stop.table),
            _direction(stop.direction, labels),
            *((stop.room,) if rooms else ()),
            str(stop.opponent.number),
            joined(stop.opponent.name, stop.note),
            *((stop.who,) if who else ()),
            span(stop.boards),
        )
    )


def _direction(direction: str, labels: SeatLabels) -> str:
    return {"NS": labels.ns, "EW": labels.ew}.get(direction, direction)
