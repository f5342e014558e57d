"""What a player's story is made of, as values (story.py makes them).

Never does: query.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from scoring.elo_policies import RatingPolicy
from scoring.skill import Skill
from tournaments.models import Ban, Club, Person, RatingList
from tournaments.services.ratings.paging import Sheet
from tournaments.services.ratings.why import Why

SEATS: Final = (("north", "n"), ("south", "s"), ("east", "e"), ("west", "w"))
"""Where the ledger has its four players, in the row order of scoring/elo.py."""
ACROSS: Final = ((1, (2, 3)), (0, (2, 3)), (3, (0, 1)), (2, (0, 1)))
"""Of each place in that order: the partner's, and the opponents'."""


@dataclass(frozen=True, slots=True)
class Named:
    """A person as others' pages name them; `listed`: there is a page of theirs to lead to."""

    person_id: int
    name: str
    listed: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands on a list; `whole` is the rating as shown, `bid` and `made` their own nils."""

    kind: RatingList
    rating: float
    games: int
    skill: Skill
    bid: int
    made: int
    last_at: datetime | None

    @property
    def set(self) -> int:
        return self.bid - self.made


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the course of a rating: what it was `before` and is after. `was_set`: it was given and not played
    for."""

    at: datetime
    before: float
    rating: float
    was_set: bool = False


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game as its player sees it. `result` is "won", "lost", "drawn" or "quit", "" while it is played. `number` is
    the ranked table's game, `round` and `table` where it was played otherwise. `change` is None until it is rated, and
    `why` without an explanation."""

    at: datetime
    kind: RatingList
    event: str
    tournament_slug: str
    event_slug: str
    number: int | None
    round: int | None
    table: int | None
    match: int | None
    partner: Named
    opponents: tuple[Named, Named]
    result: str
    pending: bool
    change: float | None
    why: Why | None


@dataclass(frozen=True, slots=True)
class SetLine:
    """A rating that was set; `reason` and `by` are "" for whoever need not know."""

    at: datetime
    rating: float
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Companion:
    """How it went with somebody, or against them. `average` is what a game brought in the mean; None where nothing is
    rated yet, or where they are not shown."""

    person: Named
    games: int
    won: int
    average: float | None


@dataclass(frozen=True, slots=True)
class Story:
    """One person on one list, as one viewer is told it; numbers are whole or exact as shown.py has it.

    `standings` has a row for each list they are on, `place` is that on the leaderboard, `course` the steps, oldest
    first, `lines` a page of games and of ratings set, newest first. `bans` are empty for everybody but themselves and
    their directors. `behind`: the ratings are being made anew."""

    person: Person
    club: Club
    kind: RatingList
    standings: tuple[Standing, ...]
    place: int | None
    course: tuple[Step, ...]
    lines: Sheet[GameLine | SetLine]
    partners: tuple[Companion, ...]
    opponents: tuple[Companion, ...]
    bans: tuple[Ban, ...]
    policy: RatingPolicy
    behind: bool
    is_listed: bool
    is_self: bool
    is_director: bool

    @property
    def standing(self) -> Standing | None:
        """On the list that the story is of."""
        return next((found for found in self.standings if found.kind == self.kind), None)


class Row(NamedTuple):
    """A game of the ledger from one player's place in it (row order); `before` and `change` None until it is rated."""

    pk: int
    kind: str
    event: int
    at: datetime
    people: tuple[int, int, int, int]
    place: int
    code: int
    pending: bool
    before: float | None
    change: float | None

    @property
    def partner(self) -> int:
        return self.people[ACROSS[self.place][0]]

    @property
    def opponents(self) -> tuple[int, int]:
        one, two = ACROSS[self.place][1]
        return self.people[one], self.people[two]

    @property
    def result(self) -> str:
        if self.code >> self.place + 2 & 1:
            return "quit"
        if self.pending:
            return ""
        scored = self.code & 3 if self.place < 2 else 2 - (self.code & 3)
        return ("lost", "drawn", "won")[scored]
