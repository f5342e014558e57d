"""A deal bid and played by four simulated players, by the table rules of docs/rules.md §6.

Owns: the turn of bids and cards, which cards are legal, who wins a trick, the record of it. Never does: choose
(`bidding`, `strategy`), score.

Terms. *Broken*: a spade has been played, so that spades may be led. *Slip*: a legal card played by chance instead
of by thought, the likelier the smaller the skill.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from boards.cards import Seat
from boards.deal import Deal
from scoring.notation import PlayerBid, SideBid, SideTricks
from tournaments.simulation.bidding import bid
from tournaments.simulation.players import PlayerProfile
from tournaments.simulation.strategy import SPADES, View, choose_card, winning

_MOST_SLIPS = 0.12


@dataclass(frozen=True, slots=True)
class Trick:
    """Four cards (indexes of boards/cards.py) in the order played, the leader's first."""

    leader: Seat
    cards: tuple[int, ...]

    @property
    def played(self) -> tuple[tuple[Seat, int], ...]:
        """Seat and card, in the order played."""
        return tuple((Seat((self.leader + place) % 4), card) for place, card in enumerate(self.cards))

    @property
    def winner(self) -> Seat:
        return winning(self.played)[0]


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """Bids (0 is nil) and tricks of N, E, S and W, and the thirteen tricks as they were played."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    play: tuple[Trick, ...]

    @property
    def ns_bid(self) -> str:
        """The side's bid in notation, by player, such as "4+3" or "N+4"; E before W for the other side."""
        return self._bid(Seat.N)

    @property
    def ew_bid(self) -> str:
        return self._bid(Seat.E)

    @property
    def ns_tricks(self) -> str:
        """The side's tricks in notation: their sum, or by player ("0+4") where one of them bid nil."""
        return self._tricks(Seat.N)

    @property
    def ew_tricks(self) -> str:
        return self._tricks(Seat.E)

    def _bid(self, first: Seat) -> str:
        return str(SideBid.split(PlayerBid(self.bids[first]), PlayerBid(self.bids[first.partner])))

    def _tricks(self, first: Seat) -> str:
        one, other = self.tricks[first], self.tricks[first.partner]
        if 0 in (self.bids[first], self.bids[first.partner]):
            return str(SideTricks.split(one, other))
        return str(SideTricks(one + other))


def legal_cards(hand: Sequence[int], led: int | None, broken: bool) -> tuple[int, ...]:
    """The cards of a hand that may be played; `led` is the trick's first card, None for the leader."""
    if led is None:
        sides = tuple(card for card in hand if card // 13 != SPADES)
        return tuple(hand) if broken or not sides else sides
    same_suit = tuple(card for card in hand if card // 13 == led // 13)
    return same_suit or tuple(hand)


def play_deal(
    deal: Deal, first_bidder: Seat, profiles: Sequence[PlayerProfile], rng: random.Random
) -> PlayedDeal:
    """Bid and play a deal. `profiles` are those of N, E, S and W; the same `rng` state gives the same play."""
    hands = deal.hands
    bids: list[int | None] = [None] * 4
    for place in range(4):
        seat = Seat((first_bidder + place) % 4)
        bids[seat] = bid(hands[seat], seat, bids, profiles[seat], rng)
    made = tuple(one for one in bids if one is not None)
    held = [list(hand.indexes) for hand in hands]
    tricks = [0, 0, 0, 0]
    leader, broken, gone = first_bidder, False, 0
    play = []
    for _ in range(13):
        trick = _play_trick(leader, held, made, tricks, broken, gone, profiles, rng)
        play.append(trick)
        for card in trick.cards:
            gone |= 1 << card
            broken = broken or card // 13 == SPADES
        leader = trick.winner
        tricks[leader] += 1
    return PlayedDeal(made, tuple(tricks), tuple(play))


def _play_trick(
    leader: Seat,
    held: list[list[int]],
    bids: tuple[int, ...],
    tricks: Sequence[int],
    broken: bool,
    gone: int,
    profiles: Sequence[PlayerProfile],
    rng: random.Random,
) -> Trick:
    """One trick; its cards are taken out of `held`. `gone` is the mask of the cards of earlier tricks."""
    trick: tuple[tuple[Seat, int], ...] = ()
    seat = leader
    for _ in range(4):
        hand = held[seat]
        legal = legal_cards(hand, trick[0][1] if trick else None, broken)
        if rng.random() < _MOST_SLIPS * (1 - profiles[seat].skill):
            card = rng.choice(legal)
        else:
            seen = gone | sum(1 << own for own in hand) | sum(1 << laid for _, laid in trick)
            card = choose_card(View(seat, legal, trick, bids, tuple(tricks), seen))
        hand.remove(card)
        trick = (*trick, (seat, card))
        seat = seat.left
    return Trick(leader, tuple(card for _, card in trick))
