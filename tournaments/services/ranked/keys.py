"""The key of a seat: what a phone that took it shows, and nobody else has.

Owns: making keys, and finding whose one is. Only its SHA-256 is stored; it is compared in constant time.
"""

import hashlib
import secrets
from hmac import compare_digest

from tournaments.models import Game, GameSeat, StandIn

BYTES = 24


def new_key() -> str:
    """192 bits, as text that fits a cookie."""
    return secrets.token_urlsafe(BYTES)


def hash_of(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def seat_of_key(game: Game, key: str) -> str | None:
    """The seat (N, E, S or W) that `key` was given out for; None: none, or somebody else sits there now.

    While a stand-in is on a quitter's seat it is the stand-in's key alone that counts.
    """
    if not key:
        return None
    given = hash_of(key)
    standing = dict(StandIn.objects.filter(seat__game=game, left_at=None).values_list("seat_id", "key_hash"))
    found = None
    for seat in GameSeat.objects.filter(game=game):
        stored = standing.get(seat.pk, seat.key_hash if seat.quit_at is None else "")
        # every seat is compared, so that the time does not tell which one it was
        if stored and compare_digest(stored, given):
            found = seat.seat
    return found
