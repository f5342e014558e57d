"""Undoing what the log tells of seats, bans and options of ranked tables."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.services.ranked.test_undo_games import undo
from tests.support.event_builders import ACTOR, last, make_club
from tests.support.ranked_builders import (
    EVEN,
    enter,
    leave_and_quit,
    make_ranked,
    person_on,
    play,
    player,
)
from tournaments.eventfile import dumps, loads
from tournaments.models import Ban, Event, GameStatus, StandIn
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.ranked.bans import lift_ban
from tournaments.services.ranked.games import open_game, sit, stand_up
from tournaments.services.ranked.leaving import end_by_leaving, fill_in, leave, stand_in_leaves
from tournaments.services.ranked.options import RankedOptions, change_options
from tournaments.services.undo import undo_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_ranked(stake=10)


# --- seats -------------------------------------------------------------------------------------------------


def test_a_seat_taken_and_given_up(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR)
    sit(game.pk, "N", player(event, "Peter").pk, ACTOR)
    undo(event, "seat.taken")
    assert not game.seats.exists()
    assert last(event, "seat.given-up").reason == "Undone: By mistake."
    undo(event, "seat.given-up", "Peter after all.")
    assert person_on(game, "N").name == "Peter"
    assert last(event, "seat.taken").reason == "Undone: Peter after all."


def test_a_seat_that_somebody_else_has_taken_since(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR)
    sit(game.pk, "N", player(event, "Peter").pk, ACTOR)
    taken = last(event, "seat.taken")
    stand_up(game.pk, "N", ACTOR)
    given_up = last(event, "seat.given-up")
    sit(game.pk, "N", player(event, "Ann").pk, ACTOR)
    for line in (taken, given_up):
        with pytest.raises(ConflictError, match="undo the later change first"):
            undo_change(event.pk, line.pk, ACTOR, "Oops.")
    assert person_on(game, "N").name == "Ann"


def test_a_seat_of_a_game_that_has_begun_is_not_given_up(event: Event) -> None:
    play(event)
    with pytest.raises(ConflictError, match="Say that you leave instead"):
        undo(event, "seat.taken")


def test_the_log_of_an_event_file_seats_nobody_else(event: Event) -> None:
    game = open_game(event.pk, 1, ACTOR)
    sit(game.pk, "N", player(event, "Peter").pk, ACTOR)
    stand_up(game.pk, "N", ACTOR)
    line = last(event, "seat.given-up")
    event.log.filter(pk=line.pk).update(before={"person": player(event, "Ann").pk, "name": "Peter"})
    with pytest.raises(ConflictError, match="not known here by that name"):
        undo_change(event.pk, line.pk, ACTOR, "Oops.")


def test_who_was_said_to_leave_is_back_unless_the_grace_is_over(event: Event) -> None:
    now = timezone.now()
    game = play(event, now=now)
    leave(game.pk, "N", ACTOR, now)
    undo(event, "seat.left")
    assert game.seats.get(seat="N").absences.get().back_at is not None
    leave(game.pk, "N", ACTOR, now - timedelta(minutes=5))
    with pytest.raises(ConflictError, match="has quit this game"):
        undo(event, "seat.left")
    assert game.seats.get(seat="N").quit_at is not None  # and that holds, although nothing was undone


def test_who_fills_in_and_who_does_no_longer(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    ann = player(event, "Ann")
    fill_in(game.pk, "N", ann.pk, ACTOR)
    undo(event, "seat.filled")
    assert not StandIn.objects.exists()
    undo(event, "seat.emptied", "Ann after all.")
    assert StandIn.objects.get(left_at=None).person == ann
    enter(game, EVEN)
    with pytest.raises(ConflictError, match="Ann has played deals since"):
        undo(event, "seat.filled")
    stand_in_leaves(game.pk, "N", ACTOR)
    fill_in(game.pk, "N", player(event, "Bob").pk, ACTOR)
    with pytest.raises(ConflictError, match="undo the later change first"):
        undo(event, "seat.emptied")


def test_a_game_is_lost_by_leaving_where_nobody_was_to_fill_in_and_none_may(event: Event) -> None:
    game = leave_and_quit(play(event), "N")
    fill_in(game.pk, "N", player(event, "Ann").pk, ACTOR)
    change_options(event.pk, RankedOptions(stake=10, leaving="forfeit"), ACTOR, "So we play.")
    undo(event, "seat.filled")
    game.refresh_from_db()
    assert (game.status, game.outcome, game.ending) == (GameStatus.OVER, "ew", "left")


# --- bans and options --------------------------------------------------------------------------------------


@pytest.fixture
def banned(event: Event) -> Ban:
    """Peter quit a minute ago."""
    leave_and_quit(play(event, now=timezone.now()), "N", timezone.now() - timedelta(minutes=4))
    return Ban.objects.get()


def test_a_lifted_ban_holds_again_and_is_lifted_again(event: Event, banned: Ban) -> None:
    lift_ban(banned.pk, "The lift was stuck.", ACTOR)
    older = last(event, "ban.lifted")
    undo(event, "ban.lifted", "It was not.")
    banned.refresh_from_db()
    assert (banned.lifted_at, banned.lifted_by, banned.lift_reason) == (None, "", "")
    game = open_game(event.pk, 2, ACTOR)
    with pytest.raises(ServiceError, match="Peter"):
        sit(game.pk, "N", banned.person_id, ACTOR)
    assert last(event, "ban.laid-again").reason == "Undone: It was not."
    undo(event, "ban.laid-again", "It was.")
    banned.refresh_from_db()
    assert banned.lift_reason == "Undone: It was."
    with pytest.raises(ConflictError, match="undo the later change first"):
        undo_change(event.pk, older.pk, ACTOR, "Again.")


def test_a_ban_is_not_laid_again_over_a_game_or_after_its_end(event: Event, banned: Ban) -> None:
    lift_ban(banned.pk, "The lift was stuck.", ACTOR)
    game = open_game(event.pk, 2, ACTOR)
    sit(game.pk, "N", banned.person_id, ACTOR)
    with pytest.raises(ConflictError, match="Peter has sat down to game 2 at table 2 since"):
        undo(event, "ban.lifted")
    stand_up(game.pk, "N", ACTOR)
    Ban.objects.update(until=timezone.now())
    with pytest.raises(ConflictError, match="over by now"):
        undo(event, "ban.lifted")


def test_the_log_of_a_copy_leaves_the_bans_of_the_event_alone(event: Event, banned: Ban) -> None:
    lift_ban(banned.pk, "The lift was stuck.", ACTOR)
    end_by_leaving(event.games.get().pk, "Nobody fills in.", ACTOR)
    document = loads(dumps(export_event(event)))
    unrated = replace(document, games=tuple(replace(game, rated=False) for game in document.games))
    copy = import_event(unrated, event.tournament.club, ACTOR, again=True)
    with pytest.raises(ConflictError, match="not known here"):
        undo(copy, "ban.lifted")
    banned.refresh_from_db()
    assert banned.lifted_at is not None


@pytest.mark.parametrize(
    ("action", "subject", "after"),
    [
        ("deal.entered", "game 1", {"version": 1}),
        ("deal.entered", "game 1, deal 1", {}),
        ("ban.lifted", "Peter", {"ban": "one", "person": "two"}),
        ("penalty.added", "pair 1", {"amount": "much"}),
        ("event.ranked", "", {"stake": []}),
        ("suspicion.dismissed", "round 1, table 1, board 1", {}),
    ],
)
def test_a_line_of_a_file_that_says_nothing_is_not_undone(
    event: Event, action: str, subject: str, after: dict[str, object]
) -> None:
    play(event)
    document = loads(dumps(export_event(event)))
    line = replace(document.log[0], action=action, subject=subject, before=None, after=after)
    copy = import_event(replace(document, log=(line,)), make_club(), ACTOR)
    with pytest.raises(ServiceError):
        undo(copy, action)


def test_options_go_back_unless_they_were_changed_again(event: Event) -> None:
    before = RankedOptions.of(event)
    change_options(event.pk, RankedOptions(stake=20, open_seating=False), ACTOR)
    older = last(event, "event.ranked")
    undo(event, "event.ranked")
    assert RankedOptions.of(Event.objects.get(pk=event.pk)) == before
    with pytest.raises(ConflictError, match="undo the later change first"):
        undo_change(event.pk, older.pk, ACTOR, "Again.")
