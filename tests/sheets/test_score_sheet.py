"""Score sheets of matches, read back from the PDF."""

from itertools import pairwise

import pytest

from tests.sheets.papers import glyphs, ink_frames, page_texts, reader
from tests.sheets.team_papers import WORDY, race_row, score_sheets, side, table_sheet
from tournaments.sheets import Compass, LineUp, PageSize, TravellerKind, render_score_sheets

POINTS = 72 / 25.4
EIGHT = tuple(race_row(number) for number in range(1, 9))
TEN = (*EIGHT, race_row(9), race_row(10))


def filled(*rows, **changed):
    return score_sheets(table_sheet(*rows, **changed), kind=TravellerKind.FILLED)


def words(sheet, size=PageSize.A4):
    (text,) = page_texts(render_score_sheets(sheet, size))
    return text


def board_marks(pdf, page=0):
    """Where the numbers of the boards stand, from the top: large figures in the first column."""
    found = (g for g in glyphs(pdf, page) if g.left < 60 and g.character.isdigit() and g.top < 620)
    places = sorted((g.bottom for g in found if g.top - g.bottom > 8), reverse=True)
    return [place for above, place in pairwise((999.0, *places)) if above - place > 1]


def distances(places):
    return [above - below for above, below in pairwise(places)]


def test_a_blank_sheet_says_which_table_it_is_and_who_sits_where():
    text = words(score_sheets(table_sheet(*TEN)))
    for piece in (
        "Thursday Pairs",
        "Round 3 · Match 5",
        "Open room",
        "Other table: 10",
        "North–South · home · Team 4",
        "East–West · away · Team 11",
        "Riverside Sharks",
        "The Bag Collectors",
        "Anna Kowalska",
        "Dan Wu",
        "Stop after the board on which a side’s total reaches 500",
        "Signature NS",
        "Signature EW",
        "Total NS",
    ):
        assert piece in text
    assert "9" in text.split()


def test_players_sit_in_the_order_of_the_data():
    text = words(score_sheets(table_sheet(*TEN)))
    for seat, player in (("N", "Anna"), ("S", "Ben"), ("E", "Cleo"), ("W", "Dan")):
        assert f"{seat} {player}" in text


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_dealer_and_first_bidder_are_those_of_the_data(number):
    row = race_row(number, dealer=Compass.WEST, first_bidder=Compass.SOUTH)
    assert f"\n{number} W S\r" in words(score_sheets(table_sheet(row)))


def test_a_blank_sheet_has_columns_to_write_on_for_both_sides_and_no_figures():
    row = race_row(1, side(777, 888), side(666, 555))
    text = words(score_sheets(table_sheet(row), kind=TravellerKind.BLANK))
    for heading in ("Tricks", "Score", "Total", "Bags"):
        assert text.split().count(heading) >= 2
    assert "Bid N" in text
    assert "Bid W" in text
    for figure in ("777", "888", "666", "555", "4+3"):
        assert figure not in text


def test_another_target_and_length_are_told():
    text = words(score_sheets(table_sheet(*EIGHT, target=250, length=6)))
    assert "reaches 250; otherwise after board 6." in text
    assert "NS reached 250" in text
    assert "all 6 boards" in text
    assert "500" not in text


def test_deciders_stand_apart_from_the_race():
    caption = "Only if the match is tied"
    assert caption in words(score_sheets(table_sheet(*TEN)))
    assert caption not in words(score_sheets(table_sheet(*EIGHT)))
    marks = board_marks(render_score_sheets(score_sheets(table_sheet(*TEN))))
    gaps = distances(marks)
    assert len(gaps) == 9
    assert max(gaps) == gaps[7] > gaps[0] + 15


@pytest.mark.parametrize("size", PageSize)
def test_rows_of_a_blank_sheet_are_nine_millimetres_or_more(size):
    for rows in (8, 10, 12, 13, 14, 20, 33):
        pdf = render_score_sheets(
            score_sheets(table_sheet(*(race_row(n, decider=False) for n in range(1, rows + 1)))), size
        )
        assert min(distances(board_marks(pdf))) >= 9 * POINTS - 0.2


def test_a_filled_sheet_shows_every_figure_of_both_sides():
    row = race_row(1, side(73, -12, bags=8), side(-419, 499, bid="N+6", tricks="1+4", bags=3))
    text = words(filled(row)).split()
    for figure in ("4+3", "5+3", "73", "−12", "8", "N+6", "1+4", "−419", "499", "3"):
        assert figure in text


def test_a_bag_penalty_and_the_target_are_said_in_words():
    penalty = race_row(1, side(92, 450, penalty=-100), side(10, 10))
    reached = race_row(2, side(92, 542, reached=True), side(10, 20))
    text = words(filled(penalty, reached))
    assert text.count("bags −100") == 1
    assert text.count("500 reached") == 1
    assert "bags" not in words(filled(reached))
    assert "500 reached" not in words(filled(penalty))


def test_boards_not_played_say_so_for_both_sides_and_a_ruling_is_noted():
    text = words(
        filled(race_row(1, side(1, 1), side(2, 2), note="director’s score"), race_row(2, note="not played"))
    )
    assert text.count("not played") == 2
    assert text.count("director’s score") == 1


def test_a_filled_sheet_says_why_the_table_stopped_and_how_the_match_ended():
    text = words(filled(*EIGHT, ended="NS reached 500 on board 6.", result="Riverside Sharks won."))
    assert "NS reached 500 on board 6." in text
    assert "Riverside Sharks won." in text
    assert "Stopped after board" not in text
    assert "Signature EW" in text


def test_every_table_has_a_page_and_a_bookmark():
    sheet = score_sheets(*(table_sheet(*TEN, table=number) for number in range(1, 5)))
    document = reader(render_score_sheets(sheet))
    assert len(document.pages) == 4
    assert [entry["/Title"] for entry in document.outline][1] == "Round 3 · Match 5 · Table 2 · Open room"


def test_a_long_race_goes_on_with_its_head_on_the_next_page():
    rows = tuple(race_row(number, decider=False) for number in range(1, 33))
    pdf = render_score_sheets(score_sheets(table_sheet(*rows, length=32)))
    texts = page_texts(pdf)
    assert len(texts) == 3
    assert sum(len(board_marks(pdf, page)) for page in range(3)) == 32
    for number, text in enumerate(texts, start=1):
        assert f"{number} of 3" in text
        assert "Riverside Sharks" in text
        assert "Dealer" in text


def test_without_tables_or_boards_the_sheet_says_so():
    assert "No match to print" in words(score_sheets())
    assert "No board has been entered" in words(filled())


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("kind", TravellerKind)
def test_extreme_names_stay_inside_their_places(size, kind):
    figures = side(-12345, -98765, bid="13+N", tricks="13+0", bags=99, penalty=-900, reached=True)
    rows = tuple(race_row(number, figures, figures, note=WORDY[3]) for number in range(1, 13))
    first, second = (LineUp(name=name, players=(name, WORDY[1]), number=999) for name in (WORDY[0], WORDY[2]))
    table = table_sheet(
        *rows, ns=first, ew=second, room=WORDY[3], rules=(WORDY[3],) * 2, ended=WORDY[3], result=WORDY[3] * 2
    )
    pdf = render_score_sheets(score_sheets(table, kind=kind), size)
    assert min(min(frame) for frame in ink_frames(pdf)) >= 10
    assert pdf == render_score_sheets(score_sheets(table, kind=kind), size)
    page = reader(pdf).pages[0].mediabox
    middle = float(page.width) / 2
    names = [g for g in glyphs(pdf) if g.character in "W王" and g.top > page.height - 188]
    assert len(names) > 400
    assert not [g for g in names if g.left < middle < g.right]
