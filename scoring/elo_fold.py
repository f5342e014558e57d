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
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum

from scoring.elo import OPPONENTS, Outcome, expectation, match_end, match_expectations, match_score
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
    one, two, three, four = ratings
    first, second, third, fourth = _surplus_by(policy)(one, two, three, four, code)
    k = [policy.k_for(number) for number in games]
    return k[0] * first, k[1] * second, k[2] * third, k[3] * fourth


def fold(
    policy: RatingPolicy, rows: Sequence[Row], ratings: list[float], games: list[int] | None = None
) -> None:
    """Play all games in their order: ``ratings`` and ``games`` are brought up to date in place.

    Each is rated from the ratings before it. A player's index must be within both lists. Without ``games``
    everybody is new, and nothing is counted.
    """
    if policy.expectation is not Expectation.AVERAGE or not policy.has_one_k:
        for _ in fold_with_changes(policy, rows, ratings, [0] * len(ratings) if games is None else games):
            pass
        return
    _fold_averages(policy, rows, ratings)
    if games is not None:
        for one, two, three, four, _ in rows:
            games[one] += 1
            games[two] += 1
            games[three] += 1
            games[four] += 1


def fold_with_changes(
    policy: RatingPolicy, rows: Iterable[Row], ratings: list[float], games: list[int]
) -> Iterator[Changes]:
    """The same game by game, with what each did to its four players: what a ledger stores."""
    surplus = _surplus_by(policy)
    k, k_new, k_new_games = policy.k, policy.k_new, policy.k_new_games
    for one, two, three, four, code in rows:
        before = ratings[one], ratings[two], ratings[three], ratings[four]
        first, second, third, fourth = surplus(*before, code)
        changes = (
            first * (k_new if games[one] < k_new_games else k),
            second * (k_new if games[two] < k_new_games else k),
            third * (k_new if games[three] < k_new_games else k),
            fourth * (k_new if games[four] < k_new_games else k),
        )
        ratings[one] = before[0] + changes[0]
        ratings[two] = before[1] + changes[1]
        ratings[three] = before[2] + changes[2]
        ratings[four] = before[3] + changes[3]
        games[one] += 1
        games[two] += 1
        games[three] += 1
        games[four] += 1
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


def _surplus_by(policy: RatingPolicy) -> Callable[[float, float, float, float, int], Changes]:
    """What four ratings (row order) and a code make of actual less expected score, for each of the four.

    One side's expectation is exactly what is left of 1 by the other's (``elo.expectation``), so half of the
    powers will do.
    """
    scale = policy.scale

    def with_quitters(ratings: Changes, code: int) -> Changes:
        expected = match_expectations(policy, ratings)
        has_quit = [bool(code >> place + 2 & 1) for place in range(4)]

        def surplus(place: int) -> float:
            ends = [match_end(place, opponent, has_quit) for opponent in OPPONENTS[place]]
            return sum(match_score(place, end, code & 3) for end in ends) - sum(expected[place])

        return surplus(0), surplus(1), surplus(2), surplus(3)

    def by_averages(first: float, second: float, third: float, fourth: float, code: int) -> Changes:
        if code > 2:
            return with_quitters((first, second, third, fourth), code)
        surplus = code - 2 * expectation((first + second) / 2, (third + fourth) / 2, scale)
        return surplus, surplus, -surplus, -surplus

    def by_opponents(first: float, second: float, third: float, fourth: float, code: int) -> Changes:
        if code > 2:
            return with_quitters((first, second, third, fourth), code)
        one, two = expectation(first, third, scale), expectation(first, fourth, scale)
        three, four = expectation(second, third, scale), expectation(second, fourth, scale)
        other = 2 - code
        return (
            code - (one + two),
            code - (three + four),
            other - ((1 - one) + (1 - three)),
            other - ((1 - two) + (1 - four)),
        )

    return by_averages if policy.expectation is Expectation.AVERAGE else by_opponents


def _fold_averages(policy: RatingPolicy, rows: Iterable[Row], ratings: list[float]) -> None:
    """``fold`` where both partners move alike and K is one number: one power a game, nothing called.

    Written out, because a million games are rated anew after a correction. It is the arithmetic of
    ``changes_of`` in the same order: halving is exact, so the two averages need not be taken first.
    """
    k, scale, surplus_of = policy.k, 2 * policy.scale, _surplus_by(policy)
    for one, two, three, four, code in rows:
        first, second, third, fourth = ratings[one], ratings[two], ratings[three], ratings[four]
        if code > 2:  # somebody quit
            gains = surplus_of(first, second, third, fourth, code)
            for player, gain in zip((one, two, three, four), gains, strict=True):
                ratings[player] += k * gain
            continue
        gap = ((third + fourth) - (first + second)) / scale
        expected = 2 / (1 + 10.0**gap) if gap <= 0 else 2 - 2 / (1 + 10.0**-gap)
        gain = k * (code - expected)
        ratings[one] = first + gain
        ratings[two] = second + gain
        ratings[three] = third - gain
        ratings[four] = fourth - gain
