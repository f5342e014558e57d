"""Whom the desk has seated takes their seat on a phone, and a phone at a ranked table calls the director."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.pages.ranked.table_phones import FOUR, phone_at, sit_down
from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import NS_MAKES, finished, leave_and_quit, make_ranked, play, player
from tournaments.models import Event, Game, GameCall, GameDeal, GameSeat, Person
from tournaments.services.ranked.calls import answer
from tournaments.services.ranked.games import void_game
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ranked.phones import claim_seat, free_phone

pytestmark = pytest.mark.django_db

CLAIM = "This is my seat"


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def game(event: Event) -> Game:
    """Peter, Mary, John and Sue, seated by the desk at table 1."""
    return play(event, now=timezone.now())


def test_four_whom_the_desk_seated_play_on_their_phones(event: Event, game: Game) -> None:
    phones = {seat: phone_at(event) for seat in "NESW"}
    assert phones["N"].text().count(CLAIM) == 2 * len(FOUR)  # what is unfolded, and the button in it
    assert "This phone holds no seat here. If you sit at a seat without a phone" in phones["N"].text()
    for seat, name in zip("NESW", FOUR, strict=True):
        phones[seat].done("claim", game=1, seat=seat, who=name)
    assert CLAIM not in phones["N"].text()
    assert phones["N"].say("NS", NS_MAKES).status_code == 302
    assert phones["E"].say("EW", NS_MAKES).status_code == 302
    assert game.deals.get().state == "confirmed"
    phones["W"].done("leave", game=1, seat="W")
    phones["W"].done("back", game=1, seat="W")


def test_a_seat_that_a_phone_took_is_not_offered_to_others(event: Event) -> None:
    sit_down(event)
    stranger = phone_at(event)
    assert CLAIM not in stranger.text()
    told = stranger.refused("claim", 409, game=1, seat="N", who="Peter")
    assert "Another phone holds North already; the director can free it at the desk." in told
    assert stranger.keys == []


def test_a_wrong_name_is_refused_under_the_seat_and_stays_typed(event: Event, game: Game) -> None:
    phone = phone_at(event)
    html = phone.do("claim", game=1, seat="N", who="Mary").content.decode()
    assert "Somebody else sits North" in html.split('id="why-not-N"')[1].split("</div>")[0]
    assert 'value="Mary"' in html
    assert "This club knows nobody" in phone.refused("claim", 404, game=1, seat="N", who="Pete\x07r")
    assert "Type your full name" in phone.refused("claim", game=1, seat="N", who=" ")
    assert phone.keys == []
    assert not GameSeat.objects.exclude(key_hash="").exists()


def test_a_namesake_is_asked_for_the_number(event: Event, game: Game) -> None:
    Person.objects.create(club=event.tournament.club, name="Peter", number="2")
    assert "type your membership number" in phone_at(event).refused("claim", game=1, seat="N", who="Peter")
    assert "Somebody else sits North" in phone_at(event).refused("claim", game=1, seat="N", who="2")


def test_another_tables_code_claims_nothing_here(event: Event, game: Game) -> None:
    other = phone_at(event, 2)
    assert "This table has gone on" in other.refused("claim", 409, game=1, seat="N", who="Peter")
    other.done("open")
    assert "This table has gone on" in other.refused("claim", 409, game=1, seat="N", who="Peter")
    assert "Nobody sits North in game 2" in other.refused("claim", 404, game=2, seat="N", who="Peter")
    assert not GameSeat.objects.exclude(key_hash="").exists()


def test_names_are_not_tried_out_in_a_flood(settings: Settings, event: Event, game: Game) -> None:
    phone = phone_at(event)
    phone.page()
    settings.TABLE_TOKEN_RATE = "6/min"
    token = phone.client.cookies["csrftoken"].value
    answers = [
        phone.client.post(
            phone.path("do/claim"),
            {"csrfmiddlewaretoken": token, "game": 1, "seat": "N", "who": f"Guess {number}"},
        ).status_code
        for number in range(12)
    ]
    assert answers[0] == 404
    assert answers[-1] == 429


def test_a_freed_phone_is_a_strangers_and_its_seat_is_offered_again(event: Event, game: Game) -> None:
    lost = phone_at(event)
    lost.done("claim", game=1, seat="N", who="Peter")
    free_phone(game.pk, "N", "phone lost", ACTOR)
    assert "This phone holds no seat here." in lost.text()
    assert lost.say("NS", NS_MAKES).status_code == 422
    assert "does not hold that seat" in lost.refused("back", game=1, seat="N")
    found = phone_at(event)
    found.done("claim", game=1, seat="N", who="Peter")
    assert found.say("NS", NS_MAKES).status_code == 302


def test_who_fills_in_by_the_desk_takes_the_seat_and_the_quitter_does_not(event: Event) -> None:
    phones = sit_down(event)
    game = Game.objects.get()
    leave_and_quit(game, "N", timezone.now() - timedelta(minutes=5))
    fill_in(game.pk, "N", player(event, "Ada").pk, ACTOR)
    assert CLAIM in phones["N"].text()
    assert "Somebody else sits North" in phones["N"].refused("claim", game=1, seat="N", who="Peter")
    phones["N"].done("claim", game=1, seat="N", who="Ada")  # handed over
    assert "Stop filling in" in phones["N"].text()


def test_after_the_game_a_claimed_seat_votes_for_another(event: Event) -> None:
    game = finished(event)
    phone = phone_at(event)
    assert phone.text().count(CLAIM) == 2 * len(FOUR)
    phone.done("claim", game=1, seat="N", who="Peter")
    phone.done("vote", game=1, seat="N")
    assert "1 of 4 want one." in phone.text()
    told = phone.do("claim", game=1, seat="E", who="Sue").content.decode()
    assert "Somebody else sits East" in told.split('id="why-not-E"')[1].split("</div>")[0]
    void_game(game.pk, "not played", ACTOR)
    assert CLAIM not in phone.text()
    assert phone.do("claim", game=1, seat="E", who="Mary").status_code == 409


def test_the_page_of_another_phone_hears_of_it(event: Event, game: Game) -> None:
    stranger = phone_at(event)
    etag = stranger.get("now").headers["ETag"]
    claim_seat(game.pk, "N", "Peter", ACTOR)
    again = stranger.get("now", **{"If-None-Match": etag})
    assert again.status_code == 200
    assert again.content.decode().count('id="take-') == len(FOUR) - 1


# --- calling the director --------------------------------------------------------------------------------------


def test_a_phone_calls_the_director_and_sees_who_comes(event: Event, game: Game) -> None:
    phone, beside = phone_at(event), phone_at(event)
    assert "Call the director" in phone.text()
    phone.done("call", game=1, note="Revoke")
    [made] = GameCall.objects.all()
    at = made.at.astimezone(timezone.get_fixed_timezone(60))
    for each in (phone, beside):
        shown = each.text()
        assert f"The director is called, {at:%H:%M} Revoke" in shown
        assert "Call the director" not in shown
    beside.done("call", game=1, note="Question")
    assert GameCall.objects.get().note == "Revoke"
    answer(game.pk, made.pk, ACTOR)
    assert "Somebody is coming, " in phone.text()
    assert "Call the director again" in phone.text()
    assert not GameDeal.objects.exists()


def test_a_call_is_of_the_tables_own_game(event: Event, game: Game) -> None:
    other = phone_at(event, 2)
    assert "Call the director" not in other.text()  # nothing is played there
    assert "This table has gone on" in other.refused("call", 409, game=1)
    assert "at most 500 characters" in phone_at(event).refused("call", game=1, note="x" * 9999)
    assert "control character" in phone_at(event).refused("call", game=1, note="a\x07")
    assert not GameCall.objects.exists()


def test_what_a_call_says_is_shown_as_text(event: Event, game: Game) -> None:
    phone = phone_at(event)
    phone.done("call", game=1, note="<script>alert(1)</script>{{ event }}")
    assert "<script>alert" not in phone.page()
    assert "{{ event }}" in phone.text()
