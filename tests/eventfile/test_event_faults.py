"""Every kind of fault of a document, each with its JSON path; all of them at once."""

import json
from typing import Any

import pytest

from scoring.faults import Fault, FaultsError
from tests.eventfile.documents import bare, document, played, text_of
from tournaments.eventfile import loads


def faults_of(value: Any) -> tuple[Fault, ...]:
    with pytest.raises(FaultsError) as caught:
        loads(text_of(value))
    return caught.value.faults


def paths_of(value: Any) -> list[str]:
    return [fault.path for fault in faults_of(value)]


def test_the_smallest_event_takes_every_default() -> None:
    event_file = loads('{"format": "duplicate-spades-event", "version": 1, "event": {"name": "x"}}')

    event = event_file.event
    assert (event.rules.preset, event.winners, event.neuberg, event.tie_breaks) == (
        "duplicate-pairs",
        "one",
        True,
        (),
    )
    assert (event.kind, event.status, event_file.results, event_file.entries) == ("pairs", "setup", (), ())


def test_null_counts_as_missing() -> None:
    rows = [{"number": 1, "name": None, "field": None, "players": None}]
    event_file = loads(text_of(document(entries=0) | {"entries": rows, "movement": None}))

    assert (event_file.entries[0].name, event_file.entries[0].field) == ("Pair 1", None)
    assert paths_of(document([played(ns_bid=None) | {"ns_bid": None}])) == ["results[0].ns_bid"]


def test_a_pair_without_a_name_is_named_by_its_players() -> None:
    rows = [
        {"number": 1, "players": ["Ann Lee", "Bo Diaz"]},
        {"number": 2, "players": ["A" * 200, "B" * 200]},
    ]

    entries = loads(text_of(document() | {"entries": rows})).entries

    assert entries[0].name == "Ann Lee & Bo Diaz"
    assert len(entries[1].name) == 200


def test_a_secret_is_the_same_in_capitals() -> None:
    source = loads(text_of(document(board_source={"algorithm": "a", "secret": "AB" * 32}))).board_source

    assert source is not None
    assert source.secret == "ab" * 32


def test_a_kind_that_there_is_not_gets_one_clear_fault() -> None:
    value = document() | {"event": {"name": "x", "kind": "rubber"}, "matches": [], "games": []}

    (fault,) = faults_of(value)

    assert (fault.code, fault.path) == ("choice", "event.kind")
    assert "“rubber”" in fault.message


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        ({"format": "pbn"}, ["format"]),
        ({"version": 2}, ["version"]),
        ({"version": 0}, ["version"]),
        ({"format": None, "version": True}, ["format", "version"]),
        ({"event": None}, ["event"]),
        ({"event": []}, ["event"]),
        ({"event": {"name": " "}}, ["event.name"]),
        ({"event": {"name": "x" * 201}}, ["event.name"]),
        ({"event": {"name": "two\nlines"}}, ["event.name"]),
        ({"event": {"name": "x", "kind": "Pairs"}}, ["event.kind"]),
        ({"event": {"name": "x", "winners": "three"}}, ["event.winners"]),
        ({"event": {"name": "x", "neuberg": 1}}, ["event.neuberg"]),
        ({"event": {"name": "x", "slug": "a b"}}, ["event.slug"]),
        ({"event": {"name": "x", "rules": "bridge"}}, ["event.rules.preset"]),
        ({"event": {"name": "x", "rules": {"preset": "standard", "blind_nil": "yes"}}}, ["event.rules.blind_nil"]),
        ({"event": {"name": "x", "rules": 7}}, ["event.rules"]),
        ({"event": {"name": "x", "tie_breaks": ["tops", "luck", "tops"]}},
         ["event.tie_breaks[1]", "event.tie_breaks[2]"]),
        ({"event": {"name": "x", "tournament": {"name": "w", "starts_on": "28.11.2026"}}},
         ["event.tournament.starts_on"]),
        ({"event": {"name": "x", "tournament": {"name": "w", "time_zone": "../x"}}}, ["event.tournament.time_zone"]),
        ({"event": {"name": "x", "tournament": {"name": "w", "time_zone": "Mars/Base"}}},
         ["event.tournament.time_zone"]),
        ({"entries": {}}, ["entries"]),
        ({"entries": [7]}, ["entries[0]"]),
        ({"entries": [{"name": "x"}]}, ["entries[0].number"]),
        ({"entries": [{"number": 0}]}, ["entries[0].number"]),
        ({"entries": [{"number": 2001}]}, ["entries[0].number"]),
        ({"entries": [{"number": 1.5}]}, ["entries[0].number"]),
        ({"entries": [{"number": True}]}, ["entries[0].number"]),
        ({"entries": [{"number": 1}, {"number": 2}, {"number": 1}]}, ["entries[2].number"]),
        ({"entries": [{"number": 1, "players": ["a", "", "c"]}]}, ["entries[0].players"]),
        ({"entries": [{"number": 1, "players": ["a", ""]}]}, ["entries[0].players[1]"]),
        ({"entries": [{"number": 1, "field": "N"}]}, ["entries[0].field"]),
        ({"boards": [{"number": 1}, {"number": 1, "expected": 0}]}, ["boards[1].expected", "boards[1].number"]),
        ({"boards": [{"number": 1, "deal": "N:AKQ"}]}, ["boards[0].deal"]),
        ({"board_source": {"secret": "xyz", "algorithm": "a"}}, ["board_source.secret"]),
        ({"board_source": {"secret": "0" * 64}}, ["board_source.algorithm"]),
        ({"movement": {"rounds": [[{"table": 1, "ns": 0, "ew": 2, "boards": [1]}]]}}, ["movement.rounds[0][0].ns"]),
        ({"movement": {"rounds": [], "colour": 1}}, ["movement.colour", "movement.rounds"]),
        ({"rounds": [{"number": 1}, {"number": 1, "status": "over"}]}, ["rounds[1].status", "rounds[1].number"]),
        ({"penalties": [{"entry": 9, "percent": 1}]}, ["penalties[0].entry"]),
        ({"penalties": [{"entry": 1}]}, ["penalties[0]"]),
        ({"penalties": [{"entry": 1, "percent": 1, "points": 1}]}, ["penalties[0]"]),
        ({"penalties": [{"entry": 1, "percent": "2.5"}]}, ["penalties[0].percent"]),
        ({"penalties": [{"entry": 1, "percent": 100.5}]}, ["penalties[0].percent"]),
        ({"penalties": [{"entry": 1, "percent": 2.0001}]}, ["penalties[0].percent"]),
        ({"people": [{"name": "Ann"}, {"name": "Ann"}]}, ["people[1].name"]),
        ({"people": [{"name": "Ann"}, {"name": "Ann", "number": "7"}, {"name": "Ann", "number": "7"}]},
         ["people[2].name"]),
        ({"log": [{"at": "2026-11-28T20:14:00"}]}, ["log[0].at"]),
        ({"log": [{"at": "yesterday"}, {"at": "2026-11-28T20:14:00Z", "before": 1}]}, ["log[0].at", "log[1].before"]),
    ],
)  # fmt: skip
def test_faults_of_a_document(changes: dict[str, Any], paths: list[str]) -> None:
    assert paths_of(document() | changes) == paths


@pytest.mark.parametrize(
    ("result", "paths"),
    [
        (played(ns_tricks="6"), ["results[0].ns_tricks"]),
        (played(ns_bid="N"), ["results[0].ns_bid"]),
        (played(ns_bid=7), ["results[0].ns_bid"]),
        (played(ns_bid="27"), ["results[0].ns_bid"]),
        (played(ns_bid="N+4"), ["results[0].ns_tricks"]),
        (played(ew_bid="4+B", ew_tricks="5+1"), ["results[0].ew_bid"]),
        (played(ew_bid=None, ew_tricks=None), ["results[0].ew_bid", "results[0].ew_tricks"]),
        (played(ns_score=70), ["results[0].ns_score"]),
        (played(not_played=True), ["results[0].not_played"]),
        (played(round=0, table="1"), ["results[0].round", "results[0].table"]),
        (played(ew=1), ["results[0].ew"]),
        (played(ns=8, ew=9), ["results[0].ns", "results[0].ew"]),
        (played(board=3), ["results[0].board"]),
        (bare(), ["results[0]"]),
        (bare(ns_score=70), ["results[0].ew_score"]),
        (bare(ns_score=70.5, ew_score="x"), ["results[0].ns_score", "results[0].ew_score"]),
        (bare(ns_score=100_000, ew_score=0), ["results[0].ns_score"]),
        (bare(ns_adjusted="A"), ["results[0].ew_score"]),
        (bare(ns_adjusted="A++", ew_adjusted=101), ["results[0].ns_adjusted", "results[0].ew_adjusted"]),
        (bare(ns_adjusted="40", ew_adjusted=12.345), ["results[0].ns_adjusted", "results[0].ew_adjusted"]),
        (bare(ns_adjusted=True, ew_adjusted=[]), ["results[0].ns_adjusted", "results[0].ew_adjusted"]),
        (bare(ns_score=1, weighted=[{"weight": 1, "ns_score": 1, "ew_score": 1}]), ["results[0].weighted"]),
        (bare(weighted=[{"weight": 0, "ns_score": 1}]),
         ["results[0].weighted[0].weight", "results[0].weighted[0].ew_score"]),
        (bare(not_played=1), ["results[0].not_played"]),
        (played(status="sure", version=0, group=-1), ["results[0].group", "results[0].status", "results[0].version"]),
        (played(nsbid="7"), ["results[0].nsbid"]),
    ],
)  # fmt: skip
def test_faults_of_a_result(result: dict[str, Any], paths: list[str]) -> None:
    assert paths_of(document([result], boards=[{"number": 1}, {"number": 2}])) == paths


@pytest.mark.parametrize(
    "result",
    [
        bare(ns_score=70, ew_adjusted="A-"),
        bare(ns_adjusted=0, ew_score=-5),
        bare(ns_score=70, ew_score=49, ew_adjusted=40),
        bare(ns_adjusted=100, ew_adjusted=62.5),
        bare(not_played=True),
        played(ew_adjusted="A"),
        played(weighted=[{"weight": 60, "ns_score": 70, "ew_score": 49}]),
        played(round=None, table=None),
        played(group=2, status="disputed", version=3, reason="why\nnot", note=""),
    ],
)
def test_forms_that_a_result_may_take(result: dict[str, Any]) -> None:
    assert len(loads(text_of(document([result]))).results) == 1


def test_a_second_result_for_a_place_is_named_with_the_first() -> None:
    (fault,) = faults_of(document([played(), played(ns=3, ew=4)]))

    assert (fault.code, fault.path) == ("double-result", "results[1].board")
    assert "results[0]" in fault.message
    assert "Round 1, table 1, board 1" in fault.message


@pytest.mark.parametrize("second", [{"ns": 1, "ew": 3}, {"ns": 3, "ew": 1}])
def test_a_board_met_twice_by_an_entry(second: dict[str, int]) -> None:
    (fault,) = faults_of(document([played(), played(round=2, table=2, **second)]))

    key = "ns" if second["ns"] == 1 else "ew"
    assert (fault.code, fault.path) == ("board-met-twice", f"results[1].{key}")
    assert "Entry 1 " in fault.message


def test_results_without_a_place_may_be_many() -> None:
    rows = [played(round=None, table=None), played(round=None, table=None, ns=3, ew=4)]

    assert len(loads(text_of(document(rows))).results) == 2


def test_unknown_keys_are_named_where_they_stand() -> None:
    value = document([played(extra=1)], colour="red") | {"event": {"name": "x", "Rules": "standard"}}

    faults = faults_of(value)

    assert {fault.path for fault in faults} == {"results[0].extra", "colour", "event.Rules"}
    assert all(fault.code == "unknown-key" for fault in faults)
    assert "“Rules”" in next(fault.message for fault in faults if fault.path == "event.Rules")


def test_a_key_that_is_no_word_is_quoted_in_its_path() -> None:
    assert paths_of(document() | {"a b": 1}) == ['["a b"]']


def test_all_faults_come_at_once_and_in_order() -> None:
    value = document([played(ns_tricks="6"), played(table=2, ns=3, ew=9), bare(table=3)], entries=2)

    unknown = ["results[1].ns", "results[1].ew"]
    assert paths_of(value) == [
        "results[0].ns_tricks",
        *unknown,
        "results[2].ns",
        "results[2].ew",
        "results[2]",
    ]


def test_a_row_that_is_no_object_leaves_the_others_their_places() -> None:
    rows = [7, played(ns_tricks="6"), None, played(table=2, ns=3, ew=9)]
    value = document(rows) | {"penalties": ["x", {"entry": 9, "percent": 1}]}

    expected = [
        "results[0]",
        "results[2]",
        "penalties[0]",
        "results[1].ns_tricks",
        "results[3].ew",
        "penalties[1].entry",
    ]
    assert paths_of(value) == expected


def test_one_mistake_is_told_once() -> None:
    """An entry whose number is wrong does not make every result of that entry wrong, nor rules every bid."""
    broken_entry = document([played()]) | {"entries": [{"number": "1"}, {"number": 2}]}
    broken_rules = document([played(ew_bid="B+4", ew_tricks="0+6")]) | {"event": {"name": "x", "rules": "x"}}
    no_entries = document([played()]) | {"entries": "none"}

    assert paths_of(broken_entry) == ["entries[0].number"]
    assert paths_of(broken_rules) == ["event.rules.preset"]
    assert paths_of(no_entries) == ["entries"]


def test_every_fault_says_a_whole_sentence() -> None:
    rows = [bare(ns_adjusted="A++", ew_score="x"), played(ns_bid="x"), bare(extra=1), 7]
    faults = faults_of(document(rows, entries=1) | {"boards": [{"number": -1}]})

    assert len(faults) >= 6
    assert all(fault.message.endswith(".") and " " in fault.message for fault in faults)


def test_the_rules_of_the_event_decide_about_bids() -> None:
    rows = [played(ew_bid="B+4", ew_tricks="0+6")]
    with_blind_nil = document(rows) | {
        "event": {"name": "x", "rules": {"preset": "duplicate-pairs", "blind_nil": "on"}}
    }

    assert loads(json.dumps(with_blind_nil)).results
    assert paths_of(document(rows)) == ["results[0].ew_bid"]
