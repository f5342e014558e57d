"""Sitting down to a game: at a table, by a phone or by the desk, and everything that keeps somebody from it."""

import hashlib

import pytest

from tests.support.event_builders import ACTOR, make_club
from tests.support.ranked_builders import (
    FOUR,
    PHONE,
    START,
    after,
    finished,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    player,
    players,
)
from tournaments.models import Event, Game, GameSeat, Person
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import finalise
from tournaments.services.ranked.games import open_game, seat_four, sit, void_game
from tournaments.services.ranked.keys import seat_of_key
from tournaments.services.ranked.leaving import fill_in, leave

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def game(event: Event) -> Game:
    return open_game(event.pk, 1, ACTOR, now=START)


def refusal(refused: pytest.ExceptionInfo[ServiceError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.message) for fault in refused.value.faults]


def test_a_phone_gets_a_key_of_which_only_the_hash_is_stored(event: Event, game: Game) -> None:
    sat = sit(game.pk, "N", player(event, "Peter").pk, PHONE, START)
    stored = GameSeat.objects.get(pk=sat.seat_id)
    assert len(sat.key) >= 32
    assert stored.key_hash == hashlib.sha256(sat.key.encode()).hexdigest()
    assert sat.key not in repr(list(event.log.values_list("before", "after", "subject")))
    assert seat_of_key(game, sat.key) == "N"


def test_the_desk_seats_without_a_key_and_no_key_opens_that_seat(event: Event, game: Game) -> None:
    assert sit(game.pk, "N", player(event, "Peter").pk, ACTOR, START).key == ""
    assert seat_of_key(game, "") is None
    assert seat_of_key(game, "guess") is None


def test_each_key_is_one_seat_of_one_game(event: Event, game: Game) -> None:
    keys = {
        seat: sit(game.pk, seat, person.pk, PHONE, START).key
        for seat, person in zip("NESW", players(event), strict=True)
    }
    assert {seat_of_key(game, key): key for key in keys.values()} == keys
    assert seat_of_key(open_game(event.pk, 2, ACTOR, now=START), keys["N"]) is None


def test_the_key_of_a_quitter_opens_nothing_and_that_of_the_stand_in_does(event: Event, game: Game) -> None:
    keys = [
        sit(game.pk, seat, person.pk, PHONE, START).key
        for seat, person in zip("NESW", players(event), strict=True)
    ]
    leave_and_quit(game, "N")
    assert seat_of_key(game, keys[0]) is None
    stand_in = fill_in(game.pk, "N", player(event, "Ann").pk, PHONE, after(5))
    assert seat_of_key(game, stand_in.key) == "N"
    assert [seat_of_key(game, key) for key in keys] == [None, "E", "S", "W"]


def test_a_seat_is_taken_once(event: Event, game: Game) -> None:
    sit(game.pk, "N", player(event, "Peter").pk, PHONE, START)
    with pytest.raises(ConflictError, match="Peter sits North already; choose a free seat"):
        sit(game.pk, "N", player(event, "Mary").pk, PHONE, START)


@pytest.mark.parametrize("seat", ["NE", "", "north"])
def test_there_are_four_seats(event: Event, game: Game, seat: str) -> None:
    with pytest.raises(ServiceError, match="A seat is one of N, E, S, W"):
        sit(game.pk, seat, player(event, "Peter").pk, PHONE, START)


def test_nobody_sits_twice_in_one_game(event: Event, game: Game) -> None:
    sit(game.pk, "N", player(event, "Peter").pk, PHONE, START)
    with pytest.raises(ServiceError) as refused:
        sit(game.pk, "S", player(event, "Peter").pk, PHONE, START)
    assert refusal(refused) == [
        ("ranked-player-twice", "Peter has a seat already: four different players are needed.")
    ]


def test_nobody_sits_at_two_tables_of_whatever_events(event: Event) -> None:
    play(event, table=3)
    other = make_ranked(event.tournament, name="Second ladder")
    second = open_game(other.pk, 1, ACTOR, now=START)
    with pytest.raises(ServiceError) as refused:
        sit(second.pk, "N", player(event, "Sue").pk, PHONE, START)
    message = "Sue sits at table 3 of “Ladder”: finish or leave that game first."
    assert refusal(refused) == [("ranked-two-tables", message)]


def test_a_seat_at_a_table_that_still_waits_is_one_as_well(event: Event, game: Game) -> None:
    sit(game.pk, "N", player(event, "Peter").pk, PHONE, START)
    second = open_game(event.pk, 2, ACTOR, rated=False, now=START)
    with pytest.raises(ServiceError, match="Peter sits at table 1"):
        sit(second.pk, "N", player(event, "Peter").pk, PHONE, START)


def test_who_is_away_or_fills_in_still_sits_there(event: Event) -> None:
    first = play(event)
    leave(first.pk, "E", PHONE, START)
    second = open_game(event.pk, 2, ACTOR, now=START)
    with pytest.raises(ServiceError, match="Mary sits at table 1"):
        sit(second.pk, "N", player(event, "Mary").pk, PHONE, after(2))
    leave_and_quit(first, "N", after(10))
    fill_in(first.pk, "N", player(event, "Ann").pk, PHONE, after(15))
    with pytest.raises(ServiceError, match="Ann sits at table 1"):
        sit(second.pk, "N", player(event, "Ann").pk, PHONE, after(16))


def test_after_a_game_that_is_over_or_void_everybody_is_free(event: Event) -> None:
    finished(event)
    void_game(play(event).pk, "wrong cards", ACTOR)
    assert play(event, table=2).status == "playing"


def test_an_event_that_was_made_final_over_a_game_holds_nobody(event: Event) -> None:
    game = leave_and_quit(play(event), "W")
    fill_in(game.pk, "W", player(event, "Ann").pk, PHONE, after(5))
    finalise(event.pk, ACTOR, "the hall had to be closed")
    other = make_ranked(event.tournament, name="Ladder 2")
    assert play(other, names=["Ann", *FOUR[:3]], now=after(60)).status == "playing"


def test_all_that_is_missing_is_said_together(event: Event, game: Game) -> None:
    guest = player(event, "Gus", is_guest=True, finished_elsewhere=7, on_leaderboard=False)
    with pytest.raises(ServiceError) as refused:
        sit(game.pk, "N", guest.pk, PHONE, START)
    assert refusal(refused) == [
        (
            "ranked-not-registered",
            "Gus is not registered: register first, ranked games need a name that lasts.",
        ),
        (
            "ranked-too-few-games",
            "Gus has finished 7 of the 10 games that ranked play asks for: 3 more to go.",
        ),
        (
            "ranked-leaderboard-off",
            "Gus is not on the leaderboard: turn that setting on to play ranked games.",
        ),
    ]
    assert not game.seats.exists()


def test_a_bot_starts_no_ranked_game(event: Event, game: Game) -> None:
    with pytest.raises(ServiceError) as refused:
        sit(game.pk, "N", player(event, "Robby", is_bot=True).pk, PHONE, START)
    message = "Robby is a bot: a ranked game starts with four people."
    assert refusal(refused) == [("ranked-bot", message)]


def test_a_quitter_is_told_when_ranked_games_are_allowed_again_in_the_tournaments_time(event: Event) -> None:
    peter = person_on(leave_and_quit(play(event), "N", after(40)), "N")
    game = open_game(event.pk, 2, ACTOR, now=after(50))
    with pytest.raises(ServiceError) as refused:
        sit(game.pk, "N", peter.pk, PHONE, after(99.9))
    message = "Peter left a ranked game at 20:40: ranked games again at 21:40."
    assert refusal(refused) == [("ranked-banned", message)]
    assert sit(game.pk, "N", peter.pk, PHONE, after(100)).seat_id


def test_to_a_friendly_game_everybody_may_sit_down_who_has_no_other_table(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR, rated=False, now=START)
    guest = player(event, "Gus", is_guest=True, finished_elsewhere=0, on_leaderboard=False)
    robot = player(event, "Robby", is_bot=True)
    quitter = person_on(leave_and_quit(play(event, table=2), "N"), "N")
    people = {"N": guest.pk, "E": robot.pk, "S": quitter.pk, "W": player(event, "Ann").pk}
    assert seat_four(game.pk, people, ACTOR, after(10)).status == "playing"


def test_whoever_has_another_rating_than_the_event_asks_for_is_told_so() -> None:
    event = make_ranked(lowest_rating=1400, highest_rating=1499)
    game = open_game(event.pk, 1, ACTOR, now=START)
    with pytest.raises(ServiceError) as refused:
        sit(game.pk, "N", player(event, "Peter").pk, PHONE, START)
    message = "Peter has a rating of 1500; this event is for ratings from 1400 to 1499."
    assert refusal(refused) == [("ranked-rating-range", message)]


def test_where_the_desk_seats_the_players_no_phone_does() -> None:
    event = make_ranked(open_seating=False)
    with pytest.raises(ServiceError, match="the desk seats the players"):
        open_game(event.pk, 1, PHONE)
    game = open_game(event.pk, 1, ACTOR, now=START)
    with pytest.raises(ServiceError, match="the desk seats the players"):
        sit(game.pk, "N", player(event, "Peter").pk, PHONE, START)
    assert sit(game.pk, "N", player(event, "Peter").pk, ACTOR, START).seat_id


def test_four_are_seated_together_or_none_with_each_fault_under_its_seat(event: Event, game: Game) -> None:
    peter, mary, _john, sue = players(event)
    bot = player(event, "Robby", is_bot=True)
    stranger = Person.objects.create(club=make_club(), name="Stranger")
    with pytest.raises(ServiceError) as refused:
        seat_four(game.pk, {"N": peter.pk, "E": peter.pk, "S": bot.pk, "W": stranger.pk}, ACTOR, START)
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [
        ("ranked-player-twice", "E"),
        ("ranked-bot", "S"),
        ("no-person", "W.person"),
    ]
    assert not game.seats.exists()
    assert seat_four(game.pk, {"N": peter.pk, "W": mary.pk}, ACTOR, START).status == "seating"
    rest = {"E": sue.pk, "S": player(event, "John").pk}
    assert seat_four(game.pk, rest, ACTOR, START).status == "playing"


def test_nobody_sits_down_to_a_game_that_has_started_or_is_over_or_is_not_there(event: Event) -> None:
    ann = player(event, "Ann")
    running, over = play(event), finished(event, 2, [f"{name} 2" for name in FOUR])
    with pytest.raises(ConflictError, match="Game 1 is being played"):
        sit(running.pk, "N", ann.pk, PHONE, START)
    with pytest.raises(ConflictError, match="Game 2 is over"):
        sit(over.pk, "N", ann.pk, PHONE, START)
    with pytest.raises(NotFoundError, match="There is no such game"):
        sit(10_000, "N", ann.pk, PHONE, START)
