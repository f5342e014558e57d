"""Secrets: a deal is seen by a director who does not play, and by nobody else until the board is finished."""

import pytest
from django.contrib.auth.models import AnonymousUser, User

from tests.support.event_builders import (
    ACTOR,
    enter,
    four_tables,
    make_club,
    make_event,
    make_member,
    make_tournament,
    play_hand_1,
    seat_person,
)
from tournaments.models import Event, EventStatus, Role, TravellerSecrecy
from tournaments.services.events import EventSettings, change_settings
from tournaments.services.results import remove_result
from tournaments.services.visibility import visible_boards

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8, boards=3)
    four_tables(made, boards=(1, 2))
    return made


def test_nothing_before_anybody_has_played(event: Event) -> None:
    seen = visible_boards(event, NOBODY)
    assert (seen.deals, seen.scores, seen.directs) == (frozenset(), frozenset(), False)


def test_a_board_shows_when_the_last_table_has_finished_it(event: Event) -> None:
    for table, line in enumerate(("7 6 5 7", "7 7 5 6", "7 8 5 5"), start=1):
        enter(event, 1, table, 1, line)
        assert visible_boards(event, NOBODY).deals == frozenset()
    enter(event, 1, 4, 1, "7 9 5 4")
    seen = visible_boards(event, NOBODY)
    assert (seen.deals, seen.scores) == ({1}, {1})


def test_a_board_hides_again_when_a_result_is_taken_back(event: Event) -> None:
    play_hand_1(event)
    remove_result(event.pk, (1, 4, 1), 1, "wrong board", ACTOR)
    assert visible_boards(event, NOBODY).deals == frozenset()


def test_a_board_that_nobody_is_to_play_stays_hidden(event: Event) -> None:
    play_hand_1(event)
    assert 3 not in visible_boards(event, NOBODY).deals


def test_scores_may_be_open_while_the_deal_is_not(event: Event) -> None:
    change_settings(event.pk, EventSettings(traveller_secrecy=TravellerSecrecy.OPEN), ACTOR)
    event.refresh_from_db()
    seen = visible_boards(event, NOBODY)
    assert (seen.deals, seen.scores) == (frozenset(), {1, 2, 3})


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.OWNER])
def test_a_director_sees_every_deal(event: Event, role: Role) -> None:
    seen = visible_boards(event, make_member(event.tournament.club, role))
    assert (seen.deals, seen.directs) == ({1, 2, 3}, True)


def test_a_director_who_plays_is_a_player(event: Event) -> None:
    director = make_member(event.tournament.club, Role.DIRECTOR)
    seat_person(event, 3, director)
    assert visible_boards(event, director).deals == frozenset()
    assert not visible_boards(event, director).directs


def test_a_superuser_who_plays_is_a_player_too(event: Event) -> None:
    chief = User.objects.create_superuser("chief")
    assert visible_boards(event, chief).directs
    seat_person(event, 3, chief)
    assert visible_boards(event, chief).deals == frozenset()


def test_scorers_and_directors_of_another_club_see_what_everybody_sees(event: Event) -> None:
    for user in (
        make_member(event.tournament.club, Role.SCORER),
        make_member(make_club("Elsewhere"), Role.DIRECTOR),
    ):
        assert visible_boards(event, user).deals == frozenset()


def test_a_final_event_has_no_secrets_left(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    event.refresh_from_db()
    assert visible_boards(event, NOBODY).deals == {1, 2}


def test_an_event_without_boards() -> None:
    event = make_event(make_tournament(), pairs=2)
    assert visible_boards(event, NOBODY).deals == frozenset()
