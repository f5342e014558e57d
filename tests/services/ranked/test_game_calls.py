"""A game's table calls the director: one flag at a time, answered once, and told before the event is made final."""

import pytest
from django.db import IntegrityError, transaction

from tests.services.ranked.test_sitting import refusal
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import PHONE, START, after, finished, make_ranked, play
from tournaments.models import Event, Game, GameCall
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import finalise
from tournaments.services.progress import open_matters
from tournaments.services.ranked.calls import answer, call, latest_call, open_call, open_calls
from tournaments.services.ranked.games import open_game, void_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def game(event: Event) -> Game:
    return play(event)


def told(event: Event) -> list[tuple[str, str, str]]:
    log = event.log.filter(action__startswith="director.").order_by("pk")
    return [(line.action, line.subject, line.actor) for line in log]


def test_a_call_stands_until_it_is_answered(event: Event, game: Game) -> None:
    was = game.event.results_version
    made = call(game.pk, PHONE, "  Revoke \n here ", START)
    assert (made.note, made.at, made.answered_at) == ("Revoke here", START, None)
    event.refresh_from_db()
    assert event.results_version > was
    assert open_call(game) == latest_call(game) == made
    came = answer(game.pk, made.pk, ACTOR, after(2))
    assert (came.answered_at, came.answered_by) == (after(2), ACTOR.name)
    assert open_call(game) is None
    assert latest_call(game) == made
    assert told(event) == [
        ("director.called", "game 1", PHONE.name),
        ("director.came", "game 1", ACTOR.name),
    ]


def test_calling_and_answering_twice_is_once(event: Event, game: Game) -> None:
    first = call(game.pk, PHONE, "Question", START)
    assert call(game.pk, PHONE, "Revoke", after(1)).pk == first.pk
    answer(game.pk, first.pk, ACTOR, after(2))
    later = answer(game.pk, first.pk, PHONE, after(9))
    assert (later.answered_at, later.answered_by) == (after(2), ACTOR.name)
    assert GameCall.objects.get().note == "Question"
    assert len(told(event)) == 2
    again = call(game.pk, PHONE, "", after(10))
    assert again.pk != first.pk
    assert latest_call(game) == again


def test_the_database_holds_one_open_call_a_game(game: Game) -> None:
    GameCall.objects.create(game=game, at=START)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameCall.objects.create(game=game, at=after(1))


def test_what_waits_longest_comes_first(event: Event, game: Game) -> None:
    other = open_game(event.pk, 2, ACTOR, now=START)
    over = finished(event, 3, ("Ann", "Bea", "Cleo", "Dora"))
    for each, minutes in ((other, 3), (game, 5), (over, 1)):
        call(each.pk, PHONE, "", after(minutes))
    call(play(make_ranked(event.tournament, name="Other"), 4, ("E", "F", "G", "H")).pk, PHONE)
    assert [each.game.number for each in open_calls(event)] == [3, 2, 1]


def test_another_games_call_is_not_answered_from_here(event: Event, game: Game) -> None:
    made = call(game.pk, PHONE)
    other = open_game(event.pk, 2, ACTOR, now=START)
    for game_id in (other.pk, other.pk + 99):
        with pytest.raises(NotFoundError):
            answer(game_id, made.pk, ACTOR)
    assert open_call(game) == made


def test_a_note_is_short_and_can_be_read(event: Event, game: Game) -> None:
    for note in ("x" * 501, "a\x00b", "a\u202eb"):
        with pytest.raises(ServiceError):
            call(game.pk, PHONE, note)
    assert not GameCall.objects.exists()
    assert len(call(game.pk, PHONE, "x" * 300).note) == 200


def test_nobody_calls_from_a_game_that_counts_for_nothing(event: Event, game: Game) -> None:
    void_game(game.pk, "the hall burns", ACTOR, START)
    with pytest.raises(ConflictError) as refused:
        call(game.pk, PHONE)
    assert refusal(refused)[0][0] == "game-void"


def test_a_call_speaks_against_calling_the_event_final(event: Event) -> None:
    game = finished(event)
    made = call(game.pk, PHONE, "Wrong score entered")
    assert open_matters(event) == ("Table 1 has called (game 1).",)
    with pytest.raises(ServiceError):
        finalise(event.pk, ACTOR)
    answer(game.pk, made.pk, ACTOR)
    assert open_matters(event) == ()
    finalise(event.pk, ACTOR)
    with pytest.raises(ServiceError):
        call(game.pk, PHONE)
