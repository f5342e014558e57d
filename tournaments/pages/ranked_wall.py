"""What hangs on the wall of a ladder's evening."""

from typing import Any

from tournaments.pages.viewing import Viewing


def ranked_wall_of(viewing: Viewing) -> dict[str, Any]:
    return {}
