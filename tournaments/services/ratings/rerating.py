"""From the ledger to the ratings."""

from collections.abc import Callable

from tournaments.services.ratings.book import lagging_books

__all__ = ["bring_up", "lagging_books", "rebuild"]

Told = Callable[[int, int], None]
"""(games done, games there are)."""


def bring_up(club_id: int) -> str:
    """Bring a club's ratings up to its ledger; return a word on what was done. May run twice, or at once with itself."""
    raise NotImplementedError


def rebuild(club_id: int, told: Told | None = None) -> str:
    """Rate a club's whole ledger again, whatever is there; return a word on it: how many games, and what came out
    otherwise than it stood."""
    raise NotImplementedError
