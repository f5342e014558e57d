"""What comes into the ledger and goes out of it, and that somebody is told to rate it."""

from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from tests.support.event_builders import ACTOR, make_club, make_event, make_member, seat_person
from tests.support.ledger_builders import NS, RatedClub
from tests.support.ranked_builders import (
    EW_MAKES,
    NS_MAKES,
    START,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    play_out,
    player,
    words,
)
from tournaments.models import Door, Event, EventStatus, Game, RatedGame, Rating, RatingBook, RatingSet, Role
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.ranked.deals import enter_deal
from tournaments.services.ranked.games import void_game
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ratings import book as service
from tournaments.services.ratings.book import (
    RERATE_TASK,
    STALE_TICKET,
    BookSettings,
    book_of,
    change_book,
    lagging_books,
    lock_book,
    set_rating,
    sweep_books,
)
from tournaments.services.ratings.ledger import change_rated, post_game
from tournaments.services.ratings.rerating import bring_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


def version(event: Event) -> int:
    return book_of(event.tournament.club_id).ledger_version


def row() -> RatedGame:
    return RatedGame.objects.get()


def codes(refused: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in refused.value.faults]


# --- games of ranked tables ---------------------------------------------------------------------------------


def test_a_game_is_in_the_ledger_once_it_is_over(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    assert not RatedGame.objects.exists()
    play_out(game)
    names = [row().north.name, row().south.name, row().east.name, row().west.name]
    assert names == ["Peter", "John", "Mary", "Sue"]
    assert (row().kind, row().code, row().pending, row().started_at) == ("ranked", NS, False, START)
    assert row().tallies == []
    found = book_of(event.tournament.club_id)
    assert (found.ledger_version, found.stale_from) == (1, START)


def test_a_game_that_is_not_rated_is_not(event: Event) -> None:
    play_out(play(event, rated=False))
    assert not RatedGame.objects.exists()
    assert version(event) == 0


def test_who_has_quit_is_pending_until_the_game_is_over() -> None:
    event = make_ranked()
    game = leave_and_quit(play(event), "E")
    assert (row().code >> 2, row().pending) == (4, True)
    bring_up(event.tournament.club_id)
    mary = player(event, "Mary")
    assert Rating.objects.get(kind="ranked").person == mary
    fill_in(game.pk, "E", player(event, "Bo").pk, ACTOR)
    play_out(game, "EW")
    assert (row().code, row().pending) == (0 + 4 * 4, False)
    bring_up(event.tournament.club_id)
    rated = dict(Rating.objects.filter(kind="ranked").values_list("person__name", "rating"))
    assert rated == {"Peter": 1500, "Mary": 1475, "John": 1500, "Sue": 1525}


def test_what_is_posted_again_changes_nothing(event: Event) -> None:
    game = finished(event)
    before = version(event), row().pk
    post_game(Game.objects.get(pk=game.pk))
    assert (version(event), row().pk) == before


def test_a_game_that_runs_again_goes_and_so_does_a_void_one(event: Event) -> None:
    game = finished(event)
    enter_deal(game.pk, 3, words(EW_MAKES), ACTOR, version=1, reason="misread")
    assert not RatedGame.objects.exists()
    play_out(Game.objects.get(pk=game.pk), "EW")
    assert row().code == 0
    void_game(game.pk, "wrong cards", ACTOR)
    assert not RatedGame.objects.exists()


def test_nils_are_counted_by_player_while_they_sit_there(event: Event) -> None:
    game = play(event)
    enter(game, "N+7 0+7 5 6", "4 4 N+8 1+8")
    leave_and_quit(game, "S")
    fill_in(game.pk, "S", player(event, "Bo").pk, ACTOR)
    enter(game, "5+N 5+0 8 8")
    play_out(game)
    n, s, e, w = row().tallies
    assert n == [1, 0, 1, 1]
    assert s == [0, 0, 1, 1]  # Bo's nil is nobody's
    assert e == [1, 1, 2, 0]  # but it was met
    assert w == [0, 0, 2, 0]


# --- final events -------------------------------------------------------------------------------------------


def test_a_final_event_can_be_rated_and_not_rated_after_all() -> None:
    club = RatedClub("Ann", "Bob", "Cleo", "Dan")
    event = club.event("pairs", [("Ann Bob Cleo Dan", NS)], minute=1)
    with pytest.raises(ServiceError, match="The event is final; give a reason"):
        change_rated(event.pk, False, ACTOR)
    change_rated(event.pk, False, ACTOR, "a friendly evening")
    assert not RatedGame.objects.exists()
    assert not Event.objects.get(pk=event.pk).rated
    assert event.log.get(action="event.rated").reason == "a friendly evening"


def test_who_plays_in_a_final_event_does_not_say_whether_it_is_rated() -> None:
    event = make_event(pairs=2)
    user = make_member(event.tournament.club, Role.DIRECTOR)
    seat_person(event, 1, user)
    own = Actor.of(user, Door.DESK)
    change_rated(event.pk, True, own)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    with pytest.raises(ServiceError) as refused:
        change_rated(event.pk, False, own)
    assert codes(refused) == ["plays-here", "reason-missing"]


# --- ratings that are set -----------------------------------------------------------------------------------


def test_everything_wrong_with_a_rating_is_said_at_once() -> None:
    club = RatedClub("Ann")
    tomorrow = timezone.now() + timedelta(days=1)
    for rating in (-1.0, 10_001.0, float("nan")):
        with pytest.raises(ServiceError) as refused:
            set_rating(club.people["Ann"].pk, "chess", rating, " ", "dora", tomorrow)
        assert codes(refused) == ["rating-list", "rating-value", "reason-missing", "rating-time"]
    with pytest.raises(NotFoundError, match="no such person"):
        set_rating(10**6, "", 1500, "back to the start", "dora")
    assert not RatingSet.objects.exists()


def test_a_rating_of_one_list_leaves_the_others() -> None:
    club = RatedClub("Ann")
    club.set("Ann", 1700, minute=1, kind="pairs")
    assert list(Rating.objects.values_list("kind", "rating", "games")) == [("pairs", 1700, 0)]


# --- the book -----------------------------------------------------------------------------------------------


def test_a_club_has_one_book_and_its_lock_needs_a_transaction() -> None:
    club = make_club()
    assert book_of(club.pk).pk == book_of(club.pk).pk
    assert RatingBook.objects.count() == 1
    with pytest.raises(NotFoundError, match="There is no club"):
        book_of(10**6)


@pytest.mark.django_db(transaction=True)
def test_a_lock_that_would_end_at_once_is_a_fault_of_ours() -> None:
    club = make_club()
    with pytest.raises(RuntimeError, match="needs a transaction"):
        lock_book(club.pk)


def test_everything_wrong_with_a_book_is_said_at_once() -> None:
    club = make_club()
    wrong = BookSettings(policy={"preset": "1999", "k": -1}, minimum_games=-1, inactive_days=0)
    with pytest.raises(ServiceError) as refused:
        change_book(club.pk, wrong, ACTOR)
    paths = [fault.path for fault in refused.value.faults]
    assert paths == ["policy.preset", "policy.k", "minimum_games", "inactive_days"]


def test_another_k_rates_every_game_again_and_another_leaderboard_none() -> None:
    club = RatedClub("Ann", "Bob", "Cleo", "Dan")
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    club.bring_up()
    change_book(club.club.pk, BookSettings(minimum_games=9, inactive_days=None), ACTOR)
    assert club.bring_up() == "up to date"
    change_book(club.club.pk, BookSettings(policy={"preset": "2026", "k": 10}), ACTOR)
    assert club.bring_up() == "1 games, anew"
    assert club.rating("Ann") == 1510
    assert BookSettings.of(club.book).policy == {"preset": "2026", "k": 10.0}


# --- asking for it ------------------------------------------------------------------------------------------


@pytest.fixture
def sent() -> Iterator[mock.Mock]:
    with mock.patch.object(service.current_app, "send_task") as send_task:
        yield send_task


def test_many_games_queue_one_rating(sent: mock.Mock, django_capture_on_commit_callbacks: object) -> None:
    club = RatedClub("Ann", "Bob", "Cleo", "Dan")
    with django_capture_on_commit_callbacks(execute=True):
        for minute in (1, 2, 3):
            club.game("Ann Bob Cleo Dan", NS, minute=minute)
    assert sent.call_args_list == [
        mock.call(RERATE_TASK, args=[club.club.pk], retry=False, ignore_result=True)
    ]
    club.bring_up()
    assert club.book.queued_at is None
    with django_capture_on_commit_callbacks(execute=True):
        club.game("Ann Bob Cleo Dan", NS, minute=4)
    assert sent.call_count == 2


def test_the_ledger_is_safe_when_the_broker_is_down(
    sent: mock.Mock, django_capture_on_commit_callbacks: object
) -> None:
    sent.side_effect = OperationalError("no broker")
    club = RatedClub("Ann", "Bob", "Cleo", "Dan")
    with django_capture_on_commit_callbacks(execute=True):
        club.game("Ann Bob Cleo Dan", NS, minute=1)
    assert RatedGame.objects.count() == 1


def test_the_sweep_finds_books_that_nothing_waits_for(sent: mock.Mock) -> None:
    club = RatedClub("Ann", "Bob", "Cleo", "Dan")
    club.game("Ann Bob Cleo Dan", NS, minute=1)
    assert lagging_books() == []  # its own ticket is fresh
    old = timezone.now() - STALE_TICKET - timedelta(seconds=1)
    RatingBook.objects.filter(club=club.club).update(queued_at=old)
    assert sweep_books() == [club.club.pk]
    assert sweep_books() == []  # the sweep has drawn a ticket of its own
    club.bring_up()
    RatingBook.objects.filter(club=club.club).update(queued_at=old)
    assert sweep_books() == []
