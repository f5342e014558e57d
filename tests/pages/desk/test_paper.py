"""Entering from paper: which rows stand where, and the answer to each."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.support.event_builders import ACTOR, enter
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Result, Table
from tournaments.services.results import Entered, record_result
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


def row(event: Event, number: int = 1, board: int = 1, **more: object) -> dict[str, object]:
    table = Table.objects.get(round__event=event, round__number=1, number=number)
    bids = {"ns_bid": "7", "ns_tricks": "8", "ew_bid": "5", "ew_tricks": "5"}
    return {"table": table.pk, "board": board, "key": f"{number}-{board}", **bids, **more}


def test_travellers_and_rounds_say_how_much_is_in(event: Event, scorer: User, client: Client) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    page = client.get(url("paper", event)).content.decode()
    assert "Board 1" in page
    assert "1/4" in page
    assert "1/8" in page


def test_a_traveller_has_a_row_for_each_table_in_the_order_of_the_paper(
    event: Event, scorer: User, client: Client
) -> None:
    enter(event, 1, 2, 1, "N+4 0+5 6 8")
    page = client.get(url("paper-board", event, 1)).content.decode()
    numbers = [part.split('"')[0] for part in page.split('data-number="')[1:]]
    assert numbers == ["1", "2", "3", "4"]
    assert 'data-line="N4 0 5 6 8"' in page
    assert client.get(url("paper-board", event, 9)).status_code == 404


def test_a_row_is_saved_and_its_receipt_bears_its_key(event: Event, scorer: User, client: Client) -> None:
    answer = client.post(url("paper-row", event), row(event))
    said = answer.json()
    assert (answer.status_code, said["key"], said["version"], said["ns_score"]) == (200, "1-1", 1, 69)
    assert client.post(url("paper-row", event), row(event)).json()["version"] == 1
    assert Result.objects.count() == 1


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("change", "status", "word"),
    [
        ({"ns_tricks": "9"}, 422, "14 tricks"),
        ({"ns_bid": "x"}, 422, "is not a bid"),
        ({"board": "3"}, 422, "not due"),
        ({"table": "99999"}, 404, "no such table"),
        ({"table": "two"}, 422, "table"),
        ({"key": ""}, 422, "key"),
        ({"ns_bid": "7" * 30}, 422, "ns_bid"),
    ],
)
def test_a_row_that_is_wrong_is_refused_in_words(
    event: Event, scorer: User, client: Client, change: dict[str, str], status: int, word: str
) -> None:
    answer = client.post(url("paper-row", event), row(event) | change)
    assert answer.status_code == status
    assert word in " ".join(answer.json()["faults"])
    assert not Result.objects.exists()


def test_entering_twice_shows_no_first_entry(event: Event, director: User, client: Client) -> None:
    Event.objects.filter(pk=event.pk).update(entered_twice=True)
    client.post(url("paper-row", event), row(event, twice="on"))
    page = client.get(url("paper-board", event, 1)).content.decode()
    assert "entered once" in page
    assert "7 8 5 5" not in page.split("<tbody>")[1]
    differs = client.post(
        url("paper-row", event), row(event, twice="on", ns_tricks="7", ew_tricks="6", key="b")
    )
    assert differs.status_code == 409
    assert differs.json()["code"] == "differs"
    assert (
        client.post(url("paper-row", event), row(event, twice="on", key="c")).json()["state"] == "confirmed"
    )
    once = client.get(url("paper-board", event, 1) + "?twice=0").content.decode()
    assert 'data-line="7 8 5 5"' in once


def test_a_scorer_changes_no_ruling_and_no_closed_round(event: Event, scorer: User, client: Client) -> None:
    ruled = ResultFields(round=1, table=1, board=1, ns_adjusted="A", ew_adjusted="A")
    record_result(event.pk, Entered(ruled), ACTOR)
    page = client.get(url("paper-board", event, 1)).content.decode()
    assert "ruled" in page
    refused = client.post(url("paper-row", event), row(event, version=1, reason="x"))
    assert refused.status_code == 403
    assert "Only a director may change a ruling" in refused.json()["faults"][0]
    close_round(event.pk, 1, ACTOR, "Time.")
    assert client.post(url("paper-row", event), row(event, 2)).status_code == 403


def test_who_plays_here_neither_sees_nor_enters_hidden_rows(
    event: Event, playing_director: User, client: Client
) -> None:
    enter(event, 1, 2, 1, "7 8 5 5")
    for address in (url("paper-board", event, 1), url("paper-round", event, 1)):
        assert "7 8 5 5" not in client.get(address).content.decode().replace("7 8 5 5, with a nil", "")
    assert client.post(url("paper-row", event), row(event, 3)).status_code == 403


def test_a_session_that_has_ended_is_told_so(event: Event, client: Client) -> None:
    answer = client.post(url("paper-row", event), row(event), headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 401


def test_a_race_is_entered_by_its_table(teams: Event, team_scorer: User, client: Client) -> None:
    table = Table.objects.filter(round__event=teams).order_by("pk").first()
    assert table is not None
    assert "Round 1, table 1" in client.get(url("paper", teams)).content.decode()
    page = client.get(url("paper-table", teams, table.pk)).content.decode()
    assert page.count("<tr data-table") == 8
    given = {"table": table.pk, "board": table.boards[0], "key": "a", "ns_bid": "7", "ns_tricks": "8"}
    answer = client.post(url("paper-row", teams), given | {"ew_bid": "5", "ew_tricks": "5"})
    assert answer.status_code == 200, answer.json()
    assert client.get(url("paper-board", teams, 1)).status_code == 404


def test_the_pages_cost_the_same_however_many_tables(
    event: Event, director: User, client: Client, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    """Session, user, event with club, role, tables (three times: barred, rows, neighbours), results, whether the reader
    plays, role for the parts."""
    for number in range(1, 5):
        enter(event, 1, number, 1, "7 8 5 5")
    for name, more in (("paper", ()), ("paper-board", (1,)), ("paper-round", (1,))):
        with django_assert_max_num_queries(12):  # type: ignore[operator]
            assert client.get(url(name, event, *more)).status_code == 200
