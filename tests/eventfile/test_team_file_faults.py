"""Every kind of fault of a Teams event's document, each with its JSON path; all of them at once."""

from typing import Any

import pytest

from scoring.faults import Fault, FaultsError
from tests.eventfile.documents import document, played, text_of
from tests.eventfile.team_documents import board, match, race, teams_document
from tournaments.eventfile import loads


def faults_of(value: Any) -> tuple[Fault, ...]:
    with pytest.raises(FaultsError) as caught:
        loads(text_of(value))
    return caught.value.faults


def paths_of(value: Any) -> list[str]:
    return [fault.path for fault in faults_of(value)]


def told(value: Any) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in faults_of(value)]


def bare(round_: int = 1, home: int = 1, away: int = 2, **keys: Any) -> dict[str, Any]:
    return {"round": round_, "home": home, "away": away} | keys


@pytest.mark.parametrize(
    ("event", "paths"),
    [
        ({"teams": []}, ["event.teams"]),
        ({"teams": {"race_boards": 0}}, ["event.teams.race_boards"]),
        ({"teams": {"race_boards": 33}}, ["event.teams.race_boards"]),
        ({"teams": {"rounds": 0}}, ["event.teams.rounds"]),
        ({"teams": {"rounds": 101}}, ["event.teams.rounds"]),
        ({"teams": {"pairing": "folding"}}, ["event.teams.pairing"]),
        ({"teams": {"first_round": 1}}, ["event.teams.first_round"]),
        ({"teams": {"seed": -1}}, ["event.teams.seed"]),
        ({"teams": {"seed": 2**63}}, ["event.teams.seed"]),
        ({"teams": {"seed": 10**19}}, ["event.teams.seed"]),
        ({"teams": {"seed": "7"}}, ["event.teams.seed"]),
        ({"teams": {"colour": 1}}, ["event.teams.colour"]),
        ({"tie_breaks": ["head_to_head", "tops", "head_to_head"]}, ["event.tie_breaks[1]", "event.tie_breaks[2]"]),
        ({"rules": "bridge"}, ["event.rules.preset"]),
        ({"kind": "team"}, ["event.kind"]),
        ({"kind": 7}, ["event.kind"]),
    ],
)  # fmt: skip
def test_faults_of_the_settings(event: dict[str, Any], paths: list[str]) -> None:
    assert paths_of(teams_document(match(*race(70, 70)), event=event)) == paths


@pytest.mark.parametrize(
    ("entry", "paths"),
    [
        ({"number": 1, "players": ["a", "b", "c"]}, ["entries[0].players"]),
        ({"number": 1, "players": ["a", "b", "c", "d", "e", "f", "g"]}, ["entries[0].players"]),
        ({"number": 1, "players": ["a"]}, ["entries[0].players"]),
        ({"number": 1, "players": ["a", "b", "c", " "]}, ["entries[0].players[3]"]),
        ({"number": 1, "players": ["a", "b", "c", "a"]}, ["entries[0].players[3]"]),
        ({"number": 0, "players": []}, ["entries[0].number"]),
        ({"number": 2}, ["entries[1].number"]),
        ({"number": 1, "withdrawn": 1}, ["entries[0].withdrawn"]),
        ({"number": 1, "withdrawn_after": -1}, ["entries[0].withdrawn_after"]),
        ({"number": 1, "withdrawn_after": 101}, ["entries[0].withdrawn_after"]),
        ({"number": 1, "withdrawn": False, "withdrawn_after": 1}, ["entries[0].withdrawn_after"]),
        ({"number": 1, "late_losses": -1}, ["entries[0].late_losses"]),
        ({"number": 1, "late_losses": 101, "late_halves": "1"}, ["entries[0].late_losses", "entries[0].late_halves"]),
        ({"number": 1, "late_halves": -1}, ["entries[0].late_halves"]),
    ],
)  # fmt: skip
def test_faults_of_a_team(entry: dict[str, Any], paths: list[str]) -> None:
    assert paths_of(teams_document(entries=[entry, {"number": 2}])) == paths


def test_a_player_in_two_teams_is_named_with_the_first() -> None:
    entries = [
        {"number": 4, "players": ["Ann", "Bo", "Cy", "Di"]},
        {"number": 7, "players": ["Eve", "Di", "Flo", "Gus"]},
    ]

    (fault,) = faults_of(teams_document(entries=entries))

    assert (fault.code, fault.path) == ("player-twice", "entries[1].players[1]")
    assert "“Di” is in team 4 already" in fault.message


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        (7, ["matches[0]"]),
        ({}, ["matches[0].round", "matches[0].home", "matches[0].away"]),
        (bare(round=0), ["matches[0].round"]),
        (bare(round=101), ["matches[0].round"]),
        (bare(home=0, away="2"), ["matches[0].home", "matches[0].away"]),
        (bare(match=0), ["matches[0].match"]),
        (bare(colour=1), ["matches[0].colour"]),
        (bare(text="x" * 501), ["matches[0].text"]),
        ({"round": 1, "bye": 0}, ["matches[0].bye"]),
        ({"round": 1, "bye": 9}, ["matches[0].bye"]),
        ({"round": 1, "bye": 1, "match": 1}, ["matches[0].match"]),
        (bare(bye=1), ["matches[0].home", "matches[0].away"]),
        ({"round": 1, "bye": 1, "open": [], "given": {"outcome": "home"}}, ["matches[0].given", "matches[0].open"]),
        (bare(winner=3), ["matches[0].winner"]),
        (bare(winner="home"), ["matches[0].winner"]),
        (bare(winner=1, open=[board(1)]), ["matches[0].open"]),
        (bare(winner=1, line_up={}), ["matches[0].line_up"]),
        (bare(home=9), ["matches[0].home"]),
        (bare(away=9), ["matches[0].away"]),
        (bare(away=1), ["matches[0].away"]),
        (bare(given={}), ["matches[0].given.outcome"]),
        (bare(given={"outcome": "undecided"}), ["matches[0].given.outcome"]),
        (bare(given={"outcome": "tied", "forfeit": True}), ["matches[0].given.forfeit"]),
        (bare(given={"outcome": "won", "forfeit": 1, "note": 2}),
         ["matches[0].given.outcome", "matches[0].given.forfeit", "matches[0].given.note"]),
        (bare(given={"outcome": "home", "why": "x"}), ["matches[0].given.why"]),
        (bare(open={}), ["matches[0].open"]),
        (bare(open=[7]), ["matches[0].open[0]"]),
        (bare(open=[{}]), [f"matches[0].open[0].{key}" for key in board(1)]),
        (bare(open=[board(0)]), ["matches[0].open[0].board"]),
        (bare(closed=[board(1, ns=7, ns_bid=7)]), ["matches[0].closed[0].ns_bid"]),
        (bare(closed=[board(1, status="sure", version=0, ns_score=70)]),
         ["matches[0].closed[0].status", "matches[0].closed[0].version", "matches[0].closed[0].ns_score"]),
        (bare(closed=[board(1, ns_bid="123456789")]), ["matches[0].closed[0].ns_bid"]),
        (bare(line_up=[]), ["matches[0].line_up"]),
        (bare(line_up={"open": {"ns": ["Ann"]}}), ["matches[0].line_up.open.ns"]),
        (bare(line_up={"open": {"ns": ["Ann", "Bo", "Cy"]}}), ["matches[0].line_up.open.ns"]),
        (bare(line_up={"open": {"ns": ["Ann", 7]}}), ["matches[0].line_up.open.ns[1]"]),
        (bare(line_up={"shut": {}}), ["matches[0].line_up.shut"]),
    ],
)  # fmt: skip
def test_faults_of_a_match(value: Any, paths: list[str]) -> None:
    assert paths_of(teams_document(value)) == paths


def test_who_a_match_is_between() -> None:
    """Unknown teams, teams that have left, a team twice in a round, however it stands there."""
    entries = [{"number": 1}, {"number": 2}, {"number": 3, "withdrawn_after": 1}, {"number": 4}]
    value = teams_document(
        bare(1, 1, 2),
        {"round": 1, "bye": 2},
        bare(1, 3, 4),
        bare(2, 4, 3, winner=4),
        {"round": 2, "bye": 3},
        bare(2, 5, 5),
        bare(2, 1, 4),
        entries=entries,
    )

    assert told(value) == [
        ("team-drawn-twice", "matches[1].bye"),
        ("team-withdrawn", "matches[3].away"),
        ("team-drawn-twice", "matches[4].bye"),
        ("team-unknown", "matches[5].home"),
        ("team-unknown", "matches[5].away"),
        ("team-drawn-twice", "matches[6].away"),
    ]


def test_a_second_bye_and_a_rematch_are_the_directors_to_give() -> None:
    byes = [{"round": 1, "bye": 3}, {"round": 2, "bye": 3}, bare(1), bare(2), bare(2, 4, 4)]

    assert len(loads(text_of(teams_document(*byes[:4]))).matches) == 4
    assert told(teams_document(*byes)) == [("team-against-itself", "matches[4].away")]


def test_a_number_that_two_matches_of_a_round_have() -> None:
    value = teams_document(bare(match=3), bare(home=3, away=4, match=3), bare(2, match=3))

    (fault,) = faults_of(value)

    assert (fault.code, fault.path) == ("double", "matches[1].match")
    assert "Match 3 of round 1" in fault.message
    assert "matches[0]" in fault.message


@pytest.mark.parametrize(
    ("line_up", "expected"),
    [
        ({"open": {"ns": ["Ann", "Eve"]}}, [("line-up-stranger", "open.ns[1]")]),
        ({"open": {"ew": ["Ann", "Eve"]}}, [("line-up-stranger", "open.ew[0]")]),
        ({"closed": {"ns": ["Eve", "Zed"], "ew": ["Ann", "Flo"]}},
         [("line-up-stranger", "closed.ns[1]"), ("line-up-stranger", "closed.ew[1]")]),
        ({"open": {"ns": ["Ann", "Ann"]}}, [("line-up-twice", "open.ns[1]")]),
        ({"open": {"ns": ["Ann", "Bo"]}, "closed": {"ew": ["Cy", "Bo"]}}, [("line-up-twice", "closed.ew[1]")]),
    ],
)  # fmt: skip
def test_line_ups_of_strangers_and_of_players_who_sit_twice(
    line_up: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert told(teams_document(match(line_up=line_up))) == [
        (code, f"matches[0].line_up.{path}") for code, path in expected
    ]


def test_who_sat_in_a_round_that_has_begun_may_have_left_the_team() -> None:
    def document(status: str) -> dict[str, Any]:
        seats = {"open": {"ns": ["Ann", "Zed"]}}
        return teams_document(match(line_up=seats), rounds=[{"number": 1, "status": status}])

    assert told(document("planned")) == [("line-up-stranger", "matches[0].line_up.open.ns[1]")]
    for status in ("open", "closed"):
        assert loads(text_of(document(status))).matches[0].line_up.open.ns == ("Ann", "Zed")


def test_a_team_that_names_no_players_has_no_line_up() -> None:
    value = teams_document(bare(home=3, away=4, line_up={"open": {"ns": ["Ann", "Bo"]}}))

    assert told(value) == [
        ("line-up-stranger", "matches[0].line_up.open.ns[0]"),
        ("line-up-stranger", "matches[0].line_up.open.ns[1]"),
    ]


def test_boards_are_checked_as_a_race_and_their_faults_stand_at_their_places() -> None:
    quick = race(130, 130, 130, 130)
    faulty = match(
        *race(70, 70),
        board(4),
        board(3, ns_tricks="6"),
        board(3, ns_bid="N+7"),
        closed=[*quick, board(5), board(9), board(1)],
    )
    value = teams_document(bare(2, 3, 4), faulty | {"round": 2})

    assert told(value) == [
        ("tricks-sum", "matches[1].open[3].ns_tricks"),
        ("race-board-twice", "matches[1].open[4].board"),
        ("tricks-not-split", "matches[1].open[4].ns_tricks"),
        ("race-over", "matches[1].closed[4].board"),
        ("race-board-twice", "matches[1].closed[6].board"),
    ]


def test_a_gap_and_a_decider_that_nobody_called_for() -> None:
    value = teams_document(match(board(1), board(3), closed=[board(8)]))
    untied = teams_document(match(*race(*[70] * 8), board(9), closed=race(*[60] * 7, 70)))

    assert told(value) == [
        ("race-gap", "matches[0].open[1].board"),
        ("race-gap", "matches[0].closed[0].board"),
    ]
    assert told(untied) == [("race-no-decider", "matches[0].open[8].board")]


def test_what_cannot_be_read_is_told_once_and_leaves_no_gap() -> None:
    value = teams_document(
        match(board(1), board(2, ns_bid="seven"), board(3, ew_tricks="4+"), board(4, ns_tricks="6"))
    )

    assert told(value) == [
        ("notation", "matches[0].open[1].ns_bid"),
        ("notation", "matches[0].open[2].ew_tricks"),
        ("tricks-sum", "matches[0].open[3].ns_tricks"),
    ]


def test_a_match_has_boards_for_as_many_deciders_as_a_race_has_boards() -> None:
    """Both rooms alike: every decider is tied again. A race of 3 has a block of 8 boards, so 5 deciders."""
    tied = race(*[70] * 9)
    settings = {"teams": {"race_boards": 3}}
    full = teams_document(match(*tied[:8], closed=tied[:8]), event=settings)
    value = teams_document(match(*tied, closed=tied), event=settings)

    assert len(loads(text_of(full)).matches[0].open) == 8
    assert told(value) == [
        ("race-board", "matches[0].open[8].board"),
        ("race-board", "matches[0].closed[8].board"),
    ]


def test_the_events_rules_target_and_length_decide() -> None:
    rows = race(*[130] * 4)
    blind = board(1, ew_bid="B+6", ew_tricks="0+6")
    on = {"rules": {"preset": "standard", "blind_nil": "on"}}
    behind = {"rules": {"preset": "standard", "blind_nil": "behind"}}
    far_behind = [board(1, ns=130), board(2, ew_bid="B+6", ew_tricks="0+6")]

    assert told(teams_document(match(*rows), event={"rules": {"preset": "standard", "target": 300}})) == [
        ("race-over", "matches[0].open[3].board")
    ]
    assert loads(text_of(teams_document(match(*rows))))
    assert paths_of(teams_document(match(*rows), event={"teams": {"race_boards": 3}})) == [
        "matches[0].open[3].board"
    ]
    assert paths_of(teams_document(match(blind))) == ["matches[0].open[0].ew_bid"]
    assert loads(text_of(teams_document(match(blind), event=on)))
    # allowed to the side that is behind by 100: nobody is before board 1, EW are before board 2
    assert paths_of(teams_document(match(blind), event=behind)) == ["matches[0].open[0].ew_bid"]
    assert loads(text_of(teams_document(match(*far_behind), event=behind)))


PAIRS_ONLY = [
    ({"movement": {"rounds": [[{"table": 1, "ns": 1, "ew": 2, "boards": [1]}]]}}, "movement"),
    ({"results": [played()]}, "results"),
    ({"penalties": [{"entry": 1, "percent": 1}]}, "penalties"),
    ({"event": {"name": "x", "kind": "teams", "winners": "two"}}, "event.winners"),
    ({"event": {"name": "x", "kind": "teams", "neuberg": False}}, "event.neuberg"),
    ({"event": {"name": "x", "kind": "teams", "neuberg": 1}}, "event.neuberg"),
    ({"boards": [{"number": 1, "expected": 3}]}, "boards[0].expected"),
    ({"entries": [{"number": 1, "field": "NS"}]}, "entries[0].field"),
]
TEAMS_ONLY = [
    ({"matches": [{"round": 1, "bye": 1}]}, "matches"),
    ({"event": {"name": "x", "teams": {"rounds": 3}}}, "event.teams"),
    ({"entries": [{"number": 1, "withdrawn_after": 0}]}, "entries[0].withdrawn_after"),
    ({"rounds": [{"number": 1, "warnings": ["No."]}]}, "rounds[0].warnings"),
    ({"rounds": [{"number": 1, "provisional": True}]}, "rounds[0].provisional"),
    ({"entries": [{"number": 1, "late_losses": 1}]}, "entries[0].late_losses"),
    ({"entries": [{"number": 1, "late_halves": 1}]}, "entries[0].late_halves"),
    ({"rounds": [{"number": 1, "draw": {}}]}, "rounds[0].draw"),
]


@pytest.mark.parametrize(("sections", "path"), PAIRS_ONLY)
def test_what_belongs_to_pairs_is_refused_by_name(sections: dict[str, Any], path: str) -> None:
    (fault,) = faults_of(teams_document() | sections)

    assert (fault.code, fault.path) == ("other-kind", path)
    assert fault.message.startswith(f"{path.rpartition('.')[2]} belongs to events of kind “pairs” only")


@pytest.mark.parametrize(("sections", "path"), TEAMS_ONLY)
def test_what_belongs_to_teams_is_refused_by_name(sections: dict[str, Any], path: str) -> None:
    (fault,) = faults_of(document() | sections)

    assert (fault.code, fault.path) == ("other-kind", path)
    assert fault.message.startswith(f"{path.rpartition('.')[2]} belongs to events of kind “teams” only")


def test_keys_of_the_other_kind_are_not_offered() -> None:
    (fault,) = faults_of(document(colour="red"))

    assert "results" in fault.message
    assert "matches" not in fault.message


def test_one_mistake_is_told_once() -> None:
    """A team whose number is wrong does not make its matches wrong, nor wrong settings every board."""
    entries = [{"number": "1", "players": ["Ann", "Bo", "Cy", "Di"]}, {"number": 2}]
    broken_entry = teams_document(match(line_up={"open": {"ns": ["Ann", "Bo"]}}), entries=entries)
    broken_length = teams_document(match(*race(*[70] * 9)), event={"teams": {"race_boards": "9"}})
    broken_match = teams_document(bare(home=9, away="x"), bare(home=9, away=2, match=1))

    assert paths_of(broken_entry) == ["entries[0].number"]
    assert paths_of(broken_length) == ["event.teams.race_boards"]
    assert paths_of(broken_match) == ["matches[0].away", "matches[1].home"]


def test_all_faults_come_at_once_and_every_one_says_a_whole_sentence() -> None:
    value = teams_document(
        match(board(1, ns_tricks="6"), board(3)),
        bare(home=3, away=9, given={"outcome": "home"}),
        bare(home=1, away=2, winner=4),
        penalties=[{"entry": 1}],
    )

    faults = faults_of(value)

    assert [fault.path for fault in faults] == [
        "penalties",
        "matches[2].winner",
        "matches[1].away",
        "matches[0].open[0].ns_tricks",
        "matches[0].open[1].board",
    ]
    assert all(fault.message.endswith(".") and " " in fault.message for fault in faults)
