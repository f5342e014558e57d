"""Deals: text and number both ways, what follows from a board's number, and every fault of a bad deal."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.cards import Card, Hand, Seat, Suit
from boards.deal import Deal, DealError, dealer, first_bidder
from boards.numbering import DEALS
from tests.boards import oracle

GOOD = "N:AKQ2.T98.765.432 JT9.AKQ.AK2.AKQ5 876.J765.QJT.JT9 543.432.9843.876"
numbers = st.integers(0, DEALS - 1)


def faults_of(text: str) -> tuple[str, ...]:
    with pytest.raises(DealError) as caught:
        Deal.parse(text)
    return caught.value.faults


@st.composite
def shuffled_deals(draw: st.DrawFn) -> list[frozenset[int]]:
    cards = draw(st.permutations(range(52)))
    return [frozenset(cards[start : start + 13]) for start in range(0, 52, 13)]


def mask(cards: frozenset[int]) -> int:
    return sum(1 << card for card in cards)


class TestNumber:
    def test_there_are_as_many_deals_as_known(self) -> None:
        assert DEALS == 53_644_737_765_488_792_839_237_440_000 == oracle.DEALS

    @given(numbers)
    def test_number_to_hands_and_back(self, number: int) -> None:
        deal = Deal.from_number(number)
        hands = deal.hands
        assert [hand.mask.bit_count() for hand in hands] == [13] * 4
        assert hands[0].mask | hands[1].mask | hands[2].mask | hands[3].mask == (1 << 52) - 1
        assert Deal.from_hands(hands) == deal

    @given(shuffled_deals())
    @settings(max_examples=60)
    def test_hands_to_number_as_the_slow_computation_has_it(self, cards: list[frozenset[int]]) -> None:
        north, east, south, west = (Hand(mask(hand)) for hand in cards)
        deal = Deal.from_hands((north, east, south, west))
        assert deal.number == oracle.number(cards)
        assert deal.hands == (north, east, south, west)

    def test_the_slow_computation_numbers_small_sets_without_gap(self) -> None:
        # All sets of 3 of 39 cards, sorted as the numbering says: the order is the place in that list.
        sets = [frozenset(cards) for cards in combinations(range(39), 3)]
        sets.sort(
            key=lambda cards: (sum(c >= 26 for c in cards), sum(13 <= c < 26 for c in cards), mask(cards))
        )
        assert [oracle.order(cards, 39) for cards in sets] == list(range(9139))

    def test_first_last_and_edges(self) -> None:
        # By the numbering's description: the fewest spades and hearts for North-South come first.
        clubs, diamonds, hearts, spades = (f"{'.' * (3 - s)}AKQJT98765432{'.' * s}" for s in range(4))
        assert Deal(0).pbn == f"N:{clubs} {hearts} {diamonds} {spades}"
        assert Deal(DEALS - 1).pbn == f"N:{spades} {diamonds} {hearts} {clubs}"
        assert Deal(1).hands[0] == Deal(0).hands[0]
        for edge in (0, 1, 10_400_599, 10_400_600, 10_400_600**2 - 1, 10_400_600**2, DEALS - 2, DEALS - 1):
            assert oracle.number(oracle.hands_of(Deal(edge).pbn)) == edge

    @pytest.mark.parametrize("number", [-1, DEALS, DEALS * 5])
    def test_no_other_number_is_a_deal(self, number: int) -> None:
        with pytest.raises(DealError, match="number is 0 to"):
            Deal(number)

    def test_from_hands_refuses_what_is_no_deal(self) -> None:
        north, east, south, _ = Deal(5).hands
        with pytest.raises(DealError, match="appears twice: in South and in West") as caught:
            Deal.from_hands((north, east, south, south))
        assert len(caught.value.faults) == 26


class TestText:
    @given(numbers)
    def test_text_and_back(self, number: int) -> None:
        deal = Deal(number)
        assert Deal.parse(deal.pbn) == deal
        assert len(deal.pbn) == 69
        assert str(deal) == deal.pbn

    @given(numbers, st.sampled_from("NESW"), st.randoms(use_true_random=False))
    def test_other_ways_of_writing_it(self, number: int, first: str, rng: random.Random) -> None:
        deal = Deal(number)
        hands = deal.pbn[2:].split(" ")
        start = "NESW".index(first)
        written = []
        for hand in hands[start:] + hands[:start]:
            suits = ["".join(rng.sample(suit, len(suit))) for suit in hand.split(".")]
            suits = [suit.replace("T", rng.choice(("T", "10"))) or rng.choice(("", "-")) for suit in suits]
            written.append(".".join(suits))
        text = f" {first} : " + "  ".join(written) + "\t"
        assert Deal.parse(rng.choice((text, text.lower()))) == deal

    def test_hands_stand_where_the_first_seat_puts_them(self) -> None:
        hands = Deal.parse("S:" + GOOD[2:]).hands
        assert str(hands[Seat.S]) == "AKQ2.T98.765.432"
        assert str(hands[Seat.N]) == "876.J765.QJT.JT9"


class TestFaults:
    def test_a_card_twice_is_named_with_its_places(self) -> None:
        assert faults_of(GOOD.replace(" JT9.AKQ", " AT9.AKQ")) == (
            "♠A appears twice: in North and in East.",
            "♠J is in no hand.",
        )

    def test_a_card_twice_in_one_hand(self) -> None:
        assert faults_of(GOOD.replace(":AKQ2.", ":AKQQ.")) == (
            "♠Q appears twice: in North and in North.",
            "♠2 is in no hand.",
        )

    def test_51_cards(self) -> None:
        assert faults_of(GOOD.replace(":AKQ2.", ":AKQ.")) == (
            "♠2 is in no hand.",
            "North has 12 cards, not 13.",
        )

    def test_a_hand_of_12_and_one_of_14(self) -> None:
        text = GOOD.replace(":AKQ2.", ":AKQ.").replace(" 543.", " 5432.")
        assert faults_of(text) == ("North has 12 cards, not 13.", "West has 14 cards, not 13.")

    def test_all_bad_ranks_are_told_at_once(self) -> None:
        faults = faults_of(GOOD.replace(":AKQ2.", ":AXQ2.").replace("9843", "9Z43"))
        assert len(faults) == 2
        assert "North's spades" in faults[0]
        assert ": X;" in faults[0]
        assert "West's diamonds" in faults[1]

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("", "Begin the deal with the seat"),
            (GOOD[2:], "Begin the deal with the seat"),
            ("X" + GOOD[1:], "Begin the deal with the seat"),
            (GOOD.rsplit(" ", 1)[0], "this deal has 3"),
            (GOOD + " 543.432.9843.876", "this deal has 5"),
            (GOOD.replace("876.J765.QJT.JT9", "876.J765.QJT"), "South's hand needs four suits"),
            (GOOD.replace("876.J765.QJT.JT9", "-"), "South's hand is hidden"),
            (GOOD.replace("T98", "198"), "North's hearts"),
            ("N:" + "A" * 5000, "this text has 5002"),
        ],
    )
    def test_each_gets_a_sentence(self, text: str, told: str) -> None:
        faults = faults_of(text)
        assert len(faults) == 1
        assert told in faults[0]
        assert faults[0].endswith(".")
        assert len(faults[0]) < 200

    def test_four_hidden_hands(self) -> None:
        assert [fault.split("'")[0] for fault in faults_of("N:- - - -")] == ["North", "East", "South", "West"]

    @given(st.text(max_size=100) | st.text("NESW:.AKQJT98765432- 10", max_size=90).map("N:".__add__))
    def test_any_text_is_a_deal_or_a_deal_error(self, text: str) -> None:
        faults: tuple[str, ...] = ()
        try:
            deal = Deal.parse(text)
            assert Deal.parse(deal.pbn) == deal
        except DealError as error:
            faults = error.faults
        assert all(fault.endswith(".") for fault in faults)


class TestBoardNumber:
    def test_dealer_goes_round_by_number(self) -> None:
        assert "".join(str(dealer(board)) for board in range(1, 10)) == "NESWNESWN"

    def test_the_first_bidder_sits_left_of_the_dealer(self) -> None:
        assert "".join(str(first_bidder(board)) for board in range(1, 10)) == "ESWNESWNE"

    @pytest.mark.parametrize("board", [0, -3])
    def test_there_is_no_board_zero(self, board: int) -> None:
        with pytest.raises(ValueError, match="numbered from 1"):
            dealer(board)


class TestCards:
    def test_hand_tells_its_points_and_lengths(self) -> None:
        north, east, _, west = Deal.parse(GOOD).hands
        assert (north.points, east.points, west.points) == (9, 26, 0)
        assert north.lengths == (4, 3, 3, 3)
        assert east.holdings == ("JT9", "AKQ", "AK2", "AKQ5")
        assert north.holding(Suit.SPADES) == "AKQ2"
        assert [str(card) for card in north.cards[:5]] == ["♠A", "♠K", "♠Q", "♠2", "♥T"]

    @given(numbers)
    def test_a_deal_has_forty_points(self, number: int) -> None:
        assert sum(hand.points for hand in Deal(number).hands) == 40

    def test_seats(self) -> None:
        assert [Seat.W.left, Seat.N.partner, Seat.E.partner] == [Seat.N, Seat.S, Seat.W]
        assert Seat.S.word == "South"

    @pytest.mark.parametrize("index", [-1, 52])
    def test_there_are_52_cards(self, index: int) -> None:
        with pytest.raises(ValueError, match="0 to 51"):
            Card(index)
