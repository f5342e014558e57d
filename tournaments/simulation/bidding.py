"""Bids from the cards, as an ordinary player counts them.

Owns: what a hand is worth in tricks, how risky a nil is with it, and a profile's bid. Never does: know other
hands; play.

Terms. *Worth*: the tricks that a hand may hope for, a fraction. *Risk*: how likely a nil fails, in no unit; a
hand of small cards has 0, an ace of spades makes it infinite.
"""

import math
import random
from collections.abc import Sequence

from boards.cards import Hand, Seat
from tournaments.simulation.players import PlayerProfile

# The worth of a spade honour by the number of spades it comes with (index; the last counts for more).
_SPADE_HONOURS = {
    "A": (1.0,),
    "K": (0.0, 0.4, 0.9, 0.95),
    "Q": (0.0, 0.1, 0.45, 0.8, 0.9),
    "J": (0.0, 0.0, 0.1, 0.35, 0.6, 0.7),
}
# The same in a side suit: an honour in a long suit meets somebody's trump.
_SIDE_HONOURS = {
    "A": (0.0, 0.9, 0.95, 0.95, 0.9, 0.8, 0.6, 0.4, 0.2),
    "K": (0.0, 0.15, 0.65, 0.7, 0.6, 0.45, 0.3, 0.1),
    "Q": (0.0, 0.0, 0.15, 0.3, 0.25, 0.15, 0.0),
}
# A short side suit lets small spades ruff: worth of each by the suit's length.
_RUFFS = (0.9, 0.5, 0.15)
# Every hand takes about one trick that nobody counts, and honours are worth a little less when others have theirs.
# Both are fitted to the tricks that these players take, less half a trick for caution.
_WITHOUT_HONOURS = 0.65
_SHARE = 0.9


def worth(hand: Hand) -> float:
    """The tricks the hand may hope for, before any caution."""
    spades, *sides = hand.holdings
    total = sum(_of(table, len(spades)) for rank, table in _SPADE_HONOURS.items() if rank in spades)
    total += 0.75 * max(0, len(spades) - 4) + (0.25 if len(spades) >= 4 else 0)
    small_spades = sum(rank not in "AKQ" for rank in spades)
    ruffs = 0.0
    for side in sides:
        total += sum(_of(table, len(side)) for rank, table in _SIDE_HONOURS.items() if rank in side)
        if len(side) < len(_RUFFS):
            ruffs += _RUFFS[len(side)]
    # From the fifth spade on length is counted already; ruffs come out of the first four.
    return total + min(ruffs, 0.6 * min(small_spades, 4))


def nil_risk(hand: Hand) -> float:
    """How risky it is to undertake to take no trick with this hand; infinite with the ace of spades."""
    spades, *sides = hand.holdings
    if "A" in spades:
        return math.inf
    risk = sum(cost for rank, cost in (("K", 0.7), ("Q", 0.35), ("J", 0.15)) if rank in spades)
    risk += 0.35 * max(0, len(spades) - 3)
    for side in sides:
        lowest_first = [("23456789TJQKA".index(rank)) for rank in reversed(side)]
        # The first round is ducked with the lowest card, the next with the next: each should be low enough.
        for low_enough, rank in zip((3, 5, 7), lowest_first, strict=False):
            risk += 0.08 * max(0, rank - low_enough)
    return risk


def bid(
    hand: Hand, seat: Seat, bids_before: Sequence[int | None], profile: PlayerProfile, rng: random.Random
) -> int:
    """A player's bid, 0 (nil) to 13. `bids_before` has, by seat, the bids made already, None for the others."""
    partner_bid = bids_before[seat.partner]
    if partner_bid != 0:
        bold_enough = (
            0.15 + 0.4 * profile.courage + (0.1 if partner_bid is not None and partner_bid >= 4 else 0)
        )
        if nil_risk(hand) + rng.gauss(0, 0.25 * (1 - profile.skill)) < bold_enough and worth(hand) < 2:
            return 0
    hoped = (
        _WITHOUT_HONOURS + _SHARE * worth(hand) + profile.boldness + rng.gauss(0, 1.2 * (1 - profile.skill))
    )
    wanted = max(1, min(13, round(hoped)))
    others = [made for made in bids_before if made is not None]
    # The last to bid sees when the table has bid more tricks than there are; a good player believes it.
    if len(others) == 3 and wanted > 1 and sum(others) + wanted > 12 and rng.random() < profile.skill:
        wanted -= 1
    return wanted


def _of(table: tuple[float, ...], length: int) -> float:
    return table[min(length, len(table) - 1)]
