"""The way from an event's page to a missing result and back, and what is said along it."""

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


def test_a_link_to_a_missing_result_says_which_table(event: Event, director: User, client: Client) -> None:
    event.entries.filter(number=2).update(name="Šimek & <b>Çelik</b>")
    table = table_of(event, 2)
    said = "Round 1, table 2: 2 Šimek &amp; &lt;b&gt;Çelik&lt;/b&gt; v "
    assert said in client.get(f"{add_url()}?table={table.pk}&board=1").content.decode()
    for query in ("", "?table=x&board=1", f"?table={'9' * 30}&board=1", "?board=1", "?table=&board=1"):
        answer = client.get(add_url() + query)
        assert answer.status_code == 200
        assert "Round 1, table 2:" not in answer.content.decode()


def test_a_new_event_leads_to_its_own_page(event: Event, director: User, client: Client) -> None:
    form = {
        **fields_on_page(client, add_url("event")),
        "tournament": event.tournament_id,
        "name": "Late pairs",
    }
    page = client.post(add_url("event"), form, follow=True)
    made = Event.objects.get(name="Late pairs")
    assert page.redirect_chain == [(change_url(made), 302)]
    assert "Late pairs" in str(next(iter(page.context["messages"])))
    again = client.post(add_url("event"), {**form, "name": "Later", "_addanother": "1"})
    assert again.headers["Location"] == add_url("event")
