"""Standings and cross-table of a Swiss event, read back from the PDF."""

import pytest

from tests.sheets.papers import glyphs, ink_frames, page_texts, reader
from tests.sheets.team_papers import (
    WORDY,
    cross_row,
    cross_table,
    swiss_place,
    swiss_sheet,
    won,
)
from tournaments.sheets import CrossCell, CrossMark, PageSize, render_cross_table, render_swiss_standings


def standings(rows, **changed):
    return swiss_sheet(*(swiss_place(rank) for rank in range(1, rows + 1)), **changed)


def crossed(rows, rounds, **changed):
    return cross_table(
        rounds,
        *(
            cross_row(rank, *(won(400 + number) for number in range(1, rounds + 1)))
            for rank in range(1, rows + 1)
        ),
        **changed,
    )


def teams_of(texts):
    return [
        line.split("Team")[1][:3]
        for text in texts
        for line in text.splitlines()
        if "Team0" in line or "Team1" in line
    ]


def test_a_place_has_its_record_and_its_tie_breaks():
    row = swiss_place(1, losses="3", byes="6", missed="8", difference="−340")
    (text,) = page_texts(render_swiss_standings(swiss_sheet(row)))
    assert "1 201 Team001 2½ 3 6 8 33½ 44 −340" in text
    for heading in ("Rank", "No.", "Wins", "Losses", "Byes", "Missed", "Buchholz", "Berger", "difference"):
        assert heading in text.split()


def test_columns_without_anything_to_say_are_left_out():
    (text,) = page_texts(render_swiss_standings(standings(3)))
    for heading in ("Byes", "Missed", "difference"):
        assert heading not in text.split()


def test_tie_breaks_that_the_sheet_does_not_name_are_not_printed():
    (text,) = page_texts(render_swiss_standings(swiss_sheet(swiss_place(1), tie_breaks=("Buchholz",))))
    assert "33½" in text
    assert "44" not in text.split()


def test_shared_ranks_and_withdrawn_teams_are_marked_in_words():
    rows = (
        swiss_place(1),
        swiss_place(2, tied=True),
        swiss_place(2, tied=True),
        swiss_place(4, withdrawn=True),
    )
    (text,) = page_texts(render_swiss_standings(swiss_sheet(*rows)))
    assert text.split().count("2=") == 2
    assert text.count("(withdrawn)") == 1
    assert "Team004 (withdrawn)" in text


def test_who_is_undefeated_stands_under_the_title_of_the_first_page():
    lead, note = "Still undefeated: Sharks.", "36 of 38 matches are decided."
    texts = page_texts(render_swiss_standings(standings(128, lead=lead, note=note)))
    assert [lead in text for text in texts] == [True] + [False] * (len(texts) - 1)
    assert [note in text for text in texts] == [False] * (len(texts) - 1) + [True]


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("rows", [1, 20, 21, 22, 23, 24, 25, 26, 27, 30, 31, 32, 33, 34, 35, 60, 128])
def test_every_team_is_in_the_standings_once(size, rows):
    pdf = render_swiss_standings(standings(rows, note="A note.", lead="Nobody."), size)
    texts = page_texts(pdf)
    assert teams_of(texts) == [f"{rank:03d}" for rank in range(1, rows + 1)]
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} of {len(texts)}" in text
        assert "Rank" in text
        marks = [
            g
            for g in glyphs(pdf, number - 1)
            if g.left < 70 and g.character.isdigit() and g.top - g.bottom > 7
        ]
        assert min(g.bottom for g in marks) > 52


@pytest.mark.parametrize("name", WORDY)
def test_a_long_name_ends_before_the_wins(name):
    rows = tuple(
        swiss_place(rank, name=name, wins="9½", byes="1", missed="2", difference="+1") for rank in range(1, 9)
    )
    sheet = swiss_sheet(*rows, tie_breaks=(name,) * 4, lead=name * 3, note=name, title=name)
    pdf = render_swiss_standings(sheet)
    assert pdf == render_swiss_standings(sheet)
    assert min(min(frame) for frame in ink_frames(pdf)) >= 10
    table = [g for g in glyphs(pdf) if 300 < g.top < 650]
    edge = min(g.left for g in table if g.character == "9")
    assert not [g for g in table if g.left < edge - 1 < g.right]


def test_without_teams_both_sheets_say_so():
    for pdf in (render_swiss_standings(swiss_sheet()), render_cross_table(cross_table(3))):
        (text,) = page_texts(pdf)
        assert "No team has entered yet." in text
    (text,) = page_texts(render_cross_table(cross_table(0, cross_row(1))))
    assert "No round has been drawn yet." in text


def test_a_cell_tells_the_result_the_opponent_and_the_difference():
    cells = (
        won(31, "+340"),
        CrossCell(mark=CrossMark.LOST, opponent=32, difference="−1034"),
        CrossCell(mark=CrossMark.TIED, opponent=33, difference="0"),
        CrossCell(mark=CrossMark.BYE),
        CrossCell(mark=CrossMark.MISSED),
        CrossCell(mark=CrossMark.PLAYING, opponent=34),
        None,
        won(35, "", forfeit=True),
    )
    (text,) = page_texts(render_cross_table(cross_table(8, cross_row(1, *cells))))
    row = " ".join(text[text.index("Team001") :].split())
    assert row.startswith("Team001 2½ W 31 +340 L 32 −1034 ½ 33 0 bye – … 34 W 35 forfeit W won")
    assert "W won, L lost, ½ tied" in text


@pytest.mark.parametrize("size", PageSize)
def test_fifteen_rounds_of_128_teams_lie_across_with_all_rounds_on_each_page(size):
    pdf = render_cross_table(crossed(128, 15), size)
    document, texts = reader(pdf), page_texts(pdf)
    assert teams_of(texts) == [f"{rank:03d}" for rank in range(1, 129)]
    assert len(texts) <= 10
    for page, text in zip(document.pages, texts, strict=True):
        assert page.mediabox.width > page.mediabox.height
        assert "Rd 1 " in text
        assert "Rd 15" in text
        assert "W won" in text


def test_few_rounds_stand_upright():
    box = reader(render_cross_table(crossed(20, 6))).pages[0].mediabox
    assert box.height > box.width


def test_more_rounds_than_a_page_has_room_for_go_on_beside_it_with_the_names_again():
    texts = page_texts(render_cross_table(crossed(5, 33)))
    assert len(texts) == 3
    for text, first, last in zip(texts, (1, 12, 23), (11, 22, 33), strict=True):
        assert teams_of([text]) == ["001", "002", "003", "004", "005"]
        assert f"Rd {first} " in text
        assert f"Rd {last}" in text
        assert f"Rd {last + 1}" not in text
        assert f"W {400 + last}" in text


@pytest.mark.parametrize("rounds", [1, 9, 10, 15])
@pytest.mark.parametrize("name", WORDY)
def test_a_long_name_ends_before_the_first_round(name, rounds):
    cells = (CrossCell(mark=CrossMark.LOST, opponent=99999, difference="−99999"),) * rounds
    rows = tuple(cross_row(rank, *cells, name=name, tied=True, withdrawn=rank == 9) for rank in range(1, 10))
    sheet = cross_table(rounds, *rows, title=name, note=name)
    pdf = render_cross_table(sheet, PageSize.LETTER)
    assert pdf == render_cross_table(sheet, PageSize.LETTER)
    assert min(min(frame) for frame in ink_frames(pdf)) >= 10
    height = float(reader(pdf).pages[0].mediabox.height)
    table = [g for g in glyphs(pdf) if height - 300 < g.top < height - 115]
    edge = min(g.left for g in table if g.character == "L")
    assert not [g for g in table if g.left < edge - 1 < g.right]
