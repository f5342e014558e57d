"""The desk's printing of sheets that bear a code, of sheets for two-sided paper, and of tents."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import resolve, reverse

from tests.sheets.papers import codes, reader
from tests.support.event_builders import make_member
from tests.support.team_builders import make_teams
from tournaments.models import Event, PrintedSheet, Role
from tournaments.services.tokens import standing_tokens

pytestmark = pytest.mark.django_db

SITE = "http://192.168.1.20:8000"


def url(name: str, event: Event) -> str:
    return reverse(f"desk:{name}", args=[event.pk])


def printed(client: Client, event: Event, kind: str, **more: str) -> bytes:
    answer = client.post(url("print", event), {"kind": kind, "paper": "A4", **more})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    return answer.content


@pytest.mark.parametrize(
    ("kind", "view"),
    [("blank-travellers", "desk:paper-board"), ("pick-up-slips", "desk:paper-table")],
)
def test_what_is_printed_has_codes_that_the_director_can_open(
    event: Event, director: User, client: Client, kind: str, view: str
) -> None:
    read = codes(printed(client, event, kind, site=f"{SITE}/"), 2)[0]
    assert read
    for address in read:
        assert address.startswith(f"{SITE}/")
        path = address.removeprefix(SITE)
        assert resolve(path).view_name == view
        assert client.get(path).status_code == 200


def test_without_an_address_there_are_no_codes(event: Event, director: User, client: Client) -> None:
    assert codes(printed(client, event, "blank-travellers", site=""), 2) == [[]]
    assert codes(printed(client, event, "blank-travellers"), 2) == [[]]


@pytest.mark.parametrize("site", ["phones", "ftp://host", "http://a b"])
def test_an_address_that_is_none_is_refused_and_kept_to_be_corrected(
    event: Event, director: User, client: Client, site: str
) -> None:
    answer = client.post(url("print", event), {"kind": "pick-up-slips", "paper": "A4", "site": site})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Write an address such as http://192.168.1.20:8000." in page
    assert f'name="site" value="{site}"' in page
    assert not PrintedSheet.objects.exists()


def test_the_form_begins_with_the_address_of_the_page_where_there_is_a_code(
    event: Event, director: User, client: Client
) -> None:
    page = client.get(url("sheets", event), headers={"host": "192.168.1.20:8000"}).content.decode()
    assert page.count(f'name="site" value="{SITE}"') == 3  # blank and filled travellers, slips
    assert "Phones cannot open the address of this page" not in page
    near = client.get(url("sheets", event), headers={"host": "localhost:8000"}).content.decode()
    assert "Phones cannot open the address of this page" in near


def test_two_sided_cards_are_asked_for_and_made(event: Event, director: User, client: Client) -> None:
    page = client.get(url("sheets", event)).content.decode()
    assert re.search(r'name="duplex"[^>]*Score cards for the players on two-sided paper', page)
    one = reader(printed(client, event, "score-cards"))
    two = reader(printed(client, event, "score-cards", duplex="on"))
    assert len(two.pages) == 2 * len(one.pages) == 16


def test_tents_are_a_third_choice_beside_the_cards(event: Event, director: User, client: Client) -> None:
    answer = client.post(url("print-cards", event), {"site": SITE, "per": "tents", "paper": "Letter"})
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-table-tents.pdf"'
    read = codes(answer.content)
    assert [len(set(page)) for page in read] == [1] * 4
    assert standing_tokens(event).count() == 4
    assert PrintedSheet.objects.get(event=event).kind == "table-tents"
    assert "Table tents" in client.get(url("sheets", event)).content.decode()
    again = client.post(url("print-cards", event), {"site": SITE, "per": "tables", "paper": "A4"})
    assert {address for page in codes(again.content) for address in page} == {page[0] for page in read}


def test_teams_have_tents_and_no_cards_of_their_own(client: Client) -> None:
    event = make_teams(4)
    client.force_login(make_member(event.tournament.club, Role.DIRECTOR))
    page = client.get(url("cards", event)).content.decode()
    assert 'value="tents"' in page
    assert 'value="entries"' not in page
    given = {"site": SITE, "paper": "A4"}
    assert client.post(url("print-cards", event), {**given, "per": "entries"}).status_code == 422
    assert client.post(url("print-cards", event), {**given, "per": "tents"}).content.startswith(b"%PDF")
