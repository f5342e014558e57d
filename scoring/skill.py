"""The skill rating: how many of the opponents' nils a player's side set.

Owns: the count and its share. Never does: know games or players.
Source: docs/rules.md §5.
"""

from dataclasses import dataclass
from fractions import Fraction

from scoring.notation import SideBid, SideTricks


@dataclass(frozen=True, slots=True)
class Skill:
    """Nils that opponents bid, blind ones too, and how many of them took a trick after all."""

    bid: int = 0
    set: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.set <= self.bid:
            raise ValueError(f"{self.set} of {self.bid} nils cannot have been set.")

    def __add__(self, other: "Skill") -> "Skill":
        return Skill(self.bid + other.bid, self.set + other.set)

    @property
    def rating(self) -> Fraction | None:
        """The share that was set, 0 to 1; ``None`` while no opponent has bid nil."""
        return Fraction(self.set, self.bid) if self.bid else None

    @property
    def text(self) -> str:
        """The share with two decimals and its parts, ``0.67 (2 of 3)``; a dash where there is none."""
        rating = self.rating
        return "–" if rating is None else f"{float(rating):.2f} ({self.set} of {self.bid})"

    @classmethod
    def of_deal(cls, opponents_bid: SideBid, opponents_tricks: SideTricks) -> "Skill":
        """What one deal adds to both players of a side. With a nil the tricks are given by player."""
        nils = opponents_bid.nils
        return cls(len(nils), sum(opponents_tricks.players[place] > 0 for place in nils))
