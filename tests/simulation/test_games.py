"""Whole simulated games: legal by their rule set, to their end and no further, the same for the same seed."""

from dataclasses import replace

import pytest

from boards.dealing import deal_boards
from scoring.game import GameEnd, check_game_deal
from scoring.rules import PRESETS, RuleSet
from tournaments.simulation.games import SimulatedGame, simulate_game
from tournaments.simulation.players import PlayerProfile

pytestmark = pytest.mark.one_engine
PIRATES, STANDARD = PRESETS["puzzle-pirates"], PRESETS["standard"]
SOLID = PlayerProfile(skill=0.9)
FOUR = (SOLID,) * 4


def faults(rules: RuleSet, game: SimulatedGame) -> list[str]:
    entries = [deal.entry for deal in game.deals]
    return [
        fault.message
        for place, entry in enumerate(entries)
        for fault in check_game_deal(rules, entries[:place], entry)
    ]


@pytest.mark.parametrize("target", [200, 500, 1000])
@pytest.mark.parametrize("rules", [PIRATES, STANDARD, replace(STANDARD, minimum_team_bid=4)])
def test_a_game_is_played_to_its_end_and_every_deal_is_allowed_at_its_place(
    rules: RuleSet, target: int
) -> None:
    to = replace(rules, target=target)
    for seed in range(4):
        game = simulate_game(to, FOUR, seed)
        assert game.score.over_after == len(game.deals)
        assert game.score.beyond == ()
        assert [deal.number for deal in game.deals] == list(range(1, len(game.deals) + 1))
        assert faults(to, game) == []


def test_a_side_that_bids_wildly_falls_to_the_mercy_limit_and_never_bids_more_than_13() -> None:
    wild, shy = PlayerProfile(skill=1, boldness=9, courage=0), PlayerProfile(skill=1, boldness=-3, courage=0)
    game = simulate_game(replace(PIRATES, target=200), (wild, shy, wild, shy), 1)
    assert game.score.end is GameEnd.FLOOR
    assert max(deal.entry.ns_bid.contract for deal in game.deals) == 13
    loose = simulate_game(replace(STANDARD, target=200), (wild, shy, wild, shy), 1)
    assert max(deal.entry.ns_bid.contract for deal in loose.deals) > 13


def test_seeds_decide() -> None:
    assert simulate_game(PIRATES, FOUR, "a") == simulate_game(PIRATES, FOUR, "a")
    assert simulate_game(PIRATES, FOUR, "a").deals != simulate_game(PIRATES, FOUR, "b").deals


def test_cards_may_be_given_and_must_then_last() -> None:
    dealt = deal_boards(bytes(32), "given", range(1, 33))
    given = dict(enumerate(dealt, 1))
    game = simulate_game(replace(PIRATES, target=300), FOUR, 1, deals=given)
    other = simulate_game(replace(PIRATES, target=300), FOUR, 1, deals=dict(enumerate(dealt[::-1], 1)))
    assert game.deals[0] != other.deals[0]
    with pytest.raises(ValueError, match="Deal 2 of the game is not given"):
        simulate_game(PIRATES, FOUR, 1, deals={1: given[1]})


def test_somebody_leaves_now_and_then_and_the_game_goes_on() -> None:
    games = [simulate_game(STANDARD, FOUR, seed, quit_chance=0.5) for seed in range(40)]
    left = [game.quit for game in games if game.quit is not None]
    assert 10 <= len(left) <= 30
    assert {one.seat for one in left} == set("NESW")
    assert all(game.quit.after_deal < len(game.deals) for game in games if game.quit)
    assert all(game.score.over_after for game in games)
    assert all(simulate_game(STANDARD, FOUR, seed).quit is None for seed in range(10))


def test_a_rule_set_without_a_target_has_no_end() -> None:
    with pytest.raises(ValueError, match="no end"):
        simulate_game(PRESETS["duplicate-pairs"], FOUR, 1)
