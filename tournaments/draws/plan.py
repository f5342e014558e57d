"""The numbers every kind of movement starts from: how many rounds, board sets and boards a set.

Owns: turning what a director asks for into those numbers, with one clear sentence where it cannot be done.
Never does: seat anybody.

Terms
    sets      board sets in play; a movement needs a fixed number of them.
    size      boards in a set, which is also the boards a table plays in a round.
"""

from dataclasses import dataclass

from tournaments.draws.movement import MAX_NUMBER, MovementError, Seating

MAX_PAIRS = 120
MAX_BUILT_ROUNDS = 150
"""More than a full barometer of the largest field; what is longer is a mistake, and would take minutes to build."""
MAX_TABLES = MAX_PAIRS // 2
USUAL_BOARDS = 26
"""A session's boards when nobody says how many: what a pair plays comes near this."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for. `boards` is the most boards that may be in play; None leaves the choice to the
    kind.

    `switched` is the number of rounds with the arrow switched, for the kinds that switch it.
    """

    pairs: int
    boards: int | None = None
    rounds: int | None = None
    boards_per_round: int | None = None
    switched: int | None = None

    @property
    def tables(self) -> int:
        """Tables, the half one of an odd number of pairs included."""
        return (self.pairs + 1) // 2

    def check(self, kind: str, smallest: int, largest: int = MAX_PAIRS) -> None:
        """Refuse numbers that `kind` does not offer. Raises `MovementError` with every reason."""
        reasons = []
        if self.pairs < 2:
            reasons.append(f"A movement needs at least 2 pairs; with {self.pairs} nobody has an opponent.")
        elif not smallest <= self.pairs <= largest:
            reasons.append(f"{kind} is offered for {smallest} to {largest} pairs, not for {self.pairs}.")
        for name, value, most in (
            ("boards", self.boards, MAX_NUMBER),
            ("rounds", self.rounds, MAX_BUILT_ROUNDS),
            ("boards a round", self.boards_per_round, MAX_NUMBER),
        ):
            if value is not None and not 1 <= value <= most:
                reasons.append(f"The number of {name} must be from 1 to {most}, not {value}.")
        if self.switched is not None and self.switched < 0:
            reasons.append(f"The number of switched rounds must not be below 0, and is {self.switched}.")
        if reasons:
            raise MovementError(*reasons)

    def size(self, kind: str, sets: int, rounds: int) -> int:
        """Boards in a set, for `sets` sets in play of which each pair plays `rounds`."""
        size = self.boards_per_round
        if size is None:
            size = max(1, round(USUAL_BOARDS / rounds)) if self.boards is None else self.boards // sets
        if size < 1 or (self.boards is not None and sets * size > self.boards):
            raise MovementError(
                f"{kind} for {self.pairs} pairs needs {sets} board sets, so {sets * max(size, 1)} boards,"
                f" and there are {self.boards}; take more boards or a barometer, which needs one set a round."
            )
        if sets * size > MAX_NUMBER:
            raise MovementError(f"{sets} sets of {size} boards are more than {MAX_NUMBER} boards.")
        return size


def board_set(number: int, size: int) -> tuple[int, ...]:
    """The boards of set `number` (from 1) when a set has `size` boards."""
    return tuple(range((number - 1) * size + 1, number * size + 1))


def seated(seats: list[Seating], pairs: int) -> tuple[Seating, ...]:
    """The seatings without those of the phantom, the entry above `pairs` that an odd number leaves room
    for."""
    return tuple(seat for seat in seats if seat.ns <= pairs and seat.ew <= pairs)


def counted(number: int, noun: str) -> str:
    """“1 round”, “7 rounds”."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
