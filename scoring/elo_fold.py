"""Ratings after many games: game after game, or a whole event from the ratings it began with.

Owns: the fold that rebuilds ratings from rows of games, the changes on the way, an event rated as one.
Never does: explain a change (``elo.rate_game``), read or write a ledger.
Source: docs/rules.md §5.

Terms
-----
player   here an index into the lists of ratings and of rated games
row      ``(ns_first, ns_second, ew_first, ew_second, code)``: one game as five small whole numbers
code     who won, 0 to 2 (``elo.Outcome``), plus 4 × the sum of 1, 2, 4, 8 for each quitter in that order
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import fsum

from scoring.elo import OPPONENTS, Outcome, match_end, match_expectations, match_score
from scoring.elo_policies import Expectation, RatingPolicy

Row = tuple[int, int, int, int, int]
Changes = tuple[float, float, float, float]


def game_code(outcome: Outcome, has_quit: Sequence[bool] = (False,) * 4) -> int:
    """The code of a game's row."""
    return outcome + 4 * sum(1 << place for place, left in enumerate(has_quit) if left)


def changes_of(policy: RatingPolicy, ratings: Sequence[float], games: Sequence[int], code: int) -> Changes:
    """The four changes of one game; ratings and rated games of its four players before it, in row order.

    The same floats as ``elo.rate_game`` has.
    """
    expected = match_expectations(policy, ratings)
    has_quit = [bool(code >> place + 2 & 1) for place in range(4)]

    def change(place: int) -> float:
        one, two = (
            match_score(place, match_end(place, opponent, has_quit), code & 3)
            for opponent in OPPONENTS[place]
        )
        return policy.k_for(games[place]) * (one + two - (expected[place][0] + expected[place][1]))

    return change(0), change(1), change(2), change(3)


def fold(policy: RatingPolicy, rows: Sequence[Row], ratings: list[float], games: list[int]) -> None:
    """Play all games in their order: ``ratings`` and ``games`` are brought up to date in place.

    Each is rated from the ratings before it. A player's index must be within both lists.
    """
    if policy.expectation is Expectation.AVERAGE and policy.has_one_k:
        _fold_averages(policy, rows, ratings)
        for one, two, three, four, _ in rows:
            games[one] += 1
            games[two] += 1
            games[three] += 1
            games[four] += 1
        return
    for _ in fold_with_changes(policy, rows, ratings, games):
        pass


def fold_with_changes(
    policy: RatingPolicy, rows: Iterable[Row], ratings: list[float], games: list[int]
) -> Iterator[Changes]:
    """The same game by game, with what each did to its four players: what a ledger stores."""
    for *players, code in rows:
        changes = changes_of(
            policy, [ratings[player] for player in players], [games[player] for player in players], code
        )
        for player, change in zip(players, changes, strict=True):
            ratings[player] += change
            games[player] += 1
        yield changes


def rate_event(
    policy: RatingPolicy, rows: Sequence[Row], ratings: Sequence[float], games: Sequence[int]
) -> dict[int, float]:
    """Each player's change over a whole event, every game rated from the ratings the event began with.

    The order of the games does not matter, down to the last bit: the changes are summed without rounding.
    K is that of the first game.
    """
    found: defaultdict[int, list[float]] = defaultdict(list)
    for *players, code in rows:
        changes = changes_of(
            policy, [ratings[player] for player in players], [games[player] for player in players], code
        )
        for player, change in zip(players, changes, strict=True):
            found[player].append(change)
    return {player: fsum(changes) for player, changes in found.items()}


def _fold_averages(policy: RatingPolicy, rows: Iterable[Row], ratings: list[float]) -> None:
    """``fold`` where both partners move alike and K is one number: one power a game, nothing called.

    Written out, because a million games are rated anew after a correction. It is the arithmetic of
    ``changes_of`` in the same order: halving is exact, so the two averages need not be taken first.
    """
    k, scale = policy.k, 2 * policy.scale
    for one, two, three, four, code in rows:
        first, second, third, fourth = ratings[one], ratings[two], ratings[three], ratings[four]
        if code > 2:  # somebody quit
            changes = changes_of(policy, (first, second, third, fourth), (0, 0, 0, 0), code)
            for player, change in zip((one, two, three, four), changes, strict=True):
                ratings[player] += change
            continue
        gap = ((third + fourth) - (first + second)) / scale
        expected = 2 / (1 + 10.0**gap) if gap <= 0 else 2 - 2 / (1 + 10.0**-gap)
        gain = k * (code - expected)
        ratings[one] = first + gain
        ratings[two] = second + gain
        ratings[three] = third - gain
        ratings[four] = fourth - gain
