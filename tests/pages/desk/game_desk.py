"""A game of ranked tables at the desk, as tests use it: its page, its deeds, a deal as one line."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.pages.reading import text
from tournaments.models import (
    Game,
)


def url(game: Game) -> str:
    return reverse("desk:game", args=[game.event_id, game.number])


def do(client: Client, game: Game, deed: str, **given: object) -> Any:
    """Send a deed's form; its fields are called as on the page, with the deed's name before them."""
    address = reverse("desk:game-do", args=[game.event_id, game.number, deed])
    plain = {name: value for name, value in given.items() if name in ("preview", "at") or name[:1] == "_"}
    rest = {f"{deed}-{name}": value for name, value in given.items() if name not in plain}
    return client.post(address, {**rest, **plain})


def deal(client: Client, game: Game, number: int, line: str, deed: str = "deal", **more: object) -> Any:
    names = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
    said = dict(zip(names, line.split("|") if "|" in line else line.split(), strict=True))
    return do(client, game, deed, number=number, **said, **more)


def shown(answer: Any) -> str:
    return text(answer.content.decode())


def status_of(game: Game) -> str:
    game.refresh_from_db()
    return str(game.status)
