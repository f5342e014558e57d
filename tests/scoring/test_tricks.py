"""Cards, turns, legal plays and who takes a trick."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards.cards import Card, Hand
from boards.deal import Deal
from scoring.notation import NotationError
from scoring.tricks import (
    CARDS,
    SEATS,
    PlayedTrick,
    card_text,
    cards_of,
    cards_text,
    dealer_of,
    first_bidder,
    legal_cards,
    mask_of,
    read_card,
    read_seat,
    suit_of,
    trick_winner,
)
from tests.scoring import play_oracle
from tests.scoring.build import quick


def hand(text: str) -> int:
    return mask_of(read_card(card) for card in text.split())


def names(mask: int) -> str:
    return " ".join(card_text(card) for card in cards_of(mask))


def legal(held: str, led: str | None = None, *, broken: bool = False) -> str:
    return names(legal_cards(hand(held), None if led is None else "CDHS".index(led), broken=broken))


def taker(leader: str, cards: str) -> str:
    return SEATS[trick_winner(SEATS.index(leader), [read_card(card) for card in cards.split()])]


# --- who begins --------------------------------------------------------------------------------------------


def test_the_first_bidder_sits_left_of_the_dealer() -> None:
    assert [SEATS[first_bidder(dealer)] for dealer in range(4)] == ["E", "S", "W", "N"]


def test_the_deal_moves_clockwise_every_deal() -> None:
    assert "".join(SEATS[dealer_of(deal, SEATS.index("S"))] for deal in range(1, 6)) == "SWNES"


def test_in_duplicate_the_boards_number_gives_the_dealer() -> None:
    assert "".join(SEATS[dealer_of(board)] for board in (1, 2, 3, 4, 5, 16, 17)) == "NESWNWN"


# --- legal plays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "led", "broken", "found"),
    [
        ("H2 HA C3 S4", "H", False, "♥2 ♥A"),
        ("C3 D5 S4", "H", False, "♣3 ♦5 ♠4"),
        ("C3 S4", "S", False, "♠4"),
        ("C3 D5", "S", True, "♣3 ♦5"),
        ("C3 S4 SA", None, False, "♣3"),
        ("C3 S4 SA", None, True, "♣3 ♠4 ♠A"),
        ("S4 SA", None, False, "♠4 ♠A"),
        ("", None, False, ""),
        ("", "H", True, ""),
    ],
)
def test_which_cards_may_be_played(held: str, led: str | None, broken: bool, found: str) -> None:
    assert legal(held, led, broken=broken) == found


@quick
@given(st.integers(0, 10**9), st.integers(0, 12), st.integers(0, 3))
def test_every_card_tried_by_itself_agrees(seed: int, tricks: int, place: int) -> None:
    """The hand of a player in the middle of a deal that was played at random by the book."""
    source = random.Random(seed)
    hands = play_oracle.deal(source)
    played, _ = play_oracle.play_out(source, hands, "N")
    leader, cards = played[tricks]
    table = cards[:place]
    gone = [card for _, earlier in played[:tricks] for card in earlier]
    seat = SEATS[(SEATS.index(leader) + place) % 4]
    held = [card for card in hands[seat] if card not in gone]
    led = suit_of(read_card(table[0])) if table else None
    found = legal_cards(hand(" ".join(held)), led, broken=any(card[0] == "S" for card in gone))
    assert found == hand(" ".join(card for card in held if play_oracle.may_play(card, held, table, gone)))
    assert found


@quick
@given(st.sets(st.integers(0, CARDS - 1), min_size=1), st.none() | st.integers(0, 3), st.booleans())
def test_who_holds_a_card_can_play_one_and_only_what_they_hold(
    cards: set[int], led: int | None, broken: bool
) -> None:
    held = mask_of(cards)
    found = legal_cards(held, led, broken=broken)
    assert found
    assert found & ~held == 0


# --- who takes the trick -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "cards", "found"),
    [
        ("N", "H2 H9 HK HA", "W"),
        ("S", "H2 H9 HK HA", "E"),
        ("E", "HQ CA DA H3", "E"),
        ("W", "HA S2 HK H3", "N"),
        ("W", "HA S2 S3 H3", "E"),
        ("E", "S5 SA HA SK", "S"),
        ("S", "CT CJ C9 D2", "W"),
    ],
)
def test_the_highest_spade_or_else_of_the_suit_led(leader: str, cards: str, found: str) -> None:
    assert taker(leader, cards) == found


def test_puzzle_pirates_typical_trick() -> None:
    """S3's picture: South leads a low club, North takes the trick with the jack of spades."""
    assert taker("S", "C4 CQ SJ C9") == "N"


@quick
@given(
    st.lists(st.sampled_from(play_oracle.PACK), min_size=4, max_size=4, unique=True), st.sampled_from(SEATS)
)
def test_card_against_card_agrees(cards: list[str], leader: str) -> None:
    trick = PlayedTrick(SEATS.index(leader), tuple(read_card(card) for card in cards))
    assert SEATS[trick.winner] == play_oracle.taker((leader, cards))


# --- text --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", range(CARDS))
def test_cards_are_numbered_as_the_boards_number_them(card: int) -> None:
    theirs = Card(card)
    assert (card_text(card), suit_of(card)) == (str(theirs), theirs.suit)
    assert read_card(card_text(card)) == card


def test_hands_are_those_of_a_deal() -> None:
    north = Deal.from_number(12345678901234567890).hands[0]
    assert Hand(mask_of(cards_of(north.mask))) == north
    assert cards_of(north.mask) == north.indexes


@pytest.mark.parametrize("text", ["S10", "st", "TS", " ♠ 10 ", "10s", "♠T"])
def test_a_card_is_read_however_it_is_written(text: str) -> None:
    assert card_text(read_card(text)) == "♠T"


@pytest.mark.parametrize("text", ["", "S", "1S", "SS", "AA", "SAA", "X5", "S1", "x" * 500])
def test_what_is_no_card_is_refused_in_a_short_sentence(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card") as refused:
        read_card(text)
    assert len(str(refused.value)) < 100


def test_seats() -> None:
    assert [read_seat(text) for text in ("n", " E ", "S", "w")] == [0, 1, 2, 3]
    for text in ("", "NE", "North", "5"):
        with pytest.raises(NotationError, match="is not a seat"):
            read_seat(text)


def test_cards_in_words() -> None:
    assert cards_text([read_card("H7")]) == "♥7"
    assert cards_text(cards_of(hand("C2 H7 SA"))) == "♠A, ♥7 and ♣2"
