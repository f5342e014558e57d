"""The page, the examples and the schema say what the code does."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from boards import pbn
from boards.dealing import deal_boards
from scoring.ranking import TIE_BREAKS
from tournaments.eventfile import loads, score
from tournaments.eventfile.csv_text import MAX_COLUMNS, MAX_ROWS, MAX_TABLE_BYTES
from tournaments.eventfile.json_text import MAX_DEPTH, MAX_DIGITS, MAX_EVENT_BYTES
from tournaments.eventfile.reader import MAX_NUMBER
from tournaments.eventfile.tables import ENTRY_COLUMNS, RESULT_COLUMNS, parse_entries, parse_results

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "event-file.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs" / "event-file.schema.json").read_text(encoding="utf-8"))
EXAMPLES = ROOT / "fixtures" / "examples"
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def test_the_first_example_can_be_scored() -> None:
    standings = score(loads(BLOCKS[0]))["standings"]

    assert isinstance(standings, list)
    assert len(standings) == 4


def test_the_second_example_has_the_shape_of_what_is_printed() -> None:
    printed, shown = score(loads(BLOCKS[0])), json.loads(BLOCKS[1])

    def shape(value: object) -> object:
        if isinstance(value, dict):
            return {key: shape(child) for key, child in value.items()}
        return [shape(value[0])] if isinstance(value, list) and value else type(value) is list

    assert shape(shown) == shape(printed)


def test_every_key_of_the_schema_is_described() -> None:
    shapes = [SCHEMA, *(shape for name, shape in SCHEMA["$defs"].items() if name != "rules")]
    keys = {key for shape in shapes for key in shape.get("properties", ())}

    assert {key for key in keys if not re.search(rf"[`\"#, ]{key}\b", PAGE)} == set()


def test_the_limits_are_those_of_the_code() -> None:
    assert f"at most {MAX_EVENT_BYTES // 10**6} MB" in PAGE
    assert f"nested at most {MAX_DEPTH} deep; numbers of at most {MAX_DIGITS} digits" in PAGE
    assert f"go to {MAX_NUMBER}" in PAGE
    assert f"at most {MAX_TABLE_BYTES // 10**6} MB, {MAX_ROWS:,} rows and {MAX_COLUMNS} columns" in PAGE
    assert ", ".join(f"`{name}`" for name in TIE_BREAKS) in PAGE


@pytest.mark.parametrize("columns", [ENTRY_COLUMNS, RESULT_COLUMNS])
def test_the_column_names_are_those_of_the_code(columns: Mapping[str, Sequence[str]]) -> None:
    rows = dict(re.findall(r"^\| `([^`]+)` \| ([^|(]+)", PAGE, re.MULTILINE))

    for column, names in columns.items():
        described = {column, *(name.strip() for name in rows[column].split(","))}
        assert described | {column} == set(names) | {column}


def test_the_example_tables_and_boards_hold_together() -> None:
    event_file = loads((EXAMPLES / "everything.json").read_text(encoding="utf-8"))
    boards = pbn.loads((EXAMPLES / "boards.pbn").read_bytes())
    source = event_file.board_source

    assert source is not None
    dealt = deal_boards(bytes.fromhex(source.secret), source.session, [board.number for board in boards])
    assert [board.deal for board in boards] == dealt
    assert [(board.number, board.deal) for board in event_file.boards] == [(b.number, b.deal) for b in boards]
    assert parse_entries((EXAMPLES / "entries.csv").read_bytes()).faults == ()
    assert parse_results((EXAMPLES / "results.csv").read_bytes(), event_file.event.rules).faults == ()
