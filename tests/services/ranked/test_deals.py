"""Deals of a ranked game come in: said by the sides, entered at the desk, corrected, taken back."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import User

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import (
    EVEN,
    EW_MAKES,
    NS_MAKES,
    PHONE,
    START,
    after,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    play_out,
    player,
    words,
)
from tournaments.models import Door, Event, EventStatus, Game, GameDeal, GameStatus, Person
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.ranked.deals import (
    DealReceipt,
    enter_deal,
    read_play,
    remove_deal,
    say_deal,
)
from tournaments.services.ranked.games import open_game, void_game
from tournaments.services.ranked.leaving import fill_in, leave

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def game(event: Event) -> Game:
    return play(event)


def say(game: Game, number: int, side: str, line: str, key: str = "") -> DealReceipt:
    return say_deal(game.pk, number, side, words(line), PHONE, key, START)


def correct(game: Game, number: int, line: str, reason: str = "the slip says so") -> DealReceipt:
    version = game.deals.get(number=number).version
    return enter_deal(game.pk, number, words(line), ACTOR, version=version, reason=reason)


def codes(refused: pytest.ExceptionInfo[ServiceError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in refused.value.faults]


def stored(game: Game, number: int = 1) -> GameDeal:
    return game.deals.get(number=number)


def line_of(row: GameDeal) -> str:
    return f"{row.ns_bid} {row.ns_tricks} {row.ew_bid} {row.ew_tricks}"


# --- two sides ---------------------------------------------------------------------------------------------


def test_what_one_side_says_is_provisional_and_counts_in_the_running_score(game: Game) -> None:
    receipt = say(game, 1, "NS", NS_MAKES)
    assert (receipt.state, receipt.ns_score, receipt.ew_score) == ("provisional", 70, 51)
    assert (receipt.ns_total, receipt.ew_total, receipt.status) == (70, 51, "playing")
    assert stored(game).said == {"NS": {"ns_bid": "7", "ns_tricks": "7", "ew_bid": "5", "ew_tricks": "6"}}


def test_the_same_from_the_other_side_confirms_it_in_whatever_words(game: Game) -> None:
    say(game, 1, "NS", "7 7 5 6")
    receipt = say(game, 1, "EW", "4+3 7 3+2 6")
    assert (receipt.state, receipt.version, receipt.created) == ("confirmed", 2, False)
    assert [entry.action for entry in game.event.log.order_by("pk")][-2:] == [
        "deal.entered",
        "deal.corrected",
    ]


def test_another_word_makes_it_disputed_and_both_are_kept(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    receipt = say(game, 1, "EW", EW_MAKES)
    row = stored(game)
    assert receipt.state == "disputed"
    assert line_of(row) == NS_MAKES  # as it was said first
    assert (row.said["NS"]["ns_bid"], row.said["EW"]["ns_bid"]) == ("7", "5")


def test_a_side_that_gives_way_ends_the_dispute(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    say(game, 1, "EW", EW_MAKES)
    receipt = say(game, 1, "NS", EW_MAKES)
    assert (receipt.state, line_of(stored(game))) == ("confirmed", EW_MAKES)


def test_while_the_sides_differ_the_deal_is_as_the_first_to_speak_says_now(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    say(game, 1, "EW", EW_MAKES)
    say(game, 1, "EW", EVEN)
    assert line_of(stored(game)) == NS_MAKES
    say(game, 1, "NS", "8 8 5 5")
    assert (stored(game).state, line_of(stored(game))) == ("disputed", "8 8 5 5")


def test_a_side_may_say_it_again_until_the_other_has_answered(game: Game) -> None:
    say(game, 1, "NS", EW_MAKES)
    receipt = say(game, 1, "NS", NS_MAKES)
    assert (receipt.state, receipt.version, line_of(stored(game))) == ("provisional", 2, NS_MAKES)


def test_once_confirmed_the_same_word_changes_nothing_and_another_is_the_directors(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    say(game, 1, "EW", NS_MAKES)
    before = stored(game).version
    assert say(game, 1, "EW", NS_MAKES).version == before
    with pytest.raises(ConflictError) as refused:
        say(game, 1, "EW", EW_MAKES)
    assert refused.value.faults[0].message == "Deal 1 is confirmed; call the director if it is wrong."


def test_a_deal_may_follow_one_that_is_not_confirmed(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    assert say(game, 2, "EW", EVEN).ns_total == 70 + 60


def test_there_are_two_sides(game: Game) -> None:
    with pytest.raises(ServiceError) as refused:
        say(game, 1, "N", NS_MAKES)
    assert codes(refused) == [("side", "side")]


# --- keys --------------------------------------------------------------------------------------------------


def test_the_same_key_twice_gives_the_same_receipt_and_happens_once(game: Game) -> None:
    first = say(game, 1, "NS", NS_MAKES, "a")
    assert say(game, 1, "NS", NS_MAKES, "a") == replace(first, replayed=True)
    assert stored(game).version == 1
    again = enter_deal(game.pk, 2, words(EVEN), ACTOR, key="b")
    assert enter_deal(game.pk, 2, words(EVEN), ACTOR, key="b") == replace(again, replayed=True)


def test_a_receipt_is_given_again_when_the_game_is_over_too(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    say(game, 3, "NS", NS_MAKES, "a")
    last = say(game, 3, "EW", NS_MAKES, "b")
    assert (last.status, last.outcome) == ("over", "ns")
    assert say(game, 3, "EW", NS_MAKES, "b") == replace(last, replayed=True)


def test_a_key_is_for_one_entry(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES, "a")
    with pytest.raises(ConflictError) as refused:
        say(game, 1, "EW", NS_MAKES, "a")
    assert codes(refused) == [("key-reused", "")]
    with pytest.raises(ServiceError) as refused:
        say(game, 1, "EW", NS_MAKES, "a" * 101)
    assert codes(refused) == [("key", "key")]


# --- the desk ----------------------------------------------------------------------------------------------


def test_what_the_desk_enters_is_confirmed_at_once(game: Game) -> None:
    receipt = enter(game, NS_MAKES)
    assert (receipt.state, receipt.created, receipt.ns_total) == ("confirmed", True, 70)
    entry = game.event.log.get(action="deal.entered")
    assert (entry.subject, entry.after["ns_score"]) == ("game 1, deal 1", 70)


def test_the_desk_confirms_what_a_side_has_said_without_a_reason(game: Game) -> None:
    said = say(game, 1, "NS", NS_MAKES)
    receipt = enter_deal(game.pk, 1, words(NS_MAKES), ACTOR, version=said.version)
    assert receipt.state == "confirmed"
    assert game.event.log.filter(action="deal.confirmed").exists()


def test_a_director_rules_between_two_words_with_a_reason(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    said = say(game, 1, "EW", EW_MAKES)
    with pytest.raises(ServiceError) as refused:
        enter_deal(game.pk, 1, words(NS_MAKES), ACTOR, version=said.version)
    assert codes(refused) == [("reason-missing", "reason")]
    assert correct(game, 1, EW_MAKES, "East's card was seen").state == "confirmed"
    assert set(stored(game).said) == {"NS", "EW"}
    with pytest.raises(ConflictError):
        say(game, 1, "NS", NS_MAKES)


def test_a_correction_names_the_version_it_corrects(game: Game) -> None:
    enter(game, NS_MAKES)
    with pytest.raises(ConflictError) as refused:
        enter_deal(game.pk, 1, words(EVEN), ACTOR)
    assert codes(refused) == [("already-entered", "")]
    assert refused.value.versions["saved"]["ns_bid"] == "7"
    correct(game, 1, EVEN)
    with pytest.raises(ConflictError) as refused:
        enter_deal(game.pk, 1, words(NS_MAKES), ACTOR, version=1, reason="again")
    assert codes(refused) == [("stale-version", "")]
    with pytest.raises(ConflictError) as refused:
        enter_deal(game.pk, 2, words(EVEN), ACTOR, version=1, reason="again")
    assert codes(refused) == [("no-deal", "")]


def test_a_correction_needs_a_reason(game: Game) -> None:
    enter(game, NS_MAKES)
    with pytest.raises(ServiceError) as refused:
        correct(game, 1, EVEN, " ")
    assert codes(refused) == [("reason-missing", "reason")]


def test_the_last_deal_can_be_taken_back_and_no_other(game: Game) -> None:
    enter(game, NS_MAKES, EVEN)
    with pytest.raises(ServiceError) as refused:
        remove_deal(game.pk, 1, 1, "not played", ACTOR)
    assert codes(refused) == [("not-the-last-deal", "number")]
    with pytest.raises(ServiceError) as refused:
        remove_deal(game.pk, 2, 1, "", ACTOR)
    assert codes(refused) == [("reason-missing", "reason")]
    with pytest.raises(ConflictError):
        remove_deal(game.pk, 2, 7, "not played", ACTOR)
    remove_deal(game.pk, 2, 1, "not played", ACTOR)
    assert list(game.deals.values_list("number", flat=True)) == [1]
    assert game.event.log.get(action="deal.removed").before["ns_score"] == 60
    with pytest.raises(NotFoundError):
        remove_deal(game.pk, 2, 1, "not played", ACTOR)


# --- what is refused ---------------------------------------------------------------------------------------


def test_a_game_with_a_deal_missing_is_refused(game: Game) -> None:
    enter(game, NS_MAKES)
    for refusing in (lambda: say(game, 3, "NS", EVEN), lambda: enter_deal(game.pk, 3, words(EVEN), ACTOR)):
        with pytest.raises(ServiceError) as refused:
            refusing()
        assert codes(refused) == [("game-gap", "number")]
    assert "Deal 3 does not count without deal 2" in str(refused.value)


def test_everything_that_is_wrong_with_a_deal_is_told_at_once(game: Game) -> None:
    with pytest.raises(ServiceError) as refused:
        enter_deal(game.pk, 2, words("14 6 N+3 8"), ACTOR)
    assert codes(refused) == [
        ("game-gap", "number"),
        ("tricks-sum", "ns_tricks"),
        ("bid-over-13", "ns_bid"),
        ("tricks-not-split", "ew_tricks"),
    ]
    with pytest.raises(ServiceError) as refused:
        say_deal(game.pk, 1, "NS", replace(words("x 7 0 6"), ew_tricks=" "), PHONE)
    assert codes(refused) == [("notation", "ns_bid"), ("notation", "ew_bid"), ("notation", "ew_tricks")]


def test_a_blind_nil_is_for_the_side_that_is_a_hundred_behind(game: Game) -> None:
    enter(game, "10 10 3 3")
    with pytest.raises(ServiceError) as refused:
        enter(game, "4 7 B+6 0+6")
    assert codes(refused) == [("blind-nil-not-behind", "ew_bid")]
    correct(game, 1, "10 10 4 3")  # 100 to −40
    enter(game, "4 7 B+6 0+6")
    correct(game, 1, "10 10 3 3", "it was three after all")
    correct(game, 2, "4 6 B+6 0+7", "one trick more")  # the bid stays as it was made
    assert stored(game, 2).ew_bid == "B+6"


def test_no_deal_before_four_have_sat_down_and_none_in_a_void_game(event: Event) -> None:
    waiting = open_game(event.pk, 1, ACTOR, now=START)
    with pytest.raises(ServiceError) as refused:
        say(waiting, 1, "NS", NS_MAKES)
    assert codes(refused) == [("game-not-begun", "")]
    game = play(event, 2)
    enter(game, NS_MAKES)
    void_game(game.pk, "the cards were wrong", ACTOR)
    for refusing in (lambda: say(game, 2, "NS", EVEN), lambda: correct(game, 1, EVEN)):
        with pytest.raises(ServiceError) as refused:
            refusing()
        assert codes(refused) == [("game-void", "")]


def test_no_deal_in_an_event_that_is_final(game: Game) -> None:
    Event.objects.filter(pk=game.event_id).update(status=EventStatus.FINAL)
    with pytest.raises(ServiceError) as refused:
        say(game, 1, "NS", NS_MAKES)
    assert codes(refused) == [("event-final", "")]


def test_no_deal_after_the_game_is_over(event: Event) -> None:
    game = finished(event)
    for refusing in (lambda: say(game, 4, "NS", EVEN), lambda: enter_deal(game.pk, 4, words(EVEN), ACTOR)):
        with pytest.raises(ServiceError) as refused:
            refusing()
        assert [fault.code for fault in refused.value.faults] == ["game-over"]


def test_no_deal_after_one_that_ends_the_game_as_soon_as_it_is_confirmed(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    assert say(game, 3, "NS", NS_MAKES).status == "playing"
    with pytest.raises(ServiceError) as refused:
        say(game, 4, "NS", EVEN)
    assert codes(refused) == [("game-over", "number")]
    assert "as soon as both sides agree" in refused.value.faults[0].message


def test_no_deal_while_nobody_sits_on_a_seat_unless_it_was_played_before(game: Game) -> None:
    enter(game, NS_MAKES)
    leave_and_quit(game, "E")
    with pytest.raises(ServiceError) as refused:
        say(game, 2, "NS", EVEN)
    assert codes(refused) == [("seat-empty", "")]
    assert refused.value.faults[0].message == (
        "Nobody sits East: somebody has to fill in before the next deal."
    )
    with pytest.raises(ServiceError):
        enter_deal(game.pk, 2, words(EVEN), ACTOR)
    enter_deal(game.pk, 2, words(EVEN), ACTOR, reason="played before she left")
    fill_in(game.pk, "E", player(game.event, "Ivy").pk, ACTOR, after(10))
    assert say(game, 3, "NS", EVEN).state == "provisional"


def test_a_deal_that_is_in_can_be_confirmed_while_a_seat_is_empty(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    leave_and_quit(game, "E")
    assert say(game, 1, "EW", NS_MAKES).state == "confirmed"


def test_somebody_whose_grace_is_over_has_quit_before_the_next_deal_is_looked_at(game: Game) -> None:
    leave(game.pk, "E", ACTOR, START)
    assert say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE, now=after(3)).state == "provisional"
    with pytest.raises(ServiceError) as refused:
        say_deal(game.pk, 2, "NS", words(NS_MAKES), PHONE, now=after(3.01))
    assert codes(refused) == [("seat-empty", "")]
    assert game.seats.get(seat="E").quit_at == after(3)  # it stands, although the deal was refused


def test_there_is_no_such_game() -> None:
    for refusing in (
        lambda: say_deal(0, 1, "NS", words(NS_MAKES), PHONE),
        lambda: enter_deal(0, 1, words(NS_MAKES), ACTOR),
        lambda: remove_deal(0, 1, 1, "why", ACTOR),
        lambda: read_play(0, 1, "", ACTOR),
    ):
        with pytest.raises(NotFoundError):
            refusing()


def test_status_and_outcome_are_those_after_the_deal(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    receipt = enter(game, NS_MAKES)
    assert (receipt.status, receipt.outcome) == (GameStatus.OVER, "ns")
    assert receipt.event_version == Event.objects.get(pk=game.event_id).results_version


def test_nobody_rules_on_what_was_said_in_a_game_of_their_own(game: Game) -> None:
    """Who plays may enter as a scorer does; what the table has said, and a game that is over, is another's."""
    user = User.objects.create_user("peter")
    Person.objects.filter(game_seats__game=game, name="Peter").update(user=user)
    peter = Actor(name="peter", door=Door.DESK, user_id=user.pk)
    enter(game, NS_MAKES, actor=peter)
    enter_deal(game.pk, 1, words(EVEN), peter, version=1, reason="mistyped")
    remove_deal(game.pk, 1, 2, "not played", peter)

    say(game, 1, "NS", NS_MAKES)
    say(game, 1, "EW", EVEN)
    refused_as_player(lambda: enter_deal(game.pk, 1, words(NS_MAKES), peter, version=2, reason="made"))
    refused_as_player(lambda: remove_deal(game.pk, 1, 2, "not played", peter))
    enter_deal(game.pk, 1, words(NS_MAKES), ACTOR, version=2, reason="the cards were counted")

    last = play_out(game).deals.count()
    refused_as_player(lambda: enter_deal(game.pk, last, words(EVEN), peter, version=1, reason="misread"))
    refused_as_player(lambda: remove_deal(game.pk, last, 1, "not played", peter))


def refused_as_player(act: Callable[[], object]) -> None:
    with pytest.raises(ServiceError) as refused:
        act()
    assert codes(refused) == [("plays-here", "")]
    assert "another director has to" in refused.value.faults[0].message
