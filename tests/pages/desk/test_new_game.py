"""A new game at the desk: its table, and four players by name or number in one form."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.reading import text
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import finished, make_ranked, play, player
from tournaments.models import Event, Game, GameStatus, Person, RatingBook
from tournaments.services.events import finalise
from tournaments.services.ranked.games import open_game

pytestmark = pytest.mark.django_db

NAMES = {"player-1": "Ann", "player-2": "Cleo", "player-3": "Bea", "player-4": "Dora"}
"""North, South, East, West."""


@pytest.fixture
def ladder(db: None) -> Event:
    made = make_ranked(stake=5)
    for name in NAMES.values():
        player(made, name)
    return made


def send(client: Client, event: Event, **given: object) -> Any:
    sent = {"table": 1, "target": 200, "stake": 5, "rated": "on", **given}
    sent = {name.replace("_", "-"): value for name, value in sent.items() if value is not None}
    return client.post(reverse("desk:new-game", args=[event.pk]), sent)


def shown(answer: Any) -> str:
    return text(answer.content.decode())


def test_the_first_free_table_and_the_events_choices_stand_there(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    open_game(ladder.pk, 1, ACTOR)
    open_game(ladder.pk, 3, ACTOR)
    form = client.get(reverse("desk:new-game", args=[ladder.pk])).context["form"]
    assert [form[name].value() for name in ("table", "target", "stake", "rated")] == [2, 200, 5, True]


def test_four_names_start_the_game(ladder: Event, ladder_director: User, client: Client) -> None:
    answer = send(client, ladder, **NAMES)
    assert answer["Location"] == reverse("desk:game", args=[ladder.pk, 1])
    game = Game.objects.get()
    assert game.status == GameStatus.PLAYING
    seats = dict(game.seats.values_list("seat", "person__name"))
    assert seats == {"N": "Ann", "S": "Cleo", "E": "Bea", "W": "Dora"}
    assert "Game 1 at table 1 has started." in shown(client.get(answer["Location"]))


def test_its_own_target_stake_and_a_friendly_game(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    assert send(client, ladder, target=1000, stake=0, rated=None).status_code == 302
    game = Game.objects.get()
    assert (game.rule_set.target, game.stake, game.rated, game.status) == (1000, 0, False, "seating")


def test_a_number_is_that_person_and_a_namesake_is_asked_about(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    numbered = player(ladder, "Numbered", number="77")
    twin = Person.objects.create(club=numbered.club, name="Ann", finished_elsewhere=10)
    asked = send(client, ladder, **{**NAMES, "player-2": "77"})
    assert asked.status_code == 422
    assert "Who is “Ann”?" in shown(asked)
    assert not Game.objects.exists()
    assert send(client, ladder, **{**NAMES, "player-2": "77", "which-1": str(twin.pk)}).status_code == 302
    seats = dict(Game.objects.get().seats.values_list("seat", "person"))
    assert (seats["N"], seats["S"]) == (twin.pk, numbered.pk)


def test_everything_that_keeps_people_from_their_seats_is_said_at_each_and_nothing_is_opened(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    play(ladder, 9, ("Ann", "Eve", "Fay", "Gail"))
    player(ladder, "Guest", is_guest=True)
    answer = send(client, ladder, **{**NAMES, "player-4": "Guest"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Ann sits at table 9 of “Ladder”" in page.split('id="player-1-fault"')[1].split("</p>")[0]
    assert "Guest" in page.split('id="player-4-fault"')[1].split("</p>")[0]
    assert 'id="player-2-fault"' not in page
    assert Game.objects.count() == 1


def test_who_is_not_known_is_entered_for_a_friendly_game_and_kept_out_of_a_rated_one(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    refused = send(client, ladder, **{**NAMES, "player-4": "Stranger"})
    assert refused.status_code == 422
    assert not Person.objects.filter(name="Stranger").exists()
    assert send(client, ladder, rated=None, **{**NAMES, "player-4": "Stranger"}).status_code == 302
    assert Person.objects.get(name="Stranger").game_seats.count() == 1


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        ({"table": "0"}, 422, "greater than or equal to 1"),
        ({"table": "x"}, 422, "whole number"),
        ({"target": "400"}, 422, "not one of the available choices"),
        ({"stake": "-1"}, 422, "greater than or equal to 0"),
        ({"player-1": "Ann", "player-2": "Ann"}, 422, "four different players"),
        ({"player-1": "A\x07"}, 422, "control character"),
        ({"person-1": "99999", "player-1": "Nobody"}, 422, "not of this club"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    ladder: Event, ladder_director: User, client: Client, given: dict[str, str], status: int, words: str
) -> None:
    answer = send(client, ladder, **given)
    assert answer.status_code == status
    assert words in shown(answer)
    assert not Game.objects.exists()


def test_a_table_that_has_a_game_is_not_taken_twice(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    open_game(ladder.pk, 1, ACTOR)
    refused = send(client, ladder, **NAMES)
    assert refused.status_code == 409
    assert "Game 1 at table 1 is not over" in shown(refused)


def test_a_final_event_opens_no_game_and_shows_those_it_had(
    ladder: Event, ladder_director: User, client: Client, settings: Any, tmp_path: object
) -> None:
    settings.MEDIA_ROOT = tmp_path
    game = finished(ladder)
    finalise(ladder.pk, ACTOR, "The season is over.")
    assert send(client, ladder, **NAMES).status_code == 422
    assert "New game" not in client.get(reverse("desk:event", args=[ladder.pk])).content.decode()
    page = client.get(reverse("desk:game", args=[ladder.pk, game.number])).content.decode()
    assert "North-South have won" in page
    for word in ("Save the deal", "Declare it void", "Correct it", "Read a recorded play"):
        assert word not in page


def test_it_is_told_how_many_finished_games_a_rated_one_asks_for_and_where_that_is_changed(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    page = client.get(reverse("desk:new-game", args=[ladder.pk])).content.decode()
    assert "asks each player for 10 finished games" in page
    assert reverse("desk:ratings", args=[ladder.tournament.club.slug]) in page
    RatingBook.objects.update_or_create(
        club=ladder.tournament.club, defaults={"policy": {"preset": "2026", "finished_games": 0}}
    )
    page = client.get(reverse("desk:new-game", args=[ladder.pk])).content.decode()
    assert "asks each player" not in page
