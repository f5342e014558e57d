"""The recap and the cross-table of a Pairs event as sheets, read back from the PDF."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pypdfium2
import pytest

from tests.sheets.papers import HEAD, ink_frames, page_texts, reader
from tournaments.sheets import PageSize
from tournaments.sheets.matrix import render_matrix
from tournaments.sheets.matrix_data import MatrixCell, MatrixRow, MatrixSection, MatrixSheet


def cell(value: float, **changed: Any) -> MatrixCell:
    return MatrixCell(**{"text": f"{value:.2f}"} | changed)


def row(rank: int, columns: int, **changed: Any) -> MatrixRow:
    fields: dict[str, Any] = {
        "rank": rank,
        "number": rank + 200,
        "name": f"Pair{rank:03d}",
        "cells": tuple(cell((rank * 7 + column * 13) % 101) for column in range(columns)),
        "totals": (str(columns), f"{80 - rank / 4:.2f}"),
    }
    return MatrixRow(**fields | changed)


def section(rows: int, columns: int, title: str = "") -> MatrixSection:
    return MatrixSection(
        title=title,
        columns=tuple(f"b{column}" for column in range(1, columns + 1)),
        totals=("Boards", "%"),
        rows=tuple(row(rank, columns) for rank in range(1, rows + 1)),
    )


def matrix(*sections: MatrixSection, **changed: Any) -> MatrixSheet:
    return MatrixSheet(
        **{"head": HEAD, "title": "Recap", "sections": sections, "empty": "Nothing yet."} | changed
    )  # type: ignore[arg-type]


def rows_of(texts: list[str]) -> list[list[str]]:
    """What follows each name on its line: the cells' and totals' texts stand in the order of the columns."""
    return [line.split() for text in texts for line in text.splitlines() if "Pair0" in line]


def test_a_row_has_rank_number_name_cells_and_totals() -> None:
    sheet = matrix(section(3, 4))
    (text,) = page_texts(render_matrix(sheet))
    said = " ".join(text.split())
    assert "Rank No. Pair b1 b2 b3 b4 Boards %" in said
    assert "1 201 Pair001 7.00 20.00 33.00 46.00 4 79.75" in said
    assert "3 203 Pair003 21.00 34.00 47.00 60.00 4 79.25" in said


def test_a_shared_rank_is_marked_and_none_is_left_white() -> None:
    rows = (row(1, 1), row(2, 1, tied=True), replace(row(3, 1), rank=None))
    listed = MatrixSection(columns=("b1",), totals=("Boards", "%"), rows=rows)
    said = " ".join(page_texts(render_matrix(matrix(listed)))[0].split())
    assert "2= 202 Pair002" in said
    assert "79.50 203 Pair003" in said


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (13, 26), (60, 36), (120, 120), (7, 3)])
def test_every_cell_is_printed_once_and_inside_the_margins(size: PageSize, rows: int, columns: int) -> None:
    sheet = matrix(section(rows, columns), note="A note.", legend="Signs.")
    pdf = render_matrix(sheet, size)
    texts = page_texts(pdf)
    words = " ".join(texts).split()
    for name in ("Pair001", f"Pair{rows:03d}"):
        assert name in words
    wanted = [one.text for item in sheet.sections[0].rows for one in item.cells if one is not None]
    totals = {total for item in sheet.sections[0].rows for total in item.totals}
    figures = [word for word in words if word.endswith(".00") and word not in totals]
    assert len(figures) == len([text for text in wanted if text not in totals])
    heads = [word for word in words if word.startswith("b") and word[1:].isdigit()]
    assert set(heads) == {f"b{column}" for column in range(1, columns + 1)}
    assert all("Signs." in text for text in texts)
    assert ["A note." in text for text in texts] == [False] * (len(texts) - 1) + [True]
    assert min(min(frame) for frame in ink_frames(pdf)) > 10.5


def test_26_boards_of_a_club_night_stand_side_by_side_on_one_page() -> None:
    pdf = render_matrix(matrix(section(7, 26, "North–South"), section(7, 26, "East–West")))
    (text,) = page_texts(pdf)
    assert text.count("b26") == 2
    box = reader(pdf).pages[0].mediabox
    assert box.width > box.height
    assert [entry["/Title"] for entry in reader(pdf).outline] == ["North–South", "East–West"]


@pytest.mark.parametrize(("columns", "across"), [(8, False), (15, True)])
def test_the_paper_is_turned_where_figures_would_grow_small(columns: int, across: bool) -> None:
    box = reader(render_matrix(matrix(section(20, columns)))).pages[0].mediabox
    assert (box.width > box.height) is across


def test_what_is_wider_than_the_others_stays_in_one_piece() -> None:
    wide = row(1, 26, cells=tuple(MatrixCell(text="100.00*") if n == 4 else cell(n) for n in range(26)))
    listed = MatrixSection(columns=tuple(str(n) for n in range(26)), totals=("%",), rows=(wide,))
    assert "100.00*" in page_texts(render_matrix(matrix(listed)))[0].split()


def test_what_stands_below_a_cell_is_printed() -> None:
    cells = (MatrixCell(text="512 : 340", below="W 12", bold=True), MatrixCell(text="bye"), None)
    listed = MatrixSection(
        columns=("Rd 1", "Rd 2", "Rd 3"), totals=("Wins",), rows=(row(1, 3, cells=cells, totals=("2",)),)
    )
    said = " ".join(page_texts(render_matrix(matrix(listed, entry="Team")))[0].split())
    assert "Pair001 2 512 : 340 W 12 bye" in said
    assert "No. Team Rd 1" in said


def test_heat_is_told_by_five_greys_under_black_figures() -> None:
    """Read from the rendered page: the ground of each cell, from the lowest to the highest percentage."""
    values = (29.99, 30.0, 45.0, 55.0, 70.0)
    cells = tuple(cell(value, heat=value) for value in values)
    listed = MatrixSection(
        columns=tuple("abcde"), totals=("%",), rows=(row(1, 5, cells=cells, totals=("50.00",)),)
    )
    pdf = render_matrix(matrix(listed))
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        text = page.get_textpage()
        picture = page.render(scale=3).to_pil().convert("L")
        grounds, darkest = [], []
        for value in values:
            index, _ = text.search(f"{value:.2f}").get_next()
            left, bottom, _, top = text.get_charbox(index)
            y = int((page.get_height() - (top + bottom) / 2) * 3)
            x = int(left * 3)
            grounds.append(picture.getpixel((x - 6, y)))
            darkest.append(picture.crop((x, y - 6, x + 20, y + 6)).getextrema()[0])
    assert grounds[0] == 255
    assert all(darker < lighter - 12 for lighter, darker in pairwise(grounds))
    assert min(grounds) > 140
    assert max(darkest) < 60
    assert all(said in page_texts(pdf)[0] for said in ("< 30", "30–45", "45–55", "55–70", "≥ 70"))


def test_without_heat_there_is_no_key() -> None:
    assert "≥ 70" not in page_texts(render_matrix(matrix(section(2, 2), legend="Signs.")))[0]


@pytest.mark.parametrize("name", ["W" * 200, "Anna-Lena " * 20, "שרה ולאה " * 20, "黑桃俱樂部" * 40])
def test_a_long_name_ends_before_the_cells(name: str) -> None:
    rows = tuple(row(rank, 26, name=name) for rank in range(1, 30))
    columns = tuple(str(number) for number in range(1, 27))
    listed = MatrixSection(title=name, columns=columns, totals=("Boards", "%"), rows=rows)
    sheet = matrix(listed, title=name, entry=name, legend=name, note=name)
    pdf = render_matrix(sheet, PageSize.LETTER)
    assert pdf == render_matrix(sheet, PageSize.LETTER)
    assert min(min(frame) for frame in ink_frames(pdf)) > 10.5
    assert page_texts(pdf)[0].count("79.75") == 1


def test_without_entries_or_columns_a_page_says_so() -> None:
    for sheet in (matrix(), matrix(MatrixSection(columns=("1",))), matrix(section(3, 0))):
        (text,) = page_texts(render_matrix(sheet))
        assert "Nothing yet." in text
