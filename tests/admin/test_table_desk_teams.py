"""The desk of a Team-of-Four event: race boards, and the other table of one's own match."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import change_url
from tests.admin.table_desk import desk_text, desk_url, differ
from tests.support.event_builders import ACTOR, seat_person
from tests.support.team_builders import finish_round, publish
from tournaments.models import Claim, ClaimState, Event, Result, ResultState
from tournaments.services.events import EventSettings, change_settings
from tournaments.services.standings import recompute_standings

pytestmark = pytest.mark.django_db


def claim_at(event: Event, table: int, round_number: int = 1) -> Claim:
    return Claim.objects.get(
        table__round__event=event,
        table__round__number=round_number,
        table__number=table,
        side="EW",
        state=ClaimState.DIFFERS,
    )


def test_boards_are_called_by_their_race_numbers(teams: Event, team_director: User, client: Client) -> None:
    finish_round(teams, 1)
    publish(teams)
    differ(teams, 1, board=1, round_number=2)
    [shown] = client.get(change_url(teams)).context["desk"]["disputes"]
    assert shown.place == "Round 2, table 1, board 1"
    claim = claim_at(teams, 1, 2)
    answer = client.post(desk_url(teams, "settle"), {"claim": claim.pk, "reason": "counted"}, follow=True)
    assert [str(line) for line in answer.context["messages"]] == ["Ruled: round 2, table 1, board 1."]
    assert Result.objects.get(table=claim.table).state == ResultState.CONFIRMED


@pytest.mark.parametrize("secrecy", ["finished", "open"])
def test_who_plays_is_not_told_of_the_other_table_of_their_match(
    teams: Event, team_director: User, client: Client, secrecy: str
) -> None:
    """Team 1 plays at tables 1 and 2; "1A", who is the director, sits at table 1."""
    seat_person(teams, 1, team_director)
    settings = EventSettings.of(teams)
    change_settings(
        teams.pk,
        EventSettings(rules=settings.rules, tie_breaks=settings.tie_breaks, traveller_secrecy=secrecy),
        ACTOR,
        "as announced",
    )
    for table in (1, 2, 3):
        differ(teams, table)
    recompute_standings(teams.pk)
    shown = client.get(change_url(teams)).context["desk"]
    places = [dispute.place for dispute in shown["disputes"]]
    assert "Round 1, table 2, board 1" not in places
    assert "Round 1, table 3, board 1" not in places
    assert "hidden from you, as you play" in desk_text(client, teams)
    answer = client.post(desk_url(teams, "settle"), {"claim": claim_at(teams, 2).pk, "reason": "x"})
    assert answer.status_code == 403
    client.post(desk_url(teams, "settle"), {"claim": claim_at(teams, 1).pk, "reason": "x"})
    third = client.post(desk_url(teams, "settle"), {"claim": claim_at(teams, 3).pk, "reason": "x"})
    assert third.status_code == 403
    settled = Result.objects.filter(state=ResultState.CONFIRMED).values_list("table__number", flat=True)
    assert list(settled) == []
