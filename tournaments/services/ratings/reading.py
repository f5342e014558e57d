"""What people see of the ratings: leaderboards, a player's story, ratings beside names.

Owns: a club's lists in their order, each in a fixed number of queries; who is left out, and why somebody does not see
themselves. A player's story is story.py's.
Never does: rate, or decide who may be shown (shown.py).

Terms: *list*, as in models/ratings.py; *whole*, a rating as it is shown: the nearest whole number, halves up. Places go by
it, so that two who are shown with the same number share a place.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Page

from scoring.skill import Skill
from tournaments.models import Club, Event, Person, RatingList
from tournaments.services.ratings.shown import Viewer, is_listed, is_shown
from tournaments.services.ratings.story import Story, player_for, story_of

__all__ = [
    "Leader",
    "Leaderboard",
    "Story",
    "is_listed",
    "is_shown",
    "leaderboard",
    "player_for",
    "ratings_beside",
    "story_of",
]

A_PAGE: Final = 50
RECENT_DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a leaderboard. `rating` is unrounded, `whole` what is shown; `recent` is what the games of the last
    `RECENT_DAYS` days brought, None without any."""

    rank: int
    tied: bool
    person_id: int
    name: str
    rating: float
    whole: int
    skill: Skill
    games: int
    last_at: datetime | None
    recent: float | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One list of a club. `lists` are those that have somebody on them; `own` says why the viewer is not on this one,
    "" where they are, or do not play here. `behind`: the ratings are being made anew."""

    club: Club
    kind: RatingList
    lists: tuple[RatingList, ...]
    page: Page[Leader]
    minimum_games: int
    inactive_days: int | None
    behind: bool
    own: Person | None
    own_absent: str


def leaderboard(
    club: Club, kind: str = "", viewer: Viewer | None = None, page: str | int = 1, now: datetime | None = None
) -> Leaderboard:
    """A page of one of a club's lists, best first. Any nonsense for a list is the first that has somebody on it, for a
    page the nearest. At most eight queries, however many play."""
    raise NotImplementedError


def ratings_beside(event: Event) -> dict[int, int]:
    """The ratings of those who play in an event and are listed, by the person's key, as they are shown: of the event's
    own list where it is rated, of all lists together otherwise. One query; {} in a club that rates nothing."""
    raise NotImplementedError
