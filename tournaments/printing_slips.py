"""Slips and cards that are written on at the table, and what stands on it.

Owns: travellers’ companions: pick-up slips, personal score cards, table tents, board labels.
"""

from collections.abc import Callable, Mapping

from django.urls import reverse

from tournaments.printing_base import Order

SLIP_DOCUMENTS: Mapping[str, Callable[[Order], bytes]] = {}
"""By name; those of both kinds of event: each checks for itself which it is for."""


def entry_form(order: Order, paper: str, *which: int) -> str:
    """The address at which the desk enters that paper: "board" and its number, "round" and its number, "table" and its
    key. Without a site there is no address."""
    if not order.site:
        return ""
    return order.site.rstrip("/") + reverse(f"desk:paper-{paper}", args=[order.event.pk, *which])
