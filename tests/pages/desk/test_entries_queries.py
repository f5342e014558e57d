"""The pages of entries ask the database equally often at 10 tables and at 300."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, make_event
from tournaments.models import Event, Person, Role
from tournaments.services.entries import NewEntry, add_entries

pytestmark = pytest.mark.one_engine

# Of every page: the session, its user, the event with its tournament and club, and the role twice (at the door, and for
# the parts that are offered).
DOOR = 5


def of_tables(tables: int, client: Client) -> Event:
    event = make_event(pairs=2 * tables)
    add_entries(event.pk, [NewEntry(("Flo",), standby=True)], ACTOR)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    return event


@pytest.mark.django_db
@pytest.mark.parametrize("tables", [10, 300])
class TestAtAnySize:
    def test_the_list(
        self, tables: int, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        event = of_tables(tables, client)
        # the entries, their seats with the people, who has a substitute, their ratings, whether rounds are drawn
        with django_assert_max_num_queries(DOOR + 5):
            page = client.get(reverse("desk:entries", args=[event.pk]))
        assert f"{2 * tables} pairs" in page.content.decode()

    def test_typing(
        self, tables: int, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        event = of_tables(tables, client)
        # everybody of the club, who plays here; of the eight found: how often they played, the names of their last
        # events, in which entry they play
        with django_assert_max_num_queries(DOOR + 4):
            found = client.get(reverse("desk:entries-find", args=[event.pk]), {"q": "north"})
        assert len(found.json()["people"]) == 8

    def test_check_in(
        self, tables: int, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        event = of_tables(tables, client)
        # the service: savepoint in and out, lock, entry, save, log; the row: entry, seats, substitutes, ratings; the
        # count: one
        with django_assert_max_num_queries(DOOR + 11):
            client.post(
                reverse("desk:entries-check-in", args=[event.pk]),
                {"here": "3"},
                headers={"HX-Request": "true"},
            )

    def test_entering(
        self, tables: int, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        event = of_tables(tables, client)
        add = {"player-1": "Ann", "player-2": "Bo"}
        # by number, who may be meant; the service: savepoints, lock, rounds, count, who is meant, numbers twice, who
        # plays, people made, entry, its seats, version, log, what is queued; then row and count as above
        with django_assert_max_num_queries(DOOR + 26):
            answer = client.post(
                reverse("desk:entries", args=[event.pk]), add, headers={"HX-Request": "true"}
            )
        assert answer.status_code == 200

    def test_one_entry(
        self, tables: int, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        event = of_tables(tables, client)
        # the entry twice, seats, substitutes, rounds; results, tables, matches and penalties that keep it in
        with django_assert_max_num_queries(DOOR + 9):
            client.get(reverse("desk:entry", args=[event.pk, 1]))

    def test_numbers_pasting_and_players(
        self, tables: int, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        event = of_tables(tables, client)
        club = event.tournament.club
        # the entries, whether rounds are drawn
        with django_assert_max_num_queries(DOOR + 2):
            client.get(reverse("desk:entries-numbers", args=[event.pk]))
        text = "".join(f"Ann {number}\tBo {number}\n" for number in range(tables))
        # event, savepoints, everybody for namesakes, and as for entering; then everybody, who is meant, their numbers
        with django_assert_max_num_queries(DOOR + 40):
            client.post(reverse("desk:entries-paste", args=[event.pk]), {"text": text, "look": "1"})
        # session, user, club, role; how many, the first hundred, how often they played, and the names of their events
        with django_assert_max_num_queries(8):
            client.get(reverse("desk:players", args=[club.slug]))
        person = Person.objects.filter(club=club).first()
        assert person is not None
        # session, user, club, role; the person, what they played, games; club, its time zone, their bans, and four
        # that count what they have finished: elsewhere, games, tables of Teams, Pairs
        with django_assert_max_num_queries(14):
            client.get(reverse("desk:player", args=[club.slug, person.pk]))
