"""The stakes' ledger: settlements that are only ever added, and always add up to nothing."""

import random

import pytest
from django.db.models import Sum

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import (
    EW_MAKES,
    NS_MAKES,
    enter,
    finished,
    make_ranked,
    play,
    play_out,
    words,
)
from tournaments.models import Event, Game, StakeLine
from tournaments.services.ranked.deals import enter_deal
from tournaments.services.ranked.games import decide_game, void_game
from tournaments.services.ranked.stakes import balances

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked(stake=100)


def lines(game: Game) -> list[tuple[int, str, int]]:
    """Settlement, seat and points of every line of a game."""
    seats = {seat.person_id: seat.seat for seat in game.seats.all()}
    found = StakeLine.objects.filter(game=game)
    return sorted((line.settlement, seats[line.person_id], line.points) for line in found)


def shown(event: Event) -> dict[str, int]:
    return {person.name: points for person, points in balances(event)}


def decide(game: Game, outcome: str) -> None:
    decide_game(game.pk, outcome, "the director decides", ACTOR)


def test_while_a_game_runs_nothing_is_settled(event: Event) -> None:
    enter(play(event), NS_MAKES)
    assert not StakeLine.objects.exists()


def test_a_game_that_is_over_is_settled_once(event: Event) -> None:
    game = finished(event)
    assert lines(game) == [(1, "E", -100), (1, "N", 100), (1, "S", 100), (1, "W", -100)]
    assert StakeLine.objects.first().reason == "the target was reached"


def test_a_game_without_a_stake_has_no_lines(event: Event) -> None:
    game = play(event, stake=0)
    play_out(game)
    assert lines(game) == []


def test_a_correction_takes_the_settlement_back_and_adds_a_new_one(event: Event) -> None:
    game = finished(event)
    decide(game, "ew")
    assert lines(game)[4:8] == [(2, "E", 100), (2, "N", -100), (2, "S", -100), (2, "W", 100)]
    assert lines(game)[8:] == [(3, "E", 100), (3, "N", -100), (3, "S", -100), (3, "W", 100)]
    assert set(StakeLine.objects.filter(settlement=2).values_list("reason", flat=True)) == {
        "taken back: the game was corrected"
    }
    logged = game.event.log.filter(action="stakes.settled").first()
    assert sum(logged.after.values()) == 0


def test_a_correction_that_changes_nobodys_points_adds_no_line(event: Event) -> None:
    game = finished(event)
    enter_deal(game.pk, 3, words("7 8 5 5"), ACTOR, version=1, reason="one trick more")
    assert len(lines(game)) == 4


def test_a_void_game_is_taken_back_and_may_be_decided_after_all(event: Event) -> None:
    game = finished(event)
    void_game(game.pk, "wrong cards", ACTOR)
    assert len(lines(game)) == 8
    assert shown(event) == {"John": 0, "Mary": 0, "Peter": 0, "Sue": 0}
    decide(game, "ns")
    assert shown(event) == {"John": 100, "Peter": 100, "Mary": -100, "Sue": -100}
    assert game.event.log.filter(action="stakes.taken-back").count() == 1


def test_balances_are_those_of_all_games_and_the_richest_is_first(event: Event) -> None:
    finished(event)
    game = play(event, names=("Peter", "Sue", "Ann", "Tom"))
    enter(game, EW_MAKES, EW_MAKES, EW_MAKES)
    finished(make_ranked(event.tournament, stake=5, name="Another"))
    assert [(person.name, points) for person, points in balances(event)] == [
        ("John", 100),
        ("Tom", 100),
        ("Peter", 0),
        ("Sue", 0),
        ("Ann", -100),
        ("Mary", -100),
    ]


def test_whatever_happens_to_games_every_settlement_and_the_ledger_add_up_to_nothing(event: Event) -> None:
    random_ = random.Random(7)
    games = [play(event, table, names=[f"{letter}{table}" for letter in "NESW"]) for table in (1, 2)]
    for _ in range(25):
        game = random_.choice(games)
        deed = random_.randrange(3)
        if deed == 0 and Game.objects.get(pk=game.pk).status != "void":
            void_game(game.pk, "wrong cards", ACTOR)
        else:
            decide(game, random_.choice(("ns", "ew", "draw")))
        sums = StakeLine.objects.order_by().values_list("game", "settlement").annotate(sum=Sum("points"))
        assert {total for _, _, total in sums} <= {0}
        assert sum(points for _, points in balances(event)) == 0
    assert StakeLine.objects.count() > 40
