"""What a sheet shows, as frozen data.

Owns: the value types that a caller fills and a renderer draws. Never does: queries, arithmetic of scoring,
formatting of percentages or times; figures that need rounding rules arrive as text, so that a sheet and a
page cannot disagree.

Terms: *sheet* – one printed document; *head* – what stands above and below every page of it; *traveller* –
all results of one board; *due* – a result that the draw expects; *section* – one list of standings (two of
them when there are two winners).
"""

from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.sheets.labels import ENGLISH, Labels


class PageSize(StrEnum):
    """Paper that a club has in its printer; which way it is turned is each document's own affair."""

    A4 = "A4"
    LETTER = "Letter"


class Compass(StrEnum):
    """A seat, by the letter that every spades and bridge player writes."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class TravellerKind(StrEnum):
    """Whether the sheet is to be written on or read."""

    BLANK = "blank"
    FILLED = "filled"


class Packing(StrEnum):
    """Boards on one page: as many as can be written on comfortably, or always one."""

    AUTO = "auto"
    ONE = "one"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHead:
    """What identifies a print-out wherever it turns up.

    `revision` counts the versions of the event's standings; `made_at` is the time of making as text in the
    tournament's time zone: a renderer never looks at a clock, so the same data give the same bytes.
    """

    event: str
    tournament: str = ""
    place: str = ""
    revision: int | None = None
    made_at: str = ""
    language: str = "en"
    author: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellerRow:
    """One result due on a board. On a blank sheet only `round`, `table`, `ns` and `ew` are printed.

    Bids and tricks are in the notation of docs/rules.md; percentages and matchpoints are text ("66.67",
    "12½"). `note` says in words why a row is not an ordinary one ("A+ 60 %", "not played", "director's
    score").
    """

    round: int | None = None
    table: int | None = None
    ns: int | None = None
    ew: int | None = None
    ns_name: str = ""
    ew_name: str = ""
    ns_bid: str = ""
    ew_bid: str = ""
    ns_tricks: str = ""
    ew_tricks: str = ""
    ns_score: int | None = None
    ew_score: int | None = None
    ns_matchpoints: str = ""
    ew_matchpoints: str = ""
    ns_percentage: str = ""
    ew_percentage: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """The four hands of a board, each as PBN writes one: spades.hearts.diamonds.clubs, as "AKQ.T92..J4"."""

    north: str
    east: str
    south: str
    west: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Traveller:
    """One board: its number, who deals, every result due, and the hands where they may be seen. `address` is what
    its code opens: where the board is entered."""

    board: int
    dealer: Compass
    rows: tuple[TravellerRow, ...] = ()
    hands: Hands | None = None
    round_name: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TravellerSheet:
    """The travellers of an event, or of one round of it, in the order of printing."""

    head: SheetHead
    kind: TravellerKind
    travellers: tuple[Traveller, ...] = ()
    packing: Packing = Packing.AUTO
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A place in the standings. `tied` marks a shared rank; `penalty` and `tie_breaks` are text or empty; `prize` marks
    a prize place; `decided` says what put it before the next of equal percentage."""

    rank: int
    name: str
    percentage: str
    tied: bool = False
    number: int | None = None
    boards: int | None = None
    total: str = ""
    penalty: str = ""
    tie_breaks: tuple[str, ...] = ()
    prize: bool = False
    decided: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSection:
    """One list with one winner. `tie_breaks` heads the columns that every row's `tie_breaks` fill."""

    title: str = ""
    rows: tuple[StandingsRow, ...] = ()
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSheet:
    """Final results, or the standings so far: `title` says which."""

    head: SheetHead
    title: str = ""
    sections: tuple[StandingsSection, ...] = ()
    note: str = ""
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """A card to lay on a table: what it is called ("Table 3"), and the address its code opens."""

    title: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCards:
    """The cards of an event, in the order of printing."""

    head: SheetHead
    cards: tuple[TableCard, ...] = ()
    labels: Labels = field(default=ENGLISH)
