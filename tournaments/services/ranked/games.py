"""Games opened, players sitting down, games started, voided and decided by a director."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Game
from tournaments.services.actors import Actor


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat that was taken: `seat_id` the `GameSeat`, `key` the secret of the phone, `started` whether the game began."""

    seat_id: int
    key: str
    started: bool


def open_game(
    event_id: int,
    table: int,
    actor: Actor,
    *,
    rated: bool | None = None,
    target: int | None = None,
    stake: int | None = None,
    now: datetime | None = None,
) -> Game:
    raise NotImplementedError


def sit(game_id: int, seat: str, person_id: int, actor: Actor, now: datetime | None = None) -> Sat:
    raise NotImplementedError


def stand_up(game_id: int, seat: str, actor: Actor, now: datetime | None = None) -> None:
    raise NotImplementedError


def seat_four(game_id: int, people: Mapping[str, int], actor: Actor, now: datetime | None = None) -> Game:
    raise NotImplementedError


def void_game(game_id: int, reason: str, actor: Actor, now: datetime | None = None) -> Game:
    raise NotImplementedError


def decide_game(game_id: int, outcome: str, reason: str, actor: Actor, now: datetime | None = None) -> Game:
    raise NotImplementedError
