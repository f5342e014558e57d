"""Results on one sheet: the recap (entries × boards) and the cross-table of a Pairs event."""

from collections.abc import Callable, Mapping

from tournaments.printing_base import Order

RECAP_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {}
"""By name; those of both kinds of event: each checks for itself which it is for."""
