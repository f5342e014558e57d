"""Whole simulated events: complete, in order, repeatable, legal at any size; and the names of their people."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from boards.dealing import deal_boards
from scoring.deal_score import check_deal
from scoring.notation import SideBid, SideTricks
from scoring.rules import PRESETS
from tournaments.draws.movement import Seating
from tournaments.simulation.event import SimulatedResult, plain_rounds, random_results, simulate_results
from tournaments.simulation.names import person_names
from tournaments.simulation.players import PlayerProfile, pair_of

RULES = PRESETS["duplicate-pairs"]
ROUNDS = (
    (Seating(1, 1, 4, (1, 2)), Seating(2, 2, 3, (3, 4))),
    (Seating(1, 1, 3, (3, 4)), Seating(2, 4, 2, (1, 2))),
)
DEALS = dict(enumerate(deal_boards(bytes(32), "event", range(1, 5)), 1))


def place(result: SimulatedResult) -> tuple[int, ...]:
    return (result.round, result.table, result.board, result.ns, result.ew)


def is_legal(result: SimulatedResult) -> bool:
    return not check_deal(
        RULES,
        SideBid.parse(result.ns_bid),
        SideTricks.parse(result.ns_tricks),
        SideBid.parse(result.ew_bid),
        SideTricks.parse(result.ew_tricks),
    )


class TestPlayedEvent:
    def test_every_place_of_the_movement_once_in_order(self) -> None:
        results = list(simulate_results(ROUNDS, DEALS, seed=1))
        assert [place(result) for result in results] == [
            (1, 1, 1, 1, 4),
            (1, 1, 2, 1, 4),
            (1, 2, 3, 2, 3),
            (1, 2, 4, 2, 3),
            (2, 1, 3, 1, 3),
            (2, 1, 4, 1, 3),
            (2, 2, 1, 4, 2),
            (2, 2, 2, 4, 2),
        ]
        assert all(map(is_legal, results))

    def test_the_last_results_are_left_out(self) -> None:
        everything = list(simulate_results(ROUNDS, DEALS, seed=1))
        assert list(simulate_results(ROUNDS, DEALS, seed=1, missing=3)) == everything[:5]
        assert list(simulate_results(ROUNDS, DEALS, seed=1, missing=30)) == []

    def test_seeds_decide(self) -> None:
        everything = list(simulate_results(ROUNDS, DEALS, seed=1))
        assert list(simulate_results(ROUNDS, DEALS, seed=1)) == everything
        assert list(simulate_results(ROUNDS, DEALS, seed=2)) != everything

    def test_a_result_does_not_depend_on_other_tables(self) -> None:
        everything = list(simulate_results(ROUNDS, DEALS, seed=1))
        alone = ((), (ROUNDS[1][1],))
        assert list(simulate_results(alone, DEALS, seed=1)) == everything[6:]

    def test_players_may_be_given(self) -> None:
        bold = PlayerProfile(skill=1, boldness=6, courage=0)
        shy = PlayerProfile(skill=1, boldness=-6, courage=0)
        pairs = {1: (bold, bold), 2: (shy, shy)}
        for result in simulate_results(ROUNDS, DEALS, seed=1, pairs=pairs):
            if result.ns == 1:
                assert SideBid.parse(result.ns_bid).contract >= 10
            if result.ns == 2:
                assert SideBid.parse(result.ns_bid).contract <= 4

    def test_a_board_without_a_deal(self) -> None:
        with pytest.raises(ValueError, match="have no deal: 3, 4"):
            list(simulate_results(ROUNDS, {1: DEALS[1], 2: DEALS[2]}, seed=1))

    def test_another_process_plays_the_same(self) -> None:
        """With another hash seed, so that no order of a set or dict of texts slips in."""
        program = (
            "from tests.simulation.test_event import DEALS, ROUNDS, simulate_results\n"
            "print(list(simulate_results(ROUNDS, DEALS, seed=1)))"
        )
        run = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": "12345"},
        )
        assert run.stdout.strip() == str(list(simulate_results(ROUNDS, DEALS, seed=1)))


class TestRandomEvent:
    def test_any_size_is_complete_and_legal(self) -> None:
        results = list(random_results(plain_rounds(40, 26), seed=1))
        assert Counter(result.board for result in results) == dict.fromkeys(range(1, 27), 40)
        assert Counter(result.ns for result in results) == dict.fromkeys(range(1, 41), 26)
        assert Counter(result.ew for result in results) == dict.fromkeys(range(41, 81), 26)
        assert all(map(is_legal, results))

    def test_bids_are_plausible(self) -> None:
        results = list(random_results(plain_rounds(40, 26), seed=1))
        contracts = [SideBid.parse(r.ns_bid).contract + SideBid.parse(r.ew_bid).contract for r in results]
        assert 10.5 <= sum(contracts) / len(contracts) <= 12
        nils = sum("N" in result.ns_bid for result in results)
        assert 0.08 <= nils / len(results) <= 0.2

    def test_tables_agree_about_the_cards(self) -> None:
        """Of one board, the tables' tricks differ less than those of different boards do."""
        tricks: dict[int, list[int]] = {}
        for result in random_results(plain_rounds(40, 26), seed=1):
            tricks.setdefault(result.board, []).append(SideTricks.parse(result.ns_tricks).total)
        averages = [sum(values) / len(values) for values in tricks.values()]
        assert max(averages) - min(averages) > 3
        assert all(max(values) - min(values) <= 8 for values in tricks.values())

    def test_repeatable_and_cut(self) -> None:
        everything = list(random_results(plain_rounds(5, 4), seed="x"))
        assert list(random_results(plain_rounds(5, 4), seed="x", missing=4)) == everything[:-4]
        assert list(random_results(plain_rounds(5, 4), seed="y")) != everything

    def test_the_same_board_at_the_same_table_comes_out_otherwise_in_another_round(self) -> None:
        rounds = [(Seating(1, 1, 2, (1,)),)] * 10
        assert (
            len({(r.ns_bid, r.ns_tricks, r.ew_bid, r.ew_tricks) for r in random_results(rounds, seed=1)}) > 5
        )

    def test_rounds_of_any_number_of_boards(self) -> None:
        rounds = plain_rounds(3, 5)
        assert [seats[0].boards for seats in rounds] == [(1, 2), (3, 4), (5,)]
        assert [[seating.ew for seating in seats] for seats in rounds] == [[4, 5, 6], [6, 4, 5], [5, 6, 4]]


class TestPeople:
    def test_two_thousand_without_a_double(self) -> None:
        names = person_names(2000, seed=1)
        assert len(set(names)) == 2000
        assert names == person_names(2000, seed=1)
        assert names != person_names(2000, seed=2)

    def test_names_are_clean_and_from_many_places(self) -> None:
        names = person_names(3000, seed=1)
        assert all(name == " ".join(name.split()) and 2 <= len(name) <= 40 for name in names)
        text = "".join(names)
        for letter in "éßŁřőğΣЖЄÅĐس王":
            assert letter in text, letter

    def test_too_many(self) -> None:
        with pytest.raises(ValueError, match="100000 cannot be drawn"):
            person_names(100_000, seed=1)

    def test_pairs_differ_and_repeat(self) -> None:
        pairs = [pair_of("club", entry) for entry in range(1, 31)]
        assert pairs == [pair_of("club", entry) for entry in range(1, 31)]
        skills = [(one.skill + other.skill) / 2 for one, other in pairs]
        assert max(skills) - min(skills) > 0.3
