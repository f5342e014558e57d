"""Deals on paper: hand records, curtain cards, sheets to deal a board by hand."""

from collections.abc import Callable, Mapping

from tournaments.printing_base import Order

HAND_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {}
"""By name; those of both kinds of event: each checks for itself which it is for."""
