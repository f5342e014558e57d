"""docs/rules.md §3, the race at one table: reaching the target, stopping, deciders, and faulty entries."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.race import Race, RaceEnd, RaceEntry, check_race, run_race
from scoring.rules import BlindNil
from tests.scoring import race_oracle
from tests.scoring.build import quick, rules
from tests.scoring.races import BOTH_SET, EVEN, EW_100, NS_100, NS_200, STANDARD, board, boards, race


def ends(found: Race) -> tuple[str, int | None, int | None, int | None]:
    return str(found.end), found.stopped_after, found.ns_reached, found.ew_reached


def codes(*entries: RaceEntry, **more: int) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in check_race(STANDARD, entries, **more)]


def test_nothing_is_in() -> None:
    found = race()
    assert (found.ns_total, found.ew_total, found.boards) == (0, 0, 0)
    assert ends(found) == ("running", None, None, None)
    assert found.text == "0 of 8 boards played: NS 0, EW 0."


def test_a_table_stops_after_the_board_on_which_a_pair_reaches_500() -> None:
    found = race(*[NS_100] * 5)
    assert ends(found) == ("reached", 5, 5, None)
    assert (found.ns_total, found.ew_total) == (500, 150)
    assert found.text == "NS reached 500 on board 5: NS 500, EW 150."


def test_499_is_not_500() -> None:
    found = race(*["10=13 1=0"] * 3, NS_100, "9=9 4=4")
    assert found.ns_total == 499
    assert ends(found) == ("running", None, None, None)


def test_both_pairs_reach_500_on_the_same_board() -> None:
    found = race("6=6 7=7", "6=6 7=7", "N+7=0+7 N+6=0+6", target=280)
    assert ends(found) == ("reached", 3, 3, 3)
    assert found.text == "NS and EW both reached 280 on board 3: NS 290, EW 300."


def test_nobody_reaches_500_in_eight_boards() -> None:
    found = race(*[BOTH_SET] * 8)
    assert ends(found) == ("length", 8, None, None)
    assert found.text == "Nobody reached 500 in 8 boards: NS −800, EW −800."


def test_reaching_500_on_the_last_board_is_reaching_it() -> None:
    assert ends(race(*[EVEN] * 7, NS_200)) == ("reached", 8, 8, 8)


def test_a_bag_penalty_that_takes_a_pair_back_under_500() -> None:
    # 400 with no bags; then 5 bid and 13 taken: 58 and 8 bags; then 9 bid and 11 taken: 92 and the tenth bag.
    found = race(*[NS_100] * 4, "5=13 1=0", "9=11 2=2")
    last = found.steps[-1].ns
    assert (last.score, last.penalty, last.total, last.bags) == (92, -100, 450, 0)
    assert not last.reached
    assert ends(found) == ("running", None, None, None)
    # It has to come up again, and does so on board 7.
    assert ends(race(*[NS_100] * 4, "5=13 1=0", "9=11 2=2", NS_100)) == ("reached", 7, 7, None)


def test_a_penalty_at_500_that_leaves_500_still_reaches_it() -> None:
    found = race(NS_200, NS_200, "5=13 1=0", "N+9=0+11 2=2")
    assert (found.ns_total, found.ns_reached) == (400 + 58 + 192 - 100, 4)


def test_two_penalties_in_one_deal() -> None:
    # 9 bags, then a failed pair of nils that takes 12 tricks: 21 bags, two multiples of ten.
    found = race("4=13 1=0", "N+N=6+6 1=1")
    last = found.steps[-1].ns
    assert (last.score, last.penalty, last.bags) == (-200 + 12, -200, 1)
    assert last.total == 49 - 188 - 200
    assert last.components[-1].text == "21 bags: 2 × −100, 1 carried"
    assert sum(part.points for part in last.components) == last.score + last.penalty


def test_a_pair_far_below_zero_plays_on() -> None:
    pirates = rules("puzzle-pirates", bids_may_pass_13=True)
    assert pirates.lowest == -500
    assert race(*[BOTH_SET] * 7, rules=pirates).end is RaceEnd.RUNNING


def test_rules_that_give_losses_to_the_opponents_work_too() -> None:
    found = race("10=6 7=7", rules=rules("duplicate-pairs"))
    assert (found.ns_total, found.ew_total) == (-100, 170)


def test_target_and_length_are_parameters() -> None:
    assert ends(race(NS_100, NS_100, target=200)) == ("reached", 2, 2, None)
    assert ends(race(EVEN, EVEN, length=2)) == ("length", 2, None, None)


def test_boards_entered_out_of_order_count_all_the_same() -> None:
    entries = boards(NS_100, EW_100, EVEN)
    assert run_race(STANDARD, entries[::-1]) == run_race(STANDARD, entries)


def test_only_boards_without_a_gap_from_1_count() -> None:
    found = run_race(STANDARD, [board(1, NS_100), board(3, NS_200), board(4, NS_200)])
    assert (found.boards, found.ns_total, found.end) == (1, 100, RaceEnd.RUNNING)
    assert run_race(STANDARD, [board(2, NS_100)]).steps == ()


def test_boards_after_the_end_do_not_count() -> None:
    assert race(*[NS_100] * 7) == race(*[NS_100] * 5)


def test_deciders_follow_the_end_and_leave_it_as_it_was() -> None:
    found = race(*[NS_100] * 5, deciders=[NS_200, EVEN])
    assert [step.board for step in found.steps] == [1, 2, 3, 4, 5, 9, 10]
    assert (found.boards, found.deciders) == (5, 2)
    assert ends(found) == ("reached", 5, 5, None)
    assert [found.totals_after(number) for number in range(4)] == [
        (500, 150),
        (700, 180),
        (760, 250),
        (760, 250),
    ]
    assert found.text == "NS reached 500 on board 5: NS 500, EW 150."


def test_nobody_reaches_the_target_on_a_decider() -> None:
    found = race(*[EVEN] * 7, "6=6 8=7", deciders=[NS_200])
    assert found.ns_total == 680
    assert ends(found) == ("length", 8, None, None)


def test_no_decider_before_the_race_has_ended() -> None:
    assert race(EVEN, deciders=[NS_200]).boards == 1
    assert race(EVEN, deciders=[NS_200]).deciders == 0


def test_bags_run_on_into_deciders() -> None:
    found = race("4=13 1=0", length=1, deciders=["6=7 6=6"])
    assert found.steps[-1].ns.penalty == -100


def test_json_holds_everything() -> None:
    found = json.loads(json.dumps(race("4=13 1=0", "6=7 6=6").to_json()))
    assert found["steps"][1]["ns"]["total"] == 49 + 61 - 100
    assert [part["points"] for part in found["steps"][1]["ns"]["components"]] == [60, 1, -100]
    assert (found["end"], found["stopped_after"], found["ns_total"]) == ("running", None, 10)


def test_a_sound_table_has_no_faults() -> None:
    assert codes(*boards(*[NS_100] * 5)) == []
    assert codes(*reversed(boards(NS_100, EVEN))) == []


@pytest.mark.parametrize("number", [6, 8])
def test_a_board_after_the_race_has_ended_is_refused(number: int) -> None:
    entries = [*boards(*[NS_100] * 5), board(number, EVEN)]
    (fault,) = check_race(STANDARD, entries)
    assert (fault.code, fault.path) == ("race-over", "[5].board")
    assert fault.message == f"The race ended after board 5 (NS reached 500): remove board {number}."


def test_a_gap_is_named_once() -> None:
    assert codes(board(1, EVEN), board(4, EVEN), board(5, EVEN)) == [("race-gap", "[1].board")]
    assert codes(board(2, EVEN)) == [("race-gap", "[0].board")]


def test_a_board_twice_and_a_board_0() -> None:
    assert codes(board(1, EVEN), board(1, EVEN), board(0, EVEN)) == [
        ("race-board-twice", "[1].board"),
        ("race-board", "[2].board"),
    ]


def test_a_ninth_board_without_a_tie_is_refused() -> None:
    played = boards(*[BOTH_SET] * 9)
    assert codes(*played) == [("race-no-decider", "[8].board")]
    assert codes(*played, deciders=1) == []
    assert codes(*boards(*[NS_100] * 5), board(9, EVEN), deciders=1) == []
    assert codes(*boards(*[NS_100] * 5), board(10, EVEN), deciders=2) == [("race-gap", "[5].board")]


def test_every_fault_of_every_deal_is_told() -> None:
    entries = [board(1, "6=6 7=6"), board(2, "N+4=5 4=8"), board(2, "6=6 7=6")]
    assert codes(*entries) == [
        ("tricks-sum", "[0].ns_tricks"),
        ("tricks-not-split", "[1].ns_tricks"),
        ("race-board-twice", "[2].board"),
        ("tricks-sum", "[2].ns_tricks"),
    ]


BEHIND = rules("standard", blind_nil=BlindNil.BEHIND)


@pytest.mark.parametrize(
    ("first", "second", "refused"),
    [
        (NS_100, "5=6 B+4=0+7", True),  # 70 behind
        (NS_200, "5=6 B+4=0+7", False),  # 170 behind
        (NS_200, "B+4=0+7 5=6", True),  # ahead
        (EW_100, "B+4=0+7 5=6", True),
    ],
)
def test_blind_nil_is_for_the_side_behind_by_the_running_totals(
    first: str, second: str, refused: bool
) -> None:
    found = [fault.code for fault in check_race(BEHIND, boards(first, second))]
    assert found == (["blind-nil-not-behind"] if refused else [])


def test_blind_nil_on_the_first_board_is_never_behind() -> None:
    assert [fault.code for fault in check_race(BEHIND, boards("B+4=0+6 5=7"))] == ["blind-nil-not-behind"]


def test_blind_nil_after_a_gap_is_not_judged_by_half_the_totals() -> None:
    entries = [board(1, NS_100), board(3, "5=6 B+4=0+7")]
    assert [fault.code for fault in check_race(BEHIND, entries)] == ["race-gap"]
    # Nor after a faulty deal, whose totals nobody knows.
    entries = [board(1, "6=6 7=6"), board(2, "5=6 B+4=0+7")]
    assert [fault.code for fault in check_race(BEHIND, entries)] == ["tricks-sum"]


def test_blind_nil_on_a_decider_is_judged_by_the_totals_at_the_end() -> None:
    entries = [*boards(*[NS_100] * 5), board(9, "5=6 B+4=0+7")]
    assert check_race(BEHIND, entries, deciders=1) == ()


@quick
@given(st.integers(0, 10**6), st.integers(0, 10))
def test_every_race_agrees_with_the_oracle(seed: int, count: int) -> None:
    chance = random.Random(seed)
    played = [race_oracle.random_board(chance, bold=seed % 3 == 0) for _ in range(count)]
    found = race(*[f"{ns}={took} {ew}={took_ew}" for ns, took, ew, took_ew in played[:8]])
    assert [found.ns_reached, found.ew_reached] == race_oracle.reached(played, 500, 8)
    assert found.stopped_after == race_oracle.stop(played, 500, 8)
    assert found.totals_after(0) == tuple(
        race_oracle.total_after(played, found.boards, side) for side in (0, 1)
    )
