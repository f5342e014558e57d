"""/healthz answers from the database."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


def test_answers_when_the_database_does(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"database": "ok"})


def test_says_so_when_the_database_does_not(client: Client) -> None:
    def unreachable(*_: object) -> None:
        raise OperationalError("the server has gone")

    with connection.execute_wrapper(unreachable):
        response = client.get("/healthz")
    assert (response.status_code, response.json()) == (503, {"database": "unreachable"})


def test_is_never_cached(client: Client) -> None:
    assert "no-store" in client.get("/healthz").headers["Cache-Control"]
