"""Slips and cards that are written on at the table, and what stands on it.

Owns: travellers’ companions: pick-up slips, personal score cards, table tents, board labels.
"""

from collections.abc import Callable, Mapping

from tournaments.printing_base import Order

SLIP_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {}
"""By name; those of both kinds of event: each checks for itself which it is for."""
