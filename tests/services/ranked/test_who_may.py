"""What counts as a finished game, whom a typed name means, and a rating range at its edges."""

from datetime import UTC, datetime

import pytest

from tests.support.event_builders import (
    ACTOR,
    enter,
    four_tables,
    make_club,
    make_event,
    make_tournament,
    seat,
)
from tests.support.ranked_builders import (
    START,
    after,
    finished,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    play_out,
    player,
)
from tests.support.team_builders import finish_round, make_teams, publish
from tournaments.models import Event, Person, Rating
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.events import finalise
from tournaments.services.ranked.games import decide_game, void_game
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ranked.who_may import faults_to_sit, find_player, finished_games
from tournaments.services.ratings.book import BookSettings, change_book
from tournaments.services.substitutes import substitute

pytestmark = pytest.mark.django_db


def counted(person: Person) -> int:
    return finished_games([person.pk])[person.pk]


def named(event: Event, name: str) -> Person:
    return Person.objects.get(club=event.tournament.club, name=name)


def test_games_elsewhere_and_games_that_were_sat_through_count() -> None:
    event = make_ranked()
    peter = player(event, "Peter", finished_elsewhere=14)
    assert counted(peter) == 14
    finished(event)
    play_out(play(event, table=2, rated=False), "EW")
    assert counted(peter) == 16


def test_games_that_run_are_void_or_were_quit_do_not_count_nor_filling_in() -> None:
    event = make_ranked()
    decide_game(leave_and_quit(play(event), "N").pk, "ns", "enough", ACTOR, after(9))
    void_game(play(event, 2, ["Ann", "Bo", "Cy", "Di"]).pk, "cards seen", ACTOR)
    game = leave_and_quit(play(event, 3, ["Eve", "Flo", "Gil", "Hal"]), "N")
    fill_in(game.pk, "N", player(event, "Ian").pk, ACTOR, after(5))
    play_out(game)
    people = [player(event, name) for name in ("Peter", "Mary", "Ann", "Eve", "Flo", "Ian")]
    found = finished_games([person.pk for person in people])
    assert [found[person.pk] - 10 for person in people] == [0, 1, 0, 0, 1, 0]


def test_each_table_with_a_result_of_a_final_pairs_event_counts_for_who_began_there() -> None:
    event = make_event(pairs=8)
    four_tables(event)
    seat(event, [(number, 9 - number, (3,)) for number in range(1, 5)])
    north, instead = named(event, "North 1"), Person.objects.create(club=event.tournament.club, name="Sub")
    substitute(event.pk, 1, north.pk, "Sub", 2, None, ACTOR, "had to go")
    for round_number, board in ((1, 1), (1, 2), (2, 3)):
        enter(event, round_number, 1, board, "7 7 5 6")
    assert counted(north) == 0
    finalise(event.pk, ACTOR, "late")
    assert (counted(north), counted(instead)) == (1, 1)
    assert (counted(named(event, "South 1")), counted(named(event, "North 2"))) == (2, 0)


def test_it_may_stop_counting_whoever_has_enough() -> None:
    tournament = make_tournament()
    for name in ("one", "two", "three"):
        event = make_event(tournament, pairs=8, name=name)
        four_tables(event)
        enter(event, 1, 1, 1, "7 7 5 6")
        finalise(event.pk, ACTOR, "late")
    north = named(event, "North 1")
    assert counted(north) == 3
    assert finished_games([north.pk], enough=2)[north.pk] == 2


def test_each_race_that_somebody_sat_in_counts_when_the_event_is_final() -> None:
    event = make_teams(4, players=5)
    publish(event)
    finish_round(event, 1)
    player_1a = named(event, "1A")
    assert counted(player_1a) == 0
    finalise(event.pk, ACTOR, "late")
    assert (counted(player_1a), counted(named(event, "1E"))) == (1, 0)


def test_a_player_is_found_by_full_name_or_number_whatever_the_capitals() -> None:
    club = make_club()
    ann = Person.objects.create(club=club, name="Ånn Lee", number="A7")
    assert find_player(club.pk, "  ånn   lee ") == ann
    assert find_player(club.pk, "A7") == ann


@pytest.mark.parametrize("text", ["Ann", "A", "Lee", "Ann Le", "%", "Ann Lee 7"])
def test_a_part_of_a_name_finds_nobody(text: str) -> None:
    club = make_club()
    Person.objects.create(club=club, name="Ann Lee", number="A7")
    with pytest.raises(NotFoundError) as refused:
        find_player(club.pk, text)
    assert "Ann Lee" not in str(refused.value).replace(f"“{text}”", "")


def test_nothing_typed_asks_for_a_name_though_people_have_no_number() -> None:
    club = make_club()
    Person.objects.create(club=club, name="Ann Lee")
    with pytest.raises(NotFoundError, match="Type your full name"):
        find_player(club.pk, "  ")


def test_namesakes_are_asked_for_their_number() -> None:
    club = make_club()
    one, two = (Person.objects.create(club=club, name="Ann Lee", number=number) for number in "12")
    with pytest.raises(ServiceError, match="Several people of this club are called “ann lee”"):
        find_player(club.pk, "ann lee")
    assert [find_player(club.pk, "1"), find_player(club.pk, "2")] == [one, two]


def test_somebody_of_another_club_is_not_found() -> None:
    Person.objects.create(club=make_club(), name="Ann Lee")
    with pytest.raises(NotFoundError):
        find_player(make_club("Other club").pk, "Ann Lee")


@pytest.mark.parametrize(
    ("rating", "fits"), [(1399.4, False), (1399.5, True), (1400, True), (1600.4, True), (1600.5, False)]
)
def test_a_rating_counts_as_it_is_shown(rating: float, fits: bool) -> None:
    event = make_ranked(lowest_rating=1400, highest_rating=1600)
    ann = player(event, "Ann")
    Rating.objects.create(club=event.tournament.club, person=ann, kind="ranked", rating=rating)
    Rating.objects.create(club=event.tournament.club, person=ann, kind="combined", rating=1500)
    assert (faults_to_sit(event, ann, START, rated=True) == []) is fits


def test_half_a_range_is_said_as_such() -> None:
    event = make_ranked(lowest_rating=1501)
    (fault,) = faults_to_sit(event, player(event, "Ann"), START, rated=True)
    assert fault.message == "Ann has a rating of 1500; this event is for ratings of 1501 or more."
    event = make_ranked(highest_rating=1499)
    (fault,) = faults_to_sit(event, player(event, "Ann"), START, rated=True)
    assert fault.message == "Ann has a rating of 1500; this event is for ratings of 1499 or less."


def test_the_range_is_asked_neither_of_a_friendly_game_nor_of_who_fills_in_nor_for_a_rematch() -> None:
    event = make_ranked(lowest_rating=2000)
    ann = player(event, "Ann")
    assert faults_to_sit(event, ann, START, rated=False) == []
    assert faults_to_sit(event, ann, START, rated=True, fills_in=True) == []
    assert faults_to_sit(event, ann, START, rated=True, rematch=True) == []
    assert len(faults_to_sit(event, ann, START, rated=True)) == 1


def test_the_clubs_policy_says_how_many_games_and_whether_bots_may_start() -> None:
    event = make_ranked()
    ann = player(event, "Ann", finished_elsewhere=1)
    robot = player(event, "Robby", is_bot=True)
    policy = {"preset": "2026", "finished_games": 1, "bots_may_start": True}
    change_book(event.tournament.club_id, BookSettings(policy=policy), ACTOR)
    assert faults_to_sit(event, ann, START, rated=True) == []
    assert faults_to_sit(event, robot, START, rated=True) == []


def test_moments_are_told_in_the_tournaments_zone_whatever_zone_now_is_in() -> None:
    event = make_ranked()
    peter = person_on(leave_and_quit(play(event), "N", datetime(2025, 11, 26, 22, 30, tzinfo=UTC)), "N")
    (fault,) = faults_to_sit(event, peter, datetime(2025, 11, 26, 22, 45, tzinfo=UTC), rated=True)
    assert fault.message == "Peter left a ranked game at 23:30: ranked games again on 27 November at 00:30."


def test_the_rating_of_who_is_not_on_the_leaderboard_is_told_to_nobody() -> None:
    """Whoever types a name on a phone is told what keeps that person from a seat."""
    event = make_ranked(lowest_rating=2000, highest_rating=2100)
    off, guest = player(event, "Ann", on_leaderboard=False), player(event, "Gus", is_guest=True)
    told = {}
    for rating in (1811, 2050):
        for person in (off, guest):
            Rating.objects.update_or_create(
                person=person,
                kind="ranked",
                defaults={"rating": rating, "club_id": event.tournament.club_id},
            )
        told[rating] = [faults_to_sit(event, person, START, rated=True) for person in (off, guest)]
    assert told[1811] == told[2050]
    assert [[fault.code for fault in faults] for faults in told[1811]] == [
        ["ranked-leaderboard-off"],
        ["ranked-not-registered"],
    ]


def test_where_ranked_play_asks_for_no_leaderboard_the_range_holds_without_the_number() -> None:
    event = make_ranked(lowest_rating=1501)
    policy = {"preset": "2026", "leaderboard_needed": False}
    change_book(event.tournament.club_id, BookSettings(policy=policy), ACTOR)
    (fault,) = faults_to_sit(event, player(event, "Ann", on_leaderboard=False), START, rated=True)
    assert fault.code == "ranked-rating-range"
    assert (
        fault.message == "Ann has another rating than this event asks for: it is for ratings of 1501 or more."
    )


def test_a_name_with_a_character_that_no_database_takes_is_a_name_without_it() -> None:
    """PostgreSQL stores no NUL, and will not look for one either."""
    event = make_ranked()
    ann = player(event, "Ann Lee", number="7")
    club = event.tournament.club_id
    assert find_player(club, "Ann\0Lee\0") == find_player(club, "\x007") == ann
    with pytest.raises(NotFoundError):
        find_player(club, "\0Nobody")
    with pytest.raises(NotFoundError, match="Type your full name"):
        find_player(club, "\0")
