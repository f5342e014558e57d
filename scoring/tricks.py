"""Cards on the table: who bids and leads first, which cards may be played, who takes a trick.

Owns: the order of seats and cards, their text, one trick.
Never does: follow a whole deal (``play_check``), deal cards (that is the boards' part).
Source: docs/rules.md §6.

Terms
-----
seat      0 to 3 for N, E, S, W, clockwise; the next to play is the seat plus one
card      an index, 0 (♣2) to 51 (♠A), suit by suit with spades, the trumps, last; as the boards number them
hand      a mask: the whole number that has the bit of every card held
led       the suit of a trick's first card, 0 (clubs) to 3 (spades)
broken    said of spades once one has been played in the deal
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.notation import NotationError

SEATS: Final = "NESW"
SEAT_COUNT: Final = 4
SUIT_SIZE: Final = 13
CARDS: Final = 52
SPADES: Final = 3
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

_SUITS = "CDHS"
_SYMBOLS = "♣♦♥♠"
_RANKS = "23456789TJQKA"
_SUIT_MASKS = tuple(((1 << SUIT_SIZE) - 1) << SUIT_SIZE * suit for suit in range(4))


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """The cards of a trick in the order in which they fell, from the leader's on; four in a whole one."""

    leader: int
    cards: tuple[int, ...]

    @property
    def seats(self) -> tuple[int, ...]:
        """Who played each card."""
        return tuple((self.leader + place) % SEAT_COUNT for place in range(len(self.cards)))

    @property
    def led(self) -> int:
        return suit_of(self.cards[0])

    @property
    def winner(self) -> int:
        """The seat that took the trick: the highest spade, else the highest card of the suit led."""
        return trick_winner(self.leader, self.cards)

    def __str__(self) -> str:
        return f"{SEATS[self.leader]}: " + " ".join(card_text(card) for card in self.cards)


def dealer_of(deal: int, first_dealer: int = 0) -> int:
    """Who deals the deal (or board) of that number, from 1 on: clockwise from the first dealer.

    In duplicate N deals board 1, whoever plays it: the default.
    """
    return (first_dealer + deal - 1) % SEAT_COUNT


def first_bidder(dealer: int) -> int:
    """Who bids first, and leads to the first trick: the seat on the dealer's left."""
    return (dealer + 1) % SEAT_COUNT


def legal_cards(hand: int, led: int | None, *, broken: bool) -> int:
    """The cards of a hand that may be played, as a mask. ``led`` is ``None`` for who leads to the trick.

    An empty hand has none; any other has at least one.
    """
    if led is not None:
        return hand & _SUIT_MASKS[led] or hand
    return hand if broken else hand & ~_SUIT_MASKS[SPADES] or hand


def trick_winner(leader: int, cards: Sequence[int]) -> int:
    """The seat whose card takes the trick so far; ``cards`` (at least one) as they fell from the leader on."""
    led = suit_of(cards[0])
    # Only spades and the suit led can win; among them a higher index is a higher card.
    able = [card for card in cards if suit_of(card) in (led, SPADES)]
    return (leader + cards.index(max(able))) % SEAT_COUNT


def suit_of(card: int) -> int:
    """0 (clubs) to 3 (spades)."""
    return card // SUIT_SIZE


def mask_of(cards: Iterable[int]) -> int:
    """The hand of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(hand: int) -> tuple[int, ...]:
    """The cards of a hand, lowest index first."""
    return tuple(card for card in range(CARDS) if hand >> card & 1)


def card_text(card: int) -> str:
    """``♠A``; the ten is ``♠T``."""
    return f"{_SYMBOLS[suit_of(card)]}{_RANKS[card % SUIT_SIZE]}"


def cards_text(cards: Iterable[int]) -> str:
    """``♠A, ♥7 and ♣2``: spades first."""
    *others, last = [card_text(card) for card in sorted(cards, reverse=True)]
    return f"{', '.join(others)} and {last}" if others else last


def read_card(text: str) -> int:
    """Read ``SA``, ``AS``, ``♠A``, ``♠10``; small letters are understood. Raises ``NotationError``."""
    compact = "".join(text.split()).upper().replace("10", "T")
    for symbol, letter in zip(_SYMBOLS, _SUITS, strict=True):
        compact = compact.replace(symbol, letter)
    for suit, rank in (compact[:1], compact[1:]), (compact[1:], compact[:1]):
        if len(compact) == 2 and suit in _SUITS and rank in _RANKS:
            return _SUITS.index(suit) * SUIT_SIZE + _RANKS.index(rank)
    raise NotationError(f"“{_shown(text)}” is not a card: write its suit and rank, such as SA, ♥10 or C2.")


def read_seat(text: str) -> int:
    """Read ``N``, ``E``, ``S`` or ``W``, small or large. Raises ``NotationError``."""
    compact = text.strip().upper()
    if len(compact) == 1 and compact in SEATS:
        return SEATS.index(compact)
    raise NotationError(f"“{_shown(text)}” is not a seat: write N, E, S or W.")


def _shown(text: str) -> str:
    # A whole pasted page must not come back in an error message.
    return text if len(text) <= 20 else text[:19] + "…"
