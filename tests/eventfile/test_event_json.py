"""Files that are no JSON, or JSON that nobody should have to guess about: one sentence each, at its place."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.faults import Fault, FaultsError
from tests.eventfile.documents import document, played
from tournaments.eventfile import loads
from tournaments.eventfile.json_text import MAX_EVENT_BYTES, parse_json

EXAMPLE = (Path(__file__).parents[2] / "fixtures" / "examples" / "everything.json").read_text("utf-8")


def faults_of(source: str | bytes) -> tuple[Fault, ...]:
    with pytest.raises(FaultsError) as caught:
        parse_json(source)
    return caught.value.faults


def only_fault_of(source: str | bytes) -> Fault:
    (fault,) = faults_of(source)
    return fault


@settings(max_examples=200, deadline=None)
@given(st.integers(1, len(EXAMPLE.encode()) - 3))
def test_a_file_cut_anywhere_is_said_to_end_in_the_middle(length: int) -> None:
    cut = EXAMPLE.encode()[:length]

    fault = only_fault_of(cut)

    whole = cut.decode("utf-8", "ignore")
    line, column = whole.count("\n") + 1, len(whole) - whole.rfind("\n")
    assert fault.code == "json-cut"
    assert fault.message.startswith(f"The file ends in the middle: at line {line}, column {column} ")


def test_what_is_wrong_before_the_end_is_not_called_a_cut() -> None:
    fault = only_fault_of('{\n  "format": "x",\n  "version" 1,\n  "entries": []\n}\n')

    assert fault.code == "json-syntax"
    assert "line 3, column 13" in fault.message


def test_something_after_the_document_is_named() -> None:
    fault = only_fault_of('{"a": 1}\n{"b": 2}')

    assert fault.code == "json-syntax"
    assert "line 2, column 1" in fault.message


@pytest.mark.parametrize("source", ["", "  \n", b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf \n"])
def test_an_empty_file(source: str | bytes) -> None:
    assert only_fault_of(source).code == "json-empty"


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""])
def test_a_byte_order_mark_is_passed_over(mark: bytes) -> None:
    text = json.dumps(document([played()]), ensure_ascii=False).replace("Club night", "Clubabend Köln")

    assert loads(mark + text.encode()).event.name == "Clubabend Köln"
    assert loads(mark.decode() + text).event.name == "Clubabend Köln"


def test_another_encoding_is_named_with_its_place() -> None:
    fault = only_fault_of('{\n "name": "Köln"}'.encode("latin-1"))

    assert fault.code == "json-encoding"
    assert "Line 2, column 12" in fault.message
    assert "UTF-8" in fault.message


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400", "9" * 5000, "1" * 16])
def test_numbers_that_json_readers_do_not_agree_on(number: str) -> None:
    fault = only_fault_of(f'{{"penalties": [{{"entry": 1}}, {{"percent": {number}}}]}}')

    assert (fault.code, fault.path) == ("json-number", "penalties[1].percent")
    assert len(fault.message) < 120


def test_a_key_that_stands_twice_is_named_with_its_path() -> None:
    faults = faults_of(
        '{"results": [{"log": {"a": {"x": 1, "y": 2, "x": 3}}, "ns": 1, "ns": 1}], "results": [{"ns": 1, "ns": 2}]}'
    )

    # the last one of two equal keys is the one whose inside is looked at
    assert [(fault.code, fault.path) for fault in faults] == [
        ("json-repeated-key", "results"),
        ("json-repeated-key", "results[0].ns"),
    ]


@pytest.mark.parametrize("depth", [40, 900, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting_that_no_event_needs(depth: int, opening: str, closing: str) -> None:
    assert only_fault_of(opening * depth + "1" + closing * depth).code == "json-too-deep"


def test_too_large_a_file_is_refused_before_it_is_read() -> None:
    assert only_fault_of(b"[" * (MAX_EVENT_BYTES + 1)).code == "json-too-large"
    assert only_fault_of("[" * (MAX_EVENT_BYTES + 1)).code == "json-too-large"


@pytest.mark.parametrize(
    ("escape", "shown"), [(r"\ud800", "U+D800"), (r"\u0000", "U+0000"), (r"\u001b", "U+001B")]
)
def test_characters_that_no_name_holds(escape: str, shown: str) -> None:
    fault = only_fault_of(f'{{"entries": [{{"name": "Ann {escape}Lee"}}]}}')

    assert (fault.code, fault.path) == ("json-character", "entries[0].name")
    assert shown in fault.message
    assert "place 5" in fault.message


@pytest.mark.parametrize("source", ["[]", '"x"', "1", "null", "true"])
def test_a_document_that_is_no_object(source: str) -> None:
    with pytest.raises(FaultsError) as caught:
        loads(source)

    (fault,) = caught.value.faults
    assert (fault.code, fault.path) == ("wrong-type", "")


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=60) | st.text(max_size=60) | st.text('{}[]",:0123456789.eEtrufalsn\\-', max_size=40)
)
def test_no_bytes_whatever_get_past_as_anything_but_faults(source: str | bytes) -> None:
    with pytest.raises(FaultsError):
        loads(source)
