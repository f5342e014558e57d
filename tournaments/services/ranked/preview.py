"""Looking before correcting: what a change would do to a game of ranked tables, without making it.

A preview is the real change, rolled back: what it promises is what the change will do. Ratings themselves are made
later, by a fold over the ledger; what the change puts into the ledger, or takes out of it, is known at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Sum

from tournaments.models import Ban, Game, RatedGame, StakeLine
from tournaments.services.ranked.reading import game_view


@dataclass(frozen=True, slots=True)
class GameLook:
    """How a game stands: `status`, `outcome` and `ending` as stored, the score, the numbers of the deals that count,
    and of those that are in and count for nothing. `ledger` is what the ledger of ratings has of it: None for nothing,
    else (code, pending)."""

    status: str
    outcome: str
    ending: str
    ns_total: int
    ew_total: int
    counted: tuple[int, ...]
    struck: tuple[int, ...]
    ledger: tuple[int, bool] | None


@dataclass(frozen=True, slots=True)
class StakeMove:
    """What somebody has won (or, negative, lost) in the game, before and after."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class GameEffect:
    """What a change would do. `players` are the four whose ratings hang on the game, in the order N, S, E, W; `banned`
    are those who would be kept from ranked games by it, `freed` those who would not be any more."""

    before: GameLook
    after: GameLook
    players: tuple[str, ...]
    stakes: tuple[StakeMove, ...]
    banned: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        return self.before == self.after and not (self.stakes or self.banned or self.freed)


class _RollBackError(Exception):
    """Ends the transaction of a preview."""


def try_out(change: Callable[[], Any]) -> None:
    """Run `change`, and undo it. Raises whatever it raises."""
    try:
        with transaction.atomic():
            change()
            raise _RollBackError
    except _RollBackError:
        pass


def preview_game(game_id: int, change: Callable[[], Any]) -> GameEffect:
    """Run `change` (a call of a service on this game), see what it does to the game, and undo it.

    Raises whatever `change` raises.
    """
    found: list[_Seen] = []

    def look_around() -> None:
        found.append(_see(game_id))
        change()
        found.append(_see(game_id))

    try_out(look_around)
    before, after = found
    keys = sorted({*before.stakes, *after.stakes})
    names = before.names | after.names
    moves = [StakeMove(names[key], before.stakes.get(key, 0), after.stakes.get(key, 0)) for key in keys]
    return GameEffect(
        before=before.look,
        after=after.look,
        players=after.players,
        stakes=tuple(move for move in moves if move.before != move.after),
        banned=tuple(after.bans[key] for key in sorted(after.bans.keys() - before.bans.keys())),
        freed=tuple(before.bans[key] for key in sorted(before.bans.keys() - after.bans.keys())),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """`stakes` are by person, `bans` by their keys: of whom."""

    look: GameLook
    players: tuple[str, ...]
    names: dict[int, str]
    stakes: dict[int, int]
    bans: dict[int, str]


def _see(game_id: int) -> _Seen:
    game = Game.objects.select_related("event__tournament").get(pk=game_id)
    view = game_view(game)
    rated = RatedGame.objects.filter(game=game).values_list("code", "pending").first()
    lines = StakeLine.objects.filter(game=game).order_by().values("person", "person__name")
    settled = list(lines.annotate(Sum("points")).values_list("person", "person__name", "points__sum"))
    bans = Ban.objects.filter(seat__game=game, lifted_at=None).values_list("pk", "person__name")
    starters = (view.seats[seat].starter for seat in "NSEW")
    return _Seen(
        look=GameLook(
            status=str(game.status),
            outcome=str(game.outcome),
            ending=str(game.ending),
            ns_total=view.ns_total,
            ew_total=view.ew_total,
            counted=tuple(deal.number for deal in view.deals if not deal.struck),
            struck=tuple(deal.number for deal in view.deals if deal.struck),
            ledger=rated,
        ),
        players=tuple(starter.person.name for starter in starters if starter is not None),
        names={key: name for key, name, _points in settled},
        stakes={key: points for key, _name, points in settled if points},
        bans=dict(bans),
    )
