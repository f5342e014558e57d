"""Bans from ranked games and the leaderboard setting, as a director sees to them at the desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.pages.desk.conftest import sign_in
from tests.pages.reading import text
from tests.support.event_builders import ACTOR, make_club
from tests.support.ranked_builders import finished, leave_and_quit, make_ranked, person_on, play, player
from tournaments.models import Ban, BanReason, Event, Person, RatingSet, Role
from tournaments.services.members import book_of
from tournaments.services.ranked.bans import ban
from tournaments.services.ranked.leaderboard import set_on_leaderboard
from tournaments.services.zones import zone_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def quitter(ladder: Event) -> Person:
    """Peter has quit a game ten minutes ago."""
    game = play(ladder, now=timezone.now() - timedelta(minutes=20))
    leave_and_quit(game, "N", timezone.now() - timedelta(minutes=10))
    return person_on(game, "N")


def bans_url(event: Event) -> str:
    return reverse("desk:bans", args=[event.tournament.club.slug])


def lift(client: Client, event: Event, key: int, reason: str) -> Any:
    return client.post(reverse("desk:lift-ban", args=[event.tournament.club.slug, key]), {"reason": reason})


def person_url(person: Person) -> str:
    return reverse("desk:player", args=[person.club.slug, person.pk])


def change(client: Client, person: Person, **given: str) -> Any:
    return client.post(reverse("desk:player-ranked", args=[person.club.slug, person.pk]), given)


def shown(answer: Any) -> str:
    return text(answer.content.decode())


def test_who_is_banned_why_and_until_when_in_the_clubs_time(
    ladder: Event, quitter: Person, ladder_director: User, client: Client
) -> None:
    held = Ban.objects.get(person=quitter)
    page = shown(client.get(bans_url(ladder)))
    assert "Peter left a ranked game, game 1 of Ladder" in page
    until = held.until.astimezone(zone_of(ladder.tournament))
    assert f"at {until:%H:%M}" in page
    assert bans_url(ladder) in client.get(reverse("desk:event", args=[ladder.pk])).content.decode()


def test_a_ban_is_lifted_with_a_reason_and_kept_in_the_list(
    ladder: Event, quitter: Person, ladder_director: User, client: Client
) -> None:
    held = Ban.objects.get()
    refused = lift(client, ladder, held.pk, " ")
    assert refused.status_code == 422
    assert "needs a reason" in shown(refused)
    assert lift(client, ladder, held.pk, "The phone broke").status_code == 302
    page = shown(client.get(bans_url(ladder)))
    assert "Nobody: whoever meets the conditions may sit down." in page
    assert f"{ladder_director.username} : The phone broke" in page
    again = lift(client, ladder, held.pk, "once more")
    assert again.status_code == 409
    assert "has lifted this ban already" in shown(again)


def test_the_bans_of_another_club_are_not_there(
    ladder: Event, quitter: Person, ladder_director: User, client: Client
) -> None:
    stranger = Person.objects.create(club=make_club("Hilltop"), name="Far away")
    far = ban(stranger, BanReason.QUIT, timezone.now())
    assert far is not None
    assert lift(client, ladder, far.pk, "mine").status_code == 404
    assert "Far away" not in client.get(bans_url(ladder)).content.decode()
    far.refresh_from_db()
    assert far.lifted_at is None


def test_a_scorer_lifts_nothing(ladder: Event, quitter: Person, client: Client) -> None:
    sign_in(client, ladder.tournament.club, Role.SCORER)
    assert client.get(bans_url(ladder)).status_code == 403
    assert lift(client, ladder, Ban.objects.get().pk, "x").status_code == 403


def test_turning_the_leaderboard_off_says_its_price_first_and_does_nothing_yet(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    ann = player(ladder, "Ann")
    answer = change(client, ann, leaderboard="off")
    assert answer.status_code == 200
    page = shown(answer)
    assert "Nothing is changed yet." in page
    assert "goes back to" in page
    ann.refresh_from_db()
    assert ann.on_leaderboard
    assert not Ban.objects.exists()
    assert change(client, ann, leaderboard="off-warned").status_code == 302
    ann.refresh_from_db()
    assert not ann.on_leaderboard
    assert Ban.objects.get().reason == BanReason.LEADERBOARD_OFF
    assert RatingSet.objects.filter(person=ann).exists()
    assert "Put them on the leaderboard" in shown(client.get(person_url(ann)))


def test_turning_it_on_again_does_not_end_the_ban(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    ann = player(ladder, "Ann")
    set_on_leaderboard(ann.pk, False, ACTOR)
    assert change(client, ann, leaderboard="on").status_code == 302
    ann.refresh_from_db()
    assert ann.on_leaderboard
    assert "Ann turned the leaderboard setting off" in shown(client.get(person_url(ann)))


def test_who_sits_at_a_table_cannot_be_taken_off(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    game = play(ladder)
    peter = person_on(game, "N")
    refused = change(client, peter, leaderboard="off-warned")
    assert refused.status_code == 422
    assert "finish that game first" in shown(refused)


def test_guest_bot_and_games_elsewhere_are_said_and_noted(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    ann = player(ladder, "Ann")
    assert change(client, ann, is_guest="on", finished_elsewhere="3").status_code == 302
    ann.refresh_from_db()
    assert (ann.is_guest, ann.is_bot, ann.finished_elsewhere) == (True, False, 3)
    assert book_of(ann.club)[0].change_message == "Ann: a guest, 3 finished games elsewhere."
    refused = change(client, ann, is_guest="on", is_bot="on", finished_elsewhere="3")
    assert refused.status_code == 422
    assert "choose one of the two" in shown(refused)
    assert change(client, ann, finished_elsewhere="-1").status_code == 422
    assert change(client, ann, finished_elsewhere="").status_code == 422
    assert change(client, ann, leaderboard="maybe").status_code == 422
    ann.refresh_from_db()
    assert (ann.is_guest, ann.finished_elsewhere) == (True, 3)


def test_a_players_page_lists_the_events_whose_games_they_began(
    ladder: Event, ladder_director: User, client: Client
) -> None:
    make_ranked(ladder.tournament, name="Another evening")
    finished(ladder)
    play(ladder, 2, ("Peter", "Ann", "Bea", "Cleo"))
    page = shown(client.get(person_url(player(ladder, "Peter"))))
    assert "Played Ladder 26 November 2026, 2 games Ratings and games" in page
    assert "Another evening" not in page
    assert "Played Not yet." in shown(client.get(person_url(player(ladder, "Nobody"))))
