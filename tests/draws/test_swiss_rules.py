"""The rules of docs/rules.md §4 one by one, on fields small enough to see it."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.draws.swiss_checker import pairs_of, proves
from tests.draws.swiss_world import change, event, teams
from tournaments.draws.swiss import FirstRound, NoDrawError, Pairing, SwissDraw, SwissTeam, draw

ROOT = Path(__file__).parents[2]


def drawn(field: list[SwissTeam], **how: object) -> SwissDraw:
    settings = {"round_number": 3, "seed": 7, "pairing": Pairing.FOLD}
    return draw(field, **(settings | how))


def pairs(*texts: str) -> set[frozenset[int]]:
    return {frozenset(map(int, text.split("-"))) for text in texts}


def test_same_records_meet() -> None:
    found = drawn(teams(8, t1=4, t2=4, t3=2, t4=2, t5=2, t6=2))
    assert pairs_of(found) == pairs("1-2", "3-6", "4-5", "7-8")
    assert found.certificate.floats == ()
    assert found.matches[0].text == "Both have 2 wins; places 1 and 2 of 2 in their group, as fold has it."
    assert found.matches[3].text == "Both have no wins; places 1 and 2 of 2 in their group, as fold has it."


def test_two_small_differences_before_one_large() -> None:
    """Points 8, 6, 4, 2 where neighbours have met at both ends: 4 and 4 before 6 and 2."""
    found = drawn(teams(4, [(1, 2), (3, 4)], t1=8, t2=6, t3=4, t4=2))
    assert pairs_of(found) == pairs("1-3", "2-4")
    assert found.certificate.cost.differences == 32


def test_the_lowest_of_an_odd_group_meets_the_highest_of_the_next() -> None:
    found = drawn(teams(6, t1=2, t2=2, t3=2))
    assert pairs_of(found) == pairs("1-2", "3-4", "5-6")
    match = found.matches[1]
    assert (match.down, match.up, match.difference, match.repeated) == (3, 4, 2, ())
    assert match.text == "Team 3 floats down, with 1 win against no wins of team 4: its group of 3 is odd."


@pytest.mark.parametrize(("floats", "down"), [((0, -1), 2), ((-1, 0), 2), ((1, 1), 3)])
def test_nobody_floats_down_again_while_others_have_not(floats: tuple[int, ...], down: int) -> None:
    field = change(teams(6, t1=2, t2=2, t3=2), 3, floats=floats)
    assert [each.team for each in drawn(field).certificate.floats] == [down, 4]


def test_nobody_floats_up_again_while_others_have_not() -> None:
    field = change(teams(6, t1=2, t2=2, t3=2), 4, floats=(1,))
    assert [each.team for each in drawn(field).certificate.floats] == [3, 5]


def test_a_third_float_counts_twice_a_second() -> None:
    """Somebody has to float down again: the one that did once, not those that did twice."""
    field = teams(6, t1=2, t2=2, t3=2)
    for number, floats in ((1, (-1, -1)), (2, (-1,)), (3, (-1, -1))):
        field = change(field, number, floats=floats)
    found = drawn(field)
    match = next(match for match in found.matches if match.down)
    assert (match.down, match.up, match.repeated) == (2, 4, (2,))
    assert found.certificate.cost.repeated_floats == 1
    assert match.text.endswith("Team 2 has floated down before (1×).")
    assert "1 team floats in a direction as before: 2." in found.certificate.text


def test_differences_are_never_traded_for_floats() -> None:
    """Team 4 floats up for the fourth time, because anybody else would do so from further below."""
    field = change(teams(6, t1=4, t2=4, t3=4, t4=2), 4, floats=(1, 1, 1))
    found = drawn(field)
    assert pairs_of(found) == pairs("1-2", "3-4", "5-6")
    assert found.certificate.cost.differences == 4
    assert found.certificate.cost.repeated_floats == 3


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    field = change(teams(5, t1=4, t2=4, t3=2, t4=2), 5, had_bye=True)
    found = drawn(field)
    assert found.bye == 4
    assert (
        found.certificate.text[0] == "Team 4, with 1 win, has the bye: the lowest-standing team without one."
    )


def test_the_bye_goes_higher_where_the_others_could_not_be_drawn() -> None:
    """Team 1 has met everybody but 5, so 5 has to play."""
    field = teams(5, [(1, 2), (1, 3), (1, 4)])
    found = drawn(field)
    assert found.bye == 4
    assert frozenset((1, 5)) in pairs_of(found)
    assert found.certificate.text[0].endswith("with team 5 sitting out they could not.")


def test_a_team_that_has_left_is_not_drawn_and_its_matches_count() -> None:
    field = change(teams(5, [(1, 2), (5, 1)]), 5, available=False)
    found = drawn(field)
    assert found.bye is None
    assert {number for pair in pairs_of(found) for number in pair} == {1, 2, 3, 4}


def test_teams_without_opponents_are_named() -> None:
    field = teams(6, [(a, b) for a in (3, 4, 5, 6) for b in (3, 4, 5, 6) if a < b])
    with pytest.raises(NoDrawError) as caught:
        drawn(field)
    assert proves(field, caught.value.proof)
    assert caught.value.proof.removed == (1, 2)
    assert caught.value.proof.short == 2
    assert str(caught.value) == (
        "There is no draw without a rematch or a second bye. Teams 3, 4, 5 and 6 have nobody left to meet but"
        " teams 1 and 2; that is 4 opponents needed from outside where there are 2."
    )


def test_two_triangles_are_named() -> None:
    field = teams(6, [(a, b) for a in (1, 2, 3) for b in (4, 5, 6)])
    with pytest.raises(
        NoDrawError, match=r"Teams 1, 2 and 3 can only meet each other, and are an odd number\. T"
    ):
        drawn(field)


def test_everybody_has_had_the_bye() -> None:
    field = [replace(team, had_bye=True) for team in teams(3)]
    with pytest.raises(NoDrawError, match="Every team that is there has had its bye"):
        drawn(field)
    found = drawn(field, allow_rematches=True)
    assert found.bye == 3
    assert found.certificate.warnings == ("Team 3 has a second bye.",)


def test_only_one_can_have_the_bye_and_nobody_else_could_meet_it() -> None:
    """Team 1 alone has had no bye, and team 2 has met all but team 1."""
    field = [replace(t, had_bye=t.number != 1) for t in teams(5, [(2, 3), (2, 4), (2, 5)])]
    with pytest.raises(NoDrawError) as caught:
        drawn(field)
    assert proves(field, caught.value.proof)
    assert "only team 1 can have the bye" in str(caught.value).replace("Only", "only")


def test_fewest_rematches_are_told() -> None:
    found = drawn(teams(4, [(1, 2), (1, 3), (1, 4)]), allow_rematches=True)
    assert found.certificate.cost.rematches == 1
    assert [match.rematch for match in found.matches].count(True) == 1
    assert found.certificate.warnings == ("Teams 1 and 4 meet again.",)
    assert found.certificate.text[0].startswith("There is no draw without a rematch")
    assert "Team 1 has met everybody" in found.certificate.text[0]


def test_home_goes_to_the_team_that_was_home_less_often() -> None:
    assert [(m.home, m.away) for m in drawn(teams(2)).matches] == [(1, 2)]
    field = change(teams(2), 1, home_balance=1)
    assert [(m.home, m.away) for m in drawn(field).matches] == [(2, 1)]


def test_the_first_round_is_drawn_by_the_seed_or_by_seeding() -> None:
    def first(seed: int, how: FirstRound) -> frozenset[frozenset[int]]:
        return pairs_of(drawn(teams(12), round_number=1, seed=seed, first_round=how))

    assert len({first(seed, FirstRound.RANDOM) for seed in range(10)}) == 10
    assert {first(seed, FirstRound.SEEDED) for seed in range(10)} == {pairs_of(drawn(teams(12)))}
    byes = {drawn(teams(5), round_number=1, seed=seed).bye for seed in range(60)}
    assert byes == {1, 2, 3, 4, 5}


def test_late_teams_in_a_random_first_round_keep_their_points() -> None:
    field = teams(4, t2=1, t4=1)
    assert pairs_of(drawn(field, round_number=1)) == pairs("2-4", "1-3")


def test_the_seed_decides_only_between_equals() -> None:
    """Every team has met the one that fold gives it, and more than one draw is as near to fold as can be."""
    field = teams(6, [(1, 6), (2, 5), (3, 4)])
    draws = {pairs_of(drawn(field, seed=seed)) for seed in range(40)}
    costs = {drawn(field, seed=seed).certificate.cost for seed in range(40)}
    assert len(costs) == 1
    assert len(draws) > 1
    texts = {drawn(field, seed=seed).certificate.text[-1] for seed in range(5)}
    assert texts == {"The next-best draw has the same cost; the lot from the seed decides."}


def test_the_draw_does_not_depend_on_the_order_of_the_input() -> None:
    field = event(30, 5, Pairing.SLIDE, 3)
    found = drawn(field, round_number=6)
    assert drawn(field[::-1], round_number=6) == found
    assert drawn(field[7:] + field[:7], round_number=6).to_json() == found.to_json()


def test_another_process_draws_the_same() -> None:
    """Whatever order its sets and hashes have."""
    program = (
        "from tests.draws.swiss_world import event\n"
        "from tournaments.draws.swiss import Pairing, draw\n"
        "print(draw(event(40, 5, Pairing.FOLD, 9), round_number=6, seed=9).to_json())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hashes, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashes in ("1", "2")
    }
    assert printed == {f"{draw(event(40, 5, Pairing.FOLD, 9), round_number=6, seed=9).to_json()}\n"}


def test_the_draw_as_json() -> None:
    found = drawn(teams(3, t1=2), round_number=2).to_json()
    assert found["round"] == 2
    assert found["matches"] == [[1, 2]]
    assert found["bye"] == 3
    certificate = found["certificate"]
    assert certificate["algorithm"] == "swiss-v1"
    assert certificate["cost"] == {
        "rematches": 0,
        "differences": 4,
        "repeated_floats": 0,
        "distance": 1,
        "order": 0,
    }
    assert certificate["floats"] == [
        {"team": 1, "direction": -1, "earlier": 0},
        {"team": 2, "direction": 1, "earlier": 0},
    ]
    assert certificate["next_best"]["text"] == "There is no other draw with this bye."
