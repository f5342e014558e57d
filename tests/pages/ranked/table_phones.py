"""A ranked table with its code, and phones that ask: short helpers for the tests of the ranked table's page."""

import re
from dataclasses import dataclass, field

from django.http import HttpResponse
from django.test import Client

from tests.pages.reading import text
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import FOUR, player
from tournaments.models import Event, Game
from tournaments.services.tokens import token_text, tokens_for_tables

SEATS = ("N", "E", "S", "W")


@dataclass
class Phone:
    """A phone that has opened a code: it keeps cookies, and sends the token of the form that it was shown."""

    token: str
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def path(self, place: str = "") -> str:
        return f"/table/{self.token}/{place}"

    def get(self, place: str = "", **headers: str) -> HttpResponse:
        return self.client.get(self.path(place), headers=headers)

    def page(self) -> str:
        response = self.get()
        assert response.status_code == 200, response.status_code
        return response.content.decode()

    def text(self) -> str:
        return text(self.page())

    def do(self, deed: str, **sent: object) -> HttpResponse:
        """Post a form of the page, as a browser would, or one that the page does not have."""
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.page())
        token = found[1] if found else self.client.cookies["csrftoken"].value
        body = {"csrfmiddlewaretoken": token, **sent}
        return self.client.post(self.path(f"do/{deed}"), body)

    def done(self, deed: str, **sent: object) -> None:
        response = self.do(deed, **sent)
        said = text(response.content.decode())
        assert (response.status_code, response.headers.get("Location")) == (302, self.path()), said

    def refused(self, deed: str, status: int = 422, **sent: object) -> str:
        """The page's text after a deed that is not done."""
        response = self.do(deed, **sent)
        assert response.status_code == status, (response.status_code, response.content.decode()[:500])
        return text(response.content.decode())

    def say(self, side: str, line: str, *, deal: int = 1, game: int = 1) -> HttpResponse:
        names = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
        words = dict(zip(names, line.split(), strict=True))
        return self.do("deal", game=game, deal=deal, side=side, **words)

    @property
    def keys(self) -> list[str]:
        kept = self.client.cookies.get("seat-keys")
        return kept.value.split(".") if kept is not None else []


def phone_at(event: Event, table: int = 1) -> Phone:
    [made] = tokens_for_tables(event.pk, [table], ACTOR)
    return Phone(token_text(made))


def sit_down(event: Event, table: int = 1, **opened: object) -> dict[str, Phone]:
    """Four phones at a table on which a game has begun, by the seats that were taken on them."""
    phones = {seat: phone_at(event, table) for seat in SEATS}
    phones["N"].done("open", **opened)
    number = Game.objects.filter(event=event).count()
    for seat, name in zip(SEATS, FOUR, strict=True):
        player(event, name)
        phones[seat].done("sit", game=number, seat=seat, who=name)
    return phones
