"""What the sheets that say who sits where show, as frozen data.

Owns: the value types that a caller fills for guide cards, seating lists, badges, place cards and certificates.
Never does: queries, draws, ranking; what a result was worth arrives as text.

Terms: *stop*, where an entry is in a round; *turn*, what a table sees in a round; *onward*, where somebody or something
goes next; *direction*, "NS" or "EW".
"""

from dataclasses import dataclass, field

from tournaments.sheets.data import SheetHead
from tournaments.sheets.seat_labels import SEAT_ENGLISH, SeatLabels


@dataclass(frozen=True, slots=True, kw_only=True)
class Onward:
    """The next place: `tables` of `round`, and the `direction` of people. Without tables: nowhere any more."""

    round: int = 0
    tables: tuple[int, ...] = ()
    direction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitter:
    """An entry at a table, by number and by the name of whoever sits there, and where it goes next; None: nobody
    knows yet."""

    number: int
    name: str
    onward: Onward | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideTurn:
    """A table in a round. Without sides nobody plays there; `boards` are in playing order, as players count them."""

    round: int
    ns: Sitter | None = None
    ew: Sitter | None = None
    boards: tuple[int, ...] = ()
    boards_onward: Onward | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideTable:
    """The card of a table: what it sees, round by round. `room` is the name of its room in a match."""

    table: int
    room: str = ""
    turns: tuple[GuideTurn, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideTables:
    """The cards of an event's tables; `duplex` begins each on a front page."""

    head: SheetHead
    about: str = ""
    tables: tuple[GuideTable, ...] = ()
    duplex: bool = False
    labels: SeatLabels = field(default=SEAT_ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideStop:
    """An entry in a round; without a table, `note` says why. `who` names those who sit there where the card's name
    does not say it."""

    round: int
    table: int | None = None
    direction: str = ""
    room: str = ""
    opponent: Sitter | None = None
    boards: tuple[int, ...] = ()
    who: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideEntry:
    """The card of an entry: "Pair 7", its name, and its way through the event."""

    title: str
    name: str
    stops: tuple[GuideStop, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideEntries:
    """The cards of an event's entries, in the order of printing; `duplex` leaves the backs of pages white, for several
    may be cut out of one."""

    head: SheetHead
    about: str = ""
    entries: tuple[GuideEntry, ...] = ()
    duplex: bool = False
    labels: SeatLabels = field(default=SEAT_ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A person or an entry on a list for the wall; without a table, `note` says why."""

    name: str
    number: int
    table: int | None = None
    direction: str = ""
    room: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameList:
    """Who sits where in a round, by name; the renderer puts the names in order."""

    head: SheetHead
    title: str
    people: tuple[Seated, ...] = ()
    labels: SeatLabels = field(default=SEAT_ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A pair or team at a table: its number and name, and its `players`, N and S or E and W in this order, as far as
    they are known."""

    number: int
    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """A table in a round: who sits there, and the boards as players count them."""

    table: int
    ns: Side
    ew: Side
    room: str = ""
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableList:
    """Who sits at which table in a round; `resting` are the entries at none, with why."""

    head: SheetHead
    title: str
    meetings: tuple[Meeting, ...] = ()
    resting: tuple[Seated, ...] = ()
    notice: str = ""
    labels: SeatLabels = field(default=SEAT_ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCard:
    """A badge or a place card: a name large, `above` and `below` it small."""

    name: str
    above: str = ""
    below: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NameCards:
    """Badges or place cards, in the order of printing; `duplex` leaves the backs of pages white."""

    head: SheetHead
    about: str = ""
    cards: tuple[NameCard, ...] = ()
    duplex: bool = False
    labels: SeatLabels = field(default=SEAT_ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A prize place: "First place" of a list ("North–South", or ""), who has it, and what for ("61.54 %")."""

    place: str
    name: str
    players: tuple[str, ...] = ()
    field: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """The certificates of an event. `club` and `date` stand on each."""

    head: SheetHead
    club: str
    date: str
    certificates: tuple[Certificate, ...] = ()
    duplex: bool = False
    labels: SeatLabels = field(default=SEAT_ENGLISH)
