"""Ratings beside names on an event's pages, and links from names to players' pages.

Owns: when they are shown: in a club that rates, of those who are listed. Nothing is asked of the database elsewhere.
Never does: decide who is listed (services/ratings/shown.py).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import EntryPlayer
from tournaments.pages.viewing import Viewing
from tournaments.services.ratings.reading import ratings_beside, ratings_of_entries


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """A player of an entry. `person` is the key of whoever has a page to lead to, None for others; `rating` as text, ""
    where none is shown."""

    name: str
    person: int | None = None
    rating: str = ""


def averages_of(viewing: Viewing) -> Mapping[int, str]:
    """By the entry's number: the average rating of its players, where all of theirs are shown."""
    if viewing.rating_book is None:
        return {}
    found = ratings_of_entries(viewing.event)
    return {number: str(one.average) for number, one in found.items() if one.average is not None}


def players_shown(viewing: Viewing, number: int, names: Iterable[str]) -> tuple[PlayerShown, ...]:
    """The players of an entry, who are `names` where the club rates nothing."""
    ratings = ratings_beside(viewing.event) if viewing.rating_book is not None else {}
    if not ratings:
        return tuple(PlayerShown(name) for name in names)
    seats = EntryPlayer.objects.filter(entry__event=viewing.event, entry__number=number).order_by("position")
    return tuple(
        PlayerShown(name, key, str(ratings[key])) if key in ratings else PlayerShown(name)
        for key, name in seats.values_list("person_id", "person__name")
    )
