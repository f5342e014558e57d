"""What a director does from the round's page: answers to the tables, the clock, rounds opened and closed."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.admin.table_desk import differ
from tests.pages.reading import text
from tests.support.event_builders import ACTOR, enter, seat
from tournaments.models import Call, Claim, Event, LogEntry, Result, ResultState, RoundStatus, Table
from tournaments.services.calls import call_director
from tournaments.services.clock import read_clock, start_clock

pytestmark = pytest.mark.django_db


def do(client: Client, event: Event, deed: str, **given: object) -> Any:
    return client.post(reverse("desk:event-do", args=[event.pk, deed]), given)


def page(client: Client, event: Event) -> str:
    return text(client.get(reverse("desk:event", args=[event.pk])).content.decode())


def test_a_call_is_answered(event: Event, director: User, client: Client) -> None:
    call_director(event.pk, Table.objects.get(round__event=event, number=3), ACTOR, "a revoke")
    assert "Round 1, table 3 just now a revoke" in page(client, event)
    answer = do(client, event, "come", call=Call.objects.get().pk)
    assert answer["Location"] == reverse("desk:event", args=[event.pk]) + "#calls"
    assert Call.objects.get().answered_by == director.username
    shown = page(client, event)
    assert "Table 3 is told that you are coming." in shown
    assert "No table calls" in shown


def test_a_word_is_chosen_with_a_reason_or_asked_for_one(
    event: Event, director: User, client: Client
) -> None:
    differ(event, 2)
    shown = page(client, event)
    assert "NS says 7 8 69 5 5 50" in shown
    assert "EW says 7 7 70 5 6 49" in shown
    claim = Claim.objects.get(side="EW")
    again = do(client, event, "settle", claim=claim.pk, reason=" ")
    assert again.status_code == 422
    assert "Say why: the players will ask." in text(again.content.decode())
    assert "Round 1, table 2, board 1 (EW)" in text(again.content.decode())
    assert Result.objects.get().state == ResultState.DISPUTED
    assert do(client, event, "settle", claim=claim.pk, reason="counted").status_code == 302
    assert (Result.objects.get().state, Result.objects.get().ns_tricks) == (ResultState.CONFIRMED, "7")
    assert LogEntry.objects.get(reason="counted").door == "desk"
    assert do(client, event, "settle", claim=claim.pk, reason="counted").status_code == 409


def test_who_plays_does_not_rule_on_what_is_hidden_from_them(
    event: Event, playing_director: User, client: Client
) -> None:
    differ(event, 2)
    claim = Claim.objects.get(side="EW")
    answer = do(client, event, "settle", claim=claim.pk, reason="x")
    assert answer.status_code == 403
    assert "another director has to see to it" in text(answer.content.decode())
    assert "(EW)" not in text(answer.content.decode())
    assert Result.objects.get().state == ResultState.DISPUTED


def test_the_clock_is_started_paused_and_changed(event: Event, director: User, client: Client) -> None:
    assert "Start, round 1" in page(client, event)
    assert do(client, event, "start-clock", round=1, minutes=0).status_code == 422
    do(client, event, "start-clock", round=1, minutes=20)
    do(client, event, "add-minutes", round=1, minutes=-5)
    do(client, event, "pause-clock", round=1)
    reading = read_clock(event)
    assert reading is not None
    assert (reading.minutes, reading.paused) == (15, True)
    assert "left of 15 min, round 1 · paused" in page(client, event)
    assert do(client, event, "pause-clock", round=1).status_code == 409
    do(client, event, "resume-clock", round=1)
    start_clock(event.pk, 1, 30, ACTOR)
    assert do(client, event, "add-minutes", round=1, minutes=600).status_code == 422


def test_rounds_are_closed_opened_and_opened_again(event: Event, director: User, client: Client) -> None:
    seat(event, [(1, 6, [3]), (2, 5, [3])], status=RoundStatus.PLANNED)
    assert "Close round 1" in page(client, event)
    assert "Open round 2" not in page(client, event)
    refused = do(client, event, "close-round", round=1)
    assert refused.status_code == 422
    assert 'name="reason"' in refused.content.decode()
    assert do(client, event, "close-round", round=1, reason="time").status_code == 302
    shown = page(client, event)
    assert "Open round 2" in shown
    assert "Open round 1 again" in shown
    assert do(client, event, "open-round", round=2).status_code == 302
    assert do(client, event, "reopen-round", round=1, at=1).status_code == 422
    again = do(client, event, "reopen-round", round=1, reason="a table was missed", at=1)
    assert again["Location"].startswith(reverse("desk:event", args=[event.pk]) + "?round=1#")
    assert list(event.rounds.values_list("status", flat=True)) == [RoundStatus.OPEN, RoundStatus.OPEN]


def test_what_cannot_be_meant_is_refused(event: Event, director: User, client: Client) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    assert do(client, event, "fly").status_code == 404
    assert do(client, event, "come", call="x").status_code == 422
    assert do(client, event, "come", call=999).status_code == 422
    assert do(client, event, "open-round", round=99).status_code == 422
    assert client.get(reverse("desk:event-do", args=[event.pk, "come"])).status_code == 405
    far = do(client, event, "close-round", round=1, reason="time", at="//evil.example")
    assert far["Location"] == reverse("desk:event", args=[event.pk]) + "#rounds"
