"""Entries and results out of CSV files as people really save them."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import PRESETS
from tournaments.eventfile.csv_text import MAX_COLUMNS, MAX_ROWS, MAX_TABLE_BYTES, guarded, write_table
from tournaments.eventfile.tables import (
    ENTRY_COLUMNS,
    RESULT_COLUMNS,
    EntryRow,
    parse_entries,
    parse_results,
    size_fault,
)

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "fixtures" / "examples"
RULES = PRESETS["duplicate-pairs"]

WESTERN = "No,Player 1,Player 2\n1,Jürgen Müller,José Núñez\n2,Søren Højer,Åsa Björk\n"
CZECH = "No;Player 1;Player 2\n1;Věra Dvořáková;Jiří Růžička\n2;Łukasz Żak;Anna Święty\n"
RUSSIAN = "No\tPlayer 1\tPlayer 2\n1\tАнна Иванова\tДмитрий Кузнецов\n2\tОльга Петрова\tИван Сидоров\n"
GREEK = "No,Player 1,Player 2\n1,Ελένη Πέτρου,Γιώργος Νικολάου\n2,Μαρία Παππά,Νίκος Δήμου\n"


def entry(line: int, number: int | None = None, *players: str, name: str = "") -> EntryRow:
    return EntryRow(line=line, number=number, name=name, players=players, field=None)


def entries_of(text: str) -> tuple[EntryRow, ...]:
    table = parse_entries(text.encode())
    assert table.faults == ()
    return table.rows


def entry_paths(text: str | bytes) -> list[str]:
    table = parse_entries(text if isinstance(text, bytes) else text.encode())
    return [fault.path for fault in table.faults]


def result_paths(rows: str) -> list[str]:
    header = "round,table,board,ns,ew,ns score,ew score,ns bid,ns tricks,ew bid,ew tricks,np"
    return [fault.path for fault in parse_results(f"{header}\n{rows}".encode(), RULES).faults]


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        (WESTERN, "utf-8", "utf-8"),
        (WESTERN, "utf-8-sig", "utf-8"),
        (WESTERN, "latin-1", "cp1252"),
        (WESTERN, "utf-16", "utf-16"),
        (WESTERN, "utf-16-le", "utf-16-le"),
        (WESTERN, "utf-16-be", "utf-16-be"),
        (WESTERN, "utf-32", "utf-32"),
        (CZECH, "cp1250", "cp1250"),
        (RUSSIAN, "cp1251", "cp1251"),
        (RUSSIAN, "utf-16", "utf-16"),
        (GREEK, "cp1253", "cp1253"),
    ],
)
def test_encodings_and_delimiters_are_found(text: str, encoding: str, found: str) -> None:
    table = parse_entries(text.encode(encoding))

    rows = list(csv.reader(io.StringIO(text), delimiter=text[2]))[1:]
    assert [list(row.players) for row in table.rows] == [row[1:] for row in rows]
    assert (table.faults, table.encoding, table.delimiter) == ((), found, text[2])


def test_a_single_accented_name_in_latin_1() -> None:
    (row,) = parse_entries("name\nMüller & Núñez\n".encode("latin-1")).rows

    assert row.name == "Müller & Núñez"


def test_line_endings_blank_rows_and_a_delimiter_said_aloud() -> None:
    assert entries_of("sep=;\r\nno;player 1;player 2\r\n1;A, a;B\r\n\r\n;;\r\n2;C;D") == (
        entry(3, 1, "A, a", "B"),
        entry(6, 2, "C", "D"),
    )
    assert entries_of("\n\nno,name\r1,A\r") == (entry(4, 1, name="A"),)


def test_quoted_cells_hold_delimiters_quotes_and_line_breaks() -> None:
    text = 'no,name\n1,"Lee, ""Ace""\n& Diaz"\n2,Other\n'

    # a row keeps the number that the spreadsheet gives it
    assert entries_of(text) == (entry(2, 1, name='Lee, "Ace" & Diaz'), entry(3, 2, name="Other"))


def test_the_delimiter_is_the_one_that_makes_known_columns() -> None:
    # there are more commas than semicolons
    text = "No;Player 1;Player 2;Club, town, country, planet, galaxy\n1;A;B;C\n"

    table = parse_entries(text.encode())

    assert table.rows == (entry(2, 1, "A", "B"),)
    assert table.ignored == ("Club, town, country, planet, galaxy",)


@pytest.mark.parametrize("header", ["PAIR NO.,Player_1,player-2", "#,First player,Partner", "nr, P1 ,p2"])
def test_header_names_are_taken_as_people_write_them(header: str) -> None:
    assert entries_of(f"{header}\n7,A,B\n") == (entry(2, 7, "A", "B"),)


@pytest.mark.parametrize("columns", [ENTRY_COLUMNS, RESULT_COLUMNS])
def test_no_header_name_means_two_columns(columns: dict[str, tuple[str, ...]]) -> None:
    synonyms = [synonym for names in columns.values() for synonym in names]

    assert len(synonyms) == len(set(synonyms))
    assert all(
        names[0].replace(" ", "_") in (name, name.replace(" ", "_")) for name, names in columns.items()
    )


@pytest.mark.parametrize("cell", ["A B & C D", "A B/C D", "A B and C D", "A B + C D"])
def test_both_players_in_one_cell(cell: str) -> None:
    assert entries_of(f"players\n{cell}\n") == (entry(2, None, "A B", "C D"),)


def test_the_field_is_read_as_people_write_it() -> None:
    table = parse_entries(b"name,direction\nA,N/S\nB,East-West\nC,ew\nD,\nE,north\n")

    assert [row.field for row in table.rows] == ["NS", "EW", "EW", None, None]
    assert [fault.path for fault in table.faults] == ["row 6, field"]


@pytest.mark.parametrize(
    ("rows", "paths"),
    [
        ("1,Ann,\n", ["row 2, player 2"]),
        ("1,,Bo\n", ["row 2, player 1"]),
        ("1,A,B\n\n2,,\n", ["row 4, name"]),
        ("x,A,B\n0,A,B\n2001,A,B\n", ["row 2, number", "row 3, number", "row 4, number"]),
        ("1,A,B\n2,C,D\n1,E,F\n", ["row 4, number"]),
        ("1,A,B,surplus\n2,A,B,,\n", ["row 2"]),
        ("1,A\n", ["row 2, player 2"]),
        (f"1,{'x' * 201},B\n", ["row 2, player 1"]),
        ("1,A\x07,B\n", ["row 2, player 1"]),
        ("", [""]),
    ],
)
def test_faults_of_entries(rows: str, paths: list[str]) -> None:
    assert entry_paths(f"number,player 1,player 2\n{rows}") == paths


def test_faults_come_with_the_rows_that_could_be_read() -> None:
    table = parse_entries(b"no,player 1,player 2\n1,A,B\n2,C,\n3,D,E\n")

    assert [row.number for row in table.rows] == [1, 2, 3]
    assert "row 3, player 2: The row is half empty: it has no player 2; fill it in." in map(str, table.faults)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "table-empty"),
        (b"\xef\xbb\xbf\r\n\r\n", "table-empty"),
        (b";;;\n", "table-empty"),
        (b"number,colour\n1,red\n", "table-header"),
        (b"name,no,pair\nA,1,1\n", "table-header"),
        (b"name\nA\x00B\n", "table-nul"),
        (b"\x00\x01\x02\x03\x04", "table-nul"),
        (b"PK\x03\x04 and so on", "table-workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "table-workbook"),
        (b"\xef\xbb\xbfname\nM\xfcller\n", "table-encoding"),
        (b'name\n"never closed\nB\n', "table-quoting"),
        (b'name\n"A" B\n', "table-quoting"),
        (b"name\n" + b"x" * 140_000, "table-quoting"),
        (b"name\n" + b"A\n" * (MAX_ROWS + 1), "table-too-long"),
        (b"name\nA" + b"," * (MAX_COLUMNS + 1), "table-too-wide"),
        (b"x" * (MAX_TABLE_BYTES + 1), "table-too-large"),
    ],
)  # fmt: skip
def test_tables_that_are_refused_whole(data: bytes, code: str) -> None:
    table = parse_entries(data)

    assert table.rows == ()
    assert [fault.code for fault in table.faults] == [code]
    assert table.faults[0].message.endswith(".")


def test_size_is_known_before_anything_is_read() -> None:
    assert size_fault(MAX_TABLE_BYTES) is None
    fault = size_fault(100_000_000)
    assert fault is not None
    assert "5 MB" in fault.message


def test_results_in_every_form() -> None:
    table = parse_results((EXAMPLES / "results.csv").read_bytes(), RULES)

    first, _, scores, half, adjusted, not_played = (row.fields for row in table.rows)
    assert table.faults == ()
    assert (first.round, first.table, first.board, first.ns, first.ew) == (1, 1, 1, 1, 3)
    assert (first.ns_bid, first.ns_tricks, first.ew_bid, first.ew_tricks) == ("4+3", "5+3", "2+3", "5")
    assert (scores.ns_score, scores.ew_score, scores.ns_bid) == (60, 59, None)
    assert (half.ns_score, half.ew_score, half.ew_adjusted) == (70, None, "A-")
    assert (adjusted.ns_adjusted, adjusted.ew_adjusted) == ("A+", "40")
    assert not_played.not_played


def test_pairs_may_be_left_to_the_draw() -> None:
    (row,) = parse_results(b"round,table,board,ns score,ew score\n1,1,1,70,49\n", RULES).rows

    assert (row.fields.ns, row.fields.ew, row.fields.ns_score) == (None, None, 70)


def test_numbers_as_spreadsheets_write_them() -> None:
    text = "round;table;board;ns score;ns adj;ew adj\n1;1;1;−70;;62,5 %\n1;2;1;-70;;a−\n1;3;1;–;A+;100\n"

    table = parse_results(text.encode(), RULES)

    found = [(row.fields.ns_score, row.fields.ns_adjusted, row.fields.ew_adjusted) for row in table.rows]
    assert table.faults == ()
    assert found == [(-70, None, "62.5"), (-70, None, "A-"), (None, "A+", "100")]


@pytest.mark.parametrize(
    ("row", "paths"),
    [
        ("1,1,1,1,2,70,49,,,,,", []),
        ("1,1,,1,2,70,49,,,,,", ["row 2, board"]),
        (",,1,1,2,70,49,,,,,", ["row 2, round", "row 2, table"]),
        ("1,1,1,1,2,,,7,6,5,6,", ["row 2, ns_tricks"]),
        ("1,1,1,1,2,,,N,7,5,6,", ["row 2, ns_bid"]),
        ("1,1,1,1,2,,,7,7,,,", ["row 2, ew_bid", "row 2, ew_tricks"]),
        ("1,1,1,1,2,,,,,,,", ["row 2"]),
        ("1,1,1,1,2,70,,,,,,", ["row 2, ew_score"]),
        ("1,1,1,1,2,1.5,x,,,,,", ["row 2, ns_score", "row 2, ew_score"]),
        ("1,1,1,1,2,,,,,,,perhaps", ["row 2, not_played"]),
        ("1,1,1,1,2,70,49,,,,,\n1,1,1,3,4,70,49,,,,,", ["row 3, board"]),
    ],
)
def test_faults_of_results(row: str, paths: list[str]) -> None:
    assert result_paths(row) == paths


@pytest.mark.parametrize("missing", ["round", "table", "board"])
def test_results_need_their_place(missing: str) -> None:
    header = ",".join(name for name in ("round", "table", "board", "ns score", "ew score") if name != missing)

    table = parse_results(f"{header}\n1,1,1,1\n".encode())

    assert [(fault.code, f"“{missing}”" in fault.message) for fault in table.faults] == [
        ("table-header", True)
    ]


@pytest.mark.parametrize(
    "cell", ["=1+1", "+cmd", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "=HYPERLINK(1)"]
)
def test_no_cell_is_run_as_a_formula(cell: str) -> None:
    written = write_table(["name"], [[cell]])

    assert guarded(cell) == f"'{cell}"
    (row,) = list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))[1:]
    assert row[0].startswith("'")
    assert parse_entries(written).rows[0].name == cell.strip()


@pytest.mark.parametrize("cell", [-70, "-62.5", "4+3", "N+4", "O'Neill", "", None])
def test_numbers_bids_and_names_are_written_as_they_are(cell: object) -> None:
    assert guarded(cell) == ("" if cell is None else str(cell))


names = st.text(
    st.characters(min_codepoint=32, exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=12
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(names, names), min_size=1, max_size=5), st.sampled_from([",", ";", "\t"]))
def test_what_is_written_is_read_back_the_same(pairs: list[tuple[str, str]], delimiter: str) -> None:
    pairs = [
        (first, second) for first, second in pairs if not first.startswith("'") and not second.startswith("'")
    ]
    rows = [[number, *pair] for number, pair in enumerate(pairs, start=1)]

    table = parse_entries(write_table(["No", "Player 1", "Player 2"], rows, delimiter))

    assert [row.players for row in table.rows] == pairs


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=80) | st.text("no,name;player 12\t\"\r\n'=", max_size=60).map(str.encode))
def test_no_bytes_whatever_raise(data: bytes) -> None:
    assert parse_entries(data).faults or parse_entries(data).rows
    assert parse_results(b"round,table,board\n" + data, RULES).faults
