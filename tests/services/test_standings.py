"""`services.standings`: what pages read is what the results say, however the recompute came about."""

from decimal import Decimal
from unittest import mock

import pytest

from scoring.pairs import PairsStandings
from tests.support.event_builders import (
    ACTOR,
    enter,
    four_tables,
    make_event,
    play_hand_1,
    seat,
    standings,
    traveller,
)
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import BoardSnapshot, Event, RoundStatus, StandingsSnapshot, Winners
from tournaments.services import pairs_standings
from tournaments.services import standings as service
from tournaments.services.entries import rename_entry, withdraw_entry
from tournaments.services.errors import NotFoundError
from tournaments.services.events import EventSettings, add_penalty, change_settings, remove_penalty
from tournaments.services.results import Entered, record_result
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


def percentages(data: dict[str, object], field: str = "") -> dict[int, float | None]:
    rows = next(listed["rows"] for listed in data["lists"] if listed["field"] == field)
    return {row["entry"]: row["percentage"] for row in rows}


def test_the_golden_hand(event: Event) -> None:
    play_hand_1(event)
    data = standings(event)
    assert percentages(data) == pytest.approx(
        {1: 0, 2: 66.666667, 3: 33.333333, 4: 100, 5: 100, 6: 33.333333, 7: 66.666667, 8: 0}
    )
    ranks = [(row["entry"], row["rank"], row["tied"]) for row in data["lists"][0]["rows"]]
    assert ranks[:3] == [(4, 1, True), (5, 1, True), (2, 3, True)]
    assert data["progress"] == {
        "due": 8,
        "entered": 4,
        "boards_due": 2,
        "boards_finished": 1,
        "rounds": 1,
        "round": 1,
        "status": "setup",
    }


def test_a_percentage_can_be_unfolded(event: Event) -> None:
    play_hand_1(event)
    side = traveller(event, 1)["rows"][1]["ns"]
    assert side["percentage"] == pytest.approx(200 / 3)
    assert (side["beaten"], side["tied"], side["compared"], side["matchpoints"]) == (2, 0, 3, 2.0)


def test_running_it_again_changes_nothing(event: Event) -> None:
    play_hand_1(event)
    assert service.recompute_standings(event.pk).startswith("version")
    before = list(StandingsSnapshot.objects.values()), list(BoardSnapshot.objects.values())
    assert service.recompute_standings(event.pk) == "up to date"
    assert (list(StandingsSnapshot.objects.values()), list(BoardSnapshot.objects.values())) == before


def test_only_boards_that_changed_are_written_again(event: Event) -> None:
    play_hand_1(event, board=1)
    play_hand_1(event, board=2)
    standings(event)
    version = BoardSnapshot.objects.get(event=event, board=1).version
    enter(event, 1, 1, 2, "7 8 5 5", version=1, reason="misread")
    standings(event)
    assert BoardSnapshot.objects.get(event=event, board=1).version == version
    assert BoardSnapshot.objects.get(event=event, board=2).version > version


def test_boards_are_written_again_when_neuberg_expects_more(event: Event) -> None:
    """Two scores each, then a third on board 2: board 1 is now short of one as well."""
    for board in (1, 2):
        enter(event, 1, 1, board, "7 6 5 7")
        enter(event, 1, 2, board, "7 7 5 6")
    assert traveller(event, 1)["rows"][1]["ns"]["percentage"] == 100.0
    enter(event, 1, 3, 2, "7 8 5 5")
    side = traveller(event, 1)["rows"][1]["ns"]
    assert side["expected"] == 3
    # docs/rules.md §2: 50 + 50 · (1/2) · (3/2)
    assert side["percentage"] == pytest.approx(87.5)


def test_boards_with_an_average_plus_follow_the_other_boards(event: Event) -> None:
    given = ResultFields(round=1, table=4, board=1, ns_adjusted="A+", ew_adjusted="A")
    record_result(event.pk, Entered(given, reason="ruling"), ACTOR)
    assert traveller(event, 1)["rows"][0]["ns"]["percentage"] == 60.0
    play_hand_1(event, board=2)
    assert traveller(event, 1)["rows"][0]["ns"]["percentage"] == 100.0


def test_a_recompute_that_was_overtaken_starts_again(event: Event) -> None:
    play_hand_1(event)
    real = pairs_standings.score_pairs
    calls = []

    def overtaking(*args: object) -> PairsStandings:
        calls.append(args)
        if len(calls) == 1:  # while the first one computes, another result comes in and is recomputed
            enter(event, 1, 1, 2, "7 6 5 7")
            service.recompute_standings(event.pk)
            enter(event, 1, 2, 2, "7 7 5 6")
        return real(*args)

    with mock.patch.object(pairs_standings, "score_pairs", overtaking):
        service.recompute_standings(event.pk)
    event.refresh_from_db()
    snapshot = StandingsSnapshot.objects.get(event=event)
    assert snapshot.version == event.results_version
    assert snapshot.data["progress"]["entered"] == 6
    assert len(calls) == 3


def test_an_unknown_event() -> None:
    with pytest.raises(NotFoundError):
        service.recompute_standings(10**9)


def test_penalties_come_off_the_total_and_can_be_taken_back(event: Event) -> None:
    play_hand_1(event)
    penalty = add_penalty(event.pk, 4, Decimal("2.5"), "late", ACTOR)
    data = standings(event)
    assert percentages(data)[4] == 97.5
    assert data["penalties"] == [{"entry": 4, "amount": 2.5, "unit": "percent", "reason": "late"}]
    remove_penalty(penalty.pk, "was on time", ACTOR)
    assert percentages(standings(event))[4] == 100.0


def test_two_winners_are_two_lists(event: Event) -> None:
    play_hand_1(event)
    change_settings(event.pk, EventSettings(winners=Winners.TWO), ACTOR, "a Mitchell")
    data = standings(event)
    assert [listed["field"] for listed in data["lists"]] == ["NS", "EW"]
    assert set(percentages(data, "NS")) == {1, 2, 3, 4}


def test_other_rules_score_the_results_again(event: Event) -> None:
    play_hand_1(event)
    change_settings(event.pk, EventSettings(rules="card-game-academy"), ACTOR, "house rules")
    # a set side scores 0, what it bid goes to the opponents, and their bags to the other side
    row = traveller(event, 1)["rows"][0]
    assert (row["ns"]["score"], row["ew"]["score"]) == (2, 118)


def test_a_new_name_shows(event: Event) -> None:
    standings(event)
    rename_entry(event.pk, 3, "Ωmega & Ağ", ACTOR)
    assert standings(event)["entries"]["3"]["name"] == "Ωmega & Ağ"


def test_a_withdrawn_pair_is_listed_last_and_stays_a_comparison(event: Event) -> None:
    play_hand_1(event)
    withdraw_entry(event.pk, 4, ACTOR, "ill")
    data = standings(event)
    assert data["lists"][0]["rows"][-1]["entry"] == 4
    assert percentages(data)[2] == pytest.approx(200 / 3)


def test_arrows_count_from_the_end_of_the_last_round(event: Event) -> None:
    seat(event, [(4, 5, [3]), (2, 6, [3])])
    play_hand_1(event, board=1)
    play_hand_1(event, board=2)
    standings(event)
    close_round(event.pk, 1, ACTOR)
    standings(event)
    enter(event, 2, 1, 3, "7 6 5 7")  # pair 4 gets 0 %, pair 5 a top
    enter(event, 2, 2, 3, "7 7 5 6")
    rows = {row["entry"]: row for row in standings(event)["lists"][0]["rows"]}
    assert rows[5]["change"] == 0
    assert rows[4]["change"] == -(rows[4]["rank"] - 1) < 0
    enter(event, 1, 4, 1, "7 8 5 5", version=1, reason="misread")
    again = {row["entry"]: row for row in standings(event)["lists"][0]["rows"]}
    assert again[4]["change"] == 1 - again[4]["rank"]


def test_an_event_with_nothing_in_it() -> None:
    data = standings(make_event(pairs=0))
    assert data["lists"] == [{"field": "", "rows": []}]
    assert data["progress"]["due"] == 0


@pytest.mark.parametrize("pairs", [1, 2, 3])
def test_very_few_pairs(pairs: int) -> None:
    event = make_event(pairs=pairs)
    if pairs > 1:
        seat(event, [(1, 2, [1])], status=RoundStatus.OPEN)
        enter(event, 1, 1, 1, "7 6 5 7")
    rows = standings(event)["lists"][0]["rows"]
    assert [row["rank"] for row in rows] == [1, 1, None][:pairs] if pairs > 1 else [None]
    assert len(rows) == pairs


def test_boards_that_nobody_has_played_have_a_snapshot_too(event: Event) -> None:
    standings(event)
    assert traveller(event, 2) == {"board": 2, "due": 4, "entered": 0, "finished": False, "rows": []}
