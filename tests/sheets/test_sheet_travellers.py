"""Blank and filled travellers, read back from the PDF."""

from itertools import pairwise

import pytest

from tests.sheets.papers import blank_row, blanks, board, filled_row, filleds, glyphs, page_texts, reader
from tournaments.sheets import Hands, Packing, PageSize, render_travellers

POINTS = 72 / 25.4
WORDY = "Maximiliana Konstantina von und zu Hohenfels-Oberfelde"


def seven(number):
    return board(number, *(blank_row(row) for row in range(1, 8)))


def test_a_blank_traveller_names_the_board_the_dealer_and_who_meets_whom():
    sheet = blanks(board(7, blank_row(1, round=3, table=5, ns=12, ew=81), round_name="Round 3"))
    (text,) = page_texts(render_travellers(sheet))
    words = text.split()
    for word in ("Board", "7", "South", "3", "5", "12", "81", "North", "East", "West", "Tricks", "Score"):
        assert word in words
    assert "Thursday Pairs · Round 3 · Board 7" in text
    assert "Revision 31 · made 12 Oct 2026, 21:40" in text


@pytest.mark.parametrize(("number", "dealer"), [(1, "North"), (2, "East"), (3, "South"), (4, "West")])
def test_the_dealer_is_the_one_in_the_data(number, dealer):
    (text,) = page_texts(render_travellers(filleds(board(number, filled_row(1)))))
    assert f"Dealer\r\n{dealer}\r\n" in text


def test_a_blank_traveller_shows_no_result_even_when_the_data_have_one():
    (text,) = page_texts(render_travellers(blanks(board(1, filled_row(1)))))
    assert "66.67" not in text
    assert "Anna" not in text


def test_a_filled_traveller_shows_every_figure_of_both_sides():
    row = filled_row(1, ns_score=-134, ew_score=205, ns_bid="N+4", ns_tricks="1+4")
    (text,) = page_texts(render_travellers(filleds(board(1, row))))
    words = text.split()
    for figure in ("N+4", "1+4", "−134", "205", "1½", "2", "66.67", "33.33", "101"):
        assert figure in words
    assert "Anna 1 –" in text
    assert "Dan 1" in text


def test_a_score_of_nought_is_printed_and_a_missing_one_is_not():
    row = filled_row(
        1, ns_score=0, ew_score=None, ns_bid="", ew_bid="", ns_matchpoints="", ew_matchpoints="", ew_tricks=""
    )
    (text,) = page_texts(render_travellers(filleds(board(8, row))))
    assert "0" in text.split()
    assert "None" not in text


@pytest.mark.parametrize("note", ["director’s score", "not played", "A+ 60 % / A− 40 %"])
def test_a_note_says_why_a_row_is_special(note):
    played = filled_row(1, note=note)
    unplayed = blank_row(2, note=note)
    (text,) = page_texts(render_travellers(filleds(board(1, played, unplayed))))
    assert text.count(note) == 2


def test_the_hands_are_printed_with_their_suits_when_they_are_in_the_data():
    hands = Hands(
        north="AKQ2.T92.J4.8765", east="JT98.AKQJ..QJT93", south="7654.876543.AKQ.", west="3..T98.AK42"
    )
    shown, hidden = (
        page_texts(render_travellers(filleds(board(1, filled_row(1), hands=given))))[0]
        for given in (hands, None)
    )
    for cards in ("AKQ2", "T92", "QJT93", "876543", "AK42"):
        assert cards in shown
        assert cards not in hidden
    assert [shown.count(suit) for suit in "♠♥♦♣"] == [4, 4, 4, 4]
    assert shown.count("–") >= 3  # voids


def test_two_short_boards_share_a_page_and_can_be_cut_apart():
    pdf = render_travellers(blanks(seven(1), seven(2), seven(3)))
    texts = page_texts(pdf)
    assert len(texts) == 2
    for needed in ("Board 1", "Board 2", "Page 1 of 2"):
        assert needed in texts[0]
    assert texts[0].count("Revision 31") == 2  # each half keeps its own footer
    assert texts[1].count("Revision 31") == 1


def test_one_board_a_page_when_asked_or_when_boards_are_long():
    asked = render_travellers(blanks(seven(1), seven(2), packing=Packing.ONE))
    long = render_travellers(blanks(*(board(n, *map(blank_row, range(1, 15))) for n in (1, 2))))
    assert len(reader(asked).pages) == len(reader(long).pages) == 2


@pytest.mark.parametrize("size", PageSize)
def test_a_board_of_sixty_tables_goes_on_with_its_head_repeated(size):
    pdf = render_travellers(blanks(board(5, *(blank_row(row, ew=row + 1000) for row in range(1, 61)))), size)
    texts = page_texts(pdf)
    assert len(texts) == 3
    for part, text in enumerate(texts, start=1):
        assert f"Board · {part} of 3" in text
        assert f"Board 5 · {part} of 3" in text
        assert f"Page {part} of 3" in text
        assert "Tricks" in text
        assert "South" in text
    printed = [word for text in texts for word in text.split() if len(word) == 4 and word.startswith("10")]
    assert [word for word in printed if word.isdigit()] == [str(row + 1000) for row in range(1, 61)]


def test_sixty_tables_by_thirty_six_boards_lose_nothing():
    boards = tuple(board(n, *(filled_row(row) for row in range(1, 61))) for n in range(1, 37))
    pdf = render_travellers(filleds(*boards))
    document = reader(pdf)
    assert len(document.pages) == 72
    assert [entry["/Title"] for entry in document.outline] == [f"Board {n}" for n in range(1, 37)]
    texts = page_texts(pdf)
    assert sum(text.count("66.67") for text in texts) == 60 * 36
    assert "Page 72 of 72" in texts[-1]


def test_rows_to_write_in_are_at_least_eight_millimetres_high():
    for rows in (1, 7, 10, 11, 20, 27, 28, 60):
        pdf = render_travellers(
            blanks(board(1, *(blank_row(row, ew=None, ns=None) for row in range(1, rows + 1))))
        )
        tables = sorted(
            {round(g.bottom, 1) for g in glyphs(pdf) if 21 * POINTS < (g.left + g.right) / 2 < 31 * POINTS}
        )
        rows_at = [y for y in tables if y < 240 * POINTS]
        gaps = [upper - lower for lower, upper in pairwise(rows_at) if upper - lower > 5]
        assert min(gaps, default=8 * POINTS) > 7.7 * POINTS


def test_without_boards_a_page_says_so():
    (text,) = page_texts(render_travellers(blanks()))
    assert "No boards have been chosen to print." in text
    assert "Page 1 of 1" in text


def test_a_board_without_rows_says_so():
    (text,) = page_texts(render_travellers(blanks(board(1))))
    assert "No result is due on this board." in text


@pytest.mark.parametrize(
    "name", [WORDY, "Anna-Lena " * 19 + "Anna-Lenya", "W" * 200, "王" * 200, "محمد " * 40]
)
@pytest.mark.parametrize("rows", [2, 30])
def test_a_long_name_stays_inside_its_cell(name, rows):
    listed = (filled_row(row, ns_name=name, ew_name="", ew=None) for row in range(1, rows + 1))
    pdf = render_travellers(filleds(board(1, *listed)))
    numbers = [g for g in glyphs(pdf) if g.character in "4+3" and g.left > 80 * POINTS]
    bids_left = min(g.left for g in numbers)
    named = [g for g in glyphs(pdf) if g.character in set(name) - set("–- ")]
    in_table = [g for g in named if 26 * POINTS < g.left < bids_left and g.bottom > 20 * POINTS]
    assert len(in_table) >= 30 * rows
    name_right = max(g.right for g in in_table if g.top < 245 * POINTS)
    assert name_right < 64 * POINTS + 3  # the seam between North–South and East–West


def test_lines_of_a_long_name_do_not_reach_into_the_next_row():
    rows = [
        filled_row(row, ns_name="W" * 200, ew_name="", ew=None, ns_bid="", ew_bid="") for row in (1, 2, 3)
    ]
    lines = sorted(
        {round(g.bottom) for g in glyphs(render_travellers(filleds(board(1, *rows)))) if g.character == "W"}
    )
    row_lines = [y for y in lines if y < 245 * POINTS]
    assert len(row_lines) >= 3 * 3


@pytest.mark.parametrize("name", ["Anna-Lena " * 19 + "Anna-Lenya", WORDY])
def test_a_name_that_fits_in_small_type_is_not_cut(name):
    (text,) = page_texts(render_travellers(filleds(board(1, filled_row(1, ns_name=name)))))
    assert "".join(name.split()) in "".join(text.split())
    assert "…" not in text
