"""A Teams event goes out to its file and comes back the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.event_builders import ACTOR, make_club, standings
from tests.support.team_builders import ROUT, WIN, finish_round, make_teams, match_data, play, publish
from tournaments.eventfile import EventFile, dumps, loads
from tournaments.eventfile.team_standings import teams_json
from tournaments.models import Event, Match
from tournaments.services.entries import NewEntry, add_entries, withdraw_entry
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.matches import add_decider, give_match
from tournaments.services.team_draft import draft_round

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "examples"


def full_event() -> Event:
    """Two rounds with a bye, a forfeit, a decider, a late team, one that left, and a third round under way."""
    event = make_teams(5, players=5)
    publish(event)
    finish_round(event, 1)
    add_entries(event.pk, [NewEntry((), "Late")], ACTOR)
    withdraw_entry(event.pk, 4, ACTOR, "went home")
    publish(event)
    for table in (1, 2):
        play(event, 2, table, [WIN] * 8)
    add_decider(event.pk, (2, 1), ACTOR)
    play(event, 2, 1, [ROUT], first=9)
    play(event, 2, 2, ["3 3 10 10"], first=9)
    give_match(event.pk, (2, 2), "home", "the others went for dinner", ACTOR, forfeit=True)
    return event


def test_out_and_back_the_same() -> None:
    event = full_event()
    match = Match.objects.filter(round__event=event, round__number=2).select_related("home").first()
    assert match is not None
    team = match.home.number
    line_up = LineUp((f"{team}E", f"{team}A"), (f"{team}B", f"{team}C"))
    set_line_up(event.pk, (2, match.number, team), line_up, ACTOR, "the fifth player plays")
    event.refresh_from_db()
    text = dumps(export_event(event))
    copy = import_event(loads(text), make_club(), ACTOR)
    copy.refresh_from_db()
    back, first = without_the_import(export_event(copy)), loads(text)
    same = replace(first, event=replace(first.event, tournament=back.event.tournament))
    assert dumps(back) == dumps(same)
    seats = {names for info in first.matches for names in (info.line_up.open.ns, info.line_up.open.ew)}
    assert line_up.open in seats


def without_the_import(document: EventFile) -> EventFile:
    assert document.log[-1].action == "event.imported"
    return replace(document, log=document.log[:-1])


def test_standings_matches_and_the_next_draw_come_out_equal() -> None:
    event = full_event()
    copy = import_event(loads(dumps(export_event(event))), make_club(), ACTOR)
    ours, theirs = standings(event), standings(copy)
    for data in (ours, theirs):
        for row in data["lists"][0]["rows"]:
            row.pop("change")
        data.pop("baseline")
    assert ours == theirs
    for number in (1, 2):
        mine, other = match_data(event, 2, number), match_data(copy, 2, number)
        assert mine["text"] == other["text"]
        assert mine["home_points"] == other["home_points"]
    assert (
        draft_round(event.pk, allow_rematches=True).pairs == draft_round(copy.pk, allow_rematches=True).pairs
    )


@pytest.mark.parametrize("name", ["teams.json", "everything-teams.json"])
def test_the_database_scores_a_file_as_the_command_does(name: str) -> None:
    document = loads((EXAMPLES / name).read_bytes())
    event = import_event(document, make_club(), ACTOR)
    rows, file_rows = standings(event)["lists"][0]["rows"], teams_json(document)["standings"]
    keys = ("rank", "tied", "entry", "wins", "losses", "halves", "byes", "missed", "points_difference")
    assert [[row[key] for key in keys] for row in rows] == [[row[key] for key in keys] for row in file_rows]
