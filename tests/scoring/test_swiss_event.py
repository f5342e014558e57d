"""What is wrong with the records of a Swiss event (docs/rules.md §4)."""

from collections.abc import Sequence

import pytest

from scoring.swiss_event import SwissMatch, SwissTeam, check_swiss
from scoring.swiss_standings import SWISS_TIE_BREAKS, check_swiss_tie_breaks
from tests.scoring.test_swiss_standings import A, U, m, teams


def codes(entries: Sequence[SwissTeam], *matches: SwissMatch) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in check_swiss(entries, matches)]


@pytest.mark.parametrize(
    ("match", "code", "path"),
    [
        (m(0, 1, 2), "round-range", "matches[0].round"),
        (m(1, 1, None, A), "bye-outcome", "matches[0].outcome"),
        (m(1, 1, None, U), "bye-outcome", "matches[0].outcome"),
        (m(1, 9, 2), "team-unknown", "matches[0].home"),
        (m(1, 1, 1), "team-against-itself", "matches[0].away"),
        (m(3, 1, 2), "team-withdrawn", "matches[0].away"),
    ],
)
def test_faulty_matches(match: SwissMatch, code: str, path: str) -> None:
    assert codes(teams(2, t2={"withdrawn_after": 2}), match) == [(code, path)]


def test_a_team_drawn_twice_in_a_round() -> None:
    assert codes(teams(3), m(1, 1, 2), m(1, 3, 1), m(2, 1, 3)) == [("team-drawn-twice", "matches[1].away")]


def test_faulty_teams() -> None:
    entries = [SwissTeam(1), SwissTeam(1), SwissTeam(2, late_losses=-1, late_halves=-1)]
    assert codes(entries) == [
        ("team-twice", "teams[0].number"),
        ("team-twice", "teams[1].number"),
        ("late-range", "teams[2].late_losses"),
        ("late-range", "teams[2].late_halves"),
    ]


def test_a_rematch_or_a_second_bye_is_the_directors_own_affair() -> None:
    assert codes(teams(3), m(1, 1, 2), m(2, 1, 2), SwissMatch.bye(1, 3), SwissMatch.bye(2, 3)) == []


def test_tie_break_names() -> None:
    found = check_swiss_tie_breaks(["opponents_wins", "luck", "opponents_wins"])
    assert [(fault.code, fault.path) for fault in found] == [
        ("tie-break-unknown", "tie_breaks[1]"),
        ("tie-break-twice", "tie_breaks[2]"),
    ]
    assert check_swiss_tie_breaks(list(SWISS_TIE_BREAKS)) == ()
