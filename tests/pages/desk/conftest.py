"""An event in play, and who comes to the desk: of `owner`, `director`, `scorer`, the last asked for is signed in."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.support.event_builders import four_tables, make_event, make_member, seat_person
from tests.support.ranked_builders import make_ranked, play
from tests.support.team_builders import make_teams, publish
from tournaments.models import Club, Event, EventStatus, Game, Role


def sign_in(client: Client, club: Club, role: Role) -> User:
    """Somebody with `role`, signed in; of the staff they are not: the desk asks for roles alone."""
    user = make_member(club, role)
    client.force_login(user)
    return user


@pytest.fixture
def event(db: None) -> Event:
    """Eight pairs, three boards, running; one open round of four tables that play boards 1 and 2, nothing in yet."""
    made = make_event(pairs=8, boards=3)
    four_tables(made)
    Event.objects.filter(pk=made.pk).update(status=EventStatus.RUNNING)
    made.refresh_from_db()
    return made


@pytest.fixture
def owner(event: Event, client: Client) -> User:
    return sign_in(client, event.tournament.club, Role.OWNER)


@pytest.fixture
def director(event: Event, client: Client) -> User:
    return sign_in(client, event.tournament.club, Role.DIRECTOR)


@pytest.fixture
def scorer(event: Event, client: Client) -> User:
    return sign_in(client, event.tournament.club, Role.SCORER)


@pytest.fixture
def player(event: Event, client: Client) -> User:
    """Plays as one of pair 1 (North-South at table 1) and has no role; signed in."""
    user = User.objects.create_user("player-of-pair-1", password="a long enough password")
    seat_person(event, 1, user)
    client.force_login(user)
    return user


@pytest.fixture
def playing_director(director: User, event: Event) -> User:
    """The director plays too, as one of pair 1 (North-South at table 1)."""
    seat_person(event, 1, director)
    return director


@pytest.fixture
def teams(db: None) -> Event:
    """Six teams, "1A" to "1D" the players of the first; round 1 is drawn 1–6, 2–5, 3–4 and open."""
    made = make_teams(6)
    publish(made)
    return made


@pytest.fixture
def team_director(teams: Event, client: Client) -> User:
    return sign_in(client, teams.tournament.club, Role.DIRECTOR)


@pytest.fixture
def team_scorer(teams: Event, client: Client) -> User:
    return sign_in(client, teams.tournament.club, Role.SCORER)


@pytest.fixture
def ladder(db: None) -> Event:
    """Ranked tables to 200 points, for a stake of 5; no game yet."""
    return make_ranked(stake=5)


@pytest.fixture
def ladder_director(ladder: Event, client: Client) -> User:
    return sign_in(client, ladder.tournament.club, Role.DIRECTOR)


@pytest.fixture
def ladder_scorer(ladder: Event, client: Client) -> User:
    return sign_in(client, ladder.tournament.club, Role.SCORER)


@pytest.fixture
def game(ladder: Event) -> Game:
    """Peter, Mary, John and Sue have just begun, at table 1 of the ladder."""
    return play(ladder, now=timezone.now())
