"""Where pairs and boards go after a round: what a guide card says beside who sits where.

Owns: reading that off a draw, whatever kind of movement it is and whoever has changed it since. Never does: judge it.
Source: none; the next place is the first later round in which the pair, or the boards, are in the draw again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.draws.movement import Seating


@dataclass(frozen=True, slots=True)
class Spot:
    """A pair's table in a round; `direction` is "NS" or "EW"."""

    round: int
    table: int
    direction: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The tables that play boards in a round: more than one where boards are shared or part ways."""

    round: int
    tables: tuple[int, ...]


class Onward:
    """The draw from which every next place is read. `rounds` has the seatings of each round by its number."""

    def __init__(self, rounds: Mapping[int, Sequence[Seating]]) -> None:
        self._spots: dict[int, list[Spot]] = {}
        self._tables: dict[int, dict[int, list[int]]] = {}
        for number in sorted(rounds):
            for seat in sorted(rounds[number], key=lambda seat: seat.table):
                for entry, direction in ((seat.ns, "NS"), (seat.ew, "EW")):
                    self._spots.setdefault(entry, []).append(Spot(number, seat.table, direction))
                for board in seat.boards:
                    self._tables.setdefault(board, {}).setdefault(number, []).append(seat.table)

    def spots(self, entry: int) -> tuple[Spot, ...]:
        """Every table of a pair or team, in the order of rounds."""
        return tuple(self._spots.get(entry, ()))

    def pair(self, entry: int, after: int) -> Spot | None:
        """Where it plays next after a round; None for nowhere any more."""
        return next((spot for spot in self.spots(entry) if spot.round > after), None)

    def boards(self, boards: Sequence[int], after: int) -> Shelf | None:
        """Where any of the boards is played next after a round; None where none is any more."""
        found: dict[int, set[int]] = {}
        for board in boards:
            for number, tables in self._tables.get(board, {}).items():
                if number > after:
                    found.setdefault(number, set()).update(tables)
        if not found:
            return None
        first = min(found)
        return Shelf(first, tuple(sorted(found[first])))
