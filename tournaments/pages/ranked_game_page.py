"""One game's score sheet."""

from typing import Any

from tournaments.pages.viewing import Viewing


def game_page_of(viewing: Viewing, number: int) -> dict[str, Any]:
    return {}
