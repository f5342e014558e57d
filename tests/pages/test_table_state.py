"""What a phone is told of its table, when it changes, and what it is never told."""

from dataclasses import replace

import pytest

from tests.pages.table_calls import Phone, phone_at, phone_of
from tests.support.event_builders import ACTOR, enter, four_tables, make_event, seat, standings
from tests.support.team_builders import finish_round, make_teams, publish
from tournaments.models import Event, TravellerSecrecy
from tournaments.services.clock import add_minutes, pause_clock, start_clock
from tournaments.services.events import EventSettings, change_settings
from tournaments.services.rounds import close_round, open_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8, boards=4)
    four_tables(made)
    Event.objects.filter(pk=made.pk).update(status="running")
    made.refresh_from_db()
    return made


@pytest.fixture
def phone(event: Event) -> Phone:
    return phone_at(event)


def test_the_state_has_what_an_old_phone_needs_to_go_on_alone(event: Event, phone: Phone) -> None:
    state = phone.state()
    assert (state["phase"], state["number"], state["round"], state["rounds"]) == ("playing", 1, 1, 1)
    assert state["rules"] | {"preset": ""} == {
        name: getattr(event.rule_set, name) for name in state["rules"]
    } | {"preset": ""}
    board = state["boards"][0]
    assert (board["board"], board["dealer"], board["first"], board["state"]) == (1, "N", "E", "open")
    assert "pbn" not in str(state)


def test_nothing_new_is_not_sent_again(event: Event, phone: Phone) -> None:
    first = phone.get("state")
    again = phone.get("state", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Table-Time"]
    enter(event, 1, 2, 1, "7 8 5 5")  # another table's: a new version, and the same state here
    other = phone.get("state", **{"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 304
    assert int(other.headers["Table-Version"]) > int(first.headers["Table-Version"])
    enter(event, 1, 1, 1, "7 8 5 5")
    assert phone.get("state", **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_other_tables_stay_secret_until_all_have_played(event: Event, phone: Phone) -> None:
    for side in ("NS", "EW"):
        phone.enter(side, "7 6 5 7")
    for table, line in enumerate(("7 7 5 6", "7 8 5 5"), start=2):
        enter(event, 1, table, 1, line)
    standings(event)
    assert phone.board(1)["others"] is None
    enter(event, 1, 4, 1, "7 9 5 4")
    standings(event)
    others = phone.board(1)["others"]
    assert [row["NS"]["entry"] for row in others if row["own"]] == [1]
    assert len(others) == 4
    assert [row["points"] for row in others] == sorted((row["points"] for row in others), reverse=True)
    assert {row["NS"]["percentage"] for row in others} == {"0.00", "33.33", "66.67", "100.00"}
    # a table that has not agreed on its own result reads nobody else's
    assert phone.board(2)["others"] is None


def test_only_agreed_boards_show_other_tables(event: Event, phone: Phone) -> None:
    open_ = replace(EventSettings.of(event), traveller_secrecy=TravellerSecrecy.OPEN)
    change_settings(event.pk, open_, ACTOR, "as announced")
    enter(event, 1, 2, 1, "7 7 5 6")
    phone.enter("NS")
    standings(event)
    assert phone.board(1)["others"] is None
    phone.enter("EW")
    standings(event)
    assert [(row["points"], row["own"]) for row in phone.board(1)["others"]] == [(70, False), (69, True)]


def test_the_clock_is_told_in_seconds_left(event: Event, phone: Phone) -> None:
    assert "Table-Clock" not in phone.get("state").headers
    start_clock(event.pk, 1, 20, ACTOR)
    seconds, how = phone.get("state").headers["Table-Clock"].split()
    assert 1190 <= int(seconds) <= 1200
    assert how == "running"
    add_minutes(event.pk, 1, 5, ACTOR)
    assert int(phone.get("state").headers["Table-Clock"].split()[0]) > 1200
    pause_clock(event.pk, 1, ACTOR)
    assert phone.get("state").headers["Table-Clock"].endswith("paused")


def test_between_rounds_the_next_seats_are_told_once_they_may_be(event: Event, phone: Phone) -> None:
    seat(event, [(2, 1, [3, 4]), (3, 5, [3, 4])], status="planned")
    close_round(event.pk, 1, ACTOR, "enough")
    state = phone.state()
    assert (state["phase"], state["next"]["round"], state["next"]["released"]) == ("wait", 2, True)
    places = {seat["entry"]["number"]: seat["places"] for seat in state["next"]["seats"]}
    assert places[1] == [{"table": 1, "side": "EW", "players": [], "boards": "3–4"}]
    assert places[5] == [{"table": 2, "side": "EW", "players": [], "boards": "3–4"}]
    away = phone_of(event, 8).state()["next"]["seats"]
    assert away == [{"entry": {"number": 8, "name": "North 8 & South 8"}, "places": []}]
    Event.objects.filter(pk=event.pk).update(status="setup")
    hidden = phone.state()["next"]
    assert (hidden["released"], hidden["seats"]) == (False, [])
    open_round(event.pk, 2, ACTOR)
    assert (phone.state()["phase"], phone.state()["round"]) == ("playing", 2)


def test_after_the_last_round_there_is_nothing_to_wait_for(event: Event, phone: Phone) -> None:
    close_round(event.pk, 1, ACTOR, "enough")
    assert phone.state()["next"] == {"round": None, "released": False, "last": True, "seats": []}


def test_teams_are_told_both_their_tables() -> None:
    event = make_teams(4)
    publish(event)
    phone = phone_at(event, 1)
    home = phone.state()["entries"]["NS"]["number"]
    finish_round(event, 1)
    assert phone.state()["next"] == {"round": None, "released": False, "last": False, "seats": []}
    publish(event, opened=False)
    seats = {seat["entry"]["number"]: seat["places"] for seat in phone.state()["next"]["seats"]}
    assert [place["side"] for place in seats[home]] in (["NS", "EW"], ["EW", "NS"])
    assert all(len(place["players"]) == 2 and place["boards"] == "1–8" for place in seats[home])
