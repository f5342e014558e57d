"""Why a percentage is what it is, in small whole numbers and in words.

Owns: the explanation of one side's percentage on one board.
Never does: compute one. Nothing is put into words until somebody asks.
Source: docs/rules.md §2.

Terms
-----
beaten, tied   how many of the other scores were lower, and equal
others         the scores it was compared with: n − 1
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.adjustments import Adjustment, AdjustmentKind
from scoring.matchpoints import percentage_text


class ExplanationKind(StrEnum):
    """The closed set of ways a side comes to its percentage, or to none."""

    COMPARED = "compared"
    ALONE = "alone"
    ADJUSTED = "adjusted"
    WEIGHTED = "weighted"
    NOT_PLAYED = "not-played"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The numbers behind a percentage.

    ``n`` and ``expected`` are set for ``COMPARED`` and ``ALONE``; ``own_average`` (a percentage, ``None``
    where the entry has no score of its own elsewhere) for A+ and A−; ``parts`` for ``WEIGHTED``: weight,
    score and percentage of each alternative.
    """

    kind: ExplanationKind
    beaten: int = 0
    tied: int = 0
    n: int = 0
    expected: int = 0
    adjustment: Adjustment | None = None
    own_average: Fraction | None = None
    parts: tuple[tuple[Fraction, int, Fraction], ...] = ()

    @property
    def others(self) -> int:
        return self.n - 1

    @property
    def is_stretched(self) -> bool:
        """True where Neuberg changed anything: fewer scores came in than were expected."""
        return self.kind is ExplanationKind.COMPARED and self.n < self.expected

    @property
    def text(self) -> str:
        """One line, such as ``beat 2 of 3``."""
        if self.kind is ExplanationKind.COMPARED:
            return self._compared()
        if self.kind is ExplanationKind.ALONE:
            return "the only score: 50 %"
        if self.kind is ExplanationKind.WEIGHTED:
            total = sum((weight for weight, _, _ in self.parts), Fraction(0))
            return "weighted: " + ", ".join(
                f"{percentage_text(100 * weight / total)} % of {score} ({percentage_text(percentage)} %)"
                for weight, score, percentage in self.parts
            )
        if self.kind is ExplanationKind.ADJUSTED and self.adjustment is not None:
            return self._adjusted(self.adjustment)
        return "not played" if self.kind is ExplanationKind.NOT_PLAYED else "no result yet"

    def to_json(self) -> dict[str, object]:
        """The kind, the text, and the numbers that belong to the kind."""
        found: dict[str, object] = {"kind": str(self.kind), "text": self.text}
        if self.kind in (ExplanationKind.COMPARED, ExplanationKind.ALONE):
            found |= {"beaten": self.beaten, "tied": self.tied, "n": self.n, "expected": self.expected}
        if self.adjustment is not None:
            found["adjustment"] = self.adjustment.to_json()
        if self.own_average is not None:
            found["own_average"] = float(self.own_average)
        return found

    def _compared(self) -> str:
        text = f"beat {self.beaten} of {self.others}"
        if self.tied:
            text = f"beat {self.beaten}, tied {self.tied} of {self.others}"
        if self.is_stretched:
            plain = Fraction(100 * (2 * self.beaten + self.tied), 2 * self.others)
            text += f" ({percentage_text(plain)} %), {self.n} of {self.expected} scores: Neuberg"
        return text

    def _adjusted(self, adjustment: Adjustment) -> str:
        if adjustment.kind is AdjustmentKind.AVERAGE:
            return "adjusted: A, 50 %"
        if adjustment.percentage is not None:
            return f"adjusted: {percentage_text(adjustment.percentage)} %"
        own = "no other board" if self.own_average is None else f"{percentage_text(self.own_average)} %"
        if adjustment.kind is AdjustmentKind.AVERAGE_PLUS:
            return f"adjusted: A+, 60 % or own average if higher ({own})"
        return f"adjusted: A−, 40 % or own average if lower ({own})"
