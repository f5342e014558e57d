"""What players say from their tables, and the addresses under which a director answers it."""

from django.test import Client
from django.urls import reverse

from tests.services.test_phone import said
from tests.support.event_builders import ACTOR
from tournaments.models import Event, TableToken
from tournaments.services.phone import say
from tournaments.services.tokens import tokens_for_tables

NS_SAYS, EW_SAYS = "7 8 5 5", "7 7 5 6"


def desk_url(event: Event, name: str = "") -> str:
    if not name:
        return reverse("admin:tournaments_event_desk", args=[event.pk])
    return reverse("admin:tournaments_event_desk_do", args=[event.pk, name])


def cards_url(event: Event) -> str:
    return reverse("admin:tournaments_event_cards", args=[event.pk])


def token_of(event: Event, table: int) -> TableToken:
    return tokens_for_tables(event.pk, [table], ACTOR)[0]


def differ(event: Event, table: int, board: int = 1, round_number: int = 1) -> None:
    """Both sides enter a board, North-South 7 8 – 5 5 and East-West 7 7 – 5 6."""
    token = token_of(event, table)
    say(token, said("NS", NS_SAYS, board=board, round_number=round_number))
    say(token, said("EW", EW_SAYS, board=board, round_number=round_number))


def desk_text(client: Client, event: Event) -> str:
    answer = client.get(desk_url(event))
    assert answer.status_code == 200, answer.status_code
    return " ".join(answer.content.decode().split())
