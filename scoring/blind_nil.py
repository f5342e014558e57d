"""Blind nil at the table: who may bid it now, and the two cards exchanged after it.

Owns: the conditions before the bid, the exchange and its check.
Never does: score a blind nil, or check a finished deal's bids (``deal_score.check_deal``).
Source: docs/rules.md §6.

Terms
-----
lead       the side's own score less the other side's, before the deal
given      the two cards that the bidder passes to the partner
received   the two that come back; nobody else sees any of the four
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.faults import Fault
from scoring.notation import PlayerBid
from scoring.rules import BlindNil, RuleSet
from scoring.tricks import CARDS, SEAT_COUNT, SEATS, card_text, cards_text, mask_of

EXCHANGED: Final = 2
"""How many cards go each way."""

Hands = tuple[int, int, int, int]
"""The hands of N, E, S and W."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """What the bidder of a blind nil gave to the partner and got back."""

    bidder: int
    given: tuple[int, ...]
    received: tuple[int, ...]

    @property
    def partner(self) -> int:
        return (self.bidder + 2) % SEAT_COUNT

    def __str__(self) -> str:
        """``N: ♥A ♥K for ♣2 ♣3``."""
        given, received = (" ".join(map(card_text, cards)) for cards in (self.given, self.received))
        return f"{SEATS[self.bidder]}: {given} for {received}"


def check_blind_nil(
    rules: RuleSet,
    *,
    lead: int | None = None,
    has_seen: bool = False,
    partner: PlayerBid | None = None,
    opponents: Sequence[PlayerBid] = (),
) -> tuple[Fault, ...]:
    """Everything that keeps a player from bidding a blind nil now; nothing: it is allowed.

    ``partner`` and ``opponents`` are the bids made so far. ``lead`` is ``None`` where deals stand alone: the
    distance is not checked then. A partner who looked and bid something else is no hindrance.
    """
    if rules.blind_nil is BlindNil.OFF:
        return (Fault("blind-nil-off", "Blind nil is not played under these rules: look and bid."),)
    faults = []
    if has_seen:
        message = "A blind nil is bid before looking at the cards: bid nil, or a number."
        faults.append(Fault("blind-nil-seen", message))
    if rules.blind_nil is BlindNil.ON:
        return tuple(faults)
    if lead is not None and lead > -rules.blind_nil_behind:
        where = f"{-lead} behind" if lead < 0 else f"{lead} ahead" if lead else "level"
        message = (
            f"A blind nil is only for a side at least {rules.blind_nil_behind} points behind; "
            f"this one is {where}: look and bid."
        )
        faults.append(Fault("blind-nil-not-behind", message))
    if partner is not None and partner.blind:
        message = "Only one player of a side can bid a blind nil, and the partner has: look and bid."
        faults.append(Fault("blind-nil-both-players", message))
    if any(bid.blind for bid in opponents):
        message = "Only one side can bid a blind nil in a deal, and the other has: look and bid."
        faults.append(Fault("blind-nil-both-sides", message))
    return tuple(faults)


def check_exchange(exchange: Exchange, hands: Hands | None = None) -> tuple[Fault, ...]:
    """All faults of an exchange, at ``given`` and ``received``; ``hands`` as dealt, where they are known."""
    faults = []
    for path, cards, seat in (
        ("given", exchange.given, exchange.bidder),
        ("received", exchange.received, exchange.partner),
    ):
        if len(set(cards)) != EXCHANGED or len(cards) != EXCHANGED:
            message = f"{SEATS[seat]} passes {EXCHANGED} different cards to the partner; name {EXCHANGED}."
            faults.append(Fault("exchange-cards", message, path))
        elif hands is not None and (missing := [card for card in cards if not hands[seat] >> card & 1]):
            message = f"{SEATS[seat]} does not hold {cards_text(missing)}: name cards that were dealt there."
            faults.append(Fault("exchange-not-held", message, path))
    return tuple(faults)


def exchanged(hands: Hands, exchange: Exchange) -> Hands:
    """The hands after an exchange that ``check_exchange`` found no fault with."""
    given, received = mask_of(exchange.given), mask_of(exchange.received)
    after = list(hands)
    after[exchange.bidder] ^= given | received
    after[exchange.partner] ^= given | received
    return after[0], after[1], after[2], after[3]


def whole_hands(hands: Hands) -> bool:
    """Whether four hands share out the 52 cards, 13 to each."""
    together = hands[0] | hands[1] | hands[2] | hands[3]
    return together == (1 << CARDS) - 1 and all(hand.bit_count() == CARDS // SEAT_COUNT for hand in hands)
