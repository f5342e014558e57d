"""Sheets to download: there for every document, and they tell their reader no more than the pages do."""

import io
from collections.abc import Callable

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.pages.reading import home
from tests.support.event_builders import (
    enter,
    four_tables,
    make_event,
    make_member,
    seat_person,
    standings,
)
from tournaments.models import Event, EventStatus, Role
from tournaments.pages.hands import hands_of
from tournaments.printing import PAIRS_DOCUMENTS

Answer = Callable[[Client], str]


def sheet(client: Client, event: Event, kind: str, query: str = "") -> str:
    """All text of the sheet, which must be there."""
    response = client.get(f"{home(event)}sheets/{kind}.pdf{query}")
    assert response.status_code == 200, (kind, response.status_code)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="{event.slug}-{kind}.pdf"'
    assert response.content.startswith(b"%PDF-")
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(response.content)).pages)


def signed_in(event: Event, role: Role, *, plays: bool = False) -> Client:
    user, client = make_member(event.tournament.club, role), Client()
    if plays:
        seat_person(event, 8, user)
    client.force_login(user)
    return client


def holdings(event: Event, board: int) -> list[str]:
    """The board's longer holdings, as they stand in what `tight` gives."""
    return [
        tight(holding.ranks)
        for hand in hands_of(event, board)
        for holding in hand.holdings
        if len(tight(holding.ranks)) > 3
    ]


def tight(words: str) -> str:
    """Without what a sheet and a page set differently between cards."""
    return words.replace(" ", "").replace("\n", "").replace("10", "T")


@pytest.mark.parametrize("kind", PAIRS_DOCUMENTS)
def test_every_document_is_there(client: Client, event: Event, kind: str) -> None:
    assert "Club night" in sheet(client, event, kind)


def test_a_sheet_is_made_for_the_paper_asked_for(client: Client, event: Event) -> None:
    for query, width in (("", 595), ("?paper=letter", 612), ("?paper=nonsense", 595)):
        response = client.get(f"{home(event)}sheets/results.pdf{query}")
        box = PdfReader(io.BytesIO(response.content)).pages[0].mediabox
        assert width in (round(float(box.width)), round(float(box.height))), query


@pytest.mark.parametrize("kind", ["secrets", "results2", "blank_travellers", "match-score-sheets"])
def test_what_is_no_document_is_not_found(client: Client, event: Event, kind: str) -> None:
    assert client.get(f"{home(event)}sheets/{kind}.pdf").status_code == 404


@pytest.mark.django_db
def test_blank_travellers_wait_for_the_draw() -> None:
    event = make_event(boards=2)
    four_tables(event)
    assert event.status == EventStatus.SETUP
    path = f"{home(event)}sheets/blank-travellers.pdf"
    plays = signed_in(event, Role.DIRECTOR, plays=True)
    public = (Client(), signed_in(event, Role.SCORER), plays)
    director = signed_in(event, Role.DIRECTOR)
    for client in (*public, director, *public):  # what is kept of the director's is nobody else's
        assert client.get(path).status_code == (200 if client is director else 404)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    for client in public:
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("first", ["director", "public"])
def test_filled_travellers_hold_what_their_reader_may_see(event: Event, first: str) -> None:
    """Board 1 is finished, board 2 has one result of four; whoever asks first, nobody is given another's sheet."""
    enter(event, 1, 1, 2, "N+6 0+7 5 6")
    standings(event)
    event.refresh_from_db()
    director = signed_in(event, Role.DIRECTOR)
    public = [Client(), signed_in(event, Role.SCORER), signed_in(event, Role.OWNER, plays=True)]
    order = [director, *public] if first == "director" else [*public, director]
    seen, hidden = holdings(event, 1), holdings(event, 2)
    assert len(hidden) > 3
    for client in (*order, *order):
        words = sheet(client, event, "filled-travellers")
        told = tight(words)
        assert all(ranks in told for ranks in seen)
        shown = [ranks for ranks in hidden if ranks in told]
        if client is director:
            assert "N+6" in words
            assert shown == hidden
        else:
            assert "N+6" not in words
            assert shown == []


def test_a_sheet_is_made_anew_when_a_result_comes_in(client: Client, event: Event) -> None:
    assert "1 of 8" not in sheet(client, event, "results")
    before = sheet(client, event, "results")
    enter(event, 1, 1, 2, "N+6 0+7 5 6")
    standings(event)
    assert "5 of 8 results" in sheet(client, event, "results") != before
