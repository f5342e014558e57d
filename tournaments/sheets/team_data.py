"""What the sheets of a Team-of-Four event show, as frozen data.

Owns: the value types that a caller fills for matches, pairings, Swiss standings and cross-tables. Never does:
queries, scoring, ranking; wins and tie-breaks arrive as text.

Terms: *table* – one room of a match; *line-up* – a team's two players at a table; *race* – the boards of a table
until a side has the target; *decider* – a board after the race, played only while the match is tied.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.sheets.data import Compass, SheetHead, TravellerKind
from tournaments.sheets.labels import ENGLISH, Labels


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """A team at one table; `players` sit N and S, or E and W, in this order. Without them there are lines to
    write on."""

    name: str = ""
    number: int | None = None
    players: tuple[str, ...] = ()
    home: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceSide:
    """One side after a board. `penalty` (0 or less) is what bags cost on top of `score`; `reached`: `total` is the
    target or more."""

    bid: str = ""
    tricks: str = ""
    score: int | None = None
    total: int | None = None
    bags: int | None = None
    penalty: int = 0
    reached: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceRow:
    """A board at a table, by its number in the race; `note` says in words why it is not an ordinary one."""

    board: int
    dealer: Compass
    first_bidder: Compass
    ns: RaceSide = RaceSide()
    ew: RaceSide = RaceSide()
    note: str = ""
    decider: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSheet:
    """One table of a match. `room` is its name; `ended` and `result` are the sentences about table and match;
    `rules` are the sentences to be kept in mind while playing."""

    table: int
    room: str
    ns: LineUp
    ew: LineUp
    round: int | None = None
    match: int | None = None
    other_table: int | None = None
    rows: tuple[RaceRow, ...] = ()
    target: int = 500
    length: int = 8
    rules: tuple[str, ...] = ()
    ended: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheets:
    """Score sheets of matches, one a table, in the order of printing."""

    head: SheetHead
    kind: TravellerKind
    tables: tuple[TableSheet, ...] = ()
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team by its number and name."""

    number: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Who meets whom at which two tables; a match that is not played at tables has none."""

    match: int | None
    home: Team
    away: Team
    open_table: int | None = None
    closed_table: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingSheet:
    """The matches of a round for the wall. `notice` is printed large: that the draw is provisional."""

    head: SheetHead
    title: str
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[Team, ...] = ()
    notice: str = ""
    note: str = ""
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissPlace:
    """A place in the standings of a Swiss event. Wins are text ("2½"), as are tie-breaks and `difference`; `prize`
    marks a prize place, `decided` says what put it before the next of as many wins."""

    rank: int
    number: int
    name: str
    wins: str
    losses: str
    byes: str = ""
    missed: str = ""
    tie_breaks: tuple[str, ...] = ()
    difference: str = ""
    tied: bool = False
    withdrawn: bool = False
    prize: bool = False
    decided: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissSheet:
    """The standings of a Swiss event. `tie_breaks` heads the columns that every row's `tie_breaks` fill;
    `lead` is the line under the title: who is undefeated."""

    head: SheetHead
    title: str = ""
    rows: tuple[SwissPlace, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    lead: str = ""
    note: str = ""
    labels: Labels = field(default=ENGLISH)


class CrossMark(StrEnum):
    """What a round was for a team; there is nothing in a cell of a round that was not drawn."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"
    BYE = "bye"
    MISSED = "missed"
    PLAYING = "playing"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossCell:
    """One team in one round. `difference` is text ("+340"); in a forfeit there is none."""

    mark: CrossMark
    opponent: int | None = None
    difference: str = ""
    forfeit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossRow:
    """A team's way through the event: a cell, or nothing, for each of the table's rounds."""

    rank: int
    number: int
    name: str
    wins: str
    cells: tuple[CrossCell | None, ...] = ()
    tied: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossTable:
    """Every team in every round, by rank."""

    head: SheetHead
    title: str = ""
    rounds: tuple[int, ...] = ()
    rows: tuple[CrossRow, ...] = ()
    note: str = ""
    labels: Labels = field(default=ENGLISH)
