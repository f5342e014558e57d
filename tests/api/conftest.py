"""Fixtures of the API's tests."""

from collections.abc import Callable

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.api.calls import Stage, as_user, build_stage


@pytest.fixture(autouse=True)
def _quick(settings: Settings) -> None:
    """A password that is meant to be slow to try, and a list of all static files made for each client, cost more
    than all the rest."""
    settings.WHITENOISE_AUTOREFRESH = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def stage(db: None) -> Stage:
    return build_stage()


@pytest.fixture
def call(stage: Stage) -> Callable[[str], APIClient]:
    """`call("scorer")`: a client with that person's token; `call("")`: without one."""
    return lambda who: as_user(stage.users.get(who))
