"""The round at a glance: the state of every place, what waits, and what is kept from a director who plays."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.admin.table_desk import differ, token_of
from tests.pages.reading import text
from tests.services.test_phone import said
from tests.support.event_builders import ACTOR, enter, make_event, seat, standings
from tests.support.team_builders import ROUT, play
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Entry, Event, Result, RoundStatus, Table
from tournaments.pages.desk.glance import Cell, cells_of
from tournaments.services.editing import seen_editing
from tournaments.services.phone import say
from tournaments.services.printed import note_printed
from tournaments.services.results import Entered, record_result
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def url(event: Event, name: str = "event", *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


def page(client: Client, event: Event, query: str = "") -> Any:
    answer = client.get(url(event) + query)
    assert answer.status_code == 200, answer.status_code
    return answer


def letters(client: Client, event: Event, query: str = "") -> dict[int, str]:
    """By table, the letters of its cells."""
    shown = cells(client, event, query)
    return {
        table: "".join((cell.letter or "_") + "?" * cell.odd for cell in there)
        for table, there in shown.items()
    }


def cells(client: Client, event: Event, query: str = "") -> dict[int, list[Cell]]:
    return {row.number: cells_of(row, "/") for row in page(client, event, query).context["glance"].tables}


def rule(event: Event, table: int, board: int, **ruling: object) -> None:
    fields = ResultFields(round=1, table=table, board=board, **ruling)  # type: ignore[arg-type]
    there = Result.objects.filter(table__round__event=event, table__number=table, board=board).first()
    version = there.version if there else None
    record_result(event.pk, Entered(fields, version=version, reason="seen"), ACTOR)


def test_every_place_has_its_letter(event: Event, director: User, client: Client) -> None:
    assert letters(client, event) == dict.fromkeys(range(1, 5), "··")
    enter(event, 1, 1, 1, "7 8 5 5")
    say(token_of(event, 2), said("NS"))
    differ(event, 3)
    rule(event, 4, 1, ns_adjusted="A+", ew_adjusted="A-")
    rule(event, 4, 2, not_played=True)
    assert letters(client, event) == {1: "✓·", 2: "P·", 3: "D·", 4: "RN"}
    close_round(event.pk, 1, ACTOR, "time")
    assert letters(client, event)[1] == "✓M"


def test_a_cell_says_in_words_what_it_shows_and_leads_to_its_result(
    event: Event, director: User, client: Client
) -> None:
    enter(event, 1, 1, 2, "7 8 5 5")
    table = Table.objects.get(round__event=event, number=1)
    label = "Table 1, board 2: in; 7 8 – 5 5"
    assert cells(client, event)[1][1].label == label
    address = reverse("desk:result", args=[event.pk, table.pk, 2])
    assert f'href="{address}" aria-label="{label}"' in page(client, event).content.decode()


def test_the_fouled_the_taken_back_and_the_score_by_hand(
    event: Event, director: User, client: Client
) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    enter(event, 1, 2, 1, "7 8 5 5")
    Result.objects.filter(table__number=1).update(group=1)
    Result.objects.filter(table__number=2).update(state="removed")
    rule(event, 3, 1, ns_score=70, ew_score=-20)
    assert letters(client, event) == {1: "R·", 2: "··", 3: "R·", 4: "··"}
    assert cells(client, event)[3][0].said == "70 / −20"


def test_where_tables_play_different_boards_each_cell_names_its_own(director: User, client: Client) -> None:
    other = make_event(director.memberships.get().club.tournaments.get(), pairs=8, name="Mitchell")  # type: ignore[attr-defined]
    seat(other, [(1, 5, [1, 2]), (2, 6, [3, 4])])
    context = page(client, other).context
    assert context["glance"].boards == ()
    assert {table: [cell.board for cell in there] for table, there in cells(client, other).items()} == {
        1: [1, 2],
        2: [3, 4],
    }
    assert "<small>3</small>" in page(client, other).content.decode()


def test_another_round_is_chosen_by_its_number(event: Event, director: User, client: Client) -> None:
    seat(event, [(1, 6, [3]), (2, 5, [3])], status=RoundStatus.PLANNED)
    assert letters(client, event, "?round=2") == {1: "_", 2: "_"}
    states = page(client, event).context["glance"].rounds
    assert [(one.number, one.status, one.missing) for one in states] == [(1, "open", 8), (2, "planned", None)]
    for wrong in ("9", "x", "-1", "99999999999999999999", "²"):
        assert client.get(f"{url(event)}?round={wrong}").status_code == 404


def test_a_table_is_slow_when_half_the_hall_is_a_board_ahead_for_longer_than_a_board_takes(
    event: Event, director: User, client: Client
) -> None:
    for table in (1, 2):
        enter(event, 1, table, 1, "7 8 5 5")
    Result.objects.update(created_at=timezone.now() - timedelta(minutes=5, seconds=50))
    assert page(client, event).context["glance"].slow == []
    Result.objects.update(created_at=timezone.now() - timedelta(minutes=7, seconds=10))
    slow = page(client, event).context["glance"].slow
    assert [(table.number, table.behind) for table in slow] == [(3, 7), (4, 7)]
    assert "Table 3 7 minutes behind the hall" in text(page(client, event).content.decode())


def test_what_is_waited_for_is_listed_by_table(event: Event, director: User, client: Client) -> None:
    for table in (1, 2, 3):
        enter(event, 1, table, 1, "7 8 5 5")
    enter(event, 1, 1, 2, "7 8 5 5")
    waiting = page(client, event).context["waiting"]
    assert (waiting["tables"], waiting["count"]) == ([(2, [2]), (3, [2]), (4, [1, 2])], 4)


def test_the_line_says_how_far_the_standings_lag_and_what_printed_is_stale(
    event: Event, director: User, client: Client
) -> None:
    standings(event)
    assert "standings up to date" in text(page(client, event).content.decode())
    note_printed(event.pk, "results", "", ACTOR)
    assert "what is printed is up to date" in text(page(client, event).content.decode())
    enter(event, 1, 1, 1, "7 8 5 5")
    shown = text(page(client, event).content.decode())
    assert "standings 1 change behind" in shown
    standings(event)
    assert "1 printed sheet is stale" in text(page(client, event).content.decode())


def test_what_looks_odd_is_marked_and_listed(director: User, event: Event, client: Client) -> None:
    big = make_event(event.tournament, pairs=12, name="Six tables")
    seat(big, [(n, n + 6, [1]) for n in range(1, 7)])
    for table, line in enumerate(("8 9 3 4", "7 9 3 4", "8 8 4 5", "8 9 3 4", "9 9 3 4", "3 4 8 9"), start=1):
        enter(big, 1, table, 1, line)
    assert letters(client, big)[6] == "✓?"
    listed = text(client.get(url(big, "suspicions")).content.decode())
    assert "Perhaps the sides were written the wrong way round." in listed
    assert "1 looks odd" in text(page(client, big).content.decode())


def test_what_was_looked_at_and_is_right_leaves_list_count_and_cell(
    director: User, event: Event, client: Client
) -> None:
    Result.objects.all().delete()
    enter(event, 1, 2, 1, "17 8 5 5")
    result = Result.objects.get()
    listed = client.get(url(event, "suspicions")).content.decode()
    right = url(event, "found-right", result.pk)
    assert f'action="{right}"' in listed
    assert 'name="version" value="1"' in listed
    stale = client.post(right, {"version": 2})
    assert stale.status_code == 409
    assert "changed since you looked at it" in text(stale.content.decode())
    assert client.post(right, {"version": "x"}).status_code == 422
    assert letters(client, event)[2] == "✓?·"
    said = client.post(right, {"version": 1}, follow=True)
    assert "Nothing looks odd." in text(said.content.decode())
    assert letters(client, event)[2] == "✓·"
    assert "looks odd" not in text(page(client, event).content.decode())
    assert client.post(url(event, "found-right", 0), {"version": 1}).status_code == 404


def test_what_somebody_else_has_open_is_marked(
    event: Event, owner: User, director: User, client: Client
) -> None:
    table = Table.objects.get(round__event=event, number=2)
    for user in (owner, director):
        seen_editing(event, user, f"result:{table.pk}:1")
    shown = cells(client, event)
    assert shown[2][0].label.endswith(f"; {owner.username} has it open")
    assert [cell.edited for there in shown.values() for cell in there].count(True) == 1


def test_a_scorer_sees_the_grid_and_no_rulings(event: Event, scorer: User, client: Client) -> None:
    differ(event, 3)
    context = page(client, event).context
    assert (context["wants"], context["deeds"]) == (None, {})
    assert letters(client, event)[3] == "D·"
    assert client.get(url(event, "suspicions")).status_code == 403
    assert client.post(url(event, "found-right", 1), {"version": 1}).status_code == 403
    assert client.post(url(event, "event-do", "close-round"), {"round": 1}).status_code == 403


def test_nobody_else_comes_in(event: Event, player: User, client: Client) -> None:
    for name in ("event", "whole", "suspicions", "find"):
        assert client.get(url(event, name)).status_code == 403
    client.logout()
    assert client.get(url(event)).status_code == 302
    assert client.get(url(event), headers={"X-Requested-With": "fetch"}).status_code == 401


def test_a_director_who_plays_is_shown_that_something_is_hidden(
    event: Event, playing_director: User, client: Client
) -> None:
    enter(event, 1, 2, 1, "7 8 5 5")
    differ(event, 3)
    assert letters(client, event) == {1: "··", 2: "H·", 3: "H·", 4: "··"}
    shown = page(client, event)
    assert "7 8 – 5 5" not in shown.content.decode()
    assert "1 dispute hidden from you" in text(shown.content.decode())
    assert cells(client, event)[2][0].url == ""


def test_what_looks_odd_is_kept_from_a_director_who_plays(
    event: Event, playing_director: User, client: Client
) -> None:
    Result.objects.all().delete()
    enter(event, 1, 2, 1, "17 8 5 5")
    assert letters(client, event)[2] == "H·"
    listed = text(client.get(url(event, "suspicions")).content.decode())
    assert "1 is hidden from you" in listed
    assert "17" not in listed.split("What looks odd", 1)[1].split("seven", 1)[1]
    right = url(event, "found-right", Result.objects.get().pk)
    assert client.post(right, {"version": 1}).status_code == 403


def test_both_rooms_of_a_match_stand_together_and_stop_with_the_race(
    teams: Event, team_director: User, client: Client
) -> None:
    play(teams, 1, 1, [ROUT] * 5)
    shown = page(client, teams)
    tables = shown.context["glance"].tables
    assert [(row.match, row.room) for row in tables[:3]] == [
        (1, "open room"),
        (1, "closed room"),
        (2, "open room"),
    ]
    assert shown.content.decode().count('class="match"') == 3
    assert letters(client, teams)[1] == "✓✓✓✓✓–––"
    assert letters(client, teams)[2] == "········"
    assert page(client, teams).context["waiting"]["count"] == 5 * 8


def test_a_director_who_plays_in_a_match_learns_nothing_of_its_other_table(
    teams: Event, team_director: User, client: Client
) -> None:
    person = Entry.objects.get(event=teams, number=1).players.first()
    assert person is not None
    person.user = team_director
    person.save()
    play(teams, 1, 2, [ROUT] * 2)
    play(teams, 1, 3, [ROUT] * 2)
    assert letters(client, teams)[2] == "HHHHHHHH"
    assert letters(client, teams)[3] == "HHHHHHHH"


def test_before_there_is_a_draw_it_says_what_comes_first(
    director: User, event: Event, client: Client
) -> None:
    bare = make_event(event.tournament, name="Bare")
    assert "Nothing is drawn yet." in text(page(client, bare).content.decode())


def test_the_moving_part_is_answered_304_until_something_changes(
    event: Event, director: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.pages.desk.glance.TICK_SECONDS", 10**9)  # no time passes
    answer = page(client, event, "?live")
    assert "<html" not in answer.content.decode()
    known = {"If-None-Match": answer["ETag"]}
    assert client.get(url(event) + "?live", headers=known).status_code == 304
    enter(event, 1, 1, 1, "7 8 5 5")
    assert client.get(url(event) + "?live", headers=known).status_code == 200


def test_the_whole_event_is_tables_by_rounds(event: Event, director: User, client: Client) -> None:
    seat(event, [(1, 6, [3]), (2, 5, [3])], status=RoundStatus.PLANNED)
    for board in (1, 2):
        enter(event, 1, 1, board, "7 8 5 5")
    differ(event, 2)
    whole = client.get(url(event, "whole")).context["whole"]
    assert [(number, [share and share.state for share in shares]) for number, shares in whole.rows] == [
        (1, ["all", "planned"]),
        (2, ["some", "planned"]),
        (3, ["due", None]),
        (4, ["due", None]),
    ]
    assert whole.rows[1][1][0].disputed
