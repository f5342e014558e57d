"""Ratings in the admin: read by a club's directors, and its choices changed through their service."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.admin.pages import add_url, change_url, faults, fields_on_page, list_url, sign_in
from tests.support.event_builders import make_club
from tests.support.ranked_builders import finished, make_ranked
from tournaments.models import Event, RatedGame, Rating, RatingBook, RatingSet, Role
from tournaments.services.ratings.book import book_of
from tournaments.services.ratings.rerating import bring_up

pytestmark = [pytest.mark.django_db, pytest.mark.one_engine]
NAMES = ("rating", "ratedgame", "ratingset", "ratingbook")


@pytest.fixture
def ladder(db: None) -> Event:
    event = make_ranked()
    finished(event)
    bring_up(event.tournament.club_id)
    return event


@pytest.fixture
def director(ladder: Event, client: Client) -> User:
    return sign_in(client, ladder.tournament.club, Role.DIRECTOR)


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def test_ratings_and_what_made_them_are_shown(ladder: Event, director: User, client: Client) -> None:
    assert "1525 (1525.00)" in text(client, list_url("rating"))
    row = RatedGame.objects.get()
    assert "+25.0, +25.0, -25.0, -25.0" in text(client, list_url("ratedgame"))
    page = text(client, change_url(row))
    assert "Peter: 1500.00 +25.00" in page
    assert "Sue: 1500.00 -25.00" in page


def test_a_game_that_is_not_rated_yet_says_so(ladder: Event, director: User, client: Client) -> None:
    row = RatedGame.objects.get()
    row.changes.delete()
    assert "not rated yet" in text(client, list_url("ratedgame"))
    assert "It is not rated yet." in text(client, change_url(row))


def test_nothing_of_the_ledger_is_changed_by_hand(ladder: Event, director: User, client: Client) -> None:
    person = Rating.objects.first()
    assert person is not None
    given = RatingSet.objects.create(
        person=person.person, rating=1600, at="2026-11-01T12:00:00Z", reason="elsewhere"
    )
    for record in (person, RatedGame.objects.get(), given):
        assert client.post(change_url(record), {"rating": "3000"}).status_code == 403
        assert "_save" not in text(client, change_url(record))
    for name in NAMES:
        assert client.get(add_url(name)).status_code == 403


def test_another_club_s_directors_see_none_of_it(ladder: Event, client: Client) -> None:
    sign_in(client, make_club("Lakeside"), Role.OWNER)
    for name in NAMES:
        page = client.get(list_url(name))
        assert page.context["cl"].result_count == 0, name
    assert client.get(change_url(RatedGame.objects.get())).status_code == 302


def test_a_club_s_choices_go_through_their_service(ladder: Event, director: User, client: Client) -> None:
    book = book_of(ladder.tournament.club_id)
    form = fields_on_page(client, change_url(book))
    assert form["policy"] == '{"preset": "2026"}'
    assert client.post(change_url(book), form).status_code == 302
    book.refresh_from_db()
    assert book.rated_version == book.ledger_version
    form |= {"policy": '{"preset": "2026", "k": 20}', "minimum_games": "3", "inactive_days": ""}
    assert client.post(change_url(book), form).status_code == 302
    book.refresh_from_db()
    assert (book.policy, book.minimum_games, book.inactive_days) == (
        {"preset": "2026", "k": 20},
        3,
        None,
    )
    assert book.rated_version < book.ledger_version
    bring_up(book.club_id)
    assert "1520 (1520.00)" in text(client, list_url("rating"))


def test_every_fault_of_a_policy_is_told(ladder: Event, director: User, client: Client) -> None:
    book = book_of(ladder.tournament.club_id)
    form = {**fields_on_page(client, change_url(book)), "policy": '{"preset": "2026", "k": -1, "start": "x"}'}
    told = " ".join(
        message for messages in faults(client.post(change_url(book), form)).values() for message in messages
    )
    assert "k" in told
    assert "start" in told
    form["policy"] = "{"
    assert "policy" in faults(client.post(change_url(book), form))
    assert RatingBook.objects.get().policy == {"preset": "2026"}


@pytest.mark.parametrize(
    ("name", "lookup"),
    [
        ("rating", "rating__gt"),
        ("ratedgame", "changes__own_change_n__gt"),
        ("ratedgame", "tallies__contains"),
    ],
)
def test_lists_answer_only_what_they_offer(
    ladder: Event, director: User, client: Client, name: str, lookup: str
) -> None:
    assert client.get(list_url(name), {lookup: "1"}).status_code == 400
