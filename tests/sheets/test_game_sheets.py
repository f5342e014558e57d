"""Sheets of ranked tables and lists, read back from the PDF."""

from dataclasses import replace

import pytest

from tests.sheets.game_papers import (
    ADDRESS,
    LEAVING,
    RULES,
    blanks,
    deal,
    filleds,
    game,
    listed,
    lists,
    over,
    played,
)
from tests.sheets.margins import pages_with_ink_in_the_margin
from tests.sheets.papers import codes, page_texts, reader
from tests.sheets.slip_papers import LONG_NAMES
from tournaments.sheets import (
    GamePlayer,
    GameSheets,
    PageSize,
    RaceSide,
    render_board_lists,
    render_game_sheets,
)

pytestmark = pytest.mark.one_engine
FOURTEEN = tuple(deal(number) for number in range(1, 15))


def words(sheet: GameSheets, size: PageSize = PageSize.A4) -> str:
    (text,) = page_texts(render_game_sheets(sheet, size))
    return " ".join(text.split())


@pytest.mark.parametrize("size", PageSize)
def test_a_blank_sheet_has_the_table_its_code_the_seats_and_what_the_game_is_played_by(
    size: PageSize,
) -> None:
    sheet = blanks(game(*FOURTEEN))
    text = words(sheet, size)
    for piece in ("Thursday Pairs", "To 500 points", "Game no.", RULES, *LEAVING, "Stand-in, from deal"):
        assert piece in text
    for piece in ("Signature NS", "Signature EW", "NS won", "EW won", "drawn", "left at", "back at"):
        assert piece in text
    assert codes(render_game_sheets(sheet, size)) == [[ADDRESS]]


def test_a_sheet_without_an_address_has_no_code_and_does_not_speak_of_one() -> None:
    sheet = blanks(game(*FOURTEEN, address=""))
    assert codes(render_game_sheets(sheet)) == [[]]
    assert "Scan" not in words(sheet)


def test_dealer_and_who_bids_first_are_those_of_the_data_and_figures_are_not_printed_on_blanks() -> None:
    text = words(blanks(game(played(7, 777, 888))))
    assert "7 S W" in text
    for printed in ("777", "888", "4+3", "71"):
        assert printed not in text


def test_a_game_of_many_deals_goes_on_with_a_row_for_what_is_carried_over() -> None:
    rows = tuple(deal(number) for number in range(1, 29))
    first, second = page_texts(render_game_sheets(blanks(game(*rows, target=1000))))
    assert "carried" not in first
    assert "carried" in second
    assert "1 of 2" in first
    assert "15 S W" in " ".join(second.split())
    assert "15" not in first.split()


def test_a_filled_sheet_tells_every_figure_who_left_and_how_it_ended() -> None:
    reached = RaceSide(bid="4+3", tricks="8", score=71, total=551, bags=2, reached=True)
    fined = RaceSide(bid="N+5", tricks="1+4", score=-150, total=210, bags=0, penalty=-100)
    players = (*over().players[:3], GamePlayer(name="Dan Wu", note="quit after deal 4; from deal 5 Robot"))
    text = words(filleds(over(played(1, 71, -50), deal(2, ns=reached, ew=fined), players=players)))
    for piece in (
        "Game 12",
        "Anna Kowalska",
        "quit after deal 4; from deal 5 Robot",
        "500 reached",
        "bags −100",
    ):
        assert piece in text
    for piece in ("1 N E 4+3 8 71 1 71 N+5 0+5 −50 0 −50", "North–South won 512 : 388.", "after deal 9."):
        assert piece in text
    assert "Scan" not in text


def test_the_mercy_limit_is_not_called_the_target() -> None:
    fell = RaceSide(bid="13", tricks="2", score=-130, total=-510, bags=0, reached=True)
    text = words(filleds(over(deal(6, ns=fell, ew=RaceSide(total=300)))))
    assert "mercy limit" in text
    assert "500 reached" not in text


def test_a_struck_deal_has_its_line_and_its_word() -> None:
    plain = render_game_sheets(filleds(over(played(1, 71, -50))))
    struck = render_game_sheets(filleds(over(played(1, 71, -50, struck=True, note="after the end"))))
    assert "after the end" in page_texts(struck)[0]
    assert plain != struck


@pytest.mark.parametrize("name", LONG_NAMES)
def test_names_of_two_hundred_letters_stay_on_the_paper(name: str) -> None:
    players = (GamePlayer(name=name, note=f"quit after deal 3; from deal 4 {name}"),) * 4
    rows = tuple(played(number, -30 * number, 999_999) for number in range(1, 31))
    sheet = filleds(over(*rows, players=players, result=name, ended=name))
    pdf = render_game_sheets(sheet, PageSize.LETTER)
    assert len(reader(pdf).pages) == 2
    assert pages_with_ink_in_the_margin(pdf) == []
    board = replace(listed(1), rows=((str(1), name, "1500", "12"),) * 60)
    assert pages_with_ink_in_the_margin(render_board_lists(lists(board, note=name))) == []


def test_without_tables_or_games_one_page_says_so() -> None:
    assert "no tables yet" in words(blanks())
    assert "No game is over yet." in words(filleds())
    assert "No deal has been entered" in words(filleds(over()))


def test_lists_stand_under_their_titles_and_an_empty_one_says_so() -> None:
    pdf = render_board_lists(lists(listed(12), listed(0, title="Teams"), note="As of tonight."))
    (text,) = page_texts(pdf)
    assert "3 Player 3 1597 8" in " ".join(text.split())
    for piece in (
        "Leaderboard",
        "Ranked tables",
        "Teams",
        "Nobody has played 5 games yet.",
        "As of tonight.",
    ):
        assert piece in text
    assert [entry["/Title"] for entry in reader(pdf).outline] == ["Ranked tables", "Teams"]


def test_a_list_that_fits_a_page_is_not_torn() -> None:
    pages = page_texts(render_board_lists(lists(listed(20), listed(20, title="Teams"))))
    assert len(pages) == 2
    assert "Teams" not in pages[0]
    assert pages[1].count("Player 20") == 1
    assert "Leaderboard" in pages[0]


def test_the_same_data_give_the_same_bytes() -> None:
    assert render_game_sheets(blanks(game(*FOURTEEN))) == render_game_sheets(blanks(game(*FOURTEEN)))
    assert render_board_lists(lists(listed(3))) == render_board_lists(lists(listed(3)))
