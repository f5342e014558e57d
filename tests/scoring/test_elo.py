"""One rated game: every figure of the documents, quitters, what is refused, what holds for any game."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from scoring.elo import (
    MatchEnd,
    Outcome,
    RatedGame,
    RatedPlayer,
    check_game,
    expectation,
    quit_change,
    rate_game,
    shown,
    signed,
)
from scoring.elo_policies import DEFAULT_POLICY, POLICIES, RatingPolicy
from scoring.faults import FaultsError
from tests.scoring.build import quick
from tests.scoring.rating_build import (
    NAMES,
    Four,
    after,
    four_ratings,
    game,
    moves,
    outcomes,
    policies,
    rated,
)
from tests.scoring.rating_build import quitters as some_quitters

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "elo.json").read_text(encoding="utf-8"))
AVERAGE, BEFORE, QUIT = GOLDEN["team_average"], GOLDEN["before_2017_individual"], GOLDEN["quit"]


def four_of(golden: dict[str, Any]) -> Four:
    """A and C on one side, B and D on the other."""
    one, two = golden["opponents_b_d"]
    return golden["a"], golden.get("partner_c", AVERAGE["partner_c"]), one, two


# --- the documents' figures --------------------------------------------------------------------------------


def test_golden_single_player_expects_each_opponent() -> None:
    single = GOLDEN["single_player_example"]
    found = [expectation(single["rating"], opponent) for opponent in single["opponents"]]
    assert [round(each, 3) for each in found] == [0.506, 0.686, 0.785, 0.539, 0.351]
    # The document adds up the rounded figures.
    assert sum(round(each, 3) for each in found) == pytest.approx(single["expected_sum"])


def test_golden_single_player_new_rating() -> None:
    single = GOLDEN["single_player_example"]
    assert sum(single["scores"]) == 2.5
    expected = sum(expectation(single["rating"], opponent) for opponent in single["opponents"])
    new = single["rating"] + single["k"] * (sum(single["scores"]) - expected)
    assert shown(new) == single["new"] == 1601


def test_golden_team_average() -> None:
    change = rated(Outcome.NS, four_of(AVERAGE)).changes[0]
    assert (round(change.expected, 3), change.actual, change.k) == (
        AVERAGE["expected"],
        AVERAGE["actual"],
        25,
    )
    assert shown(change.after) == AVERAGE["new"] == 1536


def test_golden_team_average_sides_of_1498_and_1489_and_a_half() -> None:
    found = rated(Outcome.NS, four_of(AVERAGE))
    assert found.changes[0].expected == 2 * expectation(1498, 1489.5)


def test_golden_team_average_as_it_is_stored() -> None:
    # 25 × (2 − 2 / (1 + 10^(−8.5/400))), worked with 40 digits.
    assert rated(Outcome.NS, four_of(AVERAGE)).changes[0].after == pytest.approx(1536.3884978315, abs=1e-9)


def test_golden_team_average_in_a_sentence() -> None:
    text = rated(Outcome.NS, four_of(AVERAGE)).changes[0].text
    assert text == "+24: beat John and Peter, 1.02 of 2 expected: 25 × (2 − 1.02)."


@pytest.mark.parametrize("name", ["2016", "2017"])
def test_golden_before_2017_each_opponent_by_itself(name: str) -> None:
    change = rated(Outcome.NS, four_of(BEFORE), policy=POLICIES[name]).changes[0]
    assert round(change.expected, 2) == BEFORE["expected"] == 1.06


def test_golden_2016_k_of_a_new_and_of_an_experienced_player() -> None:
    found = rated(Outcome.NS, policy=POLICIES["2016"], games=(0, 49, 50, 200))
    assert [change.k for change in found.changes] == [50, 50, 30, 30]
    assert moves(found) == [50, 50, -30, -30]


def test_golden_quitter_loses_both_matches_at_once() -> None:
    start = QUIT["start"]
    played = game(Outcome.NS, (start, start, start, start), quits=("Peter",))
    assert quit_change(DEFAULT_POLICY, played, 3).after == QUIT["peter_quits"] == 1475


def test_golden_quitters_partner_wins() -> None:
    found = after(rated(Outcome.EW, quits=("Peter",)))
    assert found["Peter"] == QUIT["peter_quits"]
    assert {name.lower(): found[name] for name in ("John", "Mary", "Sue")} == QUIT["if_john_wins"]


def test_golden_quit_what_is_actual_and_expected() -> None:
    found = rated(Outcome.EW, quits=("Peter",))
    assert [(change.actual, change.expected) for change in found.changes] == [(1, 1), (1, 1), (2, 1), (0, 1)]


def test_golden_quit_an_opponent_has_beaten_the_quitter_and_lost_to_the_partner() -> None:
    found = rated(Outcome.EW, quits=("Peter",))
    mary, sue, john, _ = found.changes
    for change in (mary, sue):
        assert {match.opponent: match.actual for match in change.matches} == {"Peter": 1, "John": 0}
    assert {match.opponent: match.actual for match in john.matches} == {"Mary": 1, "Sue": 1}
    assert moves(found) == [25 * (1 - 1), 25 * (1 - 1), 25 * (2 - 1), 25 * (0 - 1)]


# --- how it is computed ------------------------------------------------------------------------------------


def test_a_draw_is_half_a_match_each() -> None:
    assert moves(rated(Outcome.DRAW)) == [0, 0, 0, 0]
    change = rated(Outcome.DRAW, (1900, 1900, 1500, 1500)).changes[0]
    assert change.actual == 1
    # Ten to one: 25 × (1 − 20/11).
    assert change.change == pytest.approx(25 * (1 - 20 / 11))


def test_400_points_are_ten_to_one() -> None:
    assert expectation(1900, 1500) == pytest.approx(10 / 11)
    assert expectation(1500, 1900, 200) == pytest.approx(1 / 101)


def test_partners_of_different_strength_move_from_their_own_ratings() -> None:
    found = rated(Outcome.EW, (2000, 1000, 1500, 1500))
    assert [change.after for change in found.changes] == [1975, 975, 1525, 1525]


def test_per_opponent_the_stronger_partner_gains_less() -> None:
    found = rated(Outcome.NS, (2000, 1000, 1500, 1500), policy=POLICIES["2017"])
    assert found.changes[0].change < 25 < found.changes[1].change
    assert found.total == pytest.approx(0)
    assert found.notes == ()


def test_the_quitters_partner_loses_with_the_game() -> None:
    assert moves(rated(Outcome.NS, quits=("Peter",))) == [25, 25, -25, -25]


def test_the_quitters_partner_draws() -> None:
    found = rated(Outcome.DRAW, quits=("Peter",))
    assert moves(found) == [12.5, 12.5, 0, -25]
    assert [match.end for match in found.changes[0].matches] == [MatchEnd.PLAYED, MatchEnd.OPPONENT_QUIT]


def test_both_partners_quit_and_lose_to_both_opponents() -> None:
    for outcome in Outcome:
        found = rated(outcome, quits=("John", "Peter"))
        assert moves(found) == [25, 25, -25, -25]
        assert (found.total, found.notes) == (0, ())


def test_two_quitters_on_opposite_sides_do_not_add_up_to_zero_and_it_is_said() -> None:
    found = rated(Outcome.NS, quits=("Sue", "Peter"))
    # Mary beats John by the game and Peter by his leaving; John loses to Mary and beats Sue.
    assert moves(found) == [25, -25, 0, -25]
    assert found.total == -25
    assert found.notes == (
        "Sue and Peter quit on opposite sides, and each lost to the other: the changes add up to −25, not 0.",
    )


def test_all_four_quit() -> None:
    found = rated(Outcome.DRAW, quits=NAMES)
    assert (moves(found), found.total) == ([-25, -25, -25, -25], -100)


def test_unequal_k_does_not_add_up_to_zero_and_it_is_said() -> None:
    found = rated(Outcome.NS, policy=POLICIES["2016"], games=(0, 0, 60, 60))
    assert found.total == 40
    assert found.notes == ("The players’ K differ: the changes add up to +40, not 0.",)


def test_a_sum_that_is_shown_as_zero_is_not_mentioned() -> None:
    nearly = replace(POLICIES["2016"], k=30, k_new=30.2)
    found = rated(Outcome.NS, policy=nearly, games=(0, 0, 60, 60))
    assert (found.total, found.notes) == (pytest.approx(0.4), ())


def test_stand_ins_are_named_and_not_rated() -> None:
    found = rated(Outcome.EW, quits=("Peter",), stand_ins=("Flo",))
    assert [change.player for change in found.changes] == list(NAMES)
    assert found.notes == ("Flo sat in for somebody who quit, and is not rated.",)


def test_a_quitters_change_is_not_that_of_somebody_who_stayed() -> None:
    with pytest.raises(FaultsError, match="Mary has not quit"):
        quit_change(DEFAULT_POLICY, game(Outcome.NS, quits=("Peter",)), 0)


# --- in words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "quits", "place", "text"),
    [
        (Outcome.NS, (), 0, "+25: beat John and Peter, 1.00 of 2 expected: 25 × (2 − 1.00)."),
        (Outcome.NS, (), 2, "−25: lost to Mary and Sue, 1.00 of 2 expected: 25 × (0 − 1.00)."),
        (Outcome.DRAW, (), 1, "0: drew with John and Peter, 1.00 of 2 expected: 25 × (1 − 1.00)."),
        (
            Outcome.DRAW,
            ("Peter",),
            0,
            "+13: drew with John and beat Peter (who quit), 1.00 of 2 expected: 25 × (1.5 − 1.00).",
        ),
        (
            Outcome.EW,
            ("Peter",),
            3,
            "−25: quit, and so lost to Mary and Sue, 1.00 of 2 expected: 25 × (0 − 1.00).",
        ),
        (
            Outcome.NS,
            ("John", "Peter"),
            0,
            "+25: beat John and Peter (who both quit), 1.00 of 2 expected: 25 × (2 − 1.00).",
        ),
    ],
)
def test_why_in_a_sentence(outcome: Outcome, quits: tuple[str, ...], place: int, text: str) -> None:
    assert rated(outcome, quits=quits).changes[place].text == text


def test_integers_are_shown_halves_up() -> None:
    assert [shown(value) for value in (1500.5, 1501.5, 1499.49, 1536.39)] == [1501, 1502, 1499, 1536]


def test_a_change_is_shown_alike_for_both_sides() -> None:
    assert [signed(value) for value in (12.5, -12.5, 0.4, -0.4, 0.0, -24.4)] == [
        "+13",
        "−13",
        "0",
        "0",
        "0",
        "−24",
    ]


def test_a_game_as_json_keeps_the_floats() -> None:
    found = rated(Outcome.NS, four_of(AVERAGE))
    written = json.loads(json.dumps(found.to_json()))
    assert [each["after"] for each in written["changes"]] == [change.after for change in found.changes]
    assert written["changes"][0]["matches"][1] == {
        "opponent": "Peter",
        "expected": found.changes[0].expected / 2,
        "actual": 1.0,
        "end": "played",
    }
    assert (written["total"], written["notes"]) == (0.0, [])


# --- what is refused ---------------------------------------------------------------------------------------


def test_all_faults_of_a_game_are_reported() -> None:
    bot = RatedPlayer("Bot", float("nan"), -1, is_bot=True)
    mary = RatedPlayer("Mary", 1500)
    found = check_game(
        RatedGame((mary, bot), (mary, RatedPlayer("Peter", 1500)), Outcome.NS, ("Mary", "Flo"))
    )
    assert [(fault.code, fault.path) for fault in found] == [
        ("rating-bot", "ns[1]"),
        ("rating-value", "ns[1]"),
        ("rating-games", "ns[1]"),
        ("rating-player-twice", "ew[0]"),
        ("rating-stand-in", "stand_ins[0]"),
        ("rating-stand-in", "stand_ins[1]"),
    ]


def test_a_faulty_game_is_not_rated() -> None:
    played = game(Outcome.NS)
    twice = replace(played, ew=(played.ns[0], played.ew[1]))
    with pytest.raises(FaultsError, match="Mary sits on two seats"):
        rate_game(DEFAULT_POLICY, twice)


# --- what holds for any game -------------------------------------------------------------------------------


@quick
@given(policies, outcomes, four_ratings)
def test_without_quits_the_changes_add_up_to_zero(
    policy: RatingPolicy, outcome: Outcome, ratings: Four
) -> None:
    found = rated(outcome, ratings, policy=policy, games=(99, 99, 99, 99))
    assert found.total == pytest.approx(0, abs=1e-9)


@quick
@given(outcomes, four_ratings)
def test_by_averages_they_do_so_to_the_last_bit_and_partners_move_alike(
    outcome: Outcome, ratings: Four
) -> None:
    first, second, third, fourth = moves(rated(outcome, ratings))
    assert first == second == -third == -fourth


@quick
@given(policies, outcomes, four_ratings, some_quitters)
def test_seats_and_sides_do_not_matter(
    policy: RatingPolicy, outcome: Outcome, ratings: Four, quits: tuple[str, ...]
) -> None:
    played = game(outcome, ratings, quits=quits)
    turned = RatedGame(played.ew[::-1], played.ns[::-1], Outcome(2 - outcome))
    assert after(rate_game(policy, turned)) == pytest.approx(after(rate_game(policy, played)), abs=1e-9)


@quick
@given(policies, outcomes, four_ratings, some_quitters)
def test_each_pair_of_quitters_on_opposite_sides_costs_one_match(
    policy: RatingPolicy, outcome: Outcome, ratings: Four, quits: tuple[str, ...]
) -> None:
    found = rated(outcome, ratings, policy=policy, quits=quits, games=(99, 99, 99, 99))
    met = sum(name in quits for name in NAMES[:2]) * sum(name in quits for name in NAMES[2:])
    assert found.total == pytest.approx(-met * policy.k, abs=1e-9)


@quick
@given(policies, outcomes, four_ratings, some_quitters)
def test_a_quitters_loss_does_not_depend_on_the_result(
    policy: RatingPolicy, outcome: Outcome, ratings: Four, quits: tuple[str, ...]
) -> None:
    for place, name in enumerate(NAMES):
        if name in quits:
            changes = {rated(each, ratings, policy=policy, quits=quits).changes[place] for each in Outcome}
            assert changes == {quit_change(policy, game(outcome, ratings, quits=quits), place)}
            assert changes.pop().change <= 0


@quick
@given(policies, four_ratings)
def test_winning_never_costs_and_beating_the_stronger_gains_more(policy: RatingPolicy, ratings: Four) -> None:
    won = moves(rated(Outcome.NS, ratings, policy=policy))
    assert min(won[:2]) >= 0 >= max(won[2:])
    first, second, third, fourth = ratings
    harder = moves(rated(Outcome.NS, (first, second, third + 50, fourth), policy=policy))
    assert harder[0] >= won[0]
