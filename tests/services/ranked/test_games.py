"""Games opened, started, declared void and decided by a director."""

import pytest

from scoring.rules import RuleSet
from tests.support.event_builders import ACTOR, make_event, make_member
from tests.support.ranked_builders import (
    FOUR,
    NS_MAKES,
    PHONE,
    START,
    after,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    play,
    player,
    players,
)
from tournaments.models import Ban, Door, Event, EventStatus, Game, Person, Role, StakeLine
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import finalise
from tournaments.services.ranked.games import decide_game, open_game, seat_four, sit, stand_up, void_game
from tournaments.services.ranked.leaving import end_by_leaving, fill_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


def codes(refused: pytest.ExceptionInfo[ServiceError]) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in refused.value.faults]


def test_an_opened_game_is_as_the_event_has_it_and_the_event_runs() -> None:
    event = make_ranked(target=250, stake=40, rated=False)
    game = open_game(event.pk, 7, ACTOR, now=START)
    event.refresh_from_db()
    assert (game.number, game.table, game.status) == (1, 7, "seating")
    assert (game.rule_set.target, game.rated, game.stake) == (250, False, 40)
    assert game.rule_set.preset == "puzzle-pirates"
    assert event.status == EventStatus.RUNNING
    assert event.log.get(action="game.opened").subject == "game 1"
    assert game.version == event.results_version


def test_a_game_can_have_a_target_a_stake_and_no_rating_of_its_own(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR, rated=False, target=1000, stake=5)
    assert (game.rule_set.target, game.rated, game.stake) == (1000, False, 5)
    assert Event.objects.get(pk=event.pk).rule_set.target == 200


def test_a_game_keeps_the_rules_it_was_opened_with(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR)
    Event.objects.filter(pk=event.pk).update(rules=RuleSet.from_json("standard").to_json())
    game.refresh_from_db()
    assert game.rule_set.preset == "puzzle-pirates"


def test_everything_wrong_with_a_new_game_is_said_at_once(event: Event) -> None:
    with pytest.raises(ServiceError) as refused:
        open_game(event.pk, 0, ACTOR, target=400, stake=-1)
    assert codes(refused) == [("target", "target"), ("table", "table"), ("stake", "stake")]
    assert "400; a game of ranked tables is played to one of 200, 250, 300, 500, 1000" in str(refused.value)


def test_a_table_has_one_game_until_it_is_over(event: Event) -> None:
    first = play(event)
    with pytest.raises(ConflictError, match="Game 1 at table 1 is not over"):
        open_game(event.pk, 1, ACTOR)
    assert open_game(event.pk, 2, ACTOR).number == 2
    void_game(first.pk, "wrong table", ACTOR)
    assert open_game(event.pk, 1, ACTOR).number == 3


def test_games_are_only_opened_in_an_event_of_ranked_tables_that_is_not_final(event: Event) -> None:
    with pytest.raises(ServiceError, match="is a Pairs event; this is for Ranked tables events only"):
        open_game(make_event().pk, 1, ACTOR)
    finalise(event.pk, ACTOR, "cancelled")
    with pytest.raises(ServiceError, match="The event is final"):
        open_game(event.pk, 1, ACTOR)


def test_with_the_fourth_player_the_game_starts(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR, now=START)
    people = players(event)
    sat = [
        sit(game.pk, seat, person.pk, PHONE, after(minute))
        for minute, (seat, person) in enumerate(zip("SNEW", people, strict=True))
    ]
    assert [one.started for one in sat] == [False, False, False, True]
    assert len({one.key for one in sat}) == 4
    game.refresh_from_db()
    assert (game.status, game.started_at) == ("playing", after(3))
    assert {seat.seat: seat.person.name for seat in game.seats.all()} == dict(zip("SNEW", FOUR, strict=True))
    assert game.board_set is None


def test_a_game_that_the_system_deals_has_its_cards_when_it_starts() -> None:
    game = play(make_ranked(dealing="system"))
    assert game.board_set is not None
    assert game.board_set.boards.count() >= 8


def test_who_sits_too_early_can_stand_up_until_the_game_starts(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR, now=START)
    peter, *others = players(event)
    sit(game.pk, "N", peter.pk, PHONE, START)
    stand_up(game.pk, "N", PHONE)
    assert not game.seats.exists()
    with pytest.raises(NotFoundError, match="Nobody sits North in game 1"):
        stand_up(game.pk, "N", PHONE)
    sit(game.pk, "W", peter.pk, PHONE, START)
    seat_four(game.pk, dict(zip("NES", [each.pk for each in others], strict=True)), ACTOR, START)
    with pytest.raises(ConflictError, match="who goes now leaves it"):
        stand_up(game.pk, "W", PHONE)


def test_a_void_game_needs_a_reason_once_it_has_started_and_counts_for_nothing() -> None:
    event = make_ranked(stake=10)
    game = finished(event)
    assert sorted(StakeLine.objects.values_list("points", flat=True)) == [-10, -10, 10, 10]
    with pytest.raises(ServiceError) as refused:
        void_game(game.pk, " ", ACTOR)
    assert codes(refused) == [("reason-missing", "reason")]
    voided = void_game(game.pk, "cards were seen", ACTOR)
    assert (voided.status, voided.outcome, voided.ending, voided.reason) == (
        "void",
        "",
        "",
        "cards were seen",
    )
    assert sum(StakeLine.objects.filter(person=players(event)[0]).values_list("points", flat=True)) == 0
    end = {"status": "over", "outcome": "ns", "ending": "target", "ruling": ""}
    assert event.log.get(action="game.voided").before == end
    with pytest.raises(ConflictError, match="void already"):
        void_game(game.pk, "again", ACTOR)


def test_a_game_that_nobody_has_begun_is_put_away_without_a_reason(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR)
    assert void_game(game.pk, "", ACTOR).status == "void"


def test_bans_stay_when_the_game_is_void(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    void_game(game.pk, "the fire alarm", ACTOR)
    ban = Ban.objects.get()
    assert (ban.person.name, ban.lifted_at) == ("Peter", None)


def test_a_director_decides_a_game_that_runs_or_is_over(event: Event) -> None:
    game = play(event)
    enter(game, NS_MAKES)
    decided = decide_game(game.pk, "ew", "North-South had to go", ACTOR, after(30))
    assert (decided.status, decided.outcome, decided.ending) == ("over", "ew", "director")
    assert (decided.reason, decided.ended_at) == ("North-South had to go", after(30))
    assert decide_game(game.pk, "draw", "both had to go", ACTOR, after(60)).outcome == "draw"
    assert Game.objects.get(pk=game.pk).ended_at == after(30)
    assert [entry.after["outcome"] for entry in event.log.filter(action="game.decided").order_by("pk")] == [
        "ew",
        "draw",
    ]


def test_what_has_not_begun_cannot_be_decided_nor_without_a_reason(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR)
    with pytest.raises(ServiceError) as refused:
        decide_game(game.pk, "north", "", ACTOR)
    assert codes(refused) == [("reason-missing", "reason"), ("outcome", "outcome"), ("game-not-started", "")]


@pytest.mark.parametrize("seat", ["E", "N"])
def test_a_director_who_has_sat_in_a_game_neither_decides_nor_voids_nor_ends_it(
    event: Event, seat: str
) -> None:
    game = leave_and_quit(play(event), "N")
    fill_in(game.pk, "N", player(event, "Ann").pk, PHONE, after(5))
    user = make_member(event.tournament.club, Role.DIRECTOR)
    name = "Ann" if seat == "N" else "Mary"
    Person.objects.filter(name=name).update(user=user)
    director = Actor.of(user, Door.DESK)
    for act in (
        lambda: decide_game(game.pk, "ns", "enough", director),
        lambda: void_game(game.pk, "enough", director),
        lambda: end_by_leaving(game.pk, "enough", director, after(6)),
    ):
        with pytest.raises(
            ServiceError, match=r"Whoever has sat in game 1 cannot .*; another director has to"
        ):
            act()
    Person.objects.filter(name=name).update(user=None)
    assert decide_game(game.pk, "ns", "enough", director).status == "over"
