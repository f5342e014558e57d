"""Ratings beside names on the pages of events, and the ways to the leaderboard and to players."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.pages.reading import get, home, row, text
from tests.support.event_builders import (
    ACTOR,
    four_tables,
    make_club,
    make_event,
    make_member,
    make_tournament,
    standings,
)
from tests.support.rating_builders import EW, Ledger
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, EventStatus, Person, RatingBook, Role
from tournaments.services.people_change import Standing, change_standing

pytestmark = pytest.mark.django_db


def rated(event: Event, kind: str = "pairs") -> Ledger:
    """The players of the first two entries have played one another: 1525 those of the first, 1475 the others."""
    event.rated = True
    event.save(update_fields=["rated"])
    ledger = Ledger(club=event.tournament.club)
    names = []
    for entry in event.entries.order_by("number")[:2]:
        for seat in entry.seats.select_related("person").order_by("position")[:2]:
            ledger.people[seat.person.name] = seat.person
            names.append(seat.person.name)
    ledger.events[kind] = event
    ledger.play(names, kind=kind)
    RatingBook.objects.filter(club=ledger.club).update(ledger_version=1, rated_version=1)
    return ledger


@pytest.fixture
def event(db: None) -> Event:
    made = make_event(make_tournament(make_club()), boards=2)
    four_tables(made)
    Event.objects.filter(pk=made.pk).update(status=EventStatus.RUNNING)
    standings(made)
    made.refresh_from_db()
    return made


def test_standings_have_a_pairs_average_and_a_way_to_the_leaderboard(client: Client, event: Event) -> None:
    rated(event)
    page = get(client, event)
    assert "1525" in row(page, 'id="row-1"')
    assert "1475" in row(page, 'id="row-2"')
    assert "rating" not in row(page, 'id="row-3"')
    assert reverse("pages:leaderboard", args=[event.tournament.club.slug]) in page


def test_a_club_that_rates_nothing_shows_and_asks_nothing(client: Client, event: Event) -> None:
    with CaptureQueriesContext(connection) as found:
        page = get(client, event)
    assert "/ratings/" not in page
    assert ">Rating<" not in page
    assert not [query for query in found.captured_queries if '"tournaments_rating"' in query["sql"]]


def test_seats_have_the_average(client: Client, event: Event) -> None:
    rated(event)
    assert "rating 1525" in row(get(client, event, "where/"), 'id="row-1"')


def test_a_scorecard_names_its_players_with_rating_and_page(client: Client, event: Event) -> None:
    ledger = rated(event)
    page = get(client, event, "pairs/1/")
    north = ledger.people["North 1"]
    assert reverse("pages:player", args=[ledger.club.slug, north.pk]) in page
    assert "North 1 rating 1525 · South 1 rating 1525" in text(page)
    assert "North 3" in text(get(client, event, "pairs/3/"))
    assert "/players/" not in get(client, event, "pairs/3/")


def test_an_event_that_is_not_rated_shows_the_ratings_of_all_lists(client: Client, event: Event) -> None:
    ledger = rated(event)
    ledger.play(["North 1", "South 1", "North 2", "South 2"], EW, kind="ranked")
    Event.objects.filter(pk=event.pk).update(rated=False)
    together = round(ledger.rating("North 1", "combined"))
    assert together not in (1525, 1475)
    assert f"North 1 rating {together}" in text(get(client, event, "pairs/1/"))


def test_who_turns_the_setting_off_is_gone_from_pages_that_were_kept(client: Client, event: Event) -> None:
    ledger = rated(event)
    first = client.get(home(event))
    assert "1525" in row(first.content.decode(), 'id="row-1"')
    ledger.off("North 1")
    RatingBook.objects.filter(club=ledger.club).update(ledger_version=2)  # as set_rating does
    answer = client.get(home(event), headers={"If-None-Match": first.headers["ETag"]})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "1525" not in row(page, 'id="row-1"')
    card = get(client, event, "pairs/1/")
    assert reverse("pages:player", args=[ledger.club.slug, ledger.people["North 1"].pk]) not in card
    assert "North 1 · South 1 rating 1525" in text(card)


@pytest.mark.parametrize("standing", [Standing(is_guest=True), Standing(is_bot=True)])
def test_whose_standing_changes_is_gone_from_pages_that_were_kept(
    client: Client, event: Event, standing: Standing
) -> None:
    ledger = rated(event)
    first = client.get(home(event))
    change_standing(ledger.club.pk, ledger.people["North 1"].pk, standing, ACTOR)
    answer = client.get(home(event), headers={"If-None-Match": first.headers["ETag"]})
    assert answer.status_code == 200
    assert "1525" not in row(answer.content.decode(), 'id="row-1"')
    book = RatingBook.objects.get(club=ledger.club)
    assert book.rated_version == book.ledger_version


def test_teams_have_theirs_on_standings_seats_and_cards(client: Client) -> None:
    teams = make_teams(6)
    publish(teams)
    ledger = rated(teams, "teams")
    for person in Person.objects.filter(seats__entry__event=teams, seats__entry__number=1):
        ledger.people[person.name] = person
    others = [name for name in ("1C", "1D") if name in ledger.people]
    ledger.play([*others, "2A", "2B"], kind="teams")
    standings(teams)
    average = round(sum(ledger.rating(f"1{letter}", "teams") for letter in "ABCD") / 4)
    assert f"rating {average}" in row(get(client, teams), 'id="row-1"')
    assert f"rating {average}" in row(get(client, teams, "where/"), 'id="row-1"')
    assert "1A rating 1525" in text(get(client, teams, "teams/1/"))
    assert "rating" not in row(get(client, teams), 'id="row-2"')


def test_tournaments_lead_to_the_leaderboard_of_a_club_that_has_one(client: Client, event: Event) -> None:
    path = reverse("pages:leaderboard", args=[event.tournament.club.slug])
    pages = ["/", f"/t/{event.tournament.slug}/"]
    assert not [page for page in pages if path in client.get(page).content.decode()]
    ledger = rated(event)
    assert not [page for page in pages if path not in client.get(page).content.decode()]
    Person.objects.filter(club=ledger.club).update(on_leaderboard=False)
    assert not [page for page in pages if path in client.get(page).content.decode()]


def test_the_desks_entries_have_the_average(client: Client, event: Event) -> None:
    rated(event)
    client.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    page = client.get(reverse("desk:entries", args=[event.pk])).content.decode()
    assert "rating 1525" in text(page[page.index('id="entry-1"') : page.index('id="entry-2"')])
    assert "rating" not in text(page[page.index('id="entry-3"') : page.index('id="entry-4"')])
