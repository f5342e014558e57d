"""The people of a club who play, at the desk: found, corrected, merged."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.event_builders import make_event
from tournaments.models import Club, Event, Person

pytestmark = pytest.mark.usefixtures("director")


@pytest.fixture
def event(db: None) -> Event:
    return make_event(pairs=2)


@pytest.fixture
def club(event: Event) -> Club:
    return event.tournament.club


@pytest.fixture
def double(club: Club) -> Person:
    return Person.objects.create(club=club, name="north 1", number="45")


def url(club: Club, name: str, *more: int) -> str:
    return reverse(f"desk:{name}", args=[club.slug, *more])


def kept(club: Club) -> Person:
    return Person.objects.get(club=club, name="North 1")


def test_people_are_listed_and_found(club: Club, double: Person, client: Client) -> None:
    page = client.get(url(club, "players")).content.decode()
    assert "5 people" in page
    assert "South 2" in page
    found = client.get(url(club, "players"), {"q": "45"}).content.decode()
    assert "north 1" in found
    assert "South 2" not in found
    assert "Nobody is called so" in client.get(url(club, "players"), {"q": "zz"}).content.decode()
    assert client.get(url(club, "players-find"), {"q": "north 1"}).json()["people"][0]["name"] == "North 1"


def test_a_person_is_corrected(club: Club, double: Person, event: Event, client: Client) -> None:
    page = url(club, "player", kept(club).pk)
    assert "Club night" in client.get(page).content.decode()
    taken = client.post(page, {"name": "Ann", "number": "45"})
    assert taken.status_code == 422
    assert "north 1 has the number 45" in taken.content.decode()
    assert 'value="Ann"' in taken.content.decode()
    assert client.post(page, {"name": "Ann", "number": "12"})["Location"] == page
    assert event.entries.get(number=1).name == "Ann & South 1"


def test_what_would_move_is_shown_and_then_moved(club: Club, double: Person, client: Client) -> None:
    keep = kept(club)
    shown = client.get(url(club, "players-merge"), {"keep": keep.pk, "player-1": "45"})
    assert "the membership number 45" in shown.content.decode()
    assert Person.objects.filter(pk=double.pk).exists()
    sent = {"keep": keep.pk, "double": double.pk}
    assert client.post(url(club, "players-merge"), sent).status_code == 422
    answer = client.post(url(club, "players-merge"), {**sent, "reason": "one man"})
    assert answer["Location"] == url(club, "player", keep.pk)
    keep.refresh_from_db()
    assert keep.number == "45"
    assert not Person.objects.filter(pk=double.pk).exists()


def test_two_who_play_in_one_event_are_not_merged(club: Club, client: Client) -> None:
    other = Person.objects.get(club=club, name="South 2")
    sent = {"keep": kept(club).pk, "double": other.pk}
    page = client.get(url(club, "players-merge"), sent).content.decode()
    assert "Both play in Club night, so they are two people." in page
    assert "Make them one person" not in page
    assert client.post(url(club, "players-merge"), {**sent, "reason": "x"}).status_code == 422
    assert Person.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({}, 404),
        ({"keep": "x"}, 404),
        ({"keep": "9" * 40}, 404),
        ({"keep": "KEPT"}, 422),
        ({"keep": "KEPT", "player-1": "Nobody Known"}, 422),
        ({"keep": "KEPT", "double": "999999"}, 404),
    ],
)
def test_who_is_not_found(club: Club, client: Client, given: dict[str, str], status: int) -> None:
    sent = {name: str(kept(club).pk) if value == "KEPT" else value for name, value in given.items()}
    assert client.get(url(club, "players-merge"), sent).status_code == status


def test_a_name_that_two_have_is_asked_about(club: Club, client: Client) -> None:
    for number in ("1", "2"):
        Person.objects.create(club=club, name="Ann Lee", number=number)
    page = client.get(url(club, "players-merge"), {"keep": kept(club).pk, "player-1": "Ann Lee"})
    assert page.status_code == 422
    assert "Who is “Ann Lee”?" in page.content.decode()
    second = Person.objects.get(number="2")
    chosen = {"keep": kept(club).pk, "player-1": "Ann Lee", "which-1": second.pk}
    assert client.get(url(club, "players-merge"), chosen).status_code == 200


def test_people_of_another_club_stay_there(club: Club, client: Client) -> None:
    stranger = Person.objects.create(club=make_event(pairs=0).tournament.club, name="Zoe")
    assert client.get(url(club, "player", stranger.pk)).status_code == 404
    assert (
        client.get(url(club, "players-merge"), {"keep": kept(club).pk, "double": stranger.pk}).status_code
        == 404
    )


def test_players_are_added_before_they_have_played(club: Club, client: Client) -> None:
    answer = client.post(url(club, "players"), {"names": "Ann Lee (12)\nBo Diaz"}, follow=True)
    assert "2 people are added." in answer.content.decode()
    assert Person.objects.get(club=club, number="12").name == "Ann Lee"


def test_a_list_with_a_fault_is_shown_again_as_it_was_typed(
    club: Club, double: Person, client: Client
) -> None:
    answer = client.post(url(club, "players"), {"names": "Eve Fox\nFlo Gray (45)"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "north 1 has that number" in page
    assert "Eve Fox\nFlo Gray (45)</textarea>" in page
    assert not Person.objects.filter(club=club, name="Eve Fox").exists()
