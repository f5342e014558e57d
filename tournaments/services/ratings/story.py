"""A player's ratings as a story: where they stand, how they came there, with whom and against whom, and why.

Owns: the story of one person on one list, in a fixed number of queries.
Never does: decide who may be shown (shown.py); rate (scoring/elo.py, which says why).
"""

from dataclasses import dataclass

from tournaments.models import Club, Person
from tournaments.services.ratings.shown import Viewer


@dataclass(frozen=True, slots=True)
class Story:
    """One person on one list."""

    person: Person


def player_for(club: Club, person_id: int, viewer: Viewer) -> Person | None:
    """The person of this key in the club if `viewer` may see their page. None for whoever is not there, is not shown,
    or has no rating that everybody may see."""
    raise NotImplementedError


def story_of(person: Person, kind: str, viewer: Viewer, page: str | int = 1) -> Story:
    """What `viewer`, who may see it (`player_for`), is told of a person on a list."""
    raise NotImplementedError
