"""A Teams event goes out to its file and comes back the same."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.event_builders import ACTOR, make_club, standings
from tests.support.team_builders import (
    ROUT,
    WIN,
    board,
    enter_board,
    finish_round,
    make_teams,
    match_data,
    play,
    publish,
)
from tournaments.eventfile import EventFile, dumps, loads
from tournaments.eventfile.team_standings import teams_json
from tournaments.models import Event, Kind, Match, Result, ResultState
from tournaments.services.entries import NewEntry, add_entries, withdraw_entry
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.events import usual_settings
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.matches import add_decider, give_match
from tournaments.services.players import change_players
from tournaments.services.results import record_result, remove_result
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


def back(event: Event) -> Event:
    """The event out of its own backup."""
    event.refresh_from_db()
    return import_event(loads(dumps(export_event(event))), make_club(), ACTOR)


def test_a_backup_holds_what_spoke_against_a_round_when_it_was_published() -> None:
    event = make_teams(2)
    publish(event)
    publish(event, (1, 2), reason="they want to", opened=False)
    (_, ours), (_, theirs) = (
        [round_.draw for round_ in each.rounds.order_by("number")] for each in (event, back(event))
    )
    assert (ours["warnings"], ours["provisional"]) == (["Teams 1 and 2 meet again."], True)
    assert {key: theirs[key] for key in theirs} == {key: ours[key] for key in theirs}


def test_a_backup_holds_boards_behind_one_that_was_taken_back() -> None:
    event = make_teams(2)
    publish(event)
    receipts = play(event, 1, 1, [WIN] * 3)
    remove_result(event.pk, (1, 1, 1), receipts[0].version, "wrong sheet", ACTOR)
    copy = back(event)
    assert match_data(copy, 1, 1)["rooms"]["open"]["ignored"] == [2, 3]
    enter_board(copy, 1, 1, 1, WIN)
    assert len(match_data(copy, 1, 1)["rooms"]["open"]["steps"]) == 3


def test_a_backup_holds_boards_behind_an_end_that_a_correction_moved() -> None:
    event = make_teams(2)
    publish(event)
    receipts = play(event, 1, 1, [WIN, *([ROUT] * 5)])
    entered = board(1, 1, 1, ROUT)
    correction = replace(entered, version=receipts[0].version, reason="misread")
    record_result(event.pk, correction, ACTOR)
    assert match_data(back(event), 1, 1)["rooms"]["open"]["ignored"] == [6]


def test_a_backup_holds_a_decider_that_a_correction_made_needless() -> None:
    event = make_teams(2)
    publish(event)
    receipts = [play(event, 1, table, [WIN] * 8) for table in (1, 2)]
    add_decider(event.pk, (1, 1), ACTOR)
    play(event, 1, 1, [ROUT], first=9)
    correction = replace(board(1, 1, 8, ROUT), version=receipts[0][7].version, reason="misread")
    record_result(event.pk, correction, ACTOR)
    copy = back(event)
    assert match_data(copy, 1, 1)["text"] == match_data(event, 1, 1)["text"]
    assert Result.objects.filter(event=copy).count() == 17


def test_a_backup_holds_results_that_do_not_count_yet() -> None:
    event = make_teams(2, settings=replace(usual_settings(Kind.TEAMS), provisional_counts=False))
    publish(event)
    for number in range(1, 4):
        state = ResultState.DISPUTED if number == 2 else ResultState.CONFIRMED
        entered = replace(board(1, 1, number, WIN), state=state)
        record_result(event.pk, entered, ACTOR)
    copy = back(event)
    states = Result.objects.filter(event=copy).order_by("board").values_list("state", flat=True)
    assert list(states) == ["confirmed", "disputed", "confirmed"]


def test_a_backup_holds_who_played_and_has_left_the_team_since() -> None:
    event = make_teams(2)
    publish(event)
    finish_round(event, 1)
    change_players(event.pk, 1, ["1A", "1B", "1C", "New"], ACTOR, "1D moved away")
    copy = back(event)
    assert match_data(copy, 1, 1)["rooms"]["closed"]["ew_players"] == ["1C", "1D"]
