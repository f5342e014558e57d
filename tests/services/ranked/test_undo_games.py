"""Undoing what the log tells of games: deals, ends, seats, bans, options; what follows from them is right after."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import Sum
from django.utils import timezone

from tests.services.ranked.test_races import all_at_once
from tests.support.event_builders import ACTOR, last
from tests.support.ranked_builders import (
    EVEN,
    EW_MAKES,
    NS_MAKES,
    PHONE,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    play_out,
    player,
    words,
)
from tournaments.models import Ban, Event, Game, LogEntry, RatedGame, Rating, StakeLine
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.ranked.bans import lift_ban
from tournaments.services.ranked.deals import enter_deal, remove_deal, say_deal
from tournaments.services.ranked.games import decide_game, open_game, sit, void_game
from tournaments.services.ranked.leaving import end_by_leaving, fill_in
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.undo import can_undo, undo_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked(stake=10)


def undo(event: Event, action: str, reason: str = "By mistake.") -> None:
    """Undo the latest line of this action."""
    undo_change(event.pk, last(event, action).pk, ACTOR, reason)


def correct(game: Game, number: int, line: str) -> None:
    version = game.deals.get(number=number).version
    enter_deal(game.pk, number, words(line), ACTOR, version=version, reason="The slip.")


def whole(game: Game) -> dict[str, object]:
    """All that a game is and has brought, and every rating as the ledger makes it."""
    game.refresh_from_db()
    bring_up(game.event.tournament.club_id)
    deal = ("number", "ns_bid", "ns_tricks", "ew_bid", "ew_tricks", "ns_score", "state", "said", "play")
    points = StakeLine.objects.filter(game=game).order_by().values_list("person").annotate(Sum("points"))
    return {
        "end": (game.status, game.outcome, game.ending, game.ended_at, game.reason),
        "deals": list(game.deals.values_list(*deal)),
        "ledger": list(RatedGame.objects.filter(game=game).values_list("code", "pending", "tallies")),
        "stakes": {person: won for person, won in points if won},
        "ratings": list(
            Rating.objects.order_by("person", "kind").values_list("person", "kind", "rating", "games")
        ),
    }


# --- deals -------------------------------------------------------------------------------------------------


def test_a_correction_that_turned_the_game_is_undone_and_done_again(event: Event) -> None:
    game = finished(event)
    first = whole(game)
    correct(game, 3, "9 6 4 7")  # North-South are set, and the game runs again
    corrected = whole(game)
    assert (game.status, corrected["ledger"], corrected["stakes"]) == ("playing", [], {})

    undo(event, "deal.corrected")
    again = whole(game)
    assert {**again, "end": None} == {**first, "end": None}
    assert (game.status, game.outcome, game.ending) == ("over", "ns", "target")
    assert last(event, "deal.corrected").reason == "Undone: By mistake."
    undo(event, "deal.corrected", "It was right.")
    assert whole(game) == corrected


def test_a_deal_entered_is_taken_back_and_comes_again(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    before = whole(game)
    enter(game, EVEN)
    both = whole(game)
    undo(event, "deal.entered", "Another table's.")
    assert whole(game) == before
    undo(event, "deal.removed", "Ours after all.")
    assert whole(game) == both


def test_words_of_the_sides_come_back_with_the_state(event: Event) -> None:
    game = play(event)
    say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE)
    provisional = whole(game)
    say_deal(game.pk, 1, "EW", words(EW_MAKES), PHONE)
    disputed = whole(game)
    correct(game, 1, EW_MAKES)
    undo(event, "deal.corrected")
    assert whole(game) == disputed
    assert game.deals.get().state == "disputed"
    line = event.log.get(action="deal.disputed", after__version=2)
    with pytest.raises(ConflictError, match="changed since; undo the later change first, or correct"):
        undo_change(event.pk, line.pk, ACTOR, "Older.")
    assert provisional != disputed


def test_a_deal_changed_since_or_taken_back_and_entered_again_is_not_undone(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    entered = last(event, "deal.entered")
    remove_deal(game.pk, 1, 1, "Wrong table.", ACTOR)
    removed = last(event, "deal.removed")
    enter(game, EVEN)  # in version 1 as well
    for line in (entered, removed):
        with pytest.raises(ConflictError, match="changed since"):
            undo_change(event.pk, line.pk, ACTOR, "Oops.")
    assert game.deals.get().ns_bid == "6"


def test_only_the_last_deal_is_taken_back_by_undoing(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES, EVEN)
    line = event.log.get(action="deal.entered", subject="game 1, deal 1")
    with pytest.raises(ServiceError, match="Only the last deal can be taken back"):
        undo_change(event.pk, line.pk, ACTOR, "Oops.")


def test_a_recorded_play_comes_back(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    game.deals.update(play="a record")
    correct(game, 1, EVEN)
    assert game.deals.get().play == ""
    undo(event, "deal.corrected")
    assert game.deals.get().play == "a record"
    undo(event, "deal.corrected")
    assert game.deals.get().play == ""


def test_a_game_does_not_run_again_by_undoing_while_its_table_is_taken(event: Event) -> None:
    game = finished(event)
    play(event, 1, ["Ann", "Ben", "Cleo", "Dan"])
    with pytest.raises(ConflictError, match="Table 1 has game 2 now"):
        undo(event, "deal.entered")  # the last deal of the first game
    game.refresh_from_db()
    assert (game.status, game.deals.count()) == ("over", 3)


# --- ends --------------------------------------------------------------------------------------------------


def test_a_void_game_counts_again_and_is_void_again(event: Event) -> None:
    game = finished(event)
    first = whole(game)
    void_game(game.pk, "Cards were seen.", ACTOR)
    void = whole(game)
    assert (void["ledger"], void["ratings"], void["stakes"]) == ([], [], {})
    undo(event, "game.voided")
    assert whole(game) == first
    undo(event, "game.restored", "They were.")
    assert whole(game) == void
    assert (game.status, game.reason) == ("void", "Cards were seen.")


def test_a_void_game_that_ran_goes_on(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    first = whole(game)
    void_game(game.pk, "Cards were seen.", ACTOR)
    undo(event, "game.voided")
    assert whole(game) == first
    assert game.status == "playing"
    assert play_out(game).outcome == "ns"


def test_a_void_game_that_waited_waits_again_unless_somebody_sits_elsewhere(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR)
    sit(game.pk, "N", player(event, "Peter").pk, ACTOR)
    void_game(game.pk, "", ACTOR)
    play(event, 2)
    with pytest.raises(ConflictError, match="Peter sits at table 2: open another game"):
        undo(event, "game.voided")
    void_game(Game.objects.get(table=2).pk, "Late.", ACTOR)
    line = event.log.get(action="game.voided", subject="game 1")
    undo_change(event.pk, line.pk, ACTOR, "They wait.")
    game.refresh_from_db()
    assert (game.status, game.ended_at) == ("seating", None)


def test_a_stand_in_who_plays_elsewhere_keeps_a_game_from_running_again(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    ann = player(event, "Ann")
    fill_in(game.pk, "N", ann.pk, ACTOR)
    void_game(game.pk, "Late.", ACTOR)
    other = open_game(event.pk, 2, ACTOR)
    sit(other.pk, "E", ann.pk, ACTOR)
    with pytest.raises(ConflictError, match="Ann sits at table 2"):
        undo(event, "game.voided")
    game.refresh_from_db()
    assert game.status == "void"


def test_decisions_are_undone_one_after_the_other(event: Event) -> None:
    game = finished(event)
    first = whole(game)
    decide_game(game.pk, "ew", "A protest.", ACTOR)
    decided = whole(game)
    older = last(event, "game.decided")
    decide_game(game.pk, "draw", "Another.", ACTOR)
    with pytest.raises(ConflictError, match="undo the later change first"):
        undo_change(event.pk, older.pk, ACTOR, "Too early.")
    undo(event, "game.decided")
    assert {**whole(game), "end": None} == {**decided, "end": None}
    assert (game.outcome, game.ending, game.reason) == ("ew", "director", "A protest.")
    decide_game(game.pk, "ns", "As played.", ACTOR)
    void_game(game.pk, "Cards were seen.", ACTOR)
    undo(event, "game.voided")
    game.refresh_from_db()
    assert (game.outcome, game.ending, game.reason) == ("ns", "director", "As played.")
    assert {**whole(game), "end": None} == {**first, "end": None}


def test_a_decision_over_a_game_that_ran_is_undone_and_it_goes_on(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    first = whole(game)
    decide_game(game.pk, "ew", "They had to go.", ACTOR)
    undo(event, "game.decided")
    assert whole(game) == first


def test_a_game_ended_as_a_side_was_left_goes_on(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    pending = whole(game)
    end_by_leaving(game.pk, "Nobody fills in.", ACTOR)
    void_game(game.pk, "The fire alarm.", ACTOR)
    undo(event, "game.voided")
    game.refresh_from_db()
    assert (game.status, game.outcome, game.ending) == ("over", "ew", "left")
    line = last(event, "game.ended")
    with pytest.raises(ConflictError, match="undo the later change first"):
        undo_change(event.pk, line.pk, ACTOR, "Ann fills in.")
    decide_game(game.pk, "ew", "So be it.", ACTOR)
    assert pending["ledger"] != whole(game)["ledger"]


def test_undoing_the_end_of_a_game_that_was_left(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    pending = whole(game)
    end_by_leaving(game.pk, "Nobody fills in.", ACTOR)
    undo(event, "game.ended", "Ann fills in.")
    assert whole(game) == pending


def test_what_follows_from_something_else_says_so(event: Event) -> None:
    finished(event)
    line = last(event, "game.over")
    assert not can_undo(line)
    with pytest.raises(ServiceError, match="undo that, and it follows anew"):
        undo_change(event.pk, line.pk, ACTOR, "Oops.")
    with pytest.raises(ServiceError, match="declared void on its page"):
        undo(event, "game.started")


# --- two at once -------------------------------------------------------------------------------------------


def _corrected(event: Event) -> LogEntry:
    correct(finished(event), 3, "9 6 4 7")
    return last(event, "deal.corrected")


def _voided(event: Event) -> LogEntry:
    void_game(finished(event).pk, "Cards were seen.", ACTOR)
    return last(event, "game.voided")


def _seated(event: Event) -> LogEntry:
    sit(open_game(event.pk, 1, ACTOR).pk, "N", player(event, "Peter").pk, ACTOR)
    return last(event, "seat.taken")


def _lifted(event: Event) -> LogEntry:
    now = timezone.now()
    leave_and_quit(play(event, now=now), "N", now - timedelta(minutes=4))
    lift_ban(Ban.objects.get().pk, "The lift was stuck.", ACTOR)
    return last(event, "ban.lifted")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", [_corrected, _voided, _seated, _lifted])
def test_of_two_who_undo_at_once_one_does(event: Event, change: Callable[[Event], LogEntry]) -> None:
    line = change(event)
    settled = StakeLine.objects.count()
    jobs = [lambda who=who: undo_change(event.pk, line.pk, ACTOR, f"So says {who}.") for who in ("A", "B")]
    assert [type(error) for error in all_at_once(jobs)] == [ConflictError]
    undone = event.log.filter(reason__startswith="Undone: So says")
    assert undone.count() == 1
    assert StakeLine.objects.count() - settled == (
        4 if line.action in ("deal.corrected", "game.voided") else 0
    )


def test_a_line_of_another_event(event: Event) -> None:
    play(event)
    other = make_ranked(event.tournament, name="Other")
    with pytest.raises(NotFoundError):
        undo_change(other.pk, last(event, "seat.taken").pk, ACTOR, "Mine.")
