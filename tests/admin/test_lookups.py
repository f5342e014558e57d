"""A list's address asks only for what the list itself offers."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import list_url
from tests.support.event_builders import play_hand_1
from tournaments.admin.base import RoleAdmin
from tournaments.models import Event, LogEntry

SECRETS = (
    ("boards_boardset", "secret__startswith"),
    ("boards_boardset", "session__contains"),
    ("boards_board", "pbn__contains"),
    ("boards_board", "board_set__secret__startswith"),
    ("result", "ns_bid__contains"),
    ("result", "ns_score__gt"),
    ("result", "weighted__0__weight"),
    ("logentry", "after__ns_bid"),
    ("logentry", "before__contains"),
    ("event", "board_set__secret__startswith"),
    ("event", "movement__contains"),
    ("table", "results__ns_score__gt"),
    ("standingssnapshot", "data__contains"),
    ("person", "user__password__startswith"),
)


@pytest.mark.parametrize(("name", "lookup"), SECRETS)
def test_no_look_up_asks_for_what_no_page_shows(
    event: Event, director: User, client: Client, name: str, lookup: str
) -> None:
    play_hand_1(event)
    assert client.get(list_url(name), {lookup: "1"}).status_code == 400


def test_every_field_of_every_list_is_closed_unless_the_list_offers_it(event: Event) -> None:
    ours = [made for made in admin.site._registry.values() if isinstance(made, RoleAdmin)]
    assert len(ours) > 10
    for made in ours:
        offered = {*made.list_filter, made.date_hierarchy}
        for field in made.model._meta.get_fields():
            for ending in ("", "__startswith", "__regex", "__gt"):
                allowed = made.lookup_allowed(field.name + ending, "1")
                assert not allowed or field.name in offered, f"{made}: {field.name}{ending}"


@pytest.mark.parametrize(
    ("name", "lookup", "value"),
    [
        ("result", "event__id__exact", "{event}"),
        ("result", "table__round__number", "1"),
        ("result", "state__exact", "confirmed"),
        ("logentry", "event__id__exact", "{event}"),
        ("logentry", "action", "result.entered"),
        ("logentry", "at__year", "2026"),
        ("tournament", "starts_on__year", "2026"),
        ("entry", "withdrawn__exact", "0"),
    ],
)
def test_what_a_list_offers_works(
    event: Event, director: User, client: Client, name: str, lookup: str, value: str
) -> None:
    play_hand_1(event)
    LogEntry.objects.update(at="2026-11-26T20:00:00Z")
    page = client.get(list_url(name), {lookup: value.format(event=event.pk)})
    assert page.status_code == 200
    assert page.context["cl"].result_count > 0


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("logentry", "at__year"),
        ("logentry", "at__month"),
        ("logentry", "at__day"),
        ("tournament", "starts_on__year"),
    ],
)
def test_a_day_that_is_none_is_refused(
    event: Event, director: User, client: Client, name: str, lookup: str
) -> None:
    for value in ("9999", "0", "-1", "x", "9" * 30, "2026.5", "³"):
        assert client.get(list_url(name), {lookup: value}).status_code in (302, 400), value


@pytest.mark.parametrize("name", ["result", "entry", "logentry", "event", "person", "table"])
def test_any_search_gets_an_answer(event: Event, director: User, client: Client, name: str) -> None:
    for query in ("9" * 40, "-1", "³", "%", "'"):
        assert client.get(list_url(name), {"q": query}).status_code in (200, 302), query


@pytest.mark.parametrize("lookup", ["event__id__exact", "board", "table__round__number", "p", "o"])
def test_any_number_in_an_address_gets_an_answer(
    event: Event, director: User, client: Client, lookup: str
) -> None:
    for value in ("9" * 40, "x", ""):
        assert client.get(list_url("result"), {lookup: value}).status_code in (200, 302, 400), value
