"""A whole Pairs event: from results to standings, with every number behind them.

Owns: averages, what adjustments come to, penalties, ranks and tie-breaks.
Never does: read or write anything, score a deal (results come as points), matchpoint (``boards_scored``).
Source: docs/rules.md §2.

Terms
-----
share         a part of a board's top, 0 to 1; a percentage is 100 × share
own average   an entry's average over all its boards but those with A+ or A−: what these two look at, so that
              neither depends on another
average       the average over all boards that count for an entry; with penalties off, the percentage it is
              ranked by
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from scoring.adjustments import Adjustment, Alternative, Penalty
from scoring.boards_scored import (
    BoardScored,
    Column,
    SideLine,
    adjusted_share,
    board_tops,
    score_board,
    side_lines,
)
from scoring.explanation import Explanation
from scoring.pairs_event import (
    Direction,
    PairsEntry,
    PairsEvent,
    PairsResult,
    Winners,
    check_pairs_event,
    expected_scores,
)
from scoring.ranking import CardBoard, break_ties, rank

__all__ = [
    "Adjustment",
    "Alternative",
    "BoardScored",
    "CardLine",
    "Direction",
    "Explanation",
    "PairsEntry",
    "PairsEvent",
    "PairsResult",
    "PairsStandings",
    "Penalty",
    "ResultLine",
    "SideLine",
    "StandingRow",
    "Winners",
    "assemble",
    "check_pairs_event",
    "expected_scores",
    "score_board",
    "score_pairs",
]

ALL = ""
"""The name of the only list of an event with one winner."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entry's place.

    ``percentage`` is the average less ``penalty``, ``None`` where no board counts. ``sum`` adds up the board
    percentages, before penalties. ``penalty`` is in percent of the final result, negative for a bonus.
    ``tie_breaks`` are the values that were needed, in the order tried.
    """

    rank: int
    tied: bool
    entry: int
    name: str
    percentage: Fraction | None
    boards: int
    sum: Fraction
    penalty: Fraction
    penalties: tuple[Penalty, ...] = ()
    tie_breaks: tuple[tuple[str, Fraction], ...] = ()
    withdrawn: bool = False

    def to_json(self) -> dict[str, object]:
        """The form of EVENT_FILE's ``standings``: percentages are unrounded floats."""
        return {
            "rank": self.rank,
            "tied": self.tied,
            "entry": self.entry,
            "name": self.name,
            "percentage": None if self.percentage is None else float(self.percentage),
            "boards": self.boards,
            "sum": float(self.sum),
            "penalty": float(self.penalty),
            "tie_breaks": {name: float(value) for name, value in self.tie_breaks},
        }


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of a traveller: what happened at a table, and what each side got for it."""

    result: PairsResult
    ns: SideLine
    ew: SideLine


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of an entry's scorecard. ``opponent`` is an entry number."""

    result: PairsResult
    direction: Direction
    opponent: int | None
    own: SideLine
    theirs: SideLine


@dataclass(frozen=True)
class PairsStandings:
    """The standings of an event, and on demand what they were made of.

    ``standings`` has one list under ``""``, or one under ``"NS"`` and one under ``"EW"``. ``own_averages``
    are shares by entry, of those entries that got an artificial score and have scores of their own too.
    Travellers and scorecards are worked out when first asked for.
    """

    standings: Mapping[str, tuple[StandingRow, ...]]
    boards: Mapping[int, BoardScored]
    own_averages: Mapping[int, Fraction]

    def board_lines(self, board: int) -> tuple[ResultLine, ...]:
        """The traveller of a board, in the order its results were given; empty for an unknown board."""
        if board not in self.boards:
            return ()
        if board not in self._lines:
            scored = self.boards[board]
            ns, ew = (side_lines(scored, side, self.own_averages) for side in (Direction.NS, Direction.EW))
            self._lines[board] = tuple(map(ResultLine, scored.results, ns, ew))
        return self._lines[board]

    def scorecard(self, entry: int) -> tuple[CardLine, ...]:
        """Every line of an entry, by board number."""
        card = []
        for board, index, direction in self._seats.get(entry, ()):
            line = self.board_lines(board)[index]
            own, theirs = (line.ns, line.ew) if direction is Direction.NS else (line.ew, line.ns)
            card.append(CardLine(line.result, direction, theirs.entry, own, theirs))
        return tuple(card)

    def row(self, entry: int) -> StandingRow | None:
        """An entry's row, whichever list it is in."""
        return self._rows.get(entry)

    @cached_property
    def _lines(self) -> dict[int, tuple[ResultLine, ...]]:
        return {}

    @cached_property
    def _rows(self) -> dict[int, StandingRow]:
        return {row.entry: row for rows in self.standings.values() for row in rows}

    @cached_property
    def _seats(self) -> dict[int, list[tuple[int, int, Direction]]]:
        return _seats(self.boards)


def score_pairs(event: PairsEvent, previous: Mapping[int, BoardScored] | None = None) -> PairsStandings:
    """The standings of a whole event that ``check_pairs_event`` finds no fault with.

    ``previous`` are boards scored earlier; those whose results and expected number are unchanged are reused.
    """
    by_board: dict[int, list[PairsResult]] = defaultdict(list)
    for result in event.results:
        by_board[result.board].append(result)
    expected = expected_scores(event)
    boards = {}
    for board in sorted(by_board):
        results = tuple(by_board[board])
        number = expected[board] if event.neuberg else None
        old = previous.get(board) if previous else None
        if old is not None and old.expected == number and old.results == results:
            boards[board] = old
        else:
            boards[board] = score_board(board, results, number)
    return assemble(event, boards)


def assemble(event: PairsEvent, boards: Mapping[int, BoardScored]) -> PairsStandings:
    """Standings from boards scored one by one; here A+ and A− find out what they are."""
    totals = _Totals()
    for scored in boards.values():
        totals.add_board(scored)
    own_averages = totals.settle_averages()
    tops: Counter[int] = Counter()
    if in_points := {penalty.entry for penalty in event.penalties if penalty.points}:
        for scored in boards.values():
            tops.update(board_tops(scored, in_points))
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in event.penalties:
        penalties[penalty.entry].append(penalty)
    rows = [
        _row(entry, totals, penalties.get(entry.number, ()), tops[entry.number]) for entry in event.entries
    ]
    shell = PairsStandings({}, boards, own_averages)
    lists: dict[str, list[StandingRow]] = {ALL: rows}
    if event.winners is Winners.TWO:
        fields = _fields(event)
        lists = {str(side): [row for row in rows if fields[row.entry] is side] for side in Direction}
    standings = {name: _ranked(found, event.tie_breaks, shell) for name, found in lists.items()}
    return PairsStandings(standings, boards, own_averages)


class _Totals:
    """Sums of shares by entry, kept in whole numbers under each denominator that occurs.

    Adding fractions one by one would cost a greatest common divisor per table and board.
    """

    def __init__(self) -> None:
        self._numerators: dict[int, dict[int | None, int]] = {}
        self._extra: dict[int, Fraction] = defaultdict(Fraction)
        self._own_boards: Counter[int | None] = Counter()
        self._waiting_boards: Counter[int] = Counter()
        self._waiting: list[tuple[BoardScored, Direction, PairsResult, int]] = []

    def add_board(self, scored: BoardScored) -> None:
        self._add_column(scored, scored.ns)
        self._add_column(scored, scored.ew)

    def _add_column(self, scored: BoardScored, column: Column) -> None:
        for group, comparison in column.groups.items():
            shares = comparison.numerators()
            sums = self._numerators.setdefault(comparison.divisor, defaultdict(int))
            pairs = [
                (entry, score)
                for result, entry, score in zip(scored.results, column.entries, column.scores, strict=True)
                if score is not None and result.group == group
            ]
            for entry, score in pairs:
                sums[entry] += shares[score]
            self._own_boards.update([entry for entry, _ in pairs])
        if None in column.scores:
            for result, entry in zip(scored.results, column.entries, strict=True):
                self._add_adjusted(scored, column.direction, result, entry)

    def _add_adjusted(
        self, scored: BoardScored, direction: Direction, result: PairsResult, entry: int | None
    ) -> None:
        adjustment = result.adjusted(direction)
        if entry is None or adjustment is None or result.not_played:
            return
        if adjustment.rests_on_average:
            self._waiting.append((scored, direction, result, entry))
        else:
            self._extra[entry] += adjusted_share(scored, direction, result, None)
            self._own_boards[entry] += 1

    def settle_averages(self) -> dict[int, Fraction]:
        """Add A+ and A−, once every board is in; returns the own averages they were weighed by.

        The own averages are all read before anything is added: no A+ or A− moves another.
        """
        averages = {
            entry: self.sum(entry) / self._own_boards[entry]
            for _, _, _, entry in self._waiting
            if self._own_boards[entry]
        }
        for scored, direction, result, entry in self._waiting:
            self._extra[entry] += adjusted_share(scored, direction, result, averages.get(entry))
            self._waiting_boards[entry] += 1
        self._waiting.clear()
        return averages

    def sum(self, entry: int) -> Fraction:
        """The sum of the shares added so far."""
        found = self._extra.get(entry)
        for divisor, sums in self._numerators.items():
            if entry in sums:
                part = Fraction(sums[entry], divisor)
                found = part if found is None else found + part
        return Fraction(0) if found is None else found

    def boards(self, entry: int) -> int:
        return self._own_boards[entry] + self._waiting_boards[entry]


def _row(entry: PairsEntry, totals: _Totals, penalties: Sequence[Penalty], tops: int) -> StandingRow:
    """An entry's row, not ranked yet. ``tops`` adds up the tops of its boards; without any, points have no
    measure and take nothing off.
    """
    boards = totals.boards(entry.number)
    total = 100 * totals.sum(entry.number)
    off = Fraction(0)
    for penalty in penalties:
        off += penalty.percent
        if tops:
            off += 100 * penalty.points / tops
    percentage = total / boards if boards else None
    if percentage is not None and off:
        percentage -= off
    return StandingRow(
        0,
        False,
        entry.number,
        entry.name,
        percentage,
        boards,
        total,
        off,
        tuple(penalties),
        withdrawn=entry.withdrawn,
    )


def _ranked(
    rows: Sequence[StandingRow], tie_breaks: Sequence[str], shell: PairsStandings
) -> tuple[StandingRow, ...]:
    """The rows in order, with ranks. Entries without a board come after the others, withdrawn ones last."""
    ranked = []
    by_entry = {row.entry: row for row in rows}
    by_rank: dict[int, list[int]] = defaultdict(list)
    for found in rank(rows, _order):
        by_rank[found.rank].append(found.item.entry)

    def card(entry: int) -> Sequence[CardBoard]:
        return _card(shell, entry)

    for first, tied in by_rank.items():
        if len(tied) == 1:
            ranked.append(replace(by_entry[tied[0]], rank=first))
            continue
        names = tie_breaks if by_entry[tied[0]].boards else ()
        for broken in break_ties(tied, names, card):
            place, row = broken.place, by_entry[broken.place.item]
            ranked.append(
                replace(row, rank=first - 1 + place.rank, tied=place.tied, tie_breaks=broken.values)
            )
    return tuple(ranked)


def _order(row: StandingRow) -> tuple[bool, bool, float, Fraction]:
    # Unequal floats order as the fractions they round, and fast; equal ones leave it to the fractions.
    percentage = Fraction(0) if row.percentage is None else row.percentage
    return (not row.withdrawn, row.percentage is not None, float(percentage), percentage)


def _card(standings: PairsStandings, entry: int) -> list[CardBoard]:
    """What the tie-breaks see of an entry: the boards that count."""
    card = []
    for line in standings.scorecard(entry):
        if line.own.percentage is None:
            continue
        why = line.own.explanation
        compared = why.adjustment is None
        comparison = (line.result.board, str(line.direction), line.result.group) if compared else None
        share = line.own.percentage / 100
        top = why.n > 1 and why.beaten == why.others
        card.append(CardBoard(line.result.board, line.opponent, comparison, share, top))
    return card


def _fields(event: PairsEvent) -> dict[int, Direction]:
    """Each entry's field: as given, else the direction it first sat in, else NS."""
    given = {entry.number: entry.field for entry in event.entries if entry.field is not None}
    if len(given) == len(event.entries):
        return given
    sat: dict[int | None, Direction] = {}
    for result in event.results:
        sat.setdefault(result.ns, Direction.NS)
        sat.setdefault(result.ew, Direction.EW)
    return {entry.number: entry.field or sat.get(entry.number, Direction.NS) for entry in event.entries}


def _seats(boards: Mapping[int, BoardScored]) -> dict[int, list[tuple[int, int, Direction]]]:
    """Where each entry's lines are: board, place among the board's results, direction."""
    seats: dict[int, list[tuple[int, int, Direction]]] = defaultdict(list)
    for board in sorted(boards):
        for direction in Direction:
            for index, entry in enumerate(boards[board].column(direction).entries):
                if entry is not None:
                    seats[entry].append((board, index, direction))
    return dict(seats)
