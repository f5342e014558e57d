"""`manage.py score`: the worked hands, both shapes of standings, its exits, and its independence of a database."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings

from scoring.pairs import check_pairs_event
from tests.eventfile.documents import bare, document, event_files, played, text_of
from tournaments.eventfile import EventFile, loads, score
from tournaments.eventfile.columns import shortened, width
from tournaments.eventfile.model_states import ResultStatus
from tournaments.eventfile.report import report
from tournaments.eventfile.standings import score_event, to_pairs_event

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "fixtures" / "examples"
GOLDEN = json.loads((ROOT / "tests" / "golden" / "deal_scores.json").read_text(encoding="utf-8"))


def run(
    *arguments: str, stdin: bytes = b"", command: str = "score", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """`manage.py score …` in a process of its own, with a database address that answers to nobody."""
    unreachable = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none"}
    return subprocess.run(
        [sys.executable, "manage.py", command, *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        env={**os.environ, **unreachable, **environment},
        check=False,
        timeout=60,
    )


def scored(value: Any) -> Any:
    return json.loads(json.dumps(score(loads(text_of(value)))))


def test_what_nobody_has_agreed_on_counts_only_where_it_is_to_count() -> None:
    """North-South make 70 at the first table and 69 at the second, where the sides differ."""
    second = played(table=2, ns=3, ew=4, ns_tricks="8", ew_tricks="5", status="disputed")
    sides = [(line["ns"], line["ns_matchpoints"]) for line in boards_of(document([played(), second]))]
    assert sides == [(1, 1.0), (3, 0.0)]
    strict = document([played(), second], event={"name": "Strict", "provisional_counts": False})
    assert [line["ns"] for line in boards_of(strict)] == [1]


def boards_of(value: Any) -> Any:
    (board,) = scored(value)["boards"]
    return board["results"]


def test_the_worked_hands_come_out_of_the_command() -> None:
    done = run(str(EXAMPLES / "two-hands.json"), "--json")

    assert (done.returncode, done.stderr) == (0, b"")
    boards = json.loads(done.stdout)["boards"]
    assert [board["number"] for board in boards] == [1, 2]
    for board in boards:
        rows = [row for row in GOLDEN["duplicate-pairs"] if row["hand"] == board["number"]]
        scores = [[line["ns_score"], line["ew_score"]] for line in board["results"]]
        percentages = [[line["ns_percentage"], line["ew_percentage"]] for line in board["results"]]
        assert scores == [row["value"] for row in rows]
        assert percentages == [[pytest.approx(value, abs=0.005) for value in row["percent"]] for row in rows]


def test_faults_go_to_standard_error_with_their_paths_and_exit_2() -> None:
    value = document([played(ns_tricks="6"), played(table=2, ns=3, ew=9)])

    done = run("-", "--json", stdin=text_of(value).encode())

    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert [line.split(": ")[0] for line in lines] == ["results[0].ns_tricks", "results[1].ew"]


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("cut.json", b'{"format": "dupl', "The file ends in the middle: at line 1, column 17 "),
        ("empty.json", b"", "The file is empty"),
        ("missing.json", None, "missing.json cannot be read: "),
        (".", None, ". cannot be read: "),
    ],
)
def test_a_file_that_cannot_be_read_gets_one_sentence(
    name: str, content: bytes | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name).write_bytes(content)
    out, errors = StringIO(), StringIO()

    with pytest.raises(SystemExit) as left:
        call_command("score", name, stdout=out, stderr=errors)

    (line,) = errors.getvalue().splitlines()
    assert (left.value.code, out.getvalue()) == (2, "")
    assert line.startswith(sentence)


def test_a_terminal_without_the_signs_gets_question_marks_not_a_trace() -> None:
    done = run(str(EXAMPLES / "everything.json"), PYTHONIOENCODING="ascii")

    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Everything an event file can hold ? duplicate-pairs" in done.stdout


def test_the_shape_of_what_score_prints() -> None:
    found = scored(document([played()]))

    assert found == {
        "standings": [
            {"rank": 1, "tied": True, "entry": 1, "name": "Pair 1", "percentage": 50.0, "boards": 1},
            {"rank": 1, "tied": True, "entry": 2, "name": "Pair 2", "percentage": 50.0, "boards": 1},
            {"rank": 3, "tied": True, "entry": 3, "name": "Pair 3", "percentage": None, "boards": 0},
            {"rank": 3, "tied": True, "entry": 4, "name": "Pair 4", "percentage": None, "boards": 0},
        ],
        "boards": [
            {
                "number": 1,
                "results": [
                    {
                        "ns": 1,
                        "ew": 2,
                        "ns_score": 70,
                        "ew_score": 49,
                        "ns_matchpoints": 0.0,
                        "ew_matchpoints": 0.0,
                        "ns_percentage": 50.0,
                        "ew_percentage": 50.0,
                    }
                ],
            }
        ],
        "matches": [],
        "ratings": [],
    }


def test_two_winners_make_two_lists() -> None:
    """The field decides, and without one the direction an entry sat in."""
    rows = [bare(ns_score=70, ew_score=10), bare(table=2, ns=3, ew=4, ns_score=60, ew_score=20)]
    value = document(rows) | {"event": {"name": "x", "winners": "two"}}
    value["entries"][0]["field"] = "NS"

    standings = scored(value)["standings"]

    assert {name: [row["entry"] for row in rows] for name, rows in standings.items()} == {
        "NS": [1, 3],
        "EW": [4, 2],
    }


def test_expected_on_a_board_is_what_neuberg_counts_on() -> None:
    """RULES 2: 5 expected, 2 obtained: 6.5 and 1.5 of 8, in 2-per-win units."""
    rows = [bare(ns_score=70, ew_score=10), bare(table=2, ns=3, ew=4, ns_score=60, ew_score=20)]
    value = document(rows, boards=[{"number": 1, "expected": 5}])

    with_neuberg = scored(value)["boards"][0]["results"]
    without = scored(value | {"event": {"name": "x", "neuberg": False}})["boards"][0]["results"]

    assert [line["ns_matchpoints"] for line in with_neuberg] == [3.25, 0.75]
    assert [line["ns_percentage"] for line in with_neuberg] == [81.25, 18.75]
    assert [line["ns_percentage"] for line in without] == [100.0, 0.0]


def test_adjustments_weights_and_penalties_reach_the_standings() -> None:
    """Neuberg is off, so that the weighted 80 beats the one score of 70 outright and 60 does not."""
    weighted = [{"weight": 1, "ns_score": 80, "ew_score": 0}, {"weight": 3, "ns_score": 60, "ew_score": 0}]
    rows = [
        bare(ns_adjusted="A+", ew_adjusted=40),
        bare(table=2, ns=3, ew=4, ns_score=70, ew_score=10),
        bare(table=3, ns=5, ew=6, weighted=weighted),
        bare(table=4, ns=7, ew=8, not_played=True),
    ]
    penalties = [{"entry": 2, "percent": 2.5}, {"entry": 3, "points": -1}]
    event = {"name": "x", "neuberg": False}
    value = document(rows, entries=8, penalties=penalties, event=event)

    found = scored(value)

    lines = found["boards"][0]["results"]
    percentage = {row["entry"]: row["percentage"] for row in found["standings"]}
    assert [line["ns_percentage"] for line in lines] == [60.0, 50.0, 25.0, None]
    assert [line["ns_score"] for line in lines] == [None, 70, None, None]
    assert percentage[2] == 37.5
    # without Neuberg the one score of 70 has nobody to beat: a matchpoint has no measure there and gives nothing
    assert percentage[3] == 50.0
    assert percentage[7] is None


def test_tie_breaks_part_equal_percentages() -> None:
    rows = [bare(board=board, ns_adjusted="A", ew_adjusted="A") for board in (1, 2)]
    rows.append(bare(board=3, ns=3, ew=4, ns_adjusted="A", ew_adjusted="A"))

    def ranks(**event: Any) -> dict[int, int]:
        found = scored(document(rows, event={"name": "x"} | event))
        return {row["entry"]: row["rank"] for row in found["standings"]}

    assert ranks() == {1: 1, 2: 1, 3: 1, 4: 1}
    assert ranks(tie_breaks=["most_boards"]) == {1: 1, 2: 1, 3: 3, 4: 3}


def test_a_withdrawn_entry_is_listed_last() -> None:
    rows = [bare(ns_score=70, ew_score=10), bare(table=2, ns=3, ew=4, ns_score=60, ew_score=20)]
    value = document(rows)
    value["entries"][0]["withdrawn"] = True

    standings = scored(value)["standings"]

    assert [row["entry"] for row in standings] == [4, 2, 3, 1]
    assert "withdrawn" in report(loads(text_of(value))).splitlines()[7]


def test_groups_of_a_fouled_board_are_compared_apart() -> None:
    rows = [bare(ns_score=70, ew_score=1), bare(table=2, ns=3, ew=4, ns_score=60, ew_score=1, group=1)]

    lines = scored(document(rows))["boards"][0]["results"]

    assert [line["ns_percentage"] for line in lines] == [50.0, 50.0]


@settings(max_examples=40, deadline=None)
@given(event_files())
def test_whatever_loads_takes_can_be_scored_and_laid_out(event_file: EventFile) -> None:
    assert check_pairs_event(to_pairs_event(event_file)) == ()

    found: Any = score(event_file)

    lists = found["standings"].values() if isinstance(found["standings"], dict) else [found["standings"]]
    assert sorted(row["entry"] for rows in lists for row in rows) == [
        entry.number for entry in event_file.entries
    ]
    counted = event_file.results
    if not event_file.event.provisional_counts:
        counted = tuple(result for result in counted if result.status is ResultStatus.CONFIRMED)
    assert sum(len(board["results"]) for board in found["boards"]) == len(counted)
    json.dumps(found, allow_nan=False)
    assert report(event_file, sums=True).startswith(f"{event_file.event.name} · ")


def test_the_report_lines_up_and_says_why() -> None:
    event_file = loads((EXAMPLES / "two-hands.json").read_text(encoding="utf-8"))

    lines = report(event_file).splitlines()

    start = lines.index("Board 2 · dealer E")
    header, rows = lines[start + 1], lines[start + 2 : start + 6]
    column = header.index("NS %")
    assert [row[column - 2 : column + 4].strip() for row in rows] == ["0.00", "100.00", "33.33", "66.67"]
    assert [row.split("  ")[-2:] for row in rows[:1]] == [["beat 0 of 3", "beat 3 of 3"]]
    assert "Standings North-South" in lines
    assert sum(line.startswith("Board ") for line in lines) == 2


def test_the_report_unfolds_each_score_on_request() -> None:
    event_file = loads((EXAMPLES / "two-hands.json").read_text(encoding="utf-8"))
    sums = [line.strip() for line in report(event_file, sums=True).splitlines() if line.startswith("      ")]

    # hand 1, row 1: 7 set, 5 made with 2 bags
    assert sums[0].startswith("NS −70: ")
    assert sums[1].startswith("EW 118: ")
    parts = [Fraction(part.rsplit(" = ", 1)[1].replace("−", "-")) for part in sums[1][8:].split("; ")]
    assert parts == [50, -2, 70]


def test_long_and_wide_names_keep_the_columns() -> None:
    names = ["王芳 & 李娜", "x" * 200, "Zoë́ & Bo", "🂡 & 🂱"]
    value = document() | {"entries": [{"number": index, "name": name} for index, name in enumerate(names, 1)]}

    rows = report(loads(text_of(value))).splitlines()[3:8]

    # the percentage column ends at one place in all rows, the header's included
    ends = {width(row[: max(row.rfind("%"), row.rfind("–")) + 1]) for row in rows}
    assert len(ends) == 1
    assert [width(text) for text in ("Ann", "王芳", "Zoe\u0308", "🂡")] == [3, 4, 3, 1]
    assert shortened("x" * 200) == "x" * 39 + "…"
    assert width(shortened("王" * 100)) <= 40


def test_a_big_event_is_scored_whole() -> None:
    """40 tables, 26 boards; NS 40 has the highest score on each."""
    rows = [
        bare(round=board, table=table, board=board, ns=table, ew=41 + (table + board) % 40, ns_score=table, ew_score=0)
        for board in range(1, 27)
        for table in range(1, 41)
    ]  # fmt: skip
    found = scored(document(rows, entries=80))

    assert score_event(loads(text_of(document(rows, entries=80)))).standings[""][0].entry == 40
    assert found["standings"][0]["percentage"] == 100.0
    assert len(found["boards"]) == 26
