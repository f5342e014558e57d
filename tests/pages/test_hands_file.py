"""The hands as PBN: the same secret as everywhere, and other programs can read it."""

import pytest
from django.test import Client

from boards import pbn
from tests.pages.reading import home
from tests.support.event_builders import four_tables, make_event, make_member, play_hand_1, seat_person
from tournaments.models import Event, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8, boards=3, name='Pairs "A"')
    four_tables(made, boards=(1, 2))
    play_hand_1(made, board=1)
    return made


def numbers(client: Client, event: Event) -> list[int]:
    answer = client.get(f"{home(event)}hands.pbn")
    assert answer.status_code == 200
    text = answer.content.decode()
    return [board.number for board in pbn.loads(text)] if "[Board" in text else []


def test_everybody_has_the_finished_boards(client: Client, event: Event) -> None:
    assert numbers(client, event) == [1]
    stored = event.board_set.boards.get(number=1).deal
    read = pbn.loads(client.get(f"{home(event)}hands.pbn").content)
    assert read[0].deal == stored


def test_a_director_has_all_unless_they_play(client: Client, event: Event) -> None:
    director = make_member(event.tournament.club, Role.DIRECTOR)
    client.force_login(director)
    assert numbers(client, event) == [1, 2, 3]
    seat_person(event, 2, director)
    assert numbers(client, event) == [1]


def test_an_event_without_boards_has_an_empty_file(client: Client) -> None:
    assert numbers(client, make_event(pairs=2)) == []
