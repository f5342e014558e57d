"""What is shown to others does not hang on the rating of who is off: not a byte of any page differs when it does.

The walk takes every public page of a club's ratings, of an event they play in, and what the API tells of both.
"""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.pages.reading import home
from tests.support.event_builders import four_tables, make_event, make_member, make_tournament, standings
from tests.support.rating_builders import EW, NS, Ledger
from tournaments.models import (
    Ban,
    Entry,
    EntryPlayer,
    Event,
    EventStatus,
    Person,
    Rating,
    RatingList,
    RatingSet,
    Role,
)

pytestmark = pytest.mark.django_db
WHOLE = 1811
"""The rating of who is off: no other figure is like it."""


@pytest.fixture
def ledger(db: None) -> Ledger:
    """Dan, with the best rating of all, is off; he is in pair 1 of an event."""
    made = Ledger("Ann", "Bob", "Cleo", "Dan")
    for days in range(12, 2, -1):
        made.play("Ann Bob Cleo Dan", (NS, EW)[days % 2], days_ago=days)
        made.play("Cleo Ann Bob Dan", (EW, NS)[days % 3 == 0], days_ago=days - 0.5, kind="pairs")
    made.off("Dan")
    Rating.objects.filter(person=made.people["Dan"]).update(rating=WHOLE)
    return made


@pytest.fixture
def event(ledger: Ledger) -> Event:
    made = make_event(make_tournament(ledger.club), boards=2)
    four_tables(made)
    for place, name in enumerate(("Ann", "Bob", "Cleo", "Dan")):
        entry = Entry.objects.get(event=made, number=1 + place // 2)
        EntryPlayer.objects.filter(entry=entry, position=1 + place % 2).update(person=ledger.people[name])
    Event.objects.filter(pk=made.pk).update(status=EventStatus.RUNNING, rated=True)
    standings(made)
    made.refresh_from_db()
    return made


def paths(ledger: Ledger, event: Event) -> list[str]:
    club = ledger.club.slug
    people = [person.pk for name, person in ledger.people.items() if name != "Dan"]
    lists = [f"?list={kind}" for kind in RatingList.values]
    board = reverse("pages:leaderboard", args=[club])
    players = [reverse("pages:player", args=[club, person]) for person in people]
    api = f"/api/v1/clubs/{club}"
    told = [f"{api}/ratings", *(f"{api}/players/{person}/rating" for person in people)]
    places = ("", "where/", "rounds/", "rounds/1/", "pairs/1/", "pairs/2/", "projector/")
    return [
        *("/", f"/t/{event.tournament.slug}/"),
        *(page + query for page in (board, *players, *told) for query in lists),
        *(home(event) + place for place in places),
    ]


def bodies(client: Client, found: list[str]) -> dict[str, str]:
    cache.clear()
    answers = {path: client.get(path) for path in found}
    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(found, 200)
    return {path: answer.content.decode() for path, answer in answers.items()}


def sign_in(ledger: Ledger, client: Client, who: str) -> None:
    if who == "another player":
        bob = ledger.people["Bob"]
        bob.user = User.objects.create_user("bob")
        bob.save()
        client.force_login(bob.user)
    elif who == "scorer":
        client.force_login(make_member(ledger.club, Role.SCORER))
    elif who == "director of another club":
        client.force_login(make_member(Ledger().club, Role.DIRECTOR))


@pytest.mark.parametrize("who", ["anonymous", "another player", "scorer", "director of another club"])
def test_nothing_that_others_see_hangs_on_the_rating_of_who_is_off(
    ledger: Ledger, event: Event, client: Client, who: str
) -> None:
    sign_in(ledger, client, who)
    found = paths(ledger, event)
    before = bodies(client, found)
    dan = ledger.people["Dan"]
    Rating.objects.filter(person=dan).update(rating=F("rating") - 700, games=F("games") + 3, nils_bid=9)
    RatingSet.objects.create(person=dan, rating=1111, at=dan.ratings.first().last_at, reason="put right")
    Ban.objects.create(person=dan, reason="quit", since="2026-01-01T00:00Z", until="2099-01-01T00:00Z")
    after = bodies(client, found)
    assert [path for path in found if before[path] != after[path]] == []
    assert [path for path in found if str(WHOLE) in before[path]] == []


def test_the_walk_would_see_it_of_somebody_who_is_listed(
    ledger: Ledger, event: Event, client: Client
) -> None:
    Person.objects.filter(name="Dan").update(on_leaderboard=True)
    found = paths(ledger, event)
    seen = [path for path, body in bodies(client, found).items() if str(WHOLE) in body]
    assert reverse("pages:leaderboard", args=[ledger.club.slug]) + "?list=ranked" in seen
    assert f"/api/v1/clubs/{ledger.club.slug}/ratings?list=pairs" in seen
    assert home(event) + "pairs/2/" in seen
