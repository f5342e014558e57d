"""What hangs on the wall of a ladder's evening: games being played, how the players stand, which tables want somebody.

Never does: show what the public may not see.
"""

from typing import Any, Final

from tournaments.pages.projector import MANY
from tournaments.pages.ranked_evening import open_games, players_of
from tournaments.pages.viewing import Viewing

_WANTED: Final = ("free", "quit")


def ranked_wall_of(viewing: Viewing) -> dict[str, Any]:
    found = open_games(viewing)
    players = players_of(viewing)
    return {
        "wall": True,
        "open_games": found,
        "wanted": tuple(game for game in found if _wants(game.sides)),
        "many": len(players["players"]) > MANY,
        **players,
    }


def _wants(sides: Any) -> bool:
    return any(player.state in _WANTED for side in sides for player in side.players)
