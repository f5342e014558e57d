"""Matches at the admin: the list, both tables of one, and a director's deeds with it."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.admin.pages import change_url, fields_on_page, list_url, sign_in
from tests.admin.team_pages import (
    LOST,
    WON,
    form_faults,
    match_deed_url,
    match_of,
    match_url,
    said,
    sheet,
)
from tests.support.event_builders import enter, seat_person
from tests.support.team_builders import LOSS, WIN, make_teams, play, publish, win_match
from tournaments.models import Event, Match, Result, Role, RoundStatus, TableSeat
from tournaments.services.standings import recompute_standings
from tournaments.services.team_settings import TeamOptions

pytestmark = pytest.mark.django_db

NIL = "N+4 0+6 5 7"


def listed(client: Client, event: Event) -> str:
    recompute_standings(event.pk)
    return client.get(f"{list_url('match')}?round__event__id__exact={event.pk}").content.decode()


def test_the_list_says_how_each_match_ended(teams: Event, team_director: User, client: Client) -> None:
    win_match(teams, 1, 1)
    play(teams, 1, 3, [WIN])
    page = listed(client, teams)
    assert "Team 1 won: its pair at the open table reached 500 on board 5" in page
    assert "Not decided yet: 1 of 8 boards are in at the open table and 0 at the closed one." in page
    assert ">finished<" in page
    assert match_url(teams, 1, 2) in page


def test_a_bye_has_no_deeds(client: Client) -> None:
    event = make_teams(3)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    publish(event)
    page = client.get(match_url(event, 1, 2)).content.decode()
    assert "Team 3 has the bye" in page
    assert "/do/" not in page
    assert client.post(match_deed_url(event, 1, 2, "give"), {"outcome": "home"}).status_code == 404


def test_both_tables_show_with_every_total(teams: Event, team_director: User, client: Client) -> None:
    win_match(teams, 1, 1)
    page = client.get(match_url(teams, 1, 1))
    tables = page.context["rooms"]
    assert [table["title"] for table in tables] == ["Open table, table 1", "Closed table, table 2"]
    assert [str(table["ns"]) for table in tables] == ["1 Team 1", "6 Team 6"]
    assert [len(table["data"]["steps"]) for table in tables] == [5, 8]
    assert "1A &amp; 1B" in page.content.decode()
    assert client.post(match_url(teams, 1, 1), {}).status_code == 403


def test_a_score_sheet_goes_in_at_once(teams: Event, team_director: User, client: Client) -> None:
    url = match_deed_url(teams, 1, 2, "open-table")
    page = client.post(url, sheet(*WON), follow=True)
    assert said(page) == ["Round 1, table 3: boards 1, 2, 3, 4, 5 saved."]
    assert page.redirect_chain == [(match_url(teams, 1, 2), 302)]
    assert sorted(teams.results.values_list("board", flat=True)) == [1, 2, 3, 4, 5]
    assert teams.log.filter(action="result.entered", door="admin").count() == 5


def test_the_second_round_plays_boards_1_to_8_too(client: Client) -> None:
    event = make_teams(4)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    for _ in range(2):
        publish(event)
    url = match_deed_url(event, 2, 1, "closed-table")
    assert [row.board for row in client.get(url).context["form"].rows] == list(range(1, 9))
    assert client.post(url, sheet(WIN)).status_code == 302
    assert event.results.get().board == 17


def test_what_is_in_already_is_only_read(teams: Event, team_director: User, client: Client) -> None:
    play(teams, 1, 1, [WIN, NIL])
    url = match_deed_url(teams, 1, 1, "open-table")
    form = fields_on_page(client, url)
    assert not [name for name in form if name.startswith(("b1_", "b2_"))]
    assert "<td>N+4</td><td>0+6</td><td>5</td><td>7</td>" in client.get(url).content.decode()
    # what is sent of them all the same is not read
    assert client.post(url, {**sheet(LOSS, LOSS, LOSS), "b3_ns_bid": "5"}).status_code == 302
    stored = Result.objects.filter(event=teams).order_by("board")
    assert [(row.ns_bid, row.version) for row in stored] == [("6", 1), ("N+4", 1), ("5", 1)]


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "at", "words"),
    [
        (sheet(WIN, "7 7 5 5"), "b2_ns_tricks", "13"),
        (sheet(WIN, "X 8 5 5", WIN, WIN), "b2_ns_bid", "X"),
        ({**sheet(WIN, WIN), "b2_ew_tricks": ""}, "b2_ew_tricks", "EW tricks is missing;"),
        ({**sheet(WIN), **sheet(WIN, first=3)}, "b3_ns_bid", "2"),
        (sheet(*WON, WIN), "b6_ns_bid", "board 5"),
        (sheet(), "__all__", "Nothing was typed"),
        ({**sheet(WIN), "b1_ns_bid": "7" * 40}, "b1_ns_bid", "12"),
    ],
)
def test_a_fault_stands_at_its_row_and_nothing_is_saved(
    teams: Event, team_director: User, client: Client, typed: dict[str, str], at: str, words: str
) -> None:
    answer = client.post(match_deed_url(teams, 1, 1, "open-table"), typed)
    shown = form_faults(answer)
    assert list(shown) == [at]
    assert words in shown[at][0]
    assert shown[at][0] in answer.content.decode().replace("&#x27;", "'")
    assert not Result.objects.exists()


def test_a_closed_round_asks_for_one_reason(teams: Event, team_director: User, client: Client) -> None:
    teams.rounds.update(status=RoundStatus.CLOSED)
    url = match_deed_url(teams, 1, 1, "open-table")
    shown = form_faults(client.post(url, sheet(WIN, WIN)))
    assert list(shown) == ["reason"]
    assert len(shown["reason"]) == 1
    assert client.post(url, sheet(WIN, WIN, reason="found late")).status_code == 302


def test_somebody_else_was_there_first(teams: Event, team_director: User, client: Client) -> None:
    """Boards that came in after the form was opened are not entered again."""
    url = match_deed_url(teams, 1, 1, "open-table")
    client.get(url)
    play(teams, 1, 1, [WIN])
    assert client.post(url, sheet(LOSS, LOSS)).status_code == 302
    assert list(Result.objects.order_by("board").values_list("ns_bid", flat=True)) == ["6", "5"]


def test_a_given_match_takes_no_boards(teams: Event, team_director: User, client: Client) -> None:
    give = match_deed_url(teams, 1, 1, "give")
    assert form_faults(client.post(give, {"outcome": "", "reason": ""}))["outcome"]
    shown = form_faults(client.post(give, {"outcome": "home", "reason": ""}))
    assert shown["reason"] == ["Giving a match needs a reason."]
    assert form_faults(client.post(give, {"outcome": "both", "reason": "x"}))["outcome"]
    tied = form_faults(client.post(give, {"outcome": "tied", "forfeit": "on", "reason": "x"}))
    assert "no forfeit" in tied["forfeit"][0]
    assert client.post(give, {"outcome": "away", "forfeit": "on", "reason": "absent"}).status_code == 302
    match = match_of(teams, 1, 1)
    assert (match.given, match.forfeit, match.note) == ("away", True, "absent")
    page = client.get(match_url(teams, 1, 1)).content.decode()
    assert "forfeit" in page
    assert match_deed_url(teams, 1, 1, "open-table") not in page
    answer = client.post(match_deed_url(teams, 1, 1, "open-table"), sheet(WIN))
    assert "This match was given" in form_faults(answer)["b1_ns_bid"][0]
    back = match_deed_url(teams, 1, 1, "take-back")
    assert back in page
    assert form_faults(client.post(back, {"reason": ""}))["reason"]
    assert client.post(back, {"reason": "they came after all"}).status_code == 302
    assert match_of(teams, 1, 1).given == ""
    assert "was not given" in form_faults(client.post(back, {"reason": "again"}))["__all__"][0]


def test_a_tied_match_plays_a_decider(teams: Event, team_director: User, client: Client) -> None:
    url = match_deed_url(teams, 1, 1, "decider")
    assert url not in client.get(match_url(teams, 1, 1)).content.decode()
    refused = client.post(url, {})
    assert refused.status_code == 409
    assert "This match is not tied" in form_faults(refused)["__all__"][0]
    for table in (1, 2):
        play(teams, 1, table, [WIN] * 8)
    page = client.get(match_url(teams, 1, 1))
    assert page.context["state"] == "a decider is due"
    assert url in page.content.decode()
    assert said(client.post(url, {}, follow=True)) == ["Board 9 is due at both tables."]
    table = match_deed_url(teams, 1, 1, "open-table")
    assert client.get(table).context["form"].rows[-1].board == 9
    assert client.post(table, sheet(WON[0], first=9)).status_code == 302


def line_up(*names: str, reason: str = "") -> dict[str, str]:
    places = ("open_0", "open_1", "closed_0", "closed_1")
    return {**dict(zip(places, names, strict=True)), "reason": reason}


def seated(event: Event, table: int, direction: str) -> list[str]:
    seats = TableSeat.objects.filter(table__round__event=event, table__number=table, direction=direction)
    return list(seats.order_by("position").values_list("person__name", flat=True))


def test_a_line_up_is_set_by_name(client: Client) -> None:
    event = make_teams(4, players=5, options=TeamOptions(seed=7, first_round="seeded"))
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    publish(event)
    url = match_deed_url(event, 1, 1, "line-up-home")
    shown = fields_on_page(client, url)
    assert shown.pop("_once")
    assert shown == line_up("1A", "1B", "1C", "1D")
    assert client.post(url, line_up("1E", "1B", "1C", "1A")).status_code == 302
    assert (seated(event, 1, "NS"), seated(event, 2, "EW")) == (["1E", "1B"], ["1C", "1A"])
    away = match_deed_url(event, 1, 1, "line-up-away")
    assert client.post(away, line_up("4B", "4A", "4D", "4C")).status_code == 302
    assert (seated(event, 1, "EW"), seated(event, 2, "NS")) == (["4B", "4A"], ["4D", "4C"])


@pytest.mark.parametrize(
    ("typed", "at", "words"),
    [
        (line_up("1A", "1B", "1C", "1A"), "open_0", "1A cannot sit in two places."),
        (line_up("1A", "1B", "1C", ""), "closed_0", "Two players sit at the closed table, not 1."),
        (line_up("1A", "2B", "1C", "1D"), "open_1", "2B"),
    ],
)
def test_a_line_up_is_refused_at_its_chair(
    teams: Event, team_director: User, client: Client, typed: dict[str, str], at: str, words: str
) -> None:
    shown = form_faults(client.post(match_deed_url(teams, 1, 1, "line-up-home"), typed))
    assert words in shown[at][0]
    assert seated(teams, 1, "NS") == ["1A", "1B"]


def test_a_line_up_asks_for_a_reason_once_boards_are_in(
    teams: Event, team_director: User, client: Client
) -> None:
    play(teams, 1, 1, [WIN])
    url = match_deed_url(teams, 1, 1, "line-up-home")
    typed = line_up("1B", "1A", "1C", "1D")
    assert "give a reason" in form_faults(client.post(url, typed))["reason"][0]
    assert client.post(url, {**typed, "reason": "they sat so"}).status_code == 302


DIRECTORS_DEEDS = ("give", "take-back", "decider", "line-up-home", "line-up-away")


def test_a_scorer_enters_boards_and_decides_nothing(teams: Event, team_scorer: User, client: Client) -> None:
    page = client.get(match_url(teams, 1, 1)).content.decode()
    for name in DIRECTORS_DEEDS:
        url = match_deed_url(teams, 1, 1, name)
        assert url not in page
        assert client.get(url).status_code == 403
        assert client.post(url, {"outcome": "home", "reason": "x"}).status_code == 403
    url = match_deed_url(teams, 1, 1, "open-table")
    assert url in page
    assert client.post(url, sheet(WIN, WIN)).status_code == 302
    teams.rounds.update(status=RoundStatus.CLOSED)
    refused = form_faults(client.post(match_deed_url(teams, 1, 1, "closed-table"), sheet(WIN, reason="x")))
    assert refused["__all__"] == ["Only a director may change the results of a closed round."]
    assert (Result.objects.count(), match_of(teams, 1, 1).given) == (2, "")


@pytest.fixture
def playing(teams: Event, team_director: User) -> Event:
    """The director plays for team 1, whose closed table has won the match; the open table still plays."""
    seat_person(teams, 1, team_director)
    play(teams, 1, 1, [NIL])
    play(teams, 1, 2, LOST[:3])
    play(teams, 1, 3, [WIN, NIL])
    return teams


def test_who_plays_sees_no_other_table(playing: Event, client: Client) -> None:
    own = client.get(match_url(playing, 1, 1))
    shown = {table["title"]: bool(table["data"]) for table in own.context["rooms"]}
    assert shown == {"Open table, table 1": True, "Closed table, table 2": False}
    assert "Not decided" not in own.content.decode()
    other = client.get(match_url(playing, 1, 2))
    assert not any(table["data"] for table in other.context["rooms"])
    assert "N+4" not in other.content.decode()
    assert "boards are in" not in listed(client, playing)


def test_who_plays_touches_no_board_of_the_round(playing: Event, client: Client) -> None:
    for match, name in ((1, "closed-table"), (2, "open-table"), (2, "decider")):
        url = match_deed_url(playing, 1, match, name)
        for answer in (client.get(url), client.post(url, sheet(WIN, first=4))):
            assert answer.status_code == 403
            assert "You play in this event" in answer.content.decode()
            assert "N+4" not in answer.content.decode()
    assert Result.objects.count() == 6


def test_who_plays_is_not_told_what_the_other_table_waits_for(playing: Event, client: Client) -> None:
    page = client.get(change_url(playing)).content.decode()
    assert "round 1, table 1, boards 2–8" in page
    assert "round 1, table 2," not in page
    assert "round 1, table 4, boards 1–8" in page


def test_names_and_notes_are_text(teams: Event, team_director: User, client: Client) -> None:
    teams.entries.filter(number=1).update(name="<b>Šimek</b> & Co")
    Match.objects.filter(round__event=teams, number=1).update(given="home", note="<i>absent</i>")
    urls = [match_url(teams, 1, 1), *(match_deed_url(teams, 1, 1, name) for name in ("give", "open-table"))]
    for page in (*(client.get(url).content.decode() for url in urls), listed(client, teams)):
        assert "<b>Šimek" not in page
        assert "<i>absent" not in page
        assert "&lt;b&gt;Šimek&lt;/b&gt; &amp; Co" in page


@pytest.mark.parametrize("pk", ["x", "9" * 30, "0"])
def test_no_such_match(teams: Event, team_director: User, client: Client, pk: str) -> None:
    assert client.get(f"{list_url('match')}{pk}/change/").status_code == 404


def test_the_list_asks_a_bounded_number_of_questions(client: Client) -> None:
    counts = []
    for number in (4, 16):
        event = make_teams(number)
        sign_in(client, event.tournament.club, Role.DIRECTOR)
        publish(event)
        enter(event, 1, 1, 1, WIN)
        listed(client, event)
        with CaptureQueriesContext(connection) as found:
            client.get(f"{list_url('match')}?round__event__id__exact={event.pk}")
        counts.append(len(found))
    assert counts[0] == counts[1]
