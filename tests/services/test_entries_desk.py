"""Entries at the desk: namesakes, check-in, stand-by, numbers, what may be removed."""

import pytest

from tests.support.event_builders import ACTOR, make_event, seat, standings
from tests.support.team_builders import make_teams, publish
from tournaments.draws.registry import build
from tournaments.eventfile.parse import loads
from tournaments.eventfile.writing import dumps
from tournaments.models import Event, Person
from tournaments.services.entries import NewEntry, add_entries, remove_entry, withdraw_entry
from tournaments.services.entry_states import (
    check_in,
    keep_seated,
    put_on_standby,
    seat_standby,
    set_field,
    take_seat,
)
from tournaments.services.errors import ServiceError
from tournaments.services.event_export import export_event
from tournaments.services.event_import import import_event
from tournaments.services.numbering import (
    Order,
    has_gaps,
    numbers_in,
    numbers_to_sit_still,
    renumber,
    still_in,
)
from tournaments.services.people import Player, doubtful, find_people
from tournaments.services.rounds import install_movement
from tournaments.services.substitutes import substitute
from tournaments.services.team_draft import draft_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event(pairs=4)


def people_in(event: Event, number: int) -> list[int]:
    return list(event.entries.get(number=number).seats.order_by("position").values_list("person", flat=True))


def member(event: Event, name: str, number: str = "") -> Person:
    return Person.objects.create(club=event.tournament.club, name=name, number=number)


def codes(error: pytest.ExceptionInfo[ServiceError]) -> list[str]:
    return [fault.code for fault in error.value.faults]


def numbered(event: Event, **which: object) -> list[tuple[int, str]]:
    return list(event.entries.filter(**which).order_by("number").values_list("number", "name"))


def test_a_name_with_a_number_behind_it_is_that_namesake(event: Event) -> None:
    member(event, "Ann Lee", "12")
    second = member(event, "Ann Lee", "45")
    add_entries(event.pk, [NewEntry(("ann lee (45)", "Bo Diaz"))], ACTOR)
    assert people_in(event, 5)[0] == second.pk
    assert event.entries.get(number=5).name == "Ann Lee & Bo Diaz"


def test_a_key_is_that_person_and_new_is_nobody_there(event: Event) -> None:
    first, second = member(event, "Ann Lee"), member(event, "Ann Lee")
    wanted = [NewEntry((Player(person=second.pk), "Bo")), NewEntry((Player("Ann Lee", new=True), "Cy"))]
    add_entries(event.pk, wanted, ACTOR)
    assert people_in(event, 5)[0] == second.pk
    assert people_in(event, 6)[0] not in (first.pk, second.pk)
    assert Person.objects.filter(name="Ann Lee").count() == 3


def test_other_capitals_are_the_same_person_unless_two_are(event: Event) -> None:
    known = member(event, "Åsa ÖSTBERG")
    add_entries(event.pk, [NewEntry(("åsa Östberg", "Bo"))], ACTOR)
    assert people_in(event, 5)[0] == known.pk
    member(event, "Di Roy")
    member(event, "DI ROY")
    add_entries(event.pk, [NewEntry(("di roy", "Cy"))], ACTOR)
    assert Person.objects.filter(name="di roy").exists()


def test_a_person_of_another_club_is_refused(event: Event) -> None:
    stranger = member(make_event(pairs=0), "Ann Lee")
    with pytest.raises(ServiceError) as error:
        add_entries(event.pk, [NewEntry((Player(person=stranger.pk), "Bo"))], ACTOR)
    assert [fault.path for fault in error.value.faults if fault.code == "no-person"] == [
        "entries[0].players[0]"
    ]


def test_nobody_plays_in_two_pairs_unless_one_has_left(event: Event) -> None:
    again = [NewEntry(("North 2", "Bo")), NewEntry(("Cy", "Bo"))]
    with pytest.raises(ServiceError) as error:
        add_entries(event.pk, again, ACTOR)
    assert [fault.path for fault in error.value.faults] == ["entries[0].players[0]", "entries[1].players[1]"]
    assert set(codes(error)) == {"in-two-pairs"}
    withdraw_entry(event.pk, 2, ACTOR, "South 2 is ill")
    add_entries(event.pk, again[:1], ACTOR)


def test_doubtful_names_are_asked_about(event: Event) -> None:
    one, two = member(event, "Ann Lee", "12"), member(event, "Ann Lee", "45")
    jose = member(event, "José Ruiz")
    asked = doubtful(
        event.tournament.club_id,
        ["Ann Lee", "jose ruiz", "North 1", "Nobody", "Ann Lee (12)", Player("Ann Lee", new=True)],
        event,
    )
    assert {place: [found.pk for found in people] for place, people in asked.items()} == {
        0: [one.pk, two.pk],
        1: [jose.pk],
    }


def test_people_are_found_by_name_and_number_best_first(event: Event) -> None:
    club = event.tournament.club_id
    for name, number in (("Bo Annan", ""), ("Ann Lee", "45"), ("José Ann", "4"), ("Di Roy", "451")):
        member(event, name, number)
    assert [found.name for found in find_people(club, "ann")] == ["Ann Lee", "Bo Annan", "José Ann"]
    assert [found.name for found in find_people(club, "45")] == ["Ann Lee", "Di Roy"]
    assert [found.name for found in find_people(club, "ANN jose")] == ["José Ann"]
    assert find_people(club, "  ") == []
    assert len(find_people(club, "o")) == 8
    assert find_people(club, "north 3", event)[0].plays == 3
    member(event, "Zoe North")
    assert [found.name for found in find_people(club, "north", event)][:2] == ["Zoe North", "North 1"]


def test_check_in_is_counted_once_and_taken_back(event: Event) -> None:
    check_in(event.pk, 1, ACTOR)
    check_in(event.pk, 1, ACTOR)
    assert event.log.filter(action="entry.checked-in").count() == 1
    check_in(event.pk, 1, ACTOR, there=False)
    assert event.entries.get(number=1).checked_in_at is None


def test_a_pair_on_standby_is_in_no_draw_and_no_standings(event: Event) -> None:
    add_entries(event.pk, [NewEntry(("Flo",), standby=True)], ACTOR)
    assert numbered(event, standby=True) == [(1001, "Flo")]
    install_movement(event.pk, build("mitchell", 4), ACTOR)
    data = standings(event)
    ranked = [row["entry"] for listed in data["lists"] for row in listed["rows"]]
    assert sorted(ranked) == [1, 2, 3, 4]
    assert set(data["entries"]) == {"1", "2", "3", "4"}
    with pytest.raises(ServiceError, match="is in the draw"):
        put_on_standby(event.pk, 1, ACTOR)
    with pytest.raises(ServiceError) as error:
        seat_standby(event.pk, 1001, ACTOR)
    assert codes(error) == ["draw-made", "players"]
    add_entries(event.pk, [NewEntry(("Gus", "Ida"), standby=True)], ACTOR)


def test_standby_and_back_takes_the_lowest_free_number(event: Event) -> None:
    put_on_standby(event.pk, 2, ACTOR, "waits for a lift")
    assert numbered(event, standby=True) == [(1001, "North 2 & South 2")]
    assert has_gaps(list(event.entries.all()))
    seat_standby(event.pk, 1001, ACTOR)
    assert not event.entries.filter(standby=True).exists()
    assert event.entries.get(number=2).name == "North 2 & South 2"


def test_a_standby_pair_takes_the_seat_of_one_that_does_not_come(event: Event) -> None:
    add_entries(event.pk, [NewEntry(("Flo", "Gus"), standby=True)], ACTOR)
    tables = seat(event, [(1, 3, (1,)), (2, 4, (1,))])[0]
    with pytest.raises(ServiceError) as error:
        take_seat(event.pk, 1001, 1, ACTOR, " ")
    assert codes(error) == ["reason-missing"]
    take_seat(event.pk, 1001, 1, ACTOR, "did not come")
    tables[0].refresh_from_db()
    assert (tables[0].ns.number, tables[0].ns.name) == (1, "Flo & Gus")
    assert numbered(event, standby=True) == [(1001, "North 1 & South 1")]
    remove_entry(event.pk, 1001, ACTOR)
    assert not event.entries.filter(standby=True).exists()


def test_a_standby_team_takes_a_seat_with_its_line_up() -> None:
    event = make_teams(2)
    add_entries(event.pk, [NewEntry(("Flo", "Gus", "Ida", "Jo"), name="Late", standby=True)], ACTOR)
    assert [match.home for match in draft_round(event.pk).matches] == [1]
    table = publish(event).tables.first()
    take_seat(event.pk, 1001, 1, ACTOR, "did not come")
    names = set(table.match.tables.values_list("seats__person__name", flat=True))
    assert {"Flo", "Gus", "Ida", "Jo"} <= names
    assert "1A" not in names


def test_a_late_team_has_losses_for_what_it_waited_through() -> None:
    event = make_teams(2)
    add_entries(event.pk, [NewEntry(("Flo", "Gus", "Ida", "Jo"), name="Late", standby=True)], ACTOR)
    publish(event)
    late = seat_standby(event.pk, 1001, ACTOR)
    assert (late.number, late.late_losses) == (3, 1)
    assert "3" in standings(event)["entries"]


def test_what_has_played_is_not_removed(event: Event) -> None:
    remove_entry(event.pk, 4, ACTOR)
    assert [number for number, _ in numbered(event)] == [1, 2, 3]
    assert Person.objects.filter(name="North 4").exists()
    seat(event, [(1, 3, (1,))])
    with pytest.raises(ServiceError, match="is in the draw, so it stays; withdraw it instead"):
        remove_entry(event.pk, 1, ACTOR)


def test_orders_of_numbers(event: Event) -> None:
    remove_entry(event.pk, 2, ACTOR)
    entries = list(event.entries.all())
    assert numbers_in(Order.CLOSED, entries) == {1: 1, 3: 2, 4: 3}
    assert sorted(numbers_in(Order.LOT, entries).values()) == [1, 2, 3]
    renumber(event.pk, {1: 4, 4: 1}, ACTOR)
    assert numbered(event) == [
        (1, "North 4 & South 4"),
        (3, "North 3 & South 3"),
        (4, "North 1 & South 1"),
    ]
    assert numbers_in(Order.NAME, list(event.entries.all())) == {4: 1, 3: 2, 1: 3}


@pytest.mark.parametrize(
    ("numbers", "code"),
    [({1: 2}, "number-taken"), ({1: 0}, "number"), ({9: 5}, "no-entry"), ({1: 7, 2: 7}, "number-taken")],
)
def test_numbers_that_cannot_be(event: Event, numbers: dict[int, int], code: str) -> None:
    with pytest.raises(ServiceError) as error:
        renumber(event.pk, numbers, ACTOR)
    assert codes(error) == [code]
    assert [number for number, _ in numbered(event)] == [1, 2, 3, 4]


def test_numbers_stay_once_rounds_are_drawn(event: Event) -> None:
    seat(event, [(1, 3, (1,))])
    with pytest.raises(ServiceError, match="remove the draw"):
        renumber(event.pk, {1: 4, 4: 1}, ACTOR)
    with pytest.raises(ServiceError, match="The draw is made"):
        set_field(event.pk, 1, "NS", ACTOR)


def test_who_needs_to_stay_seated_gets_a_seat_that_does_not_move() -> None:
    event = make_event(pairs=8)
    movement = build("howell", 8)
    still = still_in(movement)
    moves = next(number for number in range(1, 9) if number not in still)
    keep_seated(event.pk, moves, ACTOR)
    numbers, short = numbers_to_sit_still(movement, list(event.entries.all()))
    assert short == []
    assert numbers[moves] in still
    assert {old: new for old, new in numbers.items() if old != new} == {moves: still[0], still[0]: moves}
    for number in range(1, 9):
        keep_seated(event.pk, number, ACTOR)
    _, short = numbers_to_sit_still(movement, list(event.entries.all()))
    assert len(short) == 8 - len(still)


def test_still_is_who_never_changes_tables() -> None:
    movement = build("mitchell", 10)
    assert still_in(movement) == tuple(
        number for number, field in sorted(movement.fields.items()) if field == "NS"
    )


def test_the_event_file_carries_who_waits_who_is_there_and_who_stays(event: Event) -> None:
    add_entries(event.pk, [NewEntry(("Flo",), standby=True)], ACTOR)
    keep_seated(event.pk, 1, ACTOR)
    there = check_in(event.pk, 2, ACTOR).checked_in_at
    copy = import_event(loads(dumps(export_event(event))), event.tournament.club, ACTOR, again=True)
    assert numbered(copy, standby=True) == [(1001, "Flo")]
    assert numbered(copy, stays_seated=True) == [(1, "North 1 & South 1")]
    assert copy.entries.get(number=2).checked_in_at == there


def test_the_event_file_keeps_namesakes_apart_and_who_stepped_in(event: Event) -> None:
    one, two = member(event, "Ann Lee", "12"), member(event, "Ann Lee", "45")
    wanted = [NewEntry((Player(person=one.pk), "Bo")), NewEntry((Player(person=two.pk), "Cy"))]
    add_entries(event.pk, [*wanted, NewEntry((Player("Ann Lee", new=True), "Di"))], ACTOR)
    seat(event, [(1, 3, (1,)), (5, 6, (1,))])
    substitute(event.pk, 5, one.pk, "Flo", 1, None, ACTOR, "ill", last_round=1)
    text = dumps(export_event(event))
    assert "Ann Lee (12)" in text
    here = import_event(loads(text), event.tournament.club, ACTOR, again=True)
    assert [people_in(here, number)[0] for number in (5, 6)] == [one.pk, two.pk]
    there = import_event(loads(text), make_event(pairs=0).tournament.club, ACTOR)
    players = {person for number in (5, 6, 7) for person in people_in(there, number)[:1]}
    assert len(players) == 3
    made = there.entries.get(number=5).substitutions.get()
    assert (made.out.number, made.into.name, made.first_round, made.last_round) == ("12", "Flo", 1, 1)
    assert (made.out.name, made.reason) == ("Ann Lee", "ill")


def test_a_large_field_is_exported() -> None:
    event = make_event(pairs=600)
    assert len(export_event(event).entries) == 600


def test_a_full_event_says_one_thing(event: Event) -> None:
    many = [NewEntry((f"N{number}", f"S{number}")) for number in range(2_000)]
    with pytest.raises(ServiceError) as error:
        add_entries(event.pk, many, ACTOR)
    assert codes(error) == ["too-many"]
