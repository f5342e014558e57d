"""docs/rules.md §4: records, tie-breaks, byes, teams that left or came late, and who is undefeated."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.match import Outcome
from scoring.swiss_event import SwissMatch, SwissTeam, check_swiss
from scoring.swiss_standings import (
    SWISS_TIE_BREAKS,
    RoundKind,
    SwissRow,
    SwissStandings,
    swiss_records,
    swiss_standings,
)
from tests.scoring.build import quick

H, A, T, U = Outcome.HOME, Outcome.AWAY, Outcome.TIED, Outcome.UNDECIDED


def teams(count: int, **special: dict[str, Any]) -> list[SwissTeam]:
    """Teams 1 to ``count``; ``t3={"late_losses": 1}`` says more about one of them."""
    return [
        SwissTeam(number, f"Team {number}", **special.get(f"t{number}", {})) for number in range(1, count + 1)
    ]


def m(
    round_: int, home: int, away: int | None, outcome: Outcome = H, points: tuple[int, int] = (0, 0)
) -> SwissMatch:
    return SwissMatch(round_, home, away, outcome, *points)


def standings(
    entries: Sequence[SwissTeam], matches: Sequence[SwissMatch], *tie_breaks: str
) -> tuple[SwissStandings, dict[int, SwissRow]]:
    assert check_swiss(entries, matches) == ()
    found = swiss_standings(entries, matches, tie_breaks)
    return found, {row.team: row for row in found.rows}


def places(found: SwissStandings) -> list[tuple[int, int]]:
    return [(row.rank, row.team) for row in found.rows]


# Four teams, three rounds: 1 beats everybody, 2 beats 3 and 4, 3 beats 4.
ROUND_ROBIN = [
    m(1, 1, 4, H, (600, 200)),
    m(1, 2, 3, H, (500, 450)),
    m(2, 3, 1, A, (300, 550)),
    m(2, 4, 2, A, (480, 500)),
    m(3, 1, 2, H, (510, 500)),
    m(3, 3, 4, H, (500, 100)),
]


def test_wins_come_first() -> None:
    found, rows = standings(teams(4), ROUND_ROBIN)
    assert places(found) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [(row.wins, row.losses) for row in found.rows] == [(3, 0), (2, 1), (1, 2), (0, 3)]
    assert rows[1].points_difference == 400 + 250 + 10
    assert (found.undefeated, found.rounds) == ((1,), 3)


def test_before_the_first_round_all_are_level_and_undefeated() -> None:
    found, _ = standings(teams(3), [], *SWISS_TIE_BREAKS)
    assert [(row.rank, row.tied) for row in found.rows] == [(1, True)] * 3
    assert (found.undefeated, found.rounds) == ((1, 2, 3), 0)


def test_half_a_win_each_is_worth_half_a_win() -> None:
    found, rows = standings(teams(4), [m(1, 1, 2, T), m(1, 3, 4, H)])
    assert places(found) == [(1, 3), (2, 1), (2, 2), (4, 4)]
    assert (rows[1].half_wins, rows[1].wins, rows[1].halves, rows[1].losses) == (1, 0, 1, 0)
    # A tie is no defeat.
    assert found.undefeated == (3, 1, 2)


def test_an_undecided_match_counts_for_nobody_and_is_not_missed() -> None:
    found, rows = standings(teams(2), [m(1, 1, 2, U, (100, 0))], "opponents_wins")
    assert [(row.rank, row.half_wins, row.missed, row.points_difference) for row in found.rows] == [
        (1, 0, 0, 0)
    ] * 2
    assert found.undefeated == (1, 2)
    assert rows[1].rounds[0].kind is RoundKind.UNDECIDED
    assert rows[1].rounds[0].opponent == 2
    assert rows[1].opponents_wins == 0


def test_opponents_wins_part_equal_records() -> None:
    # 1 and 2 have one win each; 1 lost to the team that won both.
    matches = [m(1, 1, 4), m(1, 3, 2), m(2, 3, 1), m(2, 2, 4)]
    found, rows = standings(teams(4), matches, "opponents_wins")
    assert (rows[1].opponents_wins, rows[2].opponents_wins) == (0 + 2, 2 + 0)
    assert places(found) == [(1, 3), (2, 1), (2, 2), (4, 4)]
    matches[-1] = m(2, 4, 2)
    found, rows = standings(teams(4), matches, "opponents_wins")
    assert (rows[1].opponents_wins, rows[4].opponents_wins) == (1 + 2, 1 + 0)
    assert places(found) == [(1, 3), (2, 1), (3, 4), (4, 2)]


def test_defeated_opponents_wins_count_the_beaten_whole_and_the_tied_half() -> None:
    matches = [m(1, 1, 2), m(1, 3, 4), m(2, 1, 3, T), m(2, 2, 4)]
    _, rows = standings(teams(4), matches)
    # 1 beat 2 (1 win) and tied with 3 (1½ wins); 3 beat 4 (0) and tied with 1 (1½).
    assert rows[1].defeated_opponents_wins == 1 + Fraction(3, 4)
    assert rows[3].defeated_opponents_wins == 0 + Fraction(3, 4)
    found, _ = standings(teams(4), matches, "defeated_opponents_wins")
    assert places(found) == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_head_to_head_between_two_that_met() -> None:
    matches = [m(1, 2, 1), m(1, 3, 4), m(2, 1, 3), m(2, 4, 2)]
    found, rows = standings(teams(4), matches, "head_to_head")
    # All four have one win, and 1 did not meet 4: nothing to go by.
    assert {row.rank for row in found.rows} == {1}
    matches += [m(3, 1, 4), m(3, 2, 3)]
    found, rows = standings(teams(4), matches, "head_to_head")
    assert places(found) == [(1, 2), (2, 1), (3, 3), (4, 4)]
    assert dict(rows[2].tie_breaks) == {"head_to_head": 1}
    assert dict(rows[1].tie_breaks) == {"head_to_head": 0}


def test_points_difference_is_over_matches_played() -> None:
    matches = [m(1, 1, 2, H, (500, 499)), m(1, 3, 4, A, (100, 600))]
    found, rows = standings(teams(4), matches, "points_difference")
    assert places(found) == [(1, 4), (2, 1), (3, 2), (4, 3)]
    assert [rows[team].points_difference for team in (1, 2, 3, 4)] == [1, -1, -500, 500]


def test_tie_breaks_are_tried_in_the_events_order() -> None:
    # 1 and 4 end with two wins each; 1 met the stronger teams, 4 made more points.
    matches = [
        m(1, 1, 2, H, (500, 480)), m(1, 4, 3, H, (900, 0)), m(1, 5, 6, H, (500, 0)),
        m(2, 1, 5, H, (500, 480)), m(2, 4, 6, H, (900, 0)), m(2, 2, 3, H, (500, 0)),
    ]  # fmt: skip
    by_opponents, _ = standings(teams(6), matches, "opponents_wins", "points_difference")
    assert places(by_opponents)[:2] == [(1, 1), (2, 4)]
    by_points, rows = standings(teams(6), matches, "points_difference", "opponents_wins")
    assert places(by_points)[:2] == [(1, 4), (2, 1)]
    # The second was not needed between these two.
    assert [name for name, _ in rows[4].tie_breaks] == ["points_difference"]


def test_without_names_all_tie_breaks_are_tried_in_the_usual_order() -> None:
    assert list(SWISS_TIE_BREAKS) == [
        "opponents_wins",
        "defeated_opponents_wins",
        "head_to_head",
        "points_difference",
    ]
    matches = [m(1, 1, 2, T, (500, 400))]
    assert [row.team for row in swiss_standings(teams(2), matches).rows] == [1, 2]
    assert [row.rank for row in swiss_standings(teams(2), matches, ()).rows] == [1, 1]


# --- byes, forfeits, late teams, teams that left ---


def test_a_bye_is_a_win_without_points_and_counts_its_teams_own_wins_in_opponents_wins() -> None:
    matches = [SwissMatch.bye(1, 1), m(1, 2, 3), m(2, 1, 2), SwissMatch.bye(2, 3)]
    _, rows = standings(teams(3), matches)
    assert (rows[1].wins, rows[1].byes, rows[1].losses) == (2, 1, 0)
    assert rows[1].opponents_wins == 2 + 1  # its own two, and team 2's one
    assert rows[1].defeated_opponents_wins == 1  # nobody was beaten in the bye
    assert rows[1].points_difference == 0
    assert [item.rated_wins for item in rows[1].rounds] == [2, 1]


def test_half_a_bye() -> None:
    _, rows = standings(teams(1), [m(1, 1, None, T)])
    assert (rows[1].half_wins, rows[1].byes, rows[1].halves) == (1, 1, 1)


def test_a_forfeit_is_a_win_and_a_loss_without_points_and_nobody_met() -> None:
    matches = [SwissMatch(1, 1, 2, A, 400, 100, forfeit=True), m(1, 3, 4, H, (500, 480))]
    found, rows = standings(teams(4), matches, "head_to_head")
    assert (rows[2].wins, rows[1].losses) == (1, 1)
    assert (rows[1].points_difference, rows[2].points_difference) == (0, 0)
    assert (rows[2].opponents_wins, rows[2].defeated_opponents_wins) == (1, 0)
    assert found.undefeated == (2, 3)
    assert rows[2].rounds[0].opponent == 1  # the cross-table still shows it


def test_a_forfeit_does_not_count_head_to_head() -> None:
    matches = [SwissMatch(1, 1, 2, H, forfeit=True), m(1, 3, 4), m(2, 2, 3), m(2, 4, 1)]
    records = swiss_records(teams(4), matches)
    assert SWISS_TIE_BREAKS["head_to_head"]([1, 2], records) == {1: 0, 2: 0}


def test_a_late_team_enters_with_losses_or_half_wins() -> None:
    matches = [m(1, 1, 2), m(2, 1, 3), SwissMatch.bye(2, 2), m(3, 3, 4), m(3, 1, 2)]
    late = teams(4, t3={"late_losses": 1}, t4={"late_halves": 2})
    found, rows = standings(late, matches)
    assert (rows[3].wins, rows[3].losses, rows[3].missed) == (1, 2, 1)
    assert (rows[4].half_wins, rows[4].halves, rows[4].losses, rows[4].missed) == (2, 2, 1, 2)
    assert found.undefeated == (1,)


def test_a_team_that_missed_a_round_is_not_undefeated() -> None:
    matches = [m(1, 1, 2), m(2, 1, 2), m(2, 3, 4)]
    found, rows = standings(teams(4), matches)
    assert (rows[3].losses, rows[3].missed) == (0, 1)
    assert found.undefeated == (1,)
    # In place of an opponent it has its own one win for round 1; team 4 has none.
    assert rows[3].opponents_wins == 1 + 0


def test_a_withdrawn_team_comes_last_and_is_not_undefeated() -> None:
    matches = [m(1, 1, 2), m(1, 3, 4), m(2, 3, 2), SwissMatch.bye(2, 4)]
    found, rows = standings(teams(4, t1={"withdrawn_after": 1}), matches)
    assert places(found)[-1] == (4, 1)
    assert rows[1].withdrawn
    assert found.undefeated == (3,)


def test_a_withdrawn_opponent_is_taken_to_have_won_half_of_the_rounds_since() -> None:
    matches = [m(1, 1, 2), m(1, 3, 4), m(2, 3, 2), SwissMatch.bye(2, 4), m(3, 2, 4), SwissMatch.bye(3, 3)]
    _, rows = standings(teams(4, t1={"withdrawn_after": 1}), matches)
    # Team 1 won round 1 and left: 1 + ½ + ½. Team 3 has three wins, team 4 one.
    assert rows[2].opponents_wins == 2 + 3 + 1
    # Its own wins stay what they were.
    assert rows[1].half_wins == 2


def test_the_rounds_unfold_the_sum() -> None:
    _, rows = standings(teams(4), ROUND_ROBIN)
    for row in rows.values():
        assert sum(item.rated_wins or 0 for item in row.rounds) == row.opponents_wins
    assert [(item.opponent, item.points, item.opponent_points) for item in rows[3].rounds] == [
        (2, 450, 500),
        (1, 300, 550),
        (4, 500, 100),
    ]


# --- properties ---


@st.composite
def events(draw: st.DrawFn) -> tuple[list[SwissTeam], list[SwissMatch]]:
    """Any field of up to 9 teams over up to 4 rounds, some of them left or away for a round."""
    count, rounds = draw(st.integers(1, 9)), draw(st.integers(0, 4))
    entries = [
        SwissTeam(
            number,
            withdrawn_after=draw(st.none() | st.none() | st.integers(0, 4)),
            late_losses=draw(st.sampled_from((0, 0, 1))),
            late_halves=draw(st.sampled_from((0, 0, 1))),
        )
        for number in range(1, count + 1)
    ]
    matches = []
    for number in range(1, rounds + 1):
        here = [
            team.number for team in entries if team.withdrawn_after is None or team.withdrawn_after >= number
        ]
        order = draw(st.permutations(here))
        for home, away in zip(order[::2], order[1::2], strict=False):
            points = (draw(st.integers(-300, 999)), draw(st.integers(-300, 999)))
            matches.append(
                SwissMatch(number, home, away, draw(st.sampled_from(Outcome)), *points, draw(st.booleans()))
            )
        if len(order) % 2 and draw(st.booleans()):
            matches.append(SwissMatch.bye(number, order[-1]))
    return entries, matches


@quick
@given(events())
def test_what_is_shared_out_adds_up(event: tuple[list[SwissTeam], list[SwissMatch]]) -> None:
    entries, matches = event
    found, rows = standings(entries, matches, *SWISS_TIE_BREAKS)
    assert sorted(rows) == [team.number for team in entries]
    decided = sum(match.outcome is not U for match in matches)
    late = sum(team.late_halves for team in entries)
    assert sum(row.half_wins for row in found.rows) == 2 * decided + late
    assert sum(row.points_difference for row in found.rows) == 0
    for row in found.rows:
        assert row.half_wins == 2 * row.wins + row.halves
        assert (row.team in found.undefeated) == (not (row.withdrawn or row.losses or row.missed))
        assert row.rank <= list(rows).index(row.team) + 1
        assert row.tied == (sum(other.rank == row.rank for other in found.rows) > 1)


@quick
@given(events(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_is_of_no_account(
    event: tuple[list[SwissTeam], list[SwissMatch]], chance: Any
) -> None:
    entries, matches = event
    before = {row.team: row for row in swiss_standings(entries, matches).rows}
    chance.shuffle(entries)
    chance.shuffle(matches)
    assert {row.team: row for row in swiss_standings(entries, matches).rows} == before


@quick
@given(events())
def test_home_and_away_are_alike(event: tuple[list[SwissTeam], list[SwissMatch]]) -> None:
    entries, matches = event
    turned = [
        match
        if match.away is None
        else SwissMatch(
            match.round,
            match.away,
            match.home,
            match.outcome.turned,
            match.away_points,
            match.home_points,
            match.forfeit,
        )
        for match in matches
    ]
    assert swiss_standings(entries, turned) == swiss_standings(entries, matches)


@quick
@given(events())
def test_opponents_wins_agree_with_a_sum_by_the_book(event: tuple[list[SwissTeam], list[SwissMatch]]) -> None:
    entries, matches = event
    last = {match.round for match in matches}
    won = {team.number: Fraction(team.late_halves, 2) for team in entries}
    for match in matches:
        if match.outcome is not U:
            home = {H: Fraction(1), T: Fraction(1, 2), A: Fraction(0)}[match.outcome]
            won[match.home] += home
            if match.away is not None:
                won[match.away] += 1 - home
    _, rows = standings(entries, matches)
    for team in entries:
        expected = Fraction(0)
        for number in last:
            mine = [
                match
                for match in matches
                if match.round == number and team.number in (match.home, match.away)
            ]
            if mine and mine[0].outcome is U:
                continue
            if mine and mine[0].away is not None and not mine[0].forfeit:
                (other,) = {mine[0].home, mine[0].away} - {team.number}
                left = entries[other - 1].withdrawn_after
                expected += won[other] + Fraction(len([r for r in last if left is not None and r > left]), 2)
            else:
                expected += won[team.number]
        assert rows[team.number].opponents_wins == expected


def test_the_worked_examples_of_the_rules() -> None:
    matches = [m(1, 1, 2), m(1, 3, 4), m(2, 1, 3, T), m(2, 2, 4)]
    found, rows = standings(teams(4), matches, "opponents_wins")
    assert [rows[team].opponents_wins for team in (1, 3)] == [Fraction(5, 2), Fraction(3, 2)]
    assert [row.team for row in found.rows] == [1, 3, 2, 4]
    matches = [
        m(1, 1, 2), m(1, 4, 5), m(1, 3, 6),
        SwissMatch.bye(2, 1), m(2, 2, 5), m(2, 4, 6), m(2, 7, 3),
        m(3, 1, 3), m(3, 4, 7),
        m(4, 4, 1), m(4, 3, 5),
    ]  # fmt: skip
    _, rows = standings(teams(7, t2={"withdrawn_after": 2}), matches)
    assert (rows[1].wins, rows[1].opponents_wins, rows[1].defeated_opponents_wins) == (3, 11, 4)
