"""Guide cards, seating lists, badges, place cards and certificates, read back from the PDF."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pypdfium2
import pytest

from tests.sheets.papers import HEAD, glyphs, ink_frames, page_texts, reader
from tests.sheets.seat_papers import (
    LONG_NAMES,
    certificates,
    guide_entries,
    guide_tables,
    name_cards,
    name_list,
    table_list,
)
from tournaments.sheets import PageSize
from tournaments.sheets.certificates import render_certificates
from tournaments.sheets.guide_cards import render_guide_entries, render_guide_tables, span
from tournaments.sheets.name_cards import render_badges, render_place_cards
from tournaments.sheets.seat_data import GuideEntries, GuideStop, GuideTables, GuideTurn, Seated
from tournaments.sheets.seating_lists import render_by_table, render_names, render_pairs_round

MARGIN_MM = 10
Render = Callable[[Any, PageSize], bytes]


def kinds() -> Iterator[tuple[str, Render, Any, Any, str]]:
    """Each sheet: by name, how it is rendered, an extreme one, an empty one and what the latter says."""
    long = LONG_NAMES
    seated = name_list(*(f"{name}{number}" for name in long for number in range(50)))
    yield ("tables", render_guide_tables, guide_tables(3, 40, long[0]), guide_tables(0, 0), "no guide cards")
    yield (
        "tables far",
        render_guide_tables,
        guide_tables(2, 7, long[3]),
        guide_tables(0, 0),
        "no guide cards",
    )
    yield (
        "entries",
        render_guide_entries,
        guide_entries(3, 60, long[1]),
        guide_entries(0, 0),
        "no guide cards",
    )
    yield (
        "halves",
        render_guide_entries,
        guide_entries(5, 8, long[2]),
        guide_entries(0, 0),
        "no guide cards",
    )
    yield ("names", render_names, seated, name_list(), "Nobody has a seat yet.")
    yield ("by table", render_by_table, table_list(60, long[4]), table_list(0), "Nobody has a seat yet.")
    yield ("pairings", render_pairs_round, table_list(60, long[0]), table_list(0), "Nobody has a seat yet.")
    yield ("badges", render_badges, name_cards(*long * 3), name_cards(), "no badges")
    yield ("places", render_place_cards, name_cards(*long * 3), name_cards(), "no place cards")
    yield ("certificates", render_certificates, certificates(*long), certificates(), "no certificates")


KINDS = pytest.mark.parametrize(
    ("render", "extreme", "empty", "sentence"),
    [pytest.param(*rest, id=name) for name, *rest in kinds()],
)


def lines(pdf: bytes) -> list[str]:
    return [line for text in page_texts(pdf) for line in text.splitlines()]


@KINDS
@pytest.mark.parametrize("size", PageSize)
def test_the_longest_names_stay_inside_the_margins(
    render: Render, extreme: Any, empty: Any, sentence: str, size: PageSize
) -> None:
    pdf = render(extreme, size)
    assert pdf == render(extreme, size), "the same sheet gives the same bytes"
    assert min(min(frame) for frame in ink_frames(pdf)) >= MARGIN_MM
    for number, text in enumerate(page_texts(pdf), start=1):
        assert f"Page {number} of {len(page_texts(pdf))}" in text
        assert "Revision 31 · made 12 Oct 2026, 21:40" in text


@KINDS
def test_an_empty_event_has_one_page_that_says_so(
    render: Render, extreme: Any, empty: Any, sentence: str
) -> None:
    (text,) = page_texts(render(empty, PageSize.A4))
    assert sentence in text
    assert "Page 1 of 1" in text


@KINDS
def test_every_sheet_has_a_title_a_language_and_bookmarks(
    render: Render, extreme: Any, empty: Any, sentence: str
) -> None:
    document = reader(render(extreme, PageSize.A4))
    assert document.metadata is not None
    assert document.metadata.title.startswith("Thursday Pairs · ")
    assert document.trailer["/Root"]["/Lang"] == "en"
    assert document.outline


def test_boards_are_written_as_they_are_played() -> None:
    assert [span(boards) for boards in ((1, 2, 3), (5,), (2, 1), (1, 2, 7), ())] == [
        "1–3",
        "5",
        "2, 1",
        "1–2, 7",
        "",
    ]


def test_a_table_card_says_where_everybody_goes() -> None:
    assert "2 3 Anna & Ben 102 Anna & Ben 3–4 stay 4 EW 3 (Rd 4)" in lines(
        render_guide_tables(guide_tables(3, 5))
    )


def test_a_vacant_table_and_a_round_at_rest_are_told() -> None:
    table = replace(guide_tables(1, 1).tables[0], turns=(GuideTurn(round=2),))
    assert "2 Nobody plays here." in lines(render_guide_tables(GuideTables(head=HEAD, tables=(table,))))
    entry = replace(guide_entries(1, 1).entries[0], stops=(GuideStop(round=2, note="Sit out."),))
    assert "2 Sit out." in lines(render_guide_entries(GuideEntries(head=HEAD, entries=(entry,))))


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize(("rounds", "pages"), [(7, 3), (9, 3), (13, 5), (24, 5)])
def test_cards_of_entries_are_in_large_type(rounds: int, pages: int, size: PageSize) -> None:
    """Two to a page as long as that leaves large rows; else one."""
    if size == PageSize.LETTER and rounds == 9:
        pages = 5
    pdf = render_guide_entries(guide_entries(5, rounds), size)
    assert len(reader(pdf).pages) == pages
    tall = [g.top - g.bottom for g in glyphs(pdf) if g.character == "N" and g.left < 200]
    assert max(tall) > 8, "capitals of 12 points and more"
    assert [item.title for item in reader(pdf).outline] == [f"Pair {number}" for number in range(1, 6)]


def test_a_long_card_goes_on_overleaf_under_its_title() -> None:
    texts = page_texts(render_guide_entries(guide_entries(1, 60)))
    assert len(texts) == 2
    assert all("Pair 1" in text for text in texts)


@pytest.mark.parametrize(
    ("render", "sheet", "white"),
    [
        (render_guide_tables, guide_tables(3, 7, duplex=True), [False, True, False, True, False]),
        (render_guide_tables, guide_tables(2, 40, duplex=True), [False] * 4),
        (render_guide_entries, guide_entries(3, 7, duplex=True), [False, True, False]),
        (render_badges, name_cards(*"ABCDEFGHIJK", duplex=True), [False, True, False]),
        (render_place_cards, name_cards(*"ABCDEFG", duplex=True), [False, True, False]),
        (render_certificates, certificates("A", "B", duplex=True), [False, True, False]),
    ],
)
def test_on_both_sides_no_card_has_another_on_its_back(
    render: Callable[[Any], bytes], sheet: Any, white: list[bool]
) -> None:
    assert [not text.strip() for text in page_texts(render(sheet))] == white


def test_names_are_in_order_and_read_down_the_columns() -> None:
    names = [f"{first} {last}" for first in ("Zed", "émile", "Eva", "Łukasz", "Ludo") for last in "ABCDE"]
    with pypdfium2.PdfDocument(render_names(name_list(*names))) as document:
        text = document[0].get_textpage()
        boxes = {name: text.get_charbox(text.search(name).get_next()[0]) for name in names}
    columns = {round(left) for left, *_ in boxes.values()}
    assert len(columns) > 1
    read = sorted(names, key=lambda name: (boxes[name][0] > 297, -boxes[name][1]))
    assert read == sorted(names, key=plain)


def plain(name: str) -> str:
    return name.casefold().replace("é", "e").replace("ł", "l")


def test_who_has_no_table_is_told_why() -> None:
    resting = Seated(name="Anna", number=4, note="sits out")
    (text,) = page_texts(render_names(name_list(people=(resting,))))
    assert "sits out" in text
    (text,) = page_texts(render_by_table(table_list(0, resting=(resting,))))
    assert "4 Anna sits out" in text
    assert "".join(page_texts(render_pairs_round(table_list(2, resting=(resting,))))).count("sits out") == 2


@pytest.mark.parametrize("count", [1, 14, 15, 60, 61, 240])
def test_every_name_is_on_the_wall_once_in_large_type(count: int) -> None:
    names = [f"Player{number:03d}" for number in range(count)]
    pdf = render_names(name_list(*names))
    text = "".join(page_texts(pdf))
    assert [text.count(name) for name in names] == [1] * count
    assert max(g.top - g.bottom for g in glyphs(pdf) if g.character == "P" and g.top < 720) > 7.9, "12 points"


def test_every_chair_and_every_pair_is_on_the_lists() -> None:
    assert "2 2 N2 Anna & Ben 102 E2 Anna & Ben" in lines(render_by_table(table_list(3)))
    found = lines(render_pairs_round(table_list(3)))
    assert "2 2 Anna & Ben 102 Anna & Ben 1–3" in found
    assert "Anna & Ben 102 2 EW 2 Anna & Ben" in found


@pytest.mark.parametrize(("size", "a_page"), [(PageSize.A4, 10), (PageSize.LETTER, 8)])
def test_badges_fill_a_page(size: PageSize, a_page: int) -> None:
    names = [f"Player{number:02d}" for number in range(21)]
    texts = page_texts(render_badges(name_cards(*names), size))
    assert [sum(name in text for name in names) for text in texts][:2] == [a_page, a_page]
    assert sum(text.count("Player") for text in texts) == 21


def test_a_place_card_is_read_from_both_sides_of_the_fold() -> None:
    pdf = render_place_cards(name_cards("Quentin"))
    ends = [g for g in glyphs(pdf) if g.character == "Q"]
    assert len(ends) == 2
    last = [g for g in glyphs(pdf) if g.character == "Q" or g.character == "u"]
    above, below = sorted(last, key=lambda g: -g.top)[:2], sorted(last, key=lambda g: g.top)[:2]
    order = [max(pair, key=lambda g: g.left).character for pair in (above, below)]
    assert order == ["Q", "u"], "the back is upside down"


def test_a_certificate_says_what_for() -> None:
    texts = page_texts(render_certificates(certificates("Anna & Ben", "Cleo & Dan")))
    for text, name in zip(texts, ("Anna & Ben", "Cleo & Dan"), strict=True):
        for words in (
            "Riverside Spades",
            "First place",
            name,
            "Thursday Pairs",
            "61.54 %",
            "12 October 2026",
        ):
            assert words in text
    box = reader(render_certificates(certificates("A"))).pages[0].mediabox
    assert box.width > box.height
