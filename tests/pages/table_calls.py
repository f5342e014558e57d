"""A table with its code, and a phone that asks: short helpers for the tests of the table page."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.support.event_builders import ACTOR, four_tables, make_event
from tournaments.models import Event
from tournaments.services.tokens import token_text, tokens_for_entries, tokens_for_tables

NAMES = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")


def tables_in_play() -> Event:
    """Eight pairs at four tables; boards 1 to 3 of six are on them, and nothing is in yet."""
    made = make_event(pairs=8, boards=6)
    four_tables(made, [1, 2, 3])
    Event.objects.filter(pk=made.pk).update(status="running")
    return made


@dataclass
class Phone:
    """A phone that has opened a code; it sends no cookie, as no phone need."""

    token: str
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def path(self, place: str = "") -> str:
        return f"/table/{self.token}/{place}"

    def get(self, place: str = "", **headers: str) -> HttpResponse:
        return self.client.get(self.path(place), headers=headers)

    def state(self) -> dict[str, Any]:
        response = self.get("state")
        assert response.status_code == 200, response.content
        return dict(response.json())

    def board(self, number: int) -> dict[str, Any]:
        return next(board for board in self.state()["boards"] if board["board"] == number)

    def post(self, place: str, body: object, **headers: str) -> HttpResponse:
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.client.post(self.path(place), text, content_type="application/json", headers=headers)

    def enter(self, side: str, line: str = "7 8 5 5", *, board: int = 1, **more: Any) -> HttpResponse:
        return self.post("entries", entry(side, line, board=board, **more))


def entry(side: str, line: str = "7 8 5 5", *, board: int = 1, **more: Any) -> dict[str, Any]:
    content = dict(zip(NAMES, line.split(), strict=True))
    key = f"{side}-{board}-{line}"
    return {"side": side, "round": 1, "board": board, "key": key, "entered_at": "", **content, **more}


def phone_at(event: Event, table: int = 1) -> Phone:
    [made] = tokens_for_tables(event.pk, [table], ACTOR)
    return Phone(token_text(made))


def phone_of(event: Event, number: int) -> Phone:
    tokens = tokens_for_entries(event.pk, ACTOR)
    return Phone(next(token_text(token) for token in tokens if token.entry and token.entry.number == number))
