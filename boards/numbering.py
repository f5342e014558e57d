"""Deals and whole numbers, one to one: every number from 0 to DEALS − 1 is a deal, every deal is one of them.

Owns: the numbering. Never does: choose a number (boards/dealing.py) or read text (boards/deal.py).

Terms. *Mask*: an integer with the bit of each card's index set (boards/cards.py: ♣2 is bit 0, ♠A is bit 51).
*Order* of some cards among others: the place, from 0, of their set among all sets of that size, when the sets are sorted
by how many cards they have in the highest thirteen, then in the next thirteen and so on, and then by mask.

The numbering: number = (a · C(26,13) + b) · C(26,13) + c, where
  a  is the order of North's and South's 26 cards among the 52 (the thirteens are the suits, spades first);
  b  is the order of North's cards among those 26, renumbered 0 to 25 from the lowest;
  c  is the order of East's cards among the other 26, renumbered likewise.

Why so: sorting by lengths first lets one look-up in 1,834 starts settle all four suits, and every step after it is a
division or a look-up in a table of 13-bit masks. The tables (about 4 MB) are built at the first use.
"""

from array import array
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import accumulate, product
from math import comb, prod
from typing import NamedTuple

Masks = tuple[int, int, int, int]

SPLITS = comb(26, 13)
DEALS = comb(52, 26) * SPLITS * SPLITS
ALL_CARDS = (1 << 52) - 1

_SIZE = 13
_FULL = (1 << _SIZE) - 1
_SUITS = range(4)


class _Lengths(NamedTuple):
    """What is the same for all North-South sets with these suit lengths. Suits 0 to 3 are clubs to spades."""

    start: int
    masks: tuple[tuple[int, ...], ...]  # by suit: the masks of that length, sorted
    ways: tuple[int, ...]  # by suit: how many they are
    ours: tuple[int, ...]  # by suit: bits that pick one's share out of a mask of the side's 26 cards …
    theirs: tuple[int, ...]
    our_shifts: tuple[int, ...]  # … after a shift by the lengths of the lower suits
    their_shifts: tuple[int, ...]


class _Tables(NamedTuple):
    starts: list[int]
    lengths: tuple[tuple[int, ...], ...]
    by_lengths: tuple[_Lengths, ...]
    half_starts: list[int]
    halves: tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]
    spread: tuple["array[int]", ...]


def _below(lengths: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(accumulate(lengths[:-1], initial=0))


@cache
def _tables() -> _Tables:
    by_count: tuple[tuple[int, ...], ...] = tuple(
        tuple(mask for mask in range(_FULL + 1) if mask.bit_count() == count) for count in range(_SIZE + 1)
    )
    # Spades first, in sorted order: the order of the numbering.
    lengths = tuple(found for found in product(range(_SIZE + 1), repeat=4) if sum(found) == 26)
    sizes = (prod(comb(_SIZE, length) for length in found) for found in lengths)
    starts = list(accumulate(sizes, initial=0))[:-1]
    by_lengths = []
    for start, found in zip(starts, lengths, strict=True):
        ours = found[::-1]
        theirs = tuple(_SIZE - length for length in ours)
        by_lengths.append(
            _Lengths(
                start,
                tuple(by_count[length] for length in ours),
                tuple(comb(_SIZE, length) for length in ours),
                tuple((1 << length) - 1 for length in ours),
                tuple((1 << length) - 1 for length in theirs),
                _below(ours),
                _below(theirs),
            )
        )
    half_starts = list(accumulate((comb(_SIZE, upper) ** 2 for upper in range(_SIZE + 1)), initial=0))[:-1]
    halves = tuple((by_count[upper], by_count[_SIZE - upper], comb(_SIZE, upper)) for upper in range(_SIZE + 1))
    return _Tables(starts, lengths, tuple(by_lengths), half_starts, halves, _spread())


def _spread() -> tuple["array[int]", ...]:
    """By mask m and then by a mask v of as many bits as m has: v's bits put where m's bits are."""
    rows = [array("H", [0])]
    for mask in range(1, _FULL + 1):
        top = 1 << mask.bit_length() - 1
        row = rows[mask ^ top]
        rows.append(row + array("H", [spread | top for spread in row]))
    return tuple(rows)


def masks_of(number: int) -> Masks:
    """The masks of N, E, S and W in the deal of that number, 0 to DEALS − 1 (not checked here)."""
    starts, _, by_lengths, half_starts, halves, spread = _tables()
    rest, east_order = divmod(number, SPLITS)
    order, north_order = divmod(rest, SPLITS)

    start, (masks0, masks1, masks2, masks3), ways, ours, theirs, shifts, their_shifts = by_lengths[
        bisect_right(starts, order) - 1
    ]
    order, place = divmod(order - start, ways[0])
    clubs = masks0[place]
    order, place = divmod(order, ways[1])
    diamonds = masks1[place]
    order, place = divmod(order, ways[2])
    hearts = masks2[place]
    spades = masks3[order]

    upper = bisect_right(half_starts, north_order) - 1
    upper_masks, lower_masks, lower_ways = halves[upper]
    order, place = divmod(north_order - half_starts[upper], lower_ways)
    share = upper_masks[order] << 13 | lower_masks[place]
    _, shift1, shift2, shift3 = shifts
    bits0, bits1, bits2, _ = ours
    north = (
        spread[clubs][share & bits0]
        | spread[diamonds][share >> shift1 & bits1] << 13
        | spread[hearts][share >> shift2 & bits2] << 26
        | spread[spades][share >> shift3] << 39
    )

    upper = bisect_right(half_starts, east_order) - 1
    upper_masks, lower_masks, lower_ways = halves[upper]
    order, place = divmod(east_order - half_starts[upper], lower_ways)
    share = upper_masks[order] << 13 | lower_masks[place]
    _, shift1, shift2, shift3 = their_shifts
    bits0, bits1, bits2, _ = theirs
    # East and West have the complement of each suit, which Python finds at the negative index ~mask.
    east = (
        spread[~clubs][share & bits0]
        | spread[~diamonds][share >> shift1 & bits1] << 13
        | spread[~hearts][share >> shift2 & bits2] << 26
        | spread[~spades][share >> shift3] << 39
    )
    north_south = spades << 39 | hearts << 26 | diamonds << 13 | clubs
    return north, east, north_south ^ north, north_south ^ ALL_CARDS ^ east


def number_of(masks: Masks) -> int:
    """The number of a whole deal: four masks of 13 bits that share none (not checked here)."""
    north, east, south, west = masks
    north_south = north | south
    order = _order_of_side(north_south)
    return (order * SPLITS + _order_in_side(north, north_south)) * SPLITS + _order_in_side(east, east | west)


def _order_of_side(side: int) -> int:
    """The order of 26 cards among the 52."""
    tables = _tables()
    suits = tuple(side >> _SIZE * suit & _FULL for suit in _SUITS)
    lengths = tables.by_lengths[bisect_left(tables.lengths, tuple(suit.bit_count() for suit in suits)[::-1])]
    order = 0
    for suit in reversed(_SUITS):
        order = order * lengths.ways[suit] + bisect_left(lengths.masks[suit], suits[suit])
    return lengths.start + order


def _order_in_side(hand: int, side: int) -> int:
    """The order of 13 cards among the 26 of a side, renumbered from the lowest."""
    share, place = 0, 1
    while side:
        card = side & -side
        if hand & card:
            share |= place
        place <<= 1
        side ^= card
    tables = _tables()
    upper, lower = share >> _SIZE, share & _FULL
    count = upper.bit_count()
    upper_masks, lower_masks, lower_ways = tables.halves[count]
    order = bisect_left(upper_masks, upper) * lower_ways + bisect_left(lower_masks, lower)
    return tables.half_starts[count] + order
