"""docs/rules.md §3, the match: every case by which it is decided, the moment it is certain, and faulty entries.

In the closed room home sits EW, so ``EW_100`` there is good for home.
"""

import json
import random
from typing import Any

import pytest

from scoring.match import Given, MatchScore, Outcome
from scoring.match_check import check_match
from scoring.race import Race
from scoring.reach import deal_bounds
from scoring.rules import PRESETS, BlindNil
from tests.scoring import race_oracle
from tests.scoring.build import rules
from tests.scoring.races import BOTH_SET, EVEN, EW_100, NS_100, NS_200, STANDARD, boards, match, race

EW_200 = "3=3 N+10=0+10"  # 30 to 200


def verdict(found: MatchScore) -> tuple[str, str, bool]:
    return str(found.outcome), str(found.reason), found.certain


def reached(found: MatchScore) -> tuple[int | None, int | None]:
    return found.home_reached, found.away_reached


def points(found: MatchScore) -> tuple[int, int]:
    return found.home_points, found.away_points


# --- how a match is decided ---


def test_the_earlier_board_wins_whatever_the_points() -> None:
    # Home's EW gets there on board 5; away's pair in the open room on board 7, and home's NS there is far below zero.
    found = match(race(*["10=6 7=7"] * 6, EW_100), race(*[EW_100] * 5))
    assert verdict(found) == ("home", "earlier-board", True)
    assert reached(found) == (5, 7)
    assert points(found) == (-570 + 500, 520 + 150)
    assert found.text == "Home won: its pair at the closed table reached 500 on board 5, away on board 7."
    assert found.finished


def test_the_earlier_board_wins_for_away_too() -> None:
    found = match(race(*[EW_100] * 5), race(*[BOTH_SET] * 8))
    assert verdict(found) == ("away", "earlier-board", True)
    assert found.text == "Away won: its pair at the open table reached 500 on board 5, home not at all."


def test_the_earlier_of_a_teams_two_pairs_counts() -> None:
    found = match(race(NS_200, *[NS_100] * 3), race(*[EW_100] * 5))
    assert reached(found) == (4, None)
    assert found.text == "Home won: its pair at the open table reached 500 on board 4, away not at all."


def test_both_pairs_of_a_team_on_the_same_board() -> None:
    found = match(race(*[NS_100] * 5), race(*[EW_100] * 5))
    assert found.text == "Home won: its pairs at both tables reached 500 on board 5, away not at all."


def test_the_same_board_at_different_tables_goes_to_total_points() -> None:
    found = match(race(*[NS_100] * 5), race(*[NS_100] * 4, "10=10 N+3=0+3"))
    assert verdict(found) == ("home", "total-points", True)
    assert reached(found) == (5, 5)
    assert points(found) == (500 + 250, 150 + 500)
    assert found.text == "Home won on points: 750 to 650, as both teams reached 500 on board 5."


BOTH_280 = ["6=6 7=7", "6=6 7=7", "N+7=0+7 N+6=0+6"]  # 290 to 300


def test_the_same_board_at_one_table_goes_to_total_points() -> None:
    found = match(race(*BOTH_280, target=280), race(*[BOTH_SET] * 7, "10=6 7=7", target=280))
    assert verdict(found) == ("home", "total-points", True)
    assert reached(found) == (3, 3)
    assert points(found) == (290 - 630, 300 - 800)


def test_nobody_in_eight_boards_goes_to_total_points() -> None:
    found = match(race(*[BOTH_SET] * 7, NS_100), race(*[BOTH_SET] * 8))
    assert verdict(found) == ("home", "total-points", True)
    assert reached(found) == (None, None)
    assert points(found) == (-700 + 100 - 800, -700 + 30 - 800)
    assert found.text == "Home won on points: −1400 to −1470, as neither team reached 500 in 8 boards."


def test_equal_totals_after_eight_boards_are_tied_and_never_decided_silently() -> None:
    found = match(race(*[BOTH_SET] * 8), race(*[BOTH_SET] * 8))
    assert verdict(found) == ("tied", "total-points", False)
    assert (found.needs_decider, found.deciders, found.finished) == (True, 1, False)
    assert found.settled is Outcome.UNDECIDED
    assert found.text == (
        "Tied at −1600 points each: play board 9 at both tables, or give half a win to each."
    )


def test_equal_totals_on_the_same_board_are_tied_too() -> None:
    found = match(race(*[NS_100] * 5), race(*[NS_100] * 5))
    assert verdict(found) == ("tied", "total-points", False)
    assert (reached(found), points(found)) == ((5, 5), (650, 650))


TIED = [BOTH_SET] * 8


def test_a_decider_is_played_at_both_tables_before_it_decides() -> None:
    found = match(race(*TIED, deciders=[NS_200]), race(*TIED))
    assert verdict(found) == ("tied", "total-points", False)
    assert (found.deciders, points(found)) == (1, (-1600, -1600))


def test_the_first_decider_after_which_totals_differ_decides() -> None:
    found = match(race(*TIED, deciders=[NS_100]), race(*TIED, deciders=[EVEN]))
    assert verdict(found) == ("home", "total-points", True)
    assert points(found) == (-1600 + 100 + 70, -1600 + 30 + 60)
    assert found.text == "Home won on points: −1430 to −1510 after board 9, level before it."
    assert (found.deciders, found.needs_decider, found.finished) == (1, False, True)


def test_a_level_decider_is_followed_by_another() -> None:
    found = match(race(*TIED, deciders=[NS_100]), race(*TIED, deciders=[NS_100]))
    assert (found.outcome, found.deciders) == (Outcome.TIED, 2)
    assert "play board 10 at both tables" in found.text
    found = match(race(*TIED, deciders=[NS_100, EVEN]), race(*TIED, deciders=[NS_100, NS_100]))
    assert (found.outcome, found.deciders) == (Outcome.AWAY, 2)


def test_deciders_beyond_the_one_that_decided_count_nothing() -> None:
    once = match(race(*TIED, deciders=[NS_100]), race(*TIED, deciders=[EVEN]))
    more = match(race(*TIED, deciders=[NS_100, EW_200]), race(*TIED, deciders=[EVEN, NS_200]))
    assert (more.outcome, points(more)) == (once.outcome, points(once))


def test_deciders_of_a_match_that_is_not_tied_count_nothing() -> None:
    found = match(race(*[BOTH_SET] * 7, NS_100, deciders=[EW_200]), race(*TIED, deciders=[NS_200]))
    assert (found.outcome, found.deciders, points(found)) == (Outcome.HOME, 0, (-1400, -1470))


def test_a_tie_after_a_race_that_stopped_early_is_decided_on_board_nine() -> None:
    found = match(race(*[NS_100] * 5, deciders=[NS_200]), race(*[NS_100] * 5, deciders=[EVEN]))
    assert (found.outcome, points(found)) == (Outcome.HOME, (650 + 200 + 70, 650 + 30 + 60))


def test_half_a_win_each_by_the_director() -> None:
    found = match(race(*TIED), race(*TIED), Given(Outcome.TIED, "no time left."))
    assert verdict(found) == ("tied", "given", True)
    assert (found.needs_decider, found.finished, found.settled) == (False, True, Outcome.TIED)
    assert points(found) == (-1600, -1600)
    assert found.text == "Half a win to each team, given by the director: no time left."


def test_a_match_given_after_some_boards_keeps_its_points_and_a_forfeit_does_not() -> None:
    given = match(race(NS_100), race(), Given(Outcome.AWAY, "home left"))
    assert (verdict(given), points(given)) == (("away", "given", True), (100, 30))
    assert given.text == "Away won, by the director's decision: home left."
    forfeit = match(race(NS_100), race(), Given(Outcome.AWAY, forfeit=True))
    assert (verdict(forfeit), points(forfeit)) == (("away", "given", True), (0, 0))
    assert forfeit.explain("Lions", "Bears") == "Bears won by forfeit."


def test_a_match_cannot_be_given_to_nobody() -> None:
    with pytest.raises(ValueError, match="half a win to each"):
        Given(Outcome.UNDECIDED)


def test_a_bag_penalty_keeps_a_team_from_winning_on_the_earlier_board() -> None:
    open_race = race(*[NS_100] * 4, "5=13 1=0", "9=11 2=2", NS_100)  # 450 on board 6, 550 on board 7
    found = match(open_race, race(EW_200, *[NS_100] * 5))
    assert reached(found) == (7, 6)
    assert verdict(found) == ("away", "earlier-board", True)


def test_two_tables_of_different_matches_are_refused() -> None:
    with pytest.raises(ValueError, match="same rules"):
        match(race(), race(target=250))


# --- against the oracle ---


def as_race(played: list[race_oracle.Board], **more: Any) -> Race:
    return race(*[f"{ns}={took} {ew}={took_ew}" for ns, took, ew, took_ew in played], **more)


def test_a_thousand_random_matches_agree_with_the_oracle() -> None:
    seen = set()
    for seed in range(1000):
        chance = random.Random(seed)
        target = chance.choice((200, 350, 500))
        rooms = [[race_oracle.random_board(chance, bold=seed % 4 == 0) for _ in range(8)] for _ in range(2)]
        if seed % 50 == 0:
            rooms[1] = rooms[0]  # the same at both tables: tied
        found = match(*(as_race(room, target=target) for room in rooms))
        expected = race_oracle.match(rooms[0], rooms[1], target, 8)
        assert {key: getattr(found, key) for key in expected} == expected, seed
        seen.add((found.outcome, found.reason))
    assert len(seen) == 5


def test_what_is_certain_never_changes_and_what_is_structurally_over_is_certain() -> None:
    early = 0
    for seed in range(150):
        chance = random.Random(seed)
        bold = seed % 2 == 0
        rooms = [
            [race_oracle.random_board(chance, bold=bold and room == 0) for _ in range(8)] for room in (0, 1)
        ]
        final = match(*(as_race(room, target=250) for room in rooms))
        cut = [chance.randint(2, 8) for _ in rooms]
        found = match(*(as_race(room[:count], target=250) for room, count in zip(rooms, cut, strict=True)))
        if found.certain:
            early += not found.finished
            assert found.outcome is final.outcome
        ends = [min([8, *(board for board in race_oracle.reached(room, 250, 8) if board)]) for room in rooms]
        home, away = (team or 99 for team in reached(found))
        if home != away and all(count >= min(end, home, away) for count, end in zip(cut, ends, strict=True)):
            assert found.certain, seed
    assert early > 20


@pytest.mark.parametrize("preset", PRESETS)
def test_no_deal_exceeds_the_bounds(preset: str) -> None:
    rule_set = rules(preset, blind_nil=BlindNil.ON, bids_may_pass_13=True)
    bounds = deal_bounds(rule_set)
    for seed in range(300):
        chance = random.Random(seed)
        ns_bid, ns_tricks, ew_bid, ew_tricks = race_oracle.random_board(chance, bold=True)
        found = race(f"{ns_bid}={ns_tricks} {ew_bid}={ew_tricks}", rules=rule_set)
        assert max(found.ns_total, found.ew_total) <= bounds.gain
        assert abs(found.ns_total - found.ew_total) <= bounds.swing


def test_the_bounds_of_the_regular_game() -> None:
    # A nil beside a contract of 13, both made; or two blind nils.
    assert deal_bounds(STANDARD).gain == 230
    assert deal_bounds(rules("standard", blind_nil=BlindNil.ON)).gain == 400
    # The worst for a lead: all tricks taken and both parts failed (−100 − 130 + 11 bags, which after 9 earlier
    # ones cost 200), against two nils made.
    assert deal_bounds(STANDARD).swing == (100 + 130 - 11 + 200) + 200


def test_gains_may_come_from_the_opponents() -> None:
    # A bid of 26 that failed; where that is not allowed, a failed nil beside 13, which takes a trick away.
    assert deal_bounds(rules("duplicate-pairs")).gain == 230 + 260
    assert deal_bounds(rules("duplicate-pairs", bids_may_pass_13=False)).gain == 220 + 230


# --- what is entered ---


def faults(open_texts: list[str], closed_texts: list[str], **more: Any) -> list[tuple[str, str]]:
    found = check_match(STANDARD, boards(*open_texts), boards(*closed_texts), **more)
    return [(fault.code, fault.path) for fault in found]


def test_a_sound_match_has_no_faults() -> None:
    assert faults([NS_100] * 5, [EVEN] * 3) == []


def test_a_ninth_board_needs_a_tie() -> None:
    assert faults([*TIED, EVEN], TIED) == []
    assert faults([*TIED, EVEN, EVEN], TIED) == [("race-no-decider", "open[9].board")]
    # 60 to 70 at both tables: level again, so board 10 is due.
    assert faults([*TIED, EVEN, EVEN], [*TIED, EVEN]) == []
    assert faults([*TIED, EVEN, EVEN], [*TIED, NS_100]) == [("race-no-decider", "open[9].board")]
    assert faults([*TIED[:7], NS_100, EVEN], TIED) == [("race-no-decider", "open[8].board")]
    assert faults([*TIED, EVEN], TIED[:7]) == [("race-no-decider", "open[8].board")]


def test_faults_of_both_tables_are_told_with_their_places() -> None:
    assert faults(["6=6 7=6"], [NS_100, "N+4=5 4=8"]) == [
        ("tricks-sum", "open[0].ns_tricks"),
        ("tricks-not-split", "closed[1].ns_tricks"),
    ]


def test_a_faulty_deal_before_a_decider_does_not_make_the_decider_one_more_fault() -> None:
    assert faults(["6=6 7=6", *TIED[1:], EVEN], TIED) == [("tricks-sum", "open[0].ns_tricks")]


def test_a_faulty_decider_is_told_as_such() -> None:
    assert faults([*TIED, "N+4=5 4=8"], [*TIED, EVEN]) == [("tricks-not-split", "open[8].ns_tricks")]


def test_json_holds_the_match() -> None:
    found = json.loads(json.dumps(match(race(*[NS_100] * 5), race(EVEN)).to_json()))
    assert (found["outcome"], found["reason"], found["certain"]) == ("undecided", "unfinished", False)
    assert found["rooms"][0]["home_reached"] == 5
    assert found["rooms"][1] == {
        "room": "closed",
        "home_points": 70,
        "away_points": 60,
        "home_reached": None,
        "away_reached": None,
        "boards": 1,
        "deciders": 0,
        "end": "running",
    }


def test_turned() -> None:
    assert [outcome.turned for outcome in Outcome] == [
        Outcome.AWAY,
        Outcome.HOME,
        Outcome.TIED,
        Outcome.UNDECIDED,
    ]
