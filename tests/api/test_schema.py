"""The description in docs/openapi.yaml is the one the code gives, and the API keeps to it.

Schemathesis makes requests out of the description, good and bad ones, sends them in this process, and looks at every
answer: never a fault of ours, always a status that is described, always a body of the described form.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from rest_framework.authtoken.models import Token
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.calls import Stage, add_a_penalty, as_user
from tournaments.models import Ban, Event, Kind

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
EXAMPLES = 3


def test_the_committed_description_is_current(tmp_path: Path) -> None:
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", file=str(made))
    assert made.read_text(encoding="utf-8") == DESCRIPTION.read_text(encoding="utf-8"), (
        "write it anew: python3 manage.py spectacular --file docs/openapi.yaml --validate --fail-on-warn"
    )


DESCRIPTION = Path(__file__).parents[2] / "docs" / "openapi.yaml"


def _described(*, bounds: bool) -> Any:
    """The description, to be asked of this process; with `bounds`, also every value at the edge of what is said."""
    found = schemathesis.openapi.from_path(DESCRIPTION)
    found.app = WSGIHandler()
    found.config.phases.coverage.enabled = bounds
    return found


everything = _described(bounds=False)
# every value at the edge is hundreds of requests a form: for those with the most to get wrong
forms = _described(bounds=True).include(path="/api/v1/events/{event}/results", method="POST")
forms = forms.include(path="/api/v1/events/{event}/results", method="GET")
forms = forms.include(path="/api/v1/events/{event}/penalties", method="POST")

BOUNDED = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """Requests share the connection, and the transaction, of the test: a request's end must not close it."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def asking(stage: Stage) -> Stage:
    add_a_penalty(stage)
    return stage


@pytest.mark.usefixtures("_one_connection")
@everything.parametrize()
@settings(BOUNDED, max_examples=EXAMPLES)
def test_the_api_keeps_to_it(case: schemathesis.Case, asking: Stage) -> None:
    ask(case, asking)


@pytest.mark.usefixtures("_one_connection")
@forms.parametrize()
@settings(BOUNDED, max_examples=1)
def test_the_api_keeps_to_it_at_the_edges(case: schemathesis.Case, asking: Stage) -> None:
    ask(case, asking)


def ask(case: schemathesis.Case, stage: Stage, event: Event | None = None) -> None:
    """Send what was made up, as a director, and look at the answer."""
    token, _ = Token.objects.get_or_create(user=stage.users["director"])
    there = {"event": (event or stage.event).pk, "tournament": stage.tournament.pk, "club": stage.club.pk}
    there |= {"round": 1, "table": 1, "board": 1, "entry": 1, "match": 1, "game": 2, "deal": 2}
    if event is not None and event.kind == Kind.RANKED:
        there |= {
            "person": event.games.get(number=1).seats.get(seat="N").person_id,
            "ban": Ban.objects.get().pk,
        }
        if "club" in case.path_parameters and re.fullmatch(r"[-\w]{1,50}", case.path_parameters["club"]):
            case.path_parameters["club"] = stage.club.slug
    for name, value in there.items():
        # numbers made up would only ever meet 404; those that are no numbers stay as they are
        if isinstance(case.path_parameters.get(name), int):
            case.path_parameters[name] = value
    answer = case.call(headers={"Authorization": f"Token {token.key}"})
    case.validate_response(answer, checks=CHECKS)


def test_the_description_says_who_may_and_what_is_refused() -> None:
    described = as_user(None).get("/api/v1/schema", HTTP_ACCEPT="application/vnd.oai.openapi+json").json()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            responses = set(operation["responses"])
            assert {"400", "401", "429"} <= responses, (path, method)
            public = {} in operation["security"]
            assert public != ("403" in responses), (path, method)
            assert operation["summary"], (path, method)
    for name, form in described["components"]["schemas"].items():
        if name.endswith("Request"):
            assert form.get("additionalProperties") is False, name
