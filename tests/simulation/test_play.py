"""Simulated bidding and play: always legal, always the same for a seed, plausible, and better when players are."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.cards import Card, Hand, Seat
from boards.deal import Deal, first_bidder
from boards.dealing import deal_boards
from boards.numbering import DEALS
from scoring.deal_score import check_deal, score_deal
from scoring.notation import SideBid, SideTricks
from scoring.rules import PRESETS
from tests.simulation.checker import faults_of_play, tricks_won
from tournaments.simulation.bidding import bid, nil_risk, worth
from tournaments.simulation.play import PlayedDeal, Trick, legal_cards, play_deal
from tournaments.simulation.players import PlayerProfile, pair_of
from tournaments.simulation.strategy import View, choose_card

RULES = PRESETS["duplicate-pairs"]
SOLID = PlayerProfile(skill=1.0)
DEALT = deal_boards(bytes(32), "simulation", range(1, 301))


def card(text: str) -> int:
    return "♣♦♥♠".index(text[0]) * 13 + "23456789TJQKA".index(text[1])


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(card(one) for one in text.split()))


def hand(text: str) -> Hand:
    """A hand from "spades.hearts.diamonds.clubs"."""
    suits = zip("♠♥♦♣", text.split("."), strict=True)
    return Hand(sum(1 << card(suit + rank) for suit, ranks in suits for rank in ranks))


def record(played: PlayedDeal) -> list[tuple[Seat, list[Card]]]:
    return [(trick.leader, [Card(index) for index in trick.cards]) for trick in played.play]


def side(played: PlayedDeal) -> tuple[SideBid, SideTricks, SideBid, SideTricks]:
    return (
        SideBid.parse(played.ns_bid),
        SideTricks.parse(played.ns_tricks),
        SideBid.parse(played.ew_bid),
        SideTricks.parse(played.ew_tricks),
    )


@pytest.fixture(scope="module")
def evening() -> list[PlayedDeal]:
    """Three hundred deals played by pairs of a seed."""

    def play() -> Iterator[PlayedDeal]:
        for board, deal in enumerate(DEALT, 1):
            (north, south), (east, west) = pair_of("evening", board % 16), pair_of("evening", board % 15 + 16)
            yield play_deal(deal, first_bidder(board), (north, east, south, west), random.Random(board))

    return list(play())


profiles = st.builds(
    PlayerProfile,
    skill=st.floats(0, 1),
    boldness=st.floats(-3, 3),
    courage=st.floats(0, 1),
)


class TestRules:
    @given(
        st.integers(0, DEALS - 1),
        st.sampled_from(list(Seat)),
        st.tuples(profiles, profiles, profiles, profiles),
        st.integers(0, 10**6),
    )
    @settings(max_examples=60)
    def test_every_play_is_legal(
        self, number: int, first: Seat, four: tuple[PlayerProfile, ...], seed: int
    ) -> None:
        deal = Deal(number)
        played = play_deal(deal, first, four, random.Random(seed))
        assert faults_of_play(deal, first, record(played)) == []
        assert list(played.tricks) == tricks_won(record(played))
        assert sum(played.tricks) == 13
        assert all(0 <= one <= 13 for one in played.bids)
        assert check_deal(RULES, *side(played)) == ()

    def test_the_checker_sees_each_kind_of_fault(self) -> None:
        deal = DEALT[0]
        good = record(play_deal(deal, Seat.E, (SOLID,) * 4, random.Random(1)))
        assert "leads" in faults_of_play(deal, Seat.N, good)[0]
        (who, first), (_, second) = good[0], good[1]
        swapped = [(who, [first[0], second[1], *first[2:]]), *good[1:]]
        assert any("has not" in fault for fault in faults_of_play(deal, Seat.E, swapped))
        assert "12 tricks" in faults_of_play(deal, Seat.E, good[:-1])

    @pytest.mark.parametrize(
        ("held", "led", "broken", "legal"),
        [
            ("♠A ♥2 ♥K ♣3", "♥5", False, "♥2 ♥K"),
            ("♠A ♥2 ♣3", "♦5", False, "♠A ♥2 ♣3"),
            ("♠A ♥2 ♣3", None, False, "♥2 ♣3"),
            ("♠A ♥2 ♣3", None, True, "♠A ♥2 ♣3"),
            ("♠A ♠2", None, False, "♠A ♠2"),
            ("♠A ♠2 ♥3", "♠9", False, "♠A ♠2"),
        ],
    )
    def test_legal_cards(self, held: str, led: str | None, broken: bool, legal: str) -> None:
        assert legal_cards(cards(held), None if led is None else card(led), broken) == cards(legal)

    @pytest.mark.parametrize(
        ("played", "winner"),
        [
            ("♥5 ♥9 ♥A ♥2", Seat.N),
            ("♥5 ♠2 ♥A ♥2", Seat.W),
            ("♥5 ♠2 ♠3 ♣A", Seat.N),
            ("♣2 ♦A ♥A ♦K", Seat.S),
        ],
    )
    def test_who_wins_a_trick_that_south_leads(self, played: str, winner: Seat) -> None:
        assert Trick(Seat.S, tuple(card(one) for one in played.split())).winner == winner


class TestNotation:
    def test_split_bids_and_tricks_by_need(self) -> None:
        played = PlayedDeal((0, 3, 4, 5), (1, 4, 3, 5), ())
        assert (played.ns_bid, played.ns_tricks) == ("N+4", "1+3")
        assert (played.ew_bid, played.ew_tricks) == ("3+5", "9")


class TestBidding:
    def test_worth_of_some_hands(self) -> None:
        assert worth(hand("AKQJT98765432...")) > 12
        assert worth(hand(".AK2.AK32.AK5432")) == pytest.approx(4.3, abs=0.5)
        assert worth(hand("432.5432.432.432")) == 0

    def test_longer_spades_are_worth_more(self) -> None:
        assert (
            worth(hand("765432.K2.432.32"))
            > worth(hand("7654.K2.5432.432"))
            > worth(hand("76.K2.6543.65432"))
        )

    def test_nil_with_small_cards_only(self) -> None:
        weak, risky = hand("432.5432.432.432"), hand("A32.5432.432.432")
        assert nil_risk(weak) == 0
        none: list[int | None] = [None] * 4
        assert bid(weak, Seat.N, none, SOLID, random.Random(1)) == 0
        assert bid(risky, Seat.N, none, SOLID, random.Random(1)) > 0

    def test_no_second_nil_in_a_side(self) -> None:
        assert bid(hand("432.5432.432.432"), Seat.S, [0, 4, None, None], SOLID, random.Random(1)) == 1

    def test_boldness_bids_more(self) -> None:
        strong = hand("AQ54.A32.K432.A2")
        bids = [
            bid(strong, Seat.N, [None] * 4, PlayerProfile(skill=1, boldness=bold), random.Random(1))
            for bold in (-1.0, 0.0, 1.0)
        ]
        assert bids == [bids[1] - 1, bids[1], bids[1] + 1]

    def test_skill_is_between_0_and_1(self) -> None:
        with pytest.raises(ValueError, match=r"skill is 0 to 1, not 1\.5"):
            PlayerProfile(skill=1.5)


def view(
    seat: Seat, held: str, trick: str, bids: tuple[int, ...], tricks: tuple[int, ...] = (0,) * 4
) -> View:
    """What `seat` sees, after the cards of `trick` were played by the seats before."""
    laid = [card(one) for one in trick.split()]
    played = tuple((Seat((seat - len(laid) + place) % 4), one) for place, one in enumerate(laid))
    own = cards(held)
    return View(
        seat,
        legal_cards(own, laid[0] if laid else None, True),
        played,
        bids,
        tricks,
        sum(1 << c for c in own),
    )


class TestStrategy:
    def test_a_nil_bidder_ducks_as_high_as_possible(self) -> None:
        assert choose_card(view(Seat.S, "♥3 ♥9 ♥K", "♥T ♥4", (4, 4, 0, 3))) == card("♥9")

    def test_a_nil_bidder_throws_a_high_card_away(self) -> None:
        assert choose_card(view(Seat.S, "♦3 ♦K ♣9", "♥T ♥4", (4, 4, 0, 3))) == card("♦K")

    def test_a_nil_bidder_goes_under_a_ruff_with_a_spade(self) -> None:
        assert choose_card(view(Seat.S, "♠J ♠2 ♣A", "♥T ♠Q", (4, 4, 0, 3))) == card("♠J")

    def test_the_partner_covers_a_nil(self) -> None:
        assert choose_card(view(Seat.N, "♥3 ♥A", "♥T ♥4", (4, 4, 0, 3))) == card("♥A")

    def test_last_hand_wins_as_cheaply_as_it_can(self) -> None:
        assert choose_card(view(Seat.N, "♥3 ♥J ♥A", "♥T ♥4 ♥5", (4, 4, 3, 3))) == card("♥J")

    def test_no_trick_is_taken_from_a_partner_who_has_it(self) -> None:
        assert choose_card(view(Seat.N, "♥3 ♥K ♥A", "♥4 ♥Q ♥5", (4, 4, 3, 3))) == card("♥3")

    def test_no_bag_when_the_contract_is_made(self) -> None:
        full = view(Seat.N, "♥3 ♥9 ♥A", "♥T ♥4 ♥5", (2, 2, 2, 1), (2, 1, 2, 2))
        assert choose_card(full) == card("♥9")

    def test_a_trick_more_to_set_the_opponents(self) -> None:
        setting = view(Seat.N, "♥3 ♥9 ♥A", "♥T ♥4 ♥5", (2, 4, 2, 5), (2, 3, 2, 3))
        assert choose_card(setting) == card("♥A")

    def test_an_opponent_s_nil_is_left_in_a_trick_it_wins(self) -> None:
        assert choose_card(view(Seat.N, "♥3 ♥9 ♥A", "♥4 ♥5 ♥T", (4, 4, 3, 0))) == card("♥9")


class TestPlausible:
    def test_bids_of_a_table(self, evening: list[PlayedDeal]) -> None:
        average = sum(sum(played.bids) for played in evening) / len(evening)
        assert 10.5 <= average <= 12

    def test_nils_are_bid_now_and_then_and_mostly_made(self, evening: list[PlayedDeal]) -> None:
        nils = [
            took
            for played in evening
            for bid, took in zip(played.bids, played.tricks, strict=True)
            if bid == 0
        ]
        assert 0.04 <= len(nils) / (4 * len(evening)) <= 0.12
        assert 0.6 <= nils.count(0) / len(nils) <= 0.9

    def test_sides_are_set_now_and_then(self, evening: list[PlayedDeal]) -> None:
        scores = [score_deal(RULES, *side(played)) for played in evening]
        share = sum(score.ns.is_set + score.ew.is_set for score in scores) / (2 * len(scores))
        assert 0.08 <= share <= 0.3

    def test_the_same_seed_gives_the_same_play(self, evening: list[PlayedDeal]) -> None:
        (north, south), (east, west) = pair_of("evening", 1), pair_of("evening", 17)
        again = play_deal(DEALT[0], first_bidder(1), (north, east, south, west), random.Random(1))
        assert again == evening[0]

    def test_better_players_win_more(self) -> None:
        """Each deal is played in both directions, so that the cards favour neither."""
        good, bad = PlayerProfile(skill=0.95), PlayerProfile(skill=0.25)
        ahead = 0
        for board, deal in enumerate(DEALT[:120], 1):
            for north_south, east_west, sign in ((good, bad, 1), (bad, good, -1)):
                four = (north_south, east_west, north_south, east_west)
                score = score_deal(
                    RULES, *side(play_deal(deal, first_bidder(board), four, random.Random(board)))
                )
                ahead += sign * (score.ns.total - score.ew.total)
        assert ahead / 240 > 10
