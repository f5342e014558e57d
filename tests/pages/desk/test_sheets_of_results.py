"""At the desk and by command: prize places on standings, deals of one round, and who may print deals at all."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.sheets.papers import page_texts
from tests.support.event_builders import play_hand_1, seat_person, standings
from tournaments.models import Event, PrintedSheet

pytestmark = pytest.mark.django_db


def printed(client: Client, event: Event, kind: str, status: int = 200, **given: str) -> str:
    answer = client.post(reverse("desk:print", args=[event.pk]), {"kind": kind, "paper": "A4"} | given)
    assert answer.status_code == status
    return " ".join(page_texts(answer.content)) if status == 200 else answer.content.decode()


def test_prize_places_are_as_many_as_were_asked_for(event: Event, director: User, client: Client) -> None:
    play_hand_1(event)
    standings(event)
    assert 'name="prizes"' in client.get(reverse("desk:sheets", args=[event.pk])).content.decode()
    assert "★" not in printed(client, event, "results")
    assert printed(client, event, "results", prizes="1").count("★") == 3  # 4 and 5 share the first place
    assert "★" not in printed(client, event, "results", prizes="0")
    assert "less than or equal to 99" in printed(client, event, "results", 422, prizes="100")


def test_the_command_marks_prize_places(event: Event, tmp_path: Path) -> None:
    play_hand_1(event)
    standings(event)
    target = tmp_path / "results.pdf"
    call_command("print", "results", str(event.pk), prizes=1, output=str(target), stdout=StringIO())
    assert "★ prize place" in page_texts(target.read_bytes())[0]


def test_curtain_cards_of_a_round_are_remembered_as_such(
    event: Event, director: User, client: Client
) -> None:
    assert "Board 1 North" in " ".join(printed(client, event, "curtain-cards", round="1").split())
    assert PrintedSheet.objects.filter(event=event, kind="curtain-cards", part="round 1").exists()


def test_who_plays_is_refused_deals_in_words_and_nothing_is_noted(
    event: Event, director: User, client: Client
) -> None:
    seat_person(event, 8, director)
    for kind in ("curtain-cards", "dealing-sheets"):
        assert "Only a director who does not play" in printed(client, event, kind, 422)
    assert not PrintedSheet.objects.filter(event=event).exists()
    assert "No hands can be shown yet" in printed(client, event, "hand-records")
