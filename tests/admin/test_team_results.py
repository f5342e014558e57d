"""Results of races at the admin: boards as players number them, and a correction looked at before it is saved."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, result_form, sign_in
from tests.admin.team_pages import match_url, said
from tests.support.event_builders import enter, make_tournament, seat_person
from tests.support.team_builders import LOSS, WIN, finish_round, make_teams, play, publish, win_match
from tournaments.models import Event, Result, Role, RoundStatus, Table
from tournaments.services.standings import recompute_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def second_round(teams: Event) -> Event:
    """Round 1 is over, teams 1, 2 and 3 have won; round 2 is open."""
    finish_round(teams, 1)
    publish(teams)
    return teams


def table_of(event: Event, round_number: int, number: int) -> Table:
    return Table.objects.get(round__event=event, round__number=round_number, number=number)


def result_of(event: Event, round_number: int, table: int, board: int) -> Result:
    """`board` as players number it, of races of 8."""
    number = (round_number - 1) * 16 + board
    return Result.objects.get(table=table_of(event, round_number, table), board=number)


def test_a_board_of_the_second_round_goes_in_by_its_race_number(
    second_round: Event, team_director: User, client: Client
) -> None:
    table = table_of(second_round, 2, 1)
    answer = client.post(add_url(), result_form(table, board=1, ns_bid="6", ns_tricks="8", ew_tricks="5"))
    assert answer.headers["Location"] == match_url(second_round, 2, 1)
    assert result_of(second_round, 2, 1, 1).ns_bid == "6"
    assert said(client.get(match_url(second_round, 2, 1))) == ["Round 2, table 1, board 1: saved."]


@pytest.mark.parametrize("board", ["9", "17", "33"])
def test_boards_that_are_not_due_are_refused_by_their_race_numbers(
    second_round: Event, team_director: User, client: Client, board: str
) -> None:
    shown = faults(client.post(add_url(), result_form(table_of(second_round, 2, 1), board=board)))
    assert shown["board"][0].startswith(
        f"Board {board} is not due at table 1 in round 2; the boards there are 1,"
    )


def test_a_race_takes_no_scores_by_hand(second_round: Event, team_director: User, client: Client) -> None:
    shown = faults(client.post(add_url(), result_form(table_of(second_round, 2, 1), ns_adjusted="A+")))
    assert "a director who decides otherwise gives the match" in shown["ns_adjusted"][0]


def test_lists_and_tables_call_boards_by_their_race_numbers(
    second_round: Event, team_director: User, client: Client
) -> None:
    play(second_round, 2, 1, [WIN] * 3)
    page = client.get(f"{list_url('result')}?event__id__exact={second_round.pk}&table__round__number=2")
    assert page.context["cl"].result_count == 3
    text = page.content.decode()
    assert ">19<" not in text.replace("\n", "").replace(" ", "")
    assert "?board=" not in text
    options = client.get(add_url()).content.decode()
    assert "round 2, table 1 (match 1, open room)" in options
    assert "boards 1, 2, 3, 4, 5, 6, 7, 8" in options
    tables = client.get(f"{list_url('table')}?round__number=2").content.decode()
    assert "17, 18" not in tables


def test_the_page_of_a_result_saves_what_it_shows(
    second_round: Event, team_director: User, client: Client
) -> None:
    stored = result_of(second_round, 1, 1, 2)
    form = fields_on_page(client, change_url(stored))
    assert form.keys().isdisjoint({"ns_score", "ns_adjusted", "not_played", "group"})
    assert form.keys() >= {"ns_number", "note", "seen"}
    assert client.post(change_url(stored), {**form, "reason": "looked again"}).status_code == 302
    stored.refresh_from_db()
    assert (stored.ns_bid, stored.version) == ("10", 2)


def corrected(client: Client, stored: Result, line: str, **typed: Any) -> dict[str, Any]:
    bids = dict(zip(("ns_bid", "ns_tricks", "ew_bid", "ew_tricks"), line.split(), strict=True))
    return {**fields_on_page(client, change_url(stored)), **bids, "reason": "misread", **typed}


def test_a_correction_shows_first_what_it_changes(
    second_round: Event, team_director: User, client: Client
) -> None:
    stored = result_of(second_round, 1, 1, 1)
    form = corrected(client, stored, "3 3 10 10")
    page = client.post(change_url(stored), form)
    assert faults(page)["__all__"] == ["Nothing is saved yet. Look at what this changes, then save again."]
    [match] = page.context["preview"].matches
    assert match.what == "Round 1, match 1"
    assert match.before.startswith("Team 1 won: its pair at the open table reached 500 on board 5")
    assert match.after == "Not decided yet: 5 of 8 boards are in at the open table and 8 at the closed one."
    places = {change.what: (change.before, change.after) for change in page.context["preview"].places}
    assert places["Team 1"] == ("place 1, 1 win", "place 5, 0 wins")
    assert page.context["preview"].gone
    text = page.content.decode()
    for words in (match.before, match.after, *page.context["preview"].gone, *page.context["preview"].new):
        assert words in text
    stored.refresh_from_db()
    assert (stored.version, stored.ns_bid) == (1, "10")
    assert not second_round.log.filter(action="result.corrected").exists()


def test_seen_it_is_saved_and_another_change_is_shown_again(
    second_round: Event, team_director: User, client: Client
) -> None:
    stored = result_of(second_round, 1, 1, 1)
    form = corrected(client, stored, "3 3 10 10")
    seen = client.post(change_url(stored), form).context["adminform"].form["seen"].value()
    assert f'value="{seen}"' in client.post(change_url(stored), form).content.decode()
    other = corrected(client, stored, "4 4 9 9", seen=seen)
    assert "Nothing is saved yet" in faults(client.post(change_url(stored), other))["__all__"][0]
    page = client.post(change_url(stored), {**form, "seen": seen}, follow=True)
    assert page.redirect_chain == [(match_url(second_round, 1, 1), 302)]
    stored.refresh_from_db()
    assert (stored.version, stored.ns_bid) == (2, "3")


def test_what_changes_nothing_else_is_saved_at_once(
    teams: Event, team_director: User, client: Client
) -> None:
    play(teams, 1, 1, [WIN, WIN])
    stored = result_of(teams, 1, 1, 1)
    assert client.post(change_url(stored), corrected(client, stored, LOSS)).status_code == 302
    stored.refresh_from_db()
    assert stored.ns_bid == "5"


def test_a_wrong_correction_is_refused_before_any_preview(
    second_round: Event, team_director: User, client: Client
) -> None:
    stored = result_of(second_round, 1, 1, 1)
    page = client.post(change_url(stored), corrected(client, stored, "3 4 10 10", reason=""))
    assert {"ns_tricks", "reason"} <= set(faults(page))
    assert "preview" not in page.context
    enter(second_round, 1, 1, 1, "10 9 3 4", version=1, reason="misread")
    stale = client.post(change_url(stored), corrected(client, stored, "3 3 10 10", version="1"))
    assert "it is now version 2" in faults(stale)["__all__"][0]


def test_a_scorer_corrects_while_the_round_is_open(teams: Event, team_scorer: User, client: Client) -> None:
    win_match(teams, 1, 1)
    stored = result_of(teams, 1, 1, 1)
    form = corrected(client, stored, "3 3 10 10")
    seen = client.post(change_url(stored), form).context["adminform"].form["seen"].value()
    assert client.post(change_url(stored), {**form, "seen": seen}).status_code == 302
    teams.rounds.update(status=RoundStatus.CLOSED)
    assert client.post(change_url(stored), form).status_code == 403


def test_who_plays_is_barred_by_the_race_number(
    second_round: Event, team_director: User, client: Client
) -> None:
    seat_person(second_round, 1, team_director)
    shown = faults(client.post(add_url(), result_form(table_of(second_round, 2, 3), board=2)))
    assert "see to board 2 until" in shown["board"][0]
    assert not Result.objects.filter(table__round__number=2).exists()


def test_who_plays_on_is_not_told_the_places(
    second_round: Event, team_director: User, client: Client
) -> None:
    """Round 1 is over and may be corrected; who leads while round 2 is played may not be told."""
    recompute_standings(second_round.pk)
    seat_person(second_round, 1, team_director)
    stored = result_of(second_round, 1, 1, 1)
    page = client.post(change_url(stored), corrected(client, stored, "3 3 10 10"))
    preview = page.context["preview"]
    assert preview.matches
    assert (preview.places, preview.draw) == ((), "")


def test_names_in_a_preview_are_text(second_round: Event, team_director: User, client: Client) -> None:
    second_round.entries.filter(number=1).update(name="<b>Šimek</b> & Co")
    stored = result_of(second_round, 1, 1, 1)
    text = client.post(change_url(stored), corrected(client, stored, "3 3 10 10")).content.decode()
    assert "<b>Šimek" not in text
    assert "&lt;b&gt;Šimek&lt;/b&gt; &amp; Co" in text


def test_a_club_with_both_kinds_keeps_them_apart(client: Client) -> None:
    tournament = make_tournament()
    sign_in(client, tournament.club, Role.DIRECTOR)
    make_teams(2, tournament=tournament)
    assert client.get(list_url("result")).status_code == 200
    assert client.get(f"{list_url('result')}?board__exact=3").status_code == 200
    for pk in ("x", "9" * 30, ""):
        assert client.get(f"{list_url('result')}?event__id__exact={pk}").status_code in (200, 302)
