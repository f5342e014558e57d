"""A whole Pairs event: averages, adjustments, groups, penalties, ranks."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.adjustments import Penalty
from scoring.explanation import ExplanationKind
from scoring.pairs import (
    Direction,
    PairsEvent,
    PairsResult,
    PairsStandings,
    Winners,
    assemble,
    check_pairs_event,
    expected_scores,
    score_board,
    score_pairs,
)
from tests.scoring.build import board_of, entries, event, ns_percentages, result, scored


def percentages(standings: PairsStandings, name: str = "") -> dict[int, Fraction | None]:
    return {row.entry: row.percentage for row in standings.standings[name]}


def ranks(standings: PairsStandings, name: str = "") -> list[tuple[int, int, bool]]:
    return [(row.entry, row.rank, row.tied) for row in standings.standings[name]]


def hand_one() -> list[PairsResult]:
    scores = ((-70, 118), (70, 49), (69, 50), (118, -50))
    return [result(1, table, table + 4, *pair) for table, pair in enumerate(scores, 1)]


# --- one board ---------------------------------------------------------------------------------------------


def test_each_direction_is_compared_by_itself() -> None:
    lines = scored(*hand_one()).board_lines(1)
    assert [line.ns.percentage for line in lines] == [0, Fraction(200, 3), Fraction(100, 3), 100]
    assert [line.ew.percentage for line in lines] == [100, Fraction(100, 3), Fraction(200, 3), 0]


def test_a_board_is_not_zero_sum() -> None:
    # NS differ, EW all have the same: EW get 50 % each, whatever NS got.
    lines = scored(result(1, 1, 3, 70, 40), result(1, 2, 4, 60, 40)).board_lines(1)
    assert [(line.ns.percentage, line.ew.percentage) for line in lines] == [(100, 50), (0, 50)]


def test_matchpoints_are_shown_one_per_win() -> None:
    lines = scored(*board_of([50, -90, -90, -90])).board_lines(1)
    assert [line.ns.matchpoints for line in lines] == [3, 1, 1, 1]


def test_one_score_alone_gets_half() -> None:
    line = scored(result(1, 1, 2, 70, 49)).board_lines(1)[0]
    assert (line.ns.percentage, line.ew.percentage) == (50, 50)
    assert line.ns.explanation.text == "the only score: 50 %"


def test_a_lone_score_where_more_were_expected_gets_half() -> None:
    standings = scored(*board_of([70], board=1), *board_of([70, 60, 50], board=2))
    assert ns_percentages(standings, 1) == [50]


def test_an_unknown_board_has_no_lines() -> None:
    assert scored(*hand_one()).board_lines(99) == ()


# --- Neuberg -----------------------------------------------------------------------------------------------


def test_neuberg_stretches_to_the_fullest_board() -> None:
    standings = scored(*board_of([10, 20], 1), *board_of([1, 2, 3, 4, 5], 2))
    assert ns_percentages(standings, 1) == [Fraction(75, 4), Fraction(325, 4)]
    assert [line.ns.matchpoints for line in standings.board_lines(1)] == [Fraction(3, 4), Fraction(13, 4)]


def test_neuberg_off_is_plain() -> None:
    standings = scored(*board_of([10, 20], 1), *board_of([1, 2, 3, 4, 5], 2), neuberg=False)
    assert ns_percentages(standings, 1) == [0, 100]


def test_a_board_may_name_its_own_number() -> None:
    built = event(*board_of([10, 20], 1), *board_of([1, 2, 3, 4, 5], 2), expected={1: 2})
    assert expected_scores(built) == {1: 2, 2: 5}
    assert ns_percentages(score_pairs(built), 1) == [0, 100]


def test_artificial_scores_count_in_the_number_expected_and_boards_not_played_do_not() -> None:
    built = event(
        *board_of([10, 20], 1),
        *board_of([10, 20], 2),
        result(2, 3, 103, ns_adjusted="A", ew_adjusted="A"),
        result(2, 4, 104, not_played=True),
    )
    assert expected_scores(built) == {1: 3, 2: 3}


def test_an_event_without_results_expects_nothing() -> None:
    assert expected_scores(event(pairs=3)) == {}


# --- adjusted scores ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_as", "percentage"), [("A+", 60), ("A", 50), ("A-", 40), (12.5, Fraction(25, 2))]
)
def test_adjustments_of_a_pair_without_other_boards(given_as: object, percentage: Fraction) -> None:
    standings = scored(result(1, 1, 2, ns_adjusted=given_as, ew_adjusted="A"))
    assert percentages(standings)[1] == percentage


def with_board_two_adjusted(scores: list[int], adjustment: object) -> PairsStandings:
    """Pair 1 has the first of ``scores`` on board 1 and an adjustment on board 2."""
    return scored(
        *board_of(scores, 1), result(2, 1, 101, ns_adjusted=adjustment, ew_adjusted="A"), neuberg=False
    )


def test_average_plus_is_the_own_average_when_that_is_higher() -> None:
    assert percentages(with_board_two_adjusted([9, 1, 1, 9, 9], "A+"))[1] == Fraction(75 + 75, 2)


def test_average_plus_is_60_when_the_own_average_is_lower() -> None:
    assert percentages(with_board_two_adjusted([5, 1, 9], "A+"))[1] == Fraction(50 + 60, 2)


def test_average_minus_is_the_own_average_when_that_is_lower() -> None:
    assert percentages(with_board_two_adjusted([1, 9, 9], "A-"))[1] == Fraction(0)


def test_average_minus_is_40_when_the_own_average_is_higher() -> None:
    assert percentages(with_board_two_adjusted([5, 1, 9], "A-"))[1] == Fraction(50 + 40, 2)


def test_artificial_scores_do_not_enter_the_own_average() -> None:
    standings = scored(
        *board_of([9, 1], 1),
        result(2, 1, 101, ns_adjusted="A+", ew_adjusted="A"),
        result(3, 1, 101, ns_adjusted=0, ew_adjusted="A"),
        result(4, 1, 101, ns_adjusted="A-", ew_adjusted="A"),
        neuberg=False,
    )
    own = {line.result.board: line.own.percentage for line in standings.scorecard(1)}
    assert own == {1: 100, 2: 100, 3: 0, 4: 40}


def test_adjusted_scores_are_nobodys_comparison() -> None:
    results = [*board_of([10, 20, 30], 1), result(1, 4, 104, ns_adjusted="A+", ew_adjusted="A-")]
    assert ns_percentages(scored(*results, neuberg=False)) == [0, 50, 100, 60]


def test_an_adjustment_takes_the_place_of_a_score_that_was_made() -> None:
    results = [*board_of([10, 20], 1), result(1, 3, 103, 15, 0, ns_adjusted="A")]
    standings = scored(*results, neuberg=False)
    assert ns_percentages(standings) == [0, 100, 50]
    assert standings.board_lines(1)[2].ns.score == 15


def test_one_side_may_be_adjusted_while_the_other_keeps_its_score() -> None:
    results = [result(1, 1, 3, 70, 40), result(1, 2, 4, None, 30, ns_adjusted="A+")]
    lines = scored(*results, neuberg=False).board_lines(1)
    assert [(line.ns.percentage, line.ew.percentage) for line in lines] == [(50, 100), (60, 0)]


def test_a_board_not_played_leaves_the_average() -> None:
    standings = scored(*board_of([9, 1], 1), result(2, 1, 101, not_played=True))
    row = standings.row(1)
    assert row is not None
    assert (row.percentage, row.boards, row.sum) == (100, 1, 100)
    line = standings.board_lines(2)[0].ns
    assert (line.percentage, line.matchpoints, line.explanation.text) == (None, None, "not played")


WEIGHTED = {
    "weighted": [{"weight": 60, "ns_score": 70, "ew_score": 0}, {"weight": 40, "ns_score": 50, "ew_score": 0}]
}


def test_weighted_scores_are_compared_each_and_then_weighted() -> None:
    results = [*board_of([50, 60, 70], 1), result(1, 4, 104, None, 0, ns_adjusted=WEIGHTED)]
    standings = scored(*results)
    assert ns_percentages(standings)[3] == Fraction(60 * 5, 6) + Fraction(40 * 1, 6)
    # It is in the number expected (4) but not among the scores compared (3): Neuberg bears on the others.
    assert ns_percentages(standings)[2] == 50 + 50 * Fraction(2, 3) * Fraction(4, 3)


def test_a_weighted_score_is_the_sides_own_and_enters_its_average() -> None:
    results = [
        *board_of([50, 60, 70], 1),
        result(1, 4, 104, None, 0, ns_adjusted={"weighted": [{"weight": 1, "ns_score": 99, "ew_score": 0}]}),
        result(2, 4, 104, None, 0, ns_adjusted="A+"),
    ]
    assert percentages(scored(*results))[4] == 100


def test_a_weighted_score_on_a_board_nobody_else_scored() -> None:
    assert ns_percentages(scored(result(1, 1, 2, None, 0, ns_adjusted=WEIGHTED))) == [50]


def test_artificial_matchpoints_are_that_part_of_the_top() -> None:
    results = [*board_of([10, 20, 30, 40], 1), result(1, 5, 105, ns_adjusted="A+", ew_adjusted="A")]
    assert scored(*results).board_lines(1)[4].ns.matchpoints == Fraction(60, 100) * 4
    assert scored(*results, neuberg=False).board_lines(1)[4].ns.matchpoints == Fraction(60, 100) * 3


# --- fouled boards -----------------------------------------------------------------------------------------


def test_groups_are_compared_within_themselves_then_stretched() -> None:
    one = board_of([1, 2, 3, 4, 5])
    other = [
        result(1, 10 + table, 110 + table, score, 0, group=1) for table, score in enumerate((99, 98, 97))
    ]
    found = ns_percentages(scored(*one, *other))
    assert found[4] == 50 + 50 * Fraction(4, 5) * Fraction(8, 7)
    assert found[5] == Fraction(100 * 37, 42)
    assert found[6] == 50


def test_groups_without_neuberg() -> None:
    other = [result(1, 10 + table, 110 + table, score, 0, group=1) for table, score in enumerate((99, 98))]
    assert ns_percentages(scored(*board_of([1, 2, 3]), *other, neuberg=False)) == [0, 50, 100, 100, 0]


def test_a_weighted_score_is_compared_within_its_group() -> None:
    other = [
        result(1, 10, 110, 99, 0, group=1),
        result(1, 11, 111, None, 0, ns_adjusted=WEIGHTED, group=1),
    ]
    assert ns_percentages(scored(*board_of([1, 2, 3]), *other, neuberg=False))[4] == 0


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
    assert percentages(standings)[1] == 40


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


# --- explanations ------------------------------------------------------------------------------------------


def texts(standings: PairsStandings) -> list[str]:
    return [line.ns.explanation.text for line in standings.board_lines(1)]


def test_explanations_of_compared_scores() -> None:
    assert texts(scored(*hand_one())) == ["beat 0 of 3", "beat 2 of 3", "beat 1 of 3", "beat 3 of 3"]
    assert texts(scored(*board_of([5, 5, 1])))[0] == "beat 1, tied 1 of 2"


def test_explanation_of_neuberg() -> None:
    standings = scored(*board_of([10, 20], 1), expected={1: 5})
    assert texts(standings)[1] == "beat 1 of 1 (100.00 %), 2 of 5 scores: Neuberg"
    why = standings.board_lines(1)[1].ns.explanation
    assert why.to_json() == {
        "kind": "compared",
        "text": why.text,
        "beaten": 1,
        "tied": 0,
        "n": 2,
        "expected": 5,
    }


def test_explanations_of_adjusted_scores() -> None:
    results = [
        *board_of([9, 1]),
        result(1, 3, 103, ns_adjusted="A+", ew_adjusted="A"),
        result(1, 4, 104, ns_adjusted="A", ew_adjusted="A"),
        result(1, 5, 105, ns_adjusted=33.3, ew_adjusted="A"),
        result(1, 6, 106, ns_adjusted=WEIGHTED, ew_adjusted="A"),
        result(2, 2, 102, ns_adjusted="A-", ew_adjusted="A"),
    ]
    standings = scored(*results, neuberg=False)
    assert texts(standings)[2:] == [
        "adjusted: A+, 60 % or own average if higher (no other board)",
        "adjusted: A, 50 %",
        "adjusted: 33.30 %",
        "weighted: 60.00 % of 70 (100.00 %), 40.00 % of 50 (100.00 %)",
    ]
    why = standings.board_lines(2)[0].ns.explanation
    assert why.text == "adjusted: A−, 40 % or own average if lower (0.00 %)"
    assert why.to_json()["own_average"] == 0.0
    assert why.to_json()["adjustment"] == "A-"


def test_a_result_that_is_still_missing_is_no_comparison() -> None:
    built = event(*board_of([9, 1]), result(1, 3, 103))
    assert [fault.path for fault in check_pairs_event(built)] == [
        "results[2].ns_score",
        "results[2].ew_score",
    ]
    standings = score_pairs(built)
    assert ns_percentages(standings) == [100, 0, None]
    assert standings.board_lines(1)[2].ns.explanation.kind is ExplanationKind.MISSING


def test_rows_and_lines_are_json() -> None:
    standings = scored(*hand_one(), penalties=(Penalty(4, Fraction("2.5")),))
    found = json.loads(json.dumps([row.to_json() for row in standings.standings[""]]))
    assert found[1] == {
        "rank": 2,
        "tied": False,
        "entry": 4,
        "name": "Pair 4",
        "percentage": 97.5,
        "boards": 1,
        "sum": 100.0,
        "penalty": 2.5,
        "tie_breaks": {},
    }
    line = json.loads(json.dumps(standings.board_lines(1)[1].ns.to_json()))
    assert (line["entry"], line["score"], line["matchpoints"]) == (2, 70, 2.0)
    assert line["percentage"] == pytest.approx(200 / 3)


def test_a_scorecard_has_a_pairs_boards_in_order_with_its_opponents() -> None:
    card = scored(result(2, 3, 1, 5, 6), result(1, 1, 2, 70, 49)).scorecard(1)
    assert [(line.result.board, line.direction, line.opponent, line.own.score) for line in card] == [
        (1, Direction.NS, 2, 70),
        (2, Direction.EW, 3, 6),
    ]


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
