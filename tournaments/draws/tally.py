"""Counts a movement's seatings once, and reports what is wrong with a single seating or round.

Owns: who sat where how often, who played which boards. Never does: judge the movement as a whole (`prover`).

Terms
    hand of boards   boards as bits of one integer, bit b for board b, so that whole sets are compared at
    once.
"""

from collections import Counter

from tournaments.draws.findings import Finding, Severity, bits, numbered, times
from tournaments.draws.movement import Movement, Seating


class Tally:
    """The counts of one movement. Numbers out of range are reported and left out of every count."""

    def __init__(self, movement: Movement) -> None:
        self.movement = movement
        self.findings: list[Finding] = []
        self.meetings: Counter[tuple[int, int]] = Counter()
        self.rounds_ns: Counter[int] = Counter()
        self.rounds_ew: Counter[int] = Counter()
        entries = range(1, movement.pairs + 1)
        self.played_ns: dict[int, int] = dict.fromkeys(entries, 0)
        self.played_ew: dict[int, int] = dict.fromkeys(entries, 0)
        self.plays: Counter[int] = Counter()
        self.sharing: dict[tuple[int, ...], list[int]] = {}
        self.copies = 0
        for number, seats in enumerate(movement.rounds, 1):
            self._read_round(number, seats)

    def _fatal(self, code: str, text: str) -> None:
        self.findings.append(Finding(Severity.FATAL, code, text))

    def _read_round(self, number: int, seats: tuple[Seating, ...]) -> None:
        if not seats:
            self._fatal("empty-round", f"Round {number} has no tables.")
        chairs = Counter(seating.ns for seating in seats)
        chairs.update(seating.ew for seating in seats if seating.ew != seating.ns)
        for entry, count in chairs.items():
            if count > 1:
                self._fatal(
                    "seated-twice",
                    f"Entry {entry} is seated at {count} tables in round {number}; it can sit at one only.",
                )
        for table, count in Counter(seating.table for seating in seats).items():
            if count > 1:
                self._fatal("table-twice", f"Table {table} is used {times(count)} in round {number}.")
            if table < 1:
                self._fatal("table-number", f"Round {number} has a table {table}; tables count from 1.")
        for seating in seats:
            self._read_seating(number, seating)
        self._read_sharing(number, seats)

    def _read_seating(self, number: int, seating: Seating) -> None:
        place = f"at table {seating.table} in round {number}"
        hand = self._hand(seating, place)
        unknown = {seating.ns, seating.ew} - self.played_ns.keys()
        for entry in sorted(unknown):
            self._fatal(
                "entry-number",
                f"There is no entry {entry}, seated {place}; entries are 1 to {self.movement.pairs}.",
            )
        if seating.ns == seating.ew:
            self._fatal("meets-itself", f"Entry {seating.ns} sits against itself {place}.")
        if unknown or seating.ns == seating.ew:
            return
        self.meetings[min(seating.ns, seating.ew), max(seating.ns, seating.ew)] += 1
        self.rounds_ns[seating.ns] += 1
        self.rounds_ew[seating.ew] += 1
        for entry in (seating.ns, seating.ew):
            again = hand & (self.played_ns[entry] | self.played_ew[entry])
            if again:
                self._fatal(
                    "board-again",
                    f"Entry {entry} meets {numbered('board', bits(again))} a second time {place};"
                    " nobody may play a board twice.",
                )
        self.played_ns[seating.ns] |= hand
        self.played_ew[seating.ew] |= hand

    def _hand(self, seating: Seating, place: str) -> int:
        if not seating.boards:
            self._fatal("no-boards", f"There are no boards {place}.")
        hand = 0
        for board in seating.boards:
            if not 1 <= board <= self.movement.boards:
                self._fatal(
                    "board-number",
                    f"There is no board {board}, due {place}; boards are 1 to {self.movement.boards}.",
                )
                continue
            if hand >> board & 1:
                self._fatal("board-doubled", f"Board {board} is listed twice {place}.")
            hand |= 1 << board
            self.plays[board] += 1
        return hand

    def _read_sharing(self, number: int, seats: tuple[Seating, ...]) -> None:
        tables_of: dict[int, set[int]] = {}
        for seating in seats:
            for board in seating.boards:
                tables_of.setdefault(board, set()).add(seating.table)
        for tables in tables_of.values():
            self.copies = max(self.copies, len(tables))
            if len(tables) > 1:
                rounds = self.sharing.setdefault(tuple(sorted(tables)), [])
                if number not in rounds[-1:]:
                    rounds.append(number)
