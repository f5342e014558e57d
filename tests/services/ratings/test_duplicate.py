"""Which games Pairs and Teams events were: who won them, what is none, and corrected ones."""

from dataclasses import replace

import pytest
from django.db import transaction

from tests.support.event_builders import (
    ACTOR,
    HAND_1,
    enter,
    four_tables,
    make_event,
    play_hand_1,
)
from tests.support.team_builders import (
    LOSS,
    ROUT,
    WIN,
    board,
    make_teams,
    play,
    publish,
    win_match,
)
from tournaments.models import EntryPlayer, Event, Person, RatedGame, Rating, RatingChanges, TableSeat
from tournaments.services.events import finalise, reopen
from tournaments.services.locking import lock_event, raise_version
from tournaments.services.matches import add_decider, give_match
from tournaments.services.ratings.duplicate import games_of
from tournaments.services.ratings.ledger import change_rated
from tournaments.services.ratings.rerating import bring_up
from tournaments.services.results import record_result
from tournaments.services.substitutes import substitute

pytestmark = pytest.mark.django_db

NS, DRAW, EW = 2, 1, 0


@pytest.fixture
def event() -> Event:
    """Eight pairs at four tables, boards 1 and 2 due; 1 to 4 sit North-South."""
    made = make_event(pairs=8)
    four_tables(made)
    change_rated(made.pk, True, ACTOR)
    made.refresh_from_db()
    return made


def outcomes(event: Event) -> dict[int, int]:
    return {row.table.number: row.code for row in games_of(event)}


def final(event: Event) -> None:
    finalise(event.pk, ACTOR, "as it is")


def named(event: Event, name: str) -> Person:
    return Person.objects.get(club=event.tournament.club, name=name)


# --- Pairs --------------------------------------------------------------------------------------------------


def test_the_side_with_the_higher_average_percentage_has_won_the_table(event: Event) -> None:
    play_hand_1(event)
    # 0, 66.67, 33.33 and 100 % for North-South; East-West are compared among themselves
    found = outcomes(event)
    assert found[1] == EW
    assert found[4] == NS
    row = games_of(event)[0]
    assert [person.name for person in (row.north, row.south, row.east, row.west)] == [
        "North 1",
        "South 1",
        "North 5",
        "South 5",
    ]
    assert (row.kind, row.started_at) == ("pairs", event.created_at)


def test_equal_averages_are_a_draw(event: Event) -> None:
    for table in (1, 2, 3, 4):
        enter(event, 1, table, 1, "7 7 5 6")
    assert outcomes(event) == {1: DRAW, 2: DRAW, 3: DRAW, 4: DRAW}


def test_the_averages_are_over_all_boards_of_the_table(event: Event) -> None:
    play_hand_1(event, 1)
    one_board = outcomes(event)
    for table, line in enumerate(reversed(HAND_1), start=1):
        enter(event, 1, table, 2, line)
    assert one_board[1] == EW
    assert outcomes(event)[1] == outcomes(event)[4]


def test_an_adjusted_board_and_one_that_was_not_played_are_left_out(event: Event) -> None:
    play_hand_1(event, 1)
    play_hand_1(event, 2)
    before = outcomes(event)
    results = event.results.filter(table__number=1)
    results.filter(board=2).update(ns_adjusted="A+", ew_adjusted="A-")
    touch(event)
    assert outcomes(event)[1] == before[1] == EW
    nothing = dict.fromkeys(("ns_bid", "ns_tricks", "ew_bid", "ew_tricks"), "")
    results.filter(board=1).update(not_played=True, ns_score=None, ew_score=None, **nothing)
    touch(event)
    assert set(outcomes(event)) == {2, 3, 4}


def touch(event: Event) -> None:
    """What was changed under the services is read again."""
    with transaction.atomic():
        raise_version(lock_event(event.pk), all_boards=True)
    event.refresh_from_db()


def test_a_board_that_nobody_else_played_makes_no_game(event: Event) -> None:
    enter(event, 1, 2, 1, "7 8 5 5")
    assert outcomes(event) == {}
    enter(event, 1, 3, 1, "7 7 5 6")
    assert set(outcomes(event)) == {2, 3}


def test_what_was_taken_back_and_a_bye_are_no_games(event: Event) -> None:
    play_hand_1(event)
    event.results.filter(table__number=4).update(state="removed")
    touch(event)
    assert set(outcomes(event)) == {1, 2, 3}


def test_pairs_whose_players_are_not_two_known_people_are_not_rated(event: Event) -> None:
    play_hand_1(event)
    EntryPlayer.objects.filter(entry__event=event, entry__number=1, position=2).delete()
    assert set(outcomes(event)) == {2, 3, 4}
    Person.objects.filter(name="North 6").update(is_bot=True)
    assert set(outcomes(event)) == {3, 4}
    assert len(games_of(event, bots=True)) == 3


def test_a_substitute_from_the_start_plays_and_one_in_the_middle_makes_it_no_game(event: Event) -> None:
    play_hand_1(event, 1)
    play_hand_1(event, 2)
    substitute(event.pk, 1, named(event, "North 1").pk, "Flo", 1, None, ACTOR, "ill")
    substitute(event.pk, 2, named(event, "South 2").pk, "Gil", 1, 2, ACTOR, "ill")
    event.refresh_from_db()
    found = {row.table.number: row for row in games_of(event)}
    assert set(found) == {1, 3, 4}
    assert found[1].north.name == "Flo"


def test_a_pair_that_sat_the_other_way_round_has_won_all_the_same(event: Event) -> None:
    play_hand_1(event)
    result = event.results.select_related("table").get(table__number=1)
    event.results.filter(pk=result.pk).update(ns=result.ew, ew=result.ns)
    touch(event)
    row = games_of(event)[0]
    assert (row.north.name, row.code) == ("North 1", NS)


def test_nils_are_counted_by_player(event: Event) -> None:
    enter(event, 1, 1, 1, "N+7 1+6 5 6")
    for table in (2, 3, 4):
        enter(event, 1, table, 1, "7 7 5 6")
    found = {row.table.number: row.tallies for row in games_of(event)}
    assert found[1] == [[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 1]]
    assert found[2] == []


def test_a_final_event_is_rated_a_reopened_one_is_not_and_a_corrected_one_is_again(event: Event) -> None:
    club = event.tournament.club_id
    play_hand_1(event)
    final(event)
    assert RatedGame.objects.count() == 4
    bring_up(club)
    before = Rating.objects.get(person=named(event, "North 1"), kind="pairs").rating
    assert before == 1475
    reopen(event.pk, ACTOR, "misread")
    assert not RatedGame.objects.exists()
    result = event.results.get(table__number=1)
    enter(event, 1, 1, 1, "7 13 5 0", version=result.version, reason="misread")
    final(event)
    bring_up(club)
    assert Rating.objects.get(person=named(event, "North 1"), kind="pairs").rating != before
    assert RatingChanges.objects.count() == 4


def test_an_event_that_is_not_rated_leaves_no_games(event: Event) -> None:
    change_rated(event.pk, False, ACTOR)
    play_hand_1(event)
    final(event)
    assert not RatedGame.objects.exists()


# --- Teams --------------------------------------------------------------------------------------------------


@pytest.fixture
def teams() -> Event:
    """Two matches: tables 1 and 2, 3 and 4."""
    made = make_teams(4)
    publish(made, (1, 2), (3, 4))
    change_rated(made.pk, True, ACTOR)
    made.refresh_from_db()
    return made


def test_each_table_of_a_match_is_a_game_won_by_the_higher_total(teams: Event) -> None:
    win_match(teams, 1, 1)
    # at table 2 East-West make 8 × 62, less 100 for sixteen bags: 396 against 8 × 50
    assert outcomes(teams) == {1: NS, 2: NS}
    row = games_of(teams)[0]
    assert {row.north.name[0], row.south.name[0], row.east.name[0], row.west.name[0]} == {"1", "2"}
    assert row.north.name[0] == row.south.name[0] != row.east.name[0]
    assert row.started_at == teams.rounds.get(number=1).opened_at


def test_a_table_that_still_plays_is_no_game(teams: Event) -> None:
    play(teams, 1, 1, [ROUT] * 5)
    play(teams, 1, 2, [LOSS] * 3)
    assert outcomes(teams) == {1: NS}


def test_equal_totals_at_a_table_are_a_draw(teams: Event) -> None:
    play(teams, 1, 1, [WIN, LOSS] * 4)
    assert outcomes(teams) == {1: DRAW}


def test_matches_that_were_given_and_byes_are_no_games() -> None:
    event = make_teams(3)
    publish(event, (1, 2), bye=3)
    win_match(event, 1, 1)
    assert set(outcomes(event)) == {1, 2}
    give_match(event.pk, (1, 1), "away", "left early", ACTOR, forfeit=True)
    event.refresh_from_db()
    assert outcomes(event) == {}


def test_a_table_without_a_line_up_is_no_game(teams: Event) -> None:
    win_match(teams, 1, 1)
    TableSeat.objects.filter(table__number=1, person__name="1A").delete()
    assert set(outcomes(teams)) == {2}


def test_a_substitute_in_a_team_counts_where_they_sat_all_through(teams: Event) -> None:
    win_match(teams, 1, 1)
    win_match(teams, 1, 2)
    substitute(teams.pk, 1, named(teams, "1A").pk, "Flo", 1, None, ACTOR, "ill")
    substitute(teams.pk, 3, named(teams, "3A").pk, "Gil", 1, 3, ACTOR, "ill")
    teams.refresh_from_db()
    found = {row.table.number: row for row in games_of(teams)}
    assert set(found) == {1, 2, 4}
    assert "Flo" in {found[1].north.name, found[1].south.name}


def test_nils_of_a_race_are_counted_by_player(teams: Event) -> None:
    play(teams, 1, 1, ["N+6 0+6 5 7", *[ROUT] * 4])
    row = games_of(teams)[0]
    assert row.tallies == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]


def test_deciders_are_not_of_the_game(teams: Event) -> None:
    for table in (1, 2):
        play(teams, 1, table, [WIN] * 8)  # so the match is tied
    add_decider(teams.pk, (1, 1), ACTOR)
    play(teams, 1, 1, ["N+6 0+6 5 7"], first=9)
    substitute(teams.pk, 1, named(teams, "1A").pk, "Flo", 1, 9, ACTOR, "has a train to catch")
    found = {row.table.number: row for row in games_of(teams)}
    assert {row.code for row in found.values()} == {EW}  # 396 and 400
    assert found[1].tallies == []
    assert "1A" in {found[1].north.name, found[1].south.name}


def test_boards_behind_what_a_correction_makes_the_end_of_a_race_are_not_of_the_game(teams: Event) -> None:
    play(teams, 1, 1, [WIN, *[ROUT] * 4, "N+6 0+6 5 7"])
    assert games_of(teams)[0].tallies == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]
    record_result(teams.pk, replace(board(1, 1, 1, ROUT), version=1, reason="misread"), ACTOR)
    (row,) = games_of(teams)
    assert (row.code, row.tallies) == (NS, [])  # 500 on board 5


def test_a_teams_event_is_rated_when_it_is_final(teams: Event) -> None:
    win_match(teams, 1, 1)
    final(teams)
    assert RatedGame.objects.filter(kind="teams").count() == 2
    bring_up(teams.tournament.club_id)
    ratings = dict(Rating.objects.filter(kind="teams").values_list("person__name", "rating"))
    first = games_of(teams)[0]
    assert ratings[first.north.name] == 1525
