"""/healthz answers from the database."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_answers_when_the_database_does(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"database": "ok"})
