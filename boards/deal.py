"""A deal: 52 cards in four hands.

Owns: the deal as a value, its number and its PBN text, and what follows from a board's number (dealer, first
bidder).
Never does: deal at random (boards/dealing.py), read files (boards/pbn.py), know of results.

Terms. *Deal*: which seat holds which cards; it *is* its number (boards/numbering.py), all else is derived.
*Board*: a deal with a number, which gives the dealer. *PBN deal*: "N:AK7.QT.98765.432 …": a first seat, then
four hands clockwise, each spades.hearts.diamonds.clubs; a void is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from boards.cards import RANKS, WRITTEN_SUITS, Card, Hand, Seat, hand_text
from boards.numbering import DEALS, Masks, masks_of, number_of

# A PBN deal has 69 characters; with "10" for T, blanks and dashes for voids it stays far below this.
MAX_TEXT = 400
_SHOWN_TEXT = 40
_FIRST_SEAT = re.compile(r"\s*([NESWnesw])\s*:\s*")


class DealError(ValueError):
    """A text or number that is no deal. `faults` has a sentence for everything that is wrong with it."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True, order=True)
class Deal:
    """One of the 52!/(13!)⁴ deals, by its number (0 to DEALS − 1). Raises DealError for any other number."""

    number: int

    def __post_init__(self) -> None:
        if not 0 <= self.number < DEALS:
            raise DealError((f"A deal's number is 0 to {DEALS - 1}, not {self.number}.",))

    def __str__(self) -> str:
        return self.pbn

    @classmethod
    def from_number(cls, number: int) -> Deal:
        return cls(number)

    @classmethod
    def from_hands(cls, hands: tuple[Hand, Hand, Hand, Hand]) -> Deal:
        """The deal of N, E, S and W.

        Raises DealError, with all faults, unless each hand has 13 of the 52 cards and no card is in two.
        """
        north, east, south, west = (hand.mask for hand in hands)
        masks = (north, east, south, west)
        faults = _card_faults({seat: Hand(masks[seat]).indexes for seat in Seat})
        if faults:
            raise DealError(faults)
        return cls(number_of(masks))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """The deal of a PBN text, with any first seat, any case, "10" for "T", voids empty or "-".

        Raises DealError with every fault: missing hands, letters that are no rank, cards twice or nowhere, …
        """
        return cls(number_of(_read_masks(text)))

    @property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """The hands of N, E, S and W. Worked out at each call: keep the tuple when you need it often."""
        north, east, south, west = masks_of(self.number)
        return Hand(north), Hand(east), Hand(south), Hand(west)

    @property
    def pbn(self) -> str:
        """The PBN text, North first, 69 characters, for example "N:AK7.QT.98765.432 … … …"."""
        north, east, south, west = masks_of(self.number)
        return f"N:{hand_text(north)} {hand_text(east)} {hand_text(south)} {hand_text(west)}"


def dealer(board_number: int) -> Seat:
    """The dealer of a board, by its number from 1: N, E, S, W, N, … (docs/rules.md §6)."""
    if board_number < 1:
        raise ValueError(f"Boards are numbered from 1; there is no board {board_number}.")
    return Seat((board_number - 1) % 4)


def first_bidder(board_number: int) -> Seat:
    """Who bids first and leads to the first trick: the seat on the dealer's left (docs/rules.md §6)."""
    return dealer(board_number).left


def _read_masks(text: str) -> Masks:
    if len(text) > MAX_TEXT:
        raise DealError((f"A deal has 69 characters; this text has {len(text)} and cannot be one.",))
    start = _FIRST_SEAT.match(text)
    if start is None:
        shown = text[:_SHOWN_TEXT]
        raise DealError((f'Begin the deal with the seat of its first hand, such as "N:", not "{shown}".',))
    words = text[start.end() :].split()
    if len(words) != 4:
        raise DealError((f"Give four hands with blanks between them; this deal has {len(words)}.",))
    first = Seat[start[1].upper()]
    seats = [Seat((first + place) % 4) for place in range(4)]
    faults: list[str] = []
    held: dict[Seat, tuple[int, ...]] = {}
    for seat, word in zip(seats, words, strict=True):
        held[seat] = _read_hand(seat, word, faults)
    # Cards are counted only when every character was understood: a mistyped one is not told as a lost card.
    if not faults:
        faults.extend(_card_faults(held))
    if faults:
        raise DealError(tuple(faults))
    north, east, south, west = (sum(1 << index for index in held[seat]) for seat in Seat)
    return north, east, south, west


def _read_hand(seat: Seat, word: str, faults: list[str]) -> tuple[int, ...]:
    """The indexes of the cards in one hand's text, in the order written; what is wrong goes to `faults`."""
    if word == "-":
        faults.append(f"{seat.word}'s hand is hidden (-); all four hands are needed.")
        return ()
    holdings = word.upper().replace("10", "T").split(".")
    if len(holdings) != 4:
        faults.append(
            f"{seat.word}'s hand needs four suits with full stops between them; "
            f'"{word[:_SHOWN_TEXT]}" has {len(holdings)}.'
        )
        return ()
    cards: list[int] = []
    for suit, holding in zip(WRITTEN_SUITS, holdings, strict=True):
        ranks = "" if holding == "-" else holding
        unknown = sorted(set(ranks) - set(RANKS))
        if unknown:
            faults.append(
                f"{seat.word}'s {suit.name.lower()} have what is no rank: {' '.join(unknown)}; "
                "ranks are A K Q J T 9 8 7 6 5 4 3 2."
            )
        cards.extend(suit * 13 + RANKS.index(rank) for rank in ranks if rank in RANKS)
    return tuple(cards)


def _card_faults(held: dict[Seat, tuple[int, ...]]) -> tuple[str, ...]:
    """A sentence for each card that is not exactly once in the deal and each hand that has not 13 cards."""
    faults = []
    for index in range(51, -1, -1):
        seats = [seat.word for seat in Seat for card in held[seat] if card == index]
        if len(seats) > 1:
            times = "twice" if len(seats) == 2 else f"{len(seats)} times"
            faults.append(f"{Card(index)} appears {times}: in {' and in '.join(seats)}.")
        elif not seats:
            faults.append(f"{Card(index)} is in no hand.")
    faults += [f"{seat.word} has {len(held[seat])} cards, not 13." for seat in Seat if len(held[seat]) != 13]
    return tuple(faults)
