"""What only a Team-of-Four event has in its file, as frozen values.

Owns: settings, matches, line-ups and a room's results as they stand in a file.
Never does: read or write JSON (`parse_teams`, `writing_teams`), judge (`check_teams`), compute (`team_scoring`).

Terms: *home*, the team that sits North-South in the open room and East-West in the closed one; *race board*, a
board as its players call it: 1 to the race's length, deciders behind it; *given*, decided by the director; *bye*, a
match without `away`.
"""

from dataclasses import dataclass

from scoring.match import Outcome
from scoring.race import LENGTH
from tournaments.draws.swiss_types import FirstRound, Pairing
from tournaments.eventfile.model_states import ResultStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsInfo:
    """What a director chooses beside the rule set. `rounds` None: as many as it takes; `seed` None: not drawn yet."""

    race_boards: int = LENGTH
    rounds: int | None = None
    pairing: Pairing = Pairing.FOLD
    first_round: FirstRound = FirstRound.RANDOM
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomResult:
    """A race board at one table, its bids and tricks in the notation of docs/event-file.md.

    `stray`: it was played, and does not count where it stands: behind a board that was taken back, or behind an end
    of the race that a correction moved.
    """

    board: int
    ns_bid: str
    ns_tricks: str
    ew_bid: str
    ew_tricks: str
    status: ResultStatus = ResultStatus.CONFIRMED
    version: int = 1
    reason: str = ""
    note: str = ""
    stray: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLineUp:
    """Who sits at one table: two names of each team, North or East first; () where it is not declared."""

    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """Who sits where in a match."""

    open: RoomLineUp = RoomLineUp()
    closed: RoomLineUp = RoomLineUp()


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenInfo:
    """A director's decision; `outcome` is never UNDECIDED. In a forfeit points made at the tables do not count."""

    outcome: Outcome
    forfeit: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInfo:
    """A match of a round, its `number` counted from 1; or a bye: `away` None, `number` 0, nothing else but `text`.

    `only_outcome`: nothing is known but who won, which `given` says (home or away, no forfeit and no note); the
    match has no rooms then. `text` says why the two were drawn.
    """

    round: int
    home: int
    away: int | None
    number: int = 0
    open: tuple[RoomResult, ...] = ()
    closed: tuple[RoomResult, ...] = ()
    line_up: LineUp = LineUp()
    given: GivenInfo | None = None
    only_outcome: bool = False
    text: str = ""
