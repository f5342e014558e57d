"""What the sheets of ranked tables show, as frozen data: a game's score sheet, and lists of players and games.

Owns: the value types that a caller fills for them. Never does: queries, scoring, ranking; ratings arrive as text.

Terms: *struck* – a deal beyond the end of its game, which counts for nothing; *stand-in* – who took a quitter's seat;
*board list* – rows of text under headings, several lists on one sheet, such as a leaderboard.
"""

from dataclasses import dataclass, field

from tournaments.sheets.data import Compass, SheetHead, TravellerKind
from tournaments.sheets.labels import ENGLISH, Labels
from tournaments.sheets.team_data import RaceSide

_NOTHING = RaceSide()


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlayer:
    """Who sits there; `note` says in words what is special ("quit after deal 4; from deal 5 Ann Lee"). Without a name
    there is a line to write it on."""

    name: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A deal of a game; `note` says in words why it is not an ordinary one."""

    deal: int
    dealer: Compass
    first_bidder: Compass
    ns: RaceSide = _NOTHING
    ew: RaceSide = _NOTHING
    note: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSheet:
    """One game at one table. `players` sit N, E, S and W, in this order. `rules` is the rule set in one line, `leaving`
    says sentence by sentence what is done when somebody leaves; `ended` and `result` tell of a game that is over;
    `address` is what the table's code opens ("": no code)."""

    table: int
    target: int
    game: int | None = None
    players: tuple[GamePlayer, ...] = ()
    rows: tuple[GameRow, ...] = ()
    rules: str = ""
    leaving: tuple[str, ...] = ()
    ended: str = ""
    result: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSheets:
    """The sheets of an event's tables to write on, or of its games that are over, in the order of printing."""

    head: SheetHead
    kind: TravellerKind
    games: tuple[GameSheet, ...] = ()
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardColumn:
    """A column: its heading, its share of the sheet's width, and whether it holds words (set from the left) or figures.
    `strong` is for what everybody looks for."""

    heading: str
    share: float
    words: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardList:
    """One list: a text for each column of every row; `lead` stands small under the title, `empty` instead of rows."""

    title: str
    columns: tuple[BoardColumn, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    lead: str = ""
    empty: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLists:
    """The lists in the order of printing."""

    head: SheetHead
    title: str
    lists: tuple[BoardList, ...] = ()
    note: str = ""
    labels: Labels = field(default=ENGLISH)
