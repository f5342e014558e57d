"""A board of a Pairs event: Neuberg, adjustments, groups, and what explains them."""

import json
from fractions import Fraction

import pytest

from scoring.adjustments import Penalty
from scoring.explanation import ExplanationKind
from scoring.pairs import (
    Direction,
    PairsResult,
    PairsStandings,
    check_pairs_event,
    expected_scores,
    score_pairs,
)
from tests.scoring.build import board_of, event, ns_percentages, result, scored


def percentages(standings: PairsStandings, name: str = "") -> dict[int, Fraction | None]:
    return {row.entry: row.percentage for row in standings.standings[name]}


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


def test_scores_left_on_a_board_not_played_count_for_nothing() -> None:
    built = event(*board_of([10, 20], 1), result(1, 3, 103, 15, 15, not_played=True))
    assert expected_scores(built) == {1: 2}
    assert ns_percentages(score_pairs(built)) == [0, 100, None]


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


def test_a_given_percentage_counts_in_the_own_average() -> None:
    standings = scored(
        *board_of([9, 1], 1),
        result(2, 1, 101, ns_adjusted=20, ew_adjusted="A"),
        result(3, 1, 101, ns_adjusted="A-", ew_adjusted="A+"),
        result(4, 1, 101, ns_adjusted=20, ew_adjusted="A"),
        neuberg=False,
    )
    own = {line.result.board: line.own.percentage for line in standings.scorecard(1)}
    assert own[3] == 40
    higher = {line.result.board: line.own.percentage for line in standings.scorecard(101)}
    assert higher[3] == 60


def test_average_minus_is_the_own_average_when_that_is_lower() -> None:
    assert percentages(with_board_two_adjusted([1, 9, 9], "A-"))[1] == Fraction(0)


def test_average_minus_is_40_when_the_own_average_is_higher() -> None:
    assert percentages(with_board_two_adjusted([5, 1, 9], "A-"))[1] == Fraction(50 + 40, 2)


def test_the_own_average_is_over_all_other_boards_but_those_with_a_plus_or_minus() -> None:
    # (100 + 0) / 2 = 50: A+ stays at 60, and neither A+ nor A- is asked about by the other.
    standings = scored(
        *board_of([9, 1], 1),
        result(2, 1, 101, ns_adjusted="A+", ew_adjusted="A"),
        result(3, 1, 101, ns_adjusted=0, ew_adjusted="A"),
        result(4, 1, 101, ns_adjusted="A-", ew_adjusted="A"),
        neuberg=False,
    )
    own = {line.result.board: line.own.percentage for line in standings.scorecard(1)}
    assert own == {1: 100, 2: 60, 3: 0, 4: 40}


def test_adjusted_scores_are_nobodys_comparison() -> None:
    results = [*board_of([10, 20, 30], 1), result(1, 4, 104, ns_adjusted="A+", ew_adjusted="A-")]
    assert ns_percentages(scored(*results, neuberg=False)) == [0, 50, 100, 60]


def test_an_adjustment_takes_the_place_of_a_score_that_was_made() -> None:
    results = [*board_of([10, 20], 1), result(1, 3, 103, 25, 5, ns_adjusted="A", ew_adjusted="A-")]
    standings = scored(*results, neuberg=False)
    assert ns_percentages(standings) == [0, 100, 50]
    assert [line.ew.percentage for line in standings.board_lines(1)] == [50, 50, 40]
    assert standings.board_lines(1)[2].ns.score == 25


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


def test_each_side_of_a_weighted_score_is_compared_in_its_own_direction() -> None:
    ruling = {"weighted": [{"weight": 1, "ns_score": 9, "ew_score": -9}]}
    results = [*board_of([5, 5], 1), result(1, 3, 103, ns_adjusted=ruling, ew_adjusted=ruling)]
    line = scored(*results).board_lines(1)[2]
    assert (line.ns.percentage, line.ew.percentage) == (100, 0)


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
