"""What sheets about deals show, as frozen data: hand records, curtain cards, sheets to deal by hand.

Owns: the value types and what can be counted in a hand. Never does: decide who may see a deal; whoever fills these
types has asked.

Terms: *hand* – thirteen cards as PBN writes them, "AKQ.T92..J4", spades first; *length* – how many cards of a suit a
hand has; *curtain card* – the card that lies at the board with one hand, for checking and restoring it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.sheets.data import Compass, Hands, SheetHead
from tournaments.sheets.labels import Labels

SUITS = "♠♡♢♣"
"""Hearts and diamonds in outline: a copier prints no red."""
RANKS = "AKQJT98765432"
SEATS = (Compass.NORTH, Compass.EAST, Compass.SOUTH, Compass.WEST)
VOID = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLabels(Labels):
    """Words on the sheets about deals, beside those that all sheets share."""

    hand_records: str = "Hand records"
    hands_legend: str = (
        "Beside each diagram what its hands hold: aces, kings and queens on the left, the length of each suit "
        "on the right. ♡ hearts, ♢ diamonds."
    )
    no_hands: str = (
        "No hands can be shown yet: a board is released when every table that plays it has finished."
    )
    curtain_cards: str = "Curtain cards"
    curtain_help: str = "Count your cards, then compare. Put the card back with the hand."
    no_curtain_cards: str = "This event has no dealt boards, so there are no curtain cards."
    dealing_sheets: str = "Sheets to deal by hand"
    dealing_help: str = (
        "Sort a pack: spades from ace to two, then hearts, diamonds, clubs. Turn card after card onto the pile of "
        "the seat in its square. Each pile has thirteen cards: compare it with its hand below."
    )
    dealt_by: str = "Dealt by"
    checked_by: str = "Checked by"
    no_dealing_sheets: str = "This event has no dealt boards, so there is nothing to deal by hand."


HAND_ENGLISH = HandLabels()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCounts:
    """What a Spades player counts in a hand: its high cards, and its lengths, spades first."""

    aces: int
    kings: int
    queens: int
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtBoard:
    """A board with its hands. `number` is what players call it, `round_name` the round it belongs to where numbers
    begin anew in each."""

    number: int
    dealer: Compass
    first_bidder: Compass
    hands: Hands
    round_name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtBoards:
    """The boards of a sheet, in the order of printing."""

    head: SheetHead
    boards: tuple[DealtBoard, ...] = ()
    labels: HandLabels = field(default=HAND_ENGLISH)


def hand_at(hands: Hands, seat: Compass) -> str:
    """The hand of a seat."""
    north, east, south, west = hands.north, hands.east, hands.south, hands.west
    return {Compass.NORTH: north, Compass.EAST: east, Compass.SOUTH: south, Compass.WEST: west}[seat]


def holdings(hand: str) -> tuple[tuple[str, str], ...]:
    """Each suit's symbol and its ranks as people read them, "A K 10 9"; a dash for a void."""
    parts = (*hand.split("."), "", "", "", "")
    return tuple(
        (suit, " ".join(ranks).replace("T", "10") or VOID) for suit, ranks in zip(SUITS, parts, strict=False)
    )


def counts_of(hand: str) -> HandCounts:
    """Its aces, kings, queens and lengths."""
    lengths = tuple(len(ranks) for ranks in hand.split("."))
    return HandCounts(aces=hand.count("A"), kings=hand.count("K"), queens=hand.count("Q"), lengths=lengths)


def seats_of_pack(hands: Hands) -> Iterator[tuple[Compass | None, ...]]:
    """For each suit of a sorted pack, ace to two, the seat that gets each card; None for a card in no hand."""
    for suit in range(len(SUITS)):
        held = {rank: seat for seat in SEATS for rank in hand_at(hands, seat).split(".")[suit]}
        yield tuple(held.get(rank) for rank in RANKS)
