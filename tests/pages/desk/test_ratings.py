"""The desk's page of a club's ratings: its policy, rating again, and a rating that is set."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.pages.reading import text
from tests.support.event_builders import make_member
from tests.support.rating_builders import Ledger
from tournaments.models import Club, Person, Rating, RatingBook, RatingSet, Role
from tournaments.services.members import book_of as club_book
from tournaments.services.ratings.book import RATES
from tournaments.services.ratings.rerating import bring_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def ledger() -> Ledger:
    made = Ledger("Ann", "Bob", "Cleo", "Dan")
    made.play("Ann Bob Cleo Dan", days_ago=3)
    made.play("Ann Bob Cleo Dan", days_ago=2)
    bring_up(made.club.pk)
    return made


@pytest.fixture
def director(ledger: Ledger, client: Client) -> User:
    user = make_member(ledger.club, Role.DIRECTOR)
    client.force_login(user)
    return user


def page_of(club: Club) -> str:
    return reverse("desk:ratings", args=[club.slug])


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    return found[1] if found else ""


def fields(client: Client, club: Club, **typed: object) -> dict[str, object]:
    """The form as it stands on the page, with what is typed over it."""
    page = client.get(page_of(club)).content.decode()
    book = RatingBook.objects.get(club=club)
    stands = {
        "preset": "2026",
        "minimum_games": book.minimum_games,
        "inactive_days": book.inactive_days or "",
    }
    return {"do": "save", "version": hidden(page, "version"), **stands, **typed}


def book(club: Club) -> RatingBook:
    return RatingBook.objects.get(club=club)


def test_what_rates_nothing_again_is_saved_at_once(director: User, ledger: Ledger, client: Client) -> None:
    sent = fields(client, ledger.club, minimum_games=7, inactive_days="", grace_minutes=5, bots_may_fill="no")
    answer = client.post(page_of(ledger.club), sent, follow=True)
    assert "Saved." in text(answer.content.decode())
    now = book(ledger.club)
    assert (now.minimum_games, now.inactive_days) == (7, None)
    assert now.policy == {"preset": "2026", "grace_minutes": 5, "bots_may_fill": False}
    assert now.rated_version == now.ledger_version
    (line, *_) = club_book(ledger.club)
    assert "grace_minutes 3 → 5" in line.get_change_message()
    assert "inactive days 180 → none" in line.get_change_message()


def test_a_policy_that_rates_otherwise_is_warned_of_first(
    director: User, ledger: Ledger, client: Client
) -> None:
    sent = fields(client, ledger.club, preset="2016", k_new_games=1)
    answer = client.post(page_of(ledger.club), sent)
    page = answer.content.decode()
    said = text(page)
    assert "Nothing is changed yet. All 2 games are rated again" in said
    assert "the ratings of 4 people" in said
    assert "K: 25 → 30" in said
    assert "Expected score from: the averages of the two sides → each opponent by itself" in said
    assert book(ledger.club).policy == {"preset": "2026"}
    answer = client.post(page_of(ledger.club), {**sent, "seen": hidden(page, "seen")}, follow=True)
    assert "Saved; the games are being rated again." in text(answer.content.decode())
    assert "being made anew" in text(answer.content.decode()) or "wait to be made" in text(
        answer.content.decode()
    )
    bring_up(ledger.club.pk)
    ann = Rating.objects.get(person=ledger.people["Ann"], kind="ranked")
    assert ann.rating > 1500 + 50


def test_a_warning_read_for_another_change_does_not_count(
    director: User, ledger: Ledger, client: Client
) -> None:
    sent = fields(client, ledger.club, k=20)
    seen = hidden(client.post(page_of(ledger.club), sent).content.decode(), "seen")
    answer = client.post(page_of(ledger.club), {**sent, "k": 40, "seen": seen})
    assert "Nothing is changed yet." in text(answer.content.decode())
    assert book(ledger.club).policy == {"preset": "2026"}


def test_a_figure_of_the_preset_is_no_figure_of_the_clubs_own(
    director: User, ledger: Ledger, client: Client
) -> None:
    client.post(page_of(ledger.club), fields(client, ledger.club, k=25, finished_games=10, minimum_games=1))
    assert book(ledger.club).policy == {"preset": "2026"}


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"k": 0}, "k is 0.0; give a number from 1 to 1000."),
        ({"k": "many"}, "Enter a number."),
        ({"k": "nan"}, "Enter a number."),
        ({"grace_minutes": -1}, "give a number from 0 to 1440."),
        ({"finished_games": "99999999999999999999"}, "less than or equal to 1000000000"),
        ({"preset": "1999"}, "1999 is not one of the available choices"),
        ({"minimum_games": 40_000}, "from 0 to 32767"),
        ({"inactive_days": 0}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_what_was_typed_stays(
    director: User, ledger: Ledger, client: Client, typed: dict[str, object], said: str
) -> None:
    answer = client.post(page_of(ledger.club), fields(client, ledger.club, **{"scale": 300, **typed}))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in text(page)
    assert 'name="scale" value="300"' in page
    assert book(ledger.club).policy == {"preset": "2026"}


def test_two_directors_do_not_overwrite_one_another_unseen(
    director: User, ledger: Ledger, client: Client
) -> None:
    mine = fields(client, ledger.club, minimum_games=3)
    client.post(page_of(ledger.club), fields(client, ledger.club, minimum_games=9))
    answer = client.post(page_of(ledger.club), mine)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Games for the leaderboard 9" in text(page)
    assert book(ledger.club).minimum_games == 9
    client.post(page_of(ledger.club), {**mine, "version": hidden(page, "version")})
    assert book(ledger.club).minimum_games == 3


def test_rating_again_shows_how_far_it_is_until_it_is_done(
    director: User, ledger: Ledger, client: Client
) -> None:
    answer = client.post(page_of(ledger.club), {"do": "again"}, follow=True)
    page = answer.content.decode()
    assert "Every game is rated again" in text(page)
    assert 'hx-trigger="every 1s"' in page
    RatingBook.objects.update(done=1, total=2)
    part = client.get(page_of(ledger.club) + "?progress").content.decode()
    assert "1 of 2" in text(part)
    assert "<html" not in part
    assert bring_up(ledger.club.pk)
    part = client.get(page_of(ledger.club) + "?progress").content.decode()
    assert "2 rated games, and every rating is up to them." in text(part)
    assert "hx-get" not in part
    assert Rating.objects.get(person=ledger.people["Ann"], kind="ranked").rating == pytest.approx(
        ledger.rating("Ann")
    )


def test_without_a_game_there_is_nothing_to_rate_again(client: Client) -> None:
    club = Ledger().club
    client.force_login(make_member(club, Role.OWNER))
    answer = client.post(page_of(club), {"do": "again"}, follow=True)
    assert "There is no rated game yet." in text(answer.content.decode())


def test_a_rating_is_set_with_a_reason(director: User, ledger: Ledger, client: Client) -> None:
    sent = {"do": "set", "player": "ann", "kind": "ranked", "rating": "1700", "reason": "From the coast."}
    answer = client.post(page_of(ledger.club), sent, follow=True)
    assert "Ann has a rating of 1700 from now on." in text(answer.content.decode())
    made = RatingSet.objects.get()
    assert (made.person.name, made.reason, made.by) == ("Ann", "From the coast.", director.username)
    assert Rating.objects.get(person=made.person, kind="ranked").rating == 1700
    assert (
        "Ann: rating set to 1700 (ranked): From the coast." in club_book(ledger.club)[0].get_change_message()
    )


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"reason": " "}, "needs a reason"),
        ({"player": "Nobody"}, "knows nobody called"),
        ({"player": ""}, "Type your full name"),
        ({"rating": ""}, "This field is required."),
        ({"rating": "-3"}, "A rating is a number from 0"),
        ({"rating": "inf"}, "Enter a number."),
        ({"kind": "bridge"}, "bridge is not one of"),
    ],
)
def test_a_rating_that_cannot_be_set_is_not(
    director: User, ledger: Ledger, client: Client, typed: dict[str, str], said: str
) -> None:
    sent = {"do": "set", "player": "Ann", "kind": "", "rating": "1600", "reason": "x", **typed}
    answer = client.post(page_of(ledger.club), sent)
    assert answer.status_code == 422
    assert said in text(answer.content.decode())
    assert not RatingSet.objects.exists()


def test_nobody_sets_a_rating_of_their_own(director: User, ledger: Ledger, client: Client) -> None:
    Person.objects.filter(pk=ledger.people["Ann"].pk).update(user=director)
    sent = {"do": "set", "player": "Ann", "kind": "", "rating": "1600", "reason": "x"}
    answer = client.post(page_of(ledger.club), sent)
    assert answer.status_code == 422
    assert "Nobody sets a rating of their own; another director has to." in text(answer.content.decode())
    assert not RatingSet.objects.exists()


def test_a_player_of_another_club_is_not_found(director: User, ledger: Ledger, client: Client) -> None:
    Ledger("Zoe")
    sent = {"do": "set", "player": "Zoe", "kind": "", "rating": "1600", "reason": "x"}
    assert "knows nobody called" in text(client.post(page_of(ledger.club), sent).content.decode())


def test_a_form_without_a_button_does_nothing(director: User, ledger: Ledger, client: Client) -> None:
    answer = client.post(page_of(ledger.club), {})
    assert answer.status_code == 422
    assert "press one of the buttons" in text(answer.content.decode())


@pytest.mark.parametrize("who", ["scorer", "stranger", "player"])
def test_nobody_but_directors_and_owners_comes_here(ledger: Ledger, client: Client, who: str) -> None:
    users = {
        "scorer": lambda: make_member(ledger.club, Role.SCORER),
        "stranger": lambda: make_member(Ledger().club, Role.OWNER),
        "player": lambda: User.objects.create_user("player"),
    }
    client.force_login(users[who]())
    assert client.get(page_of(ledger.club)).status_code == 403
    assert client.post(page_of(ledger.club), {"do": "again"}).status_code == 403
    assert client.get(page_of(ledger.club) + "?progress").status_code == 403


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("start", 1400), ("scale", 300), ("expectation", "per-opponent"), ("k", 20), ("k_new", 40)),
        *(("k_new_games", 3), ("finished_games", 2), ("leaderboard_needed", "no"), ("grace_minutes", 9)),
        *(
            ("quit_ban_minutes", 5),
            ("leaderboard_ban_days", 1),
            ("bots_may_start", "yes"),
            ("bots_may_fill", "no"),
        ),
    ],
)
def test_the_warning_comes_for_just_the_figures_that_rate_again(
    director: User, ledger: Ledger, client: Client, name: str, value: object
) -> None:
    sent = fields(client, ledger.club, **{name: value})
    page = client.post(page_of(ledger.club), sent, follow=True).content.decode()
    warned = "Nothing is changed yet." in text(page)
    assert warned == (name in RATES)
    if warned:
        client.post(page_of(ledger.club), {**sent, "seen": hidden(page, "seen")})
    now = book(ledger.club)
    assert (now.rated_version < now.ledger_version) == warned
    assert name in now.policy
