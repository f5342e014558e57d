"""When a match is certain: the moment that no board to come can change it (docs/rules.md §3)."""

import pytest

from scoring.match import MatchScore, Outcome
from scoring.race import run_race
from scoring.reach import deal_bounds, earliest_chance
from tests.scoring.races import BOTH_SET, NS_100, NS_200, STANDARD, boards, match, race

EW_200 = "3=3 N+10=0+10"  # 30 to 200


BOTH_280 = ["6=6 7=7", "6=6 7=7", "N+7=0+7 N+6=0+6"]  # 290 to 300


def verdict(found: MatchScore) -> tuple[str, str, bool]:
    return str(found.outcome), str(found.reason), found.certain


def reached(found: MatchScore) -> tuple[int | None, int | None]:
    return found.home_reached, found.away_reached


def points(found: MatchScore) -> tuple[int, int]:
    return found.home_points, found.away_points


def test_certain_once_the_other_table_is_past_that_board() -> None:
    open_race = race(*[NS_100] * 5)
    assert verdict(match(open_race, race(*[NS_100] * 4))) == ("undecided", "unfinished", False)
    found = match(open_race, race(*[NS_100] * 4, BOTH_SET))
    assert verdict(found) == ("home", "earlier-board", True)
    assert not found.finished
    assert found.text == (
        "Home won: its pair at the open table reached 500 on board 5, and away can only do so later."
    )


def test_a_lead_that_the_boards_up_to_the_same_one_cannot_take_away_is_certain() -> None:
    # away has 280 after four boards and could reach 500 on board 5 too; its table would then stop there
    found = match(race(*["10=10 13=3"] * 5), race(*["7=7 6=6"] * 4))
    assert (found.home_points, found.away_points) == (740, -370)
    assert verdict(found) == ("home", "earlier-board", True)
    nearer = match(race(*[NS_100] * 5), race(*["7=7 6=6"] * 4))
    assert verdict(nearer) == ("undecided", "unfinished", False)


def test_not_certain_while_the_other_team_could_reach_the_target_on_the_same_board() -> None:
    # 270 + 230 is 500, and 230 the most that can be made of one deal.
    open_race = race(*[NS_100] * 5)
    exactly = race(NS_200, "7=7 6=6", BOTH_SET, NS_100)
    assert exactly.ns_total == 270
    assert earliest_chance(exactly)[0] == 5
    assert not match(open_race, exactly).certain
    less = race(NS_200, "5=6 7=7", BOTH_SET, NS_100)
    assert less.ns_total == 251
    assert earliest_chance(less)[0] == 6
    assert match(open_race, less).certain


def test_reaching_the_target_first_is_certain_though_the_winners_other_table_has_hardly_begun() -> None:
    # Only away's pair at the other table matters: from −360 it cannot be at 500 by board 5.
    found = match(race(*[NS_100] * 5), race("26=6 7=7", "10=6 7=7"))
    assert verdict(found) == ("home", "earlier-board", True)


def test_a_missing_board_at_the_other_table_keeps_the_match_open() -> None:
    entries = boards(NS_100, NS_100, NS_100, NS_100, BOTH_SET)
    gap = run_race(STANDARD, [entry for entry in entries if entry.board != 3])
    assert not match(race(*[NS_100] * 5), gap).certain


def test_both_on_one_board_waits_for_the_points_of_the_other_table() -> None:
    found = match(race(*BOTH_280, target=280), race(*["4=4 9=9"] * 3, target=280))
    assert (found.home_reached, found.away_reached, found.certain) == (3, 3, False)


@pytest.mark.parametrize(("third", "lead", "certain"), [("3=6 10=7", 613, False), ("4=6 10=7", 622, True)])
def test_points_are_certain_once_the_lead_cannot_be_made_up(third: str, lead: int, certain: bool) -> None:
    assert deal_bounds(STANDARD).swing == 619
    open_race = race(*["6=6 10=7"] * 3, third, *[BOTH_SET] * 4)
    found = match(open_race, race(*[BOTH_SET] * 7))
    assert found.home_points - found.away_points == lead
    assert found.certain is certain
    if certain:
        assert verdict(found) == ("home", "total-points", True)
        assert found.text == (
            "Home won on points: −878 to −1500, as away can no longer reach 500 "
            "and no board to come can make up the difference."
        )


def test_no_lead_in_points_is_certain_while_the_other_team_can_still_reach_the_target() -> None:
    found = match(race(*["6=6 20=7"] * 8), race(*["6=6 8=7"] * 7))
    assert found.home_points - found.away_points == 1100 > deal_bounds(STANDARD).swing
    assert (reached(found), found.away_chance) == ((None, None), 8)
    assert verdict(found) == ("undecided", "unfinished", False)
    # 420 and a made contract of 8: away has won after all.
    assert match(race(*["6=6 20=7"] * 8), race(*["6=6 8=7"] * 7, "8=8 5=5")).outcome is Outcome.AWAY


def test_nothing_is_in() -> None:
    found = match(race(), race())
    assert verdict(found) == ("undecided", "unfinished", False)
    assert found.text == ("Not decided yet: 0 of 8 boards are in at the open table and 0 at the closed one.")


def test_one_table_at_its_end_is_not_enough_when_nobody_reached_the_target() -> None:
    assert not match(race(*[BOTH_SET] * 8), race(*[BOTH_SET] * 7)).certain
