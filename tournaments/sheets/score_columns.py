"""What the score sheets of matches and of games have in common: the columns of a deal, fields to write on, signatures.

Owns: how these are drawn. Never does: choose the columns of a side, or where on the page anything stands.

Terms: *group* – the columns of one side of the table, under its name.
"""

from collections.abc import Iterable
from typing import Final

from tournaments.sheets.fonts import Style
from tournaments.sheets.grid import NOTE_SHARE, NOTE_SIZE, Column, Grid
from tournaments.sheets.labels import Labels
from tournaments.sheets.paper import GREY, MM, RULE, STRONG, Align, Box, Paper

FIXED: Final = 3
"""How many columns stand before those of North-South."""
_DESIGNED_FOR = 188 * MM
"""The width that column widths in millimetres add up to."""


def scale_of(paper: Paper) -> float:
    """How much wider a page's columns are than designed."""
    return paper.live.width / _DESIGNED_FOR


def fixed_columns(first: str, labels: Labels, scale: float) -> tuple[Column, ...]:
    """The number of the deal (`first` heads it), who deals it and who bids first."""
    return (
        Column(first, 12 * MM * scale, Align.CENTRE, size=13, style=Style.BOLD),
        Column(labels.dealer, 11 * MM * scale, Align.CENTRE, size=11),
        Column(labels.first_bidder, 11 * MM * scale, Align.CENTRE, size=11),
    )


def blank_columns(group: str, scale: float, columns: Iterable[tuple[str, int]]) -> tuple[Column, ...]:
    """A side's columns to be written in: headings and widths."""
    return tuple(Column(name, width * MM * scale, Align.CENTRE, group) for name, width in columns)


def filled_columns(
    group: str, scale: float, columns: Iterable[tuple[str, int]], *, bold: str
) -> tuple[Column, ...]:
    """A side's columns to be read; those headed `bold` stand out."""
    return tuple(
        Column(
            name,
            width * MM * scale,
            Align.CENTRE,
            group,
            size=12,
            style=Style.BOLD if name == bold else Style.REGULAR,
        )
        for name, width in columns
    )


def draw_reached(paper: Paper, grid: Grid, column: int, top: float, row_height: float) -> None:
    """A strong frame around the total that ended it all."""
    inset = 0.5 * MM
    left, width = grid.edges[column] + inset, grid.columns[column].width - 2 * inset
    paper.frame(Box(left, top - inset, width, row_height - 2 * inset), STRONG)


def draw_row_note(paper: Paper, grid: Grid, note: str, top: float, row_height: float) -> None:
    """What is special about a row, small under its number."""
    left, height = grid.edges[0], row_height * NOTE_SHARE
    box = Box(left, top - row_height * (1 - NOTE_SHARE), grid.edges[FIXED] - left, height)
    paper.fitted(box, note, NOTE_SIZE, style=Style.ITALIC, align=Align.CENTRE, grey=GREY)


def draw_field(paper: Paper, box: Box, words: str, share: float, size: float) -> None:
    """A few words and a line to write on after them."""
    paper.fitted(Box(box.left, box.top, share - 2 * MM, box.height), words, size)
    y = box.bottom + 2 * MM
    paper.rule(box.left + share, y, box.right, y, RULE)


def draw_signatures(paper: Paper, labels: Labels, y: float) -> None:
    """A line for each side to sign on."""
    half = (paper.live.width - 8 * MM) / 2
    for place, side in enumerate((labels.ns, labels.ew)):
        left = paper.live.left + place * (half + 8 * MM)
        paper.rule(left, y, left + half, y, RULE)
        words = labels.signature.format(side=side)
        paper.fitted(Box(left, y - 0.4 * MM, half, 4.4 * MM), words, 8, grey=GREY)
