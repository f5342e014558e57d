"""Pages of events that are as large as they may be: nothing is joined that grows with the square of them."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.admin.pages import add_url, change_url, list_url
from tests.support.event_builders import make_event
from tournaments.models import Entry, EntryPlayer, Event, Person

pytestmark = pytest.mark.django_db

TEAMS = 170  # of six: more people than SQLite looks for one by one


@pytest.fixture
def chief(client: Client) -> User:
    made = User.objects.create_superuser("chief")
    client.force_login(made)
    return made


@pytest.fixture
def large(db: None) -> Event:
    event = make_event(pairs=0, boards=0)
    club = event.tournament.club
    people = Person.objects.bulk_create(Person(club=club, name=f"Ann {n}") for n in range(6 * TEAMS))
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=n, name=f"Team {n}") for n in range(1, TEAMS + 1)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, person=people[6 * place + seat], position=seat)
        for place, entry in enumerate(entries)
        for seat in range(6)
    )
    return event


def test_all_entries_of_a_large_event_on_one_page(large: Event, chief: User, client: Client) -> None:
    page = client.get(list_url("entry"), {"event__id__exact": large.pk, "all": ""})
    assert page.status_code == 200
    assert f"Ann {6 * TEAMS - 1}" in page.content.decode()


def test_long_columns_are_not_read_once_a_row(large: Event, chief: User, client: Client) -> None:
    def asked(url: str) -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        return [query["sql"] for query in queries]

    for name in ("entry", "result", "penalty", "table"):
        of_records = [sql for sql in asked(list_url(name)) if f'FROM "tournaments_{name}"' in sql]
        assert of_records
        assert not [sql for sql in of_records if '"movement"' in sql], name
    for url in (list_url("event"), change_url(large)):
        assert not [sql for sql in asked(url) if 'JOIN "tournaments_entry"' in sql], url


@pytest.mark.parametrize("key", ["9" * 19, "9" * 5000, "abc", "³", "-1", ""])
def test_what_is_no_key_chooses_nothing(large: Event, chief: User, client: Client, key: str) -> None:
    for name, action in (("penalty", "take_back"), ("auth_user", "delete_selected")):
        sent = {"action": action, "_selected_action": key, "index": "0"}
        assert client.post(list_url(name), sent).status_code == 302
    assert client.post(add_url("penalty"), {"entry": key, "amount": "1", "unit": "points"}).status_code == 200
    given = {"username": "chief", "groups": key, "user_permissions": key}
    assert client.post(change_url(chief), given).status_code == 200
    cards = f"/admin/tournaments/event/{large.pk}/cards/"
    assert client.post(cards, {"revoke": "1", "codes": key}).status_code == 200
