"""What is written of a Teams event is read back the same, fits the schema, and can be scored, reported and drawn."""

import json
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.faults import FaultsError
from scoring.match import Outcome
from scoring.swiss_standings import SWISS_TIE_BREAKS
from tests.eventfile.documents import text_of
from tests.eventfile.team_documents import board, match, team_files, teams_document
from tournaments.draws.swiss import FirstRound, Pairing
from tournaments.eventfile import EventFile, dumps, loads, score
from tournaments.eventfile.model import GivenInfo, LineUp, MatchInfo, RoomLineUp, TeamsInfo
from tournaments.eventfile.report import report
from tournaments.eventfile.team_draw import draw_next, draw_text

ROOT = Path(__file__).parents[2]
VALIDATOR = Draft202012Validator(json.loads((ROOT / "docs" / "event-file.schema.json").read_text("utf-8")))
EXAMPLES = ROOT / "fixtures" / "examples"
EVERYTHING = (EXAMPLES / "everything-teams.json").read_text("utf-8")


@settings(max_examples=60, deadline=None)
@given(team_files())
def test_what_is_written_is_read_back_the_same(event_file: EventFile) -> None:
    text = dumps(event_file)

    assert loads(text) == event_file
    assert dumps(loads(text)) == text
    assert list(VALIDATOR.iter_errors(json.loads(text))) == []


@settings(max_examples=40, deadline=None)
@given(team_files())
def test_whatever_can_be_read_can_be_scored_reported_and_drawn(event_file: EventFile) -> None:
    json.dumps(score(event_file), allow_nan=False)
    assert report(event_file, sums=True).endswith("\n")
    try:
        drawn = draw_next(event_file)
    except FaultsError:
        return
    json.dumps(drawn.to_json(), allow_nan=False)
    assert draw_text(event_file, drawn).endswith("\n")


JUNK: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2,
        3,
        9,
        101,
        2001,
        2**63,
        0.5,
        "",
        " ",
        "x",
        "N+4",
        "home",
        "Ann",
        "pairs",
    ),
    *([], [1], ["Ann", "Bo"], {}, {"board": 1}, {"outcome": "home"}, {"round": 1, "bye": 1}),
]


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_broken_document_gets_faults_or_is_scored(data: st.DataObject) -> None:
    """Nothing but faults comes of the fullest example broken anywhere, and what passes can be scored and drawn."""
    document = json.loads(EVERYTHING)
    for _ in range(data.draw(st.integers(1, 3))):
        _break(document, data)
    try:
        event_file = loads(json.dumps(document))
    except FaultsError:
        return
    assert loads(dumps(event_file)) == event_file
    score(event_file)
    report(event_file)


def _break(document: Any, data: st.DataObject) -> None:
    places = list(_places(document))
    holder, key = data.draw(st.sampled_from(places))
    junk = deepcopy(data.draw(st.sampled_from(JUNK)))
    how = data.draw(st.sampled_from(("replace", "replace", "remove", "add", "double")))
    if how == "remove":
        del holder[key]
    elif how == "add" and isinstance(holder, dict):
        names = sorted({name for place, name in places if isinstance(place, dict)} | {"extra"})
        holder[data.draw(st.sampled_from(names))] = junk
    elif how == "double" and isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    else:
        holder[key] = junk


def _places(value: Any) -> Any:
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, child in list(pairs):
        yield value, key
        if isinstance(child, dict | list):
            yield from _places(child)


def test_the_smallest_teams_event_takes_every_default() -> None:
    text = '{"format": "duplicate-spades-event", "version": 1, "event": {"name": "x", "kind": "teams"}}'

    event_file = loads(text)

    event = event_file.event
    assert (event.rules.preset, event.tie_breaks) == ("standard", tuple(SWISS_TIE_BREAKS))
    assert event.teams == TeamsInfo(
        race_boards=8, rounds=None, pairing=Pairing.FOLD, first_round=FirstRound.RANDOM, seed=None
    )
    assert (event_file.matches, event_file.entries) == ((), ())
    assert '"teams"' not in dumps(event_file).replace('"kind": "teams"', "")
    assert '"tie_breaks"' not in dumps(event_file)


def test_no_tie_breaks_and_no_word_about_them_are_not_the_same() -> None:
    none = loads(text_of(teams_document(event={"tie_breaks": []})))

    assert none.event.tie_breaks == ()
    assert '"tie_breaks": []' in dumps(none)
    assert loads(dumps(none)) == none


def test_defaults_of_the_other_kind_and_null_are_passed_over() -> None:
    event = {"winners": "one", "neuberg": True, "teams": None}
    entries = [{"number": 1, "field": None, "withdrawn_after": None, "late_losses": None}]
    extra = {"movement": None, "results": [], "penalties": []}
    value = teams_document(event=event, boards=[{"number": 1, "expected": None}], **extra) | {
        "entries": entries
    }
    pairs = teams_document(event={"kind": "pairs", "teams": {}}) | {
        "entries": [{"number": 1, "withdrawn_after": None, "late_losses": 0, "late_halves": 0}],
        "rounds": [{"number": 1, "draw": None}],
        "matches": [],
    }

    assert len(loads(text_of(value)).entries) == 1
    assert len(loads(text_of(pairs)).entries) == 1


def test_a_match_without_a_number_gets_the_next_free_one_of_its_round() -> None:
    found = loads(
        text_of(
            teams_document(
                {"round": 1, "home": 1, "away": 2},
                {"round": 1, "match": 1, "home": 3, "away": 4},
                {"round": 2, "home": 1, "away": 3, "winner": 3},
                {"round": 2, "home": 2, "away": 4},
            )
        )
    )

    assert [(item.round, item.number) for item in found.matches] == [(1, 2), (1, 1), (2, 1), (2, 2)]


def test_a_team_left_after_the_round_that_is_named_or_else_the_last_it_stands_in() -> None:
    entries = [
        {"number": 1, "withdrawn": True},
        {"number": 2, "withdrawn_after": 3},
        {"number": 3, "withdrawn": True},
        {"number": 4},
    ]
    event_file = loads(text_of(teams_document({"round": 2, "home": 1, "away": 4}, entries=entries)))

    assert [entry.withdrawn for entry in event_file.entries] == [True, True, True, False]
    assert [entry.withdrawn_after for entry in event_file.entries] == [None, 3, None, None]
    # 4 met 1 in round 2, and 1 left after it; 2 and 3 missed that round
    assert [row["withdrawn"] for row in score(event_file)["standings"]] == [False, True, True, True]  # type: ignore[index, attr-defined]


def test_a_seed_may_have_more_digits_than_any_other_number() -> None:
    seed = 2**63 - 1
    value = teams_document(
        event={"teams": {"seed": seed}}, rounds=[{"number": 1, "draw": {"seed": seed, "text": ["x"]}}]
    )

    event_file = loads(text_of(value))

    assert event_file.event.teams.seed == seed
    assert event_file.rounds[0].draw == {"seed": seed, "text": ["x"]}
    assert dumps(loads(dumps(event_file))) == dumps(event_file)
    with pytest.raises(FaultsError) as caught:
        loads(text_of(teams_document(event={"teams": {"rounds": seed}})))
    assert [(fault.code, fault.path) for fault in caught.value.faults] == [
        ("json-number", "event.teams.rounds")
    ]


def test_each_board_of_a_room_has_a_line_of_its_own() -> None:
    lines = dumps(loads(text_of(teams_document(match(board(1), board(2), closed=[board(1)]))))).splitlines()

    assert sum('{"board": ' in line for line in lines) == 3
    assert '    {"round": 1, "match": 1, "home": 1, "away": 2,' in lines


def test_a_line_up_may_be_declared_in_part() -> None:
    line_up = {"open": {"ew": ["Jo", "Eve"]}, "closed": {"ns": [], "ew": None}}

    (found,) = loads(text_of(teams_document(match(line_up=line_up)))).matches

    assert found.line_up == LineUp(open=RoomLineUp(ew=("Jo", "Eve")))


def test_null_beside_a_form_counts_as_missing() -> None:
    rooms = {"round": 1, "home": 1, "away": 2, "bye": None, "winner": None, "line_up": None, "open": None}
    bye = {"round": 1, "bye": 3, "home": None, "match": None, "open": None, "winner": None}
    won = {"round": 2, "home": 1, "away": 2, "winner": 1, "given": None, "closed": None, "bye": None}

    found = loads(text_of(teams_document(rooms, bye, won))).matches

    assert [(item.home, item.away, item.only_outcome) for item in found] == [
        (1, 2, False),
        (3, None, False),
        (1, 2, True),
    ]


@pytest.mark.parametrize(
    "given",
    [
        GivenInfo(outcome=Outcome.TIED),
        GivenInfo(outcome=Outcome.HOME, note="Ill."),
        GivenInfo(outcome=Outcome.AWAY, forfeit=True),
    ],
)
def test_what_the_short_form_cannot_say_is_written_in_the_long_one(given: GivenInfo) -> None:
    event_file = loads(text_of(teams_document()))
    bare = MatchInfo(round=1, number=1, home=1, away=2, given=given, only_outcome=True)

    (found,) = loads(dumps(replace(event_file, matches=(bare,)))).matches

    assert found == replace(bare, only_outcome=False)


def test_a_match_known_only_by_its_winner_is_written_as_it_was_read() -> None:
    text = dumps(
        loads(text_of(teams_document({"round": 1, "home": 1, "away": 2, "winner": 2, "text": "Why."})))
    )

    assert '{"round": 1, "match": 1, "home": 1, "away": 2, "winner": 2, "text": "Why."}' in text
    assert dumps(loads(text)) == text
