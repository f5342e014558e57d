"""Bans: which hold when, how the club's policy has them, and how a director lifts one."""

import pytest
from django.contrib.auth.models import User

from tests.support.event_builders import ACTOR
from tests.support.ranked_builders import (
    PHONE,
    START,
    after,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    player,
)
from tournaments.models import Ban, Door, Event, Person
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.members import book_of
from tournaments.services.ranked.bans import ban, bans_of, lift_ban, standing_bans
from tournaments.services.ranked.games import open_game, sit
from tournaments.services.ratings.book import BookSettings, change_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def quit_ban(event: Event) -> Ban:
    """Peter's, from 20:00 to 21:00 of the tournament's zone."""
    leave_and_quit(play(event), "N")
    return Ban.objects.get()


def test_a_ban_holds_from_its_start_up_to_but_not_at_its_end(event: Event, quit_ban: Ban) -> None:
    club = event.tournament.club_id
    assert standing_bans(club, after(-0.1)) == []
    assert standing_bans(club, START) == [quit_ban]
    assert standing_bans(club, after(59.9)) == [quit_ban]
    assert standing_bans(club, after(60)) == []
    peter = quit_ban.person_id
    assert [len(bans_of([peter], after(minute))[peter]) for minute in (0, 59.9, 60)] == [1, 1, 0]


def test_a_lifted_ban_lets_the_player_sit_down_and_the_log_says_who_and_why(
    event: Event, quit_ban: Ban
) -> None:
    version = Event.objects.get(pk=event.pk).results_version
    lifted = lift_ban(quit_ban.pk, "the lift was stuck", ACTOR, after(10))
    assert (lifted.lifted_at, lifted.lifted_by, lifted.lift_reason) == (
        after(10),
        "dora",
        "the lift was stuck",
    )
    assert standing_bans(event.tournament.club_id, after(10)) == []
    game = open_game(event.pk, 2, ACTOR, now=START)
    assert sit(game.pk, "N", quit_ban.person_id, PHONE, after(11)).seat_id
    line = event.log.get(action="ban.lifted")
    assert (line.subject, line.reason) == ("Peter", "the lift was stuck")
    assert Event.objects.get(pk=event.pk).results_version > version


def test_lifting_needs_a_reason_and_a_ban_that_holds(quit_ban: Ban) -> None:
    with pytest.raises(ServiceError, match="Lifting a ban needs a reason"):
        lift_ban(quit_ban.pk, "  ", ACTOR, after(10))
    with pytest.raises(ServiceError, match="at most 500 characters"):
        lift_ban(quit_ban.pk, "x" * 501, ACTOR, after(10))
    with pytest.raises(ConflictError, match="over already"):
        lift_ban(quit_ban.pk, "late", ACTOR, after(60))
    lift_ban(quit_ban.pk, "a mistake", ACTOR, after(10))
    with pytest.raises(ConflictError, match="dora has lifted this ban already"):
        lift_ban(quit_ban.pk, "again", ACTOR, after(11))
    with pytest.raises(NotFoundError, match="no such ban"):
        lift_ban(10_000, "who", ACTOR, after(11))


def test_the_clubs_book_tells_of_it_where_somebody_with_an_account_has_done_it(
    event: Event, quit_ban: Ban
) -> None:
    user = User.objects.create_user("director")
    lift_ban(quit_ban.pk, "a mistake", Actor.of(user, Door.DESK), after(10))
    (line,) = book_of(event.tournament.club)
    assert line.change_message == "Peter: ban lifted (a mistake)."


def test_a_club_can_have_longer_bans_or_none(event: Event) -> None:
    peter = player(event, "Peter")
    club = event.tournament.club_id
    change_book(club, BookSettings(policy={"preset": "2026", "quit_ban_minutes": 90}), ACTOR)
    made = ban(peter, "quit", START)
    assert made is not None
    assert made.until == after(90)
    change_book(club, BookSettings(policy={"preset": "2026", "quit_ban_minutes": 0}), ACTOR)
    assert ban(peter, "quit", START) is None
    game = leave_and_quit(play(event, now=after(90)), "N", after(90))
    assert game.seats.get(seat="N").quit_at is not None
    assert Ban.objects.get() == made


def test_a_club_sees_its_own_bans_those_that_end_first_first(event: Event, quit_ban: Ban) -> None:
    other = make_ranked()
    leave_and_quit(play(other), "N")
    ann = player(event, "Ann")
    longer = ban(ann, "leaderboard-off", START)
    assert standing_bans(event.tournament.club_id, after(1)) == [quit_ban, longer]


def test_each_quit_brings_its_own_ban(event: Event, quit_ban: Ban) -> None:
    peter = person_on(quit_ban.seat.game, "N")
    lift_ban(quit_ban.pk, "a mistake", ACTOR, after(10))
    leave_and_quit(play(event, 2, ["Peter", "Bo", "Cy", "Di"], after(20)), "N", after(30))
    assert [row.until for row in Ban.objects.filter(person=peter, lifted_at=None)] == [after(90)]


def test_nobody_lifts_a_ban_of_their_own(quit_ban: Ban) -> None:
    user = User.objects.create_user("peter")
    Person.objects.filter(pk=quit_ban.person_id).update(user=user)
    with pytest.raises(ServiceError, match="Nobody lifts a ban of their own"):
        lift_ban(quit_ban.pk, "it was nothing", Actor.of(user, Door.DESK), after(10))
    assert lift_ban(quit_ban.pk, "it was nothing", ACTOR, after(10)).lifted_at == after(10)
