"""What lies on a table while people play, as frozen data: slips, personal score cards, board labels.

Owns: the value types that a caller fills for them. Never does: queries, scoring, or ask who meets whom.

Terms: *pick-up slip* – what a table writes in one round, collected when the round is over; *spare* – a slip with
nothing but its round, for the table whose own is lost; *score card* – a player's own record, kept in the pocket;
*label* – the sticker of a board; *tent* – a table’s number to be read across a room, folded to stand on the table.
"""

from dataclasses import dataclass, field

from tournaments.sheets.data import Compass, SheetHead
from tournaments.sheets.labels import ENGLISH, Labels


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipSide:
    """Who sits in a direction; without a number there is a line to write it on."""

    number: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRow:
    """A board of the round, by the number that the players know; none on a spare."""

    board: int | None = None
    dealer: Compass | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One table in one round. `place` says which room; `address` is what its code opens: where it is entered."""

    round_name: str = ""
    table: int | None = None
    place: str = ""
    ns: SlipSide = SlipSide()
    ew: SlipSide = SlipSide()
    rows: tuple[SlipRow, ...] = ()
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipGroup:
    """Slips that begin on a page of their own, such as a round's. The last page's free places, and a whole page where
    there are no slips, are filled with `spare`."""

    title: str
    slips: tuple[Slip, ...] = ()
    spare: Slip = Slip()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipSheet:
    """The pick-up slips of an event, in the order of printing."""

    head: SheetHead
    groups: tuple[SlipGroup, ...] = ()
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRound:
    """A round of an entry: where it sits, against whom by number and name, and the boards. `idle` says in words that it
    does not play; without `opponents` there is room to write them."""

    round: int
    table: str = ""
    direction: str = ""
    against: int | None = None
    opponents: str = ""
    boards: tuple[int, ...] = ()
    idle: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCard:
    """The card of one entry: `title` is large ("Pair 12"), `name` who it is, `place` where it sits all the time."""

    title: str
    name: str
    place: str = ""
    rounds: tuple[CardRound, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCards:
    """The cards of an event. `totals`: a column for the running total, where boards are a race. `duplex`: each card
    begins on a front page, and the back that would be white has lines for notes."""

    head: SheetHead
    cards: tuple[ScoreCard, ...] = ()
    totals: bool = False
    duplex: bool = False
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLabel:
    """The sticker of a board: `block` and `when` say with which boards it travels and in which rounds it is played."""

    board: int
    dealer: Compass
    block: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLabels:
    """The labels of an event's boards, in the order of printing."""

    head: SheetHead
    boards: tuple[BoardLabel, ...] = ()
    labels: Labels = field(default=ENGLISH)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTent:
    """A table's number, what it is called ("Table 3"), and the address that the code on both faces opens."""

    number: int
    title: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTents:
    """The tents of an event, in the order of printing."""

    head: SheetHead
    tents: tuple[TableTent, ...] = ()
    labels: Labels = field(default=ENGLISH)
