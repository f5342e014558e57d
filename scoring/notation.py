"""How a side's bid and tricks are written: ``7``, ``4+3``, ``N+4``, ``4+B``; ``8``, ``5+3``.

Owns: the value types of a bid and of tricks, their text form both ways, what makes each possible by itself.
Never does: the rules of an event (``deal_score.check_deal`` knows which bids it allows), scores.
Source: docs/rules.md §1.

Terms
-----
first, second   the side's players in the order N, S or E, W
nil             a bid of no trick, written ``N``; ``B`` when bid before seeing the cards (blind)
contract        the sum of the side's bids that are not nil
split           written player by player; needed as soon as one of them bid nil
"""

import re
from dataclasses import dataclass
from typing import Final

TRICKS_IN_DEAL: Final = 13
"""Tricks of a deal, and so the most a player can bid or take."""

_BID = re.compile(r"(?:(?P<whole>[0-9]{1,3})|(?P<first>[0-9]{1,3}|[NB])\+(?P<second>[0-9]{1,3}|[NB]))")
_TRICKS = re.compile(r"(?:(?P<whole>[0-9]{1,3})|(?P<first>[0-9]{1,3})\+(?P<second>[0-9]{1,3}))")


class NotationError(ValueError):
    """A bid or tricks that cannot be read, or cannot exist. Its text says what to write instead."""


@dataclass(frozen=True, slots=True)
class PlayerBid:
    """One player's bid: 1 to 13 tricks, or 0 for nil, which may be blind."""

    tricks: int
    blind: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= TRICKS_IN_DEAL:
            raise NotationError(f"A player bids nil or 1 to {TRICKS_IN_DEAL}; {self.tricks} is out of range.")
        if self.blind and self.tricks:
            raise NotationError("Only a nil can be blind: write B for a blind nil, or the number alone.")

    @property
    def is_nil(self) -> bool:
        return self.tricks == 0

    def __str__(self) -> str:
        if self.is_nil:
            return "B" if self.blind else "N"
        return str(self.tricks)


@dataclass(frozen=True, slots=True)
class SideBid:
    """A side's bid: the contract, and each player's bid where it is written split (else ``None`` twice)."""

    contract: int
    first: PlayerBid | None = None
    second: PlayerBid | None = None

    def __post_init__(self) -> None:
        if (self.first is None) != (self.second is None):
            raise NotationError("Give both players' bids, or only the side's contract.")
        if self.first is None or self.second is None:
            if self.contract == 0:
                raise NotationError("A bid of 0 is nil: write it by player, N+N, N+4 or 4+N.")
            if not 1 <= self.contract <= 2 * TRICKS_IN_DEAL:
                raise NotationError(
                    f"A side bids 1 to {2 * TRICKS_IN_DEAL}; {self.contract} is out of range."
                )
        elif self.contract != self.first.tricks + self.second.tricks:
            raise NotationError("The contract is not the sum of the two players' bids.")

    @classmethod
    def split(cls, first: PlayerBid, second: PlayerBid) -> "SideBid":
        """The bid of two players, N or E first."""
        return cls(first.tricks + second.tricks, first, second)

    @classmethod
    def parse(cls, text: str) -> "SideBid":
        """Read ``7``, ``4+3``, ``N+4``, ``4+B``, ``N+N``. Small letters, spaces and 0 for N are understood.

        Raises ``NotationError``.
        """
        match = _BID.fullmatch(_compact(text))
        if match is None:
            raise NotationError(f"“{_shown(text)}” is not a bid: write 7, 4+3, N+4 (nil) or B+4 (blind nil).")
        if match["whole"]:
            return cls(int(match["whole"]))
        return cls.split(_player_bid(match["first"]), _player_bid(match["second"]))

    @property
    def players(self) -> tuple[PlayerBid, ...]:
        """Both players' bids, first and second; empty when the bid is not split."""
        return () if self.first is None or self.second is None else (self.first, self.second)

    @property
    def nils(self) -> tuple[int, ...]:
        """Which players bid nil, blind or not: 0 for the first, 1 for the second."""
        return tuple(place for place, bid in enumerate(self.players) if bid.is_nil)

    @property
    def blind_nils(self) -> tuple[int, ...]:
        """Which players bid a blind nil: 0 for the first, 1 for the second."""
        return tuple(place for place, bid in enumerate(self.players) if bid.blind)

    def __str__(self) -> str:
        return f"{self.first}+{self.second}" if self.players else str(self.contract)


@dataclass(frozen=True, slots=True)
class SideTricks:
    """The tricks a side took: the total, and each player's where written split (else ``None``, ``None``)."""

    total: int
    first: int | None = None
    second: int | None = None

    def __post_init__(self) -> None:
        if (self.first is None) != (self.second is None):
            raise NotationError("Give both players' tricks, or only the side's total.")
        if self.first is not None and self.second is not None:
            if self.first < 0 or self.second < 0:
                raise NotationError("Nobody can take fewer than 0 tricks.")
            if self.total != self.first + self.second:
                raise NotationError("The side's tricks are not the sum of the two players' tricks.")
        if not 0 <= self.total <= TRICKS_IN_DEAL:
            raise NotationError(f"A side takes 0 to {TRICKS_IN_DEAL} tricks; {self.total} is out of range.")

    @classmethod
    def split(cls, first: int, second: int) -> "SideTricks":
        """The tricks of two players, N or E first."""
        return cls(first + second, first, second)

    @classmethod
    def parse(cls, text: str) -> "SideTricks":
        """Read ``8`` or ``5+3``; spaces are understood. Raises ``NotationError``."""
        match = _TRICKS.fullmatch(_compact(text))
        if match is None:
            raise NotationError(f"“{_shown(text)}” is not a number of tricks: write 8, or 5+3 by player.")
        if match["whole"]:
            return cls(int(match["whole"]))
        return cls.split(int(match["first"]), int(match["second"]))

    @property
    def players(self) -> tuple[int, ...]:
        """Both players' tricks, first and second; empty when they are not split."""
        return () if self.first is None or self.second is None else (self.first, self.second)

    def __str__(self) -> str:
        return f"{self.first}+{self.second}" if self.players else str(self.total)


def _player_bid(text: str) -> PlayerBid:
    if text in ("N", "B"):
        return PlayerBid(0, blind=text == "B")
    return PlayerBid(int(text))


def _compact(text: str) -> str:
    return "".join(text.split()).upper()


def _shown(text: str) -> str:
    # A whole pasted page must not come back in an error message.
    return text if len(text) <= 20 else text[:19] + "…"
