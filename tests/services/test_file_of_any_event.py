"""An event in whatever state goes out to its file and comes back the same."""

from dataclasses import replace

import pytest

from tests.support.event_builders import ACTOR, make_club, make_event, make_tournament
from tests.support.ranked_builders import make_ranked
from tests.support.ranked_builders import play as start_game
from tests.support.ranked_walks import RANKED
from tests.support.team_builders import finish_round, make_teams, publish
from tests.support.walks import PAIRS, TEAMS, walk
from tournaments.draws.registry import build
from tournaments.eventfile import EventFile, dumps, loads
from tournaments.models import Event
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.rounds import install_movement, open_round

pytestmark = pytest.mark.django_db


def assert_comes_back(event: Event) -> None:
    """Byte for byte, save for where the event is and the line that says that it was imported."""
    document = loads(dumps(export_event(event)))
    copy = import_event(document, make_club(), ACTOR)
    copy.refresh_from_db()
    assert dumps(placed_as(export_event(copy), document)) == dumps(document)


def placed_as(document: EventFile, first: EventFile) -> EventFile:
    assert document.log[len(first.log)].action == "event.imported"
    event = replace(document.event, tournament=first.event.tournament)
    return replace(document, event=event, log=document.log[: len(first.log)])


@pytest.mark.parametrize(("kind", "seed"), [("mitchell", 0), ("howell", 1), ("barometer", 2)])
def test_a_pairs_event_comes_back(kind: str, seed: int) -> None:
    pairs = 9 if kind == "mitchell" else 8
    boards = {"mitchell": 10, "howell": 14, "barometer": 14}[kind]
    event = make_event(pairs=pairs, boards=boards if seed % 2 else 0)
    install_movement(event.pk, build(kind, pairs, boards), ACTOR)
    open_round(event.pk, 1, ACTOR)
    assert_comes_back(walk(event, PAIRS, seed))


@pytest.mark.parametrize("seed", [0, 1])
def test_a_teams_event_comes_back(seed: int) -> None:
    event = make_teams(5, players=5)
    publish(event)
    if seed % 2:
        finish_round(event, 1)
        publish(event)
    assert_comes_back(walk(event, TEAMS, seed))


@pytest.mark.parametrize("seed", [102, 107])
def test_an_event_of_ranked_tables_comes_back(seed: int) -> None:
    options = {"dealing": "system"} if seed % 2 else {"leaving": "forfeit"}
    event = make_ranked(make_tournament(), stake=5, **options)
    start_game(event)
    assert_comes_back(walk(event, RANKED, seed))
