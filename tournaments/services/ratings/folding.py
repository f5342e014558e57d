"""The order of the arithmetic: games of a ledger, events and ratings that are set, taken one after another.

Owns: what is rated from what. A game of a ranked table is rated from the ratings before it; the tables of a Pairs or
Teams event all from those that the event began with; a pending game moves its quitters alone; a rating that is set
holds from its time on. Each game moves its own list and that of all games together.
Never does: compute a change (scoring/elo_fold.py), read or write the database.

The same steps in the same order give the same floats, whether they are taken at once or in parts, since a part goes on
from ratings that are stored unrounded.

Terms: *place*, where a player stands in the lists of numbers; *standing*, what somebody has on a list.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from struct import Struct
from typing import Any

from scoring.elo_fold import Row, changes_of, fold, fold_with_changes
from scoring.elo_policies import RatingPolicy
from tournaments.models import RatingList
from tournaments.services.ratings.rows import Fetched, LedgerRow, tallies_of

ALL = RatingList.COMBINED
NUMBERS = Struct("16d")
"""What is kept of a game: four ratings before it and four changes, on its own list and on all together. Packed, since
there may be a million."""
pack = NUMBERS.pack


@dataclass(frozen=True, slots=True)
class Given:
    """A rating that is set: `at` as the rows have times, `kinds` the lists it is for."""

    at: Any
    person: int
    kinds: tuple[str, ...]
    rating: float


@dataclass(frozen=True, slots=True)
class Standing:
    """`tally`: nils bid, of these set, opponents' nils, of these set. `last_at` is as the rows have times."""

    rating: float
    games: int
    tally: tuple[int, int, int, int]
    last_at: Any


@dataclass(slots=True)
class _List:
    """One list, by place. Of all lists together `last_at` and `tallies` are made in the end."""

    ratings: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    last_at: list[Any] = field(default_factory=list)
    tallies: dict[int, list[int]] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)
    """Places that have a standing without a game."""

    def add(self, place: int, tally: Sequence[int]) -> None:
        found = self.tallies.setdefault(place, [0, 0, 0, 0])
        for which, count in enumerate(tally):
            found[which] += count


class _Places(dict[int, int]):
    """Person → place; who is new gets the next one, and the starting rating on every list."""

    def __init__(self, lists: Iterable[_List], start: float) -> None:
        super().__init__()
        self._lists, self._start = tuple(lists), start

    def __missing__(self, person: int) -> int:
        self[person] = place = len(self)
        for one in self._lists:
            one.ratings.append(self._start)
            one.games.append(0)
            one.last_at.append(None)
        return place


class LedgerFold:
    """Give it the ledger in its order (`take`), then `finish`; `changes` and `standings` have what came of it.

    Changes are kept of games that begin at `keep_from` or later (None: of all).
    """

    def __init__(self, policy: RatingPolicy, given: Sequence[Given] = (), keep_from: Any = None) -> None:
        self._policy = policy
        self._lists: Mapping[str, _List] = {str(kind): _List() for kind in RatingList}
        self._played = [one for kind, one in self._lists.items() if kind != ALL]
        self._places = _Places(self._lists.values(), policy.start)
        self._given = sorted(given, key=lambda one: one.at)  # stable: equal times stay in the order given
        self._next = 0
        self._keep_from = keep_from
        self._keeping = keep_from is None
        self._run: list[Fetched] = []
        self._event: list[LedgerRow] = []
        self._keys = array("q")
        self._kept = bytearray()

    def start_from(self, kind: str, person: int, standing: Standing) -> None:
        """Where somebody stands before the first game that is taken."""
        place, one = self._places[person], self._lists[kind]
        one.ratings[place] = standing.rating
        one.games[place] = standing.games
        one.known.add(place)
        if kind != ALL:
            one.last_at[place] = standing.last_at
            one.add(place, standing.tally)

    def take(self, rows: Iterable[Fetched]) -> None:
        """The next games of the ledger."""
        next_given = self._next_at()
        run, event = self._run, self._event
        for row in rows:
            _, at, event_id, kind, _, _, _, _, _, pending, _ = row
            begins_keeping = not self._keeping and at >= self._keep_from
            if begins_keeping or (next_given is not None and next_given <= at):
                self._settle()
                self._keeping = self._keeping or begins_keeping
                next_given = self._give(at)
            if kind != "ranked":
                if run or (event and event[-1].event != event_id):
                    self._settle()
                event.append(LedgerRow._make(row))
                continue
            if event:
                self._settle()
            if pending:
                self._settle_run()
                self._fold_pending(LedgerRow._make(row))
            else:
                run.append(row)
        self._settle_run()  # the rest of an event may still come

    def finish(self) -> None:
        """After the last game: ratings that are set later than any."""
        self._settle()
        self._give(None)

    def changes(self) -> Iterator[tuple[int | float, ...]]:
        """(key of the game, its 16 numbers in the order of `RatingChanges`), in the order of the ledger."""
        for key, numbers in zip(self._keys, NUMBERS.iter_unpack(self._kept), strict=True):
            yield (key, *numbers)

    def standings(self) -> Iterator[tuple[int, str, Standing]]:
        """(person, list, standing) of everybody who has one."""
        for person, place in self._places.items():
            for kind, one in self._lists.items():
                if one.games[place] or place in one.known:
                    parts = self._played if kind == ALL else (one,)
                    yield person, kind, self._standing(one, place, parts)

    def _standing(self, one: _List, place: int, parts: Sequence[_List]) -> Standing:
        tallies = [part.tallies[place] for part in parts if place in part.tallies]
        bid, bid_set, met, met_set = (sum(column) for column in zip((0, 0, 0, 0), *tallies, strict=True))
        times = [part.last_at[place] for part in parts if part.last_at[place] is not None]
        last_at = max(times, default=None)
        return Standing(one.ratings[place], one.games[place], (bid, bid_set, met, met_set), last_at)

    # --- the steps -----------------------------------------------------------------------------------------

    def _settle(self) -> None:
        self._settle_run()
        if self._event:
            self._fold_event(self._event)
            self._event.clear()

    def _settle_run(self) -> None:
        if self._run:
            self._fold_run(self._run)
            self._run.clear()

    def _fold_run(self, rows: list[Fetched]) -> None:
        """Games of ranked tables, one after another. A million of them pass here: nothing is called for each."""
        places = self._places
        own, everything = self._lists[RatingList.RANKED], self._lists[ALL]
        games: list[Row] = [
            (places[north], places[south], places[east], places[west], code)
            for _, _, _, _, north, south, east, west, code, _, _ in rows
        ]
        if self._keeping:
            self._fold_and_keep(rows, games, own, everything)
        else:
            fold(self._policy, games, own.ratings, own.games)
            fold(self._policy, games, everything.ratings, everything.games)
        last_at = own.last_at
        for (one, two, three, four, _), row in zip(games, rows, strict=True):
            last_at[one] = last_at[two] = last_at[three] = last_at[four] = row[1]
            if row[10] != "[]":
                self._count(own, (one, two, three, four), row[10])

    def _fold_and_keep(self, rows: list[Fetched], games: list[Row], own: _List, everything: _List) -> None:
        self._keys.extend([row[0] for row in rows])
        mine, alls, kept = own.ratings, everything.ratings, self._kept
        own_changes = fold_with_changes(self._policy, games, mine, own.games)
        all_changes = fold_with_changes(self._policy, games, alls, everything.games)
        for one, two, three, four, _ in games:
            before = mine[one], mine[two], mine[three], mine[four]
            all_before = alls[one], alls[two], alls[three], alls[four]
            kept += pack(*before, *next(own_changes), *all_before, *next(all_changes))

    def _fold_pending(self, row: LedgerRow) -> None:
        """A game that is still played: those who have quit have lost, and nobody else has moved."""
        four = self._four(row)
        has_quit = [bool(row.code >> place + 2 & 1) for place in range(4)]
        found = []
        for one in (self._lists[row.kind], self._lists[ALL]):
            before, changes = self._changes(one, four, row.code)
            changes = [change if left else 0.0 for change, left in zip(changes, has_quit, strict=True)]
            for place, change, left in zip(four, changes, has_quit, strict=True):
                if left:
                    one.ratings[place] += change
                    one.games[place] += 1
                    one.last_at[place] = row.started_at
            found += [*before, *changes]
        self._keep(row, found)

    def _fold_event(self, rows: list[LedgerRow]) -> None:
        """The tables of an event, all from the ratings that it began with: the order is of no account, since the
        changes of each player are summed without rounding (as `elo_fold.rate_event` does)."""
        own, everything = self._lists[rows[0].kind], self._lists[ALL]
        played = [self._four(row) for row in rows]
        found: list[list[float]] = [[] for _ in rows]
        for one in (own, everything):
            moved: defaultdict[int, list[float]] = defaultdict(list)
            for row, four, numbers in zip(rows, played, found, strict=True):
                before, changes = self._changes(one, four, row.code)
                numbers += [*before, *changes]
                for place, change in zip(four, changes, strict=True):
                    moved[place].append(change)
            for place, changes in moved.items():
                one.ratings[place] += fsum(changes)
                one.games[place] += len(changes)
                one.last_at[place] = rows[0].started_at
        for row, four, numbers in zip(rows, played, found, strict=True):
            self._count(own, four, row.tallies)
            self._keep(row, numbers)

    def _changes(self, one: _List, four: Sequence[int], code: int) -> tuple[list[float], Sequence[float]]:
        before = [one.ratings[place] for place in four]
        return before, changes_of(self._policy, before, [one.games[place] for place in four], code)

    def _four(self, row: LedgerRow) -> tuple[int, int, int, int]:
        places = self._places
        return places[row.north], places[row.south], places[row.east], places[row.west]

    def _keep(self, row: LedgerRow, numbers: Iterable[float]) -> None:
        if self._keeping:
            self._keys.append(row.pk)
            self._kept += pack(*numbers)

    def _count(self, own: _List, four: Sequence[int], tallies: Any) -> None:
        for place, tally in zip(four, tallies_of(tallies), strict=False):
            if any(tally):
                own.add(place, tally)

    def _next_at(self) -> Any:
        return self._given[self._next].at if self._next < len(self._given) else None

    def _give(self, until: Any) -> Any:
        """Set what is set up to `until` (None: all); return the time of the next."""
        while (at := self._next_at()) is not None and (until is None or at <= until):
            given = self._given[self._next]
            self._next += 1
            place = self._places[given.person]
            for kind in given.kinds:
                self._lists[kind].ratings[place] = given.rating
                self._lists[kind].known.add(place)
        return self._next_at()
