"""How many queries it takes to read a Teams event, at two sizes and as whoever reads."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.calls import Stage, as_user
from tests.api.team_stage import sit, up_to_date
from tests.support.team_builders import LOSS, ROUT, finish_round, make_teams, play, publish
from tournaments.models import Event

# Path, and the queries a reading takes: of a stranger without a token, and of a player with one.
BUDGETS = (
    ("", 2, 4),  # event, with its figures and options; as a player also token, role
    ("/rounds", 5, 6),  # event, count, page, tables with both teams and the match; options
    ("/rounds/1/matches", 4, 8),  # event, round, count, page with snapshots; token, role, teams, tables
    ("/rounds/1/matches/1", 2, 6),  # event, match with its snapshot
    ("/results", 5, 10),  # event, tables of running matches, options, count, page; own matches
    ("/boards", 11, 17),  # as of Pairs, and the tables of running matches
    ("/standings", 4, 8),  # versions, snapshot, matches that are certain and run, event
    ("/entries", 5, 6),
)


def big(stage: Stage) -> Event:
    """32 teams, a round over and a round running, with certain matches in it."""
    event = make_teams(32, tournament=stage.tournament, name="Big")
    publish(event)
    finish_round(event, 1)
    publish(event)
    for match in range(1, 17):
        play(event, 2, 2 * match - 1, [ROUT] * 5)
        play(event, 2, 2 * match, [LOSS] * 4)
    sit(event, "1C", stage.users["player"])
    return up_to_date(event)


@pytest.mark.parametrize("of", ["small", "big"])
def test_query_budgets(stage: Stage, of: str) -> None:
    event = big(stage) if of == "big" else stage.teams
    over = []
    for rest, stranger, player in BUDGETS:
        for user, budget in ((None, stranger), (stage.users["player"], player)):
            client = as_user(user)
            with CaptureQueriesContext(connection) as caught:
                assert client.get(stage.url(rest, event)).status_code == 200
            if len(caught) > budget:
                over.append((rest, user and user.username, len(caught), budget))
    assert over == []


def test_a_304_of_the_standings_costs_one_query(stage: Stage) -> None:
    path = stage.url("/standings", stage.teams)
    tag = as_user(None).get(path)["ETag"]
    with CaptureQueriesContext(connection) as caught:
        assert as_user(None).get(path, HTTP_IF_NONE_MATCH=tag).status_code == 304
    assert len(caught) == 1


@pytest.mark.parametrize(
    ("query", "path"),
    [("board=0", "board"), ("board=x", "board"), ("room=open", "room"), ("board=1&board=2", "board")],
)
def test_results_are_asked_for_properly(stage: Stage, query: str, path: str) -> None:
    answer = as_user(None).get(stage.url(f"/results?{query}", stage.teams))
    assert answer.status_code == 400
    assert answer.json()["faults"][0]["path"] == path
