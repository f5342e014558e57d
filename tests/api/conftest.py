"""Fixtures of the API's tests."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import Stage, as_user, build_stage


@pytest.fixture
def stage(db: None) -> Stage:
    return build_stage()


@pytest.fixture
def call(stage: Stage) -> Callable[[str], APIClient]:
    """`call("scorer")`: a client with that person's token; `call("")`: without one."""
    return lambda who: as_user(stage.users.get(who))
