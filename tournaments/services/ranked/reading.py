"""Games as pages, sheets and the API read them, in a number of queries that does not depend on how many there are."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.game import GameScore, GameStep
from tournaments.models import Event, Game, GameDeal, GameSeat, Person, StandIn


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat of a game. `person` is who sits there now, None where nobody does; `name` theirs ("" for nobody);
    `starter` the row of who began there (None: nobody has sat down yet), `stand_in` that of who fills in.

    `away_until`: a starter is away, and has quit if not back by then. `has_quit`: the starter has. `empty`: somebody has
    to sit down here before the game can go on."""

    seat: str
    person: Person | None
    name: str
    starter: GameSeat | None
    stand_in: StandIn | None
    away_until: datetime | None
    has_quit: bool
    empty: bool


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal that is in. `struck`: it counts for nothing, being beyond the end of the game; `step` is then None."""

    row: GameDeal
    number: int
    dealer: str
    first_bidder: str
    state: str
    version: int
    said: dict[str, Any]
    struck: bool
    step: GameStep | None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game at a glance. Totals and bags are the running ones; `next_deal` is None where no deal is to come; `dealer`
    and `first_bidder` are the next deal's, "" without one. `waits_for` says in a sentence what the game waits for, ""
    once it is over."""

    game: Game
    seats: dict[str, SeatView]
    score: GameScore
    deals: tuple[DealView, ...]
    ns_total: int
    ew_total: int
    ns_bags: int
    ew_bags: int
    next_deal: int | None
    dealer: str
    first_bidder: str
    waits_for: str


def game_view(game: Game) -> GameView:
    return views_of([game])[0]


def games_of(event: Event) -> list[GameView]:
    """All games of an event in their order."""
    return views_of(event.games.all())


def views_of(games: Iterable[Game]) -> list[GameView]:
    """These games, in their order."""
    raise NotImplementedError
