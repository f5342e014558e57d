"""At the desk: tables of ranked games that call, and seats whose phone is freed."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.pages.desk.conftest import sign_in
from tests.pages.desk.game_desk import do, shown, url
from tests.pages.desk.test_games import glance
from tests.pages.reading import tags
from tests.support.event_builders import ACTOR, make_club
from tests.support.ranked_builders import PHONE, finished, play
from tournaments.models import Event, Game, GameCall, LogEntry, Person, Role
from tournaments.services.ranked.calls import answer, call
from tournaments.services.ranked.games import void_game
from tournaments.services.ranked.keys import seat_of_key
from tournaments.services.ranked.phones import claim_seat, free_phone

pytestmark = pytest.mark.django_db


# --- calls -----------------------------------------------------------------------------------------------------


def test_a_call_stands_first_and_is_answered_where_all_games_are(
    ladder: Event, game: Game, ladder_director: User, client: Client
) -> None:
    assert "nothing waits for you" in glance(client, ladder)
    made = call(game.pk, PHONE, "Revoke", timezone.now() - timedelta(minutes=3, seconds=5))
    html = client.get(reverse("desk:event", args=[ladder.pk])).content.decode()
    read = tags(html)
    assert not read.faults, read.faults
    assert "something waits for you" in html
    sections = [given["id"] for tag, given in read.tags if tag == "section" and "id" in given]
    assert sections[0] == "calls"
    assert "Calls 1 Table 1 for 3 min Revoke" in glance(client, ladder)
    assert 'class="missing"' in html  # the key m leads to it
    assert "being played The table has called. Deal 1 is to come" in glance(client, ladder)
    answered = do(client, game, "come", call=made.pk, at="games")
    assert (answered.status_code, answered.headers["Location"]) == (
        302,
        reverse("desk:event", args=[ladder.pk]),
    )
    made.refresh_from_db()
    assert made.answered_by == ladder_director.get_username()
    page = glance(client, ladder)
    assert "Table 1 sees that you are coming." in page
    assert "Calls 1" not in page


def test_it_stands_on_the_games_page_too_and_of_a_game_that_is_over(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = finished(ladder)
    made = call(game.pk, PHONE, "Wrong score entered")
    assert "Calls 1 Table 1 just now Wrong score entered" in shown(client.get(url(game)))
    assert "Calls 1 Table 1 just now" in glance(client, ladder)
    assert do(client, game, "come", call=made.pk).headers["Location"] == url(game)
    assert "Calls 1" not in shown(client.get(url(game)))


def test_a_scorer_may_come_and_nobody_from_elsewhere(game: Game, ladder_scorer: User, client: Client) -> None:
    made = call(game.pk, PHONE)
    assert do(Client(), game, "come", call=made.pk).status_code == 302  # to sign in
    stranger = Client()
    sign_in(stranger, make_club("Elsewhere"), Role.DIRECTOR)
    assert do(stranger, game, "come", call=made.pk).status_code in (403, 404)
    assert GameCall.objects.filter(answered_at=None).exists()
    assert do(client, game, "come", call=made.pk).status_code == 302
    assert not GameCall.objects.filter(answered_at=None).exists()


def test_another_games_call_is_not_answered_here_and_twice_is_once(
    ladder: Event, game: Game, ladder_director: User, client: Client
) -> None:
    other = play(ladder, 2, ("Ann", "Bea", "Cleo", "Dora"))
    made = call(other.pk, PHONE)
    for sent in (made.pk, 999_999, "x", ""):
        answered = do(client, game, "come", call=sent)
        assert answered.status_code in (404, 422), sent
    assert "There is no such call of this game." in shown(do(client, game, "come", call=made.pk))
    answer(other.pk, made.pk, ACTOR)
    assert do(client, other, "come", call=made.pk).status_code == 302
    assert LogEntry.objects.filter(action="director.came").count() == 1


def test_what_a_table_says_is_shown_as_text(
    ladder: Event, game: Game, ladder_director: User, client: Client
) -> None:
    call(game.pk, PHONE, "<img src=x>")
    for address in (url(game), reverse("desk:event", args=[ladder.pk])):
        assert "<img src=x>" not in client.get(address).content.decode()


# --- phones ----------------------------------------------------------------------------------------------------


def test_a_phone_is_freed_with_a_reason_and_its_seat_claimed_again(
    game: Game, ladder_director: User, client: Client
) -> None:
    assert "Free the phone of a seat" not in shown(client.get(url(game)))
    lost = claim_seat(game.pk, "N", "Peter", PHONE)
    html = client.get(url(game)).content.decode()
    assert not tags(html).faults
    part = html.split('id="deed-free-phone"')[1].split("</details>")[0]
    assert "North: Peter" in part
    assert "East" not in part  # no phone holds it
    assert "preview" not in part
    assert "Peter on a phone" in shown(client.get(url(game)))
    answered = do(client, game, "free-phone", seat="N", reason="")
    assert answered.status_code == 422
    assert "Freeing the phone of a seat needs a reason." in shown(answered)
    assert do(client, game, "free-phone", reason="lost").status_code == 422
    assert seat_of_key(game, lost.key) == "N"
    assert do(client, game, "free-phone", seat="N", reason="lost in the bar").status_code == 302
    page = shown(client.get(url(game)))
    assert "No phone holds the seat of Peter now; it can be taken again." in page
    assert "the seat’s phone freed" in page
    assert "lost in the bar" in page
    assert seat_of_key(game, lost.key) is None
    assert seat_of_key(game, claim_seat(game.pk, "N", "Peter", PHONE).key) == "N"


def test_who_is_too_late_is_told_though_the_form_has_gone(
    game: Game, ladder_director: User, client: Client
) -> None:
    claim_seat(game.pk, "N", "Peter", PHONE)
    free_phone(game.pk, "N", "lost", ACTOR)
    answered = do(client, game, "free-phone", seat="N", reason="lost")
    assert answered.status_code == 409
    assert "No phone holds North." in shown(answered)
    assert do(client, game, "free-phone", seat="Q", reason="lost").status_code == 422


def test_a_scorer_frees_no_phone(game: Game, ladder_scorer: User, client: Client) -> None:
    held = claim_seat(game.pk, "N", "Peter", PHONE)
    assert "Free the phone" not in shown(client.get(url(game)))
    assert do(client, game, "free-phone", seat="N", reason="lost").status_code == 403
    assert seat_of_key(game, held.key) == "N"


def test_a_director_who_plays_frees_no_opponents_phone(
    game: Game, ladder_director: User, client: Client
) -> None:
    Person.objects.filter(name="John").update(user=ladder_director)
    held = claim_seat(game.pk, "E", "Mary", PHONE)
    assert "another director has to" in shown(do(client, game, "free-phone", seat="E", reason="mine now"))
    assert seat_of_key(game, held.key) == "E"


def test_a_void_game_has_no_phone_to_free(game: Game, ladder_director: User, client: Client) -> None:
    claim_seat(game.pk, "N", "Peter", PHONE)
    void_game(game.pk, "not played", ACTOR)
    assert "Free the phone" not in shown(client.get(url(game)))
    assert do(client, game, "free-phone", seat="N", reason="lost").status_code == 409
