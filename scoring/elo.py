"""What a rated game does to the ratings of its four players, and why.

Owns: the expected score, a game's four changes with their parts and a sentence, what is wrong with a game.
Never does: fold many games (``elo_fold``), decide who won, keep ratings.
Source: docs/rules.md §5.

Terms
-----
match       one player against one opponent; a game is four matches, two for each player
actual      the matches a player won, 0 to 2: a draw is ½ each
expected    the same as the ratings at the start of the game foresee it
quitter     who left before the end and did not come back in time: both matches are lost, whatever happens
stand-in    a substitute or a bot on a quitter's seat: plays, and is not rated
row order   the four players of a game: NS's first (N) and second (S), then EW's first (E) and second (W)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from math import floor, fsum, isfinite

from scoring.elo_policies import Expectation, RatingPolicy
from scoring.faults import Fault, FaultsError

PATHS = ("ns[0]", "ns[1]", "ew[0]", "ew[1]")
"""Where each player of the row order is found in a fault's path."""

OPPONENTS = ((2, 3), (2, 3), (0, 1), (0, 1))


class Outcome(IntEnum):
    """Who won the game; the value is what each NS player scores in two matches."""

    EW = 0
    DRAW = 1
    NS = 2


class MatchEnd(StrEnum):
    """How a match was decided."""

    PLAYED = "played"
    """By the game's result."""
    QUIT = "quit"
    """Lost, because the player quit."""
    OPPONENT_QUIT = "opponent-quit"
    """Won, because the opponent quit and the player did not."""


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player as the game began: rating, rated games before it; whether they quit during it."""

    name: str
    rating: float
    games: int = 0
    has_quit: bool = False
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class RatedGame:
    """Two sides of two, who won, and the names of those who sat in for quitters."""

    ns: tuple[RatedPlayer, RatedPlayer]
    ew: tuple[RatedPlayer, RatedPlayer]
    outcome: Outcome
    stand_ins: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[RatedPlayer, RatedPlayer, RatedPlayer, RatedPlayer]:
        """All four in the row order."""
        return (*self.ns, *self.ew)


@dataclass(frozen=True, slots=True)
class Match:
    """One player against one opponent: what was expected (0 to 1), what came (0, ½ or 1), and how."""

    opponent: str
    expected: float
    actual: float
    end: MatchEnd


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game did to one player's rating: ``after = before + k × (actual − expected)``, as floats."""

    player: str
    before: float
    k: float
    matches: tuple[Match, Match]

    @property
    def expected(self) -> float:
        return self.matches[0].expected + self.matches[1].expected

    @property
    def actual(self) -> float:
        return self.matches[0].actual + self.matches[1].actual

    @property
    def change(self) -> float:
        return self.k * (self.actual - self.expected)

    @property
    def after(self) -> float:
        return self.before + self.change

    @property
    def text(self) -> str:
        """Why, in a sentence: ``+24: beat Bo and Di, 1.02 of 2 expected: 25 × (2 − 1.02).``"""
        sum_text = f"{self.k:g} × ({self.actual:g} − {self.expected:.2f})"
        return f"{signed(self.change)}: {self._matches()}, {self.expected:.2f} of 2 expected: {sum_text}."

    def to_json(self) -> dict[str, object]:
        """Every number, unrounded, and the sentence."""
        return {
            "player": self.player,
            "before": self.before,
            "after": self.after,
            "change": self.change,
            "k": self.k,
            "expected": self.expected,
            "actual": self.actual,
            "matches": [
                {"opponent": each.opponent, "expected": each.expected, "actual": each.actual}
                | {"end": str(each.end)}
                for each in self.matches
            ],
            "text": self.text,
        }

    def _matches(self) -> str:
        one, two = self.matches
        if one.end is MatchEnd.QUIT:
            return f"quit, and so lost to {one.opponent} and {two.opponent}"
        if (one.actual, one.end) == (two.actual, two.end):
            left = " (who both quit)" if one.end is MatchEnd.OPPONENT_QUIT else ""
            return f"{_VERBS[one.actual]} {one.opponent} and {two.opponent}{left}"
        return f"{_match_text(one)} and {_match_text(two)}"


@dataclass(frozen=True, slots=True)
class GameRating:
    """The four changes in the row order, and who played unrated."""

    changes: tuple[RatingChange, RatingChange, RatingChange, RatingChange]
    stand_ins: tuple[str, ...] = ()

    @property
    def total(self) -> float:
        """The sum of the changes: 0 but for quitters on both sides or unequal K."""
        return fsum(change.change for change in self.changes)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader may stumble over: a sum that is not zero with its reason, who was not rated."""
        notes = []
        quits = [change.matches[0].end is MatchEnd.QUIT for change in self.changes]
        if any(quits[:2]) and any(quits[2:]):
            names = " and ".join(
                change.player for change, left in zip(self.changes, quits, strict=True) if left
            )
            notes.append(
                f"{names} quit on opposite sides, and each lost to the other: the changes add up to "
                f"{signed(self.total)}, not 0."
            )
        elif len({change.k for change in self.changes}) > 1 and shown(abs(self.total)):
            notes.append(f"The players’ K differ: the changes add up to {signed(self.total)}, not 0.")
        notes.extend(f"{name} sat in for somebody who quit, and is not rated." for name in self.stand_ins)
        return tuple(notes)

    def to_json(self) -> dict[str, object]:
        return {
            "changes": [change.to_json() for change in self.changes],
            "total": self.total,
            "notes": list(self.notes),
        }


def expectation(own: float, other: float, scale: float = 400.0) -> float:
    """The expected score of one match, 0 to 1: ``1 / (1 + 10^((other − own) / scale))``.

    The two sides' expectations add up to exactly 1, as floats too, so that what one side gains is exactly what
    the other loses: the power is taken for the stronger side, and what is left of 1 is exact.
    """
    gap = (other - own) / scale
    if gap <= 0:
        return float(1 / (1 + 10.0**gap))
    return float(1 - 1 / (1 + 10.0**-gap))


def match_expectations(
    policy: RatingPolicy, ratings: Sequence[float]
) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]:
    """For each player of the row order the expected scores of both matches, in the order of ``OPPONENTS``."""
    if policy.expectation is Expectation.AVERAGE:
        ns, ew = (ratings[0] + ratings[1]) / 2, (ratings[2] + ratings[3]) / 2
        first, second = expectation(ns, ew, policy.scale), expectation(ew, ns, policy.scale)
        return (first, first), (first, first), (second, second), (second, second)

    def both(place: int) -> tuple[float, float]:
        one, two = OPPONENTS[place]
        own = ratings[place]
        return expectation(own, ratings[one], policy.scale), expectation(own, ratings[two], policy.scale)

    return both(0), both(1), both(2), both(3)


def match_end(place: int, opponent: int, has_quit: Sequence[bool]) -> MatchEnd:
    """How the match of two players of the row order was decided."""
    if has_quit[place]:
        return MatchEnd.QUIT
    return MatchEnd.OPPONENT_QUIT if has_quit[opponent] else MatchEnd.PLAYED


def match_score(place: int, end: MatchEnd, outcome: int) -> float:
    """What a player of the row order scores in a match that was decided so: 0, ½ or 1."""
    if end is MatchEnd.PLAYED:
        return (outcome if place < 2 else 2 - outcome) / 2
    return 0.0 if end is MatchEnd.QUIT else 1.0


def rate_game(policy: RatingPolicy, game: RatedGame) -> GameRating:
    """The changes of a game, all from the ratings at its start. Raises ``FaultsError`` (``check_game``)."""
    faults = check_game(game)
    if faults:
        raise FaultsError(faults)
    players = game.players
    expected = match_expectations(policy, [player.rating for player in players])
    has_quit = [player.has_quit for player in players]

    def change(place: int) -> RatingChange:
        def match(which: int) -> Match:
            opponent = OPPONENTS[place][which]
            end = match_end(place, opponent, has_quit)
            actual = match_score(place, end, game.outcome)
            return Match(players[opponent].name, expected[place][which], actual, end)

        player = players[place]
        return RatingChange(player.name, player.rating, policy.k_for(player.games), (match(0), match(1)))

    return GameRating((change(0), change(1), change(2), change(3)), game.stand_ins)


def quit_change(policy: RatingPolicy, game: RatedGame, place: int) -> RatingChange:
    """A quitter's change, due at once: it does not depend on how the game goes on. ``place``: row order.

    Raises ``FaultsError`` when that player has not quit, or the game is faulty.
    """
    if not game.players[place].has_quit:
        message = f"{game.players[place].name} has not quit: rate the game when it is over."
        raise FaultsError([Fault("rating-no-quit", message, PATHS[place])])
    return rate_game(policy, game).changes[place]


def check_game(game: RatedGame) -> tuple[Fault, ...]:
    """All faults of a game that is to be rated; paths ``ns[0]`` … ``ew[1]`` and ``stand_ins[0]``."""
    faults, seen = [], set()
    for path, player in zip(PATHS, game.players, strict=True):
        if player.name in seen:
            message = f"{player.name} sits on two seats: give four different players."
            faults.append(Fault("rating-player-twice", message, path))
        seen.add(player.name)
        if player.is_bot:
            message = f"{player.name} is a bot: four people must start a rated game, a bot can only fill in."
            faults.append(Fault("rating-bot", message, path))
        if not isfinite(player.rating):
            message = f"{player.name} has no rating: give a number."
            faults.append(Fault("rating-value", message, path))
        if player.games < 0:
            message = f"{player.name} cannot have {player.games} rated games: give 0 or more."
            faults.append(Fault("rating-games", message, path))
    quitters = sum(player.has_quit for player in game.players)
    for number, name in enumerate(game.stand_ins):
        path = f"stand_ins[{number}]"
        if name in seen:
            message = f"{name} is one of the four who started: a stand-in is somebody else."
            faults.append(Fault("rating-stand-in", message, path))
        elif not quitters:
            message = f"{name} sat in, but nobody quit: say who did, or leave the stand-in out."
            faults.append(Fault("rating-stand-in", message, path))
    return tuple(faults)


def shown(rating: float) -> int:
    """A rating as it is shown: the nearest whole number, halves up."""
    return floor(rating + 0.5)


def signed(change: float) -> str:
    """A change as it is shown: ``+24``, ``−25``, ``0``; halves away from zero, so that both sides agree."""
    number = shown(abs(change))
    return f"{'+' if change > 0 else '−'}{number}" if number else "0"


_VERBS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}


def _match_text(match: Match) -> str:
    left = " (who quit)" if match.end is MatchEnd.OPPONENT_QUIT else ""
    return f"{_VERBS[match.actual]} {match.opponent}{left}"
