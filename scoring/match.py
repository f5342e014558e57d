"""A Team-of-Four match: two tables' races over the same boards, and which team has won by which of the rules.

Owns: the outcome, its reason in a sentence, the moment it is certain, when a decider is due.
Never does: run a race (``race``), check what was entered (``match_check``), rank teams (``swiss_standings``).
Source: docs/rules.md §3.

Terms
-----
open, closed   the two tables; home sits NS at the open one and EW at the closed one
team total     the sum of the totals of a team's two pairs
certain        no board still to come can change the outcome; it can then go to the standings
chance         the earliest board on which a pair of the team could still reach the target
given          decided by the director: an absent team, a tie left as half a win each
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.race import Race, RaceEnd
from scoring.reach import deal_bounds, earliest_chance


class Outcome(StrEnum):
    """How a match stands for good or for now."""

    HOME = "home"
    AWAY = "away"
    TIED = "tied"
    """Level after all boards that are in: a decider is due; or half a win each, where it was given."""
    UNDECIDED = "undecided"

    @property
    def turned(self) -> "Outcome":
        """The same outcome when home and away change places."""
        return {Outcome.HOME: Outcome.AWAY, Outcome.AWAY: Outcome.HOME}.get(self, self)


class Reason(StrEnum):
    """By which rule."""

    EARLIER_BOARD = "earlier-board"
    TOTAL_POINTS = "total-points"
    GIVEN = "given"
    UNFINISHED = "unfinished"


class Room(StrEnum):
    """Which of the two tables."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Given:
    """A decision of the director in place of, or after, play. Raises ``ValueError`` for ``UNDECIDED``.

    ``forfeit``: the points made at the tables do not count. ``note`` says why, in a few words.
    """

    outcome: Outcome
    note: str = ""
    forfeit: bool = False

    def __post_init__(self) -> None:
        if self.outcome is Outcome.UNDECIDED:
            raise ValueError("Give the match to home, to away, or half a win to each.")


@dataclass(frozen=True, slots=True)
class RoomScore:
    """What one table contributes: each team's pair there, and how far the table is."""

    room: Room
    home_points: int
    away_points: int
    home_reached: int | None
    away_reached: int | None
    boards: int
    deciders: int
    end: RaceEnd

    def to_json(self) -> dict[str, object]:
        return {
            "room": str(self.room),
            "home_points": self.home_points,
            "away_points": self.away_points,
            "home_reached": self.home_reached,
            "away_reached": self.away_reached,
            "boards": self.boards,
            "deciders": self.deciders,
            "end": str(self.end),
        }


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match as it stands.

    ``home_reached`` and ``away_reached`` are the earliest boards over a team's two pairs, ``home_chance`` and
    ``away_chance`` those on which one of its pairs could still reach the target. The points are team totals,
    deciders that both tables have played included. ``finished``: both tables have stopped and no decider is
    due. ``deciders`` is how many deciders the match calls for so far; other boards after the race count nothing.
    """

    outcome: Outcome
    reason: Reason
    certain: bool
    finished: bool
    needs_decider: bool
    home_reached: int | None
    away_reached: int | None
    home_chance: int | None
    away_chance: int | None
    home_points: int
    away_points: int
    deciders: int
    target: int
    length: int
    rooms: tuple[RoomScore, RoomScore]
    given: Given | None = None

    @property
    def settled(self) -> Outcome:
        """The outcome as the standings take it: ``UNDECIDED`` until it is certain."""
        return self.outcome if self.certain else Outcome.UNDECIDED

    @property
    def text(self) -> str:
        """Why, in one sentence, without the teams' names."""
        text = self.explain("home", "away")
        return text[0].upper() + text[1:]

    def explain(self, home: str, away: str) -> str:
        """Why, in one sentence, with the teams called as given."""
        if self.given is not None:
            return _given_text(self.given, home, away)
        if self.outcome is Outcome.UNDECIDED:
            open_room, closed_room = self.rooms
            return (
                f"Not decided yet: {open_room.boards} of {self.length} boards are in at the open table "
                f"and {closed_room.boards} at the closed one."
            )
        if self.outcome is Outcome.TIED:
            board = self.length + self.deciders
            return (
                f"Tied at {_points(self.home_points)} points each: play board {board} at both tables, "
                "or give half a win to each."
            )
        winner, loser = (home, away) if self.outcome is Outcome.HOME else (away, home)
        if self.reason is Reason.EARLIER_BOARD:
            return f"{winner} won: {self._earlier(loser)}."
        return f"{winner} won on points: {self._on_points(loser)}."

    def _earlier(self, loser: str) -> str:
        won_home = self.outcome is Outcome.HOME
        board = self.home_reached if won_home else self.away_reached
        rooms = [
            room.room
            for room in self.rooms
            if (room.home_reached if won_home else room.away_reached) == board
        ]
        who = f"its pair at the {rooms[0]} table" if len(rooms) == 1 else "its pairs at both tables"
        start = f"{who} reached {self.target} on board {board}"
        late, chance = (
            (self.away_reached, self.away_chance) if won_home else (self.home_reached, self.home_chance)
        )
        if late is not None:
            return f"{start}, {loser} on board {late}"
        if chance is None:
            return f"{start}, {loser} not at all"
        if chance == board:
            return f"{start}, and {loser} is too far behind in points to win by doing so too"
        return f"{start}, and {loser} can only do so later"

    def _on_points(self, loser: str) -> str:
        best, least = sorted((self.home_points, self.away_points), reverse=True)
        score = f"{_points(best)} to {_points(least)}"
        if self.deciders:
            return f"{score} after board {self.length + self.deciders}, level before it"
        if self.home_reached is not None:
            start = f"{score}, as both teams reached {self.target} on board {self.home_reached}"
        elif self.finished:
            start = f"{score}, as neither team reached {self.target} in {self.length} boards"
        else:
            start = f"{score}, as {loser} can no longer reach {self.target}"
        return start if self.finished else f"{start} and no board to come can make up the difference"

    def to_json(self) -> dict[str, object]:
        return {
            "outcome": str(self.outcome),
            "reason": str(self.reason),
            "certain": self.certain,
            "finished": self.finished,
            "needs_decider": self.needs_decider,
            "home_reached": self.home_reached,
            "away_reached": self.away_reached,
            "home_points": self.home_points,
            "away_points": self.away_points,
            "deciders": self.deciders,
            "rooms": [room.to_json() for room in self.rooms],
            "text": self.text,
        }


def decide(open_race: Race, closed_race: Race, *, given: Given | None = None) -> MatchScore:
    """Who wins, or is winning for certain already. Raises ``ValueError`` when the races are not of one match."""
    if (open_race.rules, open_race.target, open_race.length) != (
        closed_race.rules,
        closed_race.target,
        closed_race.length,
    ):
        raise ValueError("Both tables of a match play by the same rules, target and length.")
    races = (open_race, closed_race)
    stopped = all(race.end is not RaceEnd.RUNNING for race in races)
    level = stopped and _is_level(races)
    played, deciders = _deciders(races) if level else (0, 0)
    home, away = _team(races, home=True, deciders=played), _team(races, home=False, deciders=played)
    outcome, reason = _verdict(races, home, away)
    needs_decider = outcome is Outcome.TIED
    certain = outcome in (Outcome.HOME, Outcome.AWAY)
    home_points, away_points = home.points, away.points
    if given is not None:
        outcome, reason, certain, needs_decider = given.outcome, Reason.GIVEN, True, False
        home_points, away_points = (0, 0) if given.forfeit else (home_points, away_points)
    return MatchScore(
        outcome=outcome,
        reason=reason,
        certain=certain,
        finished=given is not None or (stopped and not needs_decider),
        needs_decider=needs_decider,
        home_reached=home.reached,
        away_reached=away.reached,
        home_chance=home.chance,
        away_chance=away.chance,
        home_points=home_points,
        away_points=away_points,
        deciders=deciders,
        target=open_race.target,
        length=open_race.length,
        rooms=(_room(Room.OPEN, open_race, played), _room(Room.CLOSED, closed_race, played)),
        given=given,
    )


@dataclass(frozen=True, slots=True)
class _Team:
    points: int
    reached: int | None
    chance: int | None


def _team(races: tuple[Race, Race], *, home: bool, deciders: int) -> _Team:
    # Home sits NS at the open table and EW at the closed one: docs/rules.md §3.
    seats = (0, 1) if home else (1, 0)
    pairs = list(zip(races, seats, strict=True))
    reached = [_reached(race)[seat] for race, seat in pairs]
    return _Team(
        points=sum(race.totals_after(deciders)[seat] for race, seat in pairs),
        reached=_earliest(reached),
        chance=_earliest([earliest_chance(race)[seat] for race, seat in pairs]),
    )


def _verdict(races: tuple[Race, Race], home: _Team, away: _Team) -> tuple[Outcome, Reason]:
    # What the boards still to come can take away from a lead; nothing once both tables have stopped.
    left = _left(races, races[0].length)
    swing = deal_bounds(races[0].rules).swing if left else 0
    for outcome, own, other in ((Outcome.HOME, home, away), (Outcome.AWAY, away, home)):
        # A table at which the other team reaches the target on the same board stops there; later boards of it
        # are only played when it does not, and then the points decide nothing.
        same_board = own.reached is not None and other.reached is None
        boards = _left(races, own.reached or 0) if same_board else left
        if _has_won(own, other, boards * swing):
            earlier = own.reached is not None and own.reached != other.reached
            return outcome, Reason.EARLIER_BOARD if earlier else Reason.TOTAL_POINTS
    if left:
        return Outcome.UNDECIDED, Reason.UNFINISHED
    return Outcome.TIED, Reason.TOTAL_POINTS


def _left(races: tuple[Race, Race], last: int) -> int:
    """Boards up to ``last`` that are still to come at tables that play on."""
    return sum(max(0, last - race.boards) for race in races if race.end is RaceEnd.RUNNING)


def _has_won(own: _Team, other: _Team, swing: int) -> bool:
    """Whether ``own`` wins however the boards to come turn out."""
    others = [board for board in (other.reached, other.chance) if board is not None]
    if own.reached is None:
        # Nothing obliges a pair to reach the target, so the other team must be unable to; then points decide.
        return not others and own.points - other.points > swing
    if any(board < own.reached for board in others):
        return False
    return own.reached not in others or own.points - other.points > swing


def _is_level(races: tuple[Race, Race]) -> bool:
    home, away = (_team(races, home=side, deciders=0) for side in (True, False))
    return home.reached == away.reached and home.points == away.points


def _deciders(races: tuple[Race, Race]) -> tuple[int, int]:
    """For a match level after the race: the deciders that count, and how many it calls for so far."""
    both = min(race.deciders for race in races)
    for number in range(1, both + 1):
        home, away = (_team(races, home=side, deciders=number) for side in (True, False))
        if home.points != away.points:
            return number, number
    return both, both + 1


def _reached(race: Race) -> tuple[int | None, int | None]:
    return race.ns_reached, race.ew_reached


def _earliest(boards: Sequence[int | None]) -> int | None:
    return min((board for board in boards if board is not None), default=None)


def _room(room: Room, race: Race, deciders: int) -> RoomScore:
    home, away = (0, 1) if room is Room.OPEN else (1, 0)
    totals, reached = race.totals_after(deciders), _reached(race)
    return RoomScore(
        room=room,
        home_points=totals[home],
        away_points=totals[away],
        home_reached=reached[home],
        away_reached=reached[away],
        boards=race.boards,
        deciders=race.deciders,
        end=race.end,
    )


def _given_text(given: Given, home: str, away: str) -> str:
    if given.outcome is Outcome.TIED:
        text = "Half a win to each team, given by the director"
    else:
        winner = home if given.outcome is Outcome.HOME else away
        text = f"{winner} won by forfeit" if given.forfeit else f"{winner} won, by the director's decision"
    note = given.note.strip().rstrip(".")
    return f"{text}: {note}." if note else f"{text}."


def _points(number: int) -> str:
    return f"−{-number}" if number < 0 else f"{number}"
