"""A movement of one's own: read, proved, and only then the draw."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.support.event_builders import make_event, make_member
from tournaments.draws.registry import build
from tournaments.models import Event, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(pairs=6)


@pytest.fixture
def director(event: Event, client: Client) -> User:
    user = make_member(event.tournament.club, Role.DIRECTOR)
    user.is_staff = True
    user.save()
    client.force_login(user)
    return user


def upload(client: Client, event: Event, content: bytes) -> object:
    url = reverse("admin:tournaments_event_do", args=[event.pk, "own-movement"])
    return client.post(url, {"file": SimpleUploadedFile("own.json", content)})


def test_a_legal_one_becomes_the_draw(event: Event, director: User, client: Client) -> None:
    movement = build("howell", 6)
    assert upload(client, event, json.dumps(movement.to_json()).encode()).status_code == 302
    assert event.rounds.count() == len(movement.rounds)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"rounds": [[{"table": 1, "ns": 1, "ew": 1, "boards": [1]}]]}', "1"),
        (b'{"rounds": []}', "rounds"),
        (b'{"rounds": [[', "ends"),
        (b"\xff\xfe\x00", ""),
        (b"[" * 50_000, ""),
    ],
)
def test_anything_else_is_refused_in_words(
    event: Event, director: User, client: Client, content: bytes, said: str
) -> None:
    page = upload(client, event, content)
    assert page.status_code == 200
    errors = page.context["form"].non_field_errors()
    assert errors
    assert said in " ".join(errors)
    assert not event.rounds.exists()
