"""A ranked event's evening."""

from typing import Any

from tournaments.pages.viewing import Viewing


def evening_of(viewing: Viewing) -> dict[str, Any]:
    return {}


def games_list_of(viewing: Viewing) -> dict[str, Any]:
    return {}
