"""The play of a whole deal as it was recorded: bids, tricks, and the exchange after a blind nil.

Owns: the record as a value, its text form, and the bids and tricks by player that follow from it.
Never does: judge the play (``play_check``), score it (``deal_score``).
Source: docs/rules.md §6.

Terms
-----
record    four bids and thirteen tricks, each with its leader and four cards
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.blind_nil import Exchange, Hands
from scoring.faults import Fault, FaultsError
from scoring.notation import NotationError, PlayerBid, SideBid, SideTricks
from scoring.tricks import SEAT_COUNT, PlayedTrick, first_bidder, read_card, read_seat

Bids = tuple[PlayerBid, PlayerBid, PlayerBid, PlayerBid]
"""The bids of N, E, S and W."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A deal's bids and its tricks in the order played. ``hands`` as dealt, where they are known."""

    dealer: int
    bids: Bids
    tricks: tuple[PlayedTrick, ...]
    hands: Hands | None = None
    exchanges: tuple[Exchange, ...] = ()

    @property
    def first_bidder(self) -> int:
        return first_bidder(self.dealer)

    @property
    def ns_bid(self) -> SideBid:
        return SideBid.split(self.bids[0], self.bids[2])

    @property
    def ew_bid(self) -> SideBid:
        return SideBid.split(self.bids[1], self.bids[3])


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """What a record comes to, ready for ``score_deal``; ``winners`` are the seats that took each trick."""

    ns_bid: SideBid
    ns_tricks: SideTricks
    ew_bid: SideBid
    ew_tricks: SideTricks
    winners: tuple[int, ...]


def count_tricks(play: RecordedPlay) -> PlayedDeal:
    """Bids and tricks by player. Only for a record in which ``check_play`` found no fault.

    The tricks count as they fell: what a revoke costs is a ruling.
    """
    winners = tuple(trick.winner for trick in play.tricks)
    north, east, south, west = (winners.count(seat) for seat in range(SEAT_COUNT))
    return PlayedDeal(
        play.ns_bid, SideTricks.split(north, south), play.ew_bid, SideTricks.split(east, west), winners
    )


def read_play(
    dealer: str,
    bids: Sequence[str],
    tricks: Sequence[str],
    *,
    hands: Hands | None = None,
    exchanges: Sequence[str] = (),
) -> RecordedPlay:
    """Read a record from text.

    ``bids`` of N, E, S, W: ``4``, ``N`` or ``0`` (nil), ``B`` (blind nil). A trick: ``E: SA S2 S3 S4``, its leader and
    the cards as they fell. An exchange: ``N: HA HK for C2 C3``, the bidder, what was given, what came back.
    Raises ``FaultsError`` with everything that cannot be read, at ``dealer``, ``bids[1]``, ``tricks[0]`` or
    ``exchanges[0]``.
    """
    faults: list[Fault] = []
    seat = _read(faults, "dealer", read_seat, dealer)
    if len(bids) != SEAT_COUNT:
        message = f"Give the bids of N, E, S and W: {SEAT_COUNT}, not {len(bids)}."
        faults.append(Fault("play-bids", message, "bids"))
    read_bids = [_read(faults, f"bids[{place}]", read_bid, text) for place, text in enumerate(bids)]
    read_tricks = [_read(faults, f"tricks[{place}]", read_trick, text) for place, text in enumerate(tricks)]
    swaps = [
        _read(faults, f"exchanges[{place}]", read_exchange, text) for place, text in enumerate(exchanges)
    ]
    if faults or seat is None:
        raise FaultsError(faults)
    north, east, south, west = (bid for bid in read_bids if bid is not None)
    return RecordedPlay(
        seat,
        (north, east, south, west),
        tuple(trick for trick in read_tricks if trick is not None),
        hands,
        tuple(swap for swap in swaps if swap is not None),
    )


def read_bid(text: str) -> PlayerBid:
    """One player's bid: ``4``, ``N`` or ``0`` for nil, ``B`` for a blind one. Raises ``NotationError``."""
    compact = text.strip().upper()
    if compact in ("N", "B"):
        return PlayerBid(0, blind=compact == "B")
    if compact.isascii() and compact.isdigit() and len(compact) <= 3:
        return PlayerBid(int(compact))
    raise NotationError("A player's bid is a number from 1 to 13, N (nil) or B (blind nil).")


def read_trick(text: str) -> PlayedTrick:
    """``E: SA S2 S3 S4``. How many cards there are is not looked into. Raises ``NotationError``."""
    leader, colon, cards = text.partition(":")
    if not colon or not cards.strip():
        raise NotationError("Write a trick as its leader and the cards in the order played: E: SA S2 S3 S4.")
    return PlayedTrick(read_seat(leader), _read_cards(cards))


def read_exchange(text: str) -> Exchange:
    """``N: HA HK for C2 C3``. How many cards there are is not looked into. Raises ``NotationError``."""
    bidder, colon, cards = text.partition(":")
    given, word, received = cards.lower().partition("for")
    if not colon or not word:
        raise NotationError(
            "Write an exchange as bidder, cards given and cards received: N: HA HK for C2 C3."
        )
    return Exchange(read_seat(bidder), _read_cards(given), _read_cards(received))


def _read_cards(text: str) -> tuple[int, ...]:
    return tuple(read_card(card) for card in text.split())


def _read(faults: list[Fault], path: str, reader: Callable[[str], _T], text: str) -> _T | None:
    try:
        return reader(text)
    except NotationError as error:
        faults.append(Fault("play-unreadable", str(error), path))
        return None
