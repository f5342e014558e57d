"""Who sits at a ranked game at the desk, how it ends there, and what else its page has."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.pages.desk.conftest import sign_in
from tests.pages.desk.game_desk import deal, do, shown, status_of, url
from tests.pages.reading import text
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import (
    EW_MAKES,
    NS_MAKES,
    NS_SET,
    enter,
    finished,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    player,
)
from tournaments.models import (
    Absence,
    Event,
    Game,
    GameStatus,
    LogEntry,
    Role,
)
from tournaments.services.ranked.games import open_game

pytestmark = pytest.mark.django_db


# --- seats -----------------------------------------------------------------------------------------------------


def test_players_sit_down_one_by_one_and_the_fourth_starts_the_game(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = open_game(ladder.pk, 4, ACTOR)
    for name in ("Ann", "Bea", "Cleo", "Dora"):
        player(ladder, name)
    send = reverse("desk:game-do", args=[ladder.pk, 1, "sit"])
    assert client.post(send, {"player-1": "", "player-2": ""}).status_code == 422
    assert client.post(send, {"player-1": "Ann", "player-3": "Bea"}).status_code == 302
    assert status_of(game) == GameStatus.SEATING
    twice = client.post(send, {"player-2": "Ann"})
    assert twice.status_code == 422
    assert "Ann has a seat already" in shown(twice)
    up = do(client, game, "stand-up", seat="E")
    assert up.status_code == 302
    assert not game.seats.filter(seat="E").exists()
    last = client.post(send, {"player-2": "Cleo", "player-3": "Dora", "player-4": "Bea"}, follow=True)
    assert "Seated." in last.content.decode()
    assert status_of(game) == GameStatus.PLAYING


def test_who_is_kept_from_a_seat_is_told_why_at_the_seat(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = open_game(ladder.pk, 4, ACTOR)
    player(ladder, "Newcomer", finished_elsewhere=0)
    answer = client.post(
        reverse("desk:game-do", args=[ladder.pk, game.number, "sit"]), {"player-4": "Newcomer"}
    )
    assert answer.status_code == 422
    assert 'id="player-4-fault"' in answer.content.decode()
    assert not game.seats.exists()


def test_leaving_coming_back_and_filling_in(
    game: Game, ladder: Event, ladder_director: User, client: Client
) -> None:
    assert do(client, game, "leave", seat="W").status_code == 302
    page = client.get(url(game)).content.decode()
    assert "data-runs" in page
    again = do(client, game, "leave", seat="W")
    assert again.status_code == 409
    assert "Sue is away already" in shown(again)
    assert do(client, game, "back", seat="W").status_code == 302
    leave_and_quit(game, "W", timezone.now() - timedelta(minutes=10))
    page = shown(client.get(url(game)))
    assert "Sue has quit" in page
    fill = reverse("desk:game-do", args=[ladder.pk, 1, "fill-in"])
    player(ladder, "Robot", is_bot=True)
    assert client.post(fill, {"seat": "W", "player-4": ""}).status_code == 422
    assert client.post(fill, {"seat": "W", "player-4": "Robot"}).status_code == 302
    assert "Robot fills in for Sue, unrated" in shown(client.get(url(game)))
    assert do(client, game, "stand-in-leaves", seat="W").status_code == 302
    assert "Sue has quit" in shown(client.get(url(game)))


def test_a_deal_played_before_is_entered_with_a_reason_while_a_seat_is_empty(
    game: Game, ladder_director: User, client: Client
) -> None:
    leave_and_quit(game, "W", timezone.now() - timedelta(minutes=10))
    refused = deal(client, game, 1, NS_MAKES)
    assert refused.status_code == 422
    assert 'name="deal-reason"' in refused.content.decode()
    assert deal(client, game, 1, NS_MAKES, reason="played before").status_code == 302


# --- endings ---------------------------------------------------------------------------------------------------


def test_a_game_that_was_left_is_ended_after_a_look(
    game: Game, ladder_director: User, client: Client
) -> None:
    assert do(client, game, "end", reason="nobody fills in").status_code == 422  # nobody has quit
    enter(game, NS_MAKES)
    leave_and_quit(game, "N", timezone.now() - timedelta(minutes=10))
    preview = do(client, game, "end", reason="nobody fills in", preview="on")
    assert "then over: East-West have won (a side was left by a player); NS 70, EW 51" in shown(preview)
    assert "Stakes of Peter: 0 → −5." in shown(preview)
    assert status_of(game) == GameStatus.PLAYING
    assert do(client, game, "end", reason="nobody fills in").status_code == 302
    assert (status_of(game), game.outcome) == (GameStatus.OVER, "ew")


@pytest.mark.parametrize("deed", ["decide", "void"])
def test_deciding_and_voiding_ask_for_a_reason_and_show_what_follows(
    ladder: Event, ladder_director: User, client: Client, deed: str
) -> None:
    game = finished(ladder)
    given = {"outcome": "ew"} if deed == "decide" else {}
    assert do(client, game, deed, reason="", **given).status_code == 422
    preview = shown(do(client, game, deed, reason="cheating", preview="on", **given))
    assert (
        "Stakes of Peter: +5 → −5." in preview if deed == "decide" else "Stakes of Peter: +5 → 0." in preview
    )
    assert status_of(game) == GameStatus.OVER
    assert do(client, game, deed, reason="cheating", **given).status_code == 302
    assert status_of(game) == (GameStatus.OVER if deed == "decide" else GameStatus.VOID)


def test_no_outcome_is_no_decision(game: Game, ladder_director: User, client: Client) -> None:
    refused = do(client, game, "decide", reason="x", outcome="")
    assert refused.status_code == 422
    assert "An outcome is one of" in shown(refused)


def test_all_four_want_a_rematch_and_it_starts(ladder: Event, ladder_director: User, client: Client) -> None:
    game = finished(ladder)
    assert do(client, game, "vote", seat="N").status_code == 302
    assert "wants a rematch" in shown(client.get(url(game)))
    assert do(client, game, "vote-back", seat="N").status_code == 302
    answer = do(client, game, "vote-all")
    assert answer["Location"] == reverse("desk:game", args=[ladder.pk, 2])
    assert "rematch of game 1" in shown(client.get(answer["Location"]))
    refused = do(client, game, "vote-all")
    assert refused.status_code == 409
    assert "The rematch has begun already: it is game 2." in shown(refused)


# --- what else the page has ------------------------------------------------------------------------------------


def test_the_cards_are_for_a_director_who_does_not_play(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    dealt = make_ranked(ladder.tournament, dealing="system", name="Dealt")
    game = play(dealt)
    address = reverse("desk:game-cards", args=[dealt.pk, game.number])
    file = client.get(address)
    assert file["Content-Type"].startswith("application/x-pbn")
    assert file.content.decode().count("[Deal ") == 16
    assert address in client.get(url(game)).content.decode()
    sitting = person_on(game, "N")
    sitting.user = ladder_director
    sitting.save()
    assert client.get(address).content.decode().count("[Deal ") == 0
    enter(game, NS_MAKES)
    assert client.get(address).content.decode().count("[Deal ") == 1
    assert client.get(reverse("desk:game-cards", args=[ladder.pk, 1])).status_code == 404


def test_the_log_of_a_game_stands_below_it_and_that_of_game_10_does_not(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder, now=timezone.now())
    LogEntry.objects.filter(event=ladder, action="game.opened").update(subject="game 10")
    enter(game, EW_MAKES)
    page = client.get(url(game))
    assert {line.subject for line in page.context["history"]} == {
        *("game 1", "game 1, deal 1", "game 1, seat N", "game 1, seat E", "game 1, seat S", "game 1, seat W"),
    }


def test_another_who_has_the_game_open_is_named_in_the_list(
    game: Game, ladder: Event, ladder_director: User, client: Client
) -> None:
    mark = reverse("desk:editing", args=[ladder.pk, f"game:{game.number}"])
    assert client.post(mark).status_code == 200
    other = Client()
    sign_in(other, ladder.tournament.club, Role.DIRECTOR)
    page = other.get(reverse("desk:event", args=[ladder.pk])).content.decode()
    assert f"{ladder_director.username} has it open" in page


def test_what_cannot_be_meant_is_not_there(game: Game, ladder_director: User, client: Client) -> None:
    assert do(client, game, "fly").status_code == 404
    assert client.get(reverse("desk:game-do", args=[game.event_id, 1, "void"])).status_code == 405
    assert client.get(f"{url(game)}?deal=99").status_code == 200
    assert client.get(f"{url(game)}?deal=x").status_code == 200
    assert do(client, game, "leave", seat="Q").status_code in (404, 422)
    assert do(client, game, "leave", seat="").status_code == 422
    assert not Absence.objects.exists()


def test_a_total_below_nothing_stands_above_the_sheet_with_a_minus(
    game: Game, ladder_director: User, client: Client
) -> None:
    enter(game, NS_SET)
    assert "NS −90 0 bags" in text(client.get(url(game)).content.decode())
