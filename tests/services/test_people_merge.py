"""Two people who are one: what moves, what stands against it; and a person corrected."""

import pytest

from tests.support.event_builders import ACTOR, make_event, make_member, make_tournament, seat, standings
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, EventStatus, Person, Role, StandingsSnapshot, TableSeat
from tournaments.services.entries import NewEntry, add_entries
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.people import Player
from tournaments.services.people_change import change_person
from tournaments.services.people_merge import merge_people, preview_merge
from tournaments.services.substitutes import substitute

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(pairs=2)


@pytest.fixture
def other(event: Event) -> Event:
    """Another event of the club, in which "north 1" was entered as somebody new."""
    made = make_event(make_tournament(event.tournament.club), pairs=0)
    add_entries(made.pk, [NewEntry((Player("north 1", new=True), "Gus"))], ACTOR)
    return made


def named(event: Event, name: str) -> Person:
    return Person.objects.get(club=event.tournament.club, name=name)


def codes(error: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def test_everything_of_the_double_becomes_the_kept_ones(event: Event, other: Event) -> None:
    kept, double = named(event, "North 1"), named(event, "north 1")
    double.user, double.number = make_member(event.tournament.club, Role.SCORER), "45"
    double.save()
    merge = preview_merge(event.tournament.club_id, kept.pk, double.pk)
    assert merge.faults == ()
    assert [(move.event, move.entry, move.what) for move in merge.moves] == [
        ("Club night", "1 north 1 & Gus", "plays"),
        ("", "", "the sign-in"),
        ("", "", "the membership number 45"),
    ]
    merge_people(event.tournament.club_id, kept.pk, double.pk, ACTOR, "the same man")
    kept.refresh_from_db()
    assert (kept.user, kept.number) == (double.user, "45")
    assert not Person.objects.filter(pk=double.pk).exists()
    assert other.entries.get().name == "North 1 & Gus"
    assert standings(other)["entries"]["1"]["players"] == ["North 1", "Gus"]
    for one in (event, other):
        line = one.log.get(action="person.merged")
        assert line.before["double"]["name"] == "north 1"
        assert line.reason == "the same man"


def test_line_ups_and_substitutions_move() -> None:
    event = make_teams(2)
    publish(event)
    club = event.tournament.club
    substitute(event.pk, 1, named(event, "1A").pk, "Flo", 1, None, ACTOR, "ill")
    kept = Person.objects.create(club=club, name="Flo Sub")
    merge_people(club.pk, kept.pk, named(event, "Flo").pk, ACTOR, "the same")
    assert event.entries.get(number=1).substitutions.get().into == kept
    assert TableSeat.objects.filter(person=kept).count() == 1
    double = named(event, "1B")
    other = Person.objects.create(club=club, name="One Bee")
    merge_people(club.pk, other.pk, double.pk, ACTOR, "the same")
    assert TableSeat.objects.filter(person=other).count() == 1


@pytest.mark.parametrize("names", [("North 1", "South 1"), ("North 1", "South 2"), ("North 1", "Flo")])
def test_two_who_play_in_one_event_are_two(event: Event, names: tuple[str, str]) -> None:
    seat(event, [(1, 2, (1,))])
    substitute(event.pk, 2, named(event, "North 2").pk, "Flo", 1, None, ACTOR, "ill")
    kept, double = (named(event, name) for name in names)
    assert [fault.code for fault in preview_merge(kept.club_id, kept.pk, double.pk).faults] == [
        "play-together"
    ]
    with pytest.raises(ServiceError, match="Both play in Club night, so they are two people"):
        merge_people(kept.club_id, kept.pk, double.pk, ACTOR, "the same")
    assert Person.objects.filter(pk=double.pk).exists()


def test_what_else_stands_against_it(event: Event, other: Event) -> None:
    kept, double = named(event, "North 1"), named(event, "north 1")
    club = kept.club_id
    with pytest.raises(ServiceError) as error:
        merge_people(club, kept.pk, kept.pk, ACTOR, "")
    assert codes(error) == ["same-person", "reason-missing"]
    for person in (kept, double):
        person.user = make_member(event.tournament.club, Role.SCORER)
        person.save()
    with pytest.raises(ServiceError) as error:
        merge_people(club, kept.pk, double.pk, ACTOR, "why")
    assert codes(error) == ["two-sign-ins"]
    stranger = Person.objects.create(club=make_event(pairs=0).tournament.club, name="Ann")
    with pytest.raises(NotFoundError):
        merge_people(club, kept.pk, stranger.pk, ACTOR, "why")


def test_a_final_event_keeps_what_was_published(event: Event, other: Event) -> None:
    standings(other)
    Event.objects.filter(pk=other.pk).update(status=EventStatus.FINAL)
    version = Event.objects.get(pk=other.pk).results_version
    kept, double = named(event, "North 1"), named(event, "north 1")
    merge_people(kept.club_id, kept.pk, double.pk, ACTOR, "the same")
    other.refresh_from_db()
    assert other.entries.get().name == "north 1 & Gus"
    assert other.results_version == version
    assert StandingsSnapshot.objects.get(event=other).data["entries"]["1"]["players"][0] == "north 1"
    assert other.entries.get().players.filter(pk=kept.pk).exists()
    assert other.log.filter(action="person.merged").exists()


def test_a_person_gets_another_name_and_number(event: Event) -> None:
    person = named(event, "North 1")
    change_person(person.club_id, person.pk, " Ann  Lee ", "12", ACTOR)
    assert event.entries.get(number=1).name == "Ann Lee & South 1"
    assert event.log.get(action="person.changed").before == {"name": "North 1", "number": ""}
    with pytest.raises(ServiceError, match="Ann Lee has the number 12"):
        change_person(person.club_id, named(event, "South 2").pk, "South 2", "12", ACTOR)
    with pytest.raises(ServiceError) as error:
        change_person(person.club_id, person.pk, " ", "(1)", ACTOR)
    assert codes(error) == ["name-missing", "number"]
