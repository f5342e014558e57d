"""An event in play, and its director at the admin."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import sign_in
from tests.support.event_builders import four_tables, make_event
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, Role


@pytest.fixture
def event(db: None) -> Event:
    """Eight pairs, three boards, one open round of four tables that play boards 1 and 2."""
    made = make_event(pairs=8, boards=3)
    four_tables(made)
    return made


@pytest.fixture
def director(event: Event, client: Client) -> User:
    return sign_in(client, event.tournament.club, Role.DIRECTOR)


@pytest.fixture
def owner(event: Event, client: Client) -> User:
    return sign_in(client, event.tournament.club, Role.OWNER)


@pytest.fixture
def scorer(event: Event, client: Client) -> User:
    return sign_in(client, event.tournament.club, Role.SCORER)


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
