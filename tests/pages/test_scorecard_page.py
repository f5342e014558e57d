"""A pair's scorecard: what it scored, round by round, and how the total is made."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from tests.pages.reading import get, row, text
from tests.support.event_builders import ACTOR, enter, make_event, seat, standings
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, EventStatus, PenaltyUnit, RoundStatus
from tournaments.services.events import add_penalty
from tournaments.services.results import Entered, record_result


@pytest.fixture
def played(event: Event) -> Event:
    """Board 2 as well: pair 2 takes 7, 7, 8 and 6 tricks are taken at the tables."""
    for table, line in enumerate(("7 8 5 5", "7 7 5 6", "7 9 5 4", "7 6 5 7"), start=1):
        enter(event, 1, table, 2, line)
    standings(event)
    return event


def test_each_board_has_its_score_and_the_average_so_far(client: Client, played: Event) -> None:
    html = get(client, played, "pairs/2/")
    assert "Round 1 table 2 North-South against 6 North 6 & South 6" in text(html)
    assert row(html, 'id="line-1-1"') == "1 7 7 70 49 66.67 66.67"
    assert row(html, 'id="line-1-2"') == "2 7 7 70 49 66.67 66.67"
    # from the other side: East-West's own score first
    assert row(get(client, played, "pairs/8/"), 'id="line-1-1"') == "1 5 4 −50 118 0.00 0.00"
    assert row(get(client, played, "pairs/8/"), 'id="line-1-2"') == "2 5 7 118 −70 100.00 50.00"


def test_the_total_unfolds(client: Client, played: Event) -> None:
    add_penalty(played.pk, 2, Decimal("2.5"), "late for round 1", ACTOR)
    add_penalty(played.pk, 2, Decimal("-1"), "best <hat>", ACTOR)
    standings(played)
    seen = text(get(client, played, "pairs/2/"))
    assert "65.17 %" in seen
    assert "133.33 over 2 boards: 133.33 ÷ 2 = 66.67 %" in seen
    assert "Penalties and bonuses: 66.67 − 1.50 = 65.17 %" in seen
    assert "Penalty of 2.5 %: late for round 1" in seen
    assert "Bonus of 1 %: best <hat>" in seen


def test_a_bonus_alone_is_added(client: Client, played: Event) -> None:
    add_penalty(played.pk, 2, Decimal("-1"), "best hat", ACTOR)
    standings(played)
    assert "Penalties and bonuses: 66.67 + 1.00 = 67.67 %" in text(get(client, played, "pairs/2/"))


def test_a_penalty_in_matchpoints_says_so(client: Client, played: Event) -> None:
    add_penalty(played.pk, 2, Decimal("1"), "slow", ACTOR, PenaltyUnit.POINTS)
    standings(played)
    assert "Penalty of 1 matchpoint: slow" in text(get(client, played, "pairs/2/"))


def test_the_place_is_named(client: Client, played: Event) -> None:
    assert "Place 3= of 8" in text(get(client, played, "pairs/2/")) or re.search(
        r"Place \d=? of 8", text(get(client, played, "pairs/2/"))
    )


def test_a_chart_shows_the_percentages_and_says_what_it_is(client: Client, played: Event) -> None:
    html = get(client, played, "pairs/2/")
    chart = html.split('<svg class="course"')[1].split("</svg>")[0]
    assert chart.count("<circle") == 2
    assert 'role="img" aria-label="Percentage on each board played' in chart


def test_a_pair_that_was_recorded_in_another_seat_sees_whom_it_met(client: Client, event: Event) -> None:
    fields = ResultFields(
        round=1, table=1, board=2, ns=5, ew=1, ns_bid="7", ns_tricks="7", ew_bid="5", ew_tricks="6"
    )
    record_result(event.pk, Entered(fields, as_played=True, reason="sat the other way"), ACTOR)
    fields = ResultFields(
        round=1, table=2, board=2, ns=3, ew=6, ns_bid="7", ns_tricks="8", ew_bid="5", ew_tricks="5"
    )
    record_result(event.pk, Entered(fields, as_played=True, reason="3 for 2"), ACTOR)
    Event.objects.filter(pk=event.pk).update(traveller_secrecy="open")
    standings(event)
    assert row(get(client, event, "pairs/1/"), 'id="line-1-2"').startswith("2 5 6 49 70")
    # not their scheduled table: still their result, and against whom
    assert row(get(client, event, "pairs/6/"), 'id="line-1-2"').startswith(
        "2 against 3 North 3 & South 3 5 5"
    )


@pytest.mark.django_db
def test_rounds_to_come_sit_outs_and_what_is_missing_are_told_apart(client: Client) -> None:
    event = make_event(pairs=5)
    seat(event, [(1, 3, [1]), (2, 4, [1])])
    seat(event, [(5, 2, [2]), (4, 3, [2])], status=RoundStatus.PLANNED)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    html = get(client, event, "pairs/2/")
    assert row(html, 'id="line-1-1"') == "1 not in yet"
    assert row(html, 'id="line-2-2"') == "2 later"
    assert "Round 1 sits out" in text(get(client, event, "pairs/5/"))


def test_an_adjusted_board_is_marked_and_counts(client: Client, event: Event) -> None:
    record_result(
        event.pk, Entered(ResultFields(round=1, table=2, board=2, ns_adjusted="A-", ew_adjusted="70")), ACTOR
    )
    Event.objects.filter(pk=event.pk).update(traveller_secrecy="open")
    standings(event)
    assert row(get(client, event, "pairs/2/"), 'id="line-1-2"') == "2 – – – – 40.00 A− 53.33"
    assert "70.00 ruling" in row(get(client, event, "pairs/6/"), 'id="line-1-2"')


def test_a_board_that_was_not_played_has_no_percentage(client: Client, event: Event) -> None:
    for table in range(1, 5):
        record_result(event.pk, Entered(ResultFields(round=1, table=table, board=2, not_played=True)), ACTOR)
    standings(event)
    assert row(get(client, event, "pairs/2/"), 'id="line-1-2"') == "2 – – – – – 66.67"
