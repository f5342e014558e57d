"""The four hands of a board as a page shows them."""

from collections.abc import Iterable
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
    return hands_by_board(event, [board]).get(board, ())


def hands_by_board(event: Event, boards: Iterable[int]) -> dict[int, tuple[ShownHand, ...]]:
    """The same of several boards, in one query; those without a deal are left out."""
    if event.board_set is None:
        return {}
    found = event.board_set.boards.filter(number__in=list(boards)).order_by("number")
    return {stored.number: hands_shown(Deal.parse(stored.pbn), stored.number) for stored in found}


def hands_shown(deal: Deal, board: int) -> tuple[ShownHand, ...]:
    """The hands of one deal, as the board of that number has its dealer."""
    hands = deal.hands
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
