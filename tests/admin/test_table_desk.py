"""The desk on an event's page: calls, disputes, late entries and the round clock, for who may see them."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.admin.pages import change_url, sign_in
from tests.admin.table_desk import desk_text, desk_url, differ, token_of
from tests.admin.team_pages import said as messages_of
from tests.services.test_phone import said
from tests.support.event_builders import ACTOR, enter, make_club, make_event, play_hand_1, seat_person
from tournaments.models import (
    Call,
    Claim,
    ClaimState,
    Event,
    EventStatus,
    LogEntry,
    Result,
    ResultState,
    Role,
    RoundClock,
    Table,
)
from tournaments.services.calls import call_director
from tournaments.services.clock import read_clock, start_clock
from tournaments.services.events import EventSettings, change_settings
from tournaments.services.phone import say
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def playing(event: Event) -> Event:
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    event.refresh_from_db()
    return event


def table_of(event: Event, number: int) -> Table:
    return Table.objects.get(round__event=event, round__number=1, number=number)


def desk_of(client: Client, event: Event) -> dict[str, Any]:
    shown: dict[str, Any] = client.get(change_url(event)).context["desk"]
    return shown


def send(client: Client, event: Event, name: str, **given: object) -> Any:
    return client.post(desk_url(event, name), given)


def test_a_call_waits_until_somebody_comes(event: Event, director: User, client: Client) -> None:
    call = call_director(event.pk, table_of(event, 3), ACTOR, "a revoke")
    Call.objects.update(at=timezone.now() - timedelta(minutes=4, seconds=30))
    assert '<b>Round 1, table 3</b> for 4 min<br><span dir="auto">a revoke</span>' in desk_text(client, event)
    page = client.post(desk_url(event, "come"), {"call": call.pk}, follow=True)
    assert page.redirect_chain == [(f"{change_url(event)}#desk", 302)]
    assert messages_of(page) == ["Table 3 is told that you are coming."]
    call.refresh_from_db()
    assert call.answered_by == director.username
    assert desk_of(client, event)["calls"] == []


def test_both_words_stand_side_by_side_with_their_scores(
    event: Event, director: User, client: Client
) -> None:
    differ(event, 2, board=2)
    [shown] = desk_of(client, event)["disputes"]
    assert (shown.place, shown.ns, shown.ew) == (
        "Round 1, table 2, board 2",
        "2 North 2 & South 2",
        "6 North 6 & South 6",
    )
    assert [(word.side, word.said, word.ns_score, word.ew_score) for word in shown.words] == [
        ("NS", ("7", "8", "5", "5"), "69", "50"),
        ("EW", ("7", "7", "5", "6"), "70", "49"),
    ]
    assert shown.rule_url == change_url(Result.objects.get())


def test_a_word_is_chosen_with_a_reason(event: Event, director: User, client: Client) -> None:
    differ(event, 2)
    claim = Claim.objects.get(side="EW")
    again = send(client, event, "settle", claim=claim.pk, reason=" ")
    assert again.status_code == 200
    assert "Say why: the players will ask." in again.content.decode()
    assert f'name="claim" value="{claim.pk}"' in again.content.decode()
    assert again.context["about"] == "Round 1, table 2, board 1 (EW)"
    assert Result.objects.get().state == ResultState.DISPUTED
    done = client.post(desk_url(event, "settle"), {"claim": claim.pk, "reason": "counted"}, follow=True)
    assert messages_of(done) == ["Ruled: round 1, table 2, board 1."]
    result = Result.objects.get()
    assert (result.state, result.ns_tricks) == (ResultState.CONFIRMED, "7")
    line = LogEntry.objects.filter(reason="counted").get()
    assert (line.actor, line.door) == (director.username, "admin")
    assert desk_of(client, event)["disputes"] == []
    twice = send(client, event, "settle", claim=claim.pk, reason="counted")
    assert twice.status_code == 409
    assert "settled already" in twice.content.decode()


def test_a_late_entry_is_taken_or_dismissed(event: Event, director: User, client: Client) -> None:
    enter(event, 1, 1, 2, "7 7 5 6")
    close_round(event.pk, 1, ACTOR, "time")
    for board in (1, 2):
        say(token_of(event, 1), said("NS", board=board))
    first, second = desk_of(client, event)["late"]
    assert (first.place, first.stands) == ("Round 1, table 1, board 1", "no result")
    assert (second.word.said, second.stands) == (("7", "8", "5", "5"), "7 7 – 5 6")
    assert "Say why" in send(client, event, "dismiss", claim=second.word.pk, reason="").content.decode()
    send(client, event, "settle", claim=first.word.pk, reason="played in time")
    send(client, event, "dismiss", claim=second.word.pk, reason="played after time")
    assert Result.objects.get(board=1).ns_tricks == "8"
    assert Result.objects.get(board=2).ns_tricks == "7"
    assert desk_of(client, event)["late"] == []
    assert set(Claim.objects.values_list("state", flat=True)) == {ClaimState.SETTLED}


def test_of_two_words_none_is_dismissed(event: Event, director: User, client: Client) -> None:
    differ(event, 1)
    claim = Claim.objects.filter(state=ClaimState.DIFFERS).first()
    assert claim is not None
    answer = send(client, event, "dismiss", claim=claim.pk, reason="x")
    assert "Of two words one has to be chosen" in answer.content.decode()


def test_the_clock_runs_pauses_and_gets_minutes(event: Event, director: User, client: Client) -> None:
    shown = desk_of(client, event)["clock"]
    assert (shown.reading, shown.round, shown.usual) == (None, 1, 14)
    send(client, event, "start-clock", round=1, minutes=20)
    assert "19:" in desk_text(client, event) or "20:00" in desk_text(client, event)
    assert "data-runs" in desk_text(client, event)
    send(client, event, "pause-clock", round=1)
    text = desk_text(client, event)
    assert "<strong>paused</strong>" in text
    assert "data-runs" not in text
    assert send(client, event, "pause-clock", round=1).status_code == 409
    send(client, event, "add-minutes", round=1, minutes=-5)
    send(client, event, "resume-clock", round=1)
    reading = read_clock(event)
    assert reading is not None
    assert (reading.minutes, reading.paused) == (15, False)
    assert 14 * 60 < reading.seconds <= 15 * 60
    RoundClock.objects.update(started_at=timezone.now() - timedelta(minutes=16, seconds=5))
    over = desk_of(client, event)["clock"]
    assert over.left.startswith("−1:0")


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("start-clock", {"round": 1, "minutes": 0}, "greater than or equal to 1"),
        ("start-clock", {"round": 1, "minutes": 601}, "less than or equal to 600"),
        ("start-clock", {"round": 9, "minutes": 10}, "There is no round 9."),
        ("pause-clock", {"round": 1}, "The clock of round 1 was not started."),
        ("add-minutes", {"round": 1, "minutes": "x"}, "Enter a whole number."),
        ("settle", {"claim": "9" * 30, "reason": "x"}, "less than or equal to"),
        ("settle", {"claim": 99, "reason": "x"}, "There is no such entry"),
        ("come", {"call": 99}, "There is no such call"),
        ("come", {}, "This field is required."),
    ],
)
def test_what_does_not_fit_is_refused_in_words(
    event: Event, director: User, client: Client, name: str, given: dict[str, object], said: str
) -> None:
    answer = client.post(desk_url(event, name), given)
    assert answer.status_code == 200
    assert said in answer.content.decode()


def test_time_is_not_taken_below_nothing(event: Event, director: User, client: Client) -> None:
    start_clock(event.pk, 1, 5, ACTOR)
    answer = send(client, event, "add-minutes", round=1, minutes=-5)
    assert "A round has 1 to 600 minutes, not 0." in answer.content.decode()


def test_a_scorer_and_another_clubs_director_have_no_desk(event: Event, client: Client) -> None:
    differ(event, 1)
    claim = Claim.objects.filter(state=ClaimState.DIFFERS).first()
    assert claim is not None
    for club, role in ((event.tournament.club, Role.SCORER), (make_club("Else"), Role.DIRECTOR)):
        sign_in(client, club, role)
        assert client.get(desk_url(event)).status_code == 404
        assert send(client, event, "settle", claim=claim.pk, reason="x").status_code == 404
        assert send(client, event, "start-clock", round=1, minutes=10).status_code == 404
    client.logout()
    assert client.get(desk_url(event)).status_code == 302
    assert Result.objects.get().state == ResultState.DISPUTED
    assert read_clock(event) is None


def test_what_belongs_to_another_event_is_not_touched(event: Event, director: User, client: Client) -> None:
    differ(event, 1)
    call = call_director(event.pk, table_of(event, 1), ACTOR)
    other = make_event(event.tournament, name="Other")
    claim = Claim.objects.filter(state=ClaimState.DIFFERS).first()
    assert claim is not None
    assert (
        "There is no such entry" in send(client, other, "settle", claim=claim.pk, reason="x").content.decode()
    )
    assert "There is no such call" in send(client, other, "come", call=call.pk).content.decode()
    call.refresh_from_db()
    assert call.answered_at is None


def test_who_plays_sees_that_there_are_disputes_and_no_words(
    event: Event, director: User, client: Client
) -> None:
    seat_person(event, 3, director)
    play_hand_1(event)  # board 1 is finished
    differ(event, 2, board=2)
    call_director(event.pk, table_of(event, 2), ACTOR, "they bid N+4")
    text = desk_text(client, event)
    assert "1 dispute hidden from you, as you play" in text
    assert "They bid" not in text
    assert "N+4" not in text
    assert "What they say is hidden from you, as you play." in text
    shown = desk_of(client, event)
    assert (shown["disputes"], len(shown["calls"])) == ([], 1)
    assert "NS says" not in client.get(change_url(event)).content.decode()


def test_who_plays_rules_on_nothing_hidden_and_not_at_their_own_table(
    event: Event, director: User, client: Client
) -> None:
    seat_person(event, 3, director)
    differ(event, 2)
    differ(event, 3)
    hidden, own = (
        Claim.objects.get(table__number=number, side="EW", state=ClaimState.DIFFERS) for number in (2, 3)
    )
    answer = send(client, event, "settle", claim=hidden.pk, reason="x")
    assert answer.status_code == 403
    assert "7" not in answer.context["about"]
    settings = EventSettings(traveller_secrecy="open")
    change_settings(event.pk, settings, ACTOR, "as announced")
    refused = send(client, event, "settle", claim=own.pk, reason="x")
    assert "Whoever plays at this table cannot rule there" in refused.content.decode()
    assert send(client, event, "settle", claim=hidden.pk, reason="x").status_code == 302
    own.refresh_from_db()
    assert own.state == ClaimState.DIFFERS


def test_what_players_type_is_text(event: Event, director: User, client: Client) -> None:
    event.entries.filter(number=2).update(name="<script>alert(1)</script>")
    differ(event, 2)
    call_director(event.pk, table_of(event, 2), ACTOR, "<script>alert(2)</script>")
    for text in (desk_text(client, event), client.get(change_url(event)).content.decode()):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
        assert "&lt;script&gt;alert(2)&lt;/script&gt;" in text


def test_there_is_no_desk_before_and_after_play(event: Event, director: User, client: Client) -> None:
    for status in (EventStatus.SETUP, EventStatus.FINAL):
        Event.objects.filter(pk=event.pk).update(status=status)
        page = client.get(change_url(event))
        assert page.context["desk"] == {}
        assert 'id="desk"' not in page.content.decode()


def test_an_answer_is_sent_not_opened(event: Event, director: User, client: Client) -> None:
    answer = client.get(desk_url(event, "come"))
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{change_url(event)}#desk")
    assert client.post(desk_url(event, "dance")).status_code == 404


def test_more_of_everything_asks_no_more(event: Event, director: User, client: Client) -> None:
    counts = []
    for tables in ((1,), (2, 3, 4)):
        for table in tables:
            differ(event, table)
            differ(event, table, board=2)
            call_director(event.pk, table_of(event, table), ACTOR, "come")
        client.get(desk_url(event))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(desk_url(event))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16
