"""The wall of a hall says who leads, who is missing and where everybody sits next, and never what the public may not
know, whoever is signed in on the laptop."""

import re

import pytest
from django.test import Client

from tests.pages.reading import get, row, tags, text
from tests.pages.team_night import sign_in, team_night
from tests.pages.test_secrecy import as_everybody, director
from tests.support.event_builders import ACTOR, enter, four_tables, make_event, seat, standings
from tests.support.team_builders import LOSS, ROUT, finish_round, make_teams, play, publish
from tournaments.models import Event, EventStatus, RoundStatus
from tournaments.services.rounds import close_round

FORMS = ("projector/", "projector/?live")


def step(html: str, name: str) -> str:
    """The text of one step, "" where there is none."""
    found = re.search(rf'<section class="step" data-step="{name}">(.*?)</section>', html, re.DOTALL)
    return text(found[1]) if found else ""


def plan(event: Event) -> None:
    """A second round: 1 meets 8 and 2 meets 7; the others sit out."""
    seat(event, [(8, 1, [3]), (2, 7, [3])], status=RoundStatus.PLANNED)
    standings(event)


def test_tables_with_results_to_come_are_named_with_their_boards(client: Client, event: Event) -> None:
    assert step(get(client, event, "projector/"), "awaited") == (
        "Tables with results to come Table 1 board 2 Table 2 board 2 Table 3 board 2 Table 4 board 2"
    )
    for table in (1, 2, 4):
        enter(event, 1, table, 2, "7 8 5 5")
    standings(event)
    assert step(get(client, event, "projector/"), "awaited").endswith("to come Table 3 board 2")
    enter(event, 1, 3, 2, "7 8 5 5")
    standings(event)
    for form in FORMS:
        assert 'data-step="awaited"' not in get(client, event, form)


def test_boards_in_a_row_are_told_in_brief_and_two_open_rounds_apart(client: Client, db: None) -> None:
    event = make_event(boards=8)
    four_tables(event, range(1, 5))
    seat(event, [(1, 8, [5, 6]), (2, 7, [7, 8])])
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    for table in (2, 3, 4):
        for board in range(1, 5):
            enter(event, 1, table, board, "7 8 5 5")
    enter(event, 1, 1, 2, "7 8 5 5")
    enter(event, 2, 2, 7, "7 8 5 5")
    standings(event)
    html = get(client, event, "projector/")
    assert row(html, 'id="awaited-1-1"') == "1 round 1, boards 1, 3–4"
    assert row(html, 'id="awaited-2-1"') == "1 round 2, boards 5–6"
    assert row(html, 'id="awaited-2-2"') == "2 round 2, board 8"
    close_round(event.pk, 1, ACTOR, reason="late")
    html = get(client, event, "projector/")
    assert 'id="awaited-1-1"' not in html
    assert row(html, 'id="awaited--1"') == "1 boards 5–6"


def test_the_next_round_is_on_the_wall_by_name_as_soon_as_it_is_drawn(client: Client, event: Event) -> None:
    assert 'data-step="seating"' not in get(client, event, "projector/")
    plan(event)
    html = get(client, event, "projector/")
    said = step(html, "seating")
    assert said.startswith("Round 2, next: your table")
    assert row(html, 'id="seat-8"') == "North 8 & South 8 1 NS"
    assert row(html, 'id="seat-1"') == "North 1 & South 1 1 EW"
    assert row(html, 'id="seat-7"') == "North 7 & South 7 2 EW"
    assert row(html, 'id="seat-3"') == "North 3 & South 3 sits out"
    names = re.findall(r"North (\d)", said)
    assert names == sorted(names)
    assert len(names) == 8


def test_a_round_that_has_just_been_opened_shows_its_own_seats_first(client: Client, db: None) -> None:
    event = make_event(boards=3)
    four_tables(event)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    plan(event)
    html = get(client, event, "projector/")
    assert step(html, "seating").startswith("Round 1, now: your table")
    assert html.index('data-step="seating"') < html.index('data-step="standings"')
    assert not step(html, "awaited")
    assert row(html, 'id="seat-5"') == "North 5 & South 5 1 EW"
    enter(event, 1, 1, 1, "7 8 5 5")
    standings(event)
    html = get(client, event, "projector/")
    assert step(html, "seating").startswith("Round 2, next")
    assert (
        html.index('data-step="standings"')
        < html.index('data-step="awaited"')
        < html.index('data-step="seating"')
    )


@pytest.mark.parametrize("status", [EventStatus.SETUP, EventStatus.PROVISIONAL, EventStatus.FINAL])
def test_nothing_of_a_draw_is_on_the_wall_unless_the_event_is_under_way(event: Event, status: str) -> None:
    plan(event)
    Event.objects.filter(pk=event.pk).update(status=status)
    for client in (*as_everybody(event).values(), director(event)):
        for form in FORMS:
            html = get(client, event, form)
            assert not step(html, "seating")
            assert not step(html, "awaited")


def test_the_directors_own_laptop_shows_the_hall_what_the_hall_may_see(event: Event) -> None:
    directing = director(event)
    for form in FORMS:
        assert get(directing, event, form) == get(Client(), event, form)
    assert "You direct this event" in text(get(directing, event))


def test_the_wall_tells_no_scores_of_boards_in_play(event: Event) -> None:
    enter(event, 1, 1, 2, "N+6 0+7 5 6")
    standings(event)
    for who, client in (*as_everybody(event).items(), ("director", director(event))):
        for form in FORMS:
            html = text(get(client, event, form))
            assert "N+6" not in html, who
            assert "160" not in html, who


def test_the_wall_is_well_formed_with_every_step(client: Client, event: Event) -> None:
    plan(event)
    read = tags(get(client, event, "projector/"))
    assert not read.faults
    assert not read.open


@pytest.mark.django_db
def test_matches_that_run_show_both_tables_and_only_how_many_boards_are_in() -> None:
    event = team_night()
    wanted = {1: "5 of 8 boards in", 2: "4 of 8 boards in", 3: "3 of 8 boards in", 4: "0 of 8 boards in"}
    for who in ("anonymous", "stranger", "1C", "director", "director 1C"):
        for form in FORMS:
            html = get(sign_in(event, who), event, form)
            # table 1 has stopped with a pair at home; that it waits for nothing is not told
            for table, said in wanted.items():
                assert row(html, f'id="awaited--{table}"') == f"{table} {said}", who
            assert "500" not in text(html), who
            assert "748" not in text(html), who


@pytest.mark.django_db
def test_a_match_that_is_over_waits_for_nothing(client: Client) -> None:
    event = team_night()
    play(event, 2, 2, [LOSS] * 4, first=5)
    standings(event)
    html = get(client, event, "projector/")
    assert re.findall(r'id="awaited--(\d)"', html) == ["3", "4"]


@pytest.mark.django_db
def test_a_published_round_seats_each_team_at_its_two_tables(client: Client) -> None:
    event = make_teams(5)
    publish(event, (1, 2), (3, 4), bye=5, reason="as we like it")
    finish_round(event, 1)
    standings(event)
    assert not step(get(client, event, "projector/"), "seating")
    publish(event, (1, 3), (5, 2), bye=4, reason="as we like it", opened=False)
    standings(event)
    html = get(client, event, "projector/")
    assert step(html, "seating").startswith("Round 2, next: your table")
    assert row(html, 'id="seat-4"') == "Team 4 has the bye"
    sides = {number: row(html, f'id="seat-{number}"') for number in (1, 2, 3, 5)}
    assert re.fullmatch(r"Team 1 1 (NS|EW) 2 (NS|EW)", sides[1])
    assert re.fullmatch(r"Team 3 1 (NS|EW) 2 (NS|EW)", sides[3])
    assert re.fullmatch(r"Team 5 3 (NS|EW) 4 (NS|EW)", sides[5])
    assert ("1 NS" in sides[1]) != ("1 NS" in sides[3])
    assert not step(html, "awaited")


@pytest.mark.django_db
def test_a_team_round_that_has_just_been_opened_shows_its_seats(client: Client) -> None:
    event = make_teams(4)
    publish(event)
    standings(event)
    html = get(client, event, "projector/")
    assert step(html, "seating").startswith("Round 1, now: your table")
    assert not step(html, "awaited")
    play(event, 1, 1, [ROUT])
    standings(event)
    html = get(client, event, "projector/")
    assert not step(html, "seating")
    assert step(html, "awaited").startswith("Tables of matches that play on")
