"""An odd result that a director has found right is not pointed out, as long as it is that result."""

import pytest
from django.contrib.auth.models import User

from tests.services.ranked.test_races import all_at_once
from tests.services.test_suspicions import event, told
from tests.support.event_builders import ACTOR, enter, last, seat_person
from tournaments.models import Event, EventStatus, FoundRight, Result
from tournaments.services.actors import Actor
from tournaments.services.errors import ConflictError, NotFoundError, ServiceError
from tournaments.services.found_right import find_right
from tournaments.services.results import remove_result
from tournaments.services.undo import undo_change

__all__ = ["event"]
pytestmark = pytest.mark.django_db
ODD = [("turned", 6)]


def odd(event: Event) -> Result:
    return Result.objects.get(event=event, table__number=6, board=1)


def test_it_is_gone_until_the_result_changes_again(event: Event) -> None:
    before = event.results_version
    find_right(event.pk, odd(event).pk, 1, ACTOR)
    assert told(event) == []
    line = last(event, "suspicion.dismissed")
    assert (line.subject, line.actor) == ("round 1, table 6, board 1", ACTOR.name)
    assert line.after["version"] == 1
    assert "the wrong way round" in line.after["odd"]
    assert Event.objects.get(pk=event.pk).results_version == before + 1
    enter(event, 1, 5, 1, "8 9 4 4", version=1, reason="Another result changes.")
    assert told(event) == []
    enter(event, 1, 6, 1, "3 5 8 8", version=1, reason="Read again.")
    assert told(event) == ODD
    find_right(event.pk, odd(event).pk, 2, ACTOR)
    assert told(event) == []
    remove_result(event.pk, (1, 6, 1), 2, "Wrong slip.", ACTOR)
    enter(event, 1, 6, 1, "3 4 8 9")
    assert told(event) == ODD


def test_a_result_changed_meanwhile_found_right_already_or_no_longer_odd(event: Event) -> None:
    result = odd(event)
    with pytest.raises(ConflictError, match="changed since you looked at it"):
        find_right(event.pk, result.pk, 2, ACTOR)
    find_right(event.pk, result.pk, 1, ACTOR)
    with pytest.raises(ConflictError, match="found this result right already"):
        find_right(event.pk, result.pk, 1, ACTOR)
    enter(event, 1, 6, 1, "8 9 3 4", version=1, reason="Turned on the slip.")
    with pytest.raises(ConflictError, match="does not look odd any more"):
        find_right(event.pk, result.pk, 2, ACTOR)
    with pytest.raises(NotFoundError):
        find_right(event.pk, 0, 1, ACTOR)


def test_not_by_who_plays_at_the_table_nor_in_a_final_event(event: Event) -> None:
    user = User.objects.create_user("plays")
    seat_person(event, 6, user)
    plays = Actor(name=user.username, door=ACTOR.door, user_id=user.pk)
    with pytest.raises(ServiceError, match="another director has to"):
        find_right(event.pk, odd(event).pk, 1, plays)
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINAL)
    with pytest.raises(ServiceError, match="final"):
        find_right(event.pk, odd(event).pk, 1, ACTOR)
    assert not FoundRight.objects.exists()


def test_it_is_undone_from_the_log_and_done_again(event: Event) -> None:
    find_right(event.pk, odd(event).pk, 1, ACTOR)
    first = last(event, "suspicion.dismissed")
    undo_change(event.pk, first.pk, ACTOR, "The wrong slip.")
    assert told(event) == ODD
    assert last(event, "suspicion.restored").reason == "Undone: The wrong slip."
    with pytest.raises(ConflictError, match="undone already"):
        undo_change(event.pk, first.pk, ACTOR, "Sent twice.")
    undo_change(event.pk, last(event, "suspicion.restored").pk, ACTOR, "It was ours.")
    assert told(event) == []
    enter(event, 1, 6, 1, "3 5 8 8", version=1, reason="Read again.")
    with pytest.raises(ConflictError, match="changed since"):
        undo_change(event.pk, last(event, "suspicion.dismissed").pk, ACTOR, "Too late.")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_say_so_or_undo_it_at_once_one_does(event: Event) -> None:
    result = odd(event)
    errors = all_at_once([lambda: find_right(event.pk, result.pk, 1, ACTOR)] * 2)
    assert [type(error) for error in errors] == [ConflictError]
    line = last(event, "suspicion.dismissed")
    errors = all_at_once([lambda: undo_change(event.pk, line.pk, ACTOR, "No.")] * 2)
    assert [type(error) for error in errors] == [ConflictError]
    assert event.log.filter(action__startswith="suspicion.").count() == 2
    assert told(event) == ODD
