"""Choosing who sits North-South so that everybody is compared with everybody about equally often.

Owns: the directions of a movement whose meetings are already fixed.
Never does: change who meets whom, at which table, or on which boards.

Terms
    column       all meetings on one board set, whatever round they happen in; only these are compared with
                 one another.
    sign         +1 for an entry that sits North-South in a column, -1 for East-West, 0 when it does not play
                 it.
    product      sum over the columns of the signs of two entries multiplied: times in the same direction
                 minus times in opposite ones. The nearer all products are to one another, the fairer the
                 comparison.
"""

from collections.abc import Sequence
from operator import mul

Meeting = tuple[int, int]

_SWEEPS = 2
"""Times each table of a column is looked at again; the third changes next to nothing."""


def balance_directions(
    columns: Sequence[Sequence[Meeting]], entries: int, passes: int = 3
) -> tuple[tuple[bool, ...], ...]:
    """Choose directions; `True` at [column][place] lets the first entry of that meeting sit North-South.

    `columns` hold meetings (a, b) of entries 1 to `entries`. Each column is directed so that the sum of the
    squared products grows as little as possible; later passes take a column out and put it back better. The
    result depends on nothing but the arguments. Cost: about `passes` * columns * entries**2 additions.
    """
    state = _Directions(entries)
    signs = [[0] * (entries + 1) for _ in columns]
    for turn in range(passes):
        changed = False
        for column, sign in zip(columns, signs, strict=True):
            before = list(sign)
            if turn:
                state.add(sign, -1)
            state.direct(column, sign)
            state.add(sign, 1)
            changed = changed or before != sign
        if not changed:
            break
    return tuple(
        tuple(sign[first] > 0 for first, _ in column) for column, sign in zip(columns, signs, strict=True)
    )


class _Directions:
    """The products of all entries. Row 0 is an imagined entry that always sits North-South: balancing it with
    the
    others balances each entry's own number of rounds in the two directions."""

    def __init__(self, entries: int) -> None:
        self.products = [[0] * (entries + 1) for _ in range(entries + 1)]

    def add(self, sign: list[int], factor: int) -> None:
        for entry, own in enumerate(sign):
            if own:
                step = own * factor
                row = self.products[entry]
                if step > 0:
                    self.products[entry] = [value + other for value, other in zip(row, sign, strict=True)]
                else:
                    self.products[entry] = [value - other for value, other in zip(row, sign, strict=True)]

    def direct(self, column: Sequence[Meeting], sign: list[int]) -> None:
        """Set the signs of one column in place, starting from those it has."""
        sign[0] = 1
        for _ in range(_SWEEPS):
            changed = False
            for first, second in column:
                old = sign[first]
                sign[first] = sign[second] = 0
                pull = sum(map(mul, self.products[first], sign)) - sum(map(mul, self.products[second], sign))
                # a positive pull means that sitting North-South would add to products that are already high
                new = -1 if pull > 0 else 1 if pull < 0 else old or 1
                sign[first], sign[second] = new, -new
                changed = changed or new != old
            if not changed:
                return
