"""A recorded play: read, checked with everything at once, counted, and beside an account of its own."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.blind_nil import Hands
from scoring.deal_score import check_deal
from scoring.faults import FaultsError
from scoring.play import RecordedPlay, count_tricks, read_exchange, read_play
from scoring.play_check import check_play, revokes
from scoring.rules import BlindNil, RuleSet
from scoring.tricks import SEATS, PlayedTrick, mask_of, read_card
from tests.scoring import play_oracle
from tests.scoring.build import quick, rules

STANDARD = rules("standard")
# N deals, so E bids first and leads. Everybody holds one suit, and W's are the spades.
ONE_SUIT = ["E: D2 H2 S2 C2", *(f"W: S{rank} C{rank} D{rank} H{rank}" for rank in "3456789TJQKA")]
SUIT = (1 << 13) - 1
SUITS: Hands = (SUIT, SUIT << 13, SUIT << 26, SUIT << 39)


def play(tricks: list[str], bids: tuple[str, ...] = ("3", "3", "3", "4"), **more: Any) -> RecordedPlay:
    return read_play("N", bids, tricks, **more)


def found(record: RecordedPlay, rule_set: RuleSet = STANDARD, **more: Any) -> tuple[list[Any], list[Any]]:
    check = check_play(rule_set, record, **more)
    return (
        [(each.code, each.path) for each in check.faults],
        [(each.code, each.path) for each in check.irregularities],
    )


def changed(tricks: list[str], **changes: str) -> list[str]:
    """The tricks with some replaced: ``t3="E: …"`` is trick 3."""
    return [changes.get(f"t{number}", text) for number, text in enumerate(tricks, 1)]


def random_play(
    seed: int, care: float = 1.0
) -> tuple[RecordedPlay, list[play_oracle.Finding], list[play_oracle.Trick]]:
    source = random.Random(seed)
    hands = play_oracle.deal(source)
    dealer = source.choice(SEATS)
    first = SEATS[(SEATS.index(dealer) + 1) % 4]
    tricks, findings = play_oracle.play_out(source, hands, first, care=care)
    north, east, south, west = (mask_of(map(read_card, hands[seat])) for seat in SEATS)
    bids = [source.choice(("N", "1", "2", "3", "4")) for _ in SEATS]
    texts = [f"{leader}: {' '.join(cards)}" for leader, cards in tricks]
    return read_play(dealer, bids, texts, hands=(north, east, south, west)), findings, tricks


# --- a play by the book ------------------------------------------------------------------------------------


def test_a_play_becomes_bids_and_tricks_by_player() -> None:
    record = play(ONE_SUIT, ("N", "3", "4", "B"), hands=SUITS)
    deal = count_tricks(record)
    assert [str(part) for part in (deal.ns_bid, deal.ns_tricks, deal.ew_bid, deal.ew_tricks)] == [
        "N+4",
        "0+0",
        "3+B",
        "0+13",
    ]
    assert deal.winners == (3,) * 13


def test_a_play_by_the_book_has_no_findings() -> None:
    assert check_play(STANDARD, play(ONE_SUIT, hands=SUITS)).is_clean


@quick
@given(st.integers(0, 10**9))
def test_any_play_by_the_book_is_clean_and_counts_as_the_book_does(seed: int) -> None:
    record, findings, tricks = random_play(seed)
    assert findings == []
    assert check_play(STANDARD, record).is_clean
    deal = count_tricks(record)
    takers = [play_oracle.taker(trick) for trick in tricks]
    assert [SEATS[winner] for winner in deal.winners] == takers
    assert deal.ns_tricks.players == (takers.count("N"), takers.count("S"))
    assert deal.ew_tricks.players == (takers.count("E"), takers.count("W"))
    assert check_deal(STANDARD, deal.ns_bid, deal.ns_tricks, deal.ew_bid, deal.ew_tricks) == ()


@quick
@given(st.integers(0, 10**9), st.sampled_from((0.5, 0.8, 0.95)))
def test_every_irregularity_of_a_careless_play_is_found_and_no_other(seed: int, care: float) -> None:
    record, findings, _ = random_play(seed, care)
    expected = [
        (code, f"tricks[{number}].leader" if place < 0 else f"tricks[{number}].cards[{place}]")
        for code, number, place in findings
    ]
    faults, irregularities = found(record)
    assert faults == []
    assert sorted(irregularities) == sorted(expected)
    # The same without the deal: the play itself is the proof.
    assert found(replace(record, hands=None)) == (faults, irregularities)


# --- against the rules -------------------------------------------------------------------------------------


def test_a_revoke_is_told_with_its_proof() -> None:
    """N and E have changed their lowest cards, and N keeps the diamond on E's diamond lead."""
    record = play(["E: D3 H2 S2 C3", "W: S3 D2 C2 H3", *ONE_SUIT[2:]])
    assert found(record) == ([], [("revoke", "tricks[0].cards[3]")])
    (revoke,) = revokes(record)
    assert revoke.text == "N revoked on trick 1: ♣3 instead of diamonds, of which ♦2 came on trick 2."
    assert (SEATS[revoke.seat], revoke.trick, revoke.shown_in) == ("N", 0, 1)


def test_each_revoke_counts_and_the_tricks_stand_as_they_fell() -> None:
    """S holds ♦3 for ♥2 as well, and keeps it too."""
    tricks = ["E: D4 H3 S2 C3", "W: S3 D2 C2 D3", "W: S4 C4 H2 H4", *ONE_SUIT[3:]]
    record = play(tricks)
    assert found(record) == ([], [("revoke", "tricks[0].cards[1]"), ("revoke", "tricks[0].cards[3]")])
    assert count_tricks(record).winners == (3,) * 13


def test_a_spade_led_early_is_told_with_what_else_was_held() -> None:
    """E and W have changed their lowest cards."""
    later = [
        f"W: S{rank} C{low} D{low} H{low}" for rank, low in zip("456789TJQKA", "3456789TJQK", strict=True)
    ]
    record = play(["E: S2 H2 S3 C2", *later, "W: D2 CA DA HA"])
    assert found(record) == ([], [("spade-led-early", "tricks[0].cards[0]")])
    assert check_play(STANDARD, record).irregularities[0].message == (
        "E led ♠2 to trick 1 before a spade had been played, and held ♦A."
    )
    assert count_tricks(record).ew_tricks.players == (1, 12)


def test_leads_out_of_turn_are_told_with_whose_turn_it_was() -> None:
    record = play(["S: H2 S2 C2 D2", "E: D3 H3 S3 C3", *ONE_SUIT[2:]], hands=SUITS)
    assert [(each.path, each.message) for each in check_play(STANDARD, record).irregularities] == [
        ("tricks[0].leader", "S led to trick 1, but E bid first and was to lead."),
        ("tricks[1].leader", "E led to trick 2, but W took trick 1 and was to lead."),
    ]


# --- records that cannot be --------------------------------------------------------------------------------


def test_a_card_played_twice_and_the_one_that_is_nowhere() -> None:
    record = play(changed(ONE_SUIT, t5="W: S6 C6 D2 H6"))
    check = check_play(STANDARD, record)
    assert [(each.code, each.path, each.message) for each in check.faults] == [
        ("play-card-twice", "tricks[4].cards[2]", "♦2 was played on trick 1 already: correct one of them."),
        ("play-card-missing", "tricks", "♦6 is in no trick."),
    ]


def test_a_trick_and_a_card_too_few() -> None:
    assert found(play(ONE_SUIT[:12]))[0] == [("play-tricks", "tricks")]
    assert found(play(changed(ONE_SUIT, t2="W: S3 C3 D3")))[0] == [("play-cards", "tricks[1].cards")]
    assert found(play([*ONE_SUIT, "W: S2 C2 D2 H2"]))[0] == [
        ("play-tricks", "tricks"),
        *[("play-card-twice", f"tricks[13].cards[{place}]") for place in range(4)],
    ]


def test_cards_that_somebody_else_held() -> None:
    record = play(changed(ONE_SUIT, t2="W: S3 D3 C3 H3"), hands=SUITS)
    check = check_play(STANDARD, record)
    assert [(each.code, each.path) for each in check.faults] == [
        ("play-not-held", "tricks[1].cards[1]"),
        ("play-not-held", "tricks[1].cards[2]"),
    ]
    assert check.faults[0].message == "N cannot have played ♦3 on trick 2: E held it."


def test_hands_that_are_no_deal() -> None:
    assert found(play(ONE_SUIT, hands=(SUITS[0], SUITS[1], SUITS[2], SUITS[2])))[0] == [
        ("play-deal", "hands")
    ]


def test_bids_are_checked_by_the_rule_set() -> None:
    assert found(play(ONE_SUIT, ("9", "3", "9", "B")), rules("puzzle-pirates"), ns_lead=99)[0] == [
        ("bid-over-13", "ns_bid"),
        ("blind-nil-not-behind", "ew_bid"),
    ]


def test_all_is_told_at_once() -> None:
    tricks = changed(["S: H2 S2 C2 D2", *ONE_SUIT[1:]], t4="W: S5 C5 D5", t6="W: S7 C7 D7 H2")
    faults, irregularities = found(play(tricks[:12], ("B", "3", "3", "3"), hands=SUITS))
    assert faults == [
        ("blind-nil-off", "ns_bid"),
        ("play-tricks", "tricks"),
        ("play-cards", "tricks[3].cards"),
        ("play-card-twice", "tricks[5].cards[3]"),
    ]
    assert [code for code, _ in irregularities] == ["exchange-missing", "lead-out-of-turn"]


# --- the exchange ------------------------------------------------------------------------------------------


def exchange_play(**more: Any) -> RecordedPlay:
    """N, blind, gave ♣A and ♣K to S for ♥3 and ♥2; the cards fell by suits all the same, but for these."""
    tricks = changed(
        ONE_SUIT, t1="E: D2 CA S2 H2", t2="W: S3 H3 D3 CK", t12="W: SK C2 DK HK", t13="W: SA C3 DA HA"
    )
    return play(tricks, ("B", "3", "4", "3"), hands=SUITS, **more)


def test_cards_are_held_against_the_hands_after_the_exchange() -> None:
    rule_set = rules("standard", blind_nil=BlindNil.ON)
    assert found(exchange_play(exchanges=["N: CA CK for H2 H3"]), rule_set) == ([], [])
    faults, irregularities = found(exchange_play(), rule_set)
    assert [code for code, _ in faults] == ["play-not-held"] * 4
    assert irregularities == [("exchange-missing", "bids[0]")]


def test_an_exchange_needs_a_blind_nil_and_is_made_once() -> None:
    record = play(ONE_SUIT, exchanges=["N: CA CK for H2 H3", "S: H2 H3 for CA CK", "E: D2 for S2 S3"])
    assert found(record)[0] == [
        ("exchange-without-blind-nil", "exchanges[0]"),
        ("exchange-without-blind-nil", "exchanges[1]"),
        ("exchange-twice", "exchanges[1]"),
        ("exchange-without-blind-nil", "exchanges[2]"),
        ("exchange-cards", "exchanges[2].given"),
    ]


# --- text --------------------------------------------------------------------------------------------------


def test_everything_unreadable_is_told_at_once() -> None:
    with pytest.raises(FaultsError) as refused:
        read_play("X", ("4", "14", "?"), ["E D2", "E: D2 X9", "Q: D2"], exchanges=["N: CA CK"])
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [
        ("play-unreadable", "dealer"),
        ("play-bids", "bids"),
        ("play-unreadable", "bids[1]"),
        ("play-unreadable", "bids[2]"),
        ("play-unreadable", "tricks[0]"),
        ("play-unreadable", "tricks[1]"),
        ("play-unreadable", "tricks[2]"),
        ("play-unreadable", "exchanges[0]"),
    ]


@pytest.mark.parametrize("text", ["", "-1", "4+3", "²", "1" * 5000])
def test_what_is_no_players_bid(text: str) -> None:
    with pytest.raises(FaultsError, match="A player"):
        read_play("N", (text, "3", "3", "3"), ONE_SUIT)


def test_zero_is_nil_and_small_letters_are_read() -> None:
    record = read_play("w", ("0", "n", "b", "13"), ONE_SUIT)
    assert [str(bid) for bid in record.bids] == ["N", "N", "B", "13"]
    assert SEATS[record.first_bidder] == "N"


def test_tricks_and_exchanges_are_written_as_they_are_read() -> None:
    record = play(ONE_SUIT)
    assert play([str(trick) for trick in record.tricks]) == record
    assert str(PlayedTrick(1, record.tricks[0].cards)) == "E: ♦2 ♥2 ♠2 ♣2"
    assert str(read_exchange("n: ca ck FOR h2 h3")) == "N: ♣A ♣K for ♥2 ♥3"
    assert read_exchange("N: ♣A ♣K for ♥2 ♥3") == read_exchange("N:CA CK for H2 H3")
