"""Many games: the fold beside single games and an exact computation, an event rated as one."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.elo import Outcome, RatedGame, RatedPlayer, rate_game
from scoring.elo_fold import Row, changes_of, fold, fold_with_changes, game_code, rate_event
from scoring.elo_policies import DEFAULT_POLICY, POLICIES, RatingPolicy
from tests.scoring import elo_oracle
from tests.scoring.build import quick
from tests.scoring.rating_build import policies, rows

PLAYERS = 7


def folded(
    policy: RatingPolicy, games: list[Row], start: float = 1500.0, played: int = 0
) -> tuple[list[float], list[int]]:
    ratings, counts = [start] * PLAYERS, [played] * PLAYERS
    fold(policy, games, ratings, counts)
    return ratings, counts


def one_by_one(policy: RatingPolicy, games: list[Row], played: int = 0) -> tuple[list[float], list[int]]:
    """The same by whole games as they are explained."""
    ratings, counts = [1500.0] * PLAYERS, [played] * PLAYERS
    for *seats, code in games:
        gone = [bool(code // 4 >> bit & 1) for bit in range(4)]
        four = [
            RatedPlayer(str(player), ratings[player], counts[player], has_quit=left)
            for player, left in zip(seats, gone, strict=True)
        ]
        found = rate_game(policy, RatedGame((four[0], four[1]), (four[2], four[3]), Outcome(code % 4)))
        for player, change in zip(seats, found.changes, strict=True):
            ratings[player] = change.after
            counts[player] += 1
    return ratings, counts


def test_a_code_holds_the_outcome_and_who_quit() -> None:
    assert [game_code(outcome) for outcome in Outcome] == [0, 1, 2]
    assert game_code(Outcome.DRAW, (True, False, False, True)) == 1 + 4 * (1 + 8)


def test_a_quitter_in_the_middle_of_a_ledger() -> None:
    ratings, counts = folded(
        DEFAULT_POLICY, [(0, 1, 2, 3, game_code(Outcome.EW, (False, False, False, True)))]
    )
    assert (ratings[:5], counts[:5]) == ([1500, 1500, 1525, 1475, 1500], [1, 1, 1, 1, 0])


def test_k_changes_with_the_51st_game_of_2016() -> None:
    # The same four; draws among equals change nothing and are counted all the same.
    games: list[Row] = [(0, 1, 2, 3, 1)] * 49 + [(0, 1, 2, 3, 2)]
    assert folded(POLICIES["2016"], games)[0][:4] == [1550, 1550, 1450, 1450]
    games = [(0, 1, 2, 3, 1)] * 50 + [(0, 1, 2, 3, 2)]
    assert folded(POLICIES["2016"], games)[0][:4] == [1530, 1530, 1470, 1470]


@quick
@given(policies, rows(), st.sampled_from((0, 40, 99)))
def test_the_fold_is_what_games_one_by_one_give_to_the_last_bit(
    policy: RatingPolicy, games: list[Row], played: int
) -> None:
    assert folded(policy, games, played=played) == one_by_one(policy, games, played)


@quick
@given(policies, rows())
def test_the_changes_on_the_way_lead_to_the_same_ratings(policy: RatingPolicy, games: list[Row]) -> None:
    ratings, counts, replayed = [1500.0] * PLAYERS, [0] * PLAYERS, [1500.0] * PLAYERS
    changes = list(fold_with_changes(policy, games, ratings, counts))
    assert len(changes) == len(games)
    for row, change in zip(games, changes, strict=True):
        for player, points in zip(row, change, strict=False):
            replayed[player] += points
    assert (ratings, counts) == folded(policy, games)
    assert replayed == ratings


@quick
@given(policies, rows(), st.integers(0, 25))
def test_a_ledger_folded_in_two_parts_is_the_same(policy: RatingPolicy, games: list[Row], cut: int) -> None:
    ratings, counts = [1500.0] * PLAYERS, [0] * PLAYERS
    fold(policy, games[:cut], ratings, counts)
    fold(policy, games[cut:], ratings, counts)
    assert (ratings, counts) == folded(policy, games)


@quick
@given(st.sampled_from(sorted(POLICIES)), rows(), st.sampled_from((0, 40, 99)))
def test_an_exact_computation_agrees(preset: str, games: list[Row], played: int) -> None:
    exact = elo_oracle.rate(preset, games, [1500.0] * PLAYERS, [played] * PLAYERS)
    found = folded(POLICIES[preset], games, played=played)[0]
    assert found == pytest.approx([float(rating) for rating in exact], abs=1e-8)


def test_an_exact_computation_agrees_far_from_the_start() -> None:
    source = random.Random(5)
    games: list[Row] = [(*source.sample(range(PLAYERS), 4), 2) for _ in range(300)]  # type: ignore[misc]
    # Low numbers always win: ratings spread over hundreds of points, and both signs of the gap occur.
    games = [(*sorted(row[:4]), 2) for row in games]
    found = folded(DEFAULT_POLICY, games)[0]
    exact = elo_oracle.rate("2026", games, [1500.0] * PLAYERS, [0] * PLAYERS)
    assert found == pytest.approx([float(rating) for rating in exact], abs=1e-8)
    assert all(one > other for one, other in pairwise(found[:2] + found[-2:]))


@quick
@given(policies, rows())
def test_without_counts_everybody_is_new(policy: RatingPolicy, games: list[Row]) -> None:
    ratings = [1500.0] * PLAYERS
    fold(policy, games, ratings)
    assert ratings == folded(policy, games)[0]


@quick
@given(rows(quits=False))
def test_ratings_only_change_hands(games: list[Row]) -> None:
    assert sum(folded(DEFAULT_POLICY, games)[0]) == pytest.approx(1500 * PLAYERS)


# --- an event rated as one ---------------------------------------------------------------------------------


@quick
@given(policies, rows(), st.randoms(use_true_random=False))
def test_the_order_inside_an_event_does_not_matter(
    policy: RatingPolicy, games: list[Row], source: random.Random
) -> None:
    start, counts = [1500.0 + 37.3 * player for player in range(PLAYERS)], [48] * PLAYERS
    shuffled = source.sample(games, len(games))
    assert rate_event(policy, shuffled, start, counts) == rate_event(policy, games, start, counts)


@quick
@given(policies, rows())
def test_an_event_changes_those_who_played_and_leaves_the_ratings_given(
    policy: RatingPolicy, games: list[Row]
) -> None:
    start, counts = [1500.0] * PLAYERS, [0] * PLAYERS
    found = rate_event(policy, games, start, counts)
    assert set(found) == {player for row in games for player in row[:4]}
    assert (start, counts) == ([1500.0] * PLAYERS, [0] * PLAYERS)


def test_an_event_of_two_games_uses_the_ratings_it_began_with() -> None:
    games: list[Row] = [(0, 1, 2, 3, 2), (0, 1, 2, 3, 2)]
    assert rate_event(DEFAULT_POLICY, games, [1500.0] * 4, [0] * 4) == {0: 50, 1: 50, 2: -50, 3: -50}
    # Game after game the second win is more to be expected: 25 × (2 − 2 / (1 + 10^(−50/400))) is 21.43.
    assert folded(DEFAULT_POLICY, games)[0][0] == pytest.approx(1546.43, abs=0.005)


def test_changes_of_a_game_without_names() -> None:
    assert changes_of(DEFAULT_POLICY, [1500.0] * 4, [0] * 4, 2 + 4 * (2 + 8)) == (25, -25, 0, -25)
