"""Nils bid and met, by seat: what the skill rating is made of (docs/rules.md §5, "Skill").

Owns: counting them over the deals of a game, for whoever sat there then.
Terms: a seat's *tally* is [nils bid, of these set, opponents' nils, of these set]; seats stand in the order N, S, E, W.
"""

from collections.abc import Sequence

from scoring.notation import SideBid, SideTricks
from scoring.skill import Skill

EVERYBODY = (True, True, True, True)


class Tallies:
    """The tallies of one game; give it deal after deal."""

    def __init__(self) -> None:
        self._rows = [[0, 0, 0, 0] for _ in range(4)]

    def add(self, words: Sequence[str], sits: Sequence[bool] = EVERYBODY) -> None:
        """A deal as written: NS bid, NS tricks, EW bid, EW tricks; and on which seats it counts for the starter."""
        if not any("+" in bid for bid in (words[0], words[2])):
            return  # a nil is only ever written by player
        bids = SideBid.parse(words[0]), SideBid.parse(words[2])
        tricks = SideTricks.parse(words[1]), SideTricks.parse(words[3])
        for side in (0, 1):
            met = Skill.of_deal(bids[1 - side], tricks[1 - side])
            for player in (0, 1):
                seat = 2 * side + player
                if sits[seat]:
                    row = self._rows[seat]
                    if player in bids[side].nils:
                        row[0] += 1
                        row[1] += tricks[side].players[player] > 0
                    row[2] += met.bid
                    row[3] += met.set

    def to_json(self) -> list[list[int]]:
        """As `RatedGame.tallies` has them: nothing where nobody bid nil."""
        return self._rows if any(map(any, self._rows)) else []
