"""Two people who are one, of whom one or both have sat in ranked games."""

import pytest

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import (
    FOUR,
    PHONE,
    START,
    after,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    play_out,
    player,
)
from tournaments.models import Ban, Event, Person, RatedGame, Rating, StakeLine, StandIn
from tournaments.services.errors import ServiceError
from tournaments.services.people_change import change_person
from tournaments.services.people_merge import merge_people, preview_merge
from tournaments.services.ranked.games import open_game, sit
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ranked.stakes import balances
from tournaments.services.ranked.who_may import finished_games
from tournaments.services.ratings.book import set_rating
from tournaments.services.ratings.rerating import bring_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked(stake=10)


def test_games_stakes_bans_and_ratings_become_the_kept_ones(event: Event) -> None:
    club = event.tournament.club_id
    finished(event)
    finished(event, names=["peter", "Bo", "Cy", "Di"], now=after(60))
    left = leave_and_quit(play(event, 2, ["peter", "Eve", "Flo", "Gil"], after(120)), "N", after(120))
    bring_up(club)
    kept, double = player(event, "Peter"), player(event, "peter")
    assert [move.what for move in preview_merge(club, kept.pk, double.pk).moves] == [
        "game 2, seat N",
        "game 3, seat N",
        "2 rated games; ratings are made again",
        "a ban",
    ]
    merge_people(club, kept.pk, double.pk, ACTOR, "the same man")
    bring_up(club)
    assert kept.game_seats.count() == 3
    assert finished_games([kept.pk])[kept.pk] == 20 + 2
    assert {person.name: points for person, points in balances(event)}["Peter"] == 20
    assert Ban.objects.get().person == kept
    assert list(RatedGame.objects.values_list("north__name", flat=True)) == ["Peter"] * 3
    rating = Rating.objects.get(person=kept, kind="ranked")
    assert rating.games == 3
    assert not Rating.objects.filter(person__name="peter").exists()
    assert event.log.filter(action="person.merged").count() == 1
    assert StakeLine.objects.filter(person=double.pk).count() == 0
    assert left.seats.get(seat="N").person == kept


def test_the_ratings_are_those_of_somebody_who_was_one_person_all_along(event: Event) -> None:
    other = make_ranked()
    for name, where in (("peter", event), ("Peter", other)):
        finished(where)
        finished(where, names=[name, "Bo", "Cy", "Di"], winner="EW", now=after(60))
    kept, double = player(event, "Peter"), player(event, "peter")
    merge_people(event.tournament.club_id, kept.pk, double.pk, ACTOR, "the same man")
    for where in (event, other):
        bring_up(where.tournament.club_id)
    merged, single = (
        list(
            Rating.objects.filter(club=where.tournament.club, kind="ranked")
            .order_by("person__name")
            .values_list("person__name", "rating", "games")
        )
        for where in (event, other)
    )
    assert merged == single


def test_who_sat_in_one_game_is_two_people_also_as_a_stand_in(event: Event) -> None:
    club = event.tournament.club_id
    game = leave_and_quit(play(event), "N")
    fill_in(game.pk, "N", player(event, "mary").pk, PHONE, after(5))
    play_out(game)
    for kept, double in (("Mary", "mary"), ("Mary", "Sue")):
        with pytest.raises(ServiceError, match="Both sat in game 1 of Ladder, so they are two people"):
            merge_people(club, player(event, kept).pk, player(event, double).pk, ACTOR, "one")
    assert Person.objects.filter(name="mary").exists()


def test_a_merge_brings_nobody_to_two_tables(event: Event) -> None:
    play(event, 1)
    game = open_game(event.pk, 2, ACTOR, now=START)
    double = player(event, "sue")
    sit(game.pk, "N", double.pk, PHONE, START)
    with pytest.raises(
        ServiceError, match="Sue sits at table 1 of “Ladder”, sue at table 2 of “Ladder”: wait"
    ):
        merge_people(event.tournament.club_id, player(event, "Sue").pk, double.pk, ACTOR, "one")


def test_a_stand_in_and_a_rating_that_was_set_move_too(event: Event) -> None:
    club = event.tournament.club_id
    game = leave_and_quit(play(event), "N")
    double = player(event, "ann")
    fill_in(game.pk, "N", double.pk, PHONE, after(5))
    play_out(game)
    set_rating(double.pk, "ranked", 1700, "brought along", "dora", START)
    kept = player(event, "Ann")
    merge_people(club, kept.pk, double.pk, ACTOR, "one")
    bring_up(club)
    assert StandIn.objects.get().person == kept
    assert Rating.objects.get(person=kept, kind="ranked").rating == 1700


def test_a_new_name_is_shown_where_somebody_has_sat_in_a_game(event: Event) -> None:
    finished(event, names=FOUR)
    version = Event.objects.get(pk=event.pk).results_version
    peter = player(event, "Peter")
    change_person(event.tournament.club_id, peter.pk, "Pete", "", ACTOR)
    assert Event.objects.get(pk=event.pk).results_version > version
    assert event.log.filter(action="person.changed").count() == 1
