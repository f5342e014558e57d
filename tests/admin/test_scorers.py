"""A scorer's admin: results of open rounds by bids and tricks, and nothing else."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, result_form
from tests.support.event_builders import enter, make_member, seat_person
from tournaments.models import Event, Result, Role, Table

RULINGS = (
    {"ns_adjusted": "A+", "ew_adjusted": "A-"},
    {"ns_bid": "", "ns_tricks": "", "ew_bid": "", "ew_tricks": "", "ns_score": 70, "ew_score": 50},
    {"not_played": "on", "ns_bid": "", "ns_tricks": "", "ew_bid": "", "ew_tricks": ""},
    {"group": 1},
    {"ns_number": 2, "as_played": "on", "reason": "they sat there"},
)


def first_table(event: Event) -> Table:
    return Table.objects.get(round__event=event, number=1)


def test_a_scorer_enters_and_corrects(event: Event, scorer: User, client: Client) -> None:
    page = fields_on_page(client, add_url())
    assert {"table", "board", "ns_bid"} <= set(page)
    assert not {"ns_adjusted", "ns_score", "not_played", "group", "as_played"} & set(page)
    bids = {"ns_bid": "7", "ns_tricks": "6", "ew_bid": "5", "ew_tricks": "7"}
    form = {**page, "table": first_table(event).pk, "board": 1, **bids}
    assert client.post(add_url(), form).status_code == 302
    stored = Result.objects.get(event=event)
    Result.objects.update(note="a word to everybody")
    form = {
        **fields_on_page(client, change_url(stored)),
        "ns_tricks": "7",
        "ew_tricks": "6",
        "reason": "misread",
    }
    assert client.post(change_url(stored), form).status_code == 302
    stored.refresh_from_db()
    assert (stored.ns_score, stored.version, stored.note) == (70, 2, "a word to everybody")
    assert event.log.get(action="result.corrected").actor == scorer.username


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_scorer_rules_nothing(
    event: Event, scorer: User, client: Client, ruling: dict[str, object]
) -> None:
    """What their form has no field for is not read: a ruling without bids is nothing, one beside bids is left out."""
    client.post(add_url(), result_form(first_table(event), **ruling))
    stored = Result.objects.filter(event=event).first()
    if ruling.keys() & {"ns_bid", "as_played"}:
        assert stored is None
    else:
        assert stored is not None
        assert (stored.ns_adjusted, stored.ew_adjusted, stored.group, stored.ns.number) == ("", "", 0, 1)


def test_a_ruling_stands_and_can_only_be_read(event: Event, scorer: User, client: Client) -> None:
    enter(event, 1, 1, 1, "7 6 5 7")
    stored = Result.objects.get(event=event)
    Result.objects.update(ns_adjusted="A+")
    page = client.get(change_url(stored))
    assert "NS A+" in page.content.decode()
    form = result_form(ns_tricks="7", ew_tricks="6", version=1, reason="misread")
    assert client.post(change_url(stored), form).status_code == 403


def test_a_closed_round_can_only_be_read(event: Event, scorer: User, client: Client) -> None:
    enter(event, 1, 1, 1, "7 6 5 7")
    stored = Result.objects.get(event=event)
    event.rounds.update(status="closed")
    assert client.get(change_url(stored)).status_code == 200
    form = result_form(ns_tricks="7", ew_tricks="6", version=1, reason="misread")
    assert client.post(change_url(stored), form).status_code == 403
    assert "table" in faults(client.post(add_url(), result_form(first_table(event))))


def test_a_scorer_who_plays_waits_for_the_board(event: Event, scorer: User, client: Client) -> None:
    enter(event, 1, 1, 1, "7 6 5 7")
    seat_person(event, 2, scorer)
    assert client.get(change_url(Result.objects.get())).status_code == 403
    table = Table.objects.get(round__event=event, number=2)
    assert "You play" in faults(client.post(add_url(), result_form(table)))["board"][0]


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "name",
    [
        "club",
        "person",
        "tournament",
        "event",
        "entry",
        "penalty",
        "logentry",
        "tournamentlogentry",
        "round",
        "table",
        "boards_board",
    ],
)
def test_everything_else_is_closed_to_a_scorer(event: Event, scorer: User, client: Client, name: str) -> None:
    assert client.get(list_url(name)).status_code == 403


def test_nobody_has_an_admin_who_is_not_staff(event: Event, client: Client) -> None:
    client.force_login(make_member(event.tournament.club, Role.SCORER))
    assert client.get(list_url("result")).status_code == 302
