"""Entries and results out of a table (CSV), with every fault at its row and column.

Owns: the column names understood (docs/event-file.md, "Tables"), and what a row of each kind must hold.
Never does: decoding and quoting (`csv_text`), storing; whoever calls shows rows and faults first and then
takes all rows or none.

Terms: *line*, the row's number in the spreadsheet, the header's being 1; *column*, one of the names of
`ENTRY_COLUMNS` or `RESULT_COLUMNS`, whatever synonym stands in the header. A fault's path is such as "row
4, board".
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Generic, TypeVar

from scoring.faults import Fault, FaultsError
from scoring.rules import RuleSet
from tournaments.eventfile.csv_text import (
    MAX_TABLE_BYTES,
    Record,
    control_character,
    decode,
    size_fault,
    split,
    write_table,
)
from tournaments.eventfile.model import Field
from tournaments.eventfile.reader import MAX_NAME, MAX_NUMBER, shown
from tournaments.eventfile.scoring_input import MAX_GROUP, MAX_SCORE, ResultFields, check_result

__all__ = [
    "ENTRY_COLUMNS",
    "MAX_TABLE_BYTES",
    "RESULT_COLUMNS",
    "EntryRow",
    "ResultRow",
    "Table",
    "parse_entries",
    "parse_results",
    "size_fault",
    "write_table",
]

R = TypeVar("R")

ENTRY_COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "number": (
            "number",
            "no",
            "nr",
            "num",
            "#",
            "pair",
            "pair no",
            "pair number",
            "entry",
            "entry number",
            "team no",
            "team number",
        ),
        "name": ("name", "names", "pair name", "entry name", "team", "team name"),
        "player 1": ("player 1", "first player", "player a", "p1", "player one"),
        "player 2": ("player 2", "second player", "player b", "p2", "player two", "partner"),
        **{
            f"player {place}": (f"player {place}", f"p{place}", f"player {letter}")
            for place, letter in ((3, "c"), (4, "d"), (5, "e"), (6, "f"))
        },
        "players": ("players", "pair players", "team players"),
        "field": ("field", "direction", "dir", "side", "line", "seat"),
    }
)
"""Column → the header names it is known by. Case, blanks and punctuation do not matter."""

RESULT_COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "round": ("round", "rd", "rnd", "round no", "round number"),
        "table": ("table", "tbl", "table no", "table number"),
        "board": ("board", "bd", "brd", "board no", "board number"),
        "ns": ("ns", "ns pair", "ns no", "ns number", "pair ns", "north south"),
        "ew": ("ew", "ew pair", "ew no", "ew number", "pair ew", "east west"),
        "ns_bid": ("ns bid", "ns bids", "bid ns"),
        "ns_tricks": ("ns tricks", "ns took", "tricks ns"),
        "ew_bid": ("ew bid", "ew bids", "bid ew"),
        "ew_tricks": ("ew tricks", "ew took", "tricks ew"),
        "ns_score": ("ns score", "ns points", "score ns"),
        "ew_score": ("ew score", "ew points", "score ew"),
        "ns_adjusted": ("ns adjusted", "ns adj", "adjusted ns"),
        "ew_adjusted": ("ew adjusted", "ew adj", "adjusted ew"),
        "not_played": ("not played", "np"),
        "group": ("group", "fouled group"),
    }
)

PAIR: tuple[int, ...] = (2,)
TEAM: tuple[int, ...] = (4, 5, 6)
"""How many players an entry can have."""

# of each group of columns the header must have one
_ENTRY_NEEDS = (("name", "player 1", "players"),)
_RESULT_NEEDS = (("round",), ("table",), ("board",))
_PLAYERS_APART = re.compile(r"\s*(?:&|/|;|\+|\band\b)\s*")
_YES = frozenset({"yes", "y", "true", "1", "x", "np", "not played"})
_NO = frozenset({"", "no", "n", "false", "0", "-", "–"})
_BLANK_SIGNS = frozenset({"-", "–", "—"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry as a table has it: `number` None and `name` "" where they are for the caller to give."""

    line: int
    number: int | None
    name: str
    players: tuple[str, ...]
    field: Field | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """A result as a table has it; `fields.ns` and `.ew` are None where the draw is to say who sat there."""

    line: int
    fields: ResultFields


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[R]):
    """What was read: the rows that could be read, all faults, and what a preview should show.

    `ignored` are header names that are no column known here; their cells were not looked at.
    """

    rows: tuple[R, ...]
    faults: tuple[Fault, ...]
    encoding: str = ""
    delimiter: str = ""
    ignored: tuple[str, ...] = ()


def parse_entries(data: bytes, sizes: Sequence[int] = PAIR) -> Table[EntryRow]:
    """Entries of so many players out of a CSV file. Never raises for what is in the file: look at `faults`."""
    table = _parse(data, ENTRY_COLUMNS, _ENTRY_NEEDS, lambda cells: _entry(cells, sizes))
    doubles = _doubles(((row.line, row.number) for row in table.rows), "number", "This number")
    return replace(table, faults=(*table.faults, *doubles))


def names_a_column(cell: str, synonyms: Sequence[str] | None = None) -> bool:
    """Whether a header's cell names a column of entries; of those given, if any are."""
    known = synonyms or [synonym for names in ENTRY_COLUMNS.values() for synonym in names]
    return _key(cell) in {_key(synonym) for synonym in known}


def parse_results(data: bytes, rules: RuleSet | None = None) -> Table[ResultRow]:
    """Results out of a CSV file; under `rules` each row's bids, tricks and scores are checked as well."""
    table = _parse(data, RESULT_COLUMNS, _RESULT_NEEDS, lambda cells: _result(cells, rules))
    places = ((row.line, _place(row.fields)) for row in table.rows)
    doubles = _doubles(places, "board", "A result for this round, table and board")
    return replace(table, faults=(*table.faults, *doubles))


def _place(fields: ResultFields) -> tuple[int, int, int] | None:
    place = (fields.round, fields.table, fields.board)
    return place if all(place) else None


class _Cells:
    """The cells of one row by column, and the row's faults."""

    def __init__(self, record: Record, header: "_Header") -> None:
        self.line = record.line
        self.faults: list[Fault] = []
        cells = record.cells
        self.columns = header.places.keys()
        self._cells = {column: cells[place] for column, place in header.places.items() if place < len(cells)}
        if any(cells[header.width :]):
            self.fault("", f"The row has more cells than the header, which has {header.width}; remove them.")
        for column, text in self._cells.items():
            character = control_character(text)
            if character:
                self.fault(column, f"The cell holds a control character ({character}); type it again.")

    def fault(self, column: str, message: str) -> None:
        path = f"row {self.line}, {column}" if column else f"row {self.line}"
        self.faults.append(Fault("table-cell", message, path))

    def text(self, column: str) -> str:
        return self._cells.get(column, "")

    def name(self, column: str) -> str:
        text = self.text(column)
        if len(text) > MAX_NAME:
            self.fault(column, f"The name has {len(text)} characters; at most {MAX_NAME} are allowed.")
        return text

    def whole(self, column: str, low: int, high: int) -> int | None:
        """A whole number; None when the cell is empty or holds something else, which is a fault."""
        text = self.text(column).replace("−", "-")
        if text == "" or text in _BLANK_SIGNS:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text) or not low <= int(text) <= high:
            self.fault(column, f"Write a whole number from {low} to {high}, not {shown(text)}.")
            return None
        return int(text)

    def needed(self, column: str) -> int:
        """A number from 1 that the row cannot do without; 0 stands for a faulty one."""
        if not self.text(column):
            self.fault(column, f"The row is half empty: it has no {column}; fill it in, or empty the row.")
        return self.whole(column, 1, MAX_NUMBER) or 0


@dataclass(frozen=True, slots=True)
class _Header:
    """Where each known column stands, how many cells the header has, and which of them are unknown."""

    places: Mapping[str, int]
    width: int
    ignored: tuple[str, ...]


def _parse(
    data: bytes,
    columns: Mapping[str, Sequence[str]],
    needed: Sequence[Sequence[str]],
    read: "Callable[[_Cells], R]",
) -> Table[R]:
    known = {_key(synonym): column for column, synonyms in columns.items() for synonym in synonyms}
    try:
        text, encoding = decode(data)
        records, delimiter = split(text, lambda cells: sum(_key(cell) in known for cell in cells))
        filled = [record for record in records if record]
        header = _header(filled, known, needed)
    except FaultsError as error:
        return Table(rows=(), faults=error.faults)
    rows, faults = [], []
    for record in filled[1:]:
        cells = _Cells(record, header)
        rows.append(read(cells))
        faults += cells.faults
    if not rows:
        faults.append(Fault("table-empty", "The table has a header and no rows below it."))
    return Table(
        rows=tuple(rows),
        faults=tuple(faults),
        encoding=encoding,
        delimiter=delimiter,
        ignored=header.ignored,
    )


def _key(name: str) -> str:
    """A header name without what people write differently: case, blanks, punctuation ("#" is a name)."""
    return "".join(character for character in name.casefold() if character.isalnum() or character == "#")


def _header(records: Sequence[Record], known: Mapping[str, str], needed: Sequence[Sequence[str]]) -> _Header:
    """The header's columns; raises FaultsError when one stands twice or a needed one is missing."""
    if not records:
        raise FaultsError((Fault("table-empty", "The table is empty."),))
    line, cells = records[0].line, records[0].cells
    places: dict[str, int] = {}
    faults = []
    for place, cell in enumerate(cells):
        column = known.get(_key(cell))
        if column is None:
            continue
        if column in places:
            message = (
                f"Two columns are the {column}: {shown(cells[places[column]])} and {shown(cell)}; keep one."
            )
            faults.append(Fault("table-header", message, f"row {line}, {column}"))
        places.setdefault(column, place)
    for alternatives in needed:
        if not places.keys() & set(alternatives):
            names = " or ".join(f"“{name}”" for name in alternatives)
            message = f"The first row must name the columns, and none of them is {names}; add the column."
            faults.append(Fault("table-header", message, f"row {line}"))
    if faults:
        raise FaultsError(faults)
    ignored = tuple(cell for cell in cells if cell and _key(cell) not in known)
    return _Header(places, len(cells), ignored)


def _entry(cells: _Cells, sizes: Sequence[int]) -> EntryRow:
    players = _players(cells, sizes)
    name = cells.name("name")
    if not name and not any(players):
        cells.fault("name", "The row is half empty: it has no name and no players; fill them in.")
    for place, player in enumerate(players, start=1):
        if not player:
            cells.fault(f"player {place}", f"The row is half empty: it has no player {place}; fill it in.")
    return EntryRow(
        line=cells.line,
        number=cells.whole("number", 1, MAX_NUMBER),
        name=name,
        players=players,
        field=_field(cells),
    )


def _players(cells: _Cells, sizes: Sequence[int]) -> tuple[str, ...]:
    """The players, "" for one that is missing among them; () when the row names none."""
    apart = [cells.name(f"player {place}") for place in range(1, max(sizes) + 1)]
    while apart and not apart[-1]:
        apart.pop()
    if apart:
        return (*apart, *[""] * (min(sizes) - len(apart)))
    together = cells.text("players")
    if not together:
        return ()
    players = tuple(_PLAYERS_APART.split(together))
    if len(players) not in sizes or not all(players):
        how_many = "two players" if max(sizes) == PAIR[0] else f"{min(sizes)} to {max(sizes)} players"
        cells.fault("players", f"Write {how_many}, as “Ann Lee & Bo Diaz”, not {shown(together)}.")
        return ()
    return players


def _field(cells: _Cells) -> Field | None:
    text = cells.text("field")
    named = re.sub(r"[^a-z]", "", text.casefold())
    if not text:
        return None
    if named in ("ns", "northsouth"):
        return Field.NS
    if named in ("ew", "eastwest"):
        return Field.EW
    cells.fault("field", f"Write NS or EW, not {shown(text)}.")
    return None


def _doubles(rows: "Iterable[tuple[int, Hashable]]", column: str, what: str) -> Iterator[Fault]:
    """A fault for each row whose value stood in an earlier row already."""
    first: dict[Hashable, int] = {}
    for line, value in rows:
        if value is not None and first.setdefault(value, line) != line:
            message = f"{what} stands in row {first[value]} already; keep one of the two rows."
            yield Fault("table-double", message, f"row {line}, {column}")


def _result(cells: _Cells, rules: RuleSet | None) -> ResultRow:
    fields = ResultFields(
        round=cells.needed("round"),
        table=cells.needed("table"),
        board=cells.needed("board"),
        ns=cells.whole("ns", 1, MAX_NUMBER),
        ew=cells.whole("ew", 1, MAX_NUMBER),
        ns_bid=cells.text("ns_bid") or None,
        ns_tricks=cells.text("ns_tricks") or None,
        ew_bid=cells.text("ew_bid") or None,
        ew_tricks=cells.text("ew_tricks") or None,
        ns_score=cells.whole("ns_score", -MAX_SCORE, MAX_SCORE),
        ew_score=cells.whole("ew_score", -MAX_SCORE, MAX_SCORE),
        ns_adjusted=_adjusted(cells, "ns_adjusted"),
        ew_adjusted=_adjusted(cells, "ew_adjusted"),
        not_played=_yes(cells, "not_played"),
        group=cells.whole("group", 0, MAX_GROUP) or 0,
    )
    # a row that is faulty already would be told about the same mistake in other words
    if rules is not None and not cells.faults:
        for fault in check_result(rules, fields):
            cells.fault(fault.path, fault.message)
    return ResultRow(line=cells.line, fields=fields)


def _adjusted(cells: _Cells, column: str) -> str | None:
    """ "A+", "A", "A-" or a percentage with a point; spreadsheets write a comma, a minus sign and "%" too."""
    text = cells.text(column).upper().replace("−", "-").removesuffix("%").strip().replace(",", ".")
    return None if text == "" or text in _BLANK_SIGNS else text


def _yes(cells: _Cells, column: str) -> bool:
    text = cells.text(column).casefold()
    if text not in _YES and text not in _NO:
        cells.fault(column, f"Write yes or leave the cell empty, not {shown(text)}.")
    return text in _YES
