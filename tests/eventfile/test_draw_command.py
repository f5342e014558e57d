"""`manage.py draw`: the next round of a Teams event's file, its options, and every reason not to draw."""

import json
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.eventfile.documents import document, text_of
from tests.eventfile.team_documents import board, match, teams_document
from tests.eventfile.test_event_score import run
from tournaments.draws.swiss import draw
from tournaments.draws.swiss_records import records_of
from tournaments.eventfile import loads
from tournaments.eventfile.team_draw import draw_next
from tournaments.eventfile.team_scoring import score_teams

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "examples"
GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "swiss.json").read_text(encoding="utf-8"))


def drawn(value: Any, tmp_path: Path, *options: str) -> Any:
    """What the command prints with `--json`."""
    path = tmp_path / "event.json"
    path.write_text(text_of(value), encoding="utf-8")
    out = StringIO()
    call_command("draw", str(path), "--json", *options, stdout=out)
    return json.loads(out.getvalue())


def refused(value: Any, tmp_path: Path, *options: str) -> list[str]:
    path = tmp_path / "event.json"
    path.write_text(text_of(value), encoding="utf-8")
    out, errors = StringIO(), StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("draw", str(path), *options, stdout=out, stderr=errors)
    assert (left.value.code, out.getvalue()) == (2, "")
    return errors.getvalue().splitlines()


def field(count: int, *matches: dict[str, Any], **teams: Any) -> dict[str, Any]:
    entries = [{"number": number} for number in range(1, count + 1)]
    return teams_document(*matches, event={"teams": teams}, entries=entries)


def won(round_: int, *pairs: tuple[int, int]) -> list[dict[str, Any]]:
    """Matches of a round, each won by the team named first, which was away."""
    return [{"round": round_, "home": two, "away": one, "winner": one} for one, two in pairs]


def pairs_of(found: Any) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in found["matches"]}


def test_the_example_is_drawn_by_the_command_without_a_database() -> None:
    done = run_draw(str(EXAMPLES / "teams.json"), "--json")
    again = run_draw(str(EXAMPLES / "teams.json"), "--json")

    assert done == again
    found = json.loads(done)
    assert list(found) == ["round", "matches", "bye", "certificate"]
    # 4 and 5 have had byes; 1 leads with two wins and has met 2 and 5; so 1 meets 4 and 2 meets 5 (2 has met 1 and 3)
    assert (found["round"], found["bye"]) == (3, 3)
    assert pairs_of(found) == {frozenset({1, 4}), frozenset({2, 5})}
    assert found["certificate"]["seed"] == 20261128
    assert found["certificate"]["warnings"] == []


def run_draw(*arguments: str) -> bytes:
    done = run(*arguments, command="draw")
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@pytest.mark.parametrize("pairing", ["fold", "slide", "adjacent"])
def test_the_first_round_of_the_golden_figures(pairing: str, tmp_path: Path) -> None:
    found = drawn(field(10, pairing=pairing, first_round="seeded"), tmp_path)

    assert (
        " ".join(f"{home}-{away}" for home, away in found["matches"])
        == GOLDEN["fold_slide_adjacent_10"][pairing]
    )
    assert (found["round"], found["bye"]) == (1, None)


def test_the_forced_round_of_the_golden_figures(tmp_path: Path) -> None:
    names = "ABCD"
    played = [(names.index(a) + 1, names.index(b) + 1) for a, b in GOLDEN["forced_round"]["played"]]
    matches = [*won(1, *played[:2]), *won(2, *played[2:])]

    found = drawn(field(4, *matches), tmp_path)

    assert found["round"] == 3
    assert pairs_of(found) == {
        frozenset(names.index(n) + 1 for n in pair) for pair in GOLDEN["forced_round"]["only_draw"]
    }


def test_the_numbers_of_the_entries_are_the_seeding(tmp_path: Path) -> None:
    value = field(4, first_round="seeded")
    assert drawn(value, tmp_path)["matches"] == [[1, 4], [2, 3]]
    value["entries"] = [{"number": number} for number in (4, 2, 1, 3)]
    assert drawn(value, tmp_path)["matches"] == [[1, 4], [2, 3]]


def test_the_seed_of_the_file_or_the_one_that_is_asked_for(tmp_path: Path) -> None:
    with_seed, without = field(12, seed=5), field(12)

    def seed_of(found: Any) -> int:
        return int(found["certificate"]["seed"])

    assert seed_of(drawn(with_seed, tmp_path)) == 5
    assert seed_of(drawn(without, tmp_path)) == 0
    asked = drawn(with_seed, tmp_path, "--seed", "9")
    assert seed_of(asked) == 9
    assert asked["matches"] == drawn(without, tmp_path, "--seed=9")["matches"]
    assert asked["matches"] != drawn(with_seed, tmp_path)["matches"]
    assert seed_of(drawn(with_seed, tmp_path, "--seed", "0")) == 0


def test_the_bye_that_a_director_chooses_may_be_a_second_one(tmp_path: Path) -> None:
    value = field(3, *won(1, (2, 3)), {"round": 1, "bye": 1})

    assert drawn(value, tmp_path)["bye"] == 3
    second = drawn(value, tmp_path, "--bye", "1", "--allow-rematches")
    assert (second["bye"], second["matches"]) == (1, [[2, 3]])
    assert "Team 1 has a second bye." in second["certificate"]["warnings"]
    assert "Teams 2 and 3 meet again." in second["certificate"]["warnings"]


def test_rematches_only_where_they_are_allowed_and_cannot_be_helped(tmp_path: Path) -> None:
    value = field(2, *won(1, (1, 2)))

    (line,) = refused(value, tmp_path)
    assert line.startswith("There is no draw without a rematch or a second bye. Team 1 has met everybody.")
    assert line.endswith("Draw with --allow-rematches, which takes as few as there can be.")
    assert drawn(value, tmp_path, "--allow-rematches")["matches"] == [[1, 2]]


def test_a_match_that_is_not_decided_counts_as_half_a_win_and_is_named(tmp_path: Path) -> None:
    """1 has a win, 3 and 4 half a win each, 2 none: as 1 cannot meet 2 nor 3 meet 4, 1 meets the better of 3 and 4."""
    running = match(board(1), home=3, away=4, match=2)

    found = drawn(field(4, *won(1, (1, 2)), running), tmp_path)

    assert found["certificate"]["warnings"] == [
        "Round 1: teams 3 and 4 have not finished; their match counts as half a win for each."
    ]
    assert found["certificate"]["cost"]["differences"] == 1 + 1
    assert pairs_of(found) == {frozenset({1, 3}), frozenset({2, 4})}


def test_who_has_left_is_not_drawn_and_who_came_late_is(tmp_path: Path) -> None:
    value = field(5, *won(1, (1, 2)), {"round": 1, "bye": 3})
    value["entries"][1] |= {"withdrawn_after": 1}
    value["entries"][3] |= {"late_halves": 2}
    value["entries"][4] |= {"late_losses": 1}

    found = drawn(value, tmp_path)

    # 1, 3 and 4 have a win each, 5 has none; so one of the three comes down to 5, the lowest
    assert found["round"] == 2
    assert {team for pair in found["matches"] for team in pair} == {1, 3, 4, 5}
    assert found["certificate"]["cost"]["differences"] == 4


def test_a_forfeit_counts_as_met(tmp_path: Path) -> None:
    forfeits = [
        {"round": 1, "home": home, "away": away, "given": {"outcome": "home", "forfeit": True}}
        for home, away in ((1, 2), (3, 4))
    ]

    assert pairs_of(drawn(field(4, *forfeits), tmp_path)) == {frozenset({1, 3}), frozenset({2, 4})}


def test_the_events_tie_breaks_give_the_standing_order(tmp_path: Path) -> None:
    """All four of 1 to 4 have won; by points 4, 2, 3, 1 is the order, which adjacent shows."""
    winners = [
        match(board(1, ns=ns), round=1, match=number, home=number, away=number + 4, closed=[board(1, ns=60)])
        for number, ns in ((1, 70), (2, 90), (3, 80), (4, 100))
    ]
    value = field(8, *winners, race_boards=1, pairing="adjacent")
    by_points = value | {"event": value["event"] | {"tie_breaks": ["points_difference"]}}
    by_entry = value | {"event": value["event"] | {"tie_breaks": []}}

    assert {frozenset({4, 2}), frozenset({3, 1})} <= pairs_of(drawn(by_points, tmp_path))
    assert {frozenset({1, 2}), frozenset({3, 4})} <= pairs_of(drawn(by_entry, tmp_path))


@pytest.mark.parametrize(
    ("value", "options", "lines"),
    [
        (field(1), (), ["A round needs at least 2 teams that are there, and there is only 1; enter more."]),
        (field(0), (), ["A round needs at least 2 teams that are there, and there is none; enter more."]),
        (field(4, *won(1, (1, 2), (3, 4)), rounds=1), (),
         ["event.teams.rounds: The only round is drawn; set a larger number of rounds to play on."]),
        (field(4, *won(2, (1, 2), (3, 4)), rounds=2), (),
         ["event.teams.rounds: All 2 rounds are drawn; set a larger number of rounds to play on."]),
        (field(4), ("--bye", "1"), ["4 teams need no bye; draw without one."]),
        (field(3), ("--bye", "7"), ["Team 7 cannot have the bye, because it is not among the teams; choose another."]),
        (field(3), ("--bye", "x"), ["--bye must be a whole number, not “x”."]),
        (field(4), ("--seed", "1.5"), ["--seed must be a whole number, not “1.5”."]),
        (field(4), ("--seed=-1",), ["A seed is a whole number from 0 to 9223372036854775807, not -1."]),
        (field(4), ("--seed", str(2**63)),
         [f"A seed is a whole number from 0 to 9223372036854775807, not {2**63}."]),
        (document(), (), ["event.kind: kind is “pairs”; only events of kind “teams” are drawn round by round."]),
        (field(4, {"round": 1, "home": 1, "away": 9}), (),
         ["matches[0].away: There is no team 9: add it, or correct the number."]),
    ],
)  # fmt: skip
def test_why_a_round_cannot_be_drawn(
    value: dict[str, Any], options: Iterable[str], lines: list[str], tmp_path: Path
) -> None:
    assert refused(value, tmp_path, *options) == lines


def test_the_text_has_names_reasons_and_warnings(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(
        text_of(field(5, *won(1, (1, 2)), match(board(1), home=3, away=4, match=2), {"round": 1, "bye": 5}))
    )
    out = StringIO()

    call_command("draw", str(path), stdout=out)

    lines = out.getvalue().splitlines()
    found = draw_next(loads(path.read_bytes()))
    assert lines[:2] == ["Club teams: round 2", "swiss-v1, seed 0, fold"]
    for number, item in enumerate(found.matches, 1):
        place = lines.index(
            f"Match {number}: {item.home} Team {item.home} against {item.away} Team {item.away}"
        )
        assert lines[place + 1].strip() == item.text
    assert f"Bye: {found.bye} Team {found.bye}" in lines
    assert (
        "warning: Round 1: teams 3 and 4 have not finished; their match counts as half a win for each."
        in lines
    )
    assert lines[-1] == found.certificate.text[-1]


def test_what_is_drawn_is_what_the_records_say() -> None:
    """The command adds nothing to the draw of the records but its warnings."""
    event_file = loads((EXAMPLES / "teams.json").read_bytes())
    scored = score_teams(event_file)
    records = records_of(scored.swiss_teams, scored.swiss_matches, event_file.event.tie_breaks)

    assert draw_next(event_file).to_json() == draw(records, round_number=3, seed=20261128).to_json()
