"""Which answers take the session's cookie back."""

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(client: Client, director: User) -> Client:
    """A browser whose session has ended on the server, and which does not know it yet."""
    assert client.cookies["sessionid"].value
    Session.objects.all().delete()
    return client


def taken_back(client: Client, address: str, **headers: str) -> bool:
    answer = client.get(address, headers=headers)
    cookie = answer.cookies.get("sessionid")
    return cookie is not None and not cookie.value


@pytest.mark.parametrize("mode", ["cors", "same-origin", "no-cors"])
def test_a_script_that_asks_what_is_new_takes_no_cookie_back(ended: Client, event: Event, mode: str) -> None:
    address = reverse("desk:event", args=[event.pk]) + "?live=1"
    assert not taken_back(ended, address, **{"Sec-Fetch-Mode": mode, "X-Requested-With": "fetch"})


def test_a_page_that_one_goes_to_does(ended: Client, event: Event) -> None:
    address = reverse("desk:event", args=[event.pk])
    assert taken_back(ended, address, **{"Sec-Fetch-Mode": "navigate"})
    assert taken_back(ended, address)


def test_signing_out_does(client: Client, director: User) -> None:
    answer = client.post(reverse("account_logout"), headers={"Sec-Fetch-Mode": "navigate"})
    assert not answer.cookies["sessionid"].value
    assert not Session.objects.exists()
