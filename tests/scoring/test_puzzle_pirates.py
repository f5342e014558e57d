"""Every figure that Puzzle Pirates' own description of Spades gives, by the rules it names."""

from itertools import pairwise

import pytest

from scoring.blind_nil import check_blind_nil
from scoring.deal_score import check_deal, score_side
from scoring.elo import Outcome
from scoring.notation import NotationError, PlayerBid, SideBid, SideTricks
from scoring.running import Running, apply_to_running
from scoring.stakes import settle
from scoring.tricks import CARDS, SEATS, dealer_of, first_bidder, read_card, suit_of, trick_winner
from tests.scoring.build import rules, sides

PIRATES = rules("puzzle-pirates")


def points(bid: str, tricks: str) -> int:
    return score_side(PIRATES, SideBid.parse(bid), SideTricks.parse(tricks)).total


def after(score: int, bags: int, bid: str, tricks: str) -> Running:
    deal = score_side(PIRATES, SideBid.parse(bid), SideTricks.parse(tricks))
    return apply_to_running(PIRATES, Running(score, bags), deal).after


def test_a_contract_of_seven_is_70_points_either_way() -> None:
    assert (points("7", "7"), points("7", "6")) == (70, -70)


def test_a_nil_is_50_and_a_blind_nil_100_half_of_what_is_usual() -> None:
    assert [points(bid, tricks) - 30 for bid, tricks in (("N+3", "0+3"), ("N+3", "1+3"))] == [50, -50]
    assert [points(bid, tricks) - 30 for bid, tricks in (("B+3", "0+3"), ("B+3", "1+3"))] == [100, -100]
    usual = rules("standard")
    assert (usual.nil_points, usual.blind_nil_points) == (100, 200)


def test_ten_tricks_on_a_contract_of_seven_are_three_overtricks() -> None:
    assert score_side(PIRATES, SideBid(7), SideTricks(10)).bags == 3
    assert points("7", "10") == 70 + 3


def test_ten_overtricks_are_a_loss_of_90() -> None:
    assert after(0, 0, "3", "13") == Running(30 - 90, 0)


def test_overtricks_add_up_over_rounds() -> None:
    first = after(0, 0, "4", "9")
    assert first == Running(45, 5)
    assert after(first.score, first.bags, "4", "9") == Running(45 + 45 - 100, 0)


def test_a_nil_bidders_tricks_are_neither_contract_nor_overtricks() -> None:
    assert points("N+4", "3+4") == -50 + 40
    assert points("N+4", "3+3") == -50 - 40


def test_the_scoring_example_of_team_1() -> None:
    assert after(153, 0, "3+N", "5+1").score == 153 - 50 + 30 + 2 == 135


def test_the_scoring_example_of_team_2() -> None:
    assert after(28, 8, "B+5", "0+8") == Running(28 + 100 + 50 + 3 - 100, 1) == Running(81, 1)


def test_the_side_of_the_scoring_example_that_bid_blind_was_125_behind() -> None:
    assert check_blind_nil(PIRATES, lead=28 - 153) == ()
    assert check_blind_nil(PIRATES, lead=153 - 28) != ()


@pytest.mark.parametrize("bid", range(14))
def test_a_player_may_bid_anything_from_nil_to_13(bid: int) -> None:
    assert check_deal(PIRATES, *sides(f"{bid}+N", f"{bid}+0", "N+N", f"0+{13 - bid}")) == ()


def test_nobody_bids_14() -> None:
    with pytest.raises(NotationError):
        SideBid.parse("14+N")


def test_a_round_is_13_tricks() -> None:
    assert check_deal(PIRATES, *sides("7", "7", "5", "6")) == ()
    assert [fault.code for fault in check_deal(PIRATES, *sides("7", "7", "5", "5"))] == ["tricks-sum"]


def test_thirteen_spades_ranked_from_the_2_to_the_ace_among_52_cards() -> None:
    spades = [card for card in range(CARDS) if "CDHS"[suit_of(card)] == "S"]
    assert (CARDS, len(spades)) == (52, 13)
    for lower, higher in pairwise(read_card(f"S{rank}") for rank in "23456789TJQKA"):
        assert SEATS[trick_winner(SEATS.index("S"), [read_card("C4"), higher, lower, read_card("C9")])] == "W"


def test_the_two_winners_have_their_wager_back_and_share_the_losers_equally() -> None:
    assert settle(50, Outcome.EW, (False,) * 4) == (-50, -50, 50, 50)


def test_who_leaves_forfeits_the_wager() -> None:
    assert settle(50, Outcome.EW, (True, False, False, False))[0] == -50


def test_a_sides_bids_do_not_pass_13() -> None:
    assert check_deal(PIRATES, *sides("6+7", "6", "4", "7")) == ()
    assert [fault.code for fault in check_deal(PIRATES, *sides("7+7", "6", "4", "7"))] == ["bid-over-13"]


@pytest.mark.parametrize(("lead", "allowed"), [(-100, True), (-99, False), (100, False)])
def test_a_blind_nil_needs_a_difference_of_100(lead: int, allowed: bool) -> None:
    assert (check_blind_nil(PIRATES, lead=lead) == ()) is allowed


def test_the_second_of_a_side_may_still_bid_blind_when_the_first_looked() -> None:
    assert check_blind_nil(PIRATES, lead=-100, partner=PlayerBid(3)) == ()
    assert check_blind_nil(PIRATES, lead=-100, partner=PlayerBid(0, blind=True)) != ()


@pytest.mark.parametrize("target", [200, 250, 300, 500, 1000])
def test_what_a_game_can_be_played_to_and_mercy_at_its_negative(target: int) -> None:
    assert rules("puzzle-pirates", target=target).lowest == -target


def test_the_first_bid_passes_clockwise_every_round() -> None:
    assert "".join(SEATS[first_bidder(dealer_of(deal, SEATS.index("S")))] for deal in range(1, 6)) == "WNESW"
