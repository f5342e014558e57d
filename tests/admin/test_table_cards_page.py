"""Table cards at the admin: printed for the address that phones open, listed without their codes, revoked."""

from datetime import date
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import change_url, sign_in
from tests.admin.table_desk import cards_url, token_of
from tests.admin.team_pages import form_faults
from tests.admin.team_pages import said as messages_of
from tests.support.event_builders import ACTOR, make_club, make_event, seat_person
from tournaments.models import Event, EventStatus, LogEntry, Role, TableToken
from tournaments.services.tokens import open_token, token_text, tokens_for_entries

pytestmark = pytest.mark.django_db

SITE = "http://192.168.1.20:8000"


def print_cards(client: Client, event: Event, **given: str) -> Any:
    return client.post(cards_url(event), {"site": SITE, "paper": "A4", **given})


def codes(pdf: bytes) -> list[str]:
    pages = pypdfium2.PdfDocument(BytesIO(pdf))
    return [code.text for page in pages for code in zxingcpp.read_barcodes(page.render(scale=1.5).to_pil())]


def test_the_event_page_leads_to_cards_that_open_their_tables(
    event: Event, director: User, client: Client
) -> None:
    assert cards_url(event) in client.get(change_url(event)).content.decode()
    answer = print_cards(client, event)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}-table-cards.pdf"'
    assert "no-store" in answer.headers["Cache-Control"]
    read = codes(answer.content)
    assert len(read) == 4
    assert all(address.startswith(f"{SITE}/table/") for address in read)
    tables = [open_token(address.split("/")[-2]).table.number for address in read]
    assert sorted(tables) == [1, 2, 3, 4]
    assert LogEntry.objects.get(action="tokens.made").actor == director.username


@pytest.mark.parametrize(("paper", "width"), [("A4", 595), ("Letter", 612)])
def test_on_either_paper(event: Event, director: User, client: Client, paper: str, width: int) -> None:
    pages = pypdfium2.PdfDocument(BytesIO(print_cards(client, event, paper=paper).content))
    assert round(pages[0].get_width()) == width


def test_the_address_is_the_one_the_page_was_opened_under(
    event: Event, director: User, client: Client, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    page = client.get(cards_url(event), headers={"host": "192.168.1.20:8000"})
    assert page.context["cards"]["site"].value() == SITE
    assert "Phones cannot open this address" not in page.content.decode()


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "127.0.0.2"])
def test_an_address_of_this_machine_is_warned_of(
    event: Event, director: User, client: Client, settings: Any, host: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    text = client.get(cards_url(event), headers={"host": host}).content.decode()
    assert "Phones cannot open this address" in text
    assert "manage.py up --host 0.0.0.0" in text


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "site",
    ["", "192.168.1.20", "javascript:alert(1)", "http://", "http://x y", "http://a:x", "http://[", "ftp://a"],
)
def test_what_is_no_address_is_not_printed(event: Event, director: User, client: Client, site: str) -> None:
    answer = print_cards(client, event, site=site)
    assert answer.status_code == 200
    assert answer.context["cards"].errors.keys() == {"site"}
    assert not TableToken.objects.exists()


def test_codes_are_listed_without_what_opens_them_and_revoked(
    event: Event, director: User, client: Client
) -> None:
    first, second = token_of(event, 1), token_of(event, 2)
    text = client.get(cards_url(event)).content.decode()
    assert "Table 1" in text
    assert token_text(first) not in text
    assert first.token_hash not in text
    unsaid = client.post(cards_url(event), {"revoke": "on", "codes": [first.pk], "reason": " "})
    assert form_faults(unsaid) == {"reason": ["Revoking a code needs a reason."]}
    none = client.post(cards_url(event), {"revoke": "on", "reason": "lost"})
    assert form_faults(none) == {"codes": ["Choose the codes that are to open nothing any more."]}
    done = client.post(cards_url(event), {"revoke": "on", "codes": [first.pk], "reason": "lost"}, follow=True)
    assert messages_of(done) == ["1 code is revoked."]
    assert [code.pk for code in done.context["codes"]] == [second.pk]
    assert open_token(token_text(first)) is None
    assert open_token(token_text(second)) is not None


def test_codes_of_another_event_stay(event: Event, director: User, client: Client) -> None:
    other = make_event(event.tournament, name="Other")
    code = token_of(other, 1)
    answer = client.post(cards_url(event), {"revoke": "on", "codes": [code.pk], "reason": "x"})
    assert "codes" in form_faults(answer)
    assert open_token(token_text(code)) is not None


def test_a_scorer_and_another_clubs_director_print_nothing(event: Event, client: Client) -> None:
    for club, role in ((event.tournament.club, Role.SCORER), (make_club("Else"), Role.DIRECTOR)):
        sign_in(client, club, role)
        assert client.get(cards_url(event)).status_code == 404
        assert print_cards(client, event).status_code == 404
    assert not TableToken.objects.exists()


def test_who_plays_prints_before_play_begins_and_not_after(
    event: Event, director: User, client: Client
) -> None:
    seat_person(event, 3, director)
    assert print_cards(client, event).headers["Content-Type"] == "application/pdf"
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    refused = print_cards(client, event)
    assert refused.status_code == 403
    assert "another director" in refused.content.decode()
    assert "Download the cards" not in client.get(cards_url(event)).content.decode()


def test_a_final_event_has_no_cards(event: Event, director: User, client: Client) -> None:
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    assert cards_url(event) not in client.get(change_url(event)).content.decode()
    assert "reopen it first" in print_cards(client, event).content.decode()


def test_names_in_the_list_are_text(event: Event, director: User, client: Client) -> None:
    event.entries.filter(number=2).update(name="<script>alert(1)</script>")
    tokens_for_entries(event.pk, ACTOR)
    text = client.get(cards_url(event)).content.decode()
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_cards_per_pair(event: Event, director: User, client: Client) -> None:
    pages = pypdfium2.PdfDocument(BytesIO(print_cards(client, event, per="entries").content))
    assert "Pair 1" in pages[0].get_textpage().get_text_range()
    assert event.table_tokens.exclude(entry=None).count() == event.entries.count()


def test_teams_are_offered_no_card_of_their_own(teams: Event, team_director: User, client: Client) -> None:
    assert "One per pair" not in client.get(cards_url(teams)).content.decode()
    assert len(codes(print_cards(client, teams).content)) == 6
    assert not teams.table_tokens.exclude(entry=None).exists()


def test_codes_end_at_the_tournaments_noon(event: Event, director: User, client: Client) -> None:
    tournament = event.tournament
    tournament.time_zone, tournament.starts_on = "America/New_York", date(2099, 7, 1)
    tournament.save(update_fields=["time_zone", "starts_on"])
    token_of(event, 1)
    assert "ends 2099-07-02 12:00" in client.get(cards_url(event)).content.decode()
