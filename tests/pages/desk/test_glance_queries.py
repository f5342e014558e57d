"""The round's page asks the database as often at 300 tables as at 10."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.events import big_event
from tests.support.team_builders import make_teams, play, publish
from tournaments.models import Event, Membership, Role

pytestmark = pytest.mark.one_engine

PAGE = 26
"""
 1      the session                            13      who has what open at the desk
 2      the user                               14–16   the strip of rounds: rounds, results due, results in
 3      the event, its tournament and club     17–18   disputes, and (where there are any) both words
 4      may the user enter results             19–20   late entries, and (where there are any) what stands
 5      the round looked at                    21      calls
 6      the version of the standings           22–25   the clock: the open round, its clock, the last one, how long
 7      may the user direct                            the round's boards take
 8      what was printed                       26      may the user direct (the parts that are offered)
 9      does the user play in the event
10      the round's tables with their pairs
11      the results of the round
12      results of the round's boards in the whole event, for what looks odd; kept for each version
        (where something does, one more: which of it was found right)
"""
NOT_CHANGED = 6
"""1 to 6 of these: nothing that grows with the event."""
WHOLE = 9
"""1 to 4, plays, rounds, results, tables, may direct."""
FIND = 11
"""1 to 4, may direct (once for what is listed), what is due, rounds, the round looked at, its tables,
players, entries."""
TEAMS_PAGE = 29
"""In place of due and in: matches, those that are over. For the races: the event's settings, the round's matches, their
tables, their results."""


@pytest.fixture(params=[10, 300])
def hall(request: pytest.FixtureRequest, db: None, client: Client) -> Event:
    event = big_event(request.param, 6, missing=request.param)
    user = User.objects.create_user("dora")
    Membership.objects.create(club=event.tournament.club, user=user, role=Role.DIRECTOR)
    client.force_login(user)
    return event


def queries(client: Client, address: str, **headers: str) -> tuple[int, int]:
    """How many queries an address takes, and its status."""
    cache.clear()
    with CaptureQueriesContext(connection) as seen:
        answer = client.get(address, headers=headers)
    return len(seen), answer.status_code


def test_a_round_of_pairs(hall: Event, client: Client) -> None:
    address = reverse("desk:event", args=[hall.pk])
    count, status = queries(client, address)
    assert status == 200
    assert count <= PAGE
    answer = client.get(f"{address}?live")
    assert len(answer.context["glance"].tables) == hall.entries.count() // 2
    count, status = queries(client, f"{address}?live", **{"If-None-Match": answer["ETag"]})
    assert (status, count <= NOT_CHANGED) == (304, True)


def test_the_whole_event_and_the_list_of_the_palette(hall: Event, client: Client) -> None:
    count, status = queries(client, reverse("desk:whole", args=[hall.pk]))
    assert (status, count <= WHOLE) == (200, True)
    count, status = queries(client, reverse("desk:find", args=[hall.pk]))
    assert (status, count <= FIND) == (200, True)


@pytest.mark.parametrize("teams", [6, 40])
@pytest.mark.django_db
def test_a_round_of_teams(teams: int, client: Client) -> None:
    event = make_teams(teams)
    publish(event)
    for table in range(1, teams // 2):
        play(event, 1, table, ["6 8 5 5"])
    user = User.objects.create_user("dora")
    Membership.objects.create(club=event.tournament.club, user=user, role=Role.DIRECTOR)
    client.force_login(user)
    count, status = queries(client, reverse("desk:event", args=[event.pk]))
    assert (status, count <= TEAMS_PAGE) == (200, True)
