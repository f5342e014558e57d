"""Scores of one direction of one board against one another.

Owns: matchpoints with ties, Neuberg, the share of a top, percentages as text.
Never does: know entries, tables or directions; NS and EW are two calls, for neither follows from the other.
Source: docs/rules.md §2.

Terms
-----
matchpoints   2 for each score beaten, 1 for each tied (so whole numbers; shown halved, 1 and ½)
top           the most matchpoints a score can get: 2 × (scores − 1)
share         matchpoints as a part of the top, 0 to 1; a percentage is 100 × share
n             how many comparable scores there are
expected      how many there should have been; Neuberg stretches what n scores say to that many
group         the scores of tables that held the same cards; normally all of a board
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

HALF = Fraction(1, 2)


def matchpoint(scores: Sequence[int]) -> list[int]:
    """Matchpoints of each score, in the order given: 2 per win, 1 per tie; they sum to n × (n − 1)."""
    return list(map(_table(Counter(scores)).__getitem__, scores))


def neuberg(matchpoints: int, n: int, expected: int) -> Fraction:
    """The matchpoints (2 per win) that ``matchpoints`` among ``n`` scores are worth among ``expected``.

    ``expected`` must be at least ``n``, and ``n`` at least 1.
    """
    return Fraction(expected * (matchpoints + 1) - n, n)


def percentage_text(percentage: Fraction) -> str:
    """Two decimals, halves away from zero: ``66.67``."""
    hundredths = (abs(percentage) * 200 + 1) // 2
    sign = "−" if percentage < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One group of comparable scores, ready to say what any score in it is worth.

    Everything is kept per different score, not per table, so a thousand tables cost little more than ten.
    """

    n: int
    expected: int
    counts: Mapping[int, int]
    matchpoints: Mapping[int, int]

    @classmethod
    def of(cls, scores: Sequence[int], expected: int | None = None) -> "Comparison":
        """Compare ``scores``; ``expected`` is Neuberg's number, ``None`` for plain percentages of n − 1.

        An ``expected`` below the scores there are is taken as the scores there are.
        """
        counts = Counter(scores)
        n = len(scores)
        return cls(n, max(n, expected or 0), counts, _table(counts))

    @property
    def divisor(self) -> int:
        """The common denominator of the group's shares."""
        return 2 * self.n * (self.expected - 1) if self.expected > 1 else 2

    def numerator(self, matchpoints: int) -> int:
        """``matchpoints`` as a share, over ``divisor``: Neuberg's formula in whole numbers.

        A score alone gets exactly half, whatever was expected.
        """
        if self.expected <= 1:
            return 1
        return self.expected * (matchpoints + 1) - self.n

    def numerators(self) -> dict[int, int]:
        """The share of every score in the group, over ``divisor``."""
        return {score: self.numerator(points) for score, points in self.matchpoints.items()}

    def share(self, score: int) -> Fraction:
        """The share of the top of a score in the group."""
        return Fraction(self.numerator(self.matchpoints[score]), self.divisor)

    def beaten(self, score: int) -> int:
        """How many scores ``score``, one of the group, beats."""
        return (self.matchpoints[score] - self.tied(score)) // 2

    def tied(self, score: int) -> int:
        """How many other scores equal ``score``, one of the group."""
        return self.counts[score] - 1

    def share_of_outsider(self, score: int) -> Fraction:
        """The share of a score that is not in the group, as if it joined it: for weighted scores."""
        n = self.n + 1
        expected = max(self.expected, n)
        if expected == 1:
            return HALF
        beaten = sum(count for other, count in self.counts.items() if other < score)
        matchpoints = 2 * beaten + self.counts.get(score, 0)
        return neuberg(matchpoints, n, expected) / (2 * (expected - 1))


def _table(counts: Mapping[int, int]) -> dict[int, int]:
    """Matchpoints for each different score: one sorted pass instead of comparing every pair."""
    table = {}
    below = 0
    for score in sorted(counts):
        count = counts[score]
        table[score] = 2 * below + count - 1
        below += count
    return table
