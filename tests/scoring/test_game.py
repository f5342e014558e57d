"""docs/rules.md §6, the end of a game: targets, mercy, equal totals, corrections, who deals, faulty deals."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.elo import Outcome
from scoring.game import (
    TARGETS,
    GameEnd,
    GameEntry,
    GameScore,
    check_game_deal,
    dealer_of,
    first_bidder_of,
    play_game,
)
from scoring.rules import RuleSet
from tests.scoring import game_oracle
from tests.scoring.build import deals, quick, rule_sets, rules, sides

PIRATES = rules("puzzle-pirates", target=200)
STANDARD = rules("standard")

# One deal each, by what NS and EW score on it.
NS_100 = "10=10 3=3"  # 100 to 30
EW_100 = "3=3 10=10"
BOTH_60 = "6=6 6=7"  # 60 to 61: EW have a bag
EVEN = "6=6 5=7"  # 60 to 52, two bags
NS_SET = "10=6 3=7"  # −100 to 34, four bags


def entry(number: int, text: str) -> GameEntry:
    ns, ew = text.split()
    return GameEntry(number, *sides(*ns.split("="), *ew.split("=")))


def entries(*texts: str) -> list[GameEntry]:
    return [entry(number, text) for number, text in enumerate(texts, start=1)]


def game(*texts: str, rules: RuleSet = PIRATES) -> GameScore:
    return play_game(rules, entries(*texts))


def ends(found: GameScore) -> tuple[str, int | None, Outcome | None]:
    return str(found.end), found.over_after, found.winner


def codes(before: list[GameEntry], one: GameEntry, rule_set: RuleSet = PIRATES) -> list[tuple[str, str]]:
    return [(fault.code, fault.path) for fault in check_game_deal(rule_set, before, one)]


def test_nothing_is_in() -> None:
    found = game()
    assert (found.ns_total, found.ew_total, found.ns_bags, found.ew_bags, found.next_deal) == (0, 0, 0, 0, 1)
    assert ends(found) == ("running", None, None)
    assert found.text == "No deal is in yet."


def test_a_game_is_over_when_a_side_has_the_target_and_the_higher_total_wins() -> None:
    found = game(NS_100, NS_100)
    assert ends(found) == ("target", 2, Outcome.NS)
    assert found.text == "NS reached 200 on deal 2: NS 200, EW 60."
    assert found.next_deal is None


def test_199_is_not_200() -> None:
    found = game("9=13 1=0", "9=13 1=0", "1=2 11=11")
    assert [step.ns.total for step in found.steps] == [94, 188, 199]
    assert found.text == "After 3 deals: NS 199, EW 90."


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_is_reached_by_so_many_deals_of_a_hundred(target: int) -> None:
    needed = -(-target // 100)
    found = game(*[NS_100] * 12, rules=rules("puzzle-pirates", target=target))
    assert ends(found) == ("target", needed, Outcome.NS)


@pytest.mark.parametrize("target", TARGETS)
def test_mercy_ends_a_game_at_minus_the_target(target: int) -> None:
    pirates = rules("puzzle-pirates", target=target)
    set_again = "10=6 N+N=0+7"  # −100 to 100: EW would have the target at once
    lost = [f"10={9 - place % 2} 4={4 + place % 2}" for place in range(12)]
    found = play_game(pirates, entries(*lost))
    needed = -(-target // 100)
    # EW make 40 or 41 a deal, so that they are still under the target when NS are at minus the target
    assert ends(found) == ("floor", needed, Outcome.EW)
    assert found.text.startswith(f"NS fell to −{target} on deal {needed}: NS −{100 * needed}, EW ")
    assert game(set_again, rules=pirates).end is GameEnd.RUNNING


def test_without_mercy_a_side_far_below_zero_plays_on() -> None:
    assert game(*[NS_SET] * 3, rules=rules("standard", target=1000)).end is GameEnd.RUNNING


def test_a_floor_other_than_minus_the_target_ends_a_game() -> None:
    found = game(NS_SET, NS_SET, rules=rules("standard", target=500, floor=-150))
    assert ends(found) == ("floor", 2, Outcome.EW)
    assert found.text == "NS fell to −150 on deal 2: NS −200, EW 68."


def test_both_sides_at_the_floor_and_the_higher_total_wins() -> None:
    found = game("10=6 11=7", "10=6 11=7", rules=rules("puzzle-pirates", target=200))
    assert ends(found) == ("floor", 2, Outcome.NS)
    assert found.text == "NS and EW both fell to −200 on deal 2: NS −200, EW −220."


def test_both_sides_over_the_target_and_the_higher_total_wins() -> None:
    found = game("N+7=0+7 N+6=0+6", "N+7=0+7 N+6=0+6")
    assert ends(found) == ("target", 2, Outcome.NS)
    assert found.text == "NS and EW both reached 200 on deal 2: NS 240, EW 220."


def test_equal_totals_at_the_target_play_another_deal() -> None:
    tied = game("N+6=0+6 N+6=0+7", "6=7 6=6", "6=7 6=6", "6=6 6=7", rules=rules("puzzle-pirates", target=250))
    assert (tied.ns_total, tied.ew_total, tied.next_deal) == (292, 292, 5)
    assert ends(tied) == ("running", None, None)
    assert tied.text == "Both sides have 292 after deal 4: another deal decides."
    more = game(
        *["N+6=0+6 N+6=0+7", "6=7 6=6", "6=7 6=6", "6=6 6=7", "6=7 6=6"],
        rules=rules("puzzle-pirates", target=250),
    )
    assert ends(more) == ("target", 5, Outcome.NS)


def test_after_equal_totals_a_game_can_fall_back_below_the_target() -> None:
    tied = ["N+6=0+6 N+6=0+7", "N+6=0+7 N+6=0+6"]
    assert (game(*tied).ns_total, game(*tied).ew_total) == (221, 221)
    found = game(*tied, "10=6 9=7")
    assert (found.ns_total, found.ew_total) == (121, 131)
    assert ends(found) == ("running", None, None)
    assert found.text == "After 3 deals: NS 121, EW 131."


def test_equal_totals_at_the_floor_play_another_deal() -> None:
    found = game("10=6 10=7", "10=6 10=7")
    assert (found.ns_total, found.ew_total, found.end) == (-200, -200, GameEnd.RUNNING)
    assert (
        game("10=6 10=7", "10=6 10=7", BOTH_60).end is GameEnd.RUNNING
    )  # −140 and −139: nobody is at −200 now
    assert ends(game("10=6 10=7", "10=6 10=7", "1=6 1=7")) == ("running", None, None)
    assert ends(game("10=6 10=7", "10=6 10=7", "10=6 10=7", "5=6 8=7")) == ("floor", 4, Outcome.NS)


def test_the_bag_penalty_comes_before_the_target() -> None:
    # 49 with nine bags, 149, then 51 with the tenth bag: 200 less 100
    found = game("4=13 1=0", NS_100, "5=6 7=7")
    last = found.steps[-1].ns
    assert (last.score, last.penalty, last.total, last.bags) == (51, -100, 100, 0)
    assert not last.reached
    assert ends(found) == ("running", None, None)


def test_the_arithmetic_of_puzzle_pirates() -> None:
    found = game("6=8 5=5", "N+4=0+4 9=9", "N+4=1+4 8=8", "7=6 6=7", rules=rules("puzzle-pirates"))
    assert [(step.ns.score, step.ew.score) for step in found.steps] == [
        (62, 50),
        (90, 90),
        (-10, 80),
        (-70, 61),
    ]
    assert [(step.ns.total, step.ns.bags) for step in found.steps] == [(62, 2), (152, 2), (142, 2), (72, 2)]
    penalised = game("4=8 5=5", "4=8 5=5", "3=5 8=8", rules=rules("puzzle-pirates"))
    assert (penalised.ns_total, penalised.ns_bags) == (44 + 44 + 32 - 100, 0)


def test_the_scoring_example_of_puzzle_pirates_as_the_fourth_deal_of_a_game() -> None:
    """153 and 135; 28 with eight bags and 81 with one. It makes fourteen tricks, which the arithmetic does not mind."""
    before = ["4=5 2=8", "9=9 2=4", "N+7=3+9 2=1"]
    found = game(*before, rules=rules("puzzle-pirates"))
    assert (found.ns_total, found.ew_total, found.ew_bags) == (153, 28, 8)
    found = game(*before, "3+N=5+1 B+5=0+8", rules=rules("puzzle-pirates"))
    assert (found.ns_total, found.ew_total, found.ew_bags) == (135, 81, 1)
    assert codes(entries(*before), entry(4, "3+N=5+1 B+5=0+8"), rules("puzzle-pirates")) == [
        ("tricks-sum", "ns_tricks")
    ]


def test_a_deal_corrected_in_a_game_that_was_thereby_over_two_deals_earlier() -> None:
    to_300 = rules("puzzle-pirates", target=300)
    played = [EVEN, EW_100, EVEN, NS_100, NS_100]
    assert ends(game(*played, rules=to_300)) == ("target", 5, Outcome.NS)
    corrected = game(*played[:2], "5=3 N+10=0+10", *played[3:], rules=to_300)
    assert ends(corrected) == ("target", 3, Outcome.EW)
    assert corrected.beyond == (4, 5)
    assert len(corrected.steps) == 3
    assert corrected.text == "EW reached 300 on deal 3: NS 40, EW 302."


def test_a_correction_can_make_a_game_run_again() -> None:
    assert ends(game(NS_100, "10=9 3=4")) == ("running", None, None)


def test_deals_entered_out_of_order_count_all_the_same() -> None:
    made = entries(NS_100, EW_100, EVEN)
    assert play_game(PIRATES, made[::-1]) == play_game(PIRATES, made)


def test_deals_after_a_gap_wait() -> None:
    found = play_game(PIRATES, [entry(1, NS_100), entry(3, NS_100), entry(4, NS_100)])
    assert (found.ns_total, found.waiting, found.beyond, found.next_deal) == (100, (3, 4), (), 2)


def test_who_deals_and_who_bids_first_goes_round() -> None:
    assert [dealer_of(number) for number in range(1, 6)] == ["N", "E", "S", "W", "N"]
    assert [first_bidder_of(number) for number in range(1, 6)] == ["E", "S", "W", "N", "E"]
    assert [(step.dealer, step.first_bidder) for step in game(NS_SET, EVEN).steps] == [("N", "E"), ("E", "S")]


def test_a_deal_is_checked_at_its_place() -> None:
    over = entries(NS_100, NS_100)
    assert codes([], entry(0, EVEN)) == [("game-deal", "number")]
    assert codes(entries(EVEN), entry(3, EVEN)) == [("game-gap", "number")]
    assert codes(over, entry(3, EVEN)) == [("game-over", "number")]
    assert codes(over[:1], entry(2, EVEN)) == []
    (fault,) = check_game_deal(PIRATES, entries(EVEN), entry(4, EVEN))
    assert fault.message == "Deal 4 does not count without deal 2: enter that first."


def test_all_that_is_wrong_with_a_deal_is_told_at_once() -> None:
    found = codes(entries(EVEN), entry(3, "14=6 N+3=8"))
    assert found == [
        ("game-gap", "number"),
        ("tricks-sum", "ns_tricks"),
        ("bid-over-13", "ns_bid"),
        ("tricks-not-split", "ew_tricks"),
    ]


def test_a_blind_nil_is_for_the_side_that_is_behind_before_the_deal() -> None:
    behind = entries(NS_100, "7=7 4=3")  # NS 170, EW −10
    blind = "6=6 B+6=0+7"
    assert codes(behind, entry(3, blind)) == []
    assert codes(behind[:1], entry(2, blind)) == [("blind-nil-not-behind", "ew_bid")]
    assert codes(behind, entry(3, "B+6=0+7 6=6")) == [("blind-nil-not-behind", "ns_bid")]
    # the deals after it are not looked at, and a bid that was right when it was made stays right
    assert codes(behind, entry(1, blind)) == [("blind-nil-not-behind", "ew_bid")]
    assert check_game_deal(PIRATES, behind[:1], entry(2, blind), any_blind_nil=True) == ()


def test_json_holds_everything() -> None:
    found = json.loads(json.dumps(game(NS_100, NS_100, EVEN).to_json()))
    assert found["winner"] == "ns"
    assert (found["over_after"], found["beyond"], found["waiting"], found["end"]) == (2, [3], [], "target")
    assert found["steps"][1]["dealer"] == "E"
    assert found["steps"][1]["ns"]["total"] == found["ns_total"] == 200
    assert game().to_json()["winner"] is None


@quick
@given(st.integers(0, 10**9), st.sampled_from(TARGETS), st.booleans())
def test_a_game_is_what_adding_up_by_the_book_makes_it(seed: int, target: int, mercy: bool) -> None:
    random_ = random.Random(seed)
    played = [game_oracle.random_deal(random_) for _ in range(random_.randint(0, 25))]
    rule_set = rules("puzzle-pirates", target=target, mercy=mercy)
    found = play_game(rule_set, [GameEntry(n, *sides(*deal)) for n, deal in enumerate(played, start=1)])
    over_after, winner, why = game_oracle.end(played, target, mercy)
    assert (found.over_after, str(found.end)) == (over_after, why)
    assert (found.winner.name.lower() if found.winner is not None else None) == winner
    assert found.ns_total == game_oracle.total_after(played, len(found.steps), 0)
    assert found.ew_total == game_oracle.total_after(played, len(found.steps), 1)
    assert len(found.steps) + len(found.beyond) == len(played)


@quick
@given(rule_sets(), st.lists(deals(), max_size=12), st.data())
def test_nothing_after_the_end_changes_a_game(
    rule_set: RuleSet, played: list[tuple[object, ...]], data: st.DataObject
) -> None:
    made = [GameEntry(number, *deal) for number, deal in enumerate(played, start=1)]  # type: ignore[arg-type]
    whole = play_game(rule_set, made)
    shuffled = data.draw(st.permutations(made))
    assert play_game(rule_set, shuffled) == whole
    if whole.over_after is not None:
        assert whole.winner in (Outcome.NS, Outcome.EW)
        assert replace(play_game(rule_set, made[: whole.over_after]), beyond=whole.beyond) == whole
    for count in range(len(whole.steps)):
        assert play_game(rule_set, made[:count]).over_after is None


def test_the_worked_example_of_the_rules() -> None:
    played = ["7=7 5=6", "5=6 7=7", "6=6 7=7", "8=8 5=5"]
    found = game(*played)
    assert [(step.dealer, step.first_bidder) for step in found.steps] == [*zip("NESW", "ESWN", strict=True)]
    assert [(step.ns.score, step.ns.total) for step in found.steps] == [
        (70, 70),
        (51, 121),
        (60, 181),
        (80, 261),
    ]
    assert [(step.ew.score, step.ew.total) for step in found.steps] == [
        (51, 51),
        (70, 121),
        (70, 191),
        (50, 241),
    ]
    assert found.text == "NS and EW both reached 200 on deal 4: NS 261, EW 241."
    corrected = game(played[0], "N+10=0+10 3=3", *played[2:])
    assert (corrected.ns_total, corrected.over_after, corrected.beyond) == (220, 2, (3, 4))
