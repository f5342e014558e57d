"""Final results, read back from the PDF."""

import pytest

from tests.sheets.papers import glyphs, page_texts, place, reader, results
from tournaments.sheets import PageSize, StandingsSection, render_standings


def section(rows, title="", **changed):
    return StandingsSection(title=title, rows=tuple(place(rank) for rank in range(1, rows + 1)), **changed)


def test_one_winner_is_one_list_with_rank_name_boards_and_percentage():
    (text,) = page_texts(render_standings(results(section(14))))
    assert "Final results" in text
    assert "Anna 1 – Ben 1" in text
    assert "Anna 14 – Ben 14" in text
    for word in ("79.50", "73.00", "24", "101", "114"):
        assert word in text.split()
    assert "Penalty" not in text
    assert "Sum" not in text


def test_two_winners_are_two_lists_each_bookmarked():
    pdf = render_standings(results(section(5, "North–South"), section(5, "East–West")))
    (text,) = page_texts(pdf)
    assert text.index("North–South") < text.index("East–West")
    assert [entry["/Title"] for entry in reader(pdf).outline] == ["North–South", "East–West"]


def test_a_shared_rank_is_marked():
    rows = (place(1), place(2, tied=True), place(2, tied=True, name="Cleo – Dan"), place(4))
    (text,) = page_texts(render_standings(results(StandingsSection(rows=rows))))
    assert text.split().count("2=") == 2
    assert "1=" not in text.split()
    assert "4=" not in text.split()


def test_penalties_sums_and_tie_breaks_have_columns_only_where_they_occur():
    rows = (
        place(1, penalty="−5.00", total="1512.3", tie_breaks=("55", "12½")),
        place(2, total="1500.1", tie_breaks=("54",)),
    )
    listed = StandingsSection(rows=rows, tie_breaks=("Won", "Share"))
    (text,) = page_texts(render_standings(results(listed)))
    for word in ("Penalty", "−5.00", "Sum", "1512.3", "Won", "Share", "55", "12½", "54"):
        assert word in text.split()


def test_tie_breaks_that_the_section_does_not_name_are_not_printed():
    rows = (place(1, tie_breaks=("777", "888")),)
    (text,) = page_texts(render_standings(results(StandingsSection(rows=rows, tie_breaks=("Won",)))))
    assert "777" in text
    assert "888" not in text


def test_the_note_stands_on_the_last_page_only():
    texts = page_texts(render_standings(results(section(60), note="Neuberg applied.")))
    assert ["Neuberg applied." in text for text in texts] == [False] * (len(texts) - 1) + [True]


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("rows", [1, 30, 33, 34, 35, 36, 37, 38, 120, 500])
def test_every_entry_is_printed_once_on_as_many_pages_as_it_takes(size, rows):
    texts = page_texts(render_standings(results(section(rows)), size))
    printed = [
        line.split("Anna ")[1].split(" ")[0] for text in texts for line in text.splitlines() if "Anna" in line
    ]
    assert printed == [str(rank) for rank in range(1, rows + 1)]
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} of {len(texts)}" in text
        assert "Rank" in text


def test_a_second_list_that_fits_a_page_of_its_own_is_not_cut():
    texts = page_texts(render_standings(results(section(23, "North–South"), section(23, "East–West"))))
    assert len(texts) == 2
    assert "East–West" not in texts[0]
    assert texts[1].count("Anna") == 23


def test_rows_never_reach_into_the_footer():
    for rows in range(25, 45):
        pdf = render_standings(results(section(rows), note="A note."))
        rank_marks = [g for g in glyphs(pdf) if g.left < 70 and g.top < 740 and g.character.isdigit()]
        assert min(g.bottom for g in rank_marks) > 55


def test_without_entries_a_page_says_so():
    for sheet in (results(), results(StandingsSection(title="North–South"))):
        (text,) = page_texts(render_standings(sheet))
        assert "No pair has entered yet." in text


@pytest.mark.parametrize("name", ["W" * 200, "Anna-Lena " * 20, "שרה " * 50])
def test_a_long_name_ends_before_the_figures(name):
    rows = (place(1, name=name, penalty="−1.00", total="1", tie_breaks=tuple("12345")),)
    pdf = render_standings(results(StandingsSection(rows=rows, tie_breaks=tuple("abcde"))))
    table = [g for g in glyphs(pdf) if 600 < g.top < 760]
    figures = min(g.left for g in table if g.character == "2" and g.left > 150)
    named = [
        g for g in table if g.character in set(name.strip()) - set("- ") and g.left < figures and g.left > 110
    ]
    assert len(named) > 100
    assert max(g.right for g in named) <= figures
