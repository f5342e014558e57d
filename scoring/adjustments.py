"""What a director gives in place of a score, and takes off a total.

Owns: adjusted scores of one side, their JSON form, penalties and bonuses.
Never does: work out a percentage (``pairs`` does, for A+ and A− need the other boards).
Source: docs/rules.md §2.

Terms
-----
adjustment   stands in place of one side's score on one board; it is no comparison for anybody
A+, A, A−    60, 50 and 40 %, A+ and A− moved by the side's own average
weighted     several scores that might have come about, each with a weight
penalty      taken off a final total, never off a board; a bonus is a negative penalty
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.faults import Fault, FaultsError

_BIGGEST_SCORE = 1_000_000


class AdjustmentKind(StrEnum):
    """The closed set of adjustments."""

    AVERAGE_PLUS = "A+"
    AVERAGE = "A"
    AVERAGE_MINUS = "A-"
    PERCENTAGE = "percentage"
    WEIGHTED = "weighted"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One score that might have come about, for both sides, and its weight (any positive number)."""

    weight: Fraction
    ns_score: int
    ew_score: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What one side gets on one board in place of a score."""

    kind: AdjustmentKind
    percentage: Fraction | None = None
    alternatives: tuple[Alternative, ...] = ()

    @classmethod
    def percent(cls, percentage: Fraction | int) -> "Adjustment":
        return cls(AdjustmentKind.PERCENTAGE, Fraction(percentage))

    @classmethod
    def weighted(cls, *alternatives: Alternative) -> "Adjustment":
        return cls(AdjustmentKind.WEIGHTED, alternatives=alternatives)

    @property
    def rests_on_average(self) -> bool:
        """True where it may be moved by the entry's average on its other boards: A+ and A−."""
        return self.kind in (AdjustmentKind.AVERAGE_PLUS, AdjustmentKind.AVERAGE_MINUS)

    @classmethod
    def from_json(cls, value: object) -> "Adjustment":
        """Read ``"A+"``, ``"A"``, ``"A-"``, a percentage 0 to 100, or ``{"weighted": [{"weight", "ns_score",
        "ew_score"}, …]}``. Raises ``FaultsError`` with all faults, paths from here.
        """
        if isinstance(value, str) and (kind := _NAMED.get(value.strip().upper().replace("−", "-"))):
            return cls(kind)
        if isinstance(value, Mapping):
            return _read_weighted(value)
        number = _number(value)
        if number is None or not 0 <= number <= 100:
            message = "An adjustment is A+, A, A-, a percentage from 0 to 100, or a list of weighted scores."
            raise FaultsError([Fault("adjustment-form", message)])
        return cls.percent(number)

    def to_json(self) -> object:
        """The form ``from_json`` reads."""
        if self.kind is AdjustmentKind.WEIGHTED:
            return {
                "weighted": [
                    {"weight": _plain(item.weight), "ns_score": item.ns_score, "ew_score": item.ew_score}
                    for item in self.alternatives
                ]
            }
        return str(self.kind) if self.percentage is None else _plain(self.percentage)


_NAMED = {
    str(kind): kind
    for kind in (AdjustmentKind.AVERAGE_PLUS, AdjustmentKind.AVERAGE, AdjustmentKind.AVERAGE_MINUS)
}

AVERAGE_PLUS = Adjustment(AdjustmentKind.AVERAGE_PLUS)
AVERAGE = Adjustment(AdjustmentKind.AVERAGE)
AVERAGE_MINUS = Adjustment(AdjustmentKind.AVERAGE_MINUS)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Taken off an entry's final total, with its reason; negative figures are a bonus.

    ``percent`` comes off the final percentage as it stands. ``points`` are matchpoints (1 per win) off the
    total of all boards. Give one of them; given both, both come off.
    """

    entry: int
    percent: Fraction = Fraction(0)
    points: Fraction = Fraction(0)
    reason: str = ""


def _read_weighted(value: Mapping[object, object]) -> Adjustment:
    items = value.get("weighted")
    if set(value) != {"weighted"} or not isinstance(items, list) or not items:
        message = (
            'Write weighted scores as {"weighted": [{"weight": 60, "ns_score": 70, "ew_score": 49}, …]}.'
        )
        raise FaultsError([Fault("adjustment-form", message)])
    faults: list[Fault] = []
    alternatives = []
    for index, item in enumerate(items):
        read = _read_alternative(item, f"weighted[{index}]")
        if isinstance(read, Alternative):
            alternatives.append(read)
        else:
            faults.extend(read)
    if faults:
        raise FaultsError(faults)
    return Adjustment.weighted(*alternatives)


def _read_alternative(item: object, path: str) -> Alternative | list[Fault]:
    keys = ("weight", "ns_score", "ew_score")
    if not isinstance(item, Mapping) or set(item) != set(keys):
        return [
            Fault(
                "adjustment-form", "A weighted score has weight, ns_score and ew_score, nothing else.", path
            )
        ]
    faults = []
    weight = _number(item["weight"])
    if weight is None or weight <= 0:
        faults.append(Fault("adjustment-weight", "A weight is a number above 0.", f"{path}.weight"))
    scores = []
    for key in keys[1:]:
        score = item[key]
        if isinstance(score, int) and not isinstance(score, bool) and abs(score) <= _BIGGEST_SCORE:
            scores.append(score)
        else:
            faults.append(Fault("adjustment-score", "A score is a whole number of points.", f"{path}.{key}"))
    if faults or weight is None:
        return faults
    return Alternative(weight, scores[0], scores[1])


def _number(value: object) -> Fraction | None:
    """A JSON number, or a text like ``100/3``, exactly as written; ``None`` where it is neither."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):  # a text that is no number, nan, inf, x/0
        return None


def _plain(number: Fraction) -> int | float | str:
    """The shortest JSON form that ``_number`` reads back to the same number."""
    if number.denominator == 1:
        return int(number)
    near = float(number)
    return near if Fraction(str(near)) == number else f"{number.numerator}/{number.denominator}"
