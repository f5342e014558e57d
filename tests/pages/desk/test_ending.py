"""The desk's pages of the ending and of the sheets, as a director works through them."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.support.event_builders import ACTOR, enter, seat_person, standings
from tournaments.models import Event, EventStatus, PrintedSheet, ResultState
from tournaments.services.rounds import close_round
from tournaments.services.tokens import standing_tokens

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: pytest.FixtureRequest, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


def play(event: Event) -> None:
    for table in range(1, 5):
        for board in (1, 2):
            enter(event, 1, table, board, "7 8 5 5")


def test_what_is_open_is_listed_and_final_needs_a_reason(
    event: Event, director: User, client: Client
) -> None:
    page = client.get(url("ending", event)).content.decode()
    assert "Round 1 is not closed." in page
    assert "No result yet: round 1, table 1, board 1." in page
    refused = client.post(url("finalise", event), {"reason": ""})
    assert refused.status_code == 422
    assert "Give a reason to finalise all the same." in refused.content.decode()
    event.refresh_from_db()
    assert event.status == EventStatus.RUNNING


def test_provisional_corrections_final_and_open_again(event: Event, director: User, client: Client) -> None:
    play(event)
    close_round(event.pk, 1, ACTOR)
    answer = client.post(url("corrections", event), {"minutes": "20"}, follow=True).content.decode()
    assert "Corrections are taken until" in answer
    public = client.get(reverse("pages:standings", args=[event.tournament.slug, event.slug]))
    assert "Provisional results, corrections until" in public.content.decode()
    assert client.post(url("corrections", event), {"minutes": "0"}).status_code == 302
    page = client.post(url("finalise", event), follow=True).content.decode()
    assert "The event is final" in page
    assert "one file to print" in page
    assert "results" in event.packs.get().order["documents"]  # what is hung up after play
    assert "blank-travellers" not in event.packs.get().order["documents"]
    assert client.post(url("reopen", event), {"reason": " "}).status_code == 422
    client.post(url("reopen", event), {"reason": "A slip was found."})
    event.refresh_from_db()
    assert event.status == EventStatus.PROVISIONAL


def test_a_disputed_result_is_named_and_stops_the_ending(
    event: Event, director: User, client: Client
) -> None:
    play(event)
    enter(event, 1, 3, 2, "7 9 5 4", version=1, reason="They differ.", state=ResultState.DISPUTED)
    close_round(event.pk, 1, ACTOR, "Time.")
    refused = client.post(url("finalise", event), {"reason": ""})
    assert refused.status_code == 422
    assert "The result is disputed: round 1, table 3, board 2." in refused.content.decode()
    event.refresh_from_db()
    assert event.status == EventStatus.PROVISIONAL


@pytest.mark.parametrize("minutes", ["-1", "999999", "soon", ""])
def test_a_period_that_is_none_is_refused(event: Event, director: User, client: Client, minutes: str) -> None:
    play(event)
    close_round(event.pk, 1, ACTOR)
    assert client.post(url("corrections", event), {"minutes": minutes}).status_code == 422


def test_who_plays_here_learns_only_how_much_is_open_and_gets_no_file(
    event: Event, director: User, client: Client
) -> None:
    seat_person(event, 1, director)
    page = client.get(url("ending", event)).content.decode()
    assert "No result yet" not in page
    assert "another director has to see to" in page
    assert client.get(url("event-file", event)).status_code == 404


def test_the_event_file_is_there_for_directors_and_not_for_scorers(
    event: Event, client: Client, director: User, scorer: User
) -> None:
    """`scorer` is signed in last."""
    assert client.get(url("event-file", event)).status_code == 403
    client.force_login(director)
    answer = client.get(url("event-file", event))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.json()["event"]["name"] == event.name


def test_printing_is_remembered_and_goes_stale(event: Event, director: User, client: Client) -> None:
    standings(event)
    answer = client.post(url("print", event), {"kind": "results", "paper": "A4"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF")
    printed = PrintedSheet.objects.get(event=event)
    assert (printed.kind, printed.part, printed.by) == ("results", "", director.username)
    assert "stale" not in client.get(url("sheets", event)).content.decode()
    enter(event, 1, 1, 1, "7 8 5 5")
    standings(event)
    assert "stale: results or rounds have changed since" in client.get(url("sheets", event)).content.decode()


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"kind": "curtains", "paper": "A4"}, 422),
        ({"kind": "results", "paper": "A0"}, 422),
        ({"kind": "blank-travellers", "paper": "A4", "round": "9"}, 422),
        ({"paper": "A4"}, 422),
    ],
)
def test_a_sheet_that_is_none_is_refused_and_not_remembered(
    event: Event, director: User, client: Client, given: dict[str, str], status: int
) -> None:
    assert client.post(url("print", event), given).status_code == status
    assert not PrintedSheet.objects.exists()


def test_cards_are_printed_listed_and_revoked(event: Event, director: User, client: Client) -> None:
    given = {"site": "http://192.168.1.20:8000/", "per": "tables", "paper": "A4"}
    assert client.post(url("print-cards", event), given).content.startswith(b"%PDF")
    codes = list(standing_tokens(event))
    assert len(codes) == 4
    assert "Table 3" in client.get(url("cards", event)).content.decode()
    nothing = client.post(url("revoke-cards", event), {"reason": "Lost."})
    assert nothing.status_code == 422
    client.post(url("revoke-cards", event), {"codes": [codes[0].pk], "reason": "Lost."})
    assert standing_tokens(event).count() == 3
    assert "a code was revoked" in client.get(url("sheets", event)).content.decode()


@pytest.mark.parametrize("site", ["phones", "ftp://host", "http://", "http://a b", 'http://x"', "http://h:0"])
def test_an_address_phones_cannot_open_is_refused(
    event: Event, director: User, client: Client, site: str
) -> None:
    answer = client.post(url("print-cards", event), {"site": site, "per": "tables", "paper": "A4"})
    assert answer.status_code == 422
    assert not standing_tokens(event).exists()


def test_who_plays_prints_no_cards_of_a_running_event(event: Event, director: User, client: Client) -> None:
    seat_person(event, 1, director)
    given = {"site": "http://192.168.1.20:8000", "per": "tables", "paper": "A4"}
    assert client.post(url("print-cards", event), given).status_code == 403
    assert "Download the cards" not in client.get(url("cards", event)).content.decode()
