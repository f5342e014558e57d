"""Setting up asks the database a bounded number of times, however many tables, teams, events and results there are."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.pages.desk.conftest import sign_in
from tests.pages.desk.settings_forms import save
from tests.support.event_builders import ACTOR, make_club, make_event, make_tournament, standings
from tests.support.team_builders import make_teams
from tournaments.models import Club, Event, EventStatus, Result, Role, Round, RoundStatus, Table, Tournament
from tournaments.pages.desk.home import A_PAGE
from tournaments.services.rounds import open_round
from tournaments.services.team_draws import Publication, publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]


@pytest.fixture
def club(client: Client) -> Club:
    found = make_club()
    sign_in(client, found, Role.DIRECTOR)
    return found


def queries(client: Client, act: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as seen:
        act()
    return [query["sql"] for query in seen.captured_queries]


def hall(club: Club, tables: int) -> Event:
    """A running Pairs event of so many tables with two boards, every result of the first in."""
    event = make_event(make_tournament(club), pairs=2 * tables, boards=2)
    entries = list(event.entries.order_by("number"))
    round_ = Round.objects.create(event=event, number=1, status=RoundStatus.OPEN)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    made = Table.objects.bulk_create(
        Table(round=round_, number=number, ns=ns, ew=ew, boards=[1, 2])
        for number, (ns, ew) in enumerate(zip(entries[:tables], entries[tables:], strict=True), start=1)
    )
    Result.objects.bulk_create(
        Result(
            event=event,
            table=table,
            board=1,
            ns=table.ns,
            ew=table.ew,
            ns_bid="7",
            ns_tricks=str(7 + table.number % 2),
            ew_bid="5",
            ew_tricks=str(6 - table.number % 2),
            ns_score=70,
            ew_score=50,
            created_at=timezone.now(),
            updated_at=timezone.now(),
        )
        for table in made
    )
    standings(event)
    event.refresh_from_db()
    return event


def match_hall(club: Club, teams: int) -> Event:
    """A Teams event with its first round open: a table a team."""
    event = make_teams(teams, tournament=make_tournament(club))
    publish_round(event.pk, Publication(round_number=1), ACTOR)
    open_round(event.pk, 1, ACTOR)
    standings(event)
    event.refresh_from_db()
    return event


def events(club: Club, count: int) -> None:
    """So many events, five a tournament, every fourth running."""
    for index in range(count // 5):
        tournament = Tournament.objects.create(
            club=club, name=f"T{index}", slug=f"t-{club.pk}-{index}", starts_on="2026-01-01"
        )
        Event.objects.bulk_create(
            Event(
                tournament=tournament,
                name=f"E{index}-{number}",
                slug=f"e-{number}",
                status=EventStatus.RUNNING if number == 4 else EventStatus.PROVISIONAL,
            )
            for number in range(5)
        )


def test_home_of_10_and_of_300_events(club: Club, client: Client) -> None:
    events(club, 10)
    few = queries(client, lambda: client.get("/desk/"))
    events_before = Event.objects.count()
    other = make_club("Hilltop")
    user = sign_in(client, other, Role.DIRECTOR)
    assert isinstance(user, User)
    events(other, 300)
    assert Event.objects.count() == events_before + 300
    many = queries(client, lambda: client.get("/desk/"))
    # the session and its user; clubs directed, owned, and those with a role; what runs; what is to end; how many
    # tournaments; a page of them; their events
    assert len(many) == len(few) <= 10
    assert len(client.get("/desk/").context["page"]) == A_PAGE


def test_a_tournament_of_5_and_of_300_events(club: Club, client: Client) -> None:
    events(club, 5)
    tournament = Tournament.objects.get()
    url = reverse("desk:tournament", args=[tournament.pk])
    few = queries(client, lambda: client.get(url))
    Event.objects.bulk_create(
        Event(tournament=tournament, name=f"More {number}", slug=f"m-{number}") for number in range(300)
    )
    # the session and its user; the tournament; the role at the door, and for what is offered; its log; the
    # events
    assert len(queries(client, lambda: client.get(url))) == len(few) <= 7


@pytest.mark.parametrize("name", ["settings", "boards"])
def test_pages_of_an_event_of_10_and_of_300_tables(club: Club, client: Client, name: str) -> None:
    seen = []
    for tables in (10, 300):
        url = reverse(f"desk:{name}", args=[hall(club, tables).pk])
        seen.append(queries(client, lambda url=url: client.get(url)))  # type: ignore[misc]
    few, many = seen
    # the session and its user; the event with its club; the role at the door and in the frame. Settings: whether the
    # kind is fixed. Boards: the set, its numbers, what the director and what everybody may see (the role, whether they
    # play, which boards are due and in), whether there are results, what was planned
    assert len(many) == len(few) <= {"settings": 8, "boards": 24}[name]


def test_a_preview_of_10_and_of_300_tables(club: Club, client: Client) -> None:
    seen = []
    for tables in (10, 300):
        event = hall(club, tables)
        seen.append(queries(client, lambda event=event: save(client, event, preset="standard")))  # type: ignore[misc]
    few, many = seen
    # everything is read and scored before and after, in savepoints; the results are written in batches of 500, as
    # SQLite takes them
    writes = sum(sql.startswith("UPDATE") for sql in many) - sum(sql.startswith("UPDATE") for sql in few)
    assert len(many) - len(few) == writes <= 2
    assert len(few) <= 75


@pytest.mark.parametrize("address", ["draw", "settings"])
def test_teams_at_10_and_at_300_tables(club: Club, client: Client, address: str) -> None:
    seen = []
    for tables in (10, 300):
        event = match_hall(club, tables)
        url = reverse(f"desk:{address}", args=[event.pk])
        seen.append(queries(client, lambda url=url: client.get(url)))  # type: ignore[misc]
    few, many = seen
    # the door's five; the rounds; the names; how many teams; and twice, for the draft and for what today would draw:
    # the matches with their tables and line-ups, the results, the teams, how many rounds there are
    assert len(many) == len(few) <= {"draw": 32, "settings": 12}[address]


def test_a_new_event_of_a_club_with_10_and_with_300(club: Club, client: Client) -> None:
    seen = []
    for count in (10, 300):
        events(club, count) if count == 10 else events(make_club("Hilltop"), count)
        owner = Tournament.objects.order_by("-pk").first()
        assert owner is not None
        sign_in(client, owner.club, Role.DIRECTOR)
        url = reverse("desk:new-event", args=[owner.pk])
        seen.append(queries(client, lambda url=url: client.get(url)))  # type: ignore[misc]
    # the session and its user; the tournament; the role; the club's latest events, for the choice and for what it fills
    assert len(seen[1]) == len(seen[0]) <= 6
