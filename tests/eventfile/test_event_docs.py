"""The page, the examples and the schema say what the code does."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from boards import pbn
from boards.dealing import deal_boards
from scoring.game import TARGETS
from scoring.race import TARGET
from scoring.ranking import TIE_BREAKS
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tournaments.draws.swiss import MAX_ROUNDS
from tournaments.eventfile import loads, score
from tournaments.eventfile.csv_text import MAX_COLUMNS, MAX_ROWS, MAX_TABLE_BYTES
from tournaments.eventfile.json_text import (
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_EVENT_BYTES,
    MAX_RATING_DIGITS,
    MAX_SEED_DIGITS,
)
from tournaments.eventfile.parse_games import MAX_DEALS, MAX_GAMES, MAX_RATING
from tournaments.eventfile.parse_teams import FEWEST_PLAYERS, MAX_RACE_BOARDS, MAX_SEED, MOST_PLAYERS
from tournaments.eventfile.reader import MAX_NUMBER
from tournaments.eventfile.tables import ENTRY_COLUMNS, RESULT_COLUMNS, parse_entries, parse_results

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "event-file.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs" / "event-file.schema.json").read_text(encoding="utf-8"))
WORDS = {4: "four", 6: "six"}
EXAMPLES = ROOT / "fixtures" / "examples"
PAIRS, TEAMS, RANKED, PAIRS_PRINTED, TEAMS_PRINTED, RANKED_PRINTED = re.findall(
    r"```json\n(.*?)```", PAGE, re.DOTALL
)


def test_the_first_example_can_be_scored() -> None:
    standings = score(loads(PAIRS))["standings"]

    assert isinstance(standings, list)
    assert len(standings) == 4


def test_what_is_shown_of_pairs_has_the_shape_of_what_is_printed() -> None:
    printed, shown = score(loads(PAIRS)), json.loads(PAIRS_PRINTED)

    def shape(value: object) -> object:
        if isinstance(value, dict):
            return {key: shape(child) for key, child in value.items()}
        return [shape(value[0])] if isinstance(value, list) and value else type(value) is list

    assert shape(shown) == shape(printed)


def test_what_is_shown_of_teams_is_the_beginning_of_what_is_printed() -> None:
    printed, shown = score(loads(TEAMS)), json.loads(TEAMS_PRINTED)

    for key in ("standings", "matches"):
        rows = printed[key]
        assert isinstance(rows, list)
        printed[key] = rows[:1]
    assert shown == printed
    assert list(shown) == list(printed)


def test_what_is_shown_of_ranked_tables_is_the_beginning_of_what_is_printed() -> None:
    printed, shown = score(loads(RANKED)), json.loads(RANKED_PRINTED)

    (game,) = printed["games"]  # type: ignore[misc]
    game["changes"] = game["changes"][:1]
    for step in game["steps"]:
        for side in ("ns", "ew"):
            del step[side]["components"]
    numbers = [(row.pop("rating"), row["player"]) for part in (printed, shown) for row in part["ratings"]]
    assert numbers[:4] == [(pytest.approx(rating), player) for rating, player in numbers[4:]]
    for part in (printed["games"], shown["games"]):
        for change in part[0]["changes"]:
            assert change["after"] == pytest.approx(change["before"] + change["change"])
            for key in ("after", "change", "expected", "matches"):
                del change[key]
    assert shown == printed
    assert list(shown) == list(printed)


def test_every_key_of_the_schema_is_described() -> None:
    shapes = [SCHEMA, *(shape for name, shape in SCHEMA["$defs"].items() if name != "rules")]
    keys = {key for shape in shapes for key in shape.get("properties", ())}

    assert {key for key in keys if not re.search(rf"[`\"#, ]{key}\b", PAGE)} == set()


def test_the_limits_are_those_of_the_code() -> None:
    assert f"at most {MAX_EVENT_BYTES // 10**6} MB" in PAGE
    assert f"nested at most {MAX_DEPTH} deep; numbers of at most {MAX_DIGITS} digits" in PAGE
    assert f"go to {MAX_NUMBER}" in PAGE
    assert f"at most {MAX_TABLE_BYTES // 10**6} MB, {MAX_ROWS:,} rows and {MAX_COLUMNS} columns" in PAGE
    assert f"save a `seed`,\n  which has up to {MAX_SEED_DIGITS}" in PAGE
    assert f"starting `ratings`, which have up to {MAX_RATING_DIGITS}" in PAGE
    assert f"at most {MAX_ROUNDS} rounds" in PAGE
    assert f"a race has at most, 1 to {MAX_RACE_BOARDS}; the target is the rule set's, or {TARGET}" in PAGE
    assert f"`players` are {WORDS[FEWEST_PLAYERS]} to {WORDS[MOST_PLAYERS]}, or none" in PAGE
    assert f"at most {MAX_GAMES} games of {MAX_DEALS} deals" in PAGE
    *targets, highest = TARGETS
    assert f"{', '.join(map(str, targets))} or {highest}, or what the event's rules say" in PAGE
    assert f"from −{MAX_RATING} to {MAX_RATING}" in PAGE
    assert MAX_SEED == 2**63 - 1
    for names in (TIE_BREAKS, SWISS_TIE_BREAKS):
        assert ", ".join(f"`{name}`" for name in names) in PAGE


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
