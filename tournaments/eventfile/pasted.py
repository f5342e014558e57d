"""Entries as people paste them from a spreadsheet: a table of names, with a header or without.

Owns: reading a table that has no header by the places of its cells.
Never does: read one that has (`tables`).
Terms: *headless*, without a row that names the columns: a first column of whole numbers is the entries' numbers, a team
of which more than four cells are left has its name first, and everything else is players.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.faults import Fault, FaultsError
from tournaments.eventfile.csv_text import Record, decode, split, write_table
from tournaments.eventfile.tables import ENTRY_COLUMNS, EntryRow, Table, names_a_column, parse_entries

_TELLING = frozenset({"number", "name", "player 1", "players"})


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was read, and every row that is not empty as it was pasted: its line and its cells."""

    table: Table[EntryRow]
    rows: tuple[Record, ...]
    headless: bool


def parse_pasted(data: bytes, sizes: Sequence[int]) -> Pasted:
    """Entries of so many players out of a pasted table. Never raises for what is in it: look at `table.faults`."""
    try:
        text, encoding = decode(data)
        records, delimiter = split(text, lambda cells: sum(map(names_a_column, cells)) or min(len(cells), 7))
    except FaultsError as error:
        return Pasted(Table(rows=(), faults=error.faults), (), headless=False)
    filled = [record for record in records if record]
    if not filled:
        return Pasted(Table(rows=(), faults=(Fault("table-empty", "There is nothing here yet."),)), (), False)
    if _is_header(filled[0].cells):
        return Pasted(parse_entries(data, sizes), tuple(filled[1:]), headless=False)
    table = _headless(filled, sizes)
    return Pasted(replace(table, encoding=encoding, delimiter=delimiter), tuple(filled), headless=True)


def _is_header(cells: Sequence[str]) -> bool:
    known = [cell for cell in cells if names_a_column(cell)]
    telling = {column for column in _TELLING for cell in known if names_a_column(cell, ENTRY_COLUMNS[column])}
    return len(telling) > 1 or (bool(telling) and len(cells) == len(known))


def _headless(filled: Sequence[Record], sizes: Sequence[int]) -> Table[EntryRow]:
    most = max(sizes)
    numbered = all(record.cells[0].isdecimal() or not record.cells[0] for record in filled)
    numbered = numbered and len(filled[0].cells) > 1
    rows: dict[int, list[str]] = {}
    faults = []
    together = all(len(_names(record, numbered)) <= 1 for record in filled)
    for record in filled:
        number = record.cells[0] if numbered else ""
        names = list(_names(record, numbered))
        name = names.pop(0) if most > 2 and len(names) > min(sizes) else ""  # a pair has none
        if len(names) > most:
            faults.append(Fault("table-cell", _too_many(len(names), sizes), f"row {record.line}"))
            names = names[:most]
        padded = names + [""] * (most - len(names))
        rows[record.line] = [number, name, *([names[0] if names else ""] if together else padded)]
    header = ["number", "name", *(["players"] if together else [f"player {n}" for n in range(1, most + 1)])]
    # one row for each line, so that faults are told at the lines that people see
    lines = [rows.get(line, [""]) for line in range(1, max(rows) + 1)]
    table = parse_entries(write_table(header, lines), sizes)
    told = {fault.path for fault in faults}
    moved = [Fault(fault.code, _above(fault.message), _above(fault.path)) for fault in table.faults]
    return replace(
        table,
        rows=tuple(replace(row, line=row.line - 1) for row in table.rows),
        faults=(*faults, *(fault for fault in moved if fault.path.split(",")[0] not in told)),
        ignored=(),
    )


def _names(record: Record, numbered: bool) -> tuple[str, ...]:
    return tuple(cell for cell in record.cells[int(numbered) :] if cell)


def _too_many(names: int, sizes: Sequence[int]) -> str:
    what = "a pair has two" if max(sizes) == 2 else "a team has four to six"
    return f"There are {names} names in this row, and {what}; a tab or a semicolon inside a name makes two of it."


def _above(text: str) -> str:
    """Row 4 of the table with its made-up header is row 3 of what was pasted."""
    return re.sub(r"\brow (\d+)", lambda found: f"row {int(found[1]) - 1}", text)
