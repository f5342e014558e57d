"""What is wrong with a recorded play: records that cannot be, and play against the table rules.

Owns: both kinds of findings, all at once; the revokes with what proves them.
Never does: rule on an irregularity, count or score (``play.count_tricks``, ``deal_score``).
Source: docs/rules.md §6.

Terms
-----
fault          the record cannot be counted, or the rules do not allow its bids: mend the record
irregularity   the record is whole, but somebody played against the rules: the director rules on it
revoke         not following suit with a card of it in hand
own cards      the cards a seat plays in this trick and later: what it held then, if the record is whole
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.blind_nil import Hands, check_exchange, exchanged, whole_hands
from scoring.deal_score import check_deal
from scoring.faults import Fault
from scoring.notation import TRICKS_IN_DEAL, SideTricks
from scoring.play import RecordedPlay
from scoring.rules import RuleSet
from scoring.tricks import (
    CARDS,
    SEAT_COUNT,
    SEATS,
    SPADES,
    SUIT_NAMES,
    PlayedTrick,
    card_text,
    cards_of,
    cards_text,
    legal_cards,
    mask_of,
    suit_of,
)


@dataclass(frozen=True, slots=True)
class PlayCheck:
    """All findings. Without faults the play can be counted, irregularities or not."""

    faults: tuple[Fault, ...]
    irregularities: tuple[Fault, ...]

    @property
    def is_clean(self) -> bool:
        return not self.faults and not self.irregularities


@dataclass(frozen=True, slots=True)
class Revoke:
    """A seat that did not follow suit. Tricks by their index from 0.

    ``shown_in`` is the first later trick in which the seat played a card of that suit: the proof.
    """

    trick: int
    place: int
    seat: int
    card: int
    suit: int
    shown_in: int
    shown: int

    @property
    def path(self) -> str:
        return f"tricks[{self.trick}].cards[{self.place}]"

    @property
    def text(self) -> str:
        return (
            f"{SEATS[self.seat]} revoked on trick {self.trick + 1}: {card_text(self.card)} instead of "
            f"{SUIT_NAMES[self.suit]}, of which {card_text(self.shown)} came on trick {self.shown_in + 1}."
        )


def check_play(rules: RuleSet, play: RecordedPlay, *, ns_lead: int | None = None) -> PlayCheck:
    """Every fault and every irregularity of a recorded deal.

    ``ns_lead`` is the NS score less the EW score before it, as for ``check_deal``. Paths are those of
    ``read_play``: ``tricks[3].cards[1]``, ``tricks[3].leader``, ``bids``, ``exchanges[0].given``; the rule set's
    own faults are at ``ns_bid`` and ``ew_bid``.
    """
    # Whatever the play, its tricks add up and are known by player: only the bids can be at fault here.
    tricks = SideTricks.split(TRICKS_IN_DEAL, 0), SideTricks.split(0, 0)
    bids = check_deal(rules, play.ns_bid, tricks[0], play.ew_bid, tricks[1], ns_lead=ns_lead)
    faults = (*bids, *_exchange_faults(play), *_card_faults(play), *_holding_faults(play))
    return PlayCheck(
        faults, (*_missing_exchanges(play), *_turn_irregularities(play), *_card_irregularities(play))
    )


def revokes(play: RecordedPlay) -> tuple[Revoke, ...]:
    """The revokes of a play, as its own cards prove them; no deal is needed."""
    return tuple(
        found
        for number, trick in enumerate(play.tricks)
        for place in range(1, len(trick.cards))
        if (found := _revoke(play, number, trick, place))
    )


def _revoke(play: RecordedPlay, number: int, trick: PlayedTrick, place: int) -> Revoke | None:
    card, seat = trick.cards[place], trick.seats[place]
    if suit_of(card) == trick.led:
        return None
    for later in range(number + 1, len(play.tricks)):
        shown = _card_of(play.tricks[later], seat)
        if shown is not None and suit_of(shown) == trick.led:
            return Revoke(number, place, seat, card, trick.led, later, shown)
    return None


def _card_of(trick: PlayedTrick, seat: int) -> int | None:
    place = (seat - trick.leader) % SEAT_COUNT
    return trick.cards[place] if place < len(trick.cards) else None


# --- faults of the record ----------------------------------------------------------------------------------


def _exchange_faults(play: RecordedPlay) -> Iterator[Fault]:
    sides = set()
    for number, swap in enumerate(play.exchanges):
        path = f"exchanges[{number}]"
        if not play.bids[swap.bidder].blind:
            message = f"{SEATS[swap.bidder]} bid no blind nil, so no cards are exchanged: leave this out."
            yield Fault("exchange-without-blind-nil", message, path)
        if swap.bidder % 2 in sides:
            message = "This side has exchanged cards already: give one exchange a side."
            yield Fault("exchange-twice", message, path)
        sides.add(swap.bidder % 2)
        yield from (fault.under(path) for fault in check_exchange(swap, play.hands))


def _card_faults(play: RecordedPlay) -> Iterator[Fault]:
    """Tricks and cards too many or too few."""
    if len(play.tricks) != TRICKS_IN_DEAL:
        message = f"A deal has {TRICKS_IN_DEAL} tricks, and {len(play.tricks)} are recorded."
        yield Fault("play-tricks", message, "tricks")
    seen: dict[int, int] = {}
    short = False
    for number, trick in enumerate(play.tricks):
        if len(trick.cards) != SEAT_COUNT:
            short = True
            message = f"Trick {number + 1} has {len(trick.cards)} cards: give the four that were played."
            yield Fault("play-cards", message, f"tricks[{number}].cards")
        for place, card in enumerate(trick.cards):
            if card in seen:
                message = (
                    f"{card_text(card)} was played on trick {seen[card] + 1} already: correct one of them."
                )
                yield Fault("play-card-twice", message, f"tricks[{number}].cards[{place}]")
            seen.setdefault(card, number)
    missing = [card for card in range(CARDS) if card not in seen]
    # With a trick or a card left out it goes without saying that cards are missing.
    if missing and not short and len(play.tricks) == TRICKS_IN_DEAL:
        message = f"{cards_text(missing)} {'is' if len(missing) == 1 else 'are'} in no trick."
        yield Fault("play-card-missing", message, "tricks")


def _holding_faults(play: RecordedPlay) -> Iterator[Fault]:
    """Cards that somebody played who did not hold them, where the deal is known."""
    if play.hands is None:
        return
    if not whole_hands(play.hands):
        yield Fault("play-deal", "The deal is not one: give 13 of the 52 cards to each hand.", "hands")
        return
    hands = _hands_in_play(play, play.hands)
    for number, trick in enumerate(play.tricks):
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            if not hands[seat] >> card & 1:
                holder = next(other for other in range(SEAT_COUNT) if hands[other] >> card & 1)
                message = (
                    f"{SEATS[seat]} cannot have played {card_text(card)} on trick {number + 1}: "
                    f"{SEATS[holder]} held it."
                )
                yield Fault("play-not-held", message, f"tricks[{number}].cards[{place}]")


def _hands_in_play(play: RecordedPlay, dealt: Hands) -> Hands:
    """The hands after the exchanges that make sense."""
    hands = dealt
    for swap in play.exchanges:
        if not check_exchange(swap, hands):
            hands = exchanged(hands, swap)
    return hands


# --- play against the rules --------------------------------------------------------------------------------


def _missing_exchanges(play: RecordedPlay) -> Iterator[Fault]:
    """Blind nils without their exchange; only a known deal makes that a question."""
    for bidder in (seat for seat in range(SEAT_COUNT) if play.bids[seat].blind):
        if play.hands is not None and all(swap.bidder % 2 != bidder % 2 for swap in play.exchanges):
            message = f"{SEATS[bidder]} bid a blind nil, and no exchange of cards is recorded."
            yield Fault("exchange-missing", message, f"bids[{bidder}]")


def _turn_irregularities(play: RecordedPlay) -> Iterator[Fault]:
    due = play.first_bidder
    for number, trick in enumerate(play.tricks):
        if trick.leader != due:
            why = "bid first" if number == 0 else f"took trick {number}"
            message = (
                f"{SEATS[trick.leader]} led to trick {number + 1}, but {SEATS[due]} {why} and was to lead."
            )
            yield Fault("lead-out-of-turn", message, f"tricks[{number}].leader")
        due = trick.winner if trick.cards else trick.leader


def _card_irregularities(play: RecordedPlay) -> Iterator[Fault]:
    """Spades led too early, and revokes, in the order played."""
    found = {(revoke.trick, revoke.place): revoke for revoke in revokes(play)}
    broken = False
    for number, trick in enumerate(play.tricks):
        for place, card in enumerate(trick.cards):
            if (
                place == 0
                and not legal_cards(_own_cards(play, number, trick.leader), None, broken=broken) >> card & 1
            ):
                yield _early_spade(play, number, trick)
            if revoke := found.get((number, place)):
                yield Fault("revoke", revoke.text, revoke.path)
        broken = broken or any(suit_of(card) == SPADES for card in trick.cards)


def _early_spade(play: RecordedPlay, number: int, trick: PlayedTrick) -> Fault:
    own = _own_cards(play, number, trick.leader)
    other = next(card for card in reversed(cards_of(own)) if suit_of(card) != SPADES)
    message = (
        f"{SEATS[trick.leader]} led {card_text(trick.cards[0])} to trick {number + 1} before a spade had been "
        f"played, and held {card_text(other)}."
    )
    return Fault("spade-led-early", message, f"tricks[{number}].cards[0]")


def _own_cards(play: RecordedPlay, number: int, seat: int) -> int:
    cards = (_card_of(trick, seat) for trick in play.tricks[number:])
    return mask_of(card for card in cards if card is not None)
