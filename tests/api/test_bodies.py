"""A body counts whether or not its length is stated beforehand."""

import http.client
import json
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import AsyncRequestFactory
from pytest_django import Settings
from rest_framework.authtoken.models import Token
from rest_framework.parsers import JSONParser
from rest_framework.test import APIClient

from tests.api.calls import BIDS, Stage, faults_of
from tests.conftest import url_of_the_test_database
from tests.support.broker import child
from tournaments.api.parsing import StrictJSONParser, WholeRequest
from tournaments.management.embedded import network
from tournaments.management.embedded.children import Program

Call = Callable[[str], APIClient]
RESULT = json.dumps({"round": 1, "table": 3, "board": 1, **BIDS}).encode()
IN_PIECES: dict[str, Any] = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}


def post_in_pieces(client: APIClient, path: str, body: bytes, **more: Any) -> Any:
    environ = {**IN_PIECES, "wsgi.input": BytesIO(body), **more}
    return client.generic("POST", path, b"", content_type="application/json", **environ)


def test_a_body_in_pieces_is_read(stage: Stage, call: Call) -> None:
    assert post_in_pieces(call("scorer"), stage.url("/results"), RESULT).status_code == 201
    assert stage.event.results.count() == 3


def test_a_body_in_pieces_is_as_strictly_read(stage: Stage, call: Call, settings: Settings) -> None:
    cut = post_in_pieces(call("scorer"), stage.url("/results"), RESULT[:-1])
    assert (cut.status_code, faults_of(cut)) == (400, {"": "json-cut"})
    settings.MAX_UPLOAD_BYTES = len(RESULT) - 1
    assert post_in_pieces(call("scorer"), stage.url("/results"), RESULT).status_code == 413
    assert stage.event.results.count() == 2


def test_no_body_in_pieces_is_no_body(stage: Stage, call: Call) -> None:
    assert post_in_pieces(call("director"), stage.url("/rounds/2/open"), b"").status_code == 200


def test_a_body_that_cannot_be_read_is_refused_and_not_taken_for_none(stage: Stage, call: Call) -> None:
    more = {"wsgi.input_terminated": False}
    answer = post_in_pieces(call("director"), stage.url("/finalise"), b'{"reason": "Fire."}', **more)
    assert (answer.status_code, faults_of(answer)) == (400, {"": "length-missing"})


def test_a_body_under_asgi_is_read_too() -> None:
    request = AsyncRequestFactory().post("/", RESULT, content_type="application/json")
    request.META.pop("CONTENT_LENGTH")
    assert WholeRequest(request, parsers=[StrictJSONParser()]).data["table"] == 3
    with_length = AsyncRequestFactory().post("/", RESULT, content_type="application/json")
    assert WholeRequest(with_length, parsers=[JSONParser()]).data["table"] == 3


@pytest.fixture
def server(transactional_db: None, tmp_path: Path) -> Iterator[int]:
    """The port of the web server that `up` starts, on the test's database."""
    port, log = network.free_port("127.0.0.1", ()), tmp_path / "web.log"
    command = (
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--workers", "1", "--no-ws"),
        *("--host", "127.0.0.1", "--port", str(port), "tournaments.site.wsgi:application"),
    )
    environment = {
        "DATABASE_URL": url_of_the_test_database(),
        "DIRECTOR_MODE": "embedded",
        "SECRET_KEY": "of this test " * 5,
    }
    with child(Program("web", command, environment, log), lambda: not network.is_free("127.0.0.1", port)):
        yield port


def test_the_real_server_hands_on_a_body_in_pieces(server: int, stage: Stage) -> None:
    token = Token.objects.create(user=stage.users["scorer"]).key
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    connection = http.client.HTTPConnection("127.0.0.1", server, timeout=60)
    for table, status in ((3, 201), (3, 409), (4, 201)):
        body = json.dumps({"round": 1, "table": table, "board": 1, **BIDS}).encode()
        pieces = iter([body[:20], body[20:]])
        connection.request("POST", stage.url("/results"), pieces, headers, encode_chunked=True)
        answer = connection.getresponse()
        told = answer.read()
        assert answer.status == status, told
    connection.close()
    assert stage.event.results.count() == 4
