"""Personal score cards, read back from the PDF."""

import pytest

from tests.sheets.papers import ink_frames, page_texts, reader
from tests.sheets.slip_papers import LONG_NAMES, card, card_round, card_sheet
from tournaments.sheets import CardRound, PageSize, render_score_cards

MARGIN_MM = 9


def test_a_card_says_where_to_sit_against_whom_with_which_boards() -> None:
    pdf = render_score_cards(card_sheet(card(12, card_round(1), card_round(2, direction="EW"))))
    (text,) = page_texts(pdf)
    for words in ("Pair 12", "Anna 12 – Ben 12", "Score card", "201 Cleo 1 – Dan 1", "202 Cleo 2 – Dan 2"):
        assert words in text
    for word in ("51", "52", "NS", "EW", "We", "They", "Bid", "Tricks", "Score", "4", "5", "6"):
        assert word in text.split()
    assert "Thursday Pairs · Pair 12" in text
    assert "Revision 31 · made 12 Oct 2026, 21:40" in text
    assert "Total" not in text
    assert [entry["/Title"] for entry in reader(pdf).outline] == ["Pair 12 · Anna 12 – Ben 12"]


def test_a_race_has_a_column_for_the_total() -> None:
    (text,) = page_texts(
        render_score_cards(card_sheet(card(1, card_round(1, 8), place="Open room"), totals=True))
    )
    assert text.split().count("Total") == 2
    assert "Score card · Open room" in text


def test_a_round_without_play_says_why() -> None:
    (text,) = page_texts(render_score_cards(card_sheet(card(1, CardRound(round=1, idle="sits out")))))
    assert "sits out" in text


def test_rounds_are_not_torn_apart_and_pages_are_about_equally_full() -> None:
    texts = page_texts(render_score_cards(card_sheet(card(1, *(card_round(n, 8) for n in range(1, 7))))))
    assert [[n for n in range(1, 7) if f"Cleo {n} –" in text] for text in texts] == [[1, 2, 3], [4, 5, 6]]


def test_a_round_that_no_page_holds_goes_on() -> None:
    texts = page_texts(render_score_cards(card_sheet(card(1, card_round(1, 80)))))
    assert len(texts) == 3
    assert all("Cleo 1 – Dan 1" in text for text in texts)
    printed = {int(word) for text in texts for word in text.split() if word.isdigit()}
    assert set(range(1, 81)) <= printed


def test_on_two_sided_paper_every_card_begins_on_a_front_page() -> None:
    short, long = card(1, card_round(1)), card(2, *(card_round(n, 8) for n in range(1, 7)))
    texts = page_texts(render_score_cards(card_sheet(short, long, card(3), duplex=True)))
    assert [next(f"Pair {n}" for n in (1, 2, 3) if f"· Pair {n}" in text) for text in texts] == [
        *("Pair 1", "Pair 1", "Pair 2", "Pair 2", "Pair 3", "Pair 3")
    ]
    assert ["Notes" in text for text in texts] == [False, True, False, False, False, True]


def test_before_the_draw_there_are_rows_to_write_in() -> None:
    (text,) = page_texts(render_score_cards(card_sheet(card(1))))
    assert "No round has been drawn yet" in text
    assert "Pair 1" in text


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("name", LONG_NAMES)
def test_the_longest_names_stay_inside_the_margins(name: str, size: PageSize) -> None:
    rounds = (card_round(1, 1, opponents=name), card_round(2, 36, opponents=name))
    pdf = render_score_cards(card_sheet(card(1234, *rounds, name=name, place=name), duplex=True), size)
    for frame in ink_frames(pdf):
        assert min(frame) >= MARGIN_MM


def test_a_hundred_and_twenty_pairs_lose_nothing() -> None:
    cards = [card(n, *(card_round(r) for r in range(1, 13))) for n in range(1, 121)]
    pdf = render_score_cards(card_sheet(*cards))
    assert len(reader(pdf).outline) == 120
    assert sum(text.count("Cleo 12 – Dan 12") for text in page_texts(pdf)) == 120


def test_without_entries_a_page_says_so() -> None:
    (text,) = page_texts(render_score_cards(card_sheet()))
    assert "Nobody has entered yet" in text


def test_the_same_cards_give_the_same_bytes() -> None:
    sheet = card_sheet(card(1, card_round(1)), card(2), duplex=True)
    assert render_score_cards(sheet) == render_score_cards(sheet)
