"""Blind nil before the cards are seen, and the exchange after it."""

from typing import Any

import pytest

from scoring.blind_nil import Exchange, check_blind_nil, check_exchange, exchanged, whole_hands
from scoring.notation import PlayerBid
from scoring.rules import BlindNil
from scoring.tricks import cards_of, read_card
from tests.scoring.build import rules

BLIND = PlayerBid(0, blind=True)
PIRATES = rules("puzzle-pirates")
SUIT = (1 << 13) - 1
# N has the clubs, E the diamonds, S the hearts, W the spades.
SUITS = (SUIT, SUIT << 13, SUIT << 26, SUIT << 39)


def codes(rule_set: Any, **more: Any) -> list[str]:
    return [fault.code for fault in check_blind_nil(rule_set, **more)]


def swap(bidder: int, given: str, received: str) -> Exchange:
    one, two = (tuple(read_card(card) for card in cards.split()) for cards in (given, received))
    return Exchange(bidder, one, two)


# --- who may bid it ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "found"),
    [
        (-100, []),
        (-101, []),
        (-99, ["blind-nil-not-behind"]),
        (0, ["blind-nil-not-behind"]),
        (100, ["blind-nil-not-behind"]),
        (None, []),
    ],
)
def test_only_a_side_100_behind(lead: int | None, found: list[str]) -> None:
    assert codes(PIRATES, lead=lead) == found


@pytest.mark.parametrize(("lead", "where"), [(-99, "99 behind"), (0, "level"), (40, "40 ahead")])
def test_the_sentence_says_where_the_side_is(lead: int, where: str) -> None:
    assert f"this one is {where}: look and bid." in check_blind_nil(PIRATES, lead=lead)[0].message


def test_the_distance_is_the_rule_sets() -> None:
    assert codes(rules("puzzle-pirates", blind_nil_behind=200), lead=-199) == ["blind-nil-not-behind"]


def test_one_player_of_the_side_who_looked_leaves_it_to_the_partner() -> None:
    assert codes(PIRATES, lead=-100, partner=PlayerBid(4)) == []
    assert codes(PIRATES, lead=-100, partner=PlayerBid(0)) == []
    assert codes(PIRATES, lead=-100, partner=BLIND) == ["blind-nil-both-players"]


def test_one_side_only() -> None:
    assert codes(PIRATES, opponents=(PlayerBid(0), PlayerBid(4))) == []
    assert codes(PIRATES, opponents=(PlayerBid(4), BLIND)) == ["blind-nil-both-sides"]


def test_all_that_is_in_the_way_is_told_at_once() -> None:
    found = codes(PIRATES, lead=5, has_seen=True, partner=BLIND, opponents=(BLIND,))
    assert found == [
        "blind-nil-seen",
        "blind-nil-not-behind",
        "blind-nil-both-players",
        "blind-nil-both-sides",
    ]


def test_where_it_is_off_nothing_else_is_said() -> None:
    assert codes(rules("standard"), lead=-300, has_seen=True) == ["blind-nil-off"]


def test_where_it_is_on_only_the_cards_must_be_unseen() -> None:
    on = rules("standard", blind_nil=BlindNil.ON)
    assert codes(on, lead=200, partner=BLIND, opponents=(BLIND,)) == []
    assert codes(on, has_seen=True) == ["blind-nil-seen"]


# --- the exchange ------------------------------------------------------------------------------------------


def test_two_cards_go_each_way() -> None:
    after = exchanged(SUITS, swap(2, "HA HK", "C2 C3"))
    assert whole_hands(after)
    assert (after[1], after[3]) == (SUITS[1], SUITS[3])
    assert {read_card(card) for card in ("HA", "HK")} <= set(cards_of(after[0]))
    assert {read_card(card) for card in ("C2", "C3")} <= set(cards_of(after[2]))
    assert len(cards_of(after[2])) == 13


def test_an_exchange_and_its_way_back_leave_the_deal() -> None:
    there = exchanged(SUITS, swap(0, "CA C2", "H5 H6"))
    assert exchanged(there, swap(2, "CA C2", "H5 H6")) == SUITS


@pytest.mark.parametrize(
    ("given", "received", "found"),
    [
        ("CA CK", "H2 H3", []),
        ("CA", "H2 H3 H4", [("exchange-cards", "given"), ("exchange-cards", "received")]),
        ("CA CA", "H2 H3", [("exchange-cards", "given")]),
        ("CA DA", "H2 S3", [("exchange-not-held", "given"), ("exchange-not-held", "received")]),
    ],
)
def test_what_is_no_exchange(given: str, received: str, found: list[tuple[str, str]]) -> None:
    assert [(fault.code, fault.path) for fault in check_exchange(swap(0, given, received), SUITS)] == found


def test_without_the_deal_only_the_number_of_cards_is_checked() -> None:
    assert check_exchange(swap(0, "DA SA", "C2 D3")) == ()


def test_the_sentence_names_who_passes_and_what_is_not_there() -> None:
    found = check_exchange(swap(0, "CA", "H2 S3"), SUITS)
    assert [fault.message for fault in found] == [
        "N passes 2 different cards to the partner; name 2.",
        "S does not hold ♠3: name cards that were dealt there.",
    ]


def test_four_hands_are_a_deal_or_not() -> None:
    assert whole_hands(SUITS)
    assert not whole_hands((SUITS[0], SUITS[1], SUITS[2], SUITS[2]))
    one = 1 << 12
    assert not whole_hands((SUITS[0] ^ one, SUITS[1] ^ one, SUITS[2], SUITS[3]))
