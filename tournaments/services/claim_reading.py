"""Reading what the sides said: which words still stand, whether two are one, and for which pairs they count.

Never does: store or decide anything (services/phone.py, services/claims.py).
Terms: *claim*, *side*, see models/at_table.py; *standing*, the result that is in.
"""

from collections.abc import Iterable
from typing import Protocol

from scoring.notation import NotationError, SideBid, SideTricks
from tournaments.models import Claim, Result, Sitting, Table


class Worded(Protocol):
    """Whatever has bids and tricks: an entry on its way in, a claim, a result."""

    @property
    def ns_bid(self) -> str: ...
    @property
    def ns_tricks(self) -> str: ...
    @property
    def ew_bid(self) -> str: ...
    @property
    def ew_tricks(self) -> str: ...


def words_that_stand(claims: Iterable[Claim], standing: Result | None) -> dict[str, Claim]:
    """By side, its latest word, of open claims in the order they came. None stands any more once a director has changed
    the result or taken it back, which is seen by its version: each claim knows the one that it made."""
    latest = {claim.side: claim for claim in claims}
    if standing is None or all(claim.answer.get("version") != standing.version for claim in latest.values()):
        return {}
    return latest


def is_ruled(result: Result) -> bool:
    """Whether a director has decided it: nobody at the table overrules that."""
    return (
        bool(result.ns_adjusted or result.ew_adjusted or result.weighted or result.not_played or result.group)
        or not result.ns_bid
    )


def says_the_same(one: Worded, other: Worded) -> bool:
    """Whether two words are one: the notation may differ, what it says may not."""
    try:
        return _deal(one) == _deal(other)
    except NotationError:
        return False


def pairs_of(table: Table, standing: Result | None) -> tuple[int, int]:
    """The entries' numbers that a word counts for, North-South first: those of the result that is in, or those that
    sit there now as they said themselves."""
    if standing is not None:
        return standing.ns.number, standing.ew.number
    drawn = table.ns.number, table.ew.number
    return drawn[::-1] if Sitting.objects.filter(table=table, turned=True).exists() else drawn


def _deal(said: Worded) -> tuple[object, ...]:
    """What of two bids and tricks makes a difference: contracts, who bid nil, tricks, and by player beside a nil."""
    sides = ((said.ns_bid, said.ns_tricks), (said.ew_bid, said.ew_tricks))
    return tuple(_side(SideBid.parse(bid), SideTricks.parse(tricks)) for bid, tricks in sides)


def _side(bid: SideBid, tricks: SideTricks) -> tuple[object, ...]:
    return bid.contract, bid.nils, bid.blind_nils, tricks.total, tricks.players if bid.nils else ()
