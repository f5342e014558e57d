"""The API keeps to its description at ranked tables too (test_schema.py asks a Pairs event)."""

import re

import pytest
import schemathesis
from hypothesis import settings

from tests.api.calls import Stage
from tests.api.test_schema import BOUNDED, EXAMPLES, _described, _one_connection, ask

__all__ = ["_one_connection"]

OWN = re.compile(
    r"/api/v1/(events/\{event\}(/(games|calls|standings|entries|export).*)?|clubs/\{club\}/(ratings|players|bans|rerate).*)$"
)
everything = _described(bounds=False).include(path_regex=OWN.pattern)


@pytest.mark.usefixtures("_one_connection")
@everything.parametrize()
@settings(BOUNDED, max_examples=EXAMPLES)
def test_the_api_keeps_to_it(case: schemathesis.Case, stage: Stage) -> None:
    ask(case, stage, stage.ranked)
