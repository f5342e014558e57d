"""On which seats of a ranked table a blind nil is offered for a deal.

Never does: know the condition (scoring/blind_nil.py), or keep a deal from being entered (services/ranked/deals.py).
"""

from django.utils.translation import gettext

from scoring.blind_nil import check_blind_nil
from tournaments import figures
from tournaments.pages.ranked_games import SEATS_OF
from tournaments.services.ranked.reading import GameView
from tournaments.services.ranked.scores import entry_of


def lead_before(view: GameView, number: int) -> int | None:
    """By how much NS led before that deal, which a blind nil on it is held against. None where nobody asks: a blind
    nil that stands may be said again, whatever a correction further up has made of the score."""
    standing = next((entry_of(deal.row) for deal in view.deals if deal.number == number), None)
    if standing is not None and (standing.ns_bid.blind_nils or standing.ew_bid.blind_nils):
        return None
    before = view.score.steps[: number - 1]
    if len(before) < number - 1:  # a deal before it is missing
        return None
    return before[-1].ns.total - before[-1].ew.total if before else 0


def blind_seats(view: GameView, number: int) -> frozenset[str]:
    """The seats that may bid a blind nil on that deal."""
    lead, rules = lead_before(view, number), view.score.rules
    leads = {"NS": lead, "EW": None if lead is None else -lead}
    sides = [side for side, own in leads.items() if not check_blind_nil(rules, lead=own)]
    return frozenset(seat for side in sides for seat in SEATS_OF[side])


def no_blind_words(view: GameView, number: int) -> str:
    """Why the form of that deal offers no blind nil to a side, or to both; "" where there is nothing to tell."""
    rules, may = view.score.rules, blind_seats(view, number)
    sides = [figures.direction(side) for side, seats in SEATS_OF.items() if not may.issuperset(seats)]
    if rules.blind_nil != "behind" or not sides:
        return ""
    least = rules.blind_nil_behind
    if len(sides) == len(SEATS_OF):
        return gettext("No blind nil: nobody is %(least)d points behind.") % {"least": least}
    return gettext("No blind nil for %(side)s, who are not %(least)d points behind.") % {
        "side": sides[0],
        "least": least,
    }
