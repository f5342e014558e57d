"""What the Swiss draw takes and hands out (docs/swiss.md).

Owns: the value types and their checks against themselves. Never does: draw (`swiss`), weigh (`swiss_cost`).

Terms
    points      wins in half-wins: a win is 2, a tie or a late team's half-point 1.
    rank        place in the standing order before the round, 1 the best; no two teams share one.
    group       the teams of equal points that are drawn.
    float       a match between teams of different points: one floats up (+1), the other down (−1).
    difference  points of one team less those of the other, as they stand before the round.
    rematch     a match between teams that have met.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum

ALGORITHM = "swiss-v1"
"""Names everything that decides a draw: the costs, their order, how lots are drawn from the seed."""

MAX_TEAMS = 4096
MAX_ROUNDS = 100
"""Largest field and longest event: up to here the costs fit the matching library's integers."""


class Pairing(StrEnum):
    """Who meets whom in a group of equal points, by standing order."""

    FOLD = "fold"
    SLIDE = "slide"
    ADJACENT = "adjacent"


class FirstRound(StrEnum):
    """Whether the first round follows the seeding (`rank`) or an order drawn from the seed."""

    RANDOM = "random"
    SEEDED = "seeded"


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissTeam:
    """A team's record before the round.

    `points` in half-wins; `opponents` are numbers of teams met so far; `floats` one entry a round, +1 up,
    −1 down, 0 neither; `available` False for a team that has left; `home_balance` is how many matches more
    it has been home than away.
    """

    number: int
    rank: int
    points: int = 0
    opponents: frozenset[int] = frozenset()
    had_bye: bool = False
    floats: tuple[int, ...] = ()
    available: bool = True
    home_balance: int = 0


@dataclass(frozen=True, slots=True)
class SwissFault:
    """One thing wrong with what is to be drawn; `team` is the number of the team it is about, if any."""

    code: str
    message: str
    team: int | None = None


class SwissError(ValueError):
    """A round that cannot be drawn as asked. `faults` has all reasons; `str()` joins their sentences."""

    def __init__(self, *faults: SwissFault) -> None:
        self.faults = faults
        super().__init__(" ".join(fault.message for fault in faults))


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """A draw's cost, compared number by number from the first (docs/swiss.md)."""

    rematches: int = 0
    differences: int = 0
    repeated_floats: int = 0
    distance: int = 0
    order: int = 0

    def to_json(self) -> dict[str, int]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.rematches + other.rematches,
            self.differences + other.differences,
            self.repeated_floats + other.repeated_floats,
            self.distance + other.distance,
            self.order + other.order,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SwissMatch:
    """One match of the round. `up` and `down` are the teams that float, None in a match of equals.

    `repeated` are those of them that have floated in this direction before. `text` says why the two meet.
    """

    home: int
    away: int
    difference: int
    up: int | None
    down: int | None
    repeated: tuple[int, ...]
    rematch: bool
    cost: Cost
    text: str

    @property
    def teams(self) -> frozenset[int]:
        return frozenset((self.home, self.away))


@dataclass(frozen=True, slots=True)
class Proof:
    """Why there is no draw (Tutte, Berge): without `removed` the rest falls into `parts` that cannot meet.

    Each of the `parts` is odd and there are more of them than teams removed, so that at least `short` of them keep
    a team without an opponent. The bye, where there is one, is `BYE` in `removed` or `parts`.
    """

    removed: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]
    text: str

    @property
    def short(self) -> int:
        return len(self.parts) - len(self.removed)


BYE = 0
"""Stands for the bye in a proof, where it is one more team."""


class NoDrawError(ValueError):
    """There is no draw without a rematch or a second bye; `proof` shows it, `str()` says it."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        super().__init__(proof.text)


@dataclass(frozen=True, slots=True)
class FeasibleRounds:
    """How many rounds a field holds without rematches: `always` whatever the results are, `most` at best."""

    always: int
    most: int


def feasible_rounds(teams: int) -> FeasibleRounds:
    """Return both bounds for a field of `teams` (docs/swiss.md, "How many rounds"); `SwissError` below 2."""
    if teams < 2:
        raise SwissError(SwissFault("too-few", "An event needs at least 2 teams; enter more."))
    even = teams + teams % 2  # the bye is one more team
    return FeasibleRounds(always=even // 2, most=even - 1)


def rounds_fault(teams: int, rounds: int) -> SwissFault | None:
    """Say that `rounds` are more than `teams` can play without rematches; None where they may be enough."""
    most = feasible_rounds(teams).most
    if rounds <= most:
        return None
    return SwissFault(
        "too-many-rounds",
        f"{teams} teams can play at most {most} {'round' if most == 1 else 'rounds'} without a rematch,"
        f" not {rounds}: set fewer rounds or enter more teams.",
    )


def listed(numbers: Iterable[int]) -> str:
    """“1”, “1 and 2”, “1, 2 and 3”."""
    names = ["the bye" if number == BYE else str(number) for number in numbers]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
