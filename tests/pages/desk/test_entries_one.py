"""One entry at the desk: every button, what it refuses, and what stays typed."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, make_event, seat, standings
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, Person, Role
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.substitutes import players_at, substitute

Sent = dict[str, str]


@pytest.fixture
def event(db: None) -> Event:
    """Four pairs, nothing drawn."""
    return make_event(pairs=4)


@pytest.fixture
def drawn(event: Event) -> Event:
    """The same with two tables drawn: 1–3 and 2–4, boards 1 and 2."""
    seat(event, [(1, 3, (1, 2)), (2, 4, (1, 2))])
    return event


def url(event: Event, number: int = 1) -> str:
    return reverse("desk:entry", args=[event.pk, number])


def key(event: Event, name: str) -> str:
    return str(Person.objects.get(club=event.tournament.club, name=name).pk)


@pytest.mark.usefixtures("director")
def test_players_are_changed_with_a_reason(event: Event, client: Client) -> None:
    sent = {
        "do": "players",
        "player-1": "North 1",
        "person-1": key(event, "North 1"),
        "player-2": "Flo Ode",
    }
    refused = client.post(url(event), sent)
    assert refused.status_code == 422
    assert "needs a reason" in refused.content.decode()
    assert 'value="Flo Ode"' in refused.content.decode()
    assert client.post(url(event), {**sent, "reason": "misread"})["Location"] == url(event)
    assert event.entries.get(number=1).name == "North 1 & Flo Ode"
    twice = client.post(url(event), {**sent, "player-2": "North 2", "reason": "x"})
    assert "North 2 plays in pair 2 already" in twice.content.decode()


@pytest.mark.usefixtures("director")
def test_a_namesake_is_asked_about_here_too(event: Event, client: Client) -> None:
    for number in ("12", "45"):
        Person.objects.create(club=event.tournament.club, name="Ann Lee", number=number)
    sent = {"do": "players", "player-1": "North 1", "player-2": "Ann Lee", "reason": "x"}
    page = client.post(url(event), sent)
    assert page.status_code == 422
    assert "Who is “Ann Lee”?" in page.content.decode()
    second = Person.objects.get(number="45")
    client.post(url(event), {**sent, "which-2": str(second.pk)})
    assert event.entries.get(number=1).players.filter(pk=second.pk).exists()


@pytest.mark.usefixtures("director")
@pytest.mark.parametrize(
    ("sent", "name", "value"),
    [
        ({"do": "rename", "name": "The Aces", "reason": ""}, "name", "The Aces"),
        ({"do": "field", "field": "EW"}, "field", "EW"),
        ({"do": "stays", "stays": "1"}, "stays_seated", True),
    ],
)
def test_what_is_noted_of_an_entry(
    event: Event, client: Client, sent: Sent, name: str, value: object
) -> None:
    assert client.post(url(event), sent).status_code == 302
    assert getattr(event.entries.get(number=1), name) == value


@pytest.mark.usefixtures("director")
def test_standby_and_back(event: Event, client: Client) -> None:
    assert client.post(url(event), {"do": "standby"})["Location"] == url(event, 1001)
    assert "On stand-by" in client.get(url(event, 1001)).content.decode()
    assert client.post(url(event, 1001), {"do": "seat"})["Location"] == url(event, 1)


@pytest.mark.usefixtures("director")
def test_who_waits_takes_the_seat_of_a_pair_that_does_not_come(drawn: Event, client: Client) -> None:
    add_entries(drawn.pk, [NewEntry(("Flo", "Gus"), standby=True)], ACTOR)
    refused = client.post(url(drawn, 1001), {"do": "take-seat", "of": "2", "reason": ""})
    assert refused.status_code == 422
    assert "needs a reason" in refused.content.decode()
    assert client.post(url(drawn, 1001), {"do": "take-seat", "of": "2", "reason": "did not come"})[
        "Location"
    ] == url(drawn, 2)
    assert drawn.entries.get(number=2).name == "Flo & Gus"
    assert client.post(url(drawn, 1001), {"do": "remove"})["Location"] == reverse(
        "desk:entries", args=[drawn.pk]
    )
    assert not drawn.entries.filter(standby=True).exists()


@pytest.mark.usefixtures("director")
def test_a_pair_is_withdrawn_and_comes_back(drawn: Event, client: Client) -> None:
    assert "Remove: they do not come" not in client.get(url(drawn)).content.decode()
    assert client.post(url(drawn), {"do": "remove"}).status_code == 422
    assert client.post(url(drawn), {"do": "withdraw"}).status_code == 422
    client.post(url(drawn), {"do": "withdraw", "reason": "ill"})
    assert drawn.entries.get(number=1).withdrawn
    assert "Take them back in" in client.get(url(drawn)).content.decode()
    client.post(url(drawn), {"do": "withdraw", "reason": "better"})
    assert not drawn.entries.get(number=1).withdrawn


@pytest.mark.usefixtures("director")
def test_a_substitute_is_noted_and_taken_back(drawn: Event, client: Client) -> None:
    sent = {
        "do": "substitute",
        "out": key(drawn, "North 1"),
        "player-9": "Flo Ode",
        "first_round": "1",
        "first_board": "2",
        "reason": "a call",
    }
    assert client.post(url(drawn), sent)["Location"] == url(drawn)
    entry = drawn.entries.get(number=1)
    assert [person.name for person in players_at(drawn)(entry.pk, 1, 2)] == ["Flo Ode", "South 1"]
    page = client.get(url(drawn)).content.decode()
    assert "Flo Ode for North 1 from round 1, board 2" in page
    assert "substitute" in client.get(reverse("desk:entries", args=[drawn.pk])).content.decode()
    made = entry.substitutions.get()
    end = {"do": "end", "substitution": str(made.pk)}
    assert "needs a reason" in client.post(url(drawn), end).content.decode()
    client.post(url(drawn), {**end, "reason": "came back"})
    assert not entry.substitutions.exists()


@pytest.mark.one_engine
@pytest.mark.usefixtures("director")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"player-9": "North 2"}, "North 2 plays at table 2 in round 1"),
        ({"first_round": "7"}, "There is no round 7"),
        ({"first_round": "x"}, "Enter a whole number"),
        ({"first_board": "9"}, "does not play that board"),
        ({"out": "1000000"}, "Select a valid choice"),
        ({"reason": ""}, "needs a reason"),
        ({"player-9": ""}, "A name is missing"),
    ],
)
def test_a_substitute_that_cannot_be(drawn: Event, client: Client, given: Sent, said: str) -> None:
    whole = {"out": key(drawn, "North 1"), "player-9": "Flo", "first_round": "1", "reason": "ill", **given}
    answer = client.post(url(drawn), {"do": "substitute", **whole})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not drawn.entries.get(number=1).substitutions.exists()


def test_a_board_of_a_race_is_as_the_players_call_it(db: None, client: Client) -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    publish(event, (1, 3), (2, 4))
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    sent = {
        "do": "substitute",
        "out": key(event, "1A"),
        "player-9": "Flo",
        "first_round": "2",
        "first_board": "3",
        "reason": "ill",
    }
    client.post(url(event), sent)
    assert event.entries.get(number=1).substitutions.get().first_board == 19
    assert "from round 2, board 3" in client.get(url(event)).content.decode()


def test_a_playing_director_does_not_take_themselves_out(
    drawn: Event, playing_director: User, client: Client
) -> None:
    name = Person.objects.get(user=playing_director).name
    sent = {
        "do": "substitute",
        "out": key(drawn, name),
        "player-9": "Flo",
        "first_round": "1",
        "reason": "ill",
    }
    assert "another director has to" in client.post(url(drawn), sent).content.decode()
    players = {"do": "players", "player-1": "Flo", "player-2": "Gus", "reason": "ill"}
    assert "another director has to" in client.post(url(drawn), players).content.decode()


@pytest.mark.usefixtures("director")
def test_unknown_deeds_and_entries(event: Event, client: Client) -> None:
    assert client.post(url(event), {"do": "nothing"}).status_code == 422
    assert client.get(url(event, 99)).status_code == 404
    Event.objects.filter(pk=event.pk).update(status="final")
    assert "The event is final" in client.get(url(event)).content.decode()
    assert client.post(url(event), {"do": "stays", "stays": "1"}).status_code == 422


def test_everybody_is_told_who_really_plays(drawn: Event, director: User, client: Client) -> None:
    Event.objects.filter(pk=drawn.pk).update(status="running")
    substitute(drawn.pk, 1, int(key(drawn, "North 1")), "Flo Ode", 1, None, ACTOR, "ill")
    standings(drawn)
    client.logout()
    slugs = (drawn.tournament.slug, drawn.slug)
    where = client.get(reverse("pages:seats", args=slugs), {"q": "flo"}).content.decode()
    assert "Flo Ode for North 1 from round 1" in where
    assert "North 2" not in where
    assert "Flo Ode for North 1" in client.get(reverse("pages:scorecard", args=[*slugs, 1])).content.decode()
