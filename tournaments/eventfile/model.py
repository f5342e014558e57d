"""The event file as frozen values (docs/event-file.md describes the document).

Owns: the shape of a whole event as it stands in a file, and the names of its states; what only Teams events
have stands in `model_teams`, and what only ranked tables have in `model_games`; their names can be imported from here.
Never does: read or write JSON (`parse`, `writing`), judge what hangs together (`checks`), compute
(`standings`, `team_standings`).

Terms: *entry*, a pair or a team of the event; *board*, a deal with a number; *result*, what happened on a board
at a table; *ruling*, a director's decision on a result (its adjustments or weights, and its reason);
*place*, a result's round, table and board.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from boards.deal import Deal
from scoring.pairs import Winners
from scoring.rules import RuleSet
from tournaments.draws.movement import Movement
from tournaments.eventfile.model_games import (
    DealInfo,
    GameInfo,
    GameMark,
    GameResult,
    GivenGame,
    QuitInfo,
    RankedInfo,
    RatingInfo,
    RatingsInfo,
    SaidInfo,
    StakeInfo,
    StandInInfo,
)
from tournaments.eventfile.model_states import EventStatus, ResultStatus, RoundStatus, TravellerSecrecy
from tournaments.eventfile.model_teams import (
    GivenInfo,
    LineUp,
    MatchInfo,
    RoomLineUp,
    RoomResult,
    TeamsInfo,
)
from tournaments.eventfile.scoring_input import ResultFields

__all__ = [
    "FORMAT",
    "VERSION",
    "BoardInfo",
    "BoardSource",
    "DealInfo",
    "Entry",
    "EventFile",
    "EventInfo",
    "EventKind",
    "EventStatus",
    "Field",
    "GameInfo",
    "GameMark",
    "GameResult",
    "GivenGame",
    "GivenInfo",
    "LineUp",
    "LogLine",
    "MatchInfo",
    "PenaltyInfo",
    "Person",
    "QuitInfo",
    "RankedInfo",
    "RatingInfo",
    "RatingsInfo",
    "Result",
    "ResultStatus",
    "RoomLineUp",
    "RoomResult",
    "RoundInfo",
    "RoundStatus",
    "SaidInfo",
    "StakeInfo",
    "StandInInfo",
    "TeamsInfo",
    "TournamentInfo",
    "TravellerSecrecy",
]

FORMAT = "duplicate-spades-event"
VERSION = 1


class EventKind(StrEnum):
    PAIRS = "pairs"
    TEAMS = "teams"
    RANKED = "ranked"


class Field(StrEnum):
    """The direction, and with two winners the list, of an entry."""

    NS = "NS"
    EW = "EW"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentInfo:
    """Where and when the event is held; everything but the name may be unknown."""

    name: str
    slug: str = ""
    place: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    time_zone: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInfo:
    """The event itself: its name, its rules and how its standings are made.

    `provisional_counts`: whether results count that the sides have not agreed on. `winners` and `neuberg` say nothing
    of any but a Pairs event, `teams` and `ranked` nothing of any but their own kind. `rated`: whether its games go into
    the ratings; of ranked tables, unless a game says otherwise.
    """

    name: str
    rules: RuleSet
    kind: EventKind = EventKind.PAIRS
    slug: str = ""
    status: EventStatus = EventStatus.SETUP
    traveller_secrecy: TravellerSecrecy = TravellerSecrecy.FINISHED
    provisional_counts: bool = True
    winners: Winners = Winners.ONE
    neuberg: bool = True
    tie_breaks: tuple[str, ...] = ()
    teams: TeamsInfo = field(default_factory=TeamsInfo)
    ranked: RankedInfo = field(default_factory=RankedInfo)
    rated: bool = False
    tournament: TournamentInfo | None = None

    def counts(self, status: ResultStatus) -> bool:
        """Whether a result that stands so is scored."""
        return self.provisional_counts or status is ResultStatus.CONFIRMED


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What is known of a player beyond the name; entries and games name players by `name`."""

    name: str
    number: str = ""
    bot: bool = False
    guest: bool = False
    leaderboard: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteInfo:
    """`into` plays in place of `out`, both by name, from `board` of `round` on (None: from its start) up to the end of
    `last_round` (None: to the end)."""

    out: str
    into: str
    round: int
    board: int | None = None
    last_round: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A pair of up to two players, or a team of none or four to six.

    Of teams only: `withdrawn_after` is the last round it was in the event for (None beside `withdrawn`: the last
    it has a match or a bye in); `late_losses` and `late_halves` stand in place of rounds it was not there for.
    On `standby` it waits for a seat and is in no draw and no standings.
    """

    number: int
    name: str
    players: tuple[str, ...] = ()
    field: Field | None = None
    withdrawn: bool = False
    withdrawn_after: int | None = None
    late_losses: int = 0
    late_halves: int = 0
    standby: bool = False
    stays_seated: bool = False
    checked_in: datetime | None = None
    substitutes: tuple[SubstituteInfo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardInfo:
    """A board of the event; `expected` is the number of scores that Neuberg counts on."""

    number: int
    deal: Deal | None = None
    expected: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSource:
    """Where the boards came from: an algorithm and its secret, or `source`, such as the file they were
    read from.

    Whoever has `secret` (64 hexadecimal digits) can deal them again.
    """

    name: str = ""
    algorithm: str = ""
    secret: str = field(default="", repr=False)
    session: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundInfo:
    """`draw` is the certificate of a Swiss round, as `manage.py draw --json` prints it, kept as it stands; `warnings`
    what spoke against the round when it was published, `provisional` that matches were still undecided then."""

    number: int
    status: RoundStatus = RoundStatus.PLANNED
    draw: Mapping[str, object] | None = None
    warnings: tuple[str, ...] = ()
    provisional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A result as written down (`fields`), and what the product knows about it."""

    fields: ResultFields
    status: ResultStatus = ResultStatus.CONFIRMED
    version: int = 1
    reason: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyInfo:
    """Taken off an entry's total (a bonus is negative): `percent` of a top or `points`, exactly one of
    them.
    """

    entry: int
    percent: Decimal | None = None
    points: Decimal | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One change: who, when, through which door, to what, from what to what and why."""

    at: datetime
    actor: str = ""
    door: str = ""
    action: str = ""
    subject: str = ""
    before: Mapping[str, object] | None = None
    after: Mapping[str, object] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFile:
    """A whole event. No boards listed means that results may name any board.

    `movement`, `results` and `penalties` are empty in all but a Pairs event, `matches` in all but a Teams event,
    `games` in all but one of ranked tables, which has no entries, boards and rounds either. `rating` says where
    ratings start.
    """

    event: EventInfo
    people: tuple[Person, ...] = ()
    entries: tuple[Entry, ...] = ()
    boards: tuple[BoardInfo, ...] = ()
    board_source: BoardSource | None = None
    movement: Movement | None = None
    rounds: tuple[RoundInfo, ...] = ()
    matches: tuple[MatchInfo, ...] = ()
    results: tuple[Result, ...] = ()
    penalties: tuple[PenaltyInfo, ...] = ()
    rating: RatingsInfo = field(default_factory=RatingsInfo)
    games: tuple[GameInfo, ...] = ()
    log: tuple[LogLine, ...] = ()
