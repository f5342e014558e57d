"""Table cards: what a phone reads from the rendered page is the table's address."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.sheets.papers import HEAD, codes, ink_frames, page_texts
from tests.support.event_builders import four_tables, make_event
from tests.support.team_builders import make_teams
from tournaments.printing_cards import table_numbers
from tournaments.services.tokens import open_token
from tournaments.sheets import PageSize, TableCard, TableCards, render_table_cards

MARGIN_MM = 9


def cards(
    count: int, address: str = "http://192.168.1.20:8000/table/abcdefghijklmnopqrstuvw{}/"
) -> TableCards:
    made = tuple(
        TableCard(title=f"Table {number}", address=address.format(number)) for number in range(1, count + 1)
    )
    return TableCards(head=HEAD, cards=made)


@pytest.mark.parametrize("size", PageSize)
def test_every_code_is_read_from_the_page(size: PageSize) -> None:
    sheet = cards(3)
    pdf = render_table_cards(sheet, size)
    assert codes(pdf) == [[card.address for card in sheet.cards[:2]], [sheet.cards[2].address]]
    assert "Table 2" in page_texts(pdf)[0]


def test_a_long_address_is_read_too() -> None:
    address = f"https://{'a-very-long-name.' * 10}example.org/table/abcdefghijklmnopqrstuvwx/"
    assert codes(render_table_cards(cards(1, address)), 2) == [[address]]


def test_the_same_cards_give_the_same_bytes() -> None:
    assert render_table_cards(cards(3)) == render_table_cards(cards(3))


def test_nothing_is_printed_outside_the_margins() -> None:
    for left, top, right, bottom in ink_frames(render_table_cards(cards(2))):
        assert min(left, top, right, bottom) >= MARGIN_MM


def test_without_tables_one_page_says_so() -> None:
    assert "no tables yet" in page_texts(render_table_cards(cards(0)))[0]


@pytest.mark.django_db
def test_before_the_draw_there_is_a_card_for_every_table_to_come() -> None:
    assert table_numbers(make_event(pairs=7)) == [1, 2, 3, 4]
    assert table_numbers(make_teams(5)) == [1, 2, 3, 4]
    event = make_event(pairs=8)
    four_tables(event)
    assert table_numbers(event) == [1, 2, 3, 4]


@pytest.mark.django_db
def test_the_command_prints_codes_that_open_the_tables(tmp_path: Path) -> None:
    event = make_event(pairs=8)
    four_tables(event)
    target = tmp_path / "cards.pdf"
    site = "http://192.168.1.20:8000"
    call_command(
        "print", "table-cards", str(event.pk), site=f"{site}/", output=str(target), stdout=StringIO()
    )
    read = [address for page in codes(target.read_bytes()) for address in page]
    assert len(read) == 4
    for number, address in enumerate(read, start=1):
        opened = open_token(address.removeprefix(f"{site}/table/").removesuffix("/"))
        assert opened is not None
        assert opened.table is not None
        assert opened.table.number == number
    with pytest.raises(CommandError, match="--site"):
        call_command("print", "table-cards", str(event.pk), output=str(target))


@pytest.mark.django_db
def test_a_pairs_card_opens_the_table_where_it_sits(tmp_path: Path) -> None:
    event = make_event(pairs=8)
    four_tables(event)
    target = tmp_path / "cards.pdf"
    site = "http://192.168.1.20:8000"
    call_command("print", "entry-cards", str(event.pk), site=site, output=str(target), stdout=StringIO())
    read = [address for page in codes(target.read_bytes()) for address in page]
    assert "Pair 1" in page_texts(target.read_bytes())[0]
    opened = open_token(read[5].removeprefix(f"{site}/table/").removesuffix("/"))
    assert opened is not None
    assert opened.table is not None
    assert (opened.table.number, opened.table.ew.number) == (2, 6)
    with pytest.raises(CommandError, match="Team-of-Four"):
        call_command("print", "entry-cards", str(make_teams(2).pk), site=site, output=str(target))
