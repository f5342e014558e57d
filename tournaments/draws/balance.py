"""Choosing who sits North-South so that everybody is compared with everybody about equally often.

Owns: the directions of a movement whose meetings are already fixed.
Never does: change who meets whom, at which table, or on which boards.

Terms
    column       all meetings on one board set, whatever round they happen in; only these are compared with
                 one another.
    sign         +1 for an entry that sits North-South in a column, -1 for East-West, 0 when it does not play.
    product      sum over the columns of the signs of two entries multiplied: times in the same direction
                 minus times in opposite ones. The nearer all products are to one another, the fairer.
    excess       an entry's rounds North-South minus its rounds East-West: the sum of its signs.
"""

import random
from collections import deque
from collections.abc import Sequence
from operator import mul

Meeting = tuple[int, int]
Columns = Sequence[Sequence[Meeting]]
Directions = tuple[tuple[bool, ...], ...]

_SWEEPS = 2
"""Times each table of a column is looked at again; a third changes next to nothing."""
_LONG = 200_000
"""Columns times entries squared up to which more than one pass is made; the next three are of the same kind."""
_SLOW = 500_000
_QUICK = 40_000
_STARTS = 12
_EXCESS_WEIGHT = 4
"""How much more an entry's own excess counts than its product with one other entry."""


def balance_directions(
    columns: Columns, entries: int, start: Directions | None = None, passes: int | None = None
) -> Directions:
    """Choose directions; `True` at [column][place] lets the first entry of that meeting sit North-South.

    `columns` hold meetings (a, b) of entries 1 to `entries`. Each column is directed so that the sum of the
    squared products grows as little as possible; later passes take a column out and put it back better.
    `start` gives directions to improve on. At the end no excess is above 1 in size. The result depends on
    nothing but the arguments. Cost: about `passes` * columns * entries**2 additions; by default 4 passes, 1
    where that is long.
    """
    if passes is None:
        passes = 4 if len(columns) * entries**2 <= _LONG else 1
    state = _State(entries)
    signs = [[1] + [0] * entries for _ in columns]
    if start is not None:
        for column, sign, keeps in zip(columns, signs, start, strict=True):
            for (first, second), keep in zip(column, keeps, strict=True):
                sign[first], sign[second] = (1, -1) if keep else (-1, 1)
            state.add(sign, 1)
    for turn in range(passes):
        changed = False
        for column, sign in zip(columns, signs, strict=True):
            before = list(sign)
            if turn or start is not None:
                state.add(sign, -1)
            state.direct(column, sign)
            state.add(sign, 1)
            changed = changed or before != sign
        if not changed:
            break
    _level(columns, signs, entries)
    return tuple(
        tuple(sign[first] > 0 for first, _ in column) for column, sign in zip(columns, signs, strict=True)
    )


def best_directions(columns: Columns, entries: int, stored: Directions | None = None) -> Directions:
    """The fairest of several `balance_directions`, as many as can be tried quickly; the same every time.

    `stored` directions, where there are some, are tried as they are and improved. Small movements are also tried
    from nothing and from some random starts: a descent alone can end in a poor place, which shows most with few
    entries.
    """
    work = len(columns) * entries**2
    found = []
    if stored is not None:
        found.append(balance_directions(columns, entries, stored, passes=0))
        if work <= _SLOW:
            found.append(balance_directions(columns, entries, stored))
    if stored is None or work <= _QUICK:
        found.append(balance_directions(columns, entries))
    rng = random.Random(1)
    for _ in range(min(_STARTS, _QUICK // (2 * max(work, 1)))):
        start = tuple(tuple(rng.random() < 0.5 for _ in column) for column in columns)
        found.append(balance_directions(columns, entries, start))
    return min(found, key=lambda directions: unevenness(columns, directions, entries))


def direct_added(columns: Columns, directions: Directions, added: Columns, entries: int) -> Directions:
    """Directions of the `added` meetings, column by column, beside those of `columns`, which stay as they are.

    Chosen as `balance_directions` chooses them, one meeting after the other. Cost: columns * entries**2 additions.
    """
    state = _State(entries)
    signs = []
    for column, keeps in zip(columns, directions, strict=True):
        sign = [1] + [0] * entries
        for (first, second), keep in zip(column, keeps, strict=True):
            sign[first], sign[second] = (1, -1) if keep else (-1, 1)
        state.add(sign, 1)
        signs.append(sign)
    for _ in range(_SWEEPS):
        for more, sign in zip(added, signs, strict=True):
            if more:
                state.add(sign, -1)
                state.direct(more, sign)
                state.add(sign, 1)
    return tuple(tuple(sign[first] > 0 for first, _ in more) for more, sign in zip(added, signs, strict=True))


def unevenness(columns: Columns, directions: Directions, entries: int) -> int:
    """Sum of the squared products of all two entries: 0 is out of reach, less is fairer."""
    state = _State(entries)
    for column, keeps in zip(columns, directions, strict=True):
        sign = [0] * (entries + 1)
        for (first, second), keep in zip(column, keeps, strict=True):
            sign[first], sign[second] = (1, -1) if keep else (-1, 1)
        state.add(sign, 1)
    return sum(value * value for row in state.products for value in row)


class _State:
    """The products of all entries. Row 0 is an imagined entry that always sits North-South, so that its
    products
    are the excesses of the others."""

    def __init__(self, entries: int) -> None:
        self.products = [[0] * (entries + 1) for _ in range(entries + 1)]

    def add(self, sign: list[int], factor: int) -> None:
        for entry, own in enumerate(sign):
            if own:
                row = self.products[entry]
                if own * factor > 0:
                    self.products[entry] = [value + other for value, other in zip(row, sign, strict=True)]
                else:
                    self.products[entry] = [value - other for value, other in zip(row, sign, strict=True)]

    def direct(self, column: Sequence[Meeting], sign: list[int]) -> None:
        """Set the signs of one column in place, starting from those it has."""
        for _ in range(_SWEEPS):
            changed = False
            for first, second in column:
                old = sign[first]
                sign[first] = sign[second] = 0
                mine, theirs = self.products[first], self.products[second]
                pull = sum(map(mul, mine, sign)) - sum(map(mul, theirs, sign))
                pull += (_EXCESS_WEIGHT - 1) * (mine[0] - theirs[0])
                # a positive pull means that sitting North-South would add to products that are already high
                new = -1 if pull > 0 else 1 if pull < 0 else old or 1
                sign[first], sign[second] = new, -new
                changed = changed or new != old
            if not changed:
                return


def _level(columns: Columns, signs: list[list[int]], entries: int) -> None:
    """Turn tables along chains until no excess is above 1 in size.

    A chain leads from an entry too often in one direction, over tables where the present entry sits in that
    direction, to one that is too often in the other. Turning all its tables takes 2 from the excess of the
    first, gives 2 to the last, and leaves the rest. There always is one: else all entries reached would face
    only one another in that direction, and their excesses could not sum to more than 0.
    """
    excess = [0] * (entries + 1)
    for sign in signs:
        for entry in range(1, entries + 1):
            excess[entry] += sign[entry]
    while any(abs(value) > 1 for value in excess):
        worst = max(range(1, entries + 1), key=lambda entry: abs(excess[entry]))
        side = 1 if excess[worst] > 0 else -1
        last, chain = _chain(columns, signs, worst, side, excess)
        for column, first, second in chain:
            signs[column][first] *= -1
            signs[column][second] *= -1
        excess[worst] -= 2 * side
        excess[last] += 2 * side


def _chain(
    columns: Columns, signs: list[list[int]], worst: int, side: int, excess: list[int]
) -> tuple[int, list[tuple[int, int, int]]]:
    """The shortest chain from `worst` to an entry with an excess on the other side: (that entry, its
    tables)."""
    links: dict[int, list[tuple[int, int, int]]] = {}
    for number, column in enumerate(columns):
        for first, second in column:
            upper, lower = (first, second) if signs[number][first] == side else (second, first)
            links.setdefault(upper, []).append((number, upper, lower))
    came: dict[int, tuple[int, int, int]] = {}
    queue = deque([worst])
    entry = worst
    while excess[entry] * side >= 0:
        entry = queue.popleft()
        for link in links.get(entry, ()):
            if link[2] != worst and link[2] not in came:
                came[link[2]] = link
                queue.append(link[2])
    last, chain = entry, []
    while entry != worst:
        chain.append(came[entry])
        entry = came[entry][1]
    return last, chain
