"""The leaderboard setting: the warning, and what turning it off costs."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import (
    PHONE,
    START,
    after,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    player,
)
from tournaments.models import Ban, Door, Event, Person, Rating, RatingSet
from tournaments.services.actors import Actor
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.members import book_of
from tournaments.services.ranked.games import open_game, sit, void_game
from tournaments.services.ranked.leaderboard import set_on_leaderboard, warning_of
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ratings.book import BookSettings, change_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


def rated_at(event: Event, name: str, rating: float, kind: str = "ranked") -> Person:
    person = player(event, name)
    Rating.objects.create(club=event.tournament.club, person=person, kind=kind, rating=rating, games=9)
    return person


def test_the_warning_says_what_is_lost_and_until_when(event: Event) -> None:
    ann = rated_at(event, "Ann", 1612.5)
    assert warning_of(ann, START) == (
        "Your rating of 1613 goes back to 1500, and you can play ranked games again only on 3 December at 19:00."
    )
    rated_at(event, "Ann", 1590, "teams")
    assert warning_of(ann, START).endswith("at 19:00. The other lists go back with it.")
    assert warning_of(player(event, "Bo"), START).startswith("Your rating of 1500 goes back to 1500")


def test_turning_it_off_sets_every_rating_back_and_bans_for_a_week(event: Event) -> None:
    ann = rated_at(event, "Ann", 1612)
    person = set_on_leaderboard(ann.pk, False, ACTOR, START)
    assert person.on_leaderboard is False
    step = RatingSet.objects.get()
    assert (step.person, step.kind, step.rating, step.at, step.by) == (ann, "", 1500, START, "dora")
    ban = Ban.objects.get()
    assert (ban.person, ban.reason, ban.since, ban.until, ban.seat) == (
        ann,
        "leaderboard-off",
        START,
        START + timedelta(days=7),
        None,
    )


def test_turning_it_on_again_does_not_end_the_week_nor_give_the_rating_back(event: Event) -> None:
    ann = rated_at(event, "Ann", 1612)
    game = open_game(event.pk, 1, ACTOR, now=START)
    set_on_leaderboard(ann.pk, False, ACTOR, START)
    set_on_leaderboard(ann.pk, True, ACTOR, after(1))
    with pytest.raises(ServiceError) as refused:
        sit(game.pk, "N", ann.pk, PHONE, after(2))
    assert [fault.message for fault in refused.value.faults] == [
        "Ann turned the leaderboard setting off at 20:00: ranked games again on 3 December at 20:00."
    ]
    assert RatingSet.objects.count() == Ban.objects.count() == 1
    assert sit(game.pk, "N", ann.pk, PHONE, START + timedelta(days=7)).seat_id


def test_saying_again_what_is_so_costs_nothing(event: Event) -> None:
    ann = player(event, "Ann")
    set_on_leaderboard(ann.pk, True, ACTOR, START)
    assert not Ban.objects.exists()
    set_on_leaderboard(ann.pk, False, ACTOR, START)
    set_on_leaderboard(ann.pk, False, ACTOR, after(5))
    assert Ban.objects.count() == RatingSet.objects.count() == 1


def test_whoever_sits_in_a_game_waits_or_fills_in_cannot_turn_it_off(event: Event) -> None:
    game = play(event, 3)
    mary = player(event, "Mary")
    with pytest.raises(ServiceError) as refused:
        set_on_leaderboard(mary.pk, False, ACTOR, START)
    assert [(fault.message, fault.path) for fault in refused.value.faults] == [
        (
            "Mary sits at table 3 of “Ladder”: finish that game first, then turn the setting off.",
            "on_leaderboard",
        )
    ]
    leave_and_quit(game, "N")
    ann = player(event, "Ann")
    fill_in(game.pk, "N", ann.pk, PHONE, after(5))
    waiting = open_game(event.pk, 4, ACTOR, now=START)
    bo = player(event, "Bo")
    sit(waiting.pk, "N", bo.pk, PHONE, START)
    for person in (ann, bo):
        with pytest.raises(ServiceError, match="finish that game first"):
            set_on_leaderboard(person.pk, False, ACTOR, after(6))
    assert not RatingSet.objects.exists()
    void_game(game.pk, "enough", ACTOR)
    assert set_on_leaderboard(mary.pk, False, ACTOR, after(7)).on_leaderboard is False


def test_after_the_game_it_can_be_turned_off(event: Event) -> None:
    finished(event)
    assert set_on_leaderboard(player(event, "Peter").pk, False, ACTOR).on_leaderboard is False


def test_the_clubs_policy_says_the_price(event: Event) -> None:
    policy = {"preset": "2026", "start": 1200, "leaderboard_ban_days": 0}
    change_book(event.tournament.club_id, BookSettings(policy=policy), ACTOR)
    ann = rated_at(event, "Ann", 1612)
    assert warning_of(ann, START) == "Your rating of 1612 goes back to 1200."
    set_on_leaderboard(ann.pk, False, ACTOR, START)
    assert RatingSet.objects.get().rating == 1200
    assert not Ban.objects.exists()


def test_the_clubs_book_tells_of_it(event: Event) -> None:
    user = User.objects.create_user("director")
    set_on_leaderboard(player(event, "Ann").pk, False, Actor.of(user, Door.DESK), START)
    (line,) = book_of(event.tournament.club)
    assert line.change_message == "Ann: leaderboard setting turned off."
    with pytest.raises(NotFoundError, match="no such person"):
        set_on_leaderboard(10_000, False, ACTOR)
