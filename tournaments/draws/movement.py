"""A movement as data: a whole event's draw, known before the first board is played.

Owns: the value types `Seating` and `Movement`, what can be read off them (tables, sit-outs, fields), their
JSON. Never does: judge a movement (`prover`), make one (`mitchell`, `howell`, `barometer`), or touch a
database.

Terms
    entry      a pair of the event, a number from 1.
    seating    one table in one round: who sits North-South, who East-West, and the boards they play.
    round      the seatings that happen at the same time.
    board set  the boards that travel together; set s of k boards is boards (s - 1)k + 1 to sk.
    sit-out    an entry of the event that has no seating in a round.
    winners    "one": all entries are in one list; "two": North-South and East-West are two lists, never
               merged.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

MAX_NUMBER = 2_000
"""Largest entry, table or board number read from a file: far above any event, and quick to prove."""
MAX_ROUNDS = 500
MAX_AMENDMENTS = 500

_TOP_KEYS = frozenset(
    {
        "kind",
        "name",
        "pairs",
        "boards",
        "winners",
        "rounds",
        "findings",
        "sit_outs",
        "notes",
        "figures",
        "amendments",
    }
)
_SEATING_KEYS = ("table", "ns", "ew", "boards")


class Winners(StrEnum):
    """How many lists of results the movement supports (docs/rules.md §2)."""

    ONE = "one"
    TWO = "two"


@dataclass(frozen=True, slots=True)
class MovementFault:
    """One thing wrong; `path` is its place in what was read, such as `rounds[2][0].ns`."""

    message: str
    path: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class MovementError(ValueError):
    """A movement that cannot be made or read. `faults` has all reasons; `str()` joins them."""

    def __init__(self, *faults: MovementFault | str) -> None:
        self.faults: tuple[MovementFault, ...] = tuple(
            fault if isinstance(fault, MovementFault) else MovementFault(fault) for fault in faults
        )
        super().__init__(" ".join(str(fault) for fault in self.faults))


@dataclass(frozen=True, slots=True)
class Seating:
    """One table in one round. All numbers count from 1."""

    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return `{"table": 1, "ns": 1, "ew": 9, "boards": [1, 2]}`."""
        return {"table": self.table, "ns": self.ns, "ew": self.ew, "boards": list(self.boards)}


@dataclass(frozen=True)
class Movement:
    """A whole event's draw: `rounds[r - 1]` holds the seatings of round r.

    `pairs` is the number of entries (numbered 1 to `pairs`), `boards` the number of boards (1 to `boards`).
    `amendments` says, a sentence each, what was changed after the event had begun (`amend`).
    Nothing is checked here, so that a faulty movement can be held and shown; `prover.prove` says whether it
    may be used.
    """

    kind: str
    name: str
    pairs: int
    boards: int
    rounds: tuple[tuple[Seating, ...], ...]
    winners: Winners = Winners.ONE
    amendments: tuple[str, ...] = ()

    @cached_property
    def tables(self) -> int:
        """Number of different tables used."""
        return len({seating.table for seats in self.rounds for seating in seats})

    @cached_property
    def boards_per_round(self) -> int:
        """Boards that a table plays in a round (the largest number, where a faulty movement varies)."""
        return max((len(seating.boards) for seats in self.rounds for seating in seats), default=0)

    @cached_property
    def sit_outs(self) -> tuple[tuple[int, ...], ...]:
        """For each round, the entries that have no seating, in order of number."""
        everybody = range(1, self.pairs + 1)
        result = []
        for seats in self.rounds:
            seated = {entry for seating in seats for entry in (seating.ns, seating.ew)}
            result.append(tuple(entry for entry in everybody if entry not in seated))
        return tuple(result)

    @cached_property
    def fields(self) -> Mapping[int, str]:
        """Entry → "NS" or "EW" for entries that only ever sit in one direction; others are left out."""
        north_south = {seating.ns for seats in self.rounds for seating in seats}
        east_west = {seating.ew for seats in self.rounds for seating in seats}
        named = [(entry, "NS") for entry in north_south - east_west]
        named += [(entry, "EW") for entry in east_west - north_south]
        return dict(sorted(named))

    def seating_of(self, round_number: int, entry: int) -> Seating | None:
        """Where `entry` sits in round `round_number` (from 1); None when it sits out."""
        for seating in self.rounds[round_number - 1]:
            if entry in (seating.ns, seating.ew):
                return seating
        return None

    def to_json(self) -> dict[str, Any]:
        """Return what `manage.py movement --json` prints, without findings (docs/movements.md, "JSON")."""
        return {
            "kind": self.kind,
            "name": self.name,
            "pairs": self.pairs,
            "boards": self.boards,
            "winners": str(self.winners),
            "rounds": [[seating.to_json() for seating in seats] for seats in self.rounds],
            "sit_outs": [list(entries) for entries in self.sit_outs],
            **({"amendments": list(self.amendments)} if self.amendments else {}),
        }

    @classmethod
    def from_json(cls, value: object) -> "Movement":
        """Read what `to_json` writes. Only `rounds` is required; the rest is derived from it when missing.

        Raises `MovementError` with every fault of form (missing, unknown, not a number). Faults of substance,
        such as an entry seated twice, are left to `prover.prove`, which can then name all of them.
        """
        return _Reader().movement(value)


class _Reader:
    """Reads a JSON value and collects every fault of form before anything is refused."""

    def __init__(self) -> None:
        self.faults: list[MovementFault] = []

    def movement(self, value: object) -> Movement:
        if not isinstance(value, dict):
            raise MovementError("A movement is a JSON object with the key “rounds”.")
        for key in value:
            if key not in _TOP_KEYS:
                self._fault(str(key), f"“{key}” is not a key of a movement; remove it.")
        rounds = self._rounds(value.get("rounds"))
        seatings = [seating for seats in rounds for seating in seats]
        entries = [entry for seating in seatings for entry in (seating.ns, seating.ew)]
        boards = [board for seating in seatings for board in seating.boards]
        pairs_count = self._number(value.get("pairs", max(entries, default=1)), "pairs")
        board_count = self._number(value.get("boards", max(boards, default=1)), "boards")
        kind = self._text(value.get("kind", "uploaded"), "kind", 40)
        name = self._text(value.get("name", "Uploaded movement"), "name", 200)
        winners = self._winners(value.get("winners"), seatings)
        amendments = self._amendments(value.get("amendments") or [])
        if self.faults:
            raise MovementError(*self.faults)
        return Movement(kind, name, pairs_count, board_count, rounds, winners, amendments)

    def _fault(self, path: str, message: str) -> None:
        self.faults.append(MovementFault(message, path))

    def _number(self, value: object, path: str) -> int:
        # bool is an int to Python; `true` for a pair number is a mistake all the same
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_NUMBER:
            return value
        self._fault(path, f"must be a whole number from 1 to {MAX_NUMBER}.")
        return 1

    def _text(self, value: object, path: str, longest: int) -> str:
        if isinstance(value, str) and 0 < len(value) <= longest:
            return value
        self._fault(path, f"must be a text of 1 to {longest} characters.")
        return ""

    def _amendments(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > MAX_AMENDMENTS:
            self._fault("amendments", f"must be a list of at most {MAX_AMENDMENTS} sentences.")
            return ()
        return tuple(self._text(text, f"amendments[{place}]", 300) for place, text in enumerate(value))

    def _winners(self, value: object, seatings: Iterable[Seating]) -> Winners:
        if value is None:
            seatings = tuple(seatings)
            crossed = {seating.ns for seating in seatings} & {seating.ew for seating in seatings}
            return Winners.ONE if crossed else Winners.TWO
        if isinstance(value, str) and value in set(Winners):
            return Winners(value)
        self._fault("winners", "must be “one” or “two”.")
        return Winners.ONE

    def _rounds(self, value: object) -> tuple[tuple[Seating, ...], ...]:
        if not isinstance(value, list) or not value or len(value) > MAX_ROUNDS:
            self._fault("rounds", f"must be a list of 1 to {MAX_ROUNDS} rounds.")
            return ()
        rounds = []
        for index, seats in enumerate(value):
            path = f"rounds[{index}]"
            if not isinstance(seats, list) or len(seats) > MAX_NUMBER:
                self._fault(path, f"must be a list of at most {MAX_NUMBER} tables.")
                continue
            rounds.append(tuple(self._seating(seat, f"{path}[{place}]") for place, seat in enumerate(seats)))
        return tuple(rounds)

    def _seating(self, value: object, path: str) -> Seating:
        if not isinstance(value, dict):
            self._fault(path, "must be an object with table, ns, ew and boards.")
            return Seating(1, 1, 1, ())
        for key in value:
            if key not in _SEATING_KEYS:
                self._fault(f"{path}.{key}", f"“{key}” is not a key of a table; remove it.")
        numbers = [self._number(value.get(key), f"{path}.{key}") for key in ("table", "ns", "ew")]
        boards = value.get("boards")
        if not isinstance(boards, list) or not boards or len(boards) > MAX_NUMBER:
            self._fault(f"{path}.boards", "must be a list of at least one board number.")
            boards = []
        read = tuple(self._number(board, f"{path}.boards[{place}]") for place, board in enumerate(boards))
        return Seating(numbers[0], numbers[1], numbers[2], read)
