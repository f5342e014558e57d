"""How the boards of a Teams event are numbered.

Each round has boards of its own, so that secrets, dealing and results work as in any other event: round r has a block
of numbers, the race's boards first and room for as many deciders behind them. Everybody who plays calls them 1, 2, 3 …,
the *race board*. A block is a multiple of four, so that a race board has the same dealer in every round.
"""

from dataclasses import dataclass

from scoring.race import LENGTH

FEWEST, MOST = 1, 32
"""How many boards a race can be set to."""


@dataclass(frozen=True, slots=True)
class RaceBoards:
    """`length`: the boards of a race, deciders left out."""

    length: int = LENGTH

    @property
    def block(self) -> int:
        return -(-2 * self.length // 4) * 4

    @property
    def deciders(self) -> int:
        """How many deciders a match can have at most."""
        return self.block - self.length

    def of_round(self, number: int) -> list[int]:
        """The board numbers of a round's races, in playing order."""
        return [self.number(number, board) for board in range(1, self.length + 1)]

    def number(self, round_number: int, race_board: int) -> int:
        """The event's number of a race board."""
        return (round_number - 1) * self.block + race_board

    def race_board(self, number: int) -> int:
        """What players call the event's board `number`."""
        return (number - 1) % self.block + 1
