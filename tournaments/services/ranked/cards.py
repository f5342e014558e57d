"""The cards of a game that the system deals: boards from a recorded secret, board n for deal n."""

from boards.models import BoardSet
from tournaments.models import Game


def give_cards(game: Game) -> BoardSet | None:
    """Give a game that was opened its secret and its first boards, where the event deals by system; else nothing."""
    raise NotImplementedError


def deal_on(game: Game, number: int) -> None:
    """Have the boards of a game reach deal `number`."""
    raise NotImplementedError
