"""`manage.py movement`: the table, the JSON of the event file's document, and one sentence for a bad request."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.draws.movement import Movement
from tournaments.draws.registry import KINDS


def run(*args: str) -> str:
    out = StringIO()
    call_command("movement", *args, stdout=out)
    return out.getvalue()


def refusal(*args: str) -> str:
    with pytest.raises(CommandError) as caught:
        run(*args)
    assert caught.value.returncode == 2
    return str(caught.value)


def test_json_is_the_documented_form() -> None:
    value = json.loads(run("mitchell", "--pairs", "6", "--boards", "6", "--json"))
    assert value["rounds"][0][0] == {"table": 1, "ns": 1, "ew": 4, "boards": [1, 2]}
    assert value["findings"] == []
    assert value["winners"] == "two"
    assert value["sit_outs"] == [[], [], []]
    assert {note["code"] for note in value["notes"]} == {"meetings", "comparisons"}
    assert value["figures"]["meetings_max"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_json_reads_back(kind: str) -> None:
    assert Movement.from_json(json.loads(run(kind, "--pairs", "16", "--json"))) == KINDS[kind](16)


def test_table() -> None:
    lines = run("mitchell", "--pairs", "5", "--boards", "6").splitlines()
    assert lines[:7] == [
        "Mitchell, 3 tables, 3 rounds",
        "5 pairs, 6 boards, 2 a round, two winners, North-South and East-West",
        "",
        "round  table 1   table 2   table 3   sits out",
        "    1  1-4 b1-2  2-5 b3-4            3",
        "    2            2-4 b5-6  3-5 b1-2  1",
        "    3  1-5 b5-6            3-4 b3-4  2",
    ]
    assert "note: Sitting out: round 1: 3, round 2: 1, round 3: 2." in lines[8:]


def test_wide_movements_go_on_below() -> None:
    lines = run("barometer", "--pairs", "60", "--rounds", "4").splitlines()
    assert max(map(len, lines)) <= 110
    assert sum(line.startswith("round") for line in lines) > 2


def test_options_reach_the_movement() -> None:
    value = json.loads(run("howell", "--pairs", "14", "--rounds", "9", "--boards-per-round", "3", "--json"))
    assert (len(value["rounds"]), value["boards"]) == (9, 27)
    switched = json.loads(run("arrow_switch", "--pairs", "14", "--switched", "1", "--json"))
    assert switched["rounds"][-1][0]["ew"] == 1


def test_list_and_propose() -> None:
    listing = run("--list")
    assert all(kind in listing for kind in KINDS)
    text = run("--propose", "--pairs", "14", "--boards", "24", "--minutes", "180")
    assert text.splitlines()[1].startswith("1.")
    value = json.loads(
        run("--propose", "--pairs", "14", "--minutes", "100", "--minutes-per-board", "5", "--json")
    )
    assert all(proposal["minutes"] <= 100 for proposal in value["proposals"])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((), "--pairs"),
        (("howell",), "--pairs"),
        (("--pairs", "14"), "Name a kind"),
        (("howel", "--pairs", "14"), "no movement “howel”; choose one of mitchell, skip-mitchell"),
        (("howell", "--pairs", "fourteen"), "--pairs must be a whole number, not “fourteen”"),
        (("howell", "--pairs", "0"), "at least 2 pairs"),
        (("howell", "--pairs", "3"), "5 to 120 pairs, not for 3"),
        (("mitchell", "--pairs", "14", "--boards", "-1"), "boards must be from 1"),
        (("mitchell", "--pairs", "14", "--switched", "1"), "Only the kind arrow-switch"),
        (("--propose", "--pairs", "14", "--minutes", "soon"), "--minutes must be a number"),
    ],
)
def test_bad_requests(args: tuple[str, ...], words: str) -> None:
    assert words in refusal(*args)


def write(path: Path, value: Any) -> str:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return str(path)


def test_check_a_file(tmp_path: Path) -> None:
    value = KINDS["howell"](8).to_json()
    assert "one winner" in run("--check", write(tmp_path / "good.json", value))
    value["rounds"][2][1]["ns"] = value["rounds"][2][0]["ns"]
    with pytest.raises(CommandError, match="may not be used") as caught:
        run("--check", write(tmp_path / "bad.json", value))
    assert caught.value.returncode == 1


def test_check_a_file_that_is_none(tmp_path: Path) -> None:
    assert "cannot be read" in refusal("--check", str(tmp_path / "missing.json"))
    assert "not JSON" in refusal("--check", write(tmp_path / "cut.json", '{"rounds": [[{"table": 1'))
    assert "not JSON" in refusal("--check", write(tmp_path / "deep.json", "[" * 100_000))
    (tmp_path / "latin.json").write_bytes(b'{"name": "\xe9"}')
    assert "not JSON" in refusal("--check", str(tmp_path / "latin.json"))
    assert "rounds[0][0].ew" in refusal(
        "--check",
        write(tmp_path / "form.json", {"rounds": [[{"table": 1, "ns": 1, "ew": "2", "boards": [1]}]]}),
    )
