"""The API keeps to its description in a Teams event too (test_schema.py asks a Pairs event)."""

import re

import pytest
import schemathesis
from hypothesis import settings

from tests.api.calls import Stage
from tests.api.test_schema import BOUNDED, EXAMPLES, _described, _one_connection, ask
from tournaments.models import Event

__all__ = ["_one_connection"]

OWN = re.compile(r"/api/v1/events/\{event\}(/(draft|rounds|entries|boards|results|standings|movement).*)?$")
everything = _described(bounds=False).include(path_regex=OWN.pattern)


@pytest.fixture(params=["teams", "tied"])
def event(request: pytest.FixtureRequest, stage: Stage) -> Event:
    found: Event = getattr(stage, request.param)
    return found


@pytest.mark.usefixtures("_one_connection")
@everything.parametrize()
@settings(BOUNDED, max_examples=EXAMPLES)
def test_the_api_keeps_to_it(case: schemathesis.Case, stage: Stage, event: Event) -> None:
    ask(case, stage, event)
