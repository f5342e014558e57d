"""Addresses and forms of the admin's Team-of-Four pages."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.admin.pages import change_url
from tests.support.team_builders import LOSS, ROUT
from tournaments.models import Event, Match

BIDS = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")
WON, LOST = [ROUT] * 5, [LOSS] * 8
"""A table that ends with North-South's 500 on board 5, and one where nobody gets there."""


def draw_url(event: Event) -> str:
    return reverse("admin:tournaments_event_next_round", args=[event.pk])


def event_deed_url(event: Event, name: str) -> str:
    return reverse("admin:tournaments_event_do", args=[event.pk, name])


def match_of(event: Event, round_number: int, number: int) -> Match:
    return Match.objects.get(round__event=event, round__number=round_number, number=number)


def match_url(event: Event, round_number: int, number: int) -> str:
    return change_url(match_of(event, round_number, number))


def match_deed_url(event: Event, round_number: int, number: int, name: str) -> str:
    return reverse("admin:tournaments_match_do", args=[match_of(event, round_number, number).pk, name])


def sheet(*lines: str, first: int = 1, reason: str = "") -> dict[str, str]:
    """What is typed of a table: "7 8 5 5" for each board from `first` on."""
    typed = {
        f"b{board}_{name}": value
        for board, line in enumerate(lines, start=first)
        for name, value in zip(BIDS, line.split(), strict=True)
    }
    return {**typed, "reason": reason}


def pairings(client: Client, event: Event, **more: object) -> dict[str, Any]:
    """What the page of the next round would send if nothing were changed."""
    page = client.get(draw_url(event))
    assert page.status_code == 200, page.status_code
    lines, form = page.context["lines"], page.context["form"]
    return {
        "round_number": page.context["round_number"],
        "basis": form["basis"].value() or "",
        "home": [line.home or "" for line in lines],
        "away": [line.away or "" for line in lines],
        "bye": page.context["bye"] or "",
        "reason": "",
        **more,
    }


def form_faults(answer: Any) -> dict[str, list[str]]:
    """The faults at the form of a deed's page."""
    errors: dict[str, list[str]] = answer.context["form"].errors
    return errors


def said(answer: Any) -> list[str]:
    return [str(line) for line in answer.context["messages"]]
