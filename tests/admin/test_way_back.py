"""Where the admin leads after a record is saved, and what it says there."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import add_url, change_url, fields_on_page, list_url, result_form
from tests.support.event_builders import enter
from tournaments.models import Event, Result, Table


def table_of(event: Event, number: int) -> Table:
    return Table.objects.get(round__event=event, number=number)


def test_a_result_leads_back_to_its_event(event: Event, director: User, client: Client) -> None:
    page = client.post(add_url(), result_form(table_of(event, 3)), follow=True)
    assert page.redirect_chain == [(change_url(event), 302)]
    assert [str(line) for line in page.context["messages"]] == ["Round 1, table 3, board 1: saved."]


def test_a_correction_leads_back_to_its_event(event: Event, director: User, client: Client) -> None:
    enter(event, 1, 2, 1, "7 6 5 7")
    url = change_url(Result.objects.get(event=event))
    form = {**fields_on_page(client, url), "ns_tricks": "7", "ew_tricks": "6", "reason": "misread"}
    page = client.post(url, form, follow=True)
    assert page.redirect_chain == [(change_url(event), 302)]
    assert [str(line) for line in page.context["messages"]] == ["Round 1, table 2, board 1: saved."]


@pytest.mark.parametrize("button", ["_addanother", "_continue"])
def test_the_other_buttons_stay_at_results(event: Event, director: User, client: Client, button: str) -> None:
    answer = client.post(add_url(), result_form(table_of(event, 1), **{button: "1"}))
    where = add_url() if button == "_addanother" else change_url(Result.objects.get(event=event))
    assert answer.headers["Location"] == where


def test_a_scorer_goes_to_the_list(event: Event, scorer: User, client: Client) -> None:
    """The page of the event is closed to them."""
    page = client.post(add_url(), result_form(table_of(event, 1)), follow=True)
    assert page.redirect_chain == [(list_url("result"), 302)]
    assert page.status_code == 200
