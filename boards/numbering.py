"""Deals and whole numbers, one to one: every number from 0 to DEALS − 1 is a deal, every deal is one of them.

Owns: the numbering. Never does: choose a number (boards/dealing.py) or read text (boards/deal.py).

Terms. *Mask*: an integer with the bit of each card's index set (boards/cards.py: ♣2 is bit 0, ♠A is bit 51).
*Order* of some cards among others: the place, from 0, of their set among all sets of that size, when the sets
are sorted by how many cards they have in the highest thirteen, then in the next thirteen and so on, and then
by mask.

The numbering: number = (a · C(26,13) + b) · C(26,13) + c, where
  a  is the order of North's and South's 26 cards among the 52 (the thirteens are the suits, spades first);
  b  is the order of North's cards among those 26, renumbered 0 to 25 from the lowest;
  c  is the order of East's cards among the other 26, renumbered likewise.

Why so: sorting by lengths first lets one look-up in 1,834 starts settle all four suits, and every step after
it is a division or a look-up in a table of 13-bit masks. The tables (about 4 MB) are built at the first use.
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


class _Lengths(NamedTuple):
    """What is the same for all North-South sets with these suit lengths.

    Flat, because it is taken apart for every deal. Suits by number: 0 clubs to 3 spades.
    """

    start: int
    masks0: tuple[int, ...]  # the suit's masks of that length, sorted
    masks1: tuple[int, ...]
    masks2: tuple[int, ...]
    masks3: tuple[int, ...]
    ways0: int  # how many they are
    ways1: int
    ways2: int
    # What cuts a suit's share out of a mask of North-South's 26 cards: its lowest bit's place, and a mask …
    shift1: int
    shift2: int
    shift3: int
    bits0: int
    bits1: int
    bits2: int
    # … and out of a mask of East-West's.
    their_shift1: int
    their_shift2: int
    their_shift3: int
    their_bits0: int
    their_bits1: int
    their_bits2: int


class _Tables(NamedTuple):
    starts: list[int]
    lengths: tuple[tuple[int, ...], ...]
    by_lengths: tuple[_Lengths, ...]
    half_starts: list[int]
    halves: tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]
    spread: tuple["array[int]", ...]


def _cuts(clubs: int, diamonds: int, hearts: int) -> tuple[int, int, int, int, int, int]:
    """The shifts 1 to 3 and the bits 0 to 2 (see _Lengths) of a side with these lengths."""
    shifts = (clubs, clubs + diamonds, clubs + diamonds + hearts)
    return *shifts, (1 << clubs) - 1, (1 << diamonds) - 1, (1 << hearts) - 1


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
    for start, (spades, hearts, diamonds, clubs) in zip(starts, lengths, strict=True):
        masks = (by_count[clubs], by_count[diamonds], by_count[hearts], by_count[spades])
        ways = (len(masks[0]), len(masks[1]), len(masks[2]))
        ours = _cuts(clubs, diamonds, hearts)
        theirs = _cuts(_SIZE - clubs, _SIZE - diamonds, _SIZE - hearts)
        by_lengths.append(_Lengths(start, *masks, *ways, *ours, *theirs))
    half_starts = list(accumulate((comb(_SIZE, upper) ** 2 for upper in range(_SIZE + 1)), initial=0))[:-1]
    halves = tuple(
        (by_count[upper], by_count[_SIZE - upper], comb(_SIZE, upper)) for upper in range(_SIZE + 1)
    )
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

    # fmt: off
    (
        start, masks0, masks1, masks2, masks3, ways0, ways1, ways2,
        shift1, shift2, shift3, bits0, bits1, bits2,
        their_shift1, their_shift2, their_shift3, their_bits0, their_bits1, their_bits2,
    ) = by_lengths[bisect_right(starts, order) - 1]
    # fmt: on
    order, place = divmod(order - start, ways0)
    clubs = masks0[place]
    order, place = divmod(order, ways1)
    diamonds = masks1[place]
    order, place = divmod(order, ways2)
    hearts = masks2[place]
    spades = masks3[order]

    upper = bisect_right(half_starts, north_order) - 1
    upper_masks, lower_masks, lower_ways = halves[upper]
    order, place = divmod(north_order - half_starts[upper], lower_ways)
    share = upper_masks[order] << 13 | lower_masks[place]
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
    # East and West have the complement of each suit, which Python finds at the negative index ~mask.
    east = (
        spread[~clubs][share & their_bits0]
        | spread[~diamonds][share >> their_shift1 & their_bits1] << 13
        | spread[~hearts][share >> their_shift2 & their_bits2] << 26
        | spread[~spades][share >> their_shift3] << 39
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
    suits = tuple(side >> _SIZE * suit & _FULL for suit in (3, 2, 1, 0))
    found = tables.by_lengths[bisect_left(tables.lengths, tuple(suit.bit_count() for suit in suits))]
    spades, hearts, diamonds, clubs = suits
    order = bisect_left(found.masks3, spades)
    order = order * found.ways2 + bisect_left(found.masks2, hearts)
    order = order * found.ways1 + bisect_left(found.masks1, diamonds)
    return found.start + order * found.ways0 + bisect_left(found.masks0, clubs)


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
