"""Board labels, read back from the PDF: what they say, and that they lie on the stickers."""

import pytest

from tests.sheets.papers import glyphs, ink_frames, page_texts, reader
from tests.sheets.slip_papers import LONG_NAMES, label_sheet
from tournaments.sheets import PageSize, render_board_labels

MARGIN_MM = 9
MM = 72 / 25.4
# Left and top of the first sticker, its width and height, from one to the next, how many down, in millimetres.
STOCKS = {
    PageSize.A4: (297, 7.2, 12.9, 63.5, 33.9, 66.04, 8),
    PageSize.LETTER: (279.4, 4.76, 12.7, 66.7, 25.4, 69.85, 10),
}


def test_a_label_says_number_dealer_block_and_round() -> None:
    (text,) = page_texts(render_board_labels(label_sheet(3, block="Boards 1–3", when="Round 2")))
    for words in ("Dealer South", "Boards 1–3", "Round 2", "Thursday Pairs"):
        assert words in text
    assert "3" in text.split()


@pytest.mark.parametrize(("size", "on_page"), [(PageSize.A4, 24), (PageSize.LETTER, 30)])
def test_a_page_is_a_sheet_of_stickers(size: PageSize, on_page: int) -> None:
    pdf = render_board_labels(label_sheet(*range(1, on_page + 2)), size)
    assert [text.count("Dealer") for text in page_texts(pdf)] == [on_page, 1]
    assert [entry["/Title"] for entry in reader(pdf).outline] == [
        f"Boards 1 – {on_page}",
        f"Boards {on_page + 1}",
    ]


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("name", LONG_NAMES)
def test_every_letter_lies_on_its_sticker_and_inside_the_margins(name: str, size: PageSize) -> None:
    height, left, top, width, tall, pitch, down = STOCKS[size]
    pdf = render_board_labels(label_sheet(*range(991, 991 + 3 * down), block=name, when=name), size)
    for glyph in glyphs(pdf):
        x, right = glyph.left / MM - left, glyph.right / MM - left
        y, under = height - top - glyph.top / MM, height - top - glyph.bottom / MM
        assert int(x // pitch) == int(right // pitch) in range(3)
        assert right % pitch < width
        assert int(y // tall) == int(under // tall) in range(down)
    for frame in ink_frames(pdf):
        assert min(frame) >= MARGIN_MM


def test_a_number_of_four_digits_is_not_broken() -> None:
    (text,) = page_texts(render_board_labels(label_sheet(1234)))
    assert "1234" in text.split()


def test_without_boards_a_page_says_so() -> None:
    (text,) = page_texts(render_board_labels(label_sheet()))
    assert "There are no boards yet" in text


def test_the_same_labels_give_the_same_bytes() -> None:
    assert render_board_labels(label_sheet(1, 2)) == render_board_labels(label_sheet(1, 2))
