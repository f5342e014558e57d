"""A race as two lines to the target, as inline SVG: a pure function from totals to text.

Owns: geometry. As in pictures.py, colours and strokes come from the stylesheet by class; the lines differ in dash and
marker too, and the title says in words what is drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_MARGIN_LEFT, _MARGIN_RIGHT, _MARGIN_TOP, _MARGIN_BOTTOM = 34.0, 30.0, 14.0, 22.0
_LABEL_GAP = 13.0
"""Least distance between two labels, one above the other."""


@dataclass(frozen=True, slots=True)
class Line:
    """One pair's race. `kind` is "home" or "away", `label` short enough for the margin; `totals` are those after the
    boards `boards`, in order; `reached` is the board after which it had the target."""

    kind: str
    label: str
    boards: Sequence[int]
    totals: Sequence[int]
    reached: int | None


@dataclass(frozen=True, slots=True)
class _Scale:
    width: float
    height: float
    last: int
    low: int
    high: int

    def x(self, board: float) -> float:
        return _MARGIN_LEFT + (self.width - _MARGIN_LEFT - _MARGIN_RIGHT) * board / self.last

    def y(self, points: float) -> float:
        inner = self.height - _MARGIN_TOP - _MARGIN_BOTTOM
        return _MARGIN_TOP + inner * (self.high - points) / (self.high - self.low)


def race(
    lines: Sequence[Line],
    target: int,
    length: int,
    title: str,
    *,
    beside: Sequence[int] = (),
    large: bool = False,
) -> str:
    """Both pairs of a table from nought on; `length` boards wide, more when deciders were played.

    `beside` are totals that have to fit too: those of the other table, whose picture is to have the same scale.
    """
    totals = [*beside, *(total for line in lines for total in line.totals)]
    scale = _Scale(
        width=460.0 if large else 190.0,
        height=270.0 if large else 136.0,
        last=max(length, *(board for line in lines for board in line.boards), 1),
        low=min(0, 0, *totals) // 50 * 50,
        high=max(target, target, *totals) + 20,
    )
    body = _grid(scale, target, large) + "".join(_line(scale, line) for line in lines) + _labels(scale, lines)
    return (
        f'<svg class="race{" large" * large}" viewBox="0 0 {scale.width:g} {scale.height:g}" role="img" '
        f'aria-label="{escape(title)}">{body}</svg>'
    )


def _grid(scale: _Scale, target: int, large: bool) -> str:
    right = scale.width - _MARGIN_RIGHT
    between = range(scale.low // 100 * 100, target, 100) if large else (scale.low,)
    levels = sorted({0, target, *(level for level in between if level >= scale.low)})
    parts = [
        f'<path class="{"goal" if level == target else "middle" if level == 0 else "grid"}" '
        f'd="M{_MARGIN_LEFT:g} {scale.y(level):.1f}H{right:g}"/>'
        f'<text class="count" x="{_MARGIN_LEFT - 6:g}" y="{scale.y(level) + 4:.1f}" text-anchor="end">'
        f"{_number(level)}</text>"
        for level in levels
    ]
    boards = range(1, scale.last + 1)
    step = max(1, -(-len(boards) // (16 if large else 10)))
    parts += [
        f'<path class="tick" d="M{scale.x(board):.1f} {scale.height - _MARGIN_BOTTOM:g}v4"/>'
        f'<text class="count" x="{scale.x(board):.1f}" y="{scale.height - 4:g}" text-anchor="middle">{board}</text>'
        for board in boards
        if board % step == 0
    ]
    return "".join(parts)


def _number(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


def _line(scale: _Scale, line: Line) -> str:
    places = [(scale.x(0), scale.y(0))]
    places += [
        (scale.x(board), scale.y(total)) for board, total in zip(line.boards, line.totals, strict=True)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(_dot(line.kind, x, y, 3.0) for x, y in places[1:])
    goal = next(
        (
            f'<circle class="reached {line.kind}" cx="{x:.1f}" cy="{y:.1f}" r="7.5"/>'
            for board, (x, y) in zip(line.boards, places[1:], strict=True)
            if board == line.reached
        ),
        "",
    )
    return f'<polyline class="run {line.kind}" points="{path}"/>{dots}{goal}'


def _dot(kind: str, x: float, y: float, size: float) -> str:
    if kind == "home":
        return f'<circle class="dot home" cx="{x:.1f}" cy="{y:.1f}" r="{size:g}"/>'
    left, top, side = x - size, y - size, 2 * size
    return f'<rect class="dot away" x="{left:.1f}" y="{top:.1f}" width="{side:g}" height="{side:g}"/>'


def _labels(scale: _Scale, lines: Sequence[Line]) -> str:
    """Each line's label behind its end; two ends that are close have theirs pushed apart."""
    ended = [line for line in lines if line.totals]
    heights = _apart([scale.y(line.totals[-1]) for line in ended])
    return "".join(
        f'<text class="end {line.kind}" x="{scale.x(line.boards[-1]) + 8:.1f}" y="{y + 4:.1f}">'
        f"{escape(line.label)}</text>"
        for line, y in zip(ended, heights, strict=True)
    )


def _apart(heights: list[float]) -> list[float]:
    if len(heights) < 2 or abs(heights[0] - heights[1]) >= _LABEL_GAP:
        return heights
    middle, half = sum(heights) / 2, _LABEL_GAP / 2
    return [middle - half, middle + half] if heights[0] <= heights[1] else [middle + half, middle - half]
