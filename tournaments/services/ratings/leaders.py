"""Who is on a leaderboard: enough games, not too long ago, and listed (shown.py)."""

from datetime import datetime, timedelta
from math import floor

from django.db.models import QuerySet

from tournaments.models import Rating, RatingBook, RatingList
from tournaments.services.ratings.shown import listed


def leaders(club_id: int, book: RatingBook, kind: RatingList, now: datetime) -> QuerySet[Rating]:
    """The ratings on one of a club's leaderboards, in no order."""
    enough = max(1, book.minimum_games)
    rows = Rating.objects.filter(listed("person__"), club_id=club_id, kind=kind, games__gte=enough)
    if book.inactive_days is not None:
        rows = rows.filter(last_at__gte=now - timedelta(days=book.inactive_days))
    return rows


def place_of(person_id: int, book: RatingBook, kind: RatingList, now: datetime) -> int | None:
    """Somebody's place on a leaderboard, None for who is not on it. Two queries."""
    rows = leaders(book.club_id, book, kind, now)
    own = rows.filter(person_id=person_id).values_list("rating", flat=True).first()
    if own is None:
        return None
    return 1 + rows.filter(rating__gte=floor(own + 0.5) + 0.5).count()
