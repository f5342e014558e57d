"""The leaderboard, a player's page and the own setting, as everybody comes to them."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.reading import text
from tests.support.event_builders import make_member
from tests.support.rating_builders import EW, NS, QUIT_N, Ledger
from tournaments.models import Person, Rating, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger("Ann", "Bob", "Cleo", "Dan")
    made.play(
        "Ann Bob Cleo Dan", days_ago=3, tallies=[[1, 0, 3, 2], [0, 0, 3, 2], [3, 2, 1, 0], [0, 0, 1, 0]]
    )
    made.play("Cleo Bob Ann Dan", EW, days_ago=2)
    return made


def board(ledger: Ledger, query: str = "") -> str:
    return reverse("pages:leaderboard", args=[ledger.club.slug]) + query


def page_of(ledger: Ledger, name: str, view: str = "player") -> str:
    return reverse(f"pages:{view}", args=[ledger.club.slug, ledger.people[name].pk])


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def signed_in(ledger: Ledger, name: str, client: Client) -> User:
    user = User.objects.create_user(name.lower(), password="a long enough password")
    person = ledger.people[name]
    person.user = user
    person.save()
    client.force_login(user)
    return user


def test_the_leaderboard_has_place_rating_skill_games_and_change(ledger: Ledger, client: Client) -> None:
    said = text(read(client, board(ledger)))
    whole = round(ledger.rating("Ann"))
    gain = whole - 1500
    assert re.search(rf"1 Ann .*{whole} \+{gain} in 30 days \+{gain} 0\.67 \(2 of 3\) 2", said), said
    assert "Leaderboard" in said


def test_lists_without_anybody_are_not_offered(ledger: Ledger, client: Client) -> None:
    said = read(client, board(ledger))
    assert "?list=ranked" in said
    assert "?list=combined" in said
    assert "?list=teams" not in said


@pytest.mark.parametrize(
    "query", ["?list=nonsense", "?list=", "?page=0", "?page=%07", "?page=99999999999999999999", "?list=teams"]
)
def test_nonsense_in_the_address_is_answered(ledger: Ledger, client: Client, query: str) -> None:
    assert client.get(board(ledger, query)).status_code == 200
    assert client.get(page_of(ledger, "Ann") + query).status_code == 200


def test_what_is_not_there_is_not_found(ledger: Ledger, client: Client) -> None:
    assert client.get(reverse("pages:leaderboard", args=["nowhere"])).status_code == 404
    for key in (10**6, 10**30):
        assert client.get(reverse("pages:player", args=[ledger.club.slug, key])).status_code == 404
    elsewhere = Ledger("Zoe").club.slug
    assert client.get(reverse("pages:player", args=[elsewhere, ledger.people["Ann"].pk])).status_code == 404
    assert client.post(board(ledger)).status_code == 405


def test_a_club_that_rates_nothing_says_so(client: Client) -> None:
    assert "No rated game has been played yet." in text(read(client, board(Ledger("Ann"))))


def test_a_players_page_unfolds_each_change_to_its_numbers(ledger: Ledger, client: Client) -> None:
    said = text(read(client, page_of(ledger, "Ann")))
    assert "Won with Dan against Cleo and Bob" in said
    assert "why +25" in said
    assert "+25: beat Cleo and Dan, 1.00 of 2 expected: 25 × (2 − 1.00)." in said
    assert "0.50 expected against Cleo; came: 1" in said
    assert "× 25 K, the points that a match is worth" in said
    assert "1500 rating before 1525 rating after" in said
    assert "Own nils 1 bid: 1 made, 0 set Opponents’ nils 3 bid: 1 made, 2 set" in said


def test_the_picture_says_in_words_what_it_shows(ledger: Ledger, client: Client) -> None:
    ledger.set("Ann", 1700, kind="ranked", days_ago=1)
    found = re.search(
        r'<svg class="rating-course"[^>]*aria-label="([^"]*)"', read(client, page_of(ledger, "Ann"))
    )
    assert found
    assert re.match(r"Rating from 1500 on .* to 1700 on .*\. 2 steps by playing\.", found[1])
    assert "Highest: 1700" in found[1]
    assert "Set to 1700 on" in found[1]


def test_a_quitters_and_an_unfinished_game_are_told_as_such(ledger: Ledger, client: Client) -> None:
    ledger.play("Bob Ann Cleo Dan", NS + QUIT_N, pending=True, days_ago=0.1)
    assert "Quit with Ann against Cleo and Dan" in text(read(client, page_of(ledger, "Bob")))
    assert "Being played with Bob against Cleo and Dan" in text(read(client, page_of(ledger, "Ann")))


def test_names_are_shown_as_they_are_written(client: Client) -> None:
    ledger = Ledger("<b>Ann</b>", "Bob & Co", 'C"leo', "Dan")
    ledger.play(["<b>Ann</b>", "Bob & Co", 'C"leo', "Dan"])
    for page in (read(client, board(ledger)), read(client, page_of(ledger, "<b>Ann</b>"))):
        assert "<b>Ann" not in page
        assert "&lt;b&gt;Ann" in page


def test_whoever_has_the_page_is_not_sent_it_again(ledger: Ledger, client: Client) -> None:
    for path in (board(ledger), page_of(ledger, "Ann")):
        etag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
        ledger.play("Ann Bob Cleo Dan", EW, days_ago=0.5)
        assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


# --- privacy


@pytest.fixture
def off(ledger: Ledger) -> Ledger:
    """Ann, who is first on every list, has turned the setting off."""
    ledger.off("Ann")
    return ledger


def figures_of_ann(ledger: Ledger) -> list[str]:
    return [str(round(ledger.rating("Ann", kind))) for kind in ("ranked", "combined")]


@pytest.mark.parametrize("who", ["anonymous", "another player", "scorer", "director of another club"])
def test_who_is_off_is_found_by_nobody_else(off: Ledger, client: Client, who: str) -> None:
    if who == "another player":
        signed_in(off, "Bob", client)
    elif who == "scorer":
        client.force_login(make_member(off.club, Role.SCORER))
    elif who != "anonymous":
        client.force_login(make_member(Ledger().club, Role.OWNER))
    assert client.get(page_of(off, "Ann")).status_code == 404
    assert client.get(page_of(off, "Ann", "leaderboard-setting")).status_code == 404
    assert "Ann" not in text(read(client, board(off)))
    address = page_of(off, "Ann")
    for other in ("Bob", "Cleo", "Dan"):
        page = read(client, page_of(off, other))
        assert address not in page
        assert "of 2 expected" not in page
        assert "rating before" not in page
        for figure in figures_of_ann(off):
            assert figure not in text(page).replace("2026", "")
    assert "with Ann" in text(read(client, page_of(off, "Bob")))


@pytest.mark.parametrize("who", ["themselves", "director", "owner", "superuser"])
def test_who_is_off_is_found_by_themselves_and_the_clubs_directors(
    off: Ledger, client: Client, who: str
) -> None:
    if who == "themselves":
        signed_in(off, "Ann", client)
    elif who == "superuser":
        client.force_login(User.objects.create_superuser("chief"))
    else:
        client.force_login(make_member(off.club, Role(who)))
    said = text(read(client, page_of(off, "Ann")))
    assert figures_of_ann(off)[0] in said
    assert "sees this page" in said
    assert "Ann" not in text(read(client, board(off)))


@pytest.mark.parametrize("whom", ["is_guest", "is_bot"])
def test_guests_and_bots_have_no_page_for_others(ledger: Ledger, client: Client, whom: str) -> None:
    Person.objects.filter(pk=ledger.people["Ann"].pk).update(**{whom: True})
    assert client.get(page_of(ledger, "Ann")).status_code == 404
    client.force_login(make_member(ledger.club, Role.DIRECTOR))
    assert client.get(page_of(ledger, "Ann")).status_code == 200


def test_somebody_without_a_rating_has_no_page_for_others(ledger: Ledger, client: Client) -> None:
    ledger.people["Eve"] = ledger.add("Eve")
    assert client.get(page_of(ledger, "Eve")).status_code == 404
    signed_in(ledger, "Eve", client)
    assert "No rated game on this list yet." in text(read(client, page_of(ledger, "Eve")))


# --- the own setting


def test_a_player_is_warned_before_they_leave_the_leaderboard(ledger: Ledger, client: Client) -> None:
    signed_in(ledger, "Ann", client)
    setting = page_of(ledger, "Ann", "leaderboard-setting")
    assert setting in read(client, page_of(ledger, "Ann"))
    rating = round(ledger.rating("Ann"))
    said = text(read(client, setting))
    assert f"Your rating of {rating} goes back to 1500, and you can play ranked games again only on" in said
    answer = client.post(setting, {"turn": "off"}, follow=True)
    assert "You are not on the leaderboard any more." in text(answer.content.decode())
    assert not Person.objects.get(name="Ann").on_leaderboard
    assert "turned the leaderboard setting off" in text(answer.content.decode())
    client.post(setting, {"turn": "on"})
    assert Person.objects.get(name="Ann").on_leaderboard


def test_a_form_without_its_button_changes_nothing(ledger: Ledger, client: Client) -> None:
    signed_in(ledger, "Ann", client)
    answer = client.post(page_of(ledger, "Ann", "leaderboard-setting"), {})
    assert answer.status_code == 422
    assert Person.objects.get(name="Ann").on_leaderboard


@pytest.mark.parametrize("who", ["anonymous", "another player", "director"])
def test_nobody_changes_somebody_elses_setting(ledger: Ledger, client: Client, who: str) -> None:
    if who == "another player":
        signed_in(ledger, "Bob", client)
    elif who == "director":
        client.force_login(make_member(ledger.club, Role.DIRECTOR))
    answer = client.post(page_of(ledger, "Ann", "leaderboard-setting"), {"turn": "off"})
    assert answer.status_code == 404
    assert Person.objects.get(name="Ann").on_leaderboard
    assert Rating.objects.filter(person=ledger.people["Ann"]).exists()


def test_a_forged_form_is_refused(ledger: Ledger) -> None:
    client = Client(enforce_csrf_checks=True)
    signed_in(ledger, "Ann", client)
    assert client.post(page_of(ledger, "Ann", "leaderboard-setting"), {"turn": "off"}).status_code == 403
