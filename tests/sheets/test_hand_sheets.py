"""Hand records, curtain cards and dealing sheets, read back from the PDF."""

from collections.abc import Callable
from dataclasses import replace
from itertools import chain

import pypdfium2
import pytest

from tests.sheets.hand_papers import ONE_SUIT_EACH, deals, dealt, printed, shuffled
from tests.sheets.papers import HEAD, fonts_of, glyphs, ink_frames, page_texts, reader
from tournaments.sheets import Hands, PageSize
from tournaments.sheets.curtain_cards import render_curtain_cards
from tournaments.sheets.dealing_sheets import render_dealing_sheets
from tournaments.sheets.hand_data import DealtBoards
from tournaments.sheets.hand_records import render_hand_records

Render = Callable[[DealtBoards, PageSize], bytes]
RENDERERS = (render_hand_records, render_curtain_cards, render_dealing_sheets)
SEATS = ("north", "east", "south", "west")
LONG = "Brigitte Überlänge von und zu Donaudampfschifffahrt " * 4


def lines(pdf: bytes) -> list[str]:
    return [line.strip() for text in page_texts(pdf) for line in text.splitlines()]


def inside(wanted: list[str], among: list[str]) -> bool:
    """Whether the lines stand there one after another."""
    return any(among[at : at + len(wanted)] == wanted for at in range(len(among)))


@pytest.mark.parametrize("render", RENDERERS)
@pytest.mark.parametrize("size", PageSize)
def test_every_hand_of_36_boards_is_printed_whole_and_inside_the_margins(
    render: Render, size: PageSize
) -> None:
    sheet = deals(*(dealt(number) for number in range(1, 37)))
    pdf = render(sheet, size)
    assert pdf == render(sheet, size)
    there = {line.replace(" ", "") for line in lines(pdf)}
    for board in sheet.boards:
        for seat in SEATS:
            hand = getattr(board.hands, seat)
            for line, ranks in zip(printed(hand), hand.split("."), strict=True):
                length = str(len(ranks)) if render is render_curtain_cards else ""
                assert f"{line}{length}".replace(" ", "") in there, (board.number, seat)
    texts = page_texts(pdf)
    for number, text in enumerate(texts, start=1):
        assert f"Page {number} of {len(texts)}" in text
        assert "Revision 31" in text
        assert "made 12 Oct 2026, 21:40" in text
    assert min(min(frame) for frame in ink_frames(pdf)) > 10.5
    assert len(reader(pdf).outline) == 36
    assert reader(pdf).outline[35]["/Title"] == "Board 36"


def test_twelve_hand_records_share_a_page() -> None:
    for size in PageSize:
        texts = page_texts(render_hand_records(deals(*(dealt(number) for number in range(1, 14))), size))
        assert [text.count("Dealer") for text in texts] == [12, 1]
        assert "Boards 1–12" in texts[0]
        assert "Board 13" in texts[1]


def test_a_hand_record_tells_dealer_first_bidder_and_what_the_hands_hold() -> None:
    hands = Hands(
        north="AKQ2.AK.432.9876", east="JT9.QJT.AKQ.JT54", south="8765.987.JT9.AKQ", west="43.65432.8765.32"
    )
    said = lines(render_hand_records(deals(dealt(7, hands=hands))))
    assert inside(["7", "Dealer S", "Bids first W"], said)
    assert inside(["A K Q", "N 2 2 1", "E 1 1 2", "S 1 1 1", "W 0 0 0"], said)
    assert inside(["♠ ♡ ♢ ♣", "N 4 2 3 4", "E 3 3 3 4", "S 4 3 3 3", "W 2 5 4 2"], said)


def test_hands_stand_as_the_players_sat() -> None:
    hands = Hands(north="A...", east=".A..", south="..A.", west="...A")
    aces = [
        ((g.left + g.right) / 2, g.top)
        for g in glyphs(render_hand_records(deals(dealt(1, hands=hands))))
        if g.character == "A" and g.top - g.bottom > 5.5
    ]
    north, east, south, west = (aces[place] for place in range(4))
    assert north[1] > east[1] > south[1]
    assert north[1] > west[1] > south[1]
    assert west[0] < north[0] < east[0]
    assert abs(north[0] - south[0]) < 2


@pytest.mark.parametrize("render", RENDERERS)
def test_thirteen_cards_of_a_suit_stay_on_one_line(render: Render) -> None:
    pdf = render(deals(dealt(2, hands=ONE_SUIT_EACH)), PageSize.A4)
    closed = [line.replace(" ", "") for line in lines(pdf)]
    for sign in "♠♡♢♣":
        assert any(line.startswith(f"{sign}AKQJ1098765432") for line in closed)
        assert sum(line.startswith(f"{sign}–") for line in closed) == 3


def test_each_curtain_card_has_one_hand_and_its_lengths() -> None:
    board = dealt(3)
    said = lines(render_curtain_cards(deals(board, dealt(4))))
    for seat in SEATS:
        hand = getattr(board.hands, seat)
        lengths = (len(ranks) for ranks in hand.split("."))
        counted = [f"{line} {length}" for line, length in zip(printed(hand), lengths, strict=True)]
        at = said.index(f"Board 3 {seat.capitalize()}")
        assert said[at + 2 : at + 6] == counted
    assert said[said.index("Board 3 South") + 1].endswith("Dealer")
    assert said[said.index("Board 3 West") + 1].endswith("Bids first")
    assert sum("Dealer" in line for line in said) == 2


def test_curtain_cards_can_be_cut_apart() -> None:
    """No ink but the cutting lines' own near the middle, where the knife goes."""
    pdf = render_curtain_cards(deals(*(dealt(number) for number in range(1, 3))))
    middle = reader(pdf).pages[0].mediabox.width / 2
    assert not [
        g for g in glyphs(pdf) if g.top > 60 and g.left < float(middle) + 10 and g.right > float(middle) - 10
    ]


@pytest.mark.parametrize("seed", range(20))
def test_dealing_a_sorted_pack_by_the_sheet_gives_the_hands(seed: int) -> None:
    hands = shuffled(seed)
    said = lines(render_dealing_sheets(deals(dealt(1, hands=hands))))
    at = said.index("A K Q J 10 9 8 7 6 5 4 3 2")
    ranks = said[at].replace("10", "T").split()
    piles: dict[str, list[list[str]]] = {seat: [[], [], [], []] for seat in "NESW"}
    for suit, line in enumerate(said[at + 1 : at + 5]):
        sign, *seats = line.split()
        assert sign == "♠♡♢♣"[suit]
        for rank, seat in zip(ranks, seats, strict=True):
            piles[seat][suit].append(rank)
    dealt_hands = {seat: ".".join("".join(suit) for suit in suits) for seat, suits in piles.items()}
    assert dealt_hands == {"N": hands.north, "E": hands.east, "S": hands.south, "W": hands.west}


def test_grounds_of_the_pack_leave_the_texts_black() -> None:
    """A fill of grey that is not set apart prints the event's name, the first text of the page, in it."""
    with pypdfium2.PdfDocument(render_dealing_sheets(deals(dealt(1)))) as document:
        picture = document[0].render(scale=2).to_pil().convert("L")
    darkest, _ = picture.crop((60, 60, 400, 98)).getextrema()
    assert darkest < 60


@pytest.mark.parametrize("render", RENDERERS)
def test_boards_that_are_numbered_by_round_say_which(render: Render) -> None:
    sheet = deals(dealt(8, round_name="Round 1"), dealt(1, round_name="Round 2"))
    pdf = render(sheet, PageSize.A4)
    said = " ".join(page_texts(pdf))
    assert "Round 1 · Board 8 – Round 2 · Board 1" in said
    assert [entry["/Title"] for entry in reader(pdf).outline] == ["Round 1 · Board 8", "Round 2 · Board 1"]


@pytest.mark.parametrize("render", RENDERERS)
def test_names_of_any_length_and_script_fit(render: Render) -> None:
    for name in (LONG, "W" * 200, "שרה ולאה " * 20, "نادي البستوني " * 15, "黑桃俱樂部" * 40):
        head = replace(HEAD, event=name, tournament=name, place=name)
        pdf = render(
            deals(*(dealt(number, round_name=name) for number in range(1, 9)), head=head), PageSize.LETTER
        )
        assert min(min(frame) for frame in ink_frames(pdf)) > 10.5
        assert reader(pdf).metadata.title.strip()


@pytest.mark.parametrize("render", RENDERERS)
def test_without_boards_one_page_says_so(render: Render) -> None:
    (text,) = page_texts(render(deals(), PageSize.A4))
    assert "hands can be shown yet" in text or "has no dealt boards" in text
    assert "Page 1 of 1" in text


def test_every_font_is_in_the_file() -> None:
    found = chain.from_iterable(
        fonts_of(render(deals(dealt(1)), PageSize.A4)).values() for render in RENDERERS
    )
    assert all(found)
