"""docs/swiss.md, "Records": from what was played to what is drawn, on events small enough to count by hand."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scoring.match import Outcome
from scoring.swiss_event import SwissMatch, SwissTeam, check_swiss
from tests.draws.swiss_checker import pairs_of
from tests.draws.swiss_world import played, teams
from tournaments.draws import swiss
from tournaments.draws.swiss import FirstRound, Pairing, draw
from tournaments.draws.swiss_records import records_of, undecided

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "swiss.json").read_text(encoding="utf-8"))
H, A, T, U = Outcome.HOME, Outcome.AWAY, Outcome.TIED, Outcome.UNDECIDED


def entered(count: int, **special: dict[str, Any]) -> list[SwissTeam]:
    """Teams 1 to ``count``; ``t3={"late_losses": 1}`` says more about one of them."""
    return [SwissTeam(number, **special.get(f"t{number}", {})) for number in range(1, count + 1)]


def m(round_: int, home: int, away: int, outcome: Outcome = H, *, forfeit: bool = False) -> SwissMatch:
    return SwissMatch(round_, home, away, outcome, forfeit=forfeit)


def records(entries: Sequence[SwissTeam], matches: Sequence[SwissMatch]) -> dict[int, swiss.SwissTeam]:
    assert check_swiss(entries, matches) == ()
    return {record.number: record for record in records_of(entries, matches)}


def test_before_the_first_round_the_order_of_entry_is_the_seeding() -> None:
    entries = [SwissTeam(7), SwissTeam(2), SwissTeam(5), SwissTeam(1)]

    found = records_of(entries, [])

    assert [(record.number, record.rank, record.points) for record in found] == [
        (7, 1, 0),
        (2, 2, 0),
        (5, 3, 0),
        (1, 4, 0),
    ]
    assert all(record.opponents == frozenset() and record.floats == () for record in found)


# Five teams, two rounds. Round 1: 2 beats 1, 3 and 4 tie, 5 has the bye. Round 2: 5 (2 half-wins) beats 2 (2),
# 3 (1) beats 1 (0) away, 4 has the bye.
FIVE = [
    m(1, 1, 2, A),
    m(1, 3, 4, T),
    SwissMatch.bye(1, 5),
    m(2, 5, 2, H),
    m(2, 1, 3, A),
    SwissMatch.bye(2, 4),
]


def test_records_of_five_teams_after_two_rounds() -> None:
    found = records(entered(5), FIVE)

    assert {number: record.points for number, record in found.items()} == {1: 0, 2: 2, 3: 3, 4: 3, 5: 4}
    assert {number: record.opponents for number, record in found.items()} == {
        1: {2, 3},
        2: {1, 5},
        3: {1, 4},
        4: {3},
        5: {2},
    }
    assert {number for number, record in found.items() if record.had_bye} == {4, 5}
    # In round 2 team 1 met one of more points, team 3 one of fewer; 5 and 2 were level.
    assert {number: record.floats for number, record in found.items()} == {
        1: (0, 1),
        2: (0, 0),
        3: (0, -1),
        4: (0, 0),
        5: (0, 0),
    }
    assert {number: record.home_balance for number, record in found.items()} == {
        1: 2,
        2: -2,
        3: 0,
        4: -1,
        5: 1,
    }
    # 3 and 4 have 1½ wins. Opponents' wins: of 3, 0 and 1½; of 4, 1½ and its own 1½ for the bye.
    assert [number for number, _ in sorted(found.items(), key=lambda item: item[1].rank)] == [5, 4, 3, 2, 1]


def test_the_events_tie_breaks_decide_the_rank() -> None:
    # Without tie-breaks 3 and 4 are level, and stand in the order of entry.
    ranks = {record.number: record.rank for record in records_of(entered(5), FIVE, ())}

    assert (ranks[3], ranks[4]) == (2, 3)


def test_teams_of_equal_points_keep_the_order_of_entry() -> None:
    found = records(entered(4), [m(1, 3, 4), m(1, 1, 2)])

    assert {number: record.rank for number, record in found.items()} == {1: 1, 3: 2, 2: 3, 4: 4}


def test_a_match_drawn_and_forfeited_counts_as_met_at_home_and_as_a_float() -> None:
    found = records(entered(4), [m(1, 1, 2), m(1, 3, 4), m(2, 1, 4, A, forfeit=True), m(2, 3, 2)])

    assert (found[1].opponents, found[4].opponents) == ({2, 4}, {1, 3})
    assert (found[1].points, found[4].points) == (2, 2)
    assert (found[1].floats, found[4].floats) == ((0, -1), (0, 1))
    assert (found[1].home_balance, found[4].home_balance) == (2, -2)


def test_a_rematch_counts_once_among_the_opponents() -> None:
    found = records(entered(2), [m(1, 1, 2), m(2, 2, 1)])

    assert (found[1].opponents, found[2].opponents) == ({2}, {1})
    assert (found[1].floats, found[2].floats) == ((0, -1), (0, 1))
    assert (found[1].home_balance, found[2].home_balance) == (0, 0)


def test_an_undecided_match_counts_as_half_a_win_each_and_is_named() -> None:
    matches = [m(1, 1, 2), SwissMatch(1, 3, 4, U, 300, 20)]

    found = records(entered(4), matches)

    assert {number: record.points for number, record in found.items()} == {1: 2, 2: 0, 3: 1, 4: 1}
    # Its points do not part the two: they stand in the order of entry, between the winner and the loser.
    assert {number: record.rank for number, record in found.items()} == {1: 1, 3: 2, 4: 3, 2: 4}
    assert found[3].opponents == {4}
    assert undecided(matches) == (matches[1],)
    assert undecided(matches[:1]) == ()


def test_the_points_of_an_undecided_match_part_nobody() -> None:
    behind = [m(1, 1, 2), SwissMatch(1, 3, 4, U, 20, 300)]

    found = records(entered(4), behind)

    assert (found[3].rank, found[4].rank) == (2, 3)


def test_a_team_that_left_is_not_available_and_stays_an_opponent() -> None:
    found = records(entered(3, t3={"withdrawn_after": 1}), [m(1, 1, 3, A), SwissMatch.bye(1, 2)])

    assert [found[number].available for number in (1, 2, 3)] == [True, True, False]
    assert (found[1].opponents, found[3].opponents) == ({3}, {1})
    assert (found[3].points, found[3].rank) == (2, 3)


def test_a_late_team_has_the_half_wins_it_entered_with() -> None:
    late = entered(5, t4={"late_halves": 2}, t5={"late_losses": 1})

    found = records(late, [m(1, 1, 2), SwissMatch.bye(1, 3), m(2, 1, 4), m(2, 3, 5)])

    assert (found[4].points, found[5].points) == (2, 0)
    # Round 1 was missed; before round 2 team 4 had 2 half-wins against 2, team 5 none.
    assert (found[4].floats, found[5].floats) == ((0, 0), (0, 1))
    assert (found[1].floats, found[3].floats) == ((0, 0), (0, -1))
    # Team 2 has neither a match nor a bye in round 2.
    assert found[2].floats == (0, 0)


def test_half_a_win_for_a_bye_is_a_bye_too() -> None:
    found = records(entered(1), [SwissMatch(1, 1, None, T)])

    assert (found[1].had_bye, found[1].points) == (True, 1)


@pytest.mark.parametrize("outcome", [H, A, T, U])
def test_the_forced_round_of_the_golden_figures(outcome: Outcome) -> None:
    names = "ABCD"
    pairs = [(names.index(one) + 1, names.index(two) + 1) for one, two in GOLDEN["forced_round"]["played"]]
    matches = [m(1 + place // 2, *pair, outcome) for place, pair in enumerate(pairs)]
    expected = {frozenset(names.index(n) + 1 for n in pair) for pair in GOLDEN["forced_round"]["only_draw"]}

    drawn = draw(records_of(entered(4), matches), round_number=3, seed=1)

    assert pairs_of(drawn) == expected


@pytest.mark.parametrize("pairing", Pairing)
def test_the_first_round_of_the_golden_figures(pairing: Pairing) -> None:
    drawn = draw(
        records_of(entered(10), []), round_number=1, seed=1, pairing=pairing, first_round=FirstRound.SEEDED
    )

    shown = " ".join(f"{match.home}-{match.away}" for match in drawn.matches)
    assert shown == GOLDEN["fold_slide_adjacent_10"][pairing]


@pytest.mark.parametrize("count", [8, 11])
@pytest.mark.parametrize("seed", range(5))
def test_records_agree_with_those_kept_round_by_round(count: int, seed: int) -> None:
    """`swiss_world.played` keeps records as an event goes along, floats from the draws' own certificates."""
    source = random.Random(seed)
    kept = list(teams(count))
    matches: list[SwissMatch] = []
    for number in range(1, 5):
        drawn = draw(kept, round_number=number, seed=seed)
        before = {team.number: team.points for team in kept}
        kept = played(kept, drawn, source)
        after = {team.number: team.points for team in kept}
        outcomes = {2: H, 1: T, 0: A}
        matches += [
            m(number, match.home, match.away, outcomes[after[match.home] - before[match.home]])
            for match in drawn.matches
        ]
        matches += [SwissMatch.bye(number, drawn.bye)] if drawn.bye is not None else []
    found = records(entered(count), matches)

    def told(team: swiss.SwissTeam) -> tuple[object, ...]:
        return team.points, team.opponents, team.had_bye, team.floats, team.home_balance, team.available

    assert {number: told(team) for number, team in found.items()} == {
        team.number: told(team) for team in kept
    }
