"""Tokens, sessions with their CSRF token, and how often strangers may ask."""

from collections.abc import Callable
from unittest.mock import patch

import pytest
from rest_framework.test import APIClient
from rest_framework.throttling import AnonRateThrottle

from tests.api.calls import BIDS, V1, Stage, as_user, faults_of
from tournaments.api.authentication import GuessThrottle

Call = Callable[[str], APIClient]
SENT = {"round": 1, "table": 3, "board": 1, **BIDS}


@pytest.mark.parametrize(
    "header", ["Token", "Token x", "Token a b", "Token " + "0" * 40, "Token ÿ", "token " + "é" * 40]
)
def test_a_wrong_token_is_refused_even_where_everybody_may_read(stage: Stage, header: str) -> None:
    answer = APIClient().get(f"{V1}/events", HTTP_AUTHORIZATION=header)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Token"
    assert faults_of(answer) == {"": "authentication-failed"}


def test_a_session_needs_its_csrf_token(stage: Stage) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(stage.users["scorer"])
    bare = client.post(stage.url("/results"), SENT)
    assert bare.status_code == 403
    assert "CSRF" in bare.json()["detail"]
    client.get("/accounts/password/")
    token = client.cookies["csrftoken"].value
    assert client.post(stage.url("/results"), SENT, HTTP_X_CSRFTOKEN=token).status_code == 201


def test_a_token_needs_no_csrf_token(stage: Stage) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(**as_user(stage.users["scorer"])._credentials)
    assert client.post(stage.url("/results"), SENT).status_code == 201


def test_a_stranger_with_a_large_form_and_a_session_is_told_so(stage: Stage) -> None:
    """A form is read for its CSRF token before the API refuses forms: too large a one must not be our fault."""
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(stage.users["scorer"])
    form = "a=" + "x" * 6_000_000
    answer = client.generic(
        "POST", stage.url("/results"), form, content_type="application/x-www-form-urlencoded"
    )
    assert answer.status_code == 413
    faults_of(answer)


def test_strangers_are_slowed_down_and_directors_are_not(stage: Stage, call: Call) -> None:
    with patch.object(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min"}):
        answers = [call("").get(f"{V1}/clubs") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert int(answers[2]["Retry-After"]) > 0
        assert faults_of(answers[2]) == {"": "throttled"}
        assert call("director").get(f"{V1}/clubs").status_code == 200


def test_token_guesses_are_counted(stage: Stage, call: Call) -> None:
    guess = {"HTTP_AUTHORIZATION": "Token " + "0" * 40}
    with patch.object(GuessThrottle, "rate", "2/min"):
        answers = [APIClient().get(f"{V1}/clubs", **guess) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [401, 401, 429]
    assert call("scorer").get(f"{V1}/clubs").status_code == 200
