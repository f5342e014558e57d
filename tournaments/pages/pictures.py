"""Small drawings as inline SVG: pure functions from numbers to text.

Owns: geometry. Colours, strokes and type come from the stylesheet by class (the Content-Security-Policy allows no
style in the markup). Every picture that says something has a title that says it in words; the figures stand in a
table beside it, so mere echoes of a figure are hidden from screen readers.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from itertools import accumulate

_SHOWN = 20.0
"""Percentages from 50 − this to 50 + this fill a bar; farther out it stays full."""


def _svg(width: float, height: float, kind: str, body: str, title: str = "") -> str:
    role = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    return (
        f'<svg class="{kind}" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" {role}>'
        f"{body}</svg>"
    )


def deviation(percentage: float | None) -> str:
    """A bar from the middle (50 %) to a percentage, an echo of the figure beside it; "" without a figure."""
    if percentage is None:
        return ""
    reach = max(-1.0, min(1.0, (percentage - 50) / _SHOWN)) * 68
    start, length = (70.0, reach) if reach >= 0 else (70 + reach, -reach)
    kind = "over" if reach >= 0 else "under"
    body = (
        f'<rect class="{kind}" x="{start:.1f}" y="3" width="{length:.1f}" height="8" rx="1"/>'
        '<path class="middle" d="M70 0V14"/>'
    )
    return _svg(140, 14, "deviation", body)


def frequency(scores: Iterable[int], title: str, own: int | None = None) -> str:
    """How often each score occurred: one bar a score, highest score on top. "" without scores."""
    counts = sorted(Counter(scores).items(), reverse=True)
    if not counts:
        return ""
    most = max(count for _, count in counts)
    lines = []
    for place, (score, count) in enumerate(counts):
        y = place * 24
        length = 220 * count / most
        kind = "bar own" if score == own else "bar"
        text = f"−{-score}" if score < 0 else str(score)
        lines.append(
            f'<text class="figure" x="52" y="{y + 16}" text-anchor="end">{text}</text>'
            f'<rect class="{kind}" x="62" y="{y + 4}" width="{length:.1f}" height="16" rx="1"/>'
            f'<text class="count" x="{62 + length + 7:.1f}" y="{y + 16}">{count}</text>'
        )
    return _svg(310, len(counts) * 24, "frequency", "".join(lines), title)


def course(percentages: Sequence[float | None], title: str) -> str:
    """A pair's percentage on board after board: a dot each, and the average so far as a line.

    None is a board without a percentage: it keeps its place and is left out of the average.
    "" when there is nothing to draw.
    """
    if not any(value is not None for value in percentages):
        return ""
    step = 380 / max(len(percentages), 8)
    places = [(34 + step * (index + 0.5), value) for index, value in enumerate(percentages)]
    known = [(x, value) for x, value in places if value is not None]
    sums = accumulate(value for _, value in known)
    averages = [
        (x, total / count) for count, ((x, _), total) in enumerate(zip(known, sums, strict=True), start=1)
    ]
    grid = "".join(
        f'<path class="{"middle" if value == 50 else "grid"}" d="M34 {_y(value):g}H414"/>'
        f'<text class="count" x="27" y="{_y(value) + 4:g}" text-anchor="end">{value}</text>'
        for value in (0, 50, 100)
    )
    stems = "".join(f'<path class="stem" d="M{x:.1f} {_y(50):g}V{_y(value):.1f}"/>' for x, value in known)
    dots = "".join(f'<circle class="dot" cx="{x:.1f}" cy="{_y(value):.1f}" r="3.5"/>' for x, value in known)
    line = " ".join(f"{x:.1f},{_y(value):.1f}" for x, value in averages)
    body = f'{grid}{stems}{dots}<polyline class="average" points="{line}"/>'
    return _svg(420, 220, "course", body, title)


def _y(percentage: float) -> float:
    return 210 - 2.0 * max(0.0, min(100.0, percentage))
