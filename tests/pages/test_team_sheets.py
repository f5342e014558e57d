"""Sheets of a Teams event to download: there for every document, and they tell their reader no more than pages do."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.pages.reading import home
from tests.support.event_builders import ACTOR, make_member, standings
from tests.support.team_builders import (
    LOSS,
    ROUT,
    WIN,
    enter_board,
    finish_round,
    make_teams,
    play,
    publish,
    win_match,
)
from tournaments.models import EntryPlayer, Event, Role, Round
from tournaments.printing import DOCUMENTS, documents_of
from tournaments.services.entries import withdraw_entry
from tournaments.services.lineups import LineUp, set_line_up
from tournaments.services.matches import add_decider, give_match

TEAM_NAMES = ("round-pairings", "match-score-sheets", "filled-score-sheets", "results", "cross-table")


@pytest.fixture
def event(db: None) -> Iterator[Event]:
    """Five teams, so one has a bye; round 1 is under way: match 1 is 1 against 2, match 2 is 3 against 4."""
    cache.clear()
    made = make_teams(5)
    publish(made, (1, 2), (3, 4), bye=5, reason="as we like it")
    yield made
    cache.clear()


def sheet(client: Client, event: Event, kind: str, **query: Any) -> str:
    """All text of the sheet, which must be there."""
    response = client.get(f"{home(event)}sheets/{kind}.pdf", query)
    assert response.status_code == 200, (kind, response.status_code)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'inline; filename="{event.slug}-{kind}.pdf"'
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(response.content)).pages)


def words(text: str) -> str:
    """As one line: a PDF breaks texts where its cells end."""
    return " ".join(text.split())


def signed_in(event: Event, role: Role = Role.SCORER, *, player: str = "") -> Client:
    """A member of the club; `player` is the name, such as "1A", of whom they are in the event."""
    user, client = make_member(event.tournament.club, role), Client()
    if player:
        person = EntryPlayer.objects.get(entry__event=event, person__name=player).person
        person.user = user
        person.save()
    client.force_login(user)
    return client


def up_to_date(event: Event) -> Event:
    standings(event)
    event.refresh_from_db()
    return event


def test_the_documents_are_those_of_the_kind(event: Event) -> None:
    names = tuple(documents_of(event))
    assert names[: len(TEAM_NAMES)] == TEAM_NAMES
    assert set(names) < set(DOCUMENTS)
    assert "blank-travellers" not in names


@pytest.mark.parametrize("kind", TEAM_NAMES)
def test_every_document_is_there(client: Client, event: Event, kind: str) -> None:
    assert "Team night" in sheet(client, event, kind)
    up_to_date(event)
    assert "Team night" in sheet(client, event, kind, paper="letter")


@pytest.mark.parametrize("kind", TEAM_NAMES)
def test_every_document_is_there_before_anything_is_drawn(client: Client, db: None, kind: str) -> None:
    event = make_teams(0)
    director = signed_in(event, Role.DIRECTOR)
    assert "Team night" in sheet(director, event, kind)


@pytest.mark.parametrize("kind", ["blank-travellers", "filled-travellers", "nonsense"])
def test_what_belongs_to_pairs_is_not_found(client: Client, event: Event, kind: str) -> None:
    assert client.get(f"{home(event)}sheets/{kind}.pdf").status_code == 404


@pytest.mark.parametrize("number", ["9", "0", "x", "-1"])
def test_a_round_that_does_not_exist_is_not_found(client: Client, event: Event, number: str) -> None:
    response = client.get(f"{home(event)}sheets/round-pairings.pdf", {"round": number})
    assert response.status_code == 404


def test_pairings_name_every_match_and_the_bye(client: Client, event: Event) -> None:
    text = words(sheet(client, event, "round-pairings"))
    assert "Round 1 · Pairings" in text
    assert "1 1 2 1 Team 1 2 Team 2" in text
    assert "2 3 4 3 Team 3 4 Team 4" in text
    assert "5 Team 5 has a bye" in text
    assert "Provisional" not in text


def test_a_forfeit_is_noted_and_needs_no_score_sheet(client: Client, event: Event) -> None:
    assert "Match 2" in sheet(client, event, "match-score-sheets")
    give_match(event.pk, (1, 2), "home", "nobody came", ACTOR, forfeit=True)
    up_to_date(event)
    assert "Team 4 · forfeit" in words(sheet(client, event, "round-pairings"))
    text = sheet(client, event, "match-score-sheets")
    assert "Match 1" in text
    assert "Match 2" not in text


def test_a_draw_that_rests_on_open_matches_says_so_until_it_is_opened(client: Client, event: Event) -> None:
    publish(event, (1, 3), (2, 5), bye=4, reason="no time", opened=False)
    round_ = event.rounds.get(number=2)
    assert round_.draw["provisional"]
    up_to_date(event)
    assert "Provisional" in sheet(client, event, "round-pairings")
    assert "Provisional" not in sheet(client, event, "round-pairings", round=1)
    cache.clear()
    Round.objects.filter(pk=round_.pk).update(status="open")
    assert "Provisional" not in sheet(client, event, "round-pairings")


def test_blank_score_sheets_have_line_ups_boards_and_rules_and_no_results(
    client: Client, event: Event
) -> None:
    play(event, 1, 1, ["N+6 0+7 5 6"])
    up_to_date(event)
    response = client.get(f"{home(event)}sheets/match-score-sheets.pdf")
    pages = [words(page.extract_text()) for page in PdfReader(io.BytesIO(response.content)).pages]
    assert len(pages) == 4
    assert "Round 1 · Match 1" in pages[0]
    assert "Open room" in pages[0]
    assert "Other table: 2" in pages[0]
    assert "North–South · home · Team 1 Team 1 N 1A S 1B" in pages[0]
    assert "East–West · away · Team 2 Team 2 E 2A W 2B" in pages[0]
    assert "North–South · away · Team 2 Team 2 N 2C S 2D" in pages[1]
    assert "East–West · home · Team 1 Team 1 E 1C W 1D" in pages[1]
    assert "1 N E 2 E S 3 S W 4 W N 5 N E" in pages[0]
    assert "9 N E 10 E S" in pages[0]
    assert "reaches 500; otherwise after board 8" in pages[0]
    assert "Every 10 bags cost 100 points" in pages[0]
    assert "N+6" not in " ".join(pages)


def test_a_line_up_that_was_changed_is_on_the_sheets(client: Client, event: Event) -> None:
    sheet(client, event, "match-score-sheets")
    line_up = LineUp(open=("1D", "1C"), closed=("1B", "1A"))
    set_line_up(event.pk, (1, 1, 1), line_up, ACTOR)
    up_to_date(event)
    assert "N 1D S 1C" in words(sheet(client, event, "match-score-sheets"))


def test_filled_score_sheets_tell_the_race_and_the_result(client: Client, event: Event) -> None:
    win_match(event, 1, 1)
    up_to_date(event)
    text = words(sheet(client, event, "filled-score-sheets"))
    assert "NS reached 500 on board 5" in text
    assert "500 reached" in text
    assert "Team 1 won: its pair at the open table reached 500 on board 5" in text
    assert text.count("not played") == 6  # boards 6 to 8 of the open table, both sides
    assert "Match 2" not in text


def test_bag_penalties_and_deciders_are_on_filled_sheets(client: Client, event: Event) -> None:
    play(event, 1, 1, [WIN] * 6 + ["6 8 5 5", "6 7 6 6"])
    play(event, 1, 2, [WIN] * 6 + ["6 8 5 5", "6 7 6 6"])
    add_decider(event.pk, (1, 1), ACTOR)
    enter_board(event, 1, 1, 9, ROUT)
    enter_board(event, 1, 2, 9, LOSS)
    up_to_date(event)
    text = words(sheet(client, event, "filled-score-sheets"))
    assert "bags −100" in text
    assert text.count("Deciders: the match was tied") == 2


def test_players_of_a_running_match_see_their_own_table_only(event: Event) -> None:
    play(event, 1, 1, ["N+6 0+7 5 6"])
    play(event, 1, 2, ["6 7 N+5 0+6"])
    up_to_date(event)
    open_player, closed_player = signed_in(event, player="1A"), signed_in(event, player="2C")
    director = signed_in(event, Role.DIRECTOR)
    outsiders = (Client(), signed_in(event))
    other_player = signed_in(event, player="3A")
    for _ in range(2):  # what is kept of one reader's is nobody else's
        for client, shown in (
            (director, {"N+6", "N+5"}),
            (open_player, {"N+6"}),
            (closed_player, {"N+5"}),
            (other_player, set()),
            *((outsider, set()) for outsider in outsiders),
        ):
            text = sheet(client, event, "filled-score-sheets")
            assert {bid for bid in ("N+6", "N+5") if bid in text} == shown
            assert ("No table’s result can be shown yet." in text) is (client in outsiders)
            assert ("Match 2" in text) is (client in (director, other_player))


def test_a_result_that_is_certain_and_not_over_stands_in_no_ranking(event: Event) -> None:
    play(event, 1, 1, [ROUT] * 5)
    play(event, 1, 2, [LOSS] * 4)
    up_to_date(event)
    player, public, director = signed_in(event, player="2C"), Client(), signed_in(event, Role.DIRECTOR)
    for client in (public, player, director):
        text = words(sheet(client, event, "cross-table"))
        assert "… 2" in text[text.index("Team 1 ") :].split("Team")[1]
        assert "W" not in words(sheet(client, event, "results")).split("Team 1")[1].split("Team")[0]
        filled = words(sheet(client, event, "filled-score-sheets"))
        assert ("Team 1 won" in filled) is (client is director)


def test_standings_and_cross_table_after_a_round(client: Client, event: Event) -> None:
    finish_round(event, 1, winners=(1, 4))
    up_to_date(event)
    text = words(sheet(client, event, "results"))
    assert "Standings after round 1" in text
    assert "Still undefeated: " in text
    assert "2 of 2 matches are decided." in text
    for heading in ("Wins", "Losses", "Byes", "Head to", "Points"):
        assert heading in text
    # team 5 is alone in front; what was not needed to break its tie is told, but for head to head
    assert "1 5 Team 5 1 0 1 1 0 0 ahead of No. 1 by opponents’ wins: 1 to 0 2=" in text
    assert "2= 1 Team 1 1 0 0 0 0.00 +346" in text
    crossed = words(sheet(client, event, "cross-table"))
    assert "W 2 +" in crossed
    assert "L 4 −" in crossed
    assert "bye" in crossed


def test_half_a_win_and_a_withdrawn_team(client: Client, event: Event) -> None:
    give_match(event.pk, (1, 1), "tied", "a storm", ACTOR)
    win_match(event, 1, 2)
    withdraw_entry(event.pk, 4, ACTOR, "gone home")
    up_to_date(event)
    text = words(sheet(client, event, "results"))
    assert "Team 1 ½ 0" in text
    assert "Team 4 (withdrawn)" in text
    assert "½ 2" in words(sheet(client, event, "cross-table"))


def test_the_command_writes_every_document_and_refuses_others(event: Event, tmp_path: Path) -> None:
    up_to_date(event)
    for name in TEAM_NAMES:
        target = tmp_path / f"{name}.pdf"
        call_command("print", name, str(event.pk), round=1, output=str(target))
        assert target.read_bytes().startswith(b"%PDF")
    with pytest.raises(CommandError) as error:
        call_command("print", "blank-travellers", str(event.pk), output=str(tmp_path / "x.pdf"))
    assert "no sheet “blank-travellers”" in str(error.value)
    for name in TEAM_NAMES:
        assert name in str(error.value)
    for name in ("round-pairings", "match-score-sheets", "filled-score-sheets"):
        with pytest.raises(CommandError, match="There is no round 7"):
            call_command("print", name, str(event.pk), round=7, output=str(tmp_path / "x.pdf"))


def test_the_admin_prints_what_belongs_to_the_kind(event: Event) -> None:
    up_to_date(event)
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    for name in TEAM_NAMES:
        answer = client.get(reverse("admin:tournaments_event_print", args=[event.pk, name]))
        assert answer.content.startswith(b"%PDF")
    answer = client.get(reverse("admin:tournaments_event_print", args=[event.pk, "blank-travellers"]))
    assert answer.status_code == 404
