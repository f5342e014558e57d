"""docs/rules.md §6, stakes: who gets what, and that it always adds up to nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.elo import Outcome
from scoring.stakes import settle
from tests.scoring.build import quick

# row order: N, S, E, W
NOBODY = (False, False, False, False)
N, S, E, W = (tuple(other == place for other in range(4)) for place in range(4))


def quits(*who: tuple[bool, ...]) -> tuple[bool, ...]:
    return tuple(map(any, zip(*who, strict=True)))


def test_the_winners_share_what_the_losers_put_in() -> None:
    assert settle(100, Outcome.NS, NOBODY) == (100, 100, -100, -100)
    assert settle(100, Outcome.EW, NOBODY) == (-100, -100, 100, 100)


def test_after_a_draw_everybody_has_their_own_again() -> None:
    assert settle(100, Outcome.DRAW, NOBODY) == (0, 0, 0, 0)


def test_a_void_game_costs_nobody_anything() -> None:
    assert settle(100, None, quits(N, E)) == (0, 0, 0, 0)


def test_a_quitter_of_the_winning_side_has_lost_the_stake_to_the_partner() -> None:
    assert settle(100, Outcome.NS, N) == (-100, 300, -100, -100)


def test_a_quitter_of_the_losing_side_loses_what_would_have_been_lost_anyway() -> None:
    assert settle(100, Outcome.NS, E) == settle(100, Outcome.NS, NOBODY)


def test_where_no_winner_stayed_the_others_who_stayed_share() -> None:
    assert settle(100, Outcome.NS, quits(N, S)) == (-100, -100, 100, 100)
    assert settle(100, Outcome.NS, quits(N, S, E)) == (-100, -100, -100, 300)


def test_where_nobody_stayed_everybody_has_their_own_again() -> None:
    assert settle(100, Outcome.EW, (True,) * 4) == (0, 0, 0, 0)
    assert settle(100, Outcome.DRAW, (True,) * 4) == (0, 0, 0, 0)


def test_after_a_draw_those_who_stayed_share_what_the_quitters_lose() -> None:
    assert settle(100, Outcome.DRAW, quits(N, E)) == (-100, 100, -100, 100)


def test_what_cannot_be_divided_goes_by_one_point_in_the_order_n_s_e_w() -> None:
    assert settle(100, Outcome.DRAW, E) == (34, 33, -100, 33)
    assert settle(1, Outcome.DRAW, W) == (1, 0, 0, -1)
    assert settle(7, Outcome.EW, E) == (-7, -7, -7, 21)
    assert settle(1, Outcome.DRAW, N) == (-1, 1, 0, 0)


def test_a_stake_below_zero_cannot_be_put_in() -> None:
    with pytest.raises(ValueError, match="cannot be put in"):
        settle(-1, Outcome.NS, NOBODY)


@quick
@given(
    st.integers(0, 10**6),
    st.sampled_from([None, *Outcome]),
    st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans()),
)
def test_every_settlement_adds_up_to_nothing(
    stake: int, outcome: Outcome | None, has_quit: tuple[bool, bool, bool, bool]
) -> None:
    points = settle(stake, outcome, has_quit)
    assert sum(points) == 0
    assert all(won >= -stake for won in points)
    stayed = [won for won, left in zip(points, has_quit, strict=True) if not left]
    if outcome is not None and stayed:
        assert [won for won, left in zip(points, has_quit, strict=True) if left] == [-stake] * sum(has_quit)
    # nobody who shares has more than one point more than another, and those before have it
    shares = [won for won in points if won > 0]
    assert max(shares, default=0) - min(shares, default=0) <= 1
    assert shares == sorted(shares, reverse=True)


def test_the_worked_example_of_the_rules() -> None:
    assert settle(100, Outcome.NS, N) == (-100, 300, -100, -100)
    assert settle(100, Outcome.DRAW, N) == (-100, 34, 33, 33)
