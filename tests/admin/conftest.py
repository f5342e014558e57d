"""An event in play, and its director at the admin."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import sign_in
from tests.support.event_builders import four_tables, make_event
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
