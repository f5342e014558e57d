"""A championship of 128 teams to one undefeated winner: every round drawn, played, scored by a real worker over a real
broker, and held against a second computation that shares nothing with ours."""

import random
from collections import defaultdict
from dataclasses import replace

from tests.scoring import race_oracle as oracle
from tests.support.broker import eventually
from tests.support.event_builders import ACTOR
from tests.support.team_builders import board, make_teams
from tournaments.management.embedded.children import Child
from tournaments.models import Event, Kind, Match, StandingsSnapshot
from tournaments.services.entries import withdraw_entry
from tournaments.services.events import usual_settings
from tournaments.services.matches import give_match
from tournaments.services.rounds import close_round, open_round
from tournaments.services.table_results import record_table
from tournaments.services.team_draws import Publication, publish_round
from tournaments.services.team_settings import TeamOptions

TEAMS, LENGTH, TARGET = 128, 8, 200
"""Races to 200 take half the boards of races to 500, and everything else is the same."""
FEWEST_ROUNDS = 7


def test_a_championship_of_128_teams(worker: Child) -> None:
    event = make_teams(
        TEAMS,
        players=0,
        options=TeamOptions(seed=2026),
        settings=replace(usual_settings(Kind.TEAMS), rules={"preset": "standard", "target": TARGET}),
    )
    chance = random.Random(2026)
    wins: defaultdict[int, int] = defaultdict(int)
    met: set[frozenset[int]] = set()
    withdrawn: set[int] = set()
    rounds = 0
    while True:
        rounds += 1
        drawn = publish_round(event.pk, Publication(round_number=rounds), ACTOR)
        open_round(event.pk, rounds, ACTOR)
        matches = list(drawn.matches.select_related("home", "away"))
        _nobody_twice(matches, withdrawn)
        for match in matches:
            if match.away is None:
                wins[match.home.number] += 1
                continue
            pair = frozenset((match.home.number, match.away.number))
            assert pair not in met, "within 64 rounds there is always a draw without a rematch"
            met.add(pair)
            wins[_play(event, rounds, match, chance)] += 1
        close_round(event.pk, rounds, ACTOR)
        snapshot = _caught_up(event)
        if snapshot.data["progress"]["decided"]:
            break
        assert rounds < 2 * FEWEST_ROUNDS, "every round halves the undefeated"
        if rounds == 2:
            # one of the losers goes home: from now on somebody has a bye each round
            loser = next(row["entry"] for row in reversed(snapshot.data["lists"][0]["rows"]))
            withdraw_entry(event.pk, loser, ACTOR, "went home")
            withdrawn.add(loser)
    _one_winner(event, snapshot, wins, rounds)


def _play(event: Event, number: int, match: Match, chance: random.Random) -> int:
    """Play a match by chance, both tables to their end; return the winner by the oracle. A tie is given to home."""
    rooms = []
    for table in (2 * match.number - 1, 2 * match.number):
        boards: list[oracle.Board] = []
        while oracle.stop(boards, TARGET, LENGTH) is None:
            boards.append(oracle.random_board(chance))
        rows = [
            board(number, table, place, " ".join((line[0], line[1], line[2], line[3])))
            for place, line in enumerate(boards, start=1)
        ]
        record_table(event.pk, rows, ACTOR)
        rooms.append(boards)
    outcome = oracle.match(*rooms, TARGET, LENGTH)["outcome"]
    assert match.away is not None
    if outcome == "tied":
        give_match(event.pk, (number, match.number), "home", "won the toss", ACTOR)
        outcome = "home"
    return match.home.number if outcome == "home" else match.away.number


def _nobody_twice(matches: list[Match], withdrawn: set[int]) -> None:
    """Every team that is there stands in the round once."""
    numbers = [team.number for match in matches for team in (match.home, match.away) if team is not None]
    assert len(numbers) == len(set(numbers))
    assert set(numbers) == set(range(1, TEAMS + 1)) - withdrawn


def _caught_up(event: Event) -> StandingsSnapshot:
    """The standings once the worker has brought them to the event's version."""

    def current() -> bool:
        event.refresh_from_db()
        return StandingsSnapshot.objects.get(event=event).version == event.results_version

    eventually(current)
    return StandingsSnapshot.objects.get(event=event)


def _one_winner(event: Event, snapshot: StandingsSnapshot, wins: dict[int, int], rounds: int) -> None:
    rows = snapshot.data["lists"][0]["rows"]
    assert {row["entry"]: row["wins"] for row in rows} == {
        number: wins[number] for number in range(1, TEAMS + 1)
    }
    assert len(snapshot.data["undefeated"]) == 1
    champion = snapshot.data["undefeated"][0]
    assert (rows[0]["entry"], rows[0]["rank"], rows[0]["wins"], rows[0]["losses"]) == (champion, 1, rounds, 0)
    assert all(row["losses"] or row["missed"] for row in rows[1:])
    assert rounds >= FEWEST_ROUNDS
    assert event.status == "provisional"
