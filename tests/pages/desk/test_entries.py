"""The list of entries at the desk: typed, asked about, checked in."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, make_event
from tests.support.team_builders import make_teams
from tournaments.models import Event, Person, Role
from tournaments.services.entry_states import check_in

HTMX = {"HX-Request": "true"}


@pytest.fixture
def event(db: None) -> Event:
    """Four pairs, nothing drawn."""
    return make_event(pairs=4)


def url(event: Event, name: str = "entries", *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


def numbered(event: Event) -> list[tuple[int, str]]:
    return list(event.entries.order_by("number").values_list("number", "name"))


@pytest.mark.usefixtures("director")
def test_two_names_make_a_pair(event: Event, client: Client) -> None:
    answer = client.post(url(event), {"player-1": " Ann  Lee", "player-2": "Bo Diaz"})
    assert (answer.status_code, answer["Location"]) == (302, url(event))
    assert numbered(event)[-1] == (5, "Ann Lee & Bo Diaz")
    assert "5 Ann Lee &amp; Bo Diaz is entered." in client.get(url(event)).content.decode()


@pytest.mark.usefixtures("director")
def test_htmx_gets_an_empty_form_the_row_and_the_count(event: Event, client: Client) -> None:
    answer = client.post(
        url(event), {"player-1": "Ann", "player-2": "Bo", "stays_seated": "on"}, headers=HTMX
    )
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="entry-5"' in page
    assert "beforeend:#entries-seated" in page
    assert "5 pairs" in page
    assert "5 missing" in page
    assert 'value="Ann"' not in page
    assert event.entries.get(number=5).stays_seated
    client.post(url(event), {"player-1": "Flo", "standby": "on"}, headers=HTMX)
    assert numbered(event)[-1] == (1001, "Flo")


@pytest.mark.usefixtures("director")
def test_a_membership_number_is_that_person(event: Event, client: Client) -> None:
    ann = Person.objects.create(club=event.tournament.club, name="Ann Lee", number="45")
    client.post(url(event), {"player-1": "45", "player-2": "Bo"})
    assert list(event.entries.get(number=5).players.filter(pk=ann.pk)) == [ann]


@pytest.mark.usefixtures("director")
def test_which_of_two_namesakes_is_asked_and_answered(event: Event, client: Client) -> None:
    club = event.tournament.club
    people = [Person.objects.create(club=club, name="Ann Lee", number=number) for number in ("12", "45")]
    answer = client.post(url(event), {"player-1": "Ann Lee", "player-2": "Bo"}, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Who is “Ann Lee”?" in page
    assert all(f'value="{person.pk}"' in page for person in people)
    assert len(numbered(event)) == 4
    client.post(url(event), {"player-1": "Ann Lee", "which-1": str(people[1].pk), "player-2": "Bo"})
    assert event.entries.get(number=5).players.filter(pk=people[1].pk).exists()
    client.post(url(event), {"player-1": "Ann Lee", "which-1": "new", "player-2": "Cy"})
    assert Person.objects.filter(name="Ann Lee").count() == 3


@pytest.mark.usefixtures("director")
def test_other_capitals_are_offered_and_not_made_new_silently(event: Event, client: Client) -> None:
    answer = client.post(url(event), {"player-1": "NORTH 1", "player-2": "Bo"})
    assert answer.status_code == 422
    assert "plays here already, in 1" in answer.content.decode()
    assert not Person.objects.filter(name="Bo").exists()


@pytest.mark.one_engine
@pytest.mark.usefixtures("director")
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"player-1": " "}, "Type a name first."),
        ({"player-1": "Ann"}, "A pair has two players"),
        ({"player-1": "Ann", "player-2": "Ann"}, "cannot play with themselves"),
        ({"player-1": "North 2", "player-2": "Bo"}, "North 2 plays in pair 2 already"),
        ({"player-1": "x" * 250, "player-2": "Bo"}, "at most 200 characters"),
        ({"player-1": "Ann", "person-1": "999999", "player-2": "Bo"}, "not of this club"),
        ({"player-1": "Ann", "person-1": "9" * 30, "player-2": "Ann"}, "cannot play with themselves"),
        ({"player-1": "A\x07nn", "player-2": "Bo"}, "control character"),
    ],
)
def test_what_is_wrong_is_said_beside_what_was_typed(
    event: Event, client: Client, sent: dict[str, str], said: str
) -> None:
    for headers in ({}, HTMX):
        answer = client.post(url(event), sent, headers=headers)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert len(numbered(event)) == 4


@pytest.mark.usefixtures("director")
def test_a_drawn_event_takes_pairs_on_standby_only(event: Event, client: Client) -> None:
    event.rounds.create(number=1)
    answer = client.post(url(event), {"player-1": "Ann", "player-2": "Bo"})
    assert answer.status_code == 422
    assert "add them on stand-by" in answer.content.decode()


def test_a_team_has_a_name_and_four_to_six_players(db: None, client: Client) -> None:
    event = make_teams(2)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    names = {f"player-{number}": f"New {number}" for number in range(1, 5)}
    client.post(url(event), {**names, "name": "Aces"})
    assert numbered(event)[-1] == (3, "Aces")
    assert "New 1" in client.get(url(event)).content.decode()
    answer = client.post(url(event), {"player-1": "One", "player-2": "Two"})
    assert "A team has four to six players" in answer.content.decode()


@pytest.mark.usefixtures("director")
def test_people_are_answered_while_one_types(event: Event, client: Client) -> None:
    for number in range(12):
        Person.objects.create(club=event.tournament.club, name=f"Ann {number}")
    found = client.get(url(event, "entries-find"), {"q": "ann"}).json()["people"]
    assert [person["name"] for person in found] == [
        "Ann 0", "Ann 1", "Ann 10", "Ann 11", "Ann 2", "Ann 3", "Ann 4", "Ann 5",
    ]  # fmt: skip
    plays = client.get(url(event, "entries-find"), {"q": "north 3"}).json()["people"]
    assert [person["note"] for person in plays] == ["plays here already, in 3"]
    assert client.get(url(event, "entries-find")).json() == {"people": []}
    assert client.get(url(event, "entries-find"), {"q": "x" * 5_000}).json() == {"people": []}


@pytest.mark.usefixtures("director")
def test_people_of_other_clubs_are_not_found(event: Event, client: Client) -> None:
    Person.objects.create(club=make_event(pairs=0).tournament.club, name="Zoe")
    assert client.get(url(event, "entries-find"), {"q": "zoe"}).json() == {"people": []}


@pytest.mark.usefixtures("director")
def test_check_in_counts_who_is_missing(event: Event, client: Client) -> None:
    answer = client.post(url(event, "entries-check-in"), {"here": "2"}, headers=HTMX)
    page = answer.content.decode()
    assert 'aria-pressed="true"' in page
    assert "1 checked in, <strong>3 missing</strong>" in page
    assert client.post(url(event, "entries-check-in"), {"gone": "2"})["Location"] == url(event)
    assert event.entries.get(number=2).checked_in_at is None
    for number in range(1, 5):
        client.post(url(event, "entries-check-in"), {"here": str(number)})
    assert "everybody is here" in client.get(url(event)).content.decode()


@pytest.mark.usefixtures("director")
@pytest.mark.parametrize("sent", [{}, {"here": "x"}, {"here": "9"}, {"here": "9" * 20}])
def test_check_in_of_nobody(event: Event, client: Client, sent: dict[str, str]) -> None:
    assert client.post(url(event, "entries-check-in"), sent, headers=HTMX).status_code == 404


@pytest.mark.usefixtures("director")
def test_gaps_are_pointed_out_before_the_draw(event: Event, client: Client) -> None:
    assert "close the gaps" not in client.get(url(event)).content.decode()
    event.entries.get(number=2).delete()
    assert "close the gaps" in client.get(url(event)).content.decode()
    client.post(url(event, "entries-numbers"), {"order": "closed"})
    assert [number for number, _ in numbered(event)] == [1, 2, 3]


def test_looking_changes_nothing(event: Event, director: User, client: Client) -> None:
    version = Event.objects.get(pk=event.pk).results_version
    for name in ("entries", "entries-find", "entries-paste", "entries-numbers"):
        assert client.get(url(event, name)).status_code == 200
    assert client.get(url(event, "entries-check-in")).status_code == 405
    assert client.get(url(event, "entry", 1)).status_code == 200
    assert Event.objects.get(pk=event.pk).results_version == version


def test_only_directors_of_the_club_come_in(event: Event, client: Client) -> None:
    club = event.tournament.club
    person = Person.objects.filter(club=club).first()
    assert person is not None
    pages = [url(event, name) for name in ("entries", "entries-find", "entries-paste", "entries-numbers")]
    pages += [url(event, "entry", 1), reverse("desk:players", args=[club.slug])]
    pages += [reverse("desk:player", args=[club.slug, person.pk])]
    pages += [reverse(f"desk:players-{name}", args=[club.slug]) for name in ("merge", "find")]
    assert {client.get(page).status_code for page in pages} == {302}
    sign_in(client, club, Role.SCORER)
    assert {client.get(page).status_code for page in pages} == {403}
    sign_in(client, make_event(pairs=0).tournament.club, Role.DIRECTOR)
    assert {client.get(page).status_code for page in pages} == {403}
    assert client.post(url(event, "entries-check-in"), {"here": "1"}).status_code == 403


def test_a_final_event_is_shown_and_not_changed(event: Event, director: User, client: Client) -> None:
    check_in(event.pk, 1, ACTOR)
    Event.objects.filter(pk=event.pk).update(status="final")
    assert "Enter a pair" not in client.get(url(event)).content.decode()
    answer = client.post(url(event), {"player-1": "Ann", "player-2": "Bo"})
    assert "The event is final" in answer.content.decode()
