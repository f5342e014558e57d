"""A movement in mid-course: what has begun, what is planned, and where somebody could still sit.

Owns: the seats that are legal for a newcomer in each planned round, and the choice among them.
Never does: judge what comes of it (`amend_effects`), or say which ways a director is offered (`amend`).

Terms (docs/movements.md, "Amendments")
    begun     a round that is open or closed; it stays as it is.
    idle      of the entries that are there, those without a seat in a round.
    absent    entries that hold a number but are not there: withdrawn, or waiting for a seat.
    hand      the boards an entry has played or is to play, as bits of one integer.
    over      said of boards that were played and that nobody is to play any more: everybody may look at them by now.
    bump      to take another entry's seat for a round; that entry then sits out.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tournaments.draws.movement import Movement, Seating, Winners

_NODES = 1_500
"""Steps of one search for a seat in every round; what takes more is found by taking the rarest seat first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """An event in mid-course. `movement` is the draw as it stands, `begun` the numbers of the rounds that stay.

    `played` has (entry, board) for what was played otherwise than drawn. `boards` are those that there are; None
    where nobody has said.
    """

    movement: Movement
    begun: frozenset[int]
    absent: frozenset[int] = frozenset()
    played: tuple[tuple[int, int], ...] = ()
    boards: frozenset[int] | None = None

    @property
    def planned(self) -> tuple[int, ...]:
        """The rounds that can still change."""
        return tuple(number for number in range(1, len(self.movement.rounds) + 1) if number not in self.begun)


@dataclass(frozen=True, slots=True)
class Option:
    """A seat for a newcomer in a round, against `opponent`. `bumped` is the entry that gives way, 0 where nobody
    does; `shared` says that another table has the same boards at that time."""

    round: int
    seating: Seating
    opponent: int
    bumped: int = 0
    shared: bool = False


class Strictness(IntEnum):
    """What a choice of seats avoids besides boards met twice, which it always does."""

    FRESH = 0
    """No opponent met twice, nobody sitting out twice."""
    MEETS_AGAIN = 1
    """Nobody sits out twice."""
    ANY = 2


def bits_of(boards: Iterable[int]) -> int:
    """Boards as bits of one integer."""
    hand = 0
    for board in boards:
        hand |= 1 << board
    return hand


class Course:
    """What can be read off a running event once, and then asked often."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.movement = running.movement
        self.two = self.movement.winners == Winners.TWO
        self.fields = self.movement.fields if self.two else {}
        self.hands: Counter[int] = Counter()
        self.met: dict[int, set[int]] = {}
        self.stays: dict[int, int] = {}
        self._read()
        self.over = self._boards_in(running.begun) & ~self._boards_in(running.planned)
        self.sets = sorted({seat.boards for seats in self.movement.rounds for seat in seats})

    def _boards_in(self, numbers: Iterable[int]) -> int:
        return bits_of(board for number in numbers for seat in self.seats(number) for board in seat.boards)

    def _read(self) -> None:
        tables: dict[int, Counter[int]] = {}
        for seats in self.movement.rounds:
            for seat in seats:
                hand = bits_of(seat.boards)
                for entry, other in ((seat.ns, seat.ew), (seat.ew, seat.ns)):
                    self.hands[entry] |= hand
                    self.met.setdefault(entry, set()).add(other)
                    tables.setdefault(entry, Counter())[seat.table] += 1
        for entry, board in self.running.played:
            self.hands[entry] |= 1 << board
        for entry, counts in tables.items():
            table, times = counts.most_common(1)[0]
            if times > 1:
                self.stays[entry] = table

    def note(self, seat: Seating) -> None:
        """Remember a seat that was given since."""
        for entry, other in ((seat.ns, seat.ew), (seat.ew, seat.ns)):
            self.hands[entry] |= bits_of(seat.boards)
            self.met.setdefault(entry, set()).add(other)

    def seats(self, number: int) -> tuple[Seating, ...]:
        return self.movement.rounds[number - 1]

    def idle(self, number: int) -> list[int]:
        """Who is there and has no seat in the round."""
        out = self.movement.sit_outs[number - 1]
        return [entry for entry in out if entry not in self.running.absent]

    def have_sat_out(self) -> frozenset[int]:
        return frozenset(
            entry for number in range(1, len(self.movement.rounds) + 1) for entry in self.idle(number)
        )

    def free_table(self, number: int, entries: Sequence[int]) -> int:
        """The table of one who keeps to it, where it is free; else the lowest that is."""
        used = {seat.table for seat in self.seats(number)}
        for entry in entries:
            if self.stays.get(entry, 0) not in used | {0}:
                return self.stays[entry]
        return next(table for table in range(1, len(used) + 2) if table not in used)

    def sets_for(self, number: int, one: int, other: int) -> list[tuple[tuple[int, ...], bool]]:
        """Boards that neither has met nor is to meet and that are not over, with whether another table has them at that
        time: those that no other table has come first, or, where all tables play the same, only these."""
        seats = self.seats(number)
        there = {seat.boards for seat in seats}
        taken = bits_of(board for boards in there for board in boards)
        size = max((len(boards) for boards in there), default=self.movement.boards_per_round)
        known = self.hands[one] | self.hands[other] | self.over
        same = len(there) == 1 and len(seats) > 1
        wanted = sorted(there) if same else [boards for boards in self.sets if len(boards) == size]
        fitting = [boards for boards in wanted if not bits_of(boards) & known]
        found = [(boards, not same and bool(bits_of(boards) & taken)) for boards in fitting]
        return sorted(found, key=lambda item: item[1])

    def beside_idle(self, number: int, newcomer: int, field: str) -> list[Option]:
        """Seats against whoever sits out. `field` is the newcomer's direction, "" where it may sit in both."""
        found = []
        for entry in self.idle(number):
            if entry == newcomer or (field and self.fields.get(entry) == field):
                continue
            table = self.free_table(number, (entry,))
            ns, ew = (entry, newcomer) if field == "EW" else (newcomer, entry)
            found += [
                Option(number, Seating(table, ns, ew, boards), entry, shared=shared)
                for boards, shared in self.sets_for(number, newcomer, entry)
            ]
        return found

    def by_bumping(self, number: int, newcomer: int, field: str) -> list[Option]:
        """Seats that others would give up for the round."""
        found = []
        for seat in self.seats(number):
            if bits_of(seat.boards) & self.hands[newcomer]:
                continue
            if field in ("NS", ""):
                taken = Seating(seat.table, newcomer, seat.ew, seat.boards)
                found.append(Option(number, taken, seat.ew, bumped=seat.ns))
            if field in ("EW", ""):
                taken = Seating(seat.table, seat.ns, newcomer, seat.boards)
                found.append(Option(number, taken, seat.ns, bumped=seat.ew))
        return [option for option in found if newcomer not in (option.opponent, option.bumped)]

    def choose(self, options: Mapping[int, Sequence[Option]], newcomer: int) -> dict[int, Option]:
        """A seat in as many rounds as can be found, by round; as strict as that allows."""
        rows = [list(found) for found in options.values() if found]
        random.Random(1).shuffle(rows)
        for row in rows:
            random.Random(1).shuffle(row)
            row.sort(key=lambda option: (option.shared, option.bumped > 0))
        best: list[Option] = []
        for strictness in Strictness:
            masked, used = self._masked(rows, newcomer, strictness)
            found = _search(masked, used)
            if len(found) == len(rows):
                best = found
                break
            best = max(best, found, key=len)
        return {option.round: option for option in best}

    def _masked(
        self, rows: Sequence[Sequence[Option]], newcomer: int, strictness: Strictness
    ) -> tuple[list[list[tuple[int, Option]]], int]:
        """Each option with bits for what must not come again, and the bits that are used up already."""
        top = 1 + max(self.movement.boards, max(self.hands.values(), default=0).bit_length())
        last = 1 + max(self.movement.pairs, newcomer)
        met = self.met.get(newcomer, set()) if strictness == Strictness.FRESH else set()
        rested = self.have_sat_out() if strictness < Strictness.ANY else frozenset()
        used = bits_of(top + entry for entry in met) | bits_of(top + last + entry for entry in rested)

        def mask(option: Option) -> int:
            found = bits_of(option.seating.boards)
            if strictness == Strictness.FRESH:
                found |= 1 << top + option.opponent
            if strictness < Strictness.ANY and option.bumped:
                found |= 1 << top + last + option.bumped
            return found

        return [[(mask(option), option) for option in row] for row in rows], used


def _search(rows: list[list[tuple[int, Option]]], used: int) -> list[Option]:
    """One option of each row without a common bit; of as many rows as the rarest-first choice reaches, where no full
    choice is found in time."""
    nodes = 0

    def deeper(left: list[list[tuple[int, Option]]], used: int) -> list[Option] | None:
        nonlocal nodes
        if not left:
            return []
        nodes += 1
        fitting = [[item for item in row if not item[0] & used] for row in left]
        place = min(range(len(fitting)), key=lambda index: len(fitting[index]))
        others = fitting[:place] + fitting[place + 1 :]
        for mask, option in fitting[place]:
            if nodes > _NODES:
                return None
            rest = deeper(others, used | mask)
            if rest is not None:
                return [option, *rest]
        return None

    full = deeper(rows, used)
    return full if full is not None else _rarest_first(rows, used)


def _rarest_first(rows: list[list[tuple[int, Option]]], used: int) -> list[Option]:
    taken: list[Option] = []
    left = rows
    while left := [row for row in ([item for item in row if not item[0] & used] for row in left) if row]:
        rarest = min(left, key=len)
        mask, option = rarest[0]
        taken.append(option)
        used |= mask
        left.remove(rarest)
    return taken
