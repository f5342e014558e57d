"""What a sheet of entries against boards, rounds or opponents shows, as frozen data.

Owns: the value types of the recap and of the cross-table of a Pairs event. Never does: queries, averages, ranking;
figures arrive as text.

Terms: *heat* – how good a cell is, in percent, which the sheet also tells by the grey of its ground.
"""

from dataclasses import dataclass, field

from tournaments.sheets.data import SheetHead
from tournaments.sheets.labels import ENGLISH, Labels

HEAT_STEPS = (30, 45, 55, 70)
"""Where a ground becomes darker, in percent: five steps that a copier keeps apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """What an entry got there; `below` stands small under it."""

    text: str
    below: str = ""
    heat: float | None = None
    bold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """An entry: a cell, or nothing, for each column; `totals` fill the section's last columns. Without a rank it is
    not ranked yet."""

    number: int
    name: str
    rank: int | None = None
    tied: bool = False
    cells: tuple[MatrixCell | None, ...] = ()
    totals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixSection:
    """One list with one winner: `columns` heads the cells, `totals` what ends each row."""

    title: str = ""
    columns: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()
    rows: tuple[MatrixRow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixSheet:
    """The lists in the order of printing. `entry` heads the names, `legend` says what the signs mean, `empty` is the
    sentence of a sheet, or a section, without rows or columns."""

    head: SheetHead
    title: str
    sections: tuple[MatrixSection, ...] = ()
    entry: str = ""
    legend: str = ""
    note: str = ""
    empty: str = ""
    labels: Labels = field(default=ENGLISH)
