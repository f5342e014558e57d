"""A whole Pairs event: averages, penalties, ranks, tie-breaks, what is recomputed and what refused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.adjustments import Penalty
from scoring.pairs import (
    Direction,
    PairsEvent,
    PairsResult,
    PairsStandings,
    Winners,
    assemble,
    check_pairs_event,
    score_board,
    score_pairs,
)
from tests.scoring.build import board_of, entries, event, ns_percentages, quick, result, scored


def percentages(standings: PairsStandings, name: str = "") -> dict[int, Fraction | None]:
    return {row.entry: row.percentage for row in standings.standings[name]}


def ranks(standings: PairsStandings, name: str = "") -> list[tuple[int, int, bool]]:
    return [(row.entry, row.rank, row.tied) for row in standings.standings[name]]


def hand_one() -> list[PairsResult]:
    scores = ((-70, 118), (70, 49), (69, 50), (118, -50))
    return [result(1, table, table + 4, *pair) for table, pair in enumerate(scores, 1)]


# --- the event ---------------------------------------------------------------------------------------------


def test_the_result_is_the_average_over_the_boards_played() -> None:
    standings = scored(*board_of([3, 2, 1], 1), *board_of([1, 2], 2), neuberg=False)
    rows = {row.entry: (row.percentage, row.boards, row.sum) for row in standings.standings[""]}
    assert rows[1] == (50, 2, 100)
    assert rows[2] == (75, 2, 150)
    assert rows[3] == (0, 1, 0)


def test_equal_percentages_share_a_rank() -> None:
    standings = scored(result(1, 1, 3, 70, 70), result(1, 2, 4, 60, 70))
    assert ranks(standings) == [(1, 1, False), (3, 2, True), (4, 2, True), (2, 4, False)]


def test_two_winners_are_two_lists() -> None:
    fielded = (*entries(1, 2, field=Direction.NS), *entries(3, 4, field=Direction.EW))
    standings = scored(result(1, 1, 3, 70, 10), result(1, 2, 4, 60, 20), winners=Winners.TWO, entries=fielded)
    assert set(standings.standings) == {"NS", "EW"}
    assert ranks(standings, "NS") == [(1, 1, False), (2, 2, False)]
    assert ranks(standings, "EW") == [(4, 1, False), (3, 2, False)]


def test_two_winners_without_fields_go_by_where_pairs_first_sat() -> None:
    standings = scored(result(1, 1, 3, 70, 10), result(1, 2, 4, 60, 20), winners=Winners.TWO)
    assert [row.entry for row in standings.standings["EW"]] == [4, 3]


def test_a_pair_that_sat_the_wrong_way_keeps_its_field() -> None:
    fielded = (*entries(1, 2, field=Direction.NS), *entries(3, 4, field=Direction.EW))
    standings = scored(result(1, 3, 1, 70, 10), result(1, 2, 4, 60, 20), winners=Winners.TWO, entries=fielded)
    assert percentages(standings, "EW") == {3: 100, 4: 100}


@pytest.mark.parametrize("pairs", [0, 1, 2, 3])
def test_an_event_of_few_pairs_without_results(pairs: int) -> None:
    for winners in Winners:
        standings = scored(pairs=pairs, winners=winners)
        rows = [row for found in standings.standings.values() for row in found]
        assert [(row.rank, row.percentage, row.boards) for row in rows] == [(1, None, 0)] * pairs


def test_three_pairs_one_sitting_out() -> None:
    standings = scored(result(1, 1, 2, 70, 49), pairs=3)
    assert ranks(standings) == [(1, 1, True), (2, 1, True), (3, 3, False)]
    assert percentages(standings)[3] is None
    assert standings.scorecard(3) == ()


def test_an_entry_without_boards_comes_after_one_with_nought() -> None:
    standings = scored(result(1, 1, 3, 70, 70), result(1, 2, 4, 60, 70), pairs=5)
    assert ranks(standings)[-2:] == [(2, 4, False), (5, 5, False)]


def test_a_withdrawn_pair_is_listed_last_and_still_compared() -> None:
    gone = (*entries(1, withdrawn=True), *entries(2, 3, 4))
    standings = scored(result(1, 1, 3, 70, 10), result(1, 2, 4, 60, 10), entries=gone)
    assert percentages(standings) == {3: 50, 4: 50, 2: 0, 1: 100}
    assert ranks(standings)[-1] == (1, 4, False)


def test_a_seat_nobody_is_ranked_in_is_compared_but_not_listed() -> None:
    results = [replace(result(1, 1, 3, 70, 10), ns=None), result(1, 2, 4, 60, 20)]
    standings = scored(*results)
    assert percentages(standings) == {4: 100, 2: 0, 3: 0}


# --- penalties ---------------------------------------------------------------------------------------------


def test_percent_comes_off_the_final_percentage() -> None:
    standings = scored(*board_of([3, 2], 1), *board_of([3, 2], 2), penalties=(Penalty(1, Fraction("2.5")),))
    row = standings.row(1)
    assert row is not None
    assert (row.percentage, row.sum, row.penalty) == (Fraction("97.5"), 200, Fraction("2.5"))


def test_points_come_off_the_total_of_all_boards() -> None:
    # 4 points of 8 a board over 25 boards: 2 %.
    boards = [line for board in range(1, 26) for line in board_of(list(range(9)), board)]
    standings = scored(*boards, penalties=(Penalty(9, points=Fraction(4), reason="slow"),))
    assert percentages(standings)[9] == 98


def test_a_bonus_is_a_negative_penalty_and_penalties_add_up() -> None:
    standings = scored(*board_of([3, 2]), penalties=(Penalty(2, Fraction(-4)), Penalty(2, Fraction(1))))
    assert percentages(standings)[2] == 3


def test_a_penalty_never_touches_a_board() -> None:
    standings = scored(*board_of([3, 2]), penalties=(Penalty(1, Fraction(50)),))
    assert ns_percentages(standings) == [100, 0]


def test_a_penalty_changes_the_rank() -> None:
    standings = scored(*board_of([3, 2]), penalties=(Penalty(1, Fraction(60)),))
    assert ranks(standings) == [(101, 1, True), (102, 1, True), (1, 3, False), (2, 4, False)]


def test_a_penalty_for_an_entry_without_boards() -> None:
    standings = scored(pairs=1, penalties=(Penalty(1, Fraction(5), Fraction(5)),))
    assert percentages(standings) == {1: None}


def test_points_where_no_board_has_a_top() -> None:
    standings = scored(result(1, 1, 2, 70, 49), penalties=(Penalty(1, points=Fraction("0.1")),))
    assert percentages(standings)[1] == 50  # a matchpoint has no measure here, so it takes nothing off


def test_points_are_out_of_the_tops_that_neuberg_expects() -> None:
    # Two of five expected scores: 3¼ of 4 for the better one, less one point 2¼ of 4.
    results = [result(1, 1, 3, 70, 49), result(1, 2, 4, 60, 50)]
    standings = scored(*results, expected={1: 5}, penalties=(Penalty(1, points=Fraction(1)),))
    assert percentages(standings)[1] == Fraction("56.25")


# --- tie-breaks on an event --------------------------------------------------------------------------------


def test_tie_breaks_part_equal_percentages() -> None:
    # 3 and 4 both average 50; 4 has one top, 3 has none.
    results = [
        result(1, 1, 3, 0, 50), result(1, 2, 4, 0, 60), result(1, 5, 6, 0, 40),
        result(2, 1, 3, 0, 50), result(2, 2, 4, 0, 40), result(2, 5, 6, 0, 60),
    ]  # fmt: skip
    fielded = (*entries(1, 2, 5, field=Direction.NS), *entries(3, 4, 6, field=Direction.EW))
    tied = scored(*results, winners=Winners.TWO, entries=fielded)
    assert ranks(tied, "EW") == [(3, 1, True), (4, 1, True), (6, 1, True)]
    broken = scored(*results, winners=Winners.TWO, entries=fielded, tie_breaks=("tops", "head_to_head"))
    assert ranks(broken, "EW") == [(4, 1, True), (6, 1, True), (3, 3, False)]
    assert [row.tie_breaks for row in broken.standings["EW"]] == [
        (("tops", Fraction(1)), ("head_to_head", Fraction(0))),
        (("tops", Fraction(1)), ("head_to_head", Fraction(0))),
        (("tops", Fraction(0)),),
    ]


def test_head_to_head_on_an_event() -> None:
    # 1 and 4 average 50 each. On board 1 they met: 1 got the top, 4 the bottom.
    results = [result(1, 1, 4, 9, 1), result(1, 2, 3, 5, 5), result(2, 2, 4, 5, 9), result(2, 1, 3, 1, 5)]
    standings = scored(*results, tie_breaks=("head_to_head",))
    assert percentages(standings) == {1: 50, 2: 50, 3: 50, 4: 50}
    assert [row.entry for row in scored(*results, entries=entries(1, 4, 2, 3)).standings[""]][:2] == [1, 4]
    pair = scored(
        *results, penalties=(Penalty(2, Fraction(1)), Penalty(3, Fraction(1))), tie_breaks=("head_to_head",)
    )
    assert ranks(pair)[:2] == [(1, 1, False), (4, 2, False)]


# --- recomputing only what changed -------------------------------------------------------------------------


def test_boards_scored_one_by_one_assemble_to_the_same_standings() -> None:
    built = event(*hand_one(), *board_of([3, 2, 1], 2), result(2, 7, 8, ns_adjusted="A+", ew_adjusted="A-"))
    boards = {
        board: score_board(board, [item for item in built.results if item.board == board], 4)
        for board in (1, 2)
    }
    assert assemble(built, boards) == score_pairs(built)


def test_unchanged_boards_are_reused_and_changed_ones_are_not() -> None:
    before = event(*board_of([3, 2], 1), *board_of([3, 2], 2))
    old = score_pairs(before)
    after = replace(before, results=(*board_of([3, 2], 1), *board_of([2, 3], 2)))
    new = score_pairs(after, old.boards)
    assert new.boards[1] is old.boards[1]
    assert new == score_pairs(after)
    assert new != old


def test_a_board_is_scored_again_when_another_number_is_expected() -> None:
    old = score_pairs(event(*board_of([3, 2], 1)))
    built = event(*board_of([3, 2], 1), *board_of([3, 2, 1], 2))
    assert score_pairs(built, old.boards) == score_pairs(built)
    assert score_pairs(replace(built, neuberg=False), old.boards) == score_pairs(
        replace(built, neuberg=False)
    )


# --- what is refused ---------------------------------------------------------------------------------------


def test_all_faults_of_an_event_with_their_places() -> None:
    built = PairsEvent(
        entries=(*entries(1, 2), *entries(2)),
        results=(
            result(1, 1, 1, 70, 49),
            result(1, 2, 9, 70, 49),
            result(2, 1, 2, 70),
            result(2, 2, 1, not_played=True),
        ),
        tie_breaks=("tops", "luck", "tops"),
        penalties=(Penalty(7),),
        expected={2: 0},
    )
    assert [(fault.code, fault.path) for fault in check_pairs_event(built)] == [
        ("entry-twice", "entries[1].number"),
        ("entry-twice", "entries[2].number"),
        ("pair-against-itself", "results[0].ew"),
        ("entry-unknown", "results[1].ew"),
        ("score-missing", "results[2].ew_score"),
        ("board-twice", "results[3].ns"),
        ("board-twice", "results[3].ew"),
        ("tie-break-unknown", "tie_breaks[1]"),
        ("tie-break-twice", "tie_breaks[2]"),
        ("entry-unknown", "penalties[0].entry"),
        ("expected-range", "expected[2]"),
    ]


# --- what holds for any event ------------------------------------------------------------------------------

tables = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=8)


@quick
@given(st.lists(tables, min_size=1, max_size=4), st.booleans(), st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(boards: list[Any], neuberg: bool, random: Any) -> None:
    results = [
        result(board, table + 1, table + 101, *scores)
        for board, found in enumerate(boards, 1)
        for table, scores in enumerate(found)
    ]
    one = scored(*results, neuberg=neuberg)
    random.shuffle(results)
    assert scored(*results, neuberg=neuberg).standings == one.standings


@quick
@given(st.lists(tables, min_size=1, max_size=4), st.booleans())
def test_without_adjustments_everybody_together_gets_half(boards: list[Any], neuberg: bool) -> None:
    standings = scored(
        *(
            result(board, table + 1, table + 101, *scores)
            for board, found in enumerate(boards, 1)
            for table, scores in enumerate(found)
        ),
        neuberg=neuberg,
    )
    rows = standings.standings[""]
    assert sum(row.sum for row in rows) == 50 * sum(row.boards for row in rows)


@quick
@given(tables, st.integers(1, 9))
def test_a_better_score_never_hurts_its_pair(found: list[tuple[int, int]], more: int) -> None:
    def average(extra: int) -> Fraction:
        results = [result(1, table + 1, table + 101, *scores) for table, scores in enumerate(found)]
        results[0] = replace(results[0], ns_score=found[0][0] + extra)
        row = scored(*results).row(1)
        assert row is not None
        assert row.percentage is not None
        return row.percentage

    assert average(more) >= average(0)
