"""What is written is read back the same, and what is read agrees with the published schema."""

import json
from copy import deepcopy
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.faults import FaultsError
from scoring.ranking import TIE_BREAKS
from scoring.rules import PRESETS
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tests.eventfile.documents import event_files
from tournaments.eventfile import EventFile, dumps, loads

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "event-file.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
EXAMPLES = sorted((ROOT / "fixtures" / "examples").glob("*.json"))
EVERYTHING, EVERYTHING_TEAMS, EVERYTHING_RANKED = (
    (ROOT / "fixtures" / "examples" / name).read_text(encoding="utf-8")
    for name in ("everything.json", "everything-teams.json", "everything-ranked.json")
)


@settings(max_examples=80, deadline=None)
@given(event_files())
def test_what_is_written_is_read_back_the_same(event_file: EventFile) -> None:
    text = dumps(event_file)

    assert loads(text) == event_file
    assert dumps(loads(text)) == text
    assert list(VALIDATOR.iter_errors(json.loads(text))) == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_in_canonical_form_and_fit_the_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert dumps(loads(text)) == text
    assert list(VALIDATOR.iter_errors(json.loads(text))) == []


def test_the_examples_everything_have_every_key_that_the_schema_knows() -> None:
    known = {key for shape in [SCHEMA, *SCHEMA["$defs"].values()] for key in shape.get("properties", ())}
    derived = {"sit_outs", "findings", "figures", "boards_per_round"}

    examples = (EVERYTHING, EVERYTHING_TEAMS, EVERYTHING_RANKED)
    found = {key for text in examples for key in _keys(json.loads(text))}
    assert known - derived - found == set()


def test_each_result_has_a_line_of_its_own() -> None:
    lines = EVERYTHING.splitlines()

    assert sum('"board": ' in line and '"ns": ' in line for line in lines) == 8


def test_the_schema_is_one_and_names_the_rules_and_tie_breaks_there_are() -> None:
    Draft202012Validator.check_schema(SCHEMA)

    preset_names, rules = SCHEMA["$defs"]["rules"]["anyOf"]
    overridable = {field for preset in PRESETS.values() for field in preset.__dataclass_fields__}
    assert set(preset_names["enum"]) == set(PRESETS)
    assert set(rules["properties"]) == overridable
    assert SCHEMA["$defs"]["pairs_tie_break"]["enum"] == list(TIE_BREAKS)
    assert SCHEMA["$defs"]["teams_tie_break"]["enum"] == list(SWISS_TIE_BREAKS)


JUNK: list[Any] = [
    *(None, True, 0, -1, 1, 7, 2001, 10**6, 0.5, "", " ", "x", "A+", "7", "NS", "one", "a\nb", "y" * 201),
    *(
        [],
        [1],
        ["x"],
        {},
        {"number": 1},
        {"weight": 1},
        "duplicate-pairs",
        {"preset": "standard"},
        "2026-01-01",
        "teams",
        "standard",
        "home",
        False,
        ["Ann Lee", "Bo Díaz"],
    ),
]


@pytest.mark.parametrize("example", [EVERYTHING, EVERYTHING_TEAMS], ids=["pairs", "teams"])
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_whatever_the_reader_takes_the_schema_takes_too(example: str, data: st.DataObject) -> None:
    """Break the fullest example anywhere: a key lost, added, or its value replaced."""
    document = json.loads(example)
    for _ in range(data.draw(st.integers(1, 2))):
        _break(document, data)
    try:
        loads(json.dumps(document))
    except FaultsError:
        return
    assert list(VALIDATOR.iter_errors(document)) == []


def _break(document: Any, data: st.DataObject) -> None:
    places = list(_places(document))
    holder, key = data.draw(st.sampled_from(places))
    how = data.draw(st.sampled_from(("replace", "replace", "remove", "add")))
    if how == "remove":
        del holder[key]
    elif how == "add" and isinstance(holder, dict):
        names = sorted({name for place, name in places if isinstance(place, dict)} | {"extra"})
        holder[data.draw(st.sampled_from(names))] = _junk(data)
    else:
        holder[key] = _junk(data)


def _junk(data: st.DataObject) -> Any:
    """A copy: what is put in may be broken in its turn, and the next example must find it whole."""
    return deepcopy(data.draw(st.sampled_from(JUNK)))


def _places(value: Any) -> Any:
    """Every (container, key) of a document, deepest included."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in list(pairs):
        yield value, key
        if isinstance(child, dict | list):
            yield from _places(child)


def _keys(value: Any) -> set[str]:
    if isinstance(value, list):
        return {key for child in value for key in _keys(child)}
    if isinstance(value, dict):
        return set(value) | {key for child in value.values() for key in _keys(child)}
    return set()


def test_decimals_stay_exact() -> None:
    penalty = loads(EVERYTHING.replace('"percent": 2.5', '"percent": 0.1')).penalties[0]

    assert penalty.percent == Decimal("0.1")
