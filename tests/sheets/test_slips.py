"""Pick-up slips, read back from the PDF."""

from itertools import pairwise

import pytest

from tests.sheets.papers import codes, glyphs, ink_frames, page_texts, reader
from tests.sheets.slip_papers import LONG_NAMES, address, group, slip, slip_sheet
from tournaments.sheets import PageSize, Slip, SlipRow, SlipSide, render_slips

MARGIN_MM = 9
POINTS = 72 / 25.4


def test_a_slip_names_its_round_table_pairs_and_boards() -> None:
    (text,) = page_texts(render_slips(slip_sheet(group(slip(5, place="Open room")))))
    for words in ("Thursday Pairs", "Round 3", "Open room", "Anna 5 – Ben 5", "Cleo 5 – Dan 5"):
        assert words in text
    for word in ("105", "North", "East", "South", "West", "Tricks", "Score"):
        assert word in text.split()
    for words in ("Signature NS", "Signature EW", "Revision 31 · made 12 Oct 2026, 21:40", "Page 1 of 1"):
        assert words in text
    assert "Thursday Pairs · Round 3 · Table 5" in text


@pytest.mark.parametrize(
    ("boards", "size", "a_page"),
    [
        *((1, size, 4) for size in PageSize),
        (2, PageSize.A4, 4),
        (2, PageSize.LETTER, 3),
        *((3, size, 3) for size in PageSize),
        *((8, size, 2) for size in PageSize),
        *((15, size, 1) for size in PageSize),
    ],
)
def test_slips_share_a_page_as_boards_allow(boards: int, size: PageSize, a_page: int) -> None:
    spare = Slip(rows=(SlipRow(),) * boards)
    pdf = render_slips(slip_sheet(group(*(slip(table, boards) for table in range(1, 8)), spare=spare)), size)
    texts = page_texts(pdf)
    assert len(texts) == -(-7 // a_page)
    assert all(text.count("Signature NS") == a_page for text in texts)


@pytest.mark.parametrize("size", PageSize)
def test_every_slip_s_code_is_read_from_the_page(size: PageSize) -> None:
    pdf = render_slips(slip_sheet(group(*(slip(table, 2) for table in (7, 8, 9)))), size)
    assert codes(pdf, 2) == [[address(7), address(8), address(9)]]


def test_without_an_address_there_is_no_code() -> None:
    assert codes(render_slips(slip_sheet(group(slip(1, address=""))))) == [[]]


def test_free_places_of_a_round_are_spares_of_that_round_and_a_last_page_has_others() -> None:
    spares = Slip(rows=(SlipRow(),) * 3)
    groups = (
        group(*(slip(table) for table in range(1, 5))),
        group(slip(1, round_name="Round 4"), title="Round 4"),
        group(title="Spare slips", spare=spares),
    )
    pdf = render_slips(slip_sheet(*groups))
    texts = page_texts(pdf)
    assert len(texts) == 4
    assert texts[1].count("Thursday Pairs · Round 3 · Table") == 1
    assert texts[1].count("Thursday Pairs · Round 3") == 3
    assert texts[2].count("Thursday Pairs · Round 4") == 3
    assert texts[3].count("Signature EW") == 3
    assert "Round" not in texts[3]
    assert [entry["/Title"] for entry in reader(pdf).outline] == ["Round 3", "Round 4", "Spare slips"]


def test_a_very_long_round_goes_on_with_its_head_repeated() -> None:
    spare = Slip(rows=(SlipRow(),) * 3)
    texts = page_texts(render_slips(slip_sheet(group(slip(4, 36), spare=spare))))
    assert len(texts) == 2
    for part, text in enumerate(texts, start=1):
        assert f"Round 3 · Table 4 · {part} of 2" in text
        assert "Anna 4 – Ben 4" in text
    printed = [int(word) for text in texts for word in text.split() if word.isdigit()]
    assert set(range(1, 37)) <= set(printed)


@pytest.mark.parametrize("boards", [1, 2, 3, 5, 8, 12, 36])
def test_rows_to_write_in_are_high_enough(boards: int) -> None:
    bottoms = sorted(
        glyph.bottom
        for glyph in glyphs(render_slips(slip_sheet(group(slip(88, boards, rows=_rows(boards))))))
        if glyph.left > 11 * POINTS and glyph.right < 25 * POINTS and glyph.character == "7"
    )
    gaps = [upper - lower for lower, upper in pairwise(bottoms)]
    assert min(gaps, default=7.5 * POINTS) > 7.4 * POINTS


def _rows(count: int) -> tuple[SlipRow, ...]:
    return (SlipRow(board=7),) * count


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("name", LONG_NAMES)
def test_the_longest_names_stay_inside_the_margins(name: str, size: PageSize) -> None:
    sides = {"ns": SlipSide(number=1234, name=name), "ew": SlipSide(number=5678, name=name)}
    pdf = render_slips(slip_sheet(group(*(slip(table, 2, **sides) for table in (1, 2, 1000)))), size)
    for frame in ink_frames(pdf):
        assert min(frame) >= MARGIN_MM
    assert len(codes(pdf, 2)[0]) == 3  # and leave the codes alone


def test_sixty_tables_by_twelve_rounds_lose_nothing() -> None:
    groups = [
        group(
            *(slip(table, 2, round_name=f"Round {number}") for table in range(1, 61)), title=f"Round {number}"
        )
        for number in range(1, 13)
    ]
    texts = page_texts(render_slips(slip_sheet(*groups)))
    assert sum(text.count(" · Table ") for text in texts) == 720
    assert f"Page {len(texts)} of {len(texts)}" in texts[-1]


def test_without_tables_a_page_says_so() -> None:
    (text,) = page_texts(render_slips(slip_sheet()))
    assert "There are no tables yet" in text
    assert "Page 1 of 1" in text


def test_the_same_slips_give_the_same_bytes_and_name_the_document() -> None:
    sheet = slip_sheet(group(slip(1), slip(2)))
    assert render_slips(sheet) == render_slips(sheet)
    document = reader(render_slips(sheet))
    assert document.metadata is not None
    assert document.metadata.title == "Thursday Pairs · Pick-up slips"
    assert document.trailer["/Root"]["/Lang"] == "en"
