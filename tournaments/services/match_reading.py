"""Matches as they stand in the database: from stored results to two races and who has won.

Owns: which rows make a race, and which side of a row belongs to which team. Reads; changes nothing.
Never does: arithmetic (scoring/race.py, scoring/match.py).
Terms: *counting*, a result that has not been taken back; *race board*, see `race_boards`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.match import Given, MatchScore, Outcome, decide
from scoring.notation import SideBid, SideTricks
from scoring.race import TARGET, Race, RaceEntry, run_race
from scoring.rules import RuleSet
from scoring.swiss_event import SwissMatch
from tournaments.models import Event, Match, Result, ResultState, Room, RoundStatus, Table
from tournaments.services.counting import left_out
from tournaments.services.race_boards import RaceBoards

_COLUMNS = (
    *("pk", "table_id", "board", "ns_id", "ns_bid", "ns_tricks", "ew_bid", "ew_tricks"),
    *("state", "version", "note"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A counting result of a race, its sides as scheduled: a board played in the wrong directions is turned."""

    pk: int
    board: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str
    state: str
    version: int
    note: str

    def entry(self, boards: RaceBoards) -> RaceEntry:
        return RaceEntry(
            boards.race_board(self.board),
            SideBid.parse(self.ns_bid),
            SideTricks.parse(self.ns_tricks),
            SideBid.parse(self.ew_bid),
            SideTricks.parse(self.ew_tricks),
        )


@dataclass(frozen=True, slots=True)
class RaceRules:
    """What a race is run under: `rules` with its target, and the boards' numbering."""

    rules: RuleSet
    boards: RaceBoards

    @classmethod
    def of(cls, event: Event) -> "RaceRules":
        return cls(event.rule_set, RaceBoards(event.teams.race_boards))

    @property
    def target(self) -> int:
        return self.rules.target or TARGET

    def run(self, rows: Iterable[Row]) -> Race:
        entries = [row.entry(self.boards) for row in rows]
        return run_race(self.rules, entries, target=self.target, length=self.boards.length)


@dataclass(frozen=True, slots=True)
class RoomRead:
    """A table of a match with its counting results in order of board, and the race they make."""

    table: Table
    rows: tuple[Row, ...]
    race: Race


@dataclass(frozen=True, slots=True)
class MatchRead:
    """A match as it stands. `rooms` is empty and `score` None for a bye; `rooms` is empty where only the outcome is
    known, too."""

    match: Match
    rooms: tuple[RoomRead, ...]
    score: MatchScore | None

    @property
    def settled(self) -> Outcome:
        return Outcome.HOME if self.score is None else self.score.settled

    @property
    def points(self) -> tuple[int, int]:
        """Home's and away's."""
        return (0, 0) if self.score is None else (self.score.home_points, self.score.away_points)

    def swiss(self) -> SwissMatch:
        """The match as the next draw takes it, teams by their numbers: decided the moment it is certain."""
        match = self.match
        home, away = match.home.number, match.away.number if match.away else None
        return SwissMatch(match.round.number, home, away, self.settled, *self.points, match.forfeit)

    def counted(self) -> SwissMatch:
        """The match as the standings take it: not before it is over, for they would tell a table that plays on how it
        stands (docs/rules.md §4, "Standings")."""
        over = self.score is None or self.score.finished or self.match.round.status == RoundStatus.CLOSED
        match = self.swiss()
        return match if over else SwissMatch(match.round, match.home, match.away, Outcome.UNDECIDED)


def read_matches(
    event: Event, matches: Iterable[Match], without: Collection[str] | None = None
) -> list[MatchRead]:
    """Read `matches` of a Teams event with their tables and results, in two queries.

    Each match must come with `round`, `home` and `away` loaded. `without` are states of results that are left out;
    None: those that do not count in the event.
    """
    found = list(matches)
    race_rules = RaceRules.of(event)
    tables: defaultdict[int, dict[str, Table]] = defaultdict(dict)
    rooms = Table.objects.filter(match__in=[match.pk for match in found]).select_related("ns", "ew")
    for table in rooms:
        tables[table.match_id or 0][table.room] = table
    seated = [table for rooms in tables.values() for table in rooms.values()]
    rows = read_rows(seated, left_out(event) if without is None else without)
    return [_read(race_rules, match, tables[match.pk], rows) for match in found]


def read_rows(
    tables: Iterable[Table], without: Collection[str] = (ResultState.REMOVED,)
) -> dict[int, tuple[Row, ...]]:
    """The results of each of these tables, by its key and in order of board, those in some states left out."""
    scheduled = {table.pk: table.ns_id for table in tables}
    found = Result.objects.filter(table__in=list(scheduled)).exclude(state__in=without)
    rows: defaultdict[int, list[Row]] = defaultdict(list)
    for pk, table, board, ns, *sides, state, version, note in found.order_by("board").values_list(*_COLUMNS):
        if not sides[0]:
            continue  # nobody has bid: no result of a race, and none that a service lets in
        as_scheduled = sides if ns == scheduled[table] else [*sides[2:], *sides[:2]]
        ns_bid, ns_tricks, ew_bid, ew_tricks = as_scheduled
        rows[table].append(Row(pk, board, ns_bid, ns_tricks, ew_bid, ew_tricks, state, version, note))
    return {table: tuple(rows[table]) for table in scheduled}


def _read(
    race_rules: RaceRules, match: Match, tables: dict[str, Table], rows: dict[int, tuple[Row, ...]]
) -> MatchRead:
    if match.away_id is None:
        return MatchRead(match, (), None)
    rooms = tuple(
        RoomRead(tables[room], rows[tables[room].pk], race_rules.run(rows[tables[room].pk]))
        for room in (Room.OPEN, Room.CLOSED)
        if room in tables
    )
    races = [room.race for room in rooms] if len(rooms) == 2 else [race_rules.run(())] * 2
    return MatchRead(match, rooms, decide(*races, given=given_of(match)))


def given_of(match: Match) -> Given | None:
    """What the director decided, as scoring takes it."""
    return Given(Outcome(match.given), match.note, match.forfeit) if match.given else None


def matches_of(event: Event) -> list[Match]:
    """All matches of an event in order, each with its round and teams."""
    found = Match.objects.filter(round__event=event).select_related("round", "home", "away")
    return list(found.order_by("round__number", "number"))
