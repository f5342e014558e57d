"""Games go into the ledger and out of it, in the transaction that ends them.

Owns: which games are in the ledger, and that each change of one is counted under the book's lock.
Never does: rate them (rerating.py), decide a game (scoring/game.py), know how a table of an event becomes a game
(duplicate.py).
"""

from tournaments.models import Event, Game
from tournaments.services.actors import Actor


def post_game(game: Game) -> None:
    """Bring the ledger's row of a game of a locked event up to what the game is: rated when it is over, pending from the
    first quit on, and gone where it is neither, or not rated. May be called at any time, and again."""
    raise NotImplementedError


def withdraw_game(game: Game) -> None:
    """Take a game of a locked event out of the ledger, if it is there."""
    raise NotImplementedError


def post_event(event: Event) -> None:
    """Make the ledger's rows of a locked Pairs or Teams event what its tables were; other kinds post game by game."""
    raise NotImplementedError


def withdraw_event(event: Event) -> None:
    """Take every table of a locked Pairs or Teams event out of the ledger."""
    raise NotImplementedError


def change_rated(event_id: int, rated: bool, actor: Actor, reason: str = "") -> Event:
    """Say whether an event is rated. A final Pairs or Teams event goes into the ledger, or out of it, at once, and needs
    a reason; of ranked tables it is what the next game begins with. Raises `ServiceError` with every fault."""
    raise NotImplementedError
