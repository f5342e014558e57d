"""Numbers as people read them: one place, so that two pages never round differently.

Owns: percentages (two decimals, halves away from zero), points (a real minus sign), matchpoints, ranks, seats.
Never does: arithmetic of scoring.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby

from django.utils import formats
from django.utils.translation import gettext

NONE = "–"
MINUS = "−"
_QUARTERS = ("", "¼", "½", "¾")
_HUNDREDTH = Decimal("0.01")


def _signed(text: str) -> str:
    return text.replace("-", MINUS)


def decimal(value: float, places: int = 2) -> str:
    """`value` with a fixed number of places, in the reader's language: 66.666… → "66.67"."""
    # through the shortest text of the float: 2.675 is meant as 2.675, not as 2.67499999…
    rounded = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return _signed(formats.number_format(rounded + 0, decimal_pos=places))


def percent(value: float | None) -> str:
    """A percentage without its sign: "66.67"; a dash where there is none."""
    return NONE if value is None else decimal(value)


def points(value: int | None) -> str:
    """A score: "140", "−70"; a dash where there is none."""
    return NONE if value is None else _signed(str(value))


def signed_points(value: int) -> str:
    """A part of a score, always with its sign: "+40", "−3"."""
    return f"+{value}" if value > 0 else _signed(str(value))


def matchpoints(value: float | None) -> str:
    """Matchpoints at 1 a win: "2", "2.5"; Neuberg's fractions keep two decimals."""
    if value is None:
        return NONE
    exact = Decimal(repr(float(value))).quantize(_HUNDREDTH, ROUND_HALF_UP).normalize()
    places = max(0, -int(exact.as_tuple().exponent))
    return decimal(value, places)


def quarters(value: float) -> str:
    """Wins and what is counted in them: "2", "2½", "¼"; what is no whole number of quarters in decimals."""
    fourfold = round(value * 4)
    if fourfold != value * 4:
        return decimal(value)
    whole, rest = divmod(abs(fourfold), 4)
    sign = MINUS if fourfold < 0 else ""
    return f"{sign}{whole or ''}{_QUARTERS[rest]}" if whole or rest else "0"


def rank(value: int | None, tied: bool) -> str:
    """A place: "1", "2=" when shared; a dash for who has none (yet)."""
    if value is None:
        return NONE
    return f"{value}=" if tied else str(value)


def runs(numbers: Iterable[int]) -> str:
    """Board numbers in brief: [1, 2, 3, 7] → "1–3, 7"."""
    found = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in group]
        found.append(str(members[0]) if len(members) == 1 else f"{members[0]}–{members[-1]}")
    return ", ".join(found)


def direction(seat: str) -> str:
    """The words for "NS" and "EW"."""
    return gettext("North-South") if seat == "NS" else gettext("East-West")
