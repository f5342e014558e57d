"""Recap, cross-table and standings from an event: the golden hand's figures, and nothing that a page keeps back."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from tests.sheets.papers import page_texts
from tests.support.event_builders import (
    ACTOR,
    HAND_1,
    enter,
    four_tables,
    make_event,
    make_member,
    play_hand_1,
    seat,
    seat_person,
    standings,
)
from tests.support.team_builders import (
    LOSS,
    ROUT,
    finish_round,
    make_teams,
    play,
    publish,
    win_match,
)
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, EventStatus, Role
from tournaments.printing import Order, print_document
from tournaments.services.events import EventSettings, add_penalty
from tournaments.services.recap import Line, averages_met
from tournaments.services.results import Entered, record_result

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]
NOBODY = AnonymousUser()


def make(settings: EventSettings | None = None) -> Event:
    """Boards 1 and 2 at four tables, pairs 1 to 4 against 5 to 8. Board 1 is the golden hand; on board 2 each table
    has what the next had on board 1, so that North-South get 66.67, 33.33, 100 and 0 %."""
    event = make_event(settings=settings)
    four_tables(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    play_hand_1(event)
    for table, line in enumerate((*HAND_1[1:], HAND_1[0]), start=1):
        enter(event, 1, table, 2, line)
    return up_to_date(event)


def up_to_date(event: Event) -> Event:
    standings(event)
    event.refresh_from_db()
    return event


def told(event: Event, kind: str, viewer: AbstractBaseUser | AnonymousUser = NOBODY, **more: object) -> str:
    made = print_document(kind, Order(event=event, viewer=viewer, **more))  # type: ignore[arg-type]
    return " ".join(" ".join(page_texts(made)).split())


def director(event: Event) -> AbstractBaseUser:
    return make_member(event.tournament.club, Role.DIRECTOR)


def test_the_recap_has_every_percentage_and_the_total_of_a_pair() -> None:
    said = told(make(), "recap")
    assert "Rank No. Pair 1 2 Boards %" in said
    assert "3 North 3 & South 3 33.33 100.00 2 66.67" in said
    assert "1 North 1 & South 1 0.00 66.67 2 33.33" in said
    assert "5 North 5 & South 5 100.00 33.33 2 66.67" in said
    assert "8 of 8 results are in." in said


def test_two_fields_are_two_lists() -> None:
    event = make(EventSettings(winners="two"))
    for kind in ("recap", "cross-table"):
        said = told(event, kind)
        ns, ew = said.split("North–South", 1)[1].split("East–West", 1)
        assert "1 3 North 3 & South 3" in ns
        assert "1 5 North 5 & South 5" in ew
        assert "North 5" not in ns
        assert "North 3" not in ew
    assert "Pair 5 6 7 8 Boards" in told(event, "cross-table")
    assert "Pair 1 2 3 4 Boards" in told(event, "cross-table")


def test_the_cross_table_has_the_average_against_each_opponent() -> None:
    """Pair 1 got 0 and 66.67 % against 5. Against 6 it had the better of two scores where four were expected, of which
    Neuberg makes 50 + 50 · ½ · 4/3."""
    event = make()
    seat(event, [(1, 6, (3,)), (2, 5, (3,))])
    enter(event, 2, 1, 3, "7 8 5 5")
    enter(event, 2, 2, 3, "7 6 5 7")
    said = told(up_to_date(event), "cross-table")
    assert "Pair 1 2 3 4 5 6 7 8 Boards %" in said
    assert "1 North 1 & South 1 · 33.33 83.33 3 50.00" in said
    assert "3 North 3 & South 3 · 66.67 2 66.67" in said
    assert "Average percentage against the pair of that number" in said


def test_averages_leave_out_boards_that_do_not_count() -> None:
    lines = [
        Line(1, 5, 0.0, False),
        Line(2, 5, 50.0, False),
        Line(3, 5, None, False),
        Line(4, 6, None, False),
    ]
    assert averages_met(lines) == {5: 25.0}


def test_rulings_and_boards_not_played_are_marked() -> None:
    event = make()
    seat(event, [(1, 5, (3, 4))])
    ruling = {"ns_adjusted": "A+", "ew_adjusted": "A-"}
    where = {"round": 2, "table": 1}
    record_result(
        event.pk, Entered(ResultFields(**where, board=3, **ruling), reason="A card was seen."), ACTOR
    )
    record_result(event.pk, Entered(ResultFields(**where, board=4, not_played=True), reason="Late."), ACTOR)
    said = told(up_to_date(event), "recap")
    assert "1 North 1 & South 1 0.00 66.67 60.00* – 3 42.22" in said
    assert "5 North 5 & South 5 100.00 33.33 40.00* – 3 57.78" in said


def test_a_penalty_has_a_column_where_there_is_one() -> None:
    event = make()
    assert "Penalty" not in told(event, "recap")
    add_penalty(event.pk, 3, Decimal("5"), "Slow.", ACTOR)
    said = told(up_to_date(event), "recap")
    assert "Boards Penalty %" in said
    assert "3 North 3 & South 3 33.33 100.00 2 −5.00 61.67" in said


def test_boards_that_are_not_finished_are_told_to_their_director_alone() -> None:
    event = make_event()
    four_tables(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    play_hand_1(event)
    enter(event, 1, 1, 2, HAND_1[1])
    enter(event, 1, 2, 2, HAND_1[2])
    up_to_date(event)
    player = director(event)
    seat_person(event, 8, player)
    for viewer in (NOBODY, player, make_member(event.tournament.club, Role.SCORER)):
        assert "Pair 1 Boards" in told(event, "recap", viewer)
        assert "1 North 1 & South 1 · 0.00 2 41.67" in told(event, "cross-table", viewer)
    assert "Pair 1 2 Boards" in told(event, "recap", director(event))
    assert "1 North 1 & South 1 · 41.67 2 41.67" in told(event, "cross-table", director(event))


def test_before_any_result_a_page_says_so() -> None:
    event = make_event()
    for kind in ("recap", "cross-table"):
        assert "No board can be shown yet." in told(event, kind)
    assert "No match can be shown yet." in told(make_teams(4), "recap")


def test_prize_places_are_signed_in_each_list_and_explained() -> None:
    event = make(EventSettings(winners="two"))
    assert "★" not in told(event, "results")
    said = told(event, "results", prizes=1)
    assert said.count("★") == 3
    assert "1 3 ★ North 3" in said
    assert "1 5 ★ North 5" in said
    assert "★ prize place" in said
    # 2 and 4 share the second place of their list, and so the second prize
    said = told(event, "results", prizes=2)
    assert "2= 2 ★ North 2" in said
    assert "2= 4 ★ North 4" in said
    assert "4 1 North 1" in said


def test_standings_say_what_decided_between_pairs_that_are_level() -> None:
    """2 and 4 have 50 % each: 4 has beaten every other score once, 2 never."""
    event = make(EventSettings(winners="two", tie_breaks=("tops",)))
    said = told(event, "results")
    assert "2 4 North 4 & South 4" in said
    assert "ahead of No. 2 by tops: 1.00 to 0.00" in said
    assert said.count("ahead of") == 2  # and 8 before 6


def test_teams_have_a_recap_of_their_matches() -> None:
    event = make_teams(5)
    publish(event, (1, 2), (3, 4), bye=5, reason="as we like it")
    finish_round(event, 1, winners=(1, 4))
    said = told(up_to_date(event), "recap")
    assert "No. Team Rd 1 Wins Points" in said
    row = said.split("1 Team 1")[1].split("Team 2")[0]
    assert "W 2" in row
    assert "+346" in row
    own, other = (int(word) for word in row.split(" : ")[0].split()[-1:] + row.split(" : ")[1].split()[:1])
    assert own - other == 346
    assert "bye" in said.split("5 Team 5")[1].split("Team 1")[0]


def test_a_match_that_is_being_played_is_told_to_nobody_who_plays_in_it() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    win_match(event, 1, 2)
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [LOSS] * 4)
    up_to_date(event)
    said = told(event, "recap")
    assert "…" in said.split("1 Team 1")[1].split("Team 2")[0]
    assert "W 4" in said
    assert " : " in said.split("3 Team 3")[1].split("Team")[0]


def test_team_standings_mark_prizes_too() -> None:
    event = make_teams(4)
    publish(event, (1, 2), (3, 4))
    finish_round(event, 1, winners=(1, 3))
    said = told(up_to_date(event), "results", prizes=1)
    assert "★ prize place" in said
    assert said.count("★") == 3  # 1 and 3 share the first place
