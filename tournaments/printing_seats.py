"""Who sits where: guide cards, seating lists, pairings of a round, names on badges and tables, certificates."""

from collections.abc import Callable, Mapping

from tournaments.printing_base import Order

SEAT_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {}
"""By name; those of both kinds of event: each checks for itself which it is for."""
