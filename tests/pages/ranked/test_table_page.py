"""A ranked table's page: a game is opened, four sit down, deals are said and confirmed, somebody leaves."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.pages.ranked.table_phones import FOUR, Phone, phone_at, sit_down
from tests.support.ranked_builders import EVEN, NS_MAKES, NS_SET, finished, make_ranked, play, player
from tournaments.models import Absence, Ban, DealState, Event, Game, GameDeal, GameSeat, GameStatus, Rating
from tournaments.services.ranked.bans import ban
from tournaments.services.ratings.rerating import bring_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def four(event: Event) -> dict[str, Phone]:
    return sit_down(event)


def text_of(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined]


def absent(minutes: float, name: str) -> None:
    """Somebody left so long ago."""
    away = Absence.objects.filter(seat__person__name=name, back_at=None)
    assert away.update(left_at=timezone.now() - timedelta(minutes=minutes)) == 1


def test_a_free_table_offers_a_game_to_the_events_target(event: Event) -> None:
    page = phone_at(event).page()
    assert "Table 1 is free" in page
    assert 'name="target" value="200" checked' in page
    assert 'name="kind" value="rated" checked' in page


def test_a_game_is_opened_to_another_target_and_without_ratings(event: Event) -> None:
    phone_at(event, 3).done("open", target=1000, kind="friendly")
    game = Game.objects.get()
    assert (game.table, game.rule_set.target, game.rated) == (3, 1000, False)


def test_the_game_begins_when_the_fourth_has_sat_down(event: Event, four: dict[str, Phone]) -> None:
    game = Game.objects.get()
    assert game.status == GameStatus.PLAYING
    assert [seat.person.name for seat in game.seats.order_by("pk")] == list(FOUR)
    assert "Peter this phone" in four["N"].text()
    assert "this phone" not in phone_at(event).text().replace("This phone", "")
    assert "Deal 1 · North deals, East bids first" in four["W"].text()


def test_a_seats_key_is_kept_where_no_script_and_no_other_site_gets_at_it(
    event: Event, four: dict[str, Phone]
) -> None:
    cookie = four["N"].client.cookies["seat-keys"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", four["N"].path())
    assert GameSeat.objects.get(seat="N").key_hash not in cookie.value


def test_who_sits_down_by_number_is_found_and_who_is_not_known_is_told_so(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    player(event, "Peter", number="4711")
    assert "Nobody Known" in phone.refused("sit", 404, game=1, seat="N", who="Nobody Known")
    assert "Type your full name" in phone.refused("sit", game=1, seat="N", who="  ")
    phone.done("sit", game=1, seat="N", who="4711")
    assert GameSeat.objects.get().person.name == "Peter"


def test_a_guest_is_told_why_under_the_seat(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    player(event, "Gus", is_guest=True, finished_elsewhere=3)
    response = phone.do("sit", game=1, seat="E", who="gus")
    html = response.content.decode()
    assert response.status_code == 422
    under = html.split('id="why-not-E"')[1].split("</div>")[0]
    assert "Gus is not registered" in under
    assert "3 of the 10 games" in under  # all that is missing is said together
    assert 'value="gus"' in html  # and what was typed is still there


def test_a_banned_player_is_told_the_hour(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    made = ban(player(event, "Peter"), "quit", timezone.now())
    assert made is not None
    hour = made.until.astimezone(timezone.get_fixed_timezone(60))
    told = phone.refused("sit", game=1, seat="N", who="Peter")
    assert f"{hour:%H:%M}" in told


def test_nobody_sits_at_two_tables(event: Event, four: dict[str, Phone]) -> None:
    other = phone_at(event, 2)
    other.done("open")
    assert "Peter sits at table 1" in other.refused("sit", game=2, seat="N", who="Peter")


def test_who_sat_down_can_get_up_before_the_game_begins(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    player(event, "Peter")
    phone.done("sit", game=1, seat="N", who="Peter")
    assert "Close this game" not in phone.text()
    phone.done("stand", game=1, seat="N")
    assert not GameSeat.objects.exists()
    phone.done("close", game=1)
    assert "Table 1 is free" in phone.text()


def test_a_game_that_somebody_sits_at_is_not_closed(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    player(event, "Peter")
    phone.done("sit", game=1, seat="N", who="Peter")
    assert "only an empty one can be closed" in phone.refused("close", 409, game=1)


def test_one_side_enters_a_deal_and_the_other_confirms_it(event: Event, four: dict[str, Phone]) -> None:
    assert four["N"].say("NS", NS_MAKES).status_code == 302
    assert "Deal 1 waits for East-West" in four["S"].text()
    shown = four["E"].text()
    assert "Deal 1: North-South has entered it" in shown
    assert "Bid 7 5 Tricks 7 6 Score 70 51" in shown
    assert GameDeal.objects.get().state == DealState.PROVISIONAL
    four["W"].say("EW", NS_MAKES)
    assert GameDeal.objects.get().state == DealState.CONFIRMED
    assert "Deal 2 · East deals, South bids first" in four["E"].text()
    four["N"].say("NS", NS_SET, deal=2)
    assert "9 / 6 4 / 7 −20 : 94" in four["E"].text()


def test_sides_that_differ_see_both_words_and_can_settle_it(event: Event, four: dict[str, Phone]) -> None:
    four["N"].say("NS", NS_MAKES)
    four["E"].say("EW", EVEN)
    for phone in four.values():
        assert "Deal 1: the sides differ" in phone.text()
    four["N"].say("NS", EVEN)
    assert GameDeal.objects.get().state == DealState.CONFIRMED


def test_a_deal_is_entered_by_player_where_there_is_no_script(event: Event, four: dict[str, Phone]) -> None:
    bids = {"bid_N": "4", "bid_S": "3", "bid_E": "N", "bid_W": "5"}
    took = {"took_N": "5", "took_S": "2", "took_E": "0", "took_W": "6"}
    four["N"].done("deal", game=1, deal=1, side="NS", **bids, **took)
    deal = GameDeal.objects.get()
    assert (deal.ns_bid, deal.ns_tricks, deal.ew_bid, deal.ew_tricks) == ("4+3", "7", "N+5", "0+6")


def test_what_is_missing_or_does_not_add_up_is_said(event: Event, four: dict[str, Phone]) -> None:
    told = four["N"].refused("deal", game=1, deal=1, side="NS", bid_N="4")
    assert "Choose what S bid." in told
    assert "Choose what W took." in told
    told = text_of(four["N"].say("NS", "7 7 5 5"))
    assert "a deal has 13" in told
    assert not GameDeal.objects.exists()


def test_a_phone_that_is_passed_round_speaks_for_both_sides(event: Event) -> None:
    phone = phone_at(event)
    phone.done("open")
    for seat, name in zip("NESW", FOUR, strict=True):
        player(event, name)
        phone.done("sit", game=1, seat=seat, who=name)
    phone.say("NS", NS_MAKES)
    assert "East-West: yes, it is right" in phone.text()
    phone.say("EW", NS_MAKES)
    assert GameDeal.objects.get().state == DealState.CONFIRMED


def test_after_a_quit_the_price_of_leaving_is_that_of_the_ratings_at_the_start(
    event: Event, four: dict[str, Phone]
) -> None:
    four["N"].done("leave", game=1, seat="N")
    absent(minutes=4, name="Peter")
    four["E"].page()  # has those quit whose grace is over
    bring_up(event.tournament.club_id)
    assert Rating.objects.get(person__name="Peter", kind="ranked").rating == 1475
    for seat in "ESW":
        assert "your rating falls by 25, from 1500 to 1475, whoever wins;" in four[seat].text()
    assert "your side has lost the game at once." in four["S"].text()
    assert "somebody else may fill in for you, or your side loses the game." in four["W"].text()


def test_who_leaves_is_warned_of_the_price_and_can_come_back(event: Event, four: dict[str, Phone]) -> None:
    warning = four["N"].text()
    assert "Back within 3 minutes: nothing happens." in warning
    assert "your rating falls by 25, from 1500 to 1475, whoever wins;" in warning
    assert "no ranked games for you for 60 minutes" in warning
    four["N"].done("leave", game=1, seat="N")
    assert "away, has to be back by" in four["E"].text()
    assert "I am back" in four["N"].text()
    assert "I am back" not in four["S"].text()
    four["N"].done("back", game=1, seat="N")
    assert "away, has to be back by" not in four["E"].text()


def test_a_friendly_game_costs_nothing_to_leave_but_the_game(event: Event) -> None:
    phones = sit_down(event, kind="friendly")
    warning = phones["N"].text()
    assert "rating falls" not in warning
    assert "no ranked games" not in warning
    assert "somebody else may fill in for you" in warning


def test_a_grace_that_is_over_shows_though_nobody_did_anything(event: Event, four: dict[str, Phone]) -> None:
    four["N"].done("leave", game=1, seat="N")
    absent(4, "Peter")
    assert "Peter has left the game." in text_of(four["E"].get("now"))
    assert Ban.objects.get().person.name == "Peter"
    told = four["N"].refused("back", 409, game=1, seat="N")
    assert "Peter has quit this game" in told


def test_somebody_fills_in_and_can_stop_again(event: Event, four: dict[str, Phone]) -> None:
    four["N"].done("leave", game=1, seat="N")
    absent(4, "Peter")
    assert "Nobody sits North" in text_of(four["S"].say("NS", NS_MAKES))
    phone = phone_at(event)
    player(event, "Quinn")
    phone.done("fill", game=1, seat="N", who="Quinn")
    assert "sits in for Peter, unrated" in four["E"].text()
    phone.say("NS", NS_MAKES)
    assert GameDeal.objects.count() == 1
    phone.done("stop", game=1, seat="N")
    assert "Peter has left the game." in four["E"].text()


def test_a_rematch_needs_all_four_and_goes_on_with_the_same_phones(
    event: Event, four: dict[str, Phone]
) -> None:
    for deal in (1, 2, 3):
        four["N"].say("NS", NS_MAKES, deal=deal)
        four["E"].say("EW", NS_MAKES, deal=deal)
    assert "Peter and John have won." in four["N"].text()
    for seat in "NES":
        four[seat].done("vote", game=1, seat=seat)
    assert "3 of 4 want one. Peter Mary John" in four["W"].text()
    four["S"].done("unvote", game=1, seat="S")
    four["S"].done("vote", game=1, seat="S")
    four["W"].done("vote", game=1, seat="W")
    assert Game.objects.get(number=2).status == GameStatus.PLAYING
    assert "Peter this phone" in four["N"].text()


def test_a_game_that_is_over_makes_room_for_another(event: Event) -> None:
    finished(event, 1)
    phone = phone_at(event)
    assert "Open another game here" in phone.text()
    phone.done("open", target=300)
    assert "Take a seat." in phone.text()


def test_an_event_that_the_desk_seats_says_so(event: Event) -> None:
    desk = make_ranked(open_seating=False)
    phone = phone_at(desk)
    assert "The desk seats the players of this event." in phone.text()
    play(desk)
    assert "This phone holds no seat here." in phone.text()
