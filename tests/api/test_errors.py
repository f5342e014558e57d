"""What cannot be read is refused in the one form, and is never a fault of ours."""

from collections.abc import Callable
from io import BytesIO

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.api.calls import V1, Stage, as_user, faults_of
from tournaments.api.parsing import StrictJSONParser
from tournaments.services.errors import TooLargeError

Call = Callable[[str], APIClient]
GOOD = '"round": 1, "table": 3, "board": 1, "ns_bid": "7", "ns_tricks": "8", "ew_bid": "5", "ew_tricks": "5"'

UNREADABLE = {
    "cut off": ("{" + GOOD, "json-cut"),
    "no JSON": ("round=1", "json-syntax"),
    "a list": ("[]", "not-an-object"),
    "a number": ("7", "not-an-object"),
    "null": ("null", "not-an-object"),
    "a text": ('"x"', "not-an-object"),
    "a repeated key": ("{" + GOOD + ', "round": 2}', "json-repeated-key"),
    "NaN": ('{"round": NaN}', "json-number"),
    "Infinity": ('{"round": -Infinity}', "json-number"),
    "1e999": ('{"round": 1e999}', "json-number"),
    "an int of 65 bits": ('{"round": 36893488147419103232}', "json-number"),
    "an int of 5,000 digits": ('{"round": ' + "9" * 5000 + "}", "json-number"),
    "a null byte": ('{"reason": "a\\u0000b"}', "json-character"),
    "half a surrogate": ('{"reason": "\\ud800"}', "json-character"),
    "nested 100,000 deep": ('{"round": ' + "[" * 100_000 + "]" * 100_000 + "}", "json-too-deep"),
    "nested 40 deep": ('{"round": ' + "[" * 40 + "]" * 40 + "}", "json-too-deep"),
}


@pytest.mark.one_engine
@pytest.mark.parametrize("body", UNREADABLE)
def test_unreadable_bodies(stage: Stage, call: Call, body: str) -> None:
    text, code = UNREADABLE[body]
    answer = call("scorer").generic("POST", stage.url("/results"), text, content_type="application/json")
    assert answer.status_code == 400
    assert set(faults_of(answer).values()) == {code}
    assert "file" not in answer.json()["detail"]
    assert stage.event.results.count() == 2


def test_bytes_that_are_no_text(stage: Stage, call: Call) -> None:
    answer = call("scorer").generic(
        "POST", stage.url("/results"), b'{"reason": "caf\xe9"}', content_type="application/json"
    )
    assert answer.status_code == 400
    assert faults_of(answer) == {"": "json-encoding"}


@pytest.mark.parametrize(
    "body",
    [
        {"round": [], "table": {}, "board": None},
        {"round": {"round": {"round": 1}}},
        {"weighted": "A+", "round": 1.5, "table": 1, "board": -1},
        {"weighted": [1, "x", None, {"weight": 0}], "round": 1, "table": 1, "board": 1},
        {"state": {"a": 1}, "reason": ["x"], "ns_bid": {}, "as_played": None, "group": "1"},
    ],
)
def test_wrong_types(stage: Stage, call: Call, body: dict[str, object]) -> None:
    answer = call("scorer").post(stage.url("/results"), body)
    assert answer.status_code == 400
    assert faults_of(answer)


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("post", "/penalties", {"entry": 1, "amount": "NaN", "reason": "x"}),
        ("post", "/penalties", {"entry": 1, "amount": 1e300, "reason": "x"}),
        ("post", "/penalties", {"entry": 1, "amount": None, "reason": "x"}),
        ("post", "/entries", {"entries": {}}),
        ("post", "/entries", {"entries": [[]]}),
        ("post", "/entries", {"entries": [{"players": "Ann"}]}),
        ("put", "/movement", {"movement": []}),
        ("put", "/movement", {"movement": {"rounds": [[{"table": "1"}]]}}),
        ("put", "/movement", {"kind": "mitchell", "movement": {}}),
        ("put", "/movement", {}),
        ("patch", "", {"rules": 7}),
        ("patch", "", {"rules": {"preset": ["x"]}}),
        ("patch", "", {"rules": {"preset": "duplicate-pairs", "trick_points": "10"}}),
        ("patch", "", {"tie_breaks": "sum"}),
        ("patch", "", {"expected_scores": {"one": 3}}),
        ("post", "/boards/import", {"pbn": 3}),
    ],
)
def test_wrong_forms_elsewhere(
    stage: Stage, call: Call, method: str, rest: str, body: dict[str, object]
) -> None:
    answer = getattr(call("director"), method)(stage.url(rest), body)
    assert answer.status_code == 400
    assert faults_of(answer)


def test_a_body_that_is_too_large(stage: Stage, call: Call, settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 1000
    answer = call("scorer").post(stage.url("/results"), {"reason": "x" * 1000})
    assert answer.status_code == 413
    assert faults_of(answer) == {"": "too-large"}
    # from what the sender says, before anything is read or anybody is looked up
    assert call("").post(stage.url("/results"), {"reason": "x" * 1000}).status_code == 413


def test_what_really_comes_is_counted_too(settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    assert StrictJSONParser().parse(BytesIO(b'{"a": 123}')) == {"a": 123}
    with pytest.raises(TooLargeError):
        StrictJSONParser().parse(BytesIO(b'{"a": 1234}'))


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_only_json_is_read(stage: Stage, call: Call, content_type: str) -> None:
    answer = call("scorer").generic(
        "POST", stage.url("/results"), "{" + GOOD + "}", content_type=content_type
    )
    assert answer.status_code == 415
    assert faults_of(answer) == {"": "unsupported-media-type"}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_a_method_that_is_not_there(stage: Stage, call: Call, method: str) -> None:
    answer = call("director").generic(method, stage.url("/results"))
    assert answer.status_code == 405
    assert faults_of(answer) == {"": "method-not-allowed"}


@pytest.mark.parametrize("name", ["Müller & Łuczak", "李雷 & 韓梅梅", "محمد وعلي", "👩‍👩‍👧 & 🦊", "x" * 200])
def test_names_of_the_world(stage: Stage, call: Call, name: str) -> None:
    made = call("director").post(stage.url("/entries", stage.bare), {"entries": [{"name": name}]})
    assert made.status_code == 201
    number = made.json()["entries"][0]["number"]
    assert as_user(None).get(stage.url(f"/entries/{number}", stage.bare)).json()["name"] == name


@pytest.mark.parametrize(
    ("entry", "faults"),
    [
        ({"name": "x" * 201}, {"entries[0].name": "name-too-long"}),
        ({"name": "Ann\tLee\u200b"}, {"entries[0].name": "name-unprintable"}),
        ({"name": ""}, {"entries[0].name": "name-missing"}),
        ({"players": ["Ann"]}, {"entries[0].players": "players"}),
        ({"players": ["Ann", "Bo", "Cy"]}, {"entries[0].players": "players"}),
        ({"name": "Lee", "number": 3}, {"entries[0].number": "number-taken"}),
    ],
)
def test_names_and_entries_that_are_none(
    stage: Stage, call: Call, entry: dict[str, object], faults: dict[str, str]
) -> None:
    answer = call("director").post(stage.url("/entries", stage.bare), {"entries": [entry]})
    assert answer.status_code == 400
    assert faults.items() <= faults_of(answer).items()
    assert stage.bare.entries.count() == 8


def test_a_strange_accept_header_is_answered_in_the_form(stage: Stage) -> None:
    answer = as_user(None).get(f"{V1}/events", HTTP_ACCEPT="text/html")
    assert answer.status_code == 406
    faults_of(answer)
