"""A request that cannot be read is answered in the form of its door."""

import pytest
from django.conf import LazySettings
from django.test import Client


def test_an_unknown_host_under_the_api_is_told_in_the_apis_form(
    settings: LazySettings, client: Client
) -> None:
    settings.ALLOWED_HOSTS = ["hall.example"]
    answer = client.get("/api/v1/events", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert answer.json()["faults"][0]["code"] == "bad-request"
    assert "does not answer to that name" in answer.json()["detail"]


def test_an_unknown_host_elsewhere_is_told_on_a_page(settings: LazySettings, client: Client) -> None:
    settings.ALLOWED_HOSTS = ["hall.example"]
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "does not answer to that name" in answer.content.decode()


@pytest.mark.django_db
def test_a_form_that_is_too_large_is_413(settings: LazySettings, client: Client) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    answer = client.post("/accounts/login/", {"login": "x" * 200})
    assert answer.status_code == 413
    assert "send less" in answer.content.decode()
