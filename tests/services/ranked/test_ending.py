"""When a ranked game is over, who has won it, and what follows when a correction says otherwise."""

import pytest

from scoring.elo import Outcome
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
    person_on,
    play,
    play_out,
    player,
    words,
)
from tournaments.models import (
    Absence,
    Ban,
    Event,
    Game,
    GameEnding,
    Leaving,
    RatedGame,
    RematchVote,
    StakeLine,
)
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError
from tournaments.services.locking import lock_event
from tournaments.services.ranked.deals import enter_deal, remove_deal, say_deal
from tournaments.services.ranked.ending import settle_game
from tournaments.services.ranked.games import decide_game, open_game, void_game
from tournaments.services.ranked.leaving import end_by_leaving, fill_in, leave, settle_absences
from tournaments.services.ranked.rematch import vote

pytestmark = pytest.mark.django_db

NS_SET_10 = "10 9 3 4"
"""NS lose 100; EW make 31."""
LOWER = "5 5 8 8"
"""50 and 80: two times 70 before it leave NS under 200."""


@pytest.fixture
def event() -> Event:
    return make_ranked(stake=100)


@pytest.fixture
def game(event: Event) -> Game:
    return play(event)


def say(game: Game, number: int, side: str, line: str) -> None:
    say_deal(game.pk, number, side, words(line), PHONE, now=START)
    game.refresh_from_db()


def correct(game: Game, number: int, line: str) -> None:
    version = game.deals.get(number=number).version
    enter_deal(game.pk, number, words(line), ACTOR, version=version, reason="the slip says so")
    game.refresh_from_db()


def ends(game: Game) -> tuple[str, str, str]:
    game.refresh_from_db()
    return game.status, game.outcome, game.ending


def stakes(game: Game) -> dict[str, int]:
    """What the lines of a game add up to, by seat."""
    found = dict.fromkeys("NESW", 0)
    seats = {seat.person_id: seat.seat for seat in game.seats.all()}
    for line in StakeLine.objects.filter(game=game):
        found[seats[line.person_id]] += line.points
    return found


def quitters(game: Game) -> set[str]:
    return set(game.seats.filter(quit_at__isnull=False).values_list("seat", flat=True))


# --- by its deals ------------------------------------------------------------------------------------------


def test_a_game_ends_with_the_deal_that_takes_a_side_to_the_target(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    assert ends(game) == ("playing", "", "")
    enter(game, NS_MAKES)
    assert ends(game) == ("over", "ns", "target")
    assert game.ended_at is not None
    entry = game.event.log.get(action="game.over")
    assert (entry.subject, entry.after["ns_total"], entry.after["ew_total"]) == ("game 1", 210, 153)


def test_a_game_ends_at_the_mercy_limit(game: Game) -> None:
    enter(game, NS_SET_10, NS_SET_10)
    assert ends(game) == ("over", "ew", "floor")


def test_equal_totals_play_another_deal(game: Game) -> None:
    enter(game, "N+6 0+6 N+6 0+7", "N+6 0+7 N+6 0+6")
    assert ends(game) == ("playing", "", "")
    enter(game, "6 7 6 6")
    assert ends(game) == ("over", "ns", "target")


def test_a_game_ends_only_when_every_deal_of_it_is_confirmed(game: Game) -> None:
    say(game, 1, "NS", NS_MAKES)
    enter_deal(game.pk, 2, words(NS_MAKES), ACTOR)
    enter_deal(game.pk, 3, words(NS_MAKES), ACTOR)
    assert ends(game) == ("playing", "", "")
    say(game, 1, "EW", NS_MAKES)
    assert ends(game) == ("over", "ns", "target")


def test_a_game_does_not_end_while_the_sides_differ(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    say(game, 3, "EW", NS_MAKES)
    say(game, 3, "NS", "7 7 5 6")
    assert ends(game)[0] == "over"
    other = play(game.event, 2, names=("A", "B", "C", "D"))
    enter(other, NS_MAKES, NS_MAKES)
    say(other, 3, "EW", NS_MAKES)
    say(other, 3, "NS", "8 8 5 5")
    assert ends(other) == ("playing", "", "")
    correct(other, 3, "8 8 5 5")
    assert ends(other) == ("over", "ns", "target")


def test_settling_a_game_once_more_changes_nothing(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    fill_in(game.pk, "N", player(event, "Ivy").pk, ACTOR, after(10))
    play_out(game)
    before = facts(game)
    for _ in range(2):
        lock_event(event.pk)
        again = Game.objects.select_related("event").get(pk=game.pk)
        settle_game(again, ACTOR)
    assert facts(game) == before


def facts(game: Game) -> object:
    """All that a settlement writes."""
    fields = ("status", "outcome", "ending", "ended_at", "version")
    return (
        Game.objects.values_list(*fields).get(pk=game.pk),
        list(game.seats.values_list("seat", "quit_at", "quit_after_deal")),
        list(StakeLine.objects.values_list("pk", "points")),
        list(RatedGame.objects.values_list("code", "pending", "tallies")),
        list(Absence.objects.values_list("pk", "back_at", "quit_at")),
        list(game.event.log.values_list("pk", flat=True)),
    )


# --- corrections -------------------------------------------------------------------------------------------


def test_a_deal_corrected_in_a_game_that_was_thereby_over_two_deals_earlier(game: Game) -> None:
    enter(game, EW_MAKES, NS_MAKES, EVEN, EVEN)
    assert ends(game) == ("over", "ew", "target")
    assert stakes(game) == {"N": -100, "E": 100, "S": -100, "W": 100}
    correct(game, 2, "N+10 0+10 3 3")  # 51 + 150: NS had it after two deals
    assert ends(game) == ("over", "ns", "target")
    assert game.deals.count() == 4  # what came after it stays, and counts for nothing
    assert stakes(game) == {"N": 100, "E": -100, "S": 100, "W": -100}
    assert RatedGame.objects.get(game=game).code == Outcome.NS


def test_a_correction_can_have_a_game_run_again_and_takes_rating_and_stakes_back(game: Game) -> None:
    play_out(game)
    assert RatedGame.objects.filter(game=game).exists()
    vote(game.pk, "N", ACTOR)
    correct(game, 3, LOWER)
    assert ends(game) == ("playing", "", "")
    assert game.ended_at is None
    assert not RatedGame.objects.filter(game=game).exists()
    assert stakes(game) == dict.fromkeys("NESW", 0)
    assert not RematchVote.objects.exists()
    assert game.event.log.filter(action="game.runs-again").exists()
    enter(game, NS_MAKES)
    assert ends(game) == ("over", "ns", "target")


def test_the_last_deal_taken_back_has_a_game_run_again(game: Game) -> None:
    play_out(game)
    remove_deal(game.pk, 3, 1, "it was never played", ACTOR)
    assert ends(game) == ("playing", "", "")


def test_a_game_does_not_run_again_while_its_table_or_its_players_are_busy(event: Event) -> None:
    game = finished(event)
    open_game(event.pk, 1, ACTOR)
    play(event, 5, names=("Peter", "B", "C", "D"))
    before = facts(game)
    with pytest.raises(ConflictError) as refused:
        correct(game, 3, LOWER)
    assert refused.value.faults[0].message == (
        "With this game 1 would not be over. Table 1 has game 2 now; Peter sits at table 5: wait until that game is "
        "over, or decide game 1 first, which then stays decided."
    )
    assert facts(game) == before
    decide_game(game.pk, "ns", "both sides say so", ACTOR)
    correct(game, 3, LOWER)
    assert ends(game) == ("over", "ns", "director")


def test_a_decision_stands_whatever_the_deals_say(game: Game) -> None:
    enter(game, NS_MAKES)
    decide_game(game.pk, "draw", "the lights went out", ACTOR)
    assert ends(game) == ("over", "draw", "director")
    correct(game, 1, "N+10 0+10 3 3")
    assert ends(game) == ("over", "draw", "director")
    assert stakes(game) == dict.fromkeys("NESW", 0)


def test_a_void_game_gives_stakes_back_is_not_rated_and_leaves_bans(game: Game) -> None:
    leave_and_quit(game, "N")
    fill_in(game.pk, "N", player(game.event, "Ivy").pk, ACTOR, after(10))
    play_out(game)
    assert stakes(game) == {"N": -100, "E": -100, "S": 300, "W": -100}
    void_game(game.pk, "the deck had 51 cards", ACTOR)
    assert ends(game) == ("void", "", "")
    assert stakes(game) == dict.fromkeys("NESW", 0)
    assert not RatedGame.objects.exists()
    assert Ban.objects.count() == 1


# --- quits -------------------------------------------------------------------------------------------------


def test_one_quit_does_not_end_a_game_that_goes_on_with_a_stand_in(game: Game) -> None:
    leave_and_quit(game, "N")
    assert ends(game) == ("playing", "", "")
    assert RatedGame.objects.get(game=game).pending
    fill_in(game.pk, "N", player(game.event, "Ivy").pk, ACTOR, after(10))
    play_out(game)
    assert ends(game) == ("over", "ns", "target")
    row = RatedGame.objects.get(game=game)
    assert (row.pending, row.code) == (False, Outcome.NS + 4)


def test_both_partners_quitting_ends_it_at_once_and_their_side_has_lost(game: Game) -> None:
    enter(game, NS_MAKES)
    leave(game.pk, "N", ACTOR, START)
    leave(game.pk, "S", ACTOR, after(1))
    settle_absences(game.event_id, after(9))
    assert ends(game) == ("over", "ew", "left")
    assert game.ended_at == after(4)  # when the second grace ended, not when somebody looked
    assert stakes(game) == {"N": -100, "E": 100, "S": -100, "W": 100}


def test_two_quitters_on_opposite_sides_leave_a_game_to_be_played(game: Game) -> None:
    leave(game.pk, "N", ACTOR, START)
    leave(game.pk, "E", ACTOR, START)
    settle_absences(game.event_id, after(5))
    assert ends(game) == ("playing", "", "")
    for seat, name in (("N", "Ivy"), ("E", "Tom")):
        fill_in(game.pk, seat, player(game.event, name).pk, ACTOR, after(10))
    play_out(game)
    assert (ends(game)[1], quitters(game)) == ("ns", {"N", "E"})
    assert stakes(game) == {"N": -100, "E": -100, "S": 300, "W": -100}


def test_where_a_quit_is_a_forfeit_the_other_side_has_won_at_once() -> None:
    game = play(make_ranked(leaving=Leaving.FORFEIT, stake=10))
    enter(game, NS_MAKES, NS_MAKES)
    leave(game.pk, "E", ACTOR, START)
    leave(game.pk, "N", ACTOR, after(1))
    settle_absences(game.event_id, after(9))
    assert ends(game) == ("over", "ns", "left")
    assert quitters(game) == {"E"}  # nobody quits a game that is over
    assert game.ended_at == after(3)
    assert not Absence.objects.filter(back_at=None, quit_at=None).exists()
    assert stakes(game) == {"N": 10, "E": -10, "S": 10, "W": -10}


def test_a_game_that_somebody_has_left_stays_lost_when_the_event_changes_its_mind() -> None:
    event = make_ranked(leaving=Leaving.FORFEIT)
    game = leave_and_quit(play(event), "E")
    event.ranked.leaving = Leaving.PLAY_ON
    event.ranked.save()
    lock_event(event.pk)
    settle_game(Game.objects.get(pk=game.pk), ACTOR)
    assert ends(game) == ("over", "ns", "left")


def test_a_quit_that_was_filled_in_for_is_no_forfeit_when_the_event_changes_its_mind(game: Game) -> None:
    leave_and_quit(game, "E")
    fill_in(game.pk, "E", player(game.event, "Ivy").pk, ACTOR, after(10))
    game.event.ranked.leaving = Leaving.FORFEIT
    game.event.ranked.save()
    enter(game, EVEN)
    assert ends(game) == ("playing", "", "")


def test_whoever_is_away_when_the_last_deal_is_confirmed_has_not_quit(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    leave(game.pk, "E", ACTOR, START)
    enter_deal(game.pk, 3, words(NS_MAKES), ACTOR, now=after(2))
    assert ends(game) == ("over", "ns", "target")
    assert Absence.objects.get().back_at == after(2)
    assert settle_absences(game.event_id, after(60)) == 0
    assert quitters(game) == set()
    assert not Ban.objects.exists()


def test_nobody_quits_a_game_that_waits_for_its_last_deal_to_be_confirmed(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    say(game, 3, "NS", NS_MAKES)
    leave(game.pk, "E", ACTOR, START)
    assert settle_absences(game.event_id, after(30)) == 0
    # but if it turns out that there was more to play, they have
    correct(game, 3, LOWER)
    assert settle_absences(game.event_id, after(30)) == 1
    assert (ends(game)[0], quitters(game)) == ("playing", {"E"})


def test_who_left_after_the_end_as_it_is_now_has_not_quit_and_has_again_when_the_end_is_undone(
    event: Event,
) -> None:
    game = play(event)
    enter(game, EVEN, EVEN, "5 8 5 5")
    leave_and_quit(game, "N")
    assert quitters(game) == {"N"}
    correct(game, 2, "3 3 N+10 0+10")  # EW: 70 + 150
    assert ends(game) == ("over", "ew", "target")
    assert quitters(game) == set()
    assert RatedGame.objects.get(game=game).code == Outcome.EW
    assert Ban.objects.filter(lifted_at=None).count() == 1  # a director may lift it
    correct(game, 2, EVEN)
    assert (ends(game)[0], quitters(game)) == ("playing", {"N"})
    assert game.seats.get(seat="N").quit_after_deal == 3


@pytest.mark.parametrize("ended_by", ["the partner", "the director"])
def test_a_side_that_was_left_after_what_is_now_the_end_has_not_lost_by_it(game: Game, ended_by: str) -> None:
    """Somebody of it had quit before, and was filled in for: the deals decide all the same."""
    leave_and_quit(game, "S")
    fill_in(game.pk, "S", player(game.event, "Ivy").pk, ACTOR, after(10))
    enter(game, NS_MAKES, NS_MAKES)
    if ended_by == "the partner":
        leave_and_quit(game, "N", after(20))
    else:
        end_by_leaving(game.pk, "nobody goes on", ACTOR, after(20))
    assert ends(game) == ("over", "ew", "left")
    correct(game, 1, "N+10 0+10 3 3")  # 150 + 70 = 220 on the second deal
    assert ends(game) == ("over", "ns", "target")
    assert quitters(game) == {"S"}
    assert RatedGame.objects.get(game=game).code == Outcome.NS + 8
    assert stakes(game) == {"N": 300, "E": -100, "S": -100, "W": -100}


def test_a_director_ends_a_game_that_nobody_fills_in_for(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    leave_and_quit(game, "N")
    end_by_leaving(game.pk, "nobody is free", ACTOR, after(20))
    assert ends(game) == ("over", "ew", GameEnding.LEFT)
    correct(game, 1, EVEN)
    assert ends(game) == ("over", "ew", GameEnding.LEFT)
    correct(game, 1, "N+10 0+10 3 3")  # 150 + 70 = 220: it had been over before anybody left
    assert ends(game) == ("over", "ns", "target")
    assert quitters(game) == set()


def test_what_the_clock_does_is_logged_as_its_own(game: Game) -> None:
    leave(game.pk, "N", Actor(name="table 1", door="phone"), START)
    leave(game.pk, "S", ACTOR, START)
    settle_absences(game.event_id, after(5))
    assert game.event.log.get(action="game.over").actor == "the clock"


def test_an_unrated_game_ends_like_any_other_and_is_in_no_ledger(event: Event) -> None:
    game = play_out(play(event, rated=False))
    assert ends(game) == ("over", "ns", "target")
    assert not RatedGame.objects.exists()
    assert stakes(game)["N"] == 100
    assert person_on(game, "N").name == "Peter"
