"""The cards of a game that the system deals: boards from a recorded secret, board n for deal n.

Owns: a game's own boards. Never does: say who may see them (services/visibility.py).
"""

from typing import Final

from boards.dealing import ALGORITHM, new_secret
from boards.models import BoardSet
from tournaments.models import Dealing, Game
from tournaments.services.boards import deal_more

AT_ONCE: Final = 16
"""Boards dealt at a time; few games take more deals."""


def give_cards(game: Game, secret: bytes | None = None) -> BoardSet | None:
    """Give a game of a locked event its secret (32 bytes, new unless given) and its first boards, where the event deals
    by system; else nothing, and nothing where it has them."""
    if game.board_set is not None or game.event.ranked.dealing != Dealing.SYSTEM:
        return game.board_set
    name = f"{game.event.name}, game {game.number}"[:200]
    session = f"event {game.event_id}, game {game.number}"
    made = BoardSet.objects.create(
        name=name, algorithm=ALGORITHM, secret=(secret or new_secret()).hex(), session=session
    )
    game.board_set = made
    game.save(update_fields=["board_set"])
    deal_more(made, range(1, AT_ONCE + 1))
    return made


def deal_on(game: Game, number: int) -> None:
    """Have the boards of a game of a locked event reach deal `number`, and those that follow it."""
    if game.board_set is None:
        return
    if not game.board_set.boards.filter(number=number).exists():
        first = (number - 1) // AT_ONCE * AT_ONCE + 1
        deal_more(game.board_set, range(first, first + AT_ONCE))
