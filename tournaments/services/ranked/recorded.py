"""A recorded play as text: four bids, thirteen tricks, and the exchange after a blind nil.

Owns: the form of the text, and what of a deal follows from it.
Never does: store a deal (deals.py), judge a play (scoring/play_check.py).

The text has one line for each thing, in this order; blank lines do not count, and `bids` may be left out:

    bids: 4 N 3 5                 of N, E, S and W; N is a nil, B a blind one
    N: HA HK for C2 C3            an exchange: bidder, cards given, cards received
    E: D2 H2 S2 C2                a trick: its leader, and the cards as they fell
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.blind_nil import Hands
from scoring.faults import Fault, FaultsError
from scoring.game import dealer_of
from scoring.play import PlayedDeal, count_tricks, read_play
from scoring.play_check import check_play
from scoring.rules import RuleSet
from tournaments.services.errors import refuse_if

MOST = 2_000
"""Characters of a recorded play; thirteen tricks and four bids take some 250."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the record comes to, and the irregularities in it, on which a director rules."""

    deal: PlayedDeal
    irregularities: tuple[Fault, ...]


def read_recorded(
    rules: RuleSet, number: int, text: str, *, hands: Hands | None = None, ns_lead: int | None = None
) -> Recorded:
    """Read a record of deal `number`; `hands` as they were dealt, where that is known; `ns_lead` as for `check_deal`.

    Raises `ServiceError` with everything that makes it no record of a deal.
    """
    if len(text) > MOST:
        refuse_if([Fault("play-too-long", f"A recorded play has at most {MOST} characters.", "play")])
    bids, exchanges, tricks = _sorted(text.splitlines())
    try:
        play = read_play(dealer_of(number), bids, tricks, hands=hands, exchanges=exchanges)
    except FaultsError as error:
        refuse_if(fault.under("play") for fault in error.faults)
        raise
    found = check_play(rules, play, ns_lead=ns_lead)
    refuse_if(fault.under("play") for fault in found.faults)
    return Recorded(count_tricks(play), found.irregularities)


def _sorted(lines: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """The lines by what they hold: bids, exchanges, tricks."""
    bids: list[str] = []
    exchanges: list[str] = []
    tricks: list[str] = []
    for line in (line.strip() for line in lines):
        head, _, rest = line.partition(":")
        if not line:
            continue
        if head.strip().lower() == "bids":
            bids += rest.split()
        elif " for " in f" {rest.lower()} ":
            exchanges.append(line)
        elif ":" not in line and not tricks:
            bids += line.split()
        else:
            tricks.append(line)
    return bids, exchanges, tricks
