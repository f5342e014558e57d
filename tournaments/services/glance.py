"""A round at a glance: what has become of each board at each table.

Owns: the state of every place of a round for one reader, who is told of what is hidden from them only that it is.
Reads, in a number of queries that does not depend on how many tables there are; changes nothing.
Terms: *place*, a board at a table of a round; *mark*, the state of a place; *odd*, see services/suspicions.py.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count
from django.utils import timezone

from scoring.race import RaceEnd
from tournaments.models import (
    Event,
    Kind,
    Match,
    MatchSnapshot,
    Result,
    ResultState,
    Round,
    RoundStatus,
    Table,
)
from tournaments.services.editing import open_subjects
from tournaments.services.match_reading import read_matches
from tournaments.services.pace import Progress, minutes_behind
from tournaments.services.race_boards import RaceBoards
from tournaments.services.suspicions import suspicions
from tournaments.services.table_wants import Eyes

User = AbstractBaseUser | AnonymousUser


class Mark(StrEnum):
    """The state of a place. `UNNEEDED`: the match is over before it, or no decider is called for."""

    PLANNED = "planned"
    DUE = "due"
    MISSING = "missing"
    IN = "in"
    PROVISIONAL = "provisional"
    DISPUTED = "disputed"
    RULED = "ruled"
    NOT_PLAYED = "not-played"
    UNNEEDED = "unneeded"
    HIDDEN = "hidden"


WAITED_FOR: Final = frozenset({Mark.DUE, Mark.MISSING})
WITHOUT: Final = frozenset({Mark.PLANNED, Mark.DUE, Mark.MISSING, Mark.UNNEEDED, Mark.HIDDEN})
"""Marks of places that have no result, or none that the reader may know."""


@dataclass(frozen=True, slots=True)
class Place:
    """`board` is the event's number, `shown` what players call it; `said` is what is in, in words; `odd` what looks odd
    about it; `editors` who has it open at the desk, beside the reader."""

    table_id: int
    board: int
    shown: int
    mark: Mark
    said: str = ""
    odd: str = ""
    editors: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of the round; `room` is "" in Pairs, `behind` the minutes it lags the hall by, 0 where it does not."""

    table_id: int
    number: int
    ns: str
    ew: str
    match: int | None
    room: str
    places: tuple[Place, ...]
    behind: int = 0


@dataclass(frozen=True, slots=True)
class RoundState:
    """`missing` are results that an opened round still waits for; None where that is not to be told, or not counted."""

    number: int
    status: str
    missing: int | None


@dataclass(frozen=True, slots=True)
class Glance:
    """`boards` are what all tables play alike, as players call them, () where they differ; `rounds`: of the event."""

    round: Round
    rounds: tuple[RoundState, ...]
    boards: tuple[int, ...]
    tables: tuple[TableRow, ...]

    @property
    def marks(self) -> Counter[Mark]:
        return Counter(place.mark for table in self.tables for place in table.places)

    @property
    def slow(self) -> list[TableRow]:
        return sorted((table for table in self.tables if table.behind), key=lambda table: -table.behind)

    @property
    def waiting(self) -> list[tuple[TableRow, list[Place]]]:
        """Tables with the places they are waited for at."""
        found = (
            (table, [place for place in table.places if place.mark in WAITED_FOR]) for table in self.tables
        )
        return [(table, places) for table, places in found if places]

    @property
    def odd(self) -> int:
        return sum(bool(place.odd) for table in self.tables for place in table.places)


def present_round(event: Event) -> Round | None:
    """The round that a desk looks at: the latest open one, else the last that was closed, else the first; one query."""
    rounds = list(event.rounds.order_by("number"))
    for status in (RoundStatus.OPEN, RoundStatus.CLOSED):
        found = [round_ for round_ in rounds if round_.status == status]
        if found:
            return found[-1]
    return rounds[0] if rounds else None


def glance(event: Event, round_: Round, user: User, eyes: Eyes | None = None) -> Glance:
    """A round of the event for `user`; `eyes` are theirs, where they have been asked already."""
    eyes = eyes or Eyes(event, user)
    tables = list(round_.tables.select_related("ns", "ew", "match").order_by("number"))
    reading = _Reading(event, round_, tables, eyes, user)
    rows = [reading.row(table) for table in tables]
    alike = {tuple(place.shown for place in row.places) for row in rows}
    return Glance(
        round=round_,
        rounds=tuple(_rounds(event, eyes)),
        boards=alike.pop() if len(alike) == 1 else (),
        tables=tuple(rows),
    )


_COLUMNS: Final = (
    *(
        "table_id",
        "board",
        "pk",
        "state",
        "ns_bid",
        "ns_tricks",
        "ew_bid",
        "ew_tricks",
        "ns_score",
        "ew_score",
    ),
    *("ns_adjusted", "ew_adjusted", "weighted", "not_played", "group", "created_at"),
)


@dataclass(frozen=True, slots=True)
class _In:
    """A result that is in: its mark, its words, and when it first came."""

    pk: int
    mark: Mark
    said: str
    came: datetime


class _Reading:
    """What is known of a round's tables, asked once for all of them."""

    def __init__(self, event: Event, round_: Round, tables: list[Table], eyes: Eyes, user: User) -> None:
        self._round, self._eyes, self._shown = round_, eyes, _shown(event)
        rows = Result.objects.filter(table__round=round_).exclude(state=ResultState.REMOVED)
        self._there = {(row[0], row[1]): _read(*row[2:]) for row in rows.order_by().values_list(*_COLUMNS)}
        boards = {board for table in tables for board in table.boards}
        found = suspicions(event, boards) if self._there else []
        self._odd = {one.result_id: one.sentence for one in found}
        self._unneeded = _unneeded(event, round_, self._shown)
        self._open = open_subjects(event, user)
        self._behind = self._pace(tables)

    def row(self, table: Table) -> TableRow:
        return TableRow(
            table_id=table.pk,
            number=table.number,
            ns=str(table.ns),
            ew=str(table.ew),
            match=table.match.number if table.match else None,
            room=table.get_room_display() if table.room else "",
            places=tuple(self._place(table, board) for board in table.boards),
            behind=self._behind.get(table.pk, 0),
        )

    def _place(self, table: Table, board: int) -> Place:
        there = self._there.get((table.pk, board))
        editors = self._open.get(f"result:{table.pk}:{board}", "")
        # of a race nothing is told, of another board only that it is in: players see that, too
        kept = (there is not None or table.match_id is not None) and not self._eyes.see(table.pk, [board])
        if kept:
            return Place(table.pk, board, self._shown(board), Mark.HIDDEN, editors=editors)
        if there is None:
            return Place(table.pk, board, self._shown(board), self._without(table.pk, board), editors=editors)
        odd = self._odd.get(there.pk, "")
        return Place(table.pk, board, self._shown(board), there.mark, there.said, odd, editors)

    def _without(self, table_id: int, board: int) -> Mark:
        if self._round.status == RoundStatus.PLANNED:
            return Mark.PLANNED
        if (table_id, board) in self._unneeded:
            return Mark.UNNEEDED
        return Mark.DUE if self._round.status == RoundStatus.OPEN else Mark.MISSING

    def _pace(self, tables: list[Table]) -> dict[int, int]:
        if self._round.status != RoundStatus.OPEN:
            return {}
        came: defaultdict[int, list[datetime]] = defaultdict(list)
        for (table_id, _), there in self._there.items():
            came[table_id].append(there.came)
        progress = {}
        for table in tables:
            needed = [board for board in table.boards if (table.pk, board) not in self._unneeded]
            if table.match_id is None or self._eyes.see(table.pk, needed):
                over = len(came[table.pk]) >= len(needed)
                progress[table.pk] = Progress(sorted(came[table.pk]), len(table.boards), over)
        return minutes_behind(progress, timezone.now())


def _read(
    pk: int,
    state: str,
    ns_bid: str,
    ns_tricks: str,
    ew_bid: str,
    ew_tricks: str,
    ns_score: int | None,
    ew_score: int | None,
    ns_adjusted: str,
    ew_adjusted: str,
    weighted: Any,
    not_played: bool,
    group: int,
    came: datetime,
) -> _In:
    """A stored result; the arguments are its columns."""
    said = f"{ns_bid} {ns_tricks} – {ew_bid} {ew_tricks}" if ns_bid else ""
    by_hand = not ns_bid and ns_score is not None
    if not_played:
        mark, said = Mark.NOT_PLAYED, ""
    elif state == ResultState.DISPUTED:
        mark = Mark.DISPUTED
    elif ns_adjusted or ew_adjusted or weighted or group or by_hand:
        mark = Mark.RULED
    else:
        mark = Mark.PROVISIONAL if state == ResultState.PROVISIONAL else Mark.IN
    if ns_adjusted or ew_adjusted:
        ruled = f"{ns_adjusted or '·'} / {ew_adjusted or '·'}".replace("-", "−")
        said = f"{said} ({ruled})" if said else ruled
    elif by_hand:
        said = f"{ns_score} / {ew_score}".replace("-", "−")
    return _In(pk, mark, said, came)


def _shown(event: Event) -> Callable[[int], int]:
    """From the event's number of a board to what players call it."""
    return RaceBoards(event.teams.race_boards).race_board if event.kind == Kind.TEAMS else int


def _unneeded(event: Event, round_: Round, shown: Callable[[int], int]) -> frozenset[tuple[int, int]]:
    """Keys (table, board) that nobody will play: a race has stopped, a match is given, no decider is called for."""
    if event.kind != Kind.TEAMS:
        return frozenset()
    matches = Match.objects.filter(round=round_).select_related("round", "home", "away")
    length = event.teams.race_boards
    gone = set()
    for read in read_matches(event, matches, (ResultState.REMOVED,)):
        decider = read.score is not None and read.score.needs_decider
        for room in read.rooms:
            runs = room.race.end is RaceEnd.RUNNING
            played = {row.board for row in room.rows}
            for board in room.table.boards:
                waits = runs if shown(board) <= length else decider
                if board not in played and (read.match.given or not waits):
                    gone.add((room.table.pk, board))
    return frozenset(gone)


def _rounds(event: Event, eyes: Eyes) -> Iterable[RoundState]:
    """Every round; of a Teams event, how many matches are not over stands for the results that are missing."""
    rounds = list(event.rounds.order_by("number").values_list("pk", "number", "status"))
    missing = _missing_matches(event) if event.kind == Kind.TEAMS else _missing_results(event)
    told = event.kind == Kind.PAIRS or eyes.see_all
    for pk, number, status in rounds:
        counts = told and status != RoundStatus.PLANNED
        yield RoundState(number, status, missing.get(pk, 0) if counts else None)


def _missing_results(event: Event) -> Mapping[int, int]:
    due: Counter[int] = Counter()
    tables = Table.objects.filter(round__event=event).exclude(round__status=RoundStatus.PLANNED)
    for round_id, boards in tables.order_by().values_list("round_id", "boards"):
        due[round_id] += len(boards)
    rows = Result.objects.filter(event=event).exclude(state=ResultState.REMOVED).order_by()
    entered = dict(rows.values_list("table__round_id").annotate(count=Count("pk")))
    return {round_id: max(count - entered.get(round_id, 0), 0) for round_id, count in due.items()}


def _missing_matches(event: Event) -> Mapping[int, int]:
    matches = Match.objects.filter(round__event=event, away__isnull=False).order_by()
    drawn = dict(matches.values_list("round_id").annotate(count=Count("pk")))
    over = MatchSnapshot.objects.filter(event=event, finished=True, match__away__isnull=False).order_by()
    finished = dict(over.values_list("match__round_id").annotate(count=Count("pk")))
    return {round_id: count - finished.get(round_id, 0) for round_id, count in drawn.items()}
