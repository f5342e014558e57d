"""Travellers carry a code that opens their board's form on the desk, where it is known what address that is."""

from functools import cache

import pytest
from django.contrib.auth.models import User
from django.urls import resolve

from tests.sheets.papers import blank_row, blanks, board, codes, filled_row, filleds, page_texts
from tests.support.event_builders import four_tables, make_event, play_hand_1, standings
from tournaments.printing import Order, print_document
from tournaments.sheets import Hands, PageSize, render_travellers

SITE = "https://spades.example.org:8443"
HANDS = Hands(north="AKQ2.T92.J4.8765", east="JT98.AKQJ..QJT93", south="7654.8765.AKQ.", west="3..T98.AK42")
DIRECTOR = User(username="director", is_superuser=True, is_active=True)


@cache
def address(number: int) -> str:
    return f"{SITE}/desk/e/12345/paper/boards/{number}/"


@pytest.mark.parametrize("size", PageSize)
def test_every_board_s_code_is_read_from_the_page(size: PageSize) -> None:
    rows = tuple(blank_row(row) for row in range(1, 8))
    boards = [board(number, *rows, address=address(number)) for number in (1, 2, 3)]
    assert codes(render_travellers(blanks(*boards), size), 2) == [[address(1), address(2)], [address(3)]]
    assert codes(render_travellers(filleds(*boards), size), 2) == [[address(1), address(2)], [address(3)]]


def test_the_code_stands_beside_hands_too() -> None:
    shown = board(5, filled_row(1), hands=HANDS, address=address(5))
    assert codes(render_travellers(filleds(shown)), 2) == [[address(5)]]


def test_a_long_board_has_its_code_on_every_part() -> None:
    long = board(5, *(blank_row(row) for row in range(1, 61)), address=address(5))
    assert codes(render_travellers(blanks(long)), 2) == [[address(5)]] * 3


def test_without_an_address_there_is_no_code_and_no_word_of_one() -> None:
    pdf = render_travellers(blanks(board(1, blank_row(1))))
    assert codes(pdf) == [[]]
    assert "Scan" not in page_texts(pdf)[0]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["blank-travellers", "filled-travellers"])
@pytest.mark.parametrize("site", [SITE, f"{SITE}/"])
def test_the_code_opens_that_board_of_that_event(kind: str, site: str) -> None:
    event = make_event(pairs=8)
    four_tables(event, [1, 2])
    play_hand_1(event)
    standings(event)
    pdf = print_document(kind, Order(event, DIRECTOR, site=site, boards=(1,)))
    ((read,),) = codes(pdf, 2)
    opened = resolve(read.removeprefix(SITE))
    assert (opened.view_name, opened.kwargs) == ("desk:paper-board", {"event": event.pk, "board": 1})


@pytest.mark.django_db
def test_without_a_site_travellers_have_no_code() -> None:
    event = make_event(pairs=8)
    four_tables(event, [1])
    assert codes(print_document("blank-travellers", Order(event, DIRECTOR))) == [[]]
