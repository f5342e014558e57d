"""Who is to sit where, round by round: the draw as it stands, with the people who really sit.

Owns: reading a whole event's draw at once, with substitutes and declared line-ups in it. A dozen queries at most,
however large the event.
Never does: say what was played, or whether the draw may be shown (visibility.draw_released).
Terms: *side*, an entry at a table; *resting*, an entry that is in the event and has no table in a round.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import Entry, Event, Field, Kind, Match, Person, Room, RoundStatus, Table, TableSeat
from tournaments.services.entries import named_after
from tournaments.services.race_boards import RaceBoards
from tournaments.services.who_plays import PlayersAt, players_at


@dataclass(frozen=True, slots=True)
class SeatedSide:
    """An entry at a table; `name` is the entry's, or those of who really sits in a pair's place. `players` sit N and S
    or E and W, in this order; of a team nobody before its line-up is declared."""

    entry: Entry
    name: str
    players: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table in a round; `boards` are the event's numbers in playing order, `shown_boards` what players call them."""

    round: int
    table: int
    room: str
    ns: SeatedSide
    ew: SeatedSide
    boards: tuple[int, ...]
    shown_boards: tuple[int, ...]
    forfeit: bool

    @property
    def sides(self) -> tuple[tuple[str, SeatedSide, SeatedSide], ...]:
        """(direction, who sits there, whom they meet)."""
        return ((Field.NS.value, self.ns, self.ew), (Field.EW.value, self.ew, self.ns))


@dataclass(frozen=True, slots=True)
class Seating:
    """A whole event: its `rounds` that have a draw, their `tables` in order, `entries` by number, the players that
    belong to each; `byes` are (round, entry's number)."""

    event: Event
    rounds: tuple[int, ...]
    statuses: dict[int, str]
    tables: tuple[SeatedTable, ...]
    entries: dict[int, Entry]
    byes: frozenset[tuple[int, int]]
    players: PlayersAt

    def in_round(self, number: int | None) -> tuple[SeatedTable, ...]:
        """The tables of one round, or of all."""
        return tuple(table for table in self.tables if number in (None, table.round))

    def resting(self, number: int) -> Iterator[Entry]:
        """Who is in the event and at no table in a round, in the order of numbers."""
        seated = {side.entry.pk for table in self.in_round(number) for _, side, _ in table.sides}
        for entry in self.entries.values():
            if entry.pk not in seated and not entry.withdrawn and not entry.standby:
                yield entry

    def round_to_seat(self) -> int | None:
        """The round that people look for: the first planned one of a Teams event, else the latest that is open, else
        the first planned one, else the last."""
        planned = [number for number in self.rounds if self.statuses[number] == RoundStatus.PLANNED]
        opened = [number for number in self.rounds if self.statuses[number] == RoundStatus.OPEN]
        if self.event.kind == Kind.TEAMS and planned:
            return planned[0]
        found = opened[-1:] or planned[:1] or list(self.rounds[-1:])
        return found[0] if found else None


def seating_of(event: Event) -> Seating:
    """The event's draw, and who sits where in it."""
    statuses = dict(event.rounds.order_by("number").values_list("number", "status"))
    entries = {entry.number: entry for entry in event.entries.order_by("number")}
    players = players_at(event)
    own = {entry.pk: players(entry.pk, 0, None) for entry in entries.values()}
    by_key = {entry.pk: entry for entry in entries.values()}
    chairs = _chairs(event) if event.kind == Kind.TEAMS else {}
    numbering = RaceBoards(event.teams.race_boards) if event.kind == Kind.TEAMS else None
    rows = Table.objects.filter(round__event=event).select_related("round", "match")

    def side(table: Table, key: int, direction: str) -> SeatedSide:
        entry = by_key[key]
        if event.kind == Kind.TEAMS:
            return SeatedSide(entry, entry.name, chairs.get((table.pk, direction), ()))
        people = players(key, table.round.number, None)
        names = entry.name if people == own[key] else named_after(person.name for person in people)
        return SeatedSide(entry, names, people)

    tables = tuple(
        SeatedTable(
            round=table.round.number,
            table=table.number,
            room=str(Room(table.room).value) if table.room else "",
            ns=side(table, table.ns_id, Field.NS),
            ew=side(table, table.ew_id, Field.EW),
            boards=tuple(table.boards),
            shown_boards=tuple(
                board if numbering is None else numbering.race_board(board) for board in table.boards
            ),
            forfeit=table.match is not None and table.match.forfeit,
        )
        for table in rows.order_by("round__number", "number")
    )
    drawn = {table.round for table in tables}
    byes = _byes(event)
    drawn |= {number for number, _ in byes}
    return Seating(
        event=event,
        rounds=tuple(number for number in statuses if number in drawn),
        statuses=statuses,
        tables=tables,
        entries=entries,
        byes=byes,
        players=players,
    )


def _byes(event: Event) -> frozenset[tuple[int, int]]:
    if event.kind != Kind.TEAMS:
        return frozenset()
    found = Match.objects.filter(round__event=event, away=None)
    return frozenset(found.values_list("round__number", "home__number"))


def _chairs(event: Event) -> dict[tuple[int, str], tuple[Person, ...]]:
    """By a table's key and a direction who sits there, North or East first."""
    found: defaultdict[tuple[int, str], tuple[Person, ...]] = defaultdict(tuple)
    seats = TableSeat.objects.filter(table__round__event=event).select_related("person")
    for seat in seats.order_by("table_id", "direction", "position"):
        found[seat.table_id, seat.direction] += (seat.person,)
    return found
