"""Seats, suits, cards and hands: the small words a deal is made of.

Owns: the order of seats and of cards, and the text of one hand.
Never does: put four hands together (boards/deal.py), bid or play.

Terms. *Seat*: N, E, S, W, clockwise; the seat on the left is the next one. *Index* of a card: 0 (♣2) to
51 (♠A), suit by suit (clubs, diamonds, hearts, spades), the two lowest. *Mask* of a hand: the 52-bit integer
with the bit of every card's index set. *Holding*: one hand's ranks in one suit, highest first, such as "AK7";
empty when it is a void.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

RANKS = "23456789TJQKA"
SUIT_SIZE = len(RANKS)
_SUIT_MASK = (1 << SUIT_SIZE) - 1
_HIGH_CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


class Seat(IntEnum):
    """A place at the table; the value is its place in N, E, S, W."""

    N = 0
    E = 1
    S = 2
    W = 3

    def __str__(self) -> str:
        return self.name

    @property
    def word(self) -> str:
        return ("North", "East", "South", "West")[self]

    @property
    def left(self) -> Seat:
        """The next seat clockwise."""
        return _SEATS[(self + 1) % 4]

    @property
    def partner(self) -> Seat:
        return _SEATS[(self + 2) % 4]


# Indexing a tuple is several times quicker than making a member from its value.
_SEATS = tuple(Seat)


class Suit(IntEnum):
    """A suit; the value is its place among the cards' indexes, spades last because they are trumps."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]


# The order in which hands are written: spades first.
WRITTEN_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card by its index, 0 (♣2) to 51 (♠A)."""

    index: int

    def __post_init__(self) -> None:
        if not 0 <= self.index < 52:
            raise ValueError(f"A card's index is 0 to 51, not {self.index}.")

    def __str__(self) -> str:
        return f"{self.suit.symbol}{self.rank}"

    @property
    def suit(self) -> Suit:
        return Suit(self.index // SUIT_SIZE)

    @property
    def rank(self) -> str:
        return RANKS[self.index % SUIT_SIZE]


def holding_of(suit_mask: int) -> str:
    """The ranks of a 13-bit mask, highest first."""
    return "".join(RANKS[place] for place in range(SUIT_SIZE - 1, -1, -1) if suit_mask >> place & 1)


# Every holding there is; hands are turned into text by four look-ups.
_HOLDINGS = tuple(holding_of(suit_mask) for suit_mask in range(1 << SUIT_SIZE))


def hand_text(mask: int) -> str:
    """A hand's mask in PBN: spades, hearts, diamonds, clubs, such as "AK7.QT.98765.432"."""
    texts = _HOLDINGS
    return f"{texts[mask >> 39]}.{texts[mask >> 26 & 8191]}.{texts[mask >> 13 & 8191]}.{texts[mask & 8191]}"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one seat, as a mask of 52 bits (13 of them set in a whole deal)."""

    mask: int

    def __str__(self) -> str:
        return hand_text(self.mask)

    @property
    def indexes(self) -> tuple[int, ...]:
        """The cards' indexes, lowest first."""
        return tuple(index for index in range(52) if self.mask >> index & 1)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards as they are written: spades first, the highest first in each suit."""
        return tuple(Card(index) for index in reversed(self.indexes))

    def holding(self, suit: Suit) -> str:
        """The ranks held in a suit, highest first; empty for a void."""
        return _HOLDINGS[self.mask >> SUIT_SIZE * suit & _SUIT_MASK]

    @property
    def holdings(self) -> tuple[str, str, str, str]:
        """The four holdings as they are written: spades, hearts, diamonds, clubs."""
        spades, hearts, diamonds, clubs = (self.holding(suit) for suit in WRITTEN_SUITS)
        return spades, hearts, diamonds, clubs

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """The number of spades, hearts, diamonds and clubs."""
        spades, hearts, diamonds, clubs = (len(holding) for holding in self.holdings)
        return spades, hearts, diamonds, clubs

    @property
    def points(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1; 40 in a deal."""
        return sum(_HIGH_CARD_POINTS.get(rank, 0) for holding in self.holdings for rank in holding)
