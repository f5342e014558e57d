"""The ending, the log, the sheets and the codes of an event of ranked tables at the desk."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.reading import text
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import NS_MAKES, PHONE, finished, play, words
from tournaments.models import Event, EventStatus
from tournaments.services.ranked.deals import say_deal
from tournaments.services.ranked.games import void_game
from tournaments.services.tokens import standing_tokens

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path


def url(name: str, event: Event, *more: object) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


def shown(answer: Any) -> str:
    return text(answer.content.decode())


def test_what_is_open_is_listed_and_final_needs_a_reason(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder)
    say_deal(game.pk, 1, "NS", words(NS_MAKES), PHONE)
    page = client.get(url("ending", ladder))
    assert page.context["matters"]
    refused = client.post(url("finalise", ladder), {"reason": ""})
    assert refused.status_code == 422
    assert "Give a reason to finalise all the same." in shown(refused)


def test_final_is_archived_and_opened_again_with_a_reason(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    finished(ladder)
    page = shown(client.get(url("ending", ladder)))
    assert "Nothing: every game is over, and every deal of it is confirmed." in page
    done = client.post(url("finalise", ladder), follow=True)
    assert "The event is final." in shown(done)
    ladder.refresh_from_db()
    assert ladder.status == EventStatus.FINAL
    file = client.get(url("event-file", ladder))
    assert file.json()["event"]["name"] == "Ladder" or "Ladder" in file.content.decode()
    assert client.post(url("reopen", ladder), {"reason": " "}).status_code == 422
    assert client.post(url("reopen", ladder), {"reason": "a deal was misread"}).status_code == 302
    ladder.refresh_from_db()
    assert ladder.status == EventStatus.PROVISIONAL
    assert (
        client.get(url("game", ladder, 1)).content.decode().count("Correct it") == 2 * 3
    )  # at its number and at its state


def test_the_log_reads_as_a_diary_and_is_filtered_by_games(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    finished(ladder)
    page = client.get(url("log", ladder), {"about": "games"})
    said = shown(page)
    assert "game 1: started seats N Peter, E Mary, S John, W Sue" in said
    assert "game 1, deal 1: entered 7 7 5 6" in said
    assert "{" not in said
    assert "sat down" not in said
    assert "game 1, seat N: sat down Peter" in shown(client.get(url("log", ladder), {"about": "seats"}))


def test_the_times_of_the_desk_are_the_tournaments(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    finished(ladder)
    line = ladder.log.order_by("pk").first()
    assert line is not None
    hour = (line.at.hour + 1) % 24  # Berlin in winter
    ladder.log.filter(pk=line.pk).update(at=line.at.replace(month=1))
    assert f"{hour:02}:{line.at.minute:02}" in client.get(url("log", ladder)).content.decode()


def test_codes_are_printed_for_as_many_tables_as_are_said(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    page = shown(client.get(url("cards", ladder)))
    assert "There players sit down, enter deals and leave" in page
    assert "Cards, one per pair" not in page
    sent = {"site": "http://192.168.1.20:8000", "per": "tables", "tables": "3", "paper": "A4"}
    answer = client.post(url("print-cards", ladder), sent)
    assert answer["Content-Type"] == "application/pdf"
    assert sorted(token.table or 0 for token in standing_tokens(ladder)) == [1, 2, 3]


def test_the_sheets_page_offers_those_of_ranked_tables(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    finished(ladder)
    page = client.get(url("sheets", ladder))
    assert page.status_code == 200
    kinds = [one.kind for one in page.context["offered"]]
    assert kinds
    assert not {"travellers", "pick-up-slips", "seating-by-name"} & set(kinds)


def test_a_void_game_is_brought_back_from_the_log(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = finished(ladder)
    void_game(game.pk, "Cards were seen.", ACTOR)
    line = ladder.log.get(action="game.voided")
    assert f'action="{url("undo", ladder, line.pk)}"' in client.get(url("log", ladder)).content.decode()
    assert client.post(url("undo", ladder, line.pk), {"reason": ""}).status_code == 422
    assert client.post(url("undo", ladder, line.pk), {"reason": "Others."}).status_code == 302
    game.refresh_from_db()
    assert (game.status, game.outcome) == ("over", "ns")
    again = client.post(url("undo", ladder, line.pk), {"reason": "Twice."})
    assert again.status_code == 409
    assert "undo the later change first" in shown(again)
    opened = ladder.log.get(action="game.opened")
    refused = client.post(url("undo", ladder, opened.pk), {"reason": "No game."})
    assert "declared void on its page" in shown(refused)
