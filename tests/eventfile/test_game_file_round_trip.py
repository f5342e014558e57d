"""What is written of ranked tables is read back the same, fits the schema, and can be scored and reported."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.elo import Outcome, RatedGame, RatedPlayer, rate_game
from scoring.elo_policies import DEFAULT_POLICY
from scoring.faults import FaultsError
from tests.eventfile.documents import text_of
from tests.eventfile.game_documents import deal, game, game_files, games_document, won
from tests.eventfile.test_team_file_round_trip import JUNK, _places
from tournaments.eventfile import EventFile, dumps, loads, score
from tournaments.eventfile.game_scoring import score_ranked
from tournaments.eventfile.model_games import RankedInfo
from tournaments.eventfile.report import report

ROOT = Path(__file__).parents[2]
VALIDATOR = Draft202012Validator(json.loads((ROOT / "docs" / "event-file.schema.json").read_text("utf-8")))
EVERYTHING = (ROOT / "fixtures" / "examples" / "everything-ranked.json").read_text("utf-8")


@settings(max_examples=60, deadline=None)
@given(game_files())
def test_what_is_written_is_read_back_the_same(event_file: EventFile) -> None:
    text = dumps(event_file)

    assert loads(text) == event_file
    assert dumps(loads(text)) == text
    assert list(VALIDATOR.iter_errors(json.loads(text))) == []


@settings(max_examples=60, deadline=None)
@given(game_files())
def test_whatever_can_be_read_can_be_scored_and_reported(event_file: EventFile) -> None:
    printed = score(event_file)

    json.dumps(printed, allow_nan=False)
    assert report(event_file, sums=True).endswith("\n")
    assert len(printed["games"]) == len(event_file.games)  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(game_files())
def test_ratings_are_what_they_were_and_all_changes(event_file: EventFile) -> None:
    scored = score_ranked(event_file)
    sums = {row.player: float(row.rating) for row in event_file.rating.ratings}

    for changes in scored.changes.values():
        for change in changes:
            sums[change.player] = sums.get(change.player, event_file.rating.policy.start) + change.change
    for row in scored.standings:
        assert abs(row.rating - sums.get(row.player, event_file.rating.policy.start)) < 1e-6


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_broken_document_gets_faults_or_is_scored(data: st.DataObject) -> None:
    """Nothing but faults comes of the fullest example broken anywhere, and what passes can be scored."""
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
    holder, key = data.draw(st.sampled_from(list(_places(document))))
    junk = deepcopy(
        data.draw(st.sampled_from([*JUNK, "seating", "void", {"N": "Ann"}, 13, -200, "7", "B+3"]))
    )
    how = data.draw(st.sampled_from(("replace", "replace", "remove", "double")))
    if how == "remove":
        del holder[key]
    elif how == "double" and isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    else:
        holder[key] = junk


def test_the_smallest_event_of_ranked_tables_takes_every_default() -> None:
    text = '{"format": "duplicate-spades-event", "version": 1, "event": {"name": "x", "kind": "ranked"}}'

    event_file = loads(text)

    event = event_file.event
    assert (event.rules.preset, event.rated, event.ranked) == ("puzzle-pirates", True, RankedInfo())
    assert (event_file.games, event_file.rating.policy.preset) == ((), "2026")
    assert '"ranked":' not in dumps(event_file)
    assert dumps(loads(dumps(event_file))) == dumps(event_file)


def test_each_deal_of_a_game_has_a_line_of_its_own() -> None:
    lines = dumps(loads(text_of(games_document(game(*won()))))).splitlines()

    assert sum('{"deal": ' in line for line in lines) == 2


def test_deals_may_say_board_or_nothing_for_their_number() -> None:
    told = games_document(game(deal(1), deal(2, deal=None, board=2), deal(3, deal=None, ns=20)))

    (found,) = loads(text_of(told)).games

    assert [row.number for row in found.deals] == [1, 2, 3]


def test_starting_ratings_are_named_or_listed() -> None:
    named = loads(text_of(games_document(ratings={"Ann": 1512.25, "Bo": 1400})))
    listed = loads(
        text_of(
            games_document(ratings=[{"player": "Ann", "rating": 1512.25}, {"player": "Bo", "rating": 1400}])
        )
    )

    assert named == listed
    assert '"Ann": 1512.25' in dumps(listed)


def test_a_game_with_rules_of_its_own_keeps_them() -> None:
    own = game(*won(), target=None, rules={"preset": "puzzle-pirates", "target": 200, "mercy": False})

    (found,) = loads(dumps(loads(text_of(games_document(own))))).games

    assert (found.rules.preset, found.rules.mercy, found.rules.target) == ("puzzle-pirates", False, 200)


def test_changes_are_those_of_rating_the_game() -> None:
    scored = score_ranked(loads(text_of(games_document(game(*won()), ratings={"Ann": 1512, "Di": 1417}))))

    ann, cy, bo, di = (
        RatedPlayer(n, r) for n, r in (("Ann", 1512), ("Cy", 1500), ("Bo", 1500), ("Di", 1417))
    )
    expected = rate_game(DEFAULT_POLICY, RatedGame((ann, cy), (bo, di), Outcome.NS))
    assert scored.changes[1] == expected.changes
