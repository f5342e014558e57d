"""A form that makes something makes it once, though its button be pressed twice; and a second one when it is meant."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tournaments.models import Event, Invitation, Pack, Penalty, Person, RatingSet, Tournament
from tournaments.services.sent_forms import KEPT
from tournaments.tasks import sweep_lagging

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Deed:
    """A page, the form on it that makes something, where that is sent, and the rows that come of it."""

    page: str
    sent: dict[str, Any]
    made: type[Model]
    to: str = ""


PAIR = {"name": "Thursday Pairs", "kind": "pairs", "pairs": "8", "movement": "later", "make": "1"}
DEEDS = {
    "event": lambda event: Deed(reverse("desk:new-event", args=[event.tournament_id]), PAIR, Event),
    "tournament": lambda event: Deed(
        reverse("desk:new-tournament", args=[event.tournament.club.slug]),
        {"name": "Autumn", "starts_on": "2026-12-01", "ends_on": "2026-12-01", "time_zone": "UTC"},
        Tournament,
    ),
    "invitation": lambda event: Deed(
        reverse("desk:people", args=[event.tournament.club.slug]),
        {"do": "invite", "email": "zoe@example.org", "role": "scorer"},
        Invitation,
    ),
    "people": lambda event: Deed(
        reverse("desk:players", args=[event.tournament.club.slug]), {"names": "Zoe Zorn"}, Person
    ),
    "pack": lambda event: Deed(
        reverse("desk:packs", args=[event.pk]),
        {"documents": "results", "paper": "A4"},
        Pack,
        to=reverse("desk:pack-order", args=[event.pk]),
    ),
    "penalty": lambda event: Deed(
        reverse("desk:rulings", args=[event.pk]),
        {"entry": "3", "amount": "2.5", "unit": "percent", "reason": "Late."},
        Penalty,
        to=reverse("desk:penalty", args=[event.pk]),
    ),
    "rating": lambda event: Deed(
        reverse("desk:ratings", args=[event.tournament.club.slug]),
        {
            "do": "set",
            "player": event.tournament.club.people.first().name,
            "kind": "pairs",
            "rating": "1600",
            "reason": "From elsewhere.",
        },
        RatingSet,
    ),
}


def key_on(client: Client, page: str) -> str:
    found = re.findall(r'name="_once" value="([^"]+)"', client.get(page).content.decode())
    assert found, page
    return str(found[-1])


def made(deed: Deed) -> int:
    return deed.made._default_manager.count()


@pytest.mark.parametrize("name", DEEDS)
def test_sent_twice_it_is_made_once(name: str, event: Event, owner: User, client: Client) -> None:
    deed = DEEDS[name](event)
    before = made(deed)
    sent = {**deed.sent, "_once": key_on(client, deed.page)}
    first = client.post(deed.to or deed.page, {**sent, "_keep": "a-1"})
    assert (first.status_code, made(deed)) == (302, before + 1), first.content.decode()[-3000:]
    again = client.post(deed.to or deed.page, {**sent, "_keep": "a-2"})
    assert (again.status_code, again["Location"], made(deed)) == (302, first["Location"], before + 1)
    assert "desk-saved" in again.cookies


def test_what_was_said_is_said_to_who_pressed_twice(event: Event, owner: User, client: Client) -> None:
    deed = DEEDS["event"](event)
    sent = {**deed.sent, "_once": key_on(client, deed.page)}
    client.post(deed.page, sent)
    client.cookies.pop("messages")  # the browser has dropped the first answer
    shown = client.post(deed.page, sent, follow=True)
    assert "“Thursday Pairs” is made." in shown.content.decode()


def test_a_second_one_is_made_when_it_is_meant(event: Event, owner: User, client: Client) -> None:
    deed = DEEDS["people"](event)
    before = made(deed)
    key = key_on(client, deed.page)
    client.post(deed.page, {**deed.sent, "_once": key})
    client.post(deed.page, {"names": "Zia Zorn", "_once": key})  # back, and changed
    client.post(deed.page, {"names": "Zac Zorn", "_once": key_on(client, deed.page)})
    assert made(deed) == before + 3


def test_a_form_that_was_refused_is_sent_again(event: Event, owner: User, client: Client) -> None:
    deed = DEEDS["event"](event)
    key = key_on(client, deed.page)
    assert client.post(deed.page, {**deed.sent, "name": "", "_once": key}).status_code == 422
    assert client.post(deed.page, {**deed.sent, "name": "", "_once": key}).status_code == 422
    assert client.post(deed.page, {**deed.sent, "_once": key}).status_code == 302


def test_another_file_of_the_same_name_is_read(event: Event, owner: User, client: Client) -> None:
    page = reverse("desk:entries-paste", args=[event.pk])
    key = key_on(client, page)

    def send(name: str) -> Any:
        file = SimpleUploadedFile("people.csv", f"player 1;player 2\n{name} Zorn;Zac {name}\n".encode())
        return client.post(page, {"file": file, "_once": key})

    answers = [send(name).content for name in ("Ann", "Zoe")]
    assert b"Ann Zorn" in answers[0]
    assert b"Zoe Zorn" in answers[1]


def test_the_answer_is_for_whoever_sent_it(event: Event, owner: User, client: Client) -> None:
    deed = DEEDS["event"](event)
    before = made(deed)
    sent = {**deed.sent, "_once": key_on(client, deed.page)}
    client.post(deed.page, sent)
    other = Client()
    other.force_login(User.objects.create_superuser("chief"))
    other.post(deed.page, sent)
    assert made(deed) == before + 2


def test_answers_are_not_kept_for_ever(event: Event, owner: User, client: Client) -> None:
    deed = DEEDS["people"](event)
    client.post(deed.page, {**deed.sent, "_once": key_on(client, deed.page)})
    kept = Session.objects.filter(pk__startswith="sent")
    assert kept.count() == 1
    kept.update(expire_date=kept.get().expire_date - KEPT)
    client.post(deed.page, {"names": "Zia Zorn", "_once": key_on(client, deed.page)})
    assert "sessions 1" in sweep_lagging()
    assert kept.count() == 1
