"""The four hands of a board as a page shows them."""

from dataclasses import dataclass

from django.utils.translation import gettext

from boards.cards import WRITTEN_SUITS, Seat, Suit
from boards.deal import Deal, dealer, first_bidder
from tournaments.models import Event

_KINDS = {Suit.SPADES: "spades", Suit.HEARTS: "hearts", Suit.DIAMONDS: "diamonds", Suit.CLUBS: "clubs"}


@dataclass(frozen=True, slots=True)
class Holding:
    """One suit of a hand: the ranks apart, highest first; `kind` is the suit's English name, for the stylesheet."""

    kind: str
    symbol: str
    word: str
    ranks: str


@dataclass(frozen=True, slots=True)
class ShownHand:
    seat: str
    word: str
    holdings: tuple[Holding, ...]
    deals: bool
    bids_first: bool


def seat_word(seat: Seat) -> str:
    return {"N": gettext("North"), "E": gettext("East"), "S": gettext("South"), "W": gettext("West")}[
        str(seat)
    ]


def _suit_word(suit: Suit) -> str:
    words = {
        Suit.SPADES: gettext("Spades"),
        Suit.HEARTS: gettext("Hearts"),
        Suit.DIAMONDS: gettext("Diamonds"),
        Suit.CLUBS: gettext("Clubs"),
    }
    return words[suit]


def hands_of(event: Event, board: int) -> tuple[ShownHand, ...]:
    """The hands of a board in the order N, W, E, S (as a page is read); () when the event has no such deal.

    The caller has asked `visible_boards` first.
    """
    stored = event.board_set.boards.filter(number=board).first() if event.board_set else None
    if stored is None:
        return ()
    hands = Deal.parse(stored.pbn).hands
    return tuple(
        ShownHand(
            seat=str(seat),
            word=seat_word(seat),
            holdings=tuple(
                Holding(
                    _KINDS[suit],
                    suit.symbol,
                    _suit_word(suit),
                    " ".join(hands[seat].holding(suit)).replace("T", "10"),
                )
                for suit in WRITTEN_SUITS
            ),
            deals=seat == dealer(board),
            bids_first=seat == first_bidder(board),
        )
        for seat in (Seat.N, Seat.W, Seat.E, Seat.S)
    )
