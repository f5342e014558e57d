"""The round clock stands on every page of an event: as its end, for a page that is kept cannot count."""

import html as markup
import json
import re
from datetime import timedelta

import pytest
from django.test import Client

from tests.pages.reading import get, home, text
from tests.pages.team_night import team_night
from tests.support.event_builders import ACTOR
from tournaments.models import Event, EventStatus, RoundClock, Tournament
from tournaments.services.clock import WARNINGS, add_minutes, pause_clock, resume_clock, start_clock
from tournaments.services.rounds import close_round

PLACES = ("", "projector/", "where/", "rounds/", "rounds/1/", "boards/", "boards/1/", "pairs/1/", "progress/")
TEAM_PLACES = (
    "",
    "projector/",
    "where/",
    "rounds/",
    "rounds/2/",
    "rounds/2/matches/1/",
    "cross/",
    "teams/1/",
)
CLOCK = re.compile(r'<span class="clock"([^>]*)>(.*?)</span>', re.DOTALL)


def clock(html: str) -> dict[str, str]:
    """The attributes of the page's one clock, with its text as "text"."""
    found = CLOCK.findall(html)
    assert len(found) == 1
    attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', found[0][0]))
    return {**attributes, "text": text(found[0][1])}


def end(event: Event) -> int:
    """When the clock of the event's one round ends, in milliseconds since 1970."""
    found = RoundClock.objects.get(round__event=event)
    ends = found.started_at + timedelta(minutes=found.minutes, seconds=found.paused_seconds)
    return round(ends.timestamp() * 1000)


def test_every_page_has_the_end_of_the_round_and_none_before_it_is_started(
    client: Client, event: Event
) -> None:
    assert not CLOCK.search(get(client, event))
    start_clock(event.pk, 1, 25, ACTOR)
    for place in PLACES:
        for form in ("", "?live"):
            shown = clock(get(client, event, place + form))
            assert shown["data-ends"] == str(end(event)), place
            assert "data-left" not in shown
            assert (shown["role"], shown["aria-live"]) == ("timer", "off")


@pytest.mark.django_db
def test_the_pages_of_a_teams_event_have_the_same(client: Client) -> None:
    event = team_night()
    start_clock(event.pk, 2, 90, ACTOR)
    for place in TEAM_PLACES:
        shown = clock(get(client, event, place))
        assert (shown["data-ends"], shown["data-round"]) == (str(end(event)), "2"), place


def test_without_a_script_the_time_of_the_end_is_told_where_the_tournament_is(
    client: Client, event: Event
) -> None:
    start_clock(event.pk, 1, 25, ACTOR)
    RoundClock.objects.update(started_at="2026-01-05T19:14:00Z")
    Tournament.objects.update(time_zone="Asia/Tokyo")
    assert clock(get(client, event))["text"] == "until 04:39"


def test_a_paused_clock_tells_what_is_left_and_no_end(client: Client, event: Event) -> None:
    start_clock(event.pk, 1, 25, ACTOR)
    pause_clock(event.pk, 1, ACTOR)
    RoundClock.objects.update(started_at="2026-01-05T19:14:00Z", paused_at="2026-01-05T19:18:56Z")
    shown = clock(get(client, event))
    assert "data-ends" not in shown
    assert (shown["data-left"], shown["text"]) == ("1204", "20:04 left, paused")
    RoundClock.objects.update(paused_at="2026-01-05T19:40:05Z")
    Tournament.objects.update(name="Another stamp")
    assert clock(get(client, event))["text"] == "1:05 over time, paused"


def test_each_change_of_the_clock_is_a_new_page(client: Client, event: Event) -> None:
    seen = {client.get(home(event)).headers["ETag"]}
    for change in (
        lambda: start_clock(event.pk, 1, 25, ACTOR),
        lambda: add_minutes(event.pk, 1, 5, ACTOR),
        lambda: pause_clock(event.pk, 1, ACTOR),
        lambda: resume_clock(event.pk, 1, ACTOR),
        lambda: close_round(event.pk, 1, ACTOR, reason="enough"),
    ):
        change()
        answer = client.get(home(event))
        assert answer.headers["ETag"] not in seen
        seen.add(answer.headers["ETag"])
    assert not CLOCK.search(answer.content.decode())


@pytest.mark.parametrize("status", [EventStatus.SETUP, EventStatus.PROVISIONAL, EventStatus.FINAL])
def test_an_event_that_is_not_under_way_has_no_clock(client: Client, event: Event, status: str) -> None:
    start_clock(event.pk, 1, 25, ACTOR)
    Event.objects.filter(pk=event.pk).update(status=status)
    assert not CLOCK.search(get(client, event))


def test_the_words_tell_of_each_warning(client: Client, event: Event) -> None:
    start_clock(event.pk, 1, 25, ACTOR)
    words = json.loads(markup.unescape(clock(get(client, event))["data-words"]))
    assert [warning["seconds"] for warning in words["warnings"]] == [60 * minutes for minutes in WARNINGS]
    assert words["warnings"][0]["said"] == "10 minutes are left in round 1."
    assert words["over-said"] == "Time is over in round 1."
    assert all("{time}" in words[name] for name in ("left", "over", "paused", "paused-over"))
