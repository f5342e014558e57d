"""What only an event of ranked tables has in its file, as frozen values.

Owns: settings, games, their deals, who quit and who sat in, stakes and starting ratings as they stand in a file.
Never does: read or write JSON (`parse_games`, `writing_games`), judge (`check_games`), compute (`game_scoring`).

Terms: *starter*, one of the four who began a game and are rated for it; *stand-in*, who took a quitter's seat, and is
not rated; *given*, decided by the director; *stray*, a deal that stands and does not count.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from boards.deal import Deal
from scoring.elo_policies import DEFAULT_POLICY, RatingPolicy
from scoring.rules import RuleSet
from tournaments.eventfile.model_states import ResultStatus

SEATS = ("N", "E", "S", "W")
ROW_ORDER = ("N", "S", "E", "W")
"""The seats as scoring/elo.py has its players."""


class Leaving(StrEnum):
    """What becomes of a game that somebody has quit."""

    PLAY_ON = "play-on"
    FORFEIT = "forfeit"


class Dealing(StrEnum):
    SYSTEM = "system"
    HAND = "hand"


class GameMark(StrEnum):
    """What a game's deals do not show: it waits for players, or counts for nothing."""

    SEATING = "seating"
    VOID = "void"


class GameResult(StrEnum):
    """Who won a game."""

    NS = "ns"
    EW = "ew"
    DRAW = "draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedInfo:
    """What a director chooses beside the rule set. Ratings None: anybody may sit down; `stake` 0: none."""

    lowest_rating: int | None = None
    highest_rating: int | None = None
    open_seating: bool = True
    leaving: Leaving = Leaving.PLAY_ON
    dealing: Dealing = Dealing.HAND
    stake: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidInfo:
    """One side's word on a deal."""

    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealInfo:
    """A deal of a game, its bids and tricks in the notation of docs/event-file.md.

    `said` has each side's word under "NS" and "EW"; `play` is the recorded play that bids and tricks were taken from;
    `cards` what was dealt.
    """

    number: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str
    status: ResultStatus = ResultStatus.CONFIRMED
    version: int = 1
    reason: str = ""
    stray: bool = False
    said: Mapping[str, SaidInfo] = field(default_factory=dict)
    play: str = ""
    cards: Deal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuitInfo:
    """A starter left for good: at `left`, after so many deals (0: before the first), and had quit at `at`.

    `stray`: it does not count, as a correction has since ended the game before it."""

    player: str
    after_deal: int
    left: datetime | None = None
    at: datetime | None = None
    stray: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandInInfo:
    """`player` sat on `seat` from one deal to another (None: to the end)."""

    seat: str
    player: str
    from_deal: int
    last_deal: int | None = None
    sat: datetime | None = None
    left: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenGame:
    """A director's decision. `left`: because a player had left the side that lost."""

    outcome: GameResult
    left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeInfo:
    """A line of the stakes' ledger; those of one settlement add up to 0."""

    settlement: int
    player: str
    points: int
    reason: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo:
    """A game at one table. `rules` are those it is played by, its own target in them; `seats` has all four unless it
    waits for players. `reason` belongs to what the director decided last."""

    number: int
    rules: RuleSet
    table: int = 0
    mark: GameMark | None = None
    seats: Mapping[str, str] = field(default_factory=dict)
    rated: bool = True
    stake: int = 0
    rematch_of: int | None = None
    opened: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
    given: GivenGame | None = None
    reason: str = ""
    quits: tuple[QuitInfo, ...] = ()
    stand_ins: tuple[StandInInfo, ...] = ()
    stakes: tuple[StakeInfo, ...] = ()
    deals: tuple[DealInfo, ...] = ()

    def seat_of(self, player: str) -> str | None:
        """Where a starter of that name sits."""
        return next((seat for seat, name in self.seats.items() if name == player), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingInfo:
    """A player's rating before the first game of the file, and how many rated games are behind it."""

    player: str
    rating: Decimal
    games: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsInfo:
    """What the games are rated by, and where everybody starts who does not begin with the policy's rating."""

    policy: RatingPolicy = DEFAULT_POLICY
    ratings: tuple[RatingInfo, ...] = ()
