"""Slow, plain computations of the numbering and the dealing, written from their descriptions alone.

They share no code with boards/: sets are counted one card at a time, digests are read byte by byte.
"""

import hashlib
from math import comb, factorial

DEALS = factorial(52) // factorial(13) ** 4


def _profile(cards: frozenset[int], size: int) -> tuple[int, ...]:
    """How many of the cards are in the highest thirteen of `size` cards, in the next thirteen, …"""
    return tuple(sum(low <= card < low + 13 for card in cards) for low in range(size - 13, -1, -13))


def order(cards: frozenset[int], size: int) -> int:
    """How many sets of as many of `size` cards sort before this one: by profile, then by the highest cards."""
    before = 0
    profile = _profile(cards, size)
    # Sets with a smaller profile: one thirteen after the other, the first that differs being smaller.
    left = len(cards)
    above = 1  # in how many ways the thirteens before have the same counts
    for place, count in enumerate(profile):
        below = 13 * (len(profile) - place - 1)
        smaller_here = sum(comb(13, smaller) * comb(below, left - smaller) for smaller in range(count))
        before += above * smaller_here
        above *= comb(13, count)
        left -= count
    # Sets with the same profile and a smaller mask: at the highest card that differs, the smaller mask lacks it.
    for card in cards:
        chunk = card // 13
        low = chunk * 13
        needed = sum(
            low <= other <= card for other in cards
        )  # this many go below the card when it is left out
        rest = 1
        for lower in range(chunk):
            rest *= comb(13, sum(lower * 13 <= other < lower * 13 + 13 for other in cards))
        before += comb(card - low, needed) * rest
    return before


def number(hands: list[frozenset[int]]) -> int:
    """The number of a deal given as the card indexes (♣2 = 0 … ♠A = 51) of N, E, S and W."""
    north, east, south, west = hands
    ours, theirs = sorted(north | south), sorted(east | west)
    a = order(north | south, 52)
    b = order(frozenset(ours.index(card) for card in north), 26)
    c = order(frozenset(theirs.index(card) for card in east), 26)
    return (a * comb(26, 13) + b) * comb(26, 13) + c


def hands_of(pbn: str) -> list[frozenset[int]]:
    """The card indexes of N, E, S and W in a PBN deal that begins with N."""
    return [
        frozenset(
            13 * (3 - place) + "23456789TJQKA".index(rank)
            for place, suit in enumerate(hand.split("."))
            for rank in suit
        )
        for hand in pbn.removeprefix("N:").split(" ")
    ]


def dealt_number(secret: bytes, session: str, board: int) -> int:
    """The number that shake256-reject96-v1 gives a board."""
    name = session.encode("utf-8")
    message = bytearray(b"duplicate-spades shake256-reject96-v1")
    message += bytes([0])
    message += secret
    message += bytes([len(name) >> 24 & 255, len(name) >> 16 & 255, len(name) >> 8 & 255, len(name) & 255])
    message += name
    message += bytes(board >> shift & 255 for shift in range(56, -1, -8))
    stream = hashlib.shake_256(bytes(message)).digest(12 * 200)
    for start in range(0, len(stream), 12):
        candidate = 0
        for byte in stream[start : start + 12]:
            candidate = candidate * 256 + byte
        if candidate < DEALS:
            return candidate
    raise AssertionError("200 candidates in a row were too large")
