"""Which card a simulated player plays, from what that player may know.

Owns: the choice among legal cards. Never does: say which are legal or who wins (`play`), look into other hands.

Terms. Cards are indexes (boards/cards.py); suit 3 is spades, trumps. *View*: all that a player sees. *Boss*: a
card that no card still out can beat in its suit. *Duck*: to stay below the card that is winning the trick.
*Cover*: to take a trick so that a partner who bid nil need not.
"""

from dataclasses import dataclass

from boards.cards import Seat

SPADES = 3


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees when it is his turn."""

    seat: Seat
    legal: tuple[int, ...]  # cards that may be played, lowest index first
    trick: tuple[tuple[Seat, int], ...]  # cards of this trick in the order played
    bids: tuple[int, ...]  # by seat; 0 is nil
    tricks: tuple[int, ...]  # by seat, those finished
    seen: int  # mask of one's own cards and all that were played

    @property
    def left(self) -> int:
        """Tricks not finished, this one included."""
        return 13 - sum(self.tricks)


def beats(card: int, other: int) -> bool:
    """Whether a later card wins over one that is winning: higher in its suit, or a spade on another suit."""
    return card > other if card // 13 == other // 13 else card // 13 == SPADES


def winning(trick: tuple[tuple[Seat, int], ...]) -> tuple[Seat, int]:
    """Seat and card that win so far; the trick must have begun."""
    best = trick[0]
    for played in trick[1:]:
        if beats(played[1], best[1]):
            best = played
    return best


def choose_card(view: View) -> int:
    """One of the legal cards."""
    if len(view.legal) == 1:
        return view.legal[0]
    if _nil_alive(view, view.seat) or not _wants_trick(view):
        return _avoid(view)
    return _lead_to_win(view) if not view.trick else _follow_to_win(view)


def _nil_alive(view: View, seat: Seat) -> bool:
    return view.bids[seat] == 0 and view.tricks[seat] == 0


def _need(view: View, seat: Seat) -> int:
    """Tricks that a seat's side still needs for its contract; those of a failed nil do not count."""
    side = (seat, seat.partner)
    return sum(view.bids[one] - view.tricks[one] for one in side if view.bids[one] > 0)


def _wants_trick(view: View) -> bool:
    partner = view.seat.partner
    opponent = view.seat.left
    played = {seat for seat, _ in view.trick}
    winner = winning(view.trick)[0] if view.trick else None
    if _nil_alive(view, partner) and (partner not in played or winner == partner):
        return True
    need, their_need = _need(view, view.seat), _need(view, opponent)
    desperate = need >= view.left
    for nil in (opponent, opponent.partner):
        if _nil_alive(view, nil) and (winner == nil or nil not in played) and not desperate:
            return False
    if need > 0:
        return True
    # The contract is made: more tricks are bags, unless they may set the opponents.
    spare = view.left - their_need
    return their_need > 0 and spare <= 2


def _lead_to_win(view: View) -> int:
    bosses = [card for card in view.legal if _is_boss(view, card)]
    side_bosses = [card for card in bosses if card // 13 != SPADES]
    if side_bosses:
        return min(side_bosses, key=lambda card: (_length(view, card), card))
    if bosses:
        return bosses[-1]
    if _nil_alive(view, view.seat.partner):
        return max(view.legal, key=lambda card: (card % 13, card // 13))
    return _cheapest(view)


def _follow_to_win(view: View) -> int:
    winner, best = winning(view.trick)
    winners = [card for card in view.legal if beats(card, best)]
    last = len(view.trick) == 3
    partner = view.seat.partner
    if not winners:
        return _cheapest(view)
    if winner == partner and not _nil_alive(view, partner) and (last or _is_boss(view, best)):
        return _cheapest(view)
    follows = winners[-1] // 13 == view.trick[0][1] // 13
    if last or not follows:
        return winners[0]
    if _is_boss(view, winners[-1]) or len(view.trick) == 2 or _nil_alive(view, partner):
        return winners[-1]
    return _cheapest(view)


def _avoid(view: View) -> int:
    """Stay out of the trick, and part with the highest card that does."""
    if not view.trick:
        return min(view.legal, key=lambda card: (card % 13, card // 13))
    best = winning(view.trick)[1]
    losers = [card for card in view.legal if not beats(card, best)]
    if losers:
        # A high spade that goes under another spade is gone for good; else the highest card of any suit.
        return max(losers, key=lambda card: (card // 13 == SPADES, card % 13))
    return view.legal[-1] if len(view.trick) == 3 else view.legal[0]


def _is_boss(view: View, card: int) -> bool:
    """Whether every higher card of its suit has been seen."""
    higher = (1 << card // 13 * 13 + 13) - (2 << card)
    return view.seen & higher == higher


def _length(view: View, card: int) -> int:
    return sum(other // 13 == card // 13 for other in view.legal)


def _cheapest(view: View) -> int:
    """The lowest card, a spade only when there is nothing else."""
    return min(view.legal, key=lambda card: (card // 13 == SPADES, card % 13))
