"""Cards that the system deals for a ranked game, and recorded plays of its deals."""

from dataclasses import replace

import pytest

from boards.deal import Deal
from scoring.tricks import card_text, cards_of, legal_cards, trick_winner
from tests.support.event_builders import ACTOR, make_member
from tests.support.ranked_builders import (
    enter,
    make_ranked,
    play,
)
from tournaments.models import Dealing, Door, Game, Role
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.ranked.deals import (
    enter_deal,
    read_play,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return play(make_ranked())


def codes(refused: pytest.ExceptionInfo[ServiceError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in refused.value.faults]


@pytest.fixture
def dealt() -> Game:
    return play(make_ranked(dealing=Dealing.SYSTEM))


def record(pbn: str, bids: str) -> str:
    """A play of deal 1 by the rules: whoever is due plays the lowest card that may be played."""
    hands = [hand.mask for hand in Deal.parse(pbn).hands]
    leader, broken, lines = 1, False, [f"bids: {bids}"]  # N deals deal 1, E leads
    for _ in range(13):
        fell: list[int] = []
        for place in range(4):
            seat = (leader + place) % 4
            led = None if not fell else fell[0] // 13
            card = cards_of(legal_cards(hands[seat], led, broken=broken))[0]
            hands[seat] &= ~(1 << card)
            fell.append(card)
        lines.append(f"{'NESW'[leader]}: " + " ".join(card_text(card) for card in fell))
        broken = broken or any(card // 13 == 3 for card in fell)
        leader = trick_winner(leader, fell)
    return "\n".join(lines)


def test_a_game_is_dealt_on_from_its_own_secret() -> None:
    event = make_ranked(dealing=Dealing.SYSTEM, target=1000)
    game, other = play(event), play(event, 2, names=("A", "B", "C", "D"))
    boards, others = game.board_set.boards, other.board_set.boards
    third = boards.get(number=3).pbn
    assert (boards.count(), others.get(number=3).pbn == third) == (16, False)
    enter(game, *["1 6 1 7"] * 15)
    assert boards.count() == 16
    enter(game, "1 6 1 7")
    assert (boards.count(), boards.get(number=3).pbn) == (32, third)  # before the seventeenth is played


def test_a_game_that_is_dealt_by_hand_has_no_cards(game: Game) -> None:
    assert game.board_set is None


def test_a_recorded_play_gives_the_words_of_a_deal(dealt: Game) -> None:
    text = record(dealt.board_set.boards.get(number=1).pbn, "3 3 3 3")
    found, irregularities = read_play(dealt.pk, 1, text, ACTOR)
    assert irregularities == ()
    assert (found.ns_bid, found.ew_bid) == ("3+3", "3+3")
    assert sum(int(one) for one in f"{found.ns_tricks}+{found.ew_tricks}".split("+")) == 13
    receipt = enter_deal(dealt.pk, 1, found, ACTOR, play=text)
    assert receipt.state == "confirmed"
    assert dealt.deals.get(number=1).play == text


def test_a_recorded_play_says_the_same_as_the_words_or_is_refused(dealt: Game) -> None:
    text = record(dealt.board_set.boards.get(number=1).pbn, "3 3 3 3")
    found, _ = read_play(dealt.pk, 1, text, ACTOR)
    with pytest.raises(ServiceError) as refused:
        enter_deal(dealt.pk, 1, replace(found, ns_bid="4+3"), ACTOR, play=text)
    assert codes(refused) == [("play-differs", "play")]


def test_a_play_of_other_cards_than_were_dealt_is_refused(dealt: Game) -> None:
    director = Actor.of(make_member(dealt.event.tournament.club, Role.DIRECTOR), Door.DESK)
    text = record(dealt.board_set.boards.get(number=2).pbn, "3 3 3 3")
    with pytest.raises(ServiceError) as refused:
        read_play(dealt.pk, 1, text, director)
    assert {fault.code for fault in refused.value.faults} == {"play-not-held"}
    assert refused.value.faults[0].path.startswith("play.tricks[")
    found, _ = read_play(dealt.pk, 1, text, ACTOR)
    with pytest.raises(ServiceError) as refused:
        enter_deal(dealt.pk, 1, found, director, play=text)
    assert {fault.code for fault in refused.value.faults} == {"play-not-held"}


def test_a_record_is_not_held_against_cards_that_its_sender_may_not_see(dealt: Game) -> None:
    scorer = Actor.of(make_member(dealt.event.tournament.club, Role.SCORER), Door.DESK)
    text = record(dealt.board_set.boards.get(number=2).pbn, "3 3 3 3")
    found, irregularities = read_play(dealt.pk, 1, text, scorer)
    assert irregularities == ()
    enter_deal(dealt.pk, 1, found, scorer, play=text)
    # the deal is in: its cards may be seen, and a record of it is held against them
    with pytest.raises(ServiceError) as refused:
        read_play(dealt.pk, 1, text, scorer)
    assert {fault.code for fault in refused.value.faults} == {"play-not-held"}


def test_what_is_no_record_of_a_play_is_told_line_by_line(game: Game) -> None:
    with pytest.raises(ServiceError) as refused:
        read_play(game.pk, 1, "bids: 3 3 x\nE: D2 H2 S2 C2\nQ: D3", ACTOR)
    assert {path for _, path in codes(refused)} >= {"play.bids", "play.bids[2]", "play.tricks[1]"}
    with pytest.raises(ServiceError) as refused:
        read_play(game.pk, 1, "E: D2 " * 1000, ACTOR)
    assert codes(refused) == [("play-too-long", "play")]
