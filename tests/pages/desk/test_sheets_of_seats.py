"""At the desk: who sits where on paper, what of it is stale, and certificates only at the end."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.sheets.papers import page_texts
from tests.support.event_builders import ACTOR, play_hand_1, standings
from tournaments.models import Event, EventStatus, PrintedSheet
from tournaments.printing_seats import SEAT_DOCUMENTS
from tournaments.services.substitutes import substitute

pytestmark = pytest.mark.django_db


def answer(client: Client, event: Event, kind: str, status: int = 200, **given: str) -> str:
    made = client.post(reverse("desk:print", args=[event.pk]), {"kind": kind, "paper": "A4"} | given)
    assert made.status_code == status
    return " ".join(page_texts(made.content)) if status == 200 else made.content.decode()


def page(client: Client, event: Event) -> str:
    return client.get(reverse("desk:sheets", args=[event.pk])).content.decode()


def test_every_sheet_of_seats_is_printed_and_noted(event: Event, director: User, client: Client) -> None:
    kinds = set(SEAT_DOCUMENTS) - {"certificates"}
    for kind in sorted(kinds):
        assert "North 1" in answer(client, event, kind)
    assert set(PrintedSheet.objects.values_list("kind", flat=True)) == kinds
    assert "who sits has changed since" not in page(client, event)
    out = event.entries.get(number=1).seats.get(position=1).person_id
    substitute(event.pk, 1, out, "Flo Sub", 1, None, ACTOR, "ill")
    assert page(client, event).count("who sits has changed since") == len(kinds)


def test_a_list_of_one_round_offers_the_one_at_hand(event: Event, director: User, client: Client) -> None:
    # two lists by seats, and the pairings
    assert page(client, event).count("the round at hand") == 3


def test_certificates_are_refused_in_words_before_the_end(
    event: Event, director: User, client: Client
) -> None:
    assert "is not final yet" in answer(client, event, "certificates", 409)
    play_hand_1(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    standings(event)
    assert "100.00 %" in answer(client, event, "certificates")
    assert answer(client, event, "certificates", prizes="1").count("is awarded to") == 2
