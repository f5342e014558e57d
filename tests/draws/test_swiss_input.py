"""What cannot be drawn is refused with all its faults, before anything is drawn; how many rounds a field holds."""

from dataclasses import replace

import pytest

from tests.draws.swiss_world import change, teams
from tournaments.draws.swiss import (
    SwissError,
    SwissTeam,
    draw,
    feasible_rounds,
    rounds_fault,
)


def codes(field: list[SwissTeam], round_number: int = 2, bye: int | None = None) -> list[str]:
    with pytest.raises(SwissError) as caught:
        draw(field, round_number=round_number, seed=1, bye=bye)
    for fault in caught.value.faults:
        assert fault.message.endswith(".")
        assert fault.message in str(caught.value)
    return [fault.code for fault in caught.value.faults]


def test_fewer_than_two_teams() -> None:
    assert codes([]) == ["too-few"]
    assert codes(teams(1)) == ["too-few"]
    assert codes(change(teams(2), 1, available=False)) == ["too-few"]


def test_a_team_drawn_twice() -> None:
    field = teams(3)
    assert codes([*field, replace(field[0], rank=4)]) == ["twice"]


def test_two_teams_in_one_place() -> None:
    assert codes(change(teams(4), 2, rank=1)) == ["rank"]


def test_unknown_one_sided_and_own_opponents() -> None:
    field = change(teams(4), 2, opponents=frozenset({9, 2, 3}))
    assert codes(field) == ["itself", "one-sided", "unknown"]


def test_records_out_of_range() -> None:
    field = change(change(teams(4), 2, points=-1), 3, floats=(2,))
    assert codes(field) == ["points", "floats"]
    assert codes(change(teams(4), 2, points=201)) == ["points"]
    assert codes(change(teams(4), 2, floats=(0,) * 101)) == ["floats"]
    assert codes([replace(teams(1)[0], number=0, rank=2), *teams(1)]) == ["number"]


def test_rounds_out_of_range() -> None:
    assert codes(teams(4), round_number=0) == ["round"]
    assert codes(teams(4), round_number=101) == ["round"]


def test_too_many_teams() -> None:
    assert codes(teams(4097)) == ["too-many"]


def test_a_bye_that_cannot_be_given() -> None:
    assert codes(teams(4), bye=1) == ["bye-even"]
    assert codes(teams(5), bye=6) == ["bye-team"]
    assert codes(change(teams(6), 6, available=False), bye=6) == ["bye-team"]


def test_all_faults_at_once() -> None:
    field = change(change(teams(3), 1, points=-1), 2, opponents=frozenset({8}))
    assert codes(field, round_number=0, bye=7) == ["round", "points", "unknown", "bye-team"]


@pytest.mark.parametrize(
    ("size", "always", "most"),
    [(2, 1, 1), (3, 2, 3), (4, 2, 3), (5, 3, 5), (6, 3, 5), (10, 5, 9), (11, 6, 11), (128, 64, 127)],
)
def test_rounds_that_a_field_holds(size: int, always: int, most: int) -> None:
    found = feasible_rounds(size)
    assert (found.always, found.most) == (always, most)
    assert rounds_fault(size, most) is None
    fault = rounds_fault(size, most + 1)
    assert fault is not None
    assert f"at most {most} round" in fault.message


def test_no_rounds_for_one_team() -> None:
    with pytest.raises(SwissError, match="at least 2 teams"):
        feasible_rounds(1)
