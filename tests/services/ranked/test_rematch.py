"""Another game with the same four, by four votes."""

from datetime import datetime

import pytest

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
    play,
    play_out,
    player,
    players,
    words,
)
from tournaments.models import Event, Game, RematchVote
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.ranked.deals import enter_deal
from tournaments.services.ranked.games import open_game, sit, void_game
from tournaments.services.ranked.keys import seat_of_key
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ranked.options import RankedOptions, change_options
from tournaments.services.ranked.rematch import take_back_vote, vote

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


def vote_all(game: Game, seats: str = "NESW", now: datetime = START) -> list[Game | None]:
    return [vote(game.pk, seat, PHONE, now) for seat in seats]


def test_with_the_fourth_vote_the_same_four_play_again_at_once() -> None:
    event = make_ranked(stake=20, target=250)
    game = open_game(event.pk, 4, ACTOR, rated=False, now=START)
    keys = {
        seat: sit(game.pk, seat, person.pk, PHONE, START).key
        for seat, person in zip("NESW", players(event), strict=True)
    }
    game.refresh_from_db()
    play_out(game)
    *early, again = vote_all(game, now=after(60))
    assert early == [None, None, None]
    assert again is not None
    assert (again.number, again.table, again.status, again.started_at) == (2, 4, "playing", after(60))
    assert (again.rated, again.stake, again.rules, again.rematch_of) == (False, 20, game.rules, game)
    assert {seat.seat: seat.person.name for seat in again.seats.all()} == {
        "N": "Peter",
        "E": "Mary",
        "S": "John",
        "W": "Sue",
    }
    assert {seat: seat_of_key(again, key) for seat, key in keys.items()} == {seat: seat for seat in "NESW"}


def test_one_vote_counts_once_and_can_be_taken_back(event: Event) -> None:
    game = finished(event)
    assert vote_all(game, "NNNN") == [None] * 4
    assert RematchVote.objects.count() == 1
    take_back_vote(game.pk, "N", PHONE)
    take_back_vote(game.pk, "N", PHONE)
    assert vote_all(game, "ESW") == [None] * 3
    assert event.log.filter(action="rematch.not-wanted").count() == 1
    assert vote(game.pk, "N", PHONE, START) is not None


def test_there_is_no_rematch_before_the_end_nor_of_a_void_game(event: Event) -> None:
    game = play(event)
    with pytest.raises(ConflictError, match="Game 1 is not over yet"):
        vote(game.pk, "N", PHONE, START)
    void_game(game.pk, "cards seen", ACTOR)
    with pytest.raises(ConflictError, match="was declared void"):
        vote(game.pk, "N", PHONE, START)


def test_there_is_one_rematch_of_a_game_and_then_no_vote_is_taken_back(event: Event) -> None:
    game = finished(event)
    vote_all(game)
    with pytest.raises(ConflictError, match="The rematch has begun already: it is game 2"):
        vote(game.pk, "N", PHONE, START)
    with pytest.raises(ConflictError, match="The rematch has begun already"):
        take_back_vote(game.pk, "N", PHONE)


def test_a_game_that_somebody_has_quit_has_no_rematch(event: Event) -> None:
    game = leave_and_quit(play(event), "W")
    fill_in(game.pk, "W", player(event, "Ann").pk, PHONE, after(5))
    play_out(game)
    with pytest.raises(ConflictError, match="Sue has quit this game, so it has no rematch"):
        vote(game.pk, "N", PHONE, after(60))


def test_whoever_sits_elsewhere_or_is_banned_meanwhile_stops_it_and_the_fourth_vote_is_not_kept(
    event: Event,
) -> None:
    game = finished(event)
    vote_all(game, "NES")
    other = open_game(event.pk, 2, ACTOR, now=START)
    sit(other.pk, "N", player(event, "Peter").pk, PHONE, after(1))
    with pytest.raises(ServiceError) as refused:
        vote(game.pk, "W", PHONE, after(2))
    assert [(fault.code, fault.path) for fault in refused.value.faults] == [("ranked-two-tables", "N")]
    assert RematchVote.objects.count() == 3


def test_another_game_at_the_table_stops_it(event: Event) -> None:
    game = finished(event)
    vote_all(game, "NES")
    open_game(event.pk, 1, ACTOR, now=START)
    with pytest.raises(ConflictError, match="Game 2 at table 1 is not over"):
        vote(game.pk, "W", PHONE, START)


def test_the_rating_range_is_not_asked_again(event: Event) -> None:
    game = finished(event)
    change_options(event.pk, RankedOptions(lowest_rating=2000), ACTOR, "masters only")
    assert vote_all(game)[-1] is not None


def test_votes_are_forgotten_when_a_correction_has_the_game_run_again(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES, NS_MAKES, NS_MAKES)
    vote_all(game, "NES")
    enter_deal(game.pk, 3, words("3 4 9 9"), ACTOR, version=1, reason="misread")
    assert Game.objects.get(pk=game.pk).status == "playing"
    assert not RematchVote.objects.exists()
