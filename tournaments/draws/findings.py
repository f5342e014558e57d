"""What the prover hands out: findings, figures, and the proof that holds both.

Owns: the value types and their JSON form. Never does: find anything (`prover`).

Terms
    fatal        the movement breaks a rule of duplicate and may not be used.
    warning      it can be played, but the director should know what is odd about it.
    note         a fact worth reading out, such as who sits out.
    meeting      two entries at one table in one round.
    comparison   two entries that played one board in the same direction; only these two scores are
                 matchpointed against each other (docs/rules.md §2).
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

_NAMED = 6
"""Sentences name at most this many things, then say how many more there are."""


class Severity(StrEnum):
    FATAL = "fatal"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One readable sentence about a movement; `code` is stable, for programs."""

    severity: Severity
    code: str
    text: str

    def to_json(self) -> dict[str, str]:
        """Return `{"severity": "fatal", "code": "seated-twice", "text": "Entry 3 …"}`."""
        return {"severity": str(self.severity), "code": self.code, "text": self.text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What was counted; `_min` and `_max` are over two entries that could meet, entries, or boards.

    `comparisons_*` count, for two entries of one list of results, the boards both played in the same
    direction; with two winners only entries of the same direction are looked at. `direction_difference` is
    the largest difference between one entry's rounds North-South and East-West (None with two winners, where
    none changes). `copies` is the largest number of tables that need one board at the same time.
    """

    meetings_min: int
    meetings_max: int
    sit_outs_min: int
    sit_outs_max: int
    plays_min: int
    plays_max: int
    copies: int
    direction_difference: int | None
    comparisons_min: int
    comparisons_max: int
    comparisons_mean: Fraction
    comparisons_variance: Fraction

    def to_json(self) -> dict[str, Any]:
        """The figures by name, fractions as decimals of four places."""
        return {
            name: round(float(value), 4) if isinstance(value, Fraction) else value
            for name, value in asdict(self).items()
        }


@dataclass(frozen=True, slots=True)
class Proof:
    """All findings, the worst first, and the figures. `meetings[(a, b)]`, a < b, is how often a and b
    meet."""

    findings: tuple[Finding, ...]
    figures: Figures
    meetings: Mapping[tuple[int, int], int] = field(repr=False)

    @property
    def legal(self) -> bool:
        """Whether the movement may be used: nothing fatal was found."""
        return not self.fatal

    @property
    def fatal(self) -> tuple[Finding, ...]:
        return self._of(Severity.FATAL)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return self._of(Severity.WARNING)

    @property
    def notes(self) -> tuple[Finding, ...]:
        return self._of(Severity.NOTE)

    def _of(self, severity: Severity) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == severity)


def listed(things: Iterable[object]) -> str:
    """“1, 2, 3”, cut after a few: “1, 2, 3, 4, 5, 6 and 9 more”."""
    names = [str(thing) for thing in things]
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")


def numbered(noun: str, numbers: Iterable[int]) -> str:
    """“board 3”, “boards 3, 4, 5” or “entries 1, 2”."""
    numbers = tuple(numbers)
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{noun if len(numbers) == 1 else plural} {listed(numbers)}"


def times(number: int) -> str:
    """“once”, “twice”, “3 times”."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def span(low: int, high: int) -> str:
    """“2”, or “2 to 5”."""
    return str(low) if low == high else f"{low} to {high}"


def bits(mask: int) -> list[int]:
    """The numbers whose bits are set, ascending."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]
