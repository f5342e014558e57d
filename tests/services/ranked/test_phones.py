"""A seat's phone: claimed by whoever the desk has seated there, and freed by a director."""

import pytest

from tests.services.ranked.test_sitting import refusal
from tests.support.event_builders import ACTOR, make_club
from tests.support.ranked_builders import (
    PHONE,
    START,
    after,
    finished,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    player,
)
from tournaments.models import Event, Game, GameSeat, Person, StandIn
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.events import finalise
from tournaments.services.ranked.games import open_game, sit, void_game
from tournaments.services.ranked.keys import hash_of, seat_of_key
from tournaments.services.ranked.leaving import fill_in
from tournaments.services.ranked.phones import claim_seat, free_phone
from tournaments.services.ranked.rematch import vote

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked()


@pytest.fixture
def game(event: Event) -> Game:
    """Peter, Mary, John and Sue, seated by the desk: no phone has a key."""
    return play(event)


def claimed(game: Game) -> list[tuple[str, object, object]]:
    log = game.event.log.filter(action__in=("seat.claimed", "seat.freed")).order_by("pk")
    return [(line.action, line.subject, line.reason) for line in log]


def test_whoever_the_desk_has_seated_gets_a_key_by_their_full_name(event: Event, game: Game) -> None:
    was = game.event.results_version
    sat = claim_seat(game.pk, "N", "  peter ", PHONE, START)
    assert seat_of_key(game, sat.key) == "N"
    assert sat.seat_id == game.seats.get(seat="N").pk
    assert game.seats.get(seat="N").key_hash == hash_of(sat.key)
    assert claimed(game) == [("seat.claimed", "game 1, seat N", "")]
    assert sat.key not in repr(list(event.log.values_list("before", "after", "subject")))
    event.refresh_from_db()
    assert event.results_version > was  # the phones beside it hear of it


def test_by_their_number_too(event: Event, game: Game) -> None:
    player(event, "Mary", number="4711")
    assert seat_of_key(game, claim_seat(game.pk, "E", "4711", PHONE, START).key) == "E"


def test_while_the_game_waits_for_players(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR, now=START)
    sit(game.pk, "S", player(event, "John").pk, ACTOR, START)
    assert seat_of_key(game, claim_seat(game.pk, "S", "John", PHONE, START).key) == "S"


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("Mary", "not-the-sitter"),  # sits East
        ("Olga", "not-the-sitter"),  # sits nowhere
        ("Pete", "no-player"),
        ("", "no-player"),
        ("%", "no-player"),
        ("Rival", "no-player"),  # of another club
    ],
)
def test_nobody_else_gets_a_key(event: Event, game: Game, who: str, code: str) -> None:
    player(event, "Olga")
    Person.objects.create(club=make_club("Other"), name="Rival")
    with pytest.raises(ServiceError) as refused:
        claim_seat(game.pk, "N", who, PHONE, START)
    [(found, message)] = refusal(refused)
    assert found == code
    assert "Peter" not in message  # it does not tell who would have been right
    assert not GameSeat.objects.exclude(key_hash="").exists()
    assert claimed(game) == []


def test_a_namesake_has_to_say_the_number(event: Event, game: Game) -> None:
    player(event, "Peter", number="1")
    Person.objects.create(club=event.tournament.club, name="PETER", number="2")
    with pytest.raises(ServiceError) as refused:
        claim_seat(game.pk, "N", "Peter", PHONE, START)
    assert refusal(refused)[0][0] == "namesakes"
    with pytest.raises(ServiceError) as refused:
        claim_seat(game.pk, "N", "2", PHONE, START)
    assert refusal(refused)[0][0] == "not-the-sitter"
    assert seat_of_key(game, claim_seat(game.pk, "N", "1", PHONE, START).key) == "N"


def test_a_seat_that_a_phone_holds_is_not_given_to_another(event: Event, game: Game) -> None:
    first = claim_seat(game.pk, "N", "Peter", PHONE, START)
    for who in ("Peter", "Nobody Known"):  # whoever asks is told no more of whom there is
        with pytest.raises(ConflictError) as refused:
            claim_seat(game.pk, "N", who, PHONE, START)
        assert refusal(refused) == [
            ("seat-held", "Another phone holds North already; the director can free it at the desk.")
        ]
    assert seat_of_key(game, first.key) == "N"


def test_nobody_claims_a_seat_that_is_free_or_none(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR, now=START)
    player(event, "Peter")
    for seat in ("N", "Q", ""):
        with pytest.raises(NotFoundError):
            claim_seat(game.pk, seat, "Peter", PHONE, START)
    with pytest.raises(NotFoundError):
        claim_seat(game.pk + 99, "N", "Peter", PHONE, START)


def test_a_quitter_gets_no_key_and_who_fills_in_by_the_desk_does(event: Event, game: Game) -> None:
    leave_and_quit(game, "N")
    with pytest.raises(ConflictError) as refused:
        claim_seat(game.pk, "N", "Peter", PHONE, after(5))
    assert refusal(refused)[0][0] == "has-quit"
    fill_in(game.pk, "N", player(event, "Ada").pk, ACTOR, after(5))
    with pytest.raises(ServiceError) as refused:
        claim_seat(game.pk, "N", "Peter", PHONE, after(5))
    assert refusal(refused)[0][0] == "not-the-sitter"
    sat = claim_seat(game.pk, "N", "Ada", PHONE, after(5))
    assert seat_of_key(game, sat.key) == "N"
    assert StandIn.objects.get().key_hash == hash_of(sat.key)
    assert game.seats.get(seat="N").key_hash == ""


def test_a_grace_that_is_over_is_over_before_the_seat_is_claimed(event: Event, game: Game) -> None:
    claim_seat(game.pk, "E", "Mary", PHONE, START)
    from_desk = game.seats.get(seat="N")
    from_desk.absences.create(left_at=START)
    with pytest.raises(ConflictError):
        claim_seat(game.pk, "N", "Peter", PHONE, after(4))
    from_desk.refresh_from_db()
    assert from_desk.quit_at is not None


def test_a_seat_is_claimed_after_the_game_for_another_and_its_key_goes_along(event: Event) -> None:
    game = finished(event)
    sat = claim_seat(game.pk, "W", "Sue", PHONE, START)
    again = [vote(game.pk, seat, ACTOR, after(60)) for seat in "NESW"][-1]
    assert again is not None
    assert seat_of_key(again, sat.key) == "W"


def test_nothing_is_claimed_in_a_void_game_or_a_final_event(event: Event, game: Game) -> None:
    void_game(game.pk, "the hall burns", ACTOR, START)
    with pytest.raises(ConflictError):
        claim_seat(game.pk, "N", "Peter", PHONE, START)
    other = finished(event, 2, ("Ann", "Bea", "Cleo", "Dora"))
    finalise(event.pk, ACTOR, "enough")
    with pytest.raises(ServiceError):
        claim_seat(other.pk, "N", "Ann", PHONE, START)
    assert claimed(game) == []


# --- freed -----------------------------------------------------------------------------------------------------


def test_a_freed_phone_holds_nothing_and_the_seat_can_be_claimed_again(event: Event, game: Game) -> None:
    lost = claim_seat(game.pk, "N", "Peter", PHONE, START)
    free_phone(game.pk, "N", "phone lost", ACTOR, START)
    assert seat_of_key(game, lost.key) is None
    again = claim_seat(game.pk, "N", "Peter", PHONE, START)
    assert seat_of_key(game, again.key) == "N"
    assert seat_of_key(game, lost.key) is None
    assert claimed(game) == [
        ("seat.claimed", "game 1, seat N", ""),
        ("seat.freed", "game 1, seat N", "phone lost"),
        ("seat.claimed", "game 1, seat N", ""),
    ]


def test_freeing_takes_a_reason_and_a_phone(event: Event, game: Game) -> None:
    with pytest.raises(ConflictError) as refused:
        free_phone(game.pk, "N", "phone lost", ACTOR, START)
    assert refusal(refused) == [("no-phone", "No phone holds North.")]
    held = claim_seat(game.pk, "N", "Peter", PHONE, START)
    for reason in ("", "   "):
        with pytest.raises(ServiceError) as refused:
            free_phone(game.pk, "N", reason, ACTOR, START)
        assert refusal(refused)[0][0] == "reason-missing"
    assert seat_of_key(game, held.key) == "N"


def test_the_stand_ins_phone_is_freed_and_not_the_quitters(event: Event, game: Game) -> None:
    claim_seat(game.pk, "N", "Peter", PHONE, START)
    leave_and_quit(game, "N")
    held = fill_in(game.pk, "N", player(event, "Ada").pk, PHONE, after(5))
    before = game.seats.get(seat="N").key_hash
    free_phone(game.pk, "N", "taken by somebody else", ACTOR, after(5))
    assert seat_of_key(game, held.key) is None
    assert game.seats.get(seat="N").key_hash == before


def test_a_director_who_plays_frees_their_own_phone_alone(
    event: Event, game: Game, django_user_model: type
) -> None:
    user = django_user_model.objects.create_user("john")
    Person.objects.filter(pk=person_on(game, "S").pk).update(user=user)
    john = Actor.of(user, ACTOR.door)
    for seat, who in (("S", "John"), ("W", "Sue")):
        claim_seat(game.pk, seat, who, PHONE, START)
    free_phone(game.pk, "S", "battery", john, START)
    with pytest.raises(ServiceError) as refused:
        free_phone(game.pk, "W", "to bid for Sue", john, START)
    assert refusal(refused)[0][0] == "plays-here"
    assert game.seats.get(seat="W").key_hash
