"""From the stored rows of a game to its score.

Owns: the one place where deals as written become deals as `scoring.game` takes them, and a game with its event locked.
Never does: check a deal (deals.py), decide what follows from a score (ending.py).
Terms: *row order*, N, S, E, W, that of scoring/elo.py and scoring/stakes.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from scoring.game import GameEntry, GameScore, play_game
from scoring.notation import SideBid, SideTricks
from scoring.rules import RuleSet
from tournaments.models import DealState, Game, GameDeal, GameSeat
from tournaments.services.errors import NotFoundError
from tournaments.services.locking import lock_event

SEATS: Final = "NESW"
ROW_ORDER: Final = "NSEW"
SIDE_OF: Final[Mapping[str, str]] = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def lock_game(game_id: int) -> Game:
    """The game, with its event locked until the surrounding transaction ends: `game.event` is the locked one.

    Raises `NotFoundError` where there is none.
    """
    gone = NotFoundError("There is no such game.", code="no-game")
    event_id = Game.objects.filter(pk=game_id).values_list("event_id", flat=True).first()
    if event_id is None:
        raise gone
    event = lock_event(event_id)
    game = Game.objects.filter(pk=game_id).first()
    if game is None:  # taken away while we waited
        raise gone
    game.event = event
    return game


def entry_of(row: GameDeal) -> GameEntry:
    """A stored deal as the score takes it. What is stored was checked before."""
    return GameEntry(
        row.number,
        SideBid.parse(row.ns_bid),
        SideTricks.parse(row.ns_tricks),
        SideBid.parse(row.ew_bid),
        SideTricks.parse(row.ew_tricks),
    )


def score_of(rules: RuleSet, rows: Iterable[GameDeal]) -> GameScore:
    return play_game(rules, [entry_of(row) for row in rows])


def is_played_out(game: Game) -> bool:
    """Whether the deals have ended the game, agreed on or not: nobody quits it any more."""
    return score_of(game.rule_set, game.deals.all()).over_after is not None


def unconfirmed(score: GameScore, rows: Iterable[GameDeal]) -> list[GameDeal]:
    """The deals that count and on which the two sides have not agreed yet."""
    return [row for row in rows if row.number <= len(score.steps) and row.state != DealState.CONFIRMED]


def has_quit(seats: Iterable[GameSeat]) -> Sequence[bool]:
    """Who of the starters has quit, in the row order."""
    gone = {seat.seat for seat in seats if seat.quit_at is not None}
    return [letter in gone for letter in ROW_ORDER]
