"""`manage.py score` of a Teams event: worked matches, what is printed, and the report."""

import json
from pathlib import Path
from typing import Any

from tests.eventfile.documents import text_of
from tests.eventfile.team_documents import board, match, race, teams_document
from tests.eventfile.test_event_score import run
from tournaments.eventfile import loads, score
from tournaments.eventfile.report import report

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "examples"


def scored(value: Any) -> Any:
    return json.loads(json.dumps(score(loads(text_of(value)))))


def only_match(value: Any) -> Any:
    (found,) = scored(value)["matches"]
    return found


def figures(value: dict[str, Any]) -> dict[str, Any]:
    """The outcome, its reason and the figures of a printed match."""
    keys = ("outcome", "reason", "certain", "home_reached", "away_reached", "home_points", "away_points")
    return {key: value[key] for key in keys}


def test_a_win_by_the_earlier_board_whatever_the_points() -> None:
    """Closed: home's pair (EW) makes 100 on each of five boards and has 500, away's 30 each: 150.

    Open: away's pair (EW) makes 80 on each of six boards and 100 on board 7: 580; home's bids 6, takes 5: −60 each,
    then 30 with 3 of 3: −330.
    """
    open_room = [*(board(number, ns=50, ns_bid="6") for number in range(1, 7)), board(7, ns=30)]
    found = only_match(teams_document(match(*open_room, closed=race(30, 30, 30, 30, 30))))

    assert figures(found) == {
        "outcome": "home",
        "reason": "earlier-board",
        "certain": True,
        "home_reached": 5,
        "away_reached": 7,
        "home_points": -330 + 500,
        "away_points": 580 + 150,
    }
    assert found["text"] == (
        "Team 1 won: its pair at the closed table reached 500 on board 5, Team 2 on board 7."
    )
    assert (found["round"], found["match"], found["home"], found["away"]) == (1, 1, 1, 2)


def test_what_nobody_has_agreed_on_counts_only_where_it_is_to_count() -> None:
    value = match(board(1, ns=70), board(2, ns=70, status="provisional"), closed=race(60))
    assert only_match(teams_document(value))["home_points"] == 70 + 70 + 70
    strict = teams_document(value, event={"provisional_counts": False})
    assert only_match(strict)["home_points"] == 70 + 70


def test_a_win_on_points_with_a_bag_penalty_taken_off() -> None:
    """Race of two boards, target 500. Open: NS bid 1 and take 11, 10 + 10 − 100 for ten bags; then 70.

    EW bid 2 and take 2, then 60. Home has −80 + 70 = −10 there and away 80. Closed: EW (home) 60 and 60, NS 70 and 70.
    """
    first = board(1, ns_bid="1", ns_tricks="11", ew_bid="2", ew_tricks="2")
    value = teams_document(match(first, board(2), closed=race(70, 70)), event={"teams": {"race_boards": 2}})

    assert figures(only_match(value)) == {
        "outcome": "away",
        "reason": "total-points",
        "certain": True,
        "home_reached": None,
        "away_reached": None,
        "home_points": -10 + 120,
        "away_points": 80 + 140,
    }


def test_a_match_that_runs_a_tie_and_a_decider() -> None:
    length = {"teams": {"race_boards": 1}}
    running = only_match(teams_document(match(board(1)), event=length))
    tied = only_match(teams_document(match(board(1), closed=[board(1)]), event=length))
    decided = only_match(
        teams_document(match(board(1), board(2, ns=80), closed=[board(1), board(2)]), event=length)
    )

    assert (running["outcome"], running["reason"], running["certain"]) == ("undecided", "unfinished", False)
    assert (tied["outcome"], tied["reason"], tied["certain"]) == ("tied", "total-points", False)
    assert "play board 2 at both tables" in tied["text"]
    assert (decided["outcome"], decided["certain"]) == ("home", True)
    # 70 + 80 and 60 + 60; 60 + 50 and 70 + 70
    assert (decided["home_points"], decided["away_points"]) == (270, 250)


def test_given_forfeited_and_known_only_by_the_winner() -> None:
    rows = race(80)
    event = {"teams": {"race_boards": 1}}
    value = teams_document(
        match(*rows, closed=rows, given={"outcome": "tied", "note": "Late."}),
        {"round": 1, "home": 3, "away": 4, "winner": 4},
        match(*rows, round=2, home=2, away=3, given={"outcome": "home", "forfeit": True}),
        {"round": 2, "home": 4, "away": 1},
        event=event,
    )

    found = scored(value)["matches"]

    assert [(row["outcome"], row["reason"], row["home_points"]) for row in found] == [
        ("tied", "given", 80 + 50),
        ("away", "given", 0),
        ("home", "given", 0),
        ("undecided", "unfinished", 0),
    ]
    assert found[0]["text"] == "Half a win to each team, given by the director: Late."


def test_a_forfeit_counts_as_an_opponent_of_ones_own_wins() -> None:
    """1 has beaten 2 by forfeit and then 3, 2 has beaten 4: 2 + 0 wins for what was played, not 1 + 0."""
    forfeit = {"outcome": "home", "forfeit": True}
    value = teams_document(
        {"round": 1, "home": 1, "away": 2, "given": forfeit},
        {"round": 2, "home": 1, "away": 3, "winner": 1},
        {"round": 2, "home": 2, "away": 4, "winner": 2},
    )

    rows = {row["entry"]: row for row in scored(value)["standings"]}

    assert (rows[1]["opponents_wins"], rows[1]["defeated_opponents_wins"]) == (2.0, 0.0)
    assert (rows[1]["wins"], rows[2]["losses"]) == (2, 1)


def test_standings_undefeated_byes_and_late_teams() -> None:
    """Round 1: 1 beats 2, 5 has a bye; 3 comes late with a loss, 4 left before it. Round 2: 1 and 5 tie, 3 beats 2."""
    entries = [
        {"number": 1, "name": "One"},
        {"number": 2},
        {"number": 3, "late_losses": 1},
        {"number": 4, "withdrawn_after": 0},
        {"number": 5},
    ]
    value = teams_document(
        {"round": 1, "home": 1, "away": 2, "winner": 1},
        {"round": 1, "bye": 5},
        {"round": 2, "home": 5, "away": 1, "given": {"outcome": "tied"}},
        {"round": 2, "home": 2, "away": 3, "winner": 3},
        entries=entries,
    )

    found = scored(value)

    assert found["undefeated"] == [5, 1]
    assert (found["boards"], found["ratings"]) == ([], [])
    assert found["matches"][1] == {"round": 1, "bye": 5}
    rows = {row["entry"]: row for row in found["standings"]}
    assert [row["entry"] for row in found["standings"]] == [5, 1, 3, 2, 4]
    assert rows[1] == {
        "rank": 2,
        "tied": False,
        "entry": 1,
        "name": "One",
        "wins": 1,
        "losses": 0,
        "halves": 1,
        "byes": 0,
        "missed": 0,
        "half_wins": 3,
        # 2 has none, 5 has 1½; and half of the latter for the tie
        "opponents_wins": 1.5,
        "defeated_opponents_wins": 0.75,
        "points_difference": 0,
        "withdrawn": False,
    }
    # its own 1½ wins stand for the bye, and 1 has 1½
    assert (rows[5]["byes"], rows[5]["opponents_wins"]) == (1, 3.0)
    assert (rows[3]["losses"], rows[3]["missed"]) == (1, 1)
    assert (rows[4]["withdrawn"], rows[4]["missed"]) == (True, 2)


def test_the_events_own_tie_breaks_decide() -> None:
    rows = [
        {"round": 1, "home": 1, "away": 2, "winner": 1},
        match(*race(80), match=2, home=3, away=4, closed=race(60)),
    ]
    settings = {"teams": {"race_boards": 1}}
    on_points = scored(teams_document(*rows, event=settings | {"tie_breaks": ["points_difference"]}))
    none = scored(teams_document(*rows, event=settings | {"tie_breaks": []}))

    assert [(row["rank"], row["entry"]) for row in on_points["standings"]] == [(1, 3), (2, 1), (3, 2), (4, 4)]
    assert [(row["rank"], row["entry"]) for row in none["standings"]] == [(1, 1), (1, 3), (3, 2), (3, 4)]


def test_the_example_comes_out_of_the_command() -> None:
    done = run(str(EXAMPLES / "teams.json"), "--json")

    assert (done.returncode, done.stderr) == (0, b"")
    found = json.loads(done.stdout)
    assert [(row["round"], row.get("reason"), row.get("outcome")) for row in found["matches"]] == [
        (1, "earlier-board", "home"),
        (1, "total-points", "home"),
        (1, None, None),
        (2, "earlier-board", "away"),
        (2, "given", "home"),
        (2, None, None),
    ]
    # home won on the earlier board with fewer points
    assert found["matches"][0]["home_points"] < found["matches"][0]["away_points"]
    assert found["undefeated"] == [1]


def test_the_report_shows_standings_reasons_and_running_totals() -> None:
    """Open: 1 + 10 bags cost 100 on board 1. The other boards add up as in the test of that penalty above."""
    first = board(1, ns_bid="1", ns_tricks="11", ew_bid="2", ew_tricks="2")
    line_up = {"open": {"ns": ["Ann", "Bo"]}}
    value = teams_document(
        {"round": 1, "bye": 4},
        match(first, board(2), closed=race(70, 70), line_up=line_up, text="By lot."),
        {"round": 2, "home": 3, "away": 2},
        match(*race(70), round=2, match=2, home=4, away=1, closed=[board(1), board(2)]),
        event={"teams": {"race_boards": 2}},
    )

    lines = report(loads(text_of(value))).splitlines()

    assert lines[0] == "Club teams · standard · 4 teams"
    places = [line.split() for line in lines if line.strip().startswith(("1 ", "2= "))]
    # 2 has beaten 1, which has no win; a bye counts as an opponent of one's own wins
    assert [place[:2] for place in places[:1]] == [["1", "4"]]
    assert places[0][4:8] == ["1", "0", "0", "1.00"]
    assert [line for line in lines if line.startswith(("Round", "Match", "Bye"))] == [
        "Round 1",
        "Match 1: 1 Team 1 against 2 Team 2 · 110 to 220",
        "Bye: 4 Team 4",
        "Round 2",
        "Match 1: 3 Team 3 against 2 Team 2",
        "Match 2: 4 Team 4 against 1 Team 1 · 190 to 200",
    ]
    assert "  Team 2 won on points: 220 to 110, as neither team reached 500 in 2 boards." in lines
    assert "  By lot." in lines
    start = lines.index(
        "  Open room: Team 1 (Ann & Bo) NS, Team 2 EW. Nobody reached 500 in 2 boards: NS −10, EW 80."
    )
    assert [line.split() for line in lines[start + 2 : start + 4]] == [
        ["1", "1", "11", "2", "2", "20", "−100", "0", "−80", "20", "0", "20"],
        ["2", "7", "7", "6", "6", "70", "0", "−10", "60", "0", "80"],
    ]


def test_the_report_adds_up_each_sides_score_when_asked_to() -> None:
    first = board(1, ns_bid="1", ns_tricks="11", ew_bid="2", ew_tricks="2")
    event_file = loads(text_of(teams_document(match(first))))

    (line,) = (
        line for line in report(event_file, sums=True).splitlines() if line.strip().startswith("NS −80: ")
    )

    assert line.strip().endswith("= −100")
    assert "NS −80: " not in report(event_file)
