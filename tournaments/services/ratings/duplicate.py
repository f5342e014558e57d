"""Which games a Pairs or Teams event was, for the ratings.

Owns: what of an event is a game, who played it and who won. Reads; changes nothing.
Never does: write the ledger (ledger.py), rate.
Source: docs/rules.md §5, "Games of Pairs and Teams events".

In Pairs each round's table is a game, won by the side with the higher average percentage of its boards. In Teams each
table of a match is one, won by the pair with the higher total of its race. No games are: byes, matches that were given;
boards that were adjusted, not played or compared with nobody; tables where the four are not known, where one of them is
a bot, or where somebody came in in the middle.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from scoring.elo import Outcome
from scoring.elo_fold import game_code
from scoring.explanation import ExplanationKind
from scoring.pairs import ResultLine
from scoring.race import RaceEnd
from tournaments.models import (
    Event,
    Field,
    Kind,
    Person,
    RatedGame,
    RatingList,
    Result,
    Table,
    TableSeat,
)
from tournaments.services.match_reading import Row, matches_of, read_matches
from tournaments.services.pairs_standings import score_now
from tournaments.services.ratings.tallies import Tallies
from tournaments.services.reading import read_results
from tournaments.services.who_plays import PlayersAt, players_at

Four = tuple[Person, Person, Person, Person]


def games_of(event: Event, *, bots: bool = False) -> list[RatedGame]:
    """The games that the event was, unsaved, in the order of rounds and tables; `bots`: they may be one of the four."""
    at = began_at(event)
    make = {Kind.PAIRS: _pairs, Kind.TEAMS: _teams}.get(Kind(event.kind), _none)
    games = []
    for table, four, outcome, tallies in make(event):
        if len({person.pk for person in four}) == 4 and (bots or not any(person.is_bot for person in four)):
            north, south, east, west = four
            games.append(
                RatedGame(
                    club_id=event.tournament.club_id,
                    kind=RatingList(event.kind),
                    event=event,
                    table_id=table,
                    started_at=at,
                    north=north,
                    south=south,
                    east=east,
                    west=west,
                    code=game_code(outcome),
                    tallies=tallies.to_json(),
                )
            )
    return games


def began_at(event: Event) -> datetime:
    """When the event began: with its first round, or when it was made, where no round says."""
    first = event.rounds.order_by("number").first()
    return (first.opened_at if first else None) or event.created_at


Played = tuple[int, Four, Outcome, Tallies]
"""A table's key, its players, who won, the nils."""


def _none(event: Event) -> Iterator[Played]:
    return iter(())


# --- Pairs ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Board:
    """A board as one table played it; `percentages` of NS and EW, None where it is compared with nobody."""

    number: int
    ns: int
    ew: int
    percentages: tuple[Fraction, Fraction] | None
    words: tuple[str, ...]


@dataclass(slots=True)
class _Average:
    """An entry's percentages at a table."""

    shares: list[Fraction] = field(default_factory=list)

    @property
    def value(self) -> Fraction:
        return sum(self.shares, Fraction(0)) / len(self.shares)


def _pairs(event: Event) -> Iterator[Played]:
    boards = _boards_by_table(event)
    entries = dict(event.entries.values_list("number", "pk"))
    who = players_at(event)
    tables = Table.objects.filter(round__event=event).select_related("round", "ns", "ew")
    for table in tables.order_by("round__number", "number"):
        played = boards.get(table.pk, [])
        sides = {frozenset((board.ns, board.ew)) for board in played}
        if len(sides) != 1 or not any(board.percentages for board in played):
            continue
        pair = next(iter(sides))
        ns = table.ns.number if table.ns.number in pair else played[0].ns
        ew = next(iter(pair - {ns}), ns)
        four = _four(who, entries, table, (ns, ew), [board.number for board in played])
        if four is not None:
            yield table.pk, four, _outcome_of(played, ns, ew), _tallies_of(played, ns)


def _boards_by_table(event: Event) -> dict[int, list[_Board]]:
    """Every board that was played and not adjusted, by the key of its table."""
    numbers = dict(event.entries.values_list("pk", "number"))
    reading, standings = read_results(event, numbers), score_now(event)
    columns = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
    words = {pk: row for pk, *row in Result.objects.filter(event=event).values_list("pk", *columns)}
    found: defaultdict[int, list[_Board]] = defaultdict(list)
    for number in sorted(standings.boards):
        for read, line in zip(reading.counting(number), standings.board_lines(number), strict=True):
            if line.ns.entry is not None and line.ew.entry is not None and _is_played(line):
                board = _Board(
                    number, line.ns.entry, line.ew.entry, _percentages(line), tuple(words[read.pk])
                )
                found[read.table_id].append(board)
    return found


def _is_played(line: ResultLine) -> bool:
    kinds = {line.ns.explanation.kind, line.ew.explanation.kind}
    return kinds <= {ExplanationKind.COMPARED, ExplanationKind.ALONE}


def _percentages(line: ResultLine) -> tuple[Fraction, Fraction] | None:
    compared = all(side.explanation.kind is ExplanationKind.COMPARED for side in (line.ns, line.ew))
    if not compared or line.ns.percentage is None or line.ew.percentage is None:
        return None
    return line.ns.percentage, line.ew.percentage


def _outcome_of(played: Iterable[_Board], ns: int, ew: int) -> Outcome:
    averages = {ns: _Average(), ew: _Average()}
    for board in played:
        if board.percentages is not None:
            averages[board.ns].shares.append(board.percentages[0])
            averages[board.ew].shares.append(board.percentages[1])
    return _compare(averages[ns].value, averages[ew].value)


def _compare(ns: Fraction | int, ew: Fraction | int) -> Outcome:
    if ns == ew:
        return Outcome.DRAW
    return Outcome.NS if ns > ew else Outcome.EW


def _tallies_of(played: Iterable[_Board], ns: int) -> Tallies:
    tallies = Tallies()
    for board in played:
        # a pair that sat the other way round for a board keeps its seats in the game
        tallies.add(board.words if board.ns == ns else board.words[2:] + board.words[:2])
    return tallies


def _four(
    who: PlayersAt, entries: Mapping[int, int], table: Table, sides: tuple[int, int], boards: list[int]
) -> Four | None:
    """N, S, E and W, where both sides were the same two known players on all of these boards."""
    found: list[Person] = []
    for side in sides:
        there = {who(entries[side], table.round.number, board) for board in boards}
        if len(there) != 1:
            return None
        players = next(iter(there))
        if len(players) != 2:
            return None
        found += players
    return found[0], found[1], found[2], found[3]


# --- Teams ------------------------------------------------------------------------------------------------------


def _teams(event: Event) -> Iterator[Played]:
    reads = read_matches(event, matches_of(event))
    rooms = [room for read in reads if not read.match.given for room in read.rooms]
    seats = _seats([room.table.pk for room in rooms])
    who = players_at(event)
    rounds = dict(event.rounds.values_list("pk", "number"))
    for room in rooms:
        four = seats.get(room.table.pk)
        if room.race.end is RaceEnd.RUNNING or four is None:
            continue
        rows = room.rows[
            : room.race.boards
        ]  # without deciders, and what a correction has left behind the end
        if _sat_throughout(who, room.table, rows, four, rounds[room.table.round_id]):
            tallies = Tallies()
            for row in rows:
                tallies.add((row.ns_bid, row.ns_tricks, row.ew_bid, row.ew_tricks))
            yield room.table.pk, four, _compare(*room.race.totals_after(0)), tallies


def _seats(tables: list[int]) -> dict[int, Four]:
    """The line-ups that are whole: N, S, E and W by the key of their table."""
    found: defaultdict[int, dict[tuple[str, int], Person]] = defaultdict(dict)
    for seat in TableSeat.objects.filter(table__in=tables).select_related("person"):
        found[seat.table_id][seat.direction, seat.position] = seat.person
    order = ((Field.NS, 1), (Field.NS, 2), (Field.EW, 1), (Field.EW, 2))
    whole = {table: [chairs[chair] for chair in order if chair in chairs] for table, chairs in found.items()}
    return {table: (four[0], four[1], four[2], four[3]) for table, four in whole.items() if len(four) == 4}


def _sat_throughout(who: PlayersAt, table: Table, rows: Sequence[Row], four: Four, round_number: int) -> bool:
    """Whether the four played every board of the race: nobody came in, or went, in the middle."""
    sides = ((table.ns_id, four[:2]), (table.ew_id, four[2:]))
    return all(
        person in who(entry, round_number, row.board)
        for entry, players in sides
        for row in rows
        for person in players
    )
