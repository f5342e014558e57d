"""Sheets of ranked tables at the desk: how many tables, their codes, cards, packs; nothing of other kinds of event."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.sheets.papers import codes, page_texts
from tests.support.event_builders import make_event, standings
from tests.support.ranked_builders import finished, make_ranked
from tournaments.models import Event, PrintedSheet, Role, TableToken
from tournaments.printing_pack import make_step
from tournaments.services import packs

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]
SITE = "http://192.168.1.20:8000"


@pytest.fixture
def ladder(client: Client) -> Event:
    event = make_ranked()
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    return event


def url(name: str, event: Event) -> str:
    return reverse(f"desk:{name}", args=[event.pk])


def test_the_page_offers_what_the_event_has_with_as_many_tables_as_are_usual(
    ladder: Event, client: Client
) -> None:
    page = client.get(url("sheets", ladder))
    offered = {one.kind: one for one in page.context["offered"]}
    assert set(offered) == {"table-sheets", "game-sheets", "results", "leaderboard"}
    assert offered["table-sheets"].tables == 4
    assert offered["table-sheets"].coded
    assert offered["results"].prizes is None
    assert 'name="tables" value="4"' in page.content.decode()
    assert "opens the page of its table on any phone" in page.content.decode()
    others = client.get(url("sheets", make_event(ladder.tournament, pairs=0)))
    assert 'name="tables"' not in others.content.decode()


def test_score_sheets_are_printed_for_the_tables_asked_for_and_remembered(
    ladder: Event, client: Client
) -> None:
    form = {"kind": "table-sheets", "paper": "A4", "site": SITE, "tables": "2"}
    answer = client.post(url("print", ladder), form)
    found = codes(answer.content, 2)
    assert [len(page) for page in found] == [1, 1]
    assert all(address.startswith(f"{SITE}/table/") for page in found for address in page)
    assert PrintedSheet.objects.get(event=ladder).kind == "table-sheets"
    assert client.post(url("print", ladder), {**form, "tables": "201"}).status_code == 422
    refused = client.post(url("print", ladder), {**form, "kind": "blank-travellers"})
    assert refused.status_code == 422
    assert "There is no sheet" in refused.content.decode()


def test_cards_are_printed_for_the_tables_asked_for_and_none_for_pairs(ladder: Event, client: Client) -> None:
    page = client.get(url("cards", ladder)).content.decode()
    assert 'name="tables"' in page
    assert 'value="entries"' not in page
    form = {"site": SITE, "per": "tables", "paper": "A4", "tables": "3"}
    answer = client.post(url("print-cards", ladder), form)
    assert sum(len(page) for page in codes(answer.content, 2)) == 3
    assert TableToken.objects.filter(event=ladder).count() == 3
    tents = client.post(url("print-cards", ladder), {**form, "per": "tents", "tables": "5"})
    assert len(page_texts(tents.content)) == 5


def test_a_pack_before_play_has_score_sheets_and_after_it_what_is_hung_up(
    ladder: Event, client: Client, settings: Any, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr(packs, "_send", lambda pack_id: None)
    page = client.get(url("packs", ladder))
    assert page.context["form"].initial["documents"] == ["table-sheets"]
    finished(ladder)
    standings(ladder)
    chosen = ["table-sheets", "results", "game-sheets", "leaderboard"]
    client.post(url("pack-order", ladder), {"documents": chosen, "paper": "A4", "site": SITE, "tables": "2"})
    pack = ladder.packs.get()
    while make_step(pack.pk) not in ("done", "failed", "nothing to do"):
        pass
    pack.refresh_from_db()
    assert (pack.state, pack.order["left_out"]) == ("done", [])
    answer = client.get(reverse("desk:pack-file", args=[ladder.pk, pack.pk]))
    assert [len(page) for page in codes(answer.content, 2)][:2] == [1, 1]
    assert "Leaderboard of" in " ".join(page_texts(answer.content))


def test_everybody_may_print_what_pages_show_and_gets_no_code(ladder: Event, client: Client) -> None:
    finished(ladder)
    standings(ladder)
    client.logout()
    for kind in ("table-sheets", "game-sheets", "results", "leaderboard"):
        address = reverse("pages:sheet", args=[ladder.tournament.slug, ladder.slug, kind])
        answer = client.get(f"{address}?site={SITE}")
        assert answer.status_code == 200, kind
        assert not [page for page in codes(answer.content, 2) if page]
    assert not TableToken.objects.exists()
