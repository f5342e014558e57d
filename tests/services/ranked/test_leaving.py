"""Leaving a game: the grace to the second, quits and bans, stand-ins, and games that end by it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support.broker import eventually
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import (
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
from tournaments import tasks
from tournaments.management.embedded.children import Child
from tournaments.models import Absence, Ban, Event, Game, RatedGame, StakeLine, StandIn
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.ranked.deals import enter_deal
from tournaments.services.ranked.games import decide_game, open_game, sit
from tournaments.services.ranked.leaving import (
    come_back,
    end_by_leaving,
    fill_in,
    leave,
    settle_absences,
    stand_in_leaves,
)
from tournaments.services.ratings.book import BookSettings, change_book

pytestmark = pytest.mark.django_db

GRACE = timedelta(minutes=3)
A_MOMENT = timedelta(microseconds=1)


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def game(event: Event) -> Game:
    return play(event)


def fresh(game: Game) -> Game:
    game.refresh_from_db()
    return game


def codes(refused: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in refused.value.faults]


def test_back_after_exactly_three_minutes_is_in_time_and_nothing_has_happened(game: Game) -> None:
    leave(game.pk, "N", PHONE, START)
    assert settle_absences(now=START + GRACE) == 0
    absence = come_back(game.pk, "N", PHONE, START + GRACE)
    assert (absence.back_at, absence.quit_at) == (START + GRACE, None)
    assert settle_absences(now=after(600)) == 0
    assert not Ban.objects.exists()
    assert fresh(game).seats.filter(quit_at=None).count() == 4


def test_a_moment_later_is_too_late_and_the_quit_is_stored(game: Game) -> None:
    leave(game.pk, "N", PHONE, START)
    with pytest.raises(ConflictError, match="Peter has quit this game: the grace was over"):
        come_back(game.pk, "N", PHONE, START + GRACE + A_MOMENT)
    absence, seat = Absence.objects.get(), game.seats.get(seat="N")
    assert (absence.back_at, absence.quit_at) == (None, START + GRACE)
    assert (seat.quit_at, seat.quit_after_deal) == (START + GRACE, 0)


def test_a_deal_that_comes_in_during_the_grace_had_been_played_by_whoever_left(game: Game) -> None:
    enter(game, NS_MAKES)
    leave(game.pk, "N", PHONE)  # by the machine's clock, as deals are entered by it
    enter(game, NS_MAKES)
    settle_absences(now=timezone.now() + 2 * GRACE)
    assert game.seats.get(seat="N").quit_after_deal == 2
    fill_in(game.pk, "N", player(game.event, "Ann").pk, PHONE)
    assert StandIn.objects.get().from_deal == 3


def test_a_quit_bans_for_an_hour_from_the_moment_of_leaving(game: Game) -> None:
    leave_and_quit(game, "N", after(10))
    ban = Ban.objects.get()
    assert (ban.person.name, ban.reason, ban.since, ban.until) == ("Peter", "quit", after(10), after(70))
    assert ban.seat == game.seats.get(seat="N")
    line = game.event.log.get(action="seat.quit")
    assert (line.subject, line.actor) == ("game 1, seat N", "the clock")
    assert line.after["banned_until"] == after(70).isoformat()


def test_the_task_the_sweep_and_any_act_on_the_game_find_a_grace_that_is_over(event: Event) -> None:
    def left(table: int) -> Game:
        game = play(event, table, [f"{seat}{table}" for seat in "NESW"])
        leave(game.pk, "N", PHONE, START)
        return game

    def has_quit(game: Game) -> bool:
        return game.seats.get(seat="N").quit_at is not None

    by_task = left(1)
    assert tasks.settle_grace(event.pk) == "quits 1"
    assert has_quit(by_task)
    assert tasks.settle_grace(event.pk) == "quits 0"
    by_sweep = left(2)
    assert "quits 1" in tasks.sweep_lagging()
    assert has_quit(by_sweep)
    by_act = left(3)
    leave(by_act.pk, "E", PHONE, after(4))
    assert has_quit(by_act)


def test_a_task_is_sent_for_the_end_of_the_grace(
    game: Game, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    sent = []
    monkeypatch.setattr(
        "tournaments.services.ranked.leaving.current_app.send_task",
        lambda name, **more: sent.append((name, more["args"], more["countdown"])),
    )
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        leave(game.pk, "N", PHONE, START)
    assert ("tournaments.settle_absences", [game.event_id], 181.0) in sent


def test_nobody_leaves_twice_or_comes_back_who_was_there(game: Game) -> None:
    with pytest.raises(ConflictError, match="Peter is not away"):
        come_back(game.pk, "N", PHONE, START)
    leave(game.pk, "N", PHONE, START)
    with pytest.raises(ConflictError, match="Peter is away already"):
        leave(game.pk, "N", PHONE, after(1))


def test_before_the_start_and_after_the_end_there_is_nothing_to_leave(event: Event) -> None:
    waiting = open_game(event.pk, 2, ACTOR, now=START)
    sit(waiting.pk, "N", player(event, "Ann").pk, PHONE, START)
    with pytest.raises(ConflictError, match="who does not want to play gives the seat up"):
        leave(waiting.pk, "N", PHONE, START)
    over = finished(event)
    with pytest.raises(ConflictError, match="Game 2 is over; nobody can leave it any more"):
        leave(over.pk, "N", PHONE, after(60))
    assert not Absence.objects.exists()
    with pytest.raises(NotFoundError, match="There is no such game"):
        leave(10_000, "N", PHONE, START)


def test_a_game_that_ends_while_somebody_is_away_has_no_quitter(game: Game) -> None:
    enter(game, NS_MAKES, NS_MAKES)
    # the machine's clock: a deal is entered at its time
    leave(game.pk, "E", PHONE)
    enter_deal(game.pk, 3, words(NS_MAKES), ACTOR)
    absence = Absence.objects.get()
    assert fresh(game).status == "over"
    assert (absence.quit_at, absence.back_at is None) == (None, False)
    assert settle_absences(now=after(10**6)) == 0
    assert not Ban.objects.exists()


def test_a_quitters_place_is_empty_until_somebody_fills_in_and_the_game_goes_on(game: Game) -> None:
    enter(game, NS_MAKES)
    leave_and_quit(game, "N")
    assert (game.status, game.seats.get(seat="N").quit_after_deal) == ("playing", 1)
    ann = player(game.event, "Ann")
    sat = fill_in(game.pk, "N", ann.pk, PHONE, after(5))
    assert (sat.started, bool(sat.key)) == (False, True)
    stand_in = StandIn.objects.get()
    assert (stand_in.person, stand_in.from_deal, stand_in.seat_id) == (ann, 2, sat.seat_id)
    play_out(game)
    assert (game.outcome, game.ending) == ("ns", "target")


def test_who_fills_in_needs_no_rating_but_must_not_be_banned(event: Event, game: Game) -> None:
    banned = person_on(leave_and_quit(play(event, 2, ["Ann", "Bo", "Cy", "Di"]), "N"), "N")
    leave_and_quit(game, "N")
    with pytest.raises(ServiceError) as refused:
        fill_in(game.pk, "N", banned.pk, PHONE, after(30))
    assert refused.value.faults[0].message == "Ann left a ranked game at 20:00: ranked games again at 21:00."
    guest = player(event, "Gus", is_guest=True, finished_elsewhere=0, on_leaderboard=False)
    assert fill_in(game.pk, "N", guest.pk, PHONE, after(30)).seat_id
    leave_and_quit(game, "E")
    robot = player(event, "Robby", is_bot=True)
    assert fill_in(game.pk, "E", robot.pk, PHONE, after(31)).seat_id


def test_none_of_the_four_fills_in_nor_anybody_twice_nor_who_plays_elsewhere(
    event: Event, game: Game
) -> None:
    play(event, 2, ["Ann", "Bo", "Cy", "Di"])
    leave_and_quit(game, "N")
    leave_and_quit(game, "E")
    with pytest.raises(ServiceError) as refused:
        fill_in(game.pk, "N", player(event, "Sue").pk, PHONE, after(90))
    assert [fault.message for fault in refused.value.faults] == [
        "Sue began this game West: somebody else has to fill in."
    ]
    with pytest.raises(ServiceError) as refused:
        fill_in(game.pk, "N", player(event, "Peter").pk, PHONE, after(90))
    assert codes(refused) == ["ranked-player-twice"]
    with pytest.raises(ServiceError, match="Ann sits at table 2"):
        fill_in(game.pk, "N", player(event, "Ann").pk, PHONE, after(90))
    eve = player(event, "Eve")
    fill_in(game.pk, "N", eve.pk, PHONE, after(90))
    with pytest.raises(ServiceError, match="Eve fills in at this table already"):
        fill_in(game.pk, "E", eve.pk, PHONE, after(90))


def test_only_a_quitters_seat_is_filled_and_once(event: Event, game: Game) -> None:
    ann, eve = player(event, "Ann"), player(event, "Eve")
    with pytest.raises(ConflictError, match="Peter sits North: nobody can fill in there"):
        fill_in(game.pk, "N", ann.pk, PHONE, START)
    leave(game.pk, "N", PHONE, START)
    with pytest.raises(ConflictError, match="Peter sits North and may still come back"):
        fill_in(game.pk, "N", ann.pk, PHONE, after(2))
    fill_in(game.pk, "N", ann.pk, PHONE, after(4))
    with pytest.raises(ConflictError, match="Somebody fills in North already"):
        fill_in(game.pk, "N", eve.pk, PHONE, after(4))


def test_a_stand_in_goes_without_a_ban_and_another_comes(event: Event, game: Game) -> None:
    leave_and_quit(game, "N")
    ann, eve = player(event, "Ann"), player(event, "Eve")
    fill_in(game.pk, "N", ann.pk, PHONE, after(5))
    enter(game, NS_MAKES)
    stand_in_leaves(game.pk, "N", PHONE, after(6))
    first = StandIn.objects.get()
    assert (first.last_deal, first.left_at) == (1, after(6))
    assert list(Ban.objects.values_list("person__name", flat=True)) == ["Peter"]
    with pytest.raises(ConflictError, match="Nobody fills in North"):
        stand_in_leaves(game.pk, "N", PHONE, after(7))
    fill_in(game.pk, "N", eve.pk, PHONE, after(8))
    assert StandIn.objects.get(person=eve).from_deal == 2


def test_when_both_partners_have_quit_their_side_has_lost(game: Game) -> None:
    enter(game, NS_MAKES)
    leave_and_quit(game, "N")
    assert game.status == "playing"
    leave_and_quit(game, "S", after(1))
    assert (game.status, game.outcome, game.ending) == ("over", "ew", "left")
    assert sorted(Ban.objects.values_list("person__name", flat=True)) == ["John", "Peter"]


def test_both_partners_who_leave_at_once_have_both_quit(game: Game) -> None:
    leave(game.pk, "N", PHONE, START)
    leave(game.pk, "S", PHONE, after(0.1))
    assert settle_absences(now=after(10)) == 2
    assert (fresh(game).outcome, game.seats.filter(quit_at=None).count()) == ("ew", 2)


def test_two_quitters_on_opposite_sides_leave_a_game_that_can_go_on(event: Event, game: Game) -> None:
    leave_and_quit(game, "N")
    leave_and_quit(game, "W")
    assert game.status == "playing"
    with pytest.raises(ServiceError) as refused:
        end_by_leaving(game.pk, "nobody fills in", ACTOR, after(10))
    assert codes(refused) == ["both-sides-left"]
    fill_in(game.pk, "N", player(event, "Ann").pk, PHONE, after(10))
    ended = end_by_leaving(game.pk, "nobody fills in West", ACTOR, after(11))
    assert (ended.outcome, ended.ending) == ("ns", "left")


def test_two_quitters_on_opposite_sides_can_be_decided_by_the_director(game: Game) -> None:
    leave_and_quit(game, "N")
    leave_and_quit(game, "W")
    assert decide_game(game.pk, "draw", "two had to go", ACTOR, after(10)).outcome == "draw"
    # N and W have lost both matches; E and S have drawn theirs with each other
    assert RatedGame.objects.get(game=game).code == 1 + 4 * (1 + 8)


def test_where_leaving_forfeits_the_side_has_lost_at_once() -> None:
    event = make_ranked(leaving="forfeit", stake=30)
    game = leave_and_quit(play(event), "E")
    assert (game.status, game.outcome, game.ending) == ("over", "ns", "left")
    points = {line.person.name: line.points for line in StakeLine.objects.select_related("person")}
    assert points == {"Peter": 30, "John": 30, "Mary": -30, "Sue": -30}


def test_where_leaving_forfeits_whoever_left_later_has_not_quit() -> None:
    event = make_ranked(leaving="forfeit")
    game = play(event)
    leave(game.pk, "E", PHONE, START)
    leave(game.pk, "N", PHONE, after(2))
    assert settle_absences(now=after(60)) == 1
    assert fresh(game).outcome == "ns"
    assert list(Ban.objects.values_list("person__name", flat=True)) == ["Mary"]


def test_the_director_ends_a_game_that_cannot_go_on(game: Game) -> None:
    with pytest.raises(ServiceError) as refused:
        end_by_leaving(game.pk, "", ACTOR, START)
    assert codes(refused) == ["reason-missing", "nobody-quit"]
    leave_and_quit(game, "N")
    ended = end_by_leaving(game.pk, "nobody is left to fill in", ACTOR, after(10))
    assert (ended.status, ended.outcome, ended.ending) == ("over", "ew", "left")
    assert game.event.log.get(action="game.ended").reason == "nobody is left to fill in"
    with pytest.raises(ConflictError, match="is over"):
        end_by_leaving(game.pk, "again", ACTOR, after(11))


def test_a_quitter_of_a_friendly_game_is_not_banned(event: Event) -> None:
    game = leave_and_quit(play(event, rated=False), "N")
    assert game.seats.get(seat="N").quit_at is not None
    assert not Ban.objects.exists()
    assert not RatedGame.objects.exists()


def test_a_quit_stands_in_the_ledger_at_once_and_the_others_follow_at_the_end(game: Game) -> None:
    leave_and_quit(game, "N")
    assert RatedGame.objects.get(game=game).pending
    fill_in(game.pk, "N", player(game.event, "Ann").pk, PHONE, after(5))
    play_out(game)
    row = RatedGame.objects.get(game=game)
    assert (row.pending, row.code) == (False, 2 + 4)


@pytest.mark.one_engine
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_ends_the_grace(worker: Child) -> None:
    """A club without a grace: the task is due a second after somebody leaves."""
    event = make_ranked()
    policy = {"preset": "2026", "grace_minutes": 0}
    change_book(event.tournament.club_id, BookSettings(policy=policy), ACTOR)
    game = play(event)
    leave(game.pk, "N", PHONE)
    assert game.seats.get(seat="N").quit_at is None
    eventually(lambda: game.seats.get(seat="N").quit_at is not None)
    assert Ban.objects.get().person.name == "Peter"
