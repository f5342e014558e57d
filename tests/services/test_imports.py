"""CSV files of entries and results: previewed, then all of it or nothing."""

import pytest

from tests.support.event_builders import ACTOR, enter, four_tables, make_event
from tests.support.team_builders import make_teams, publish
from tournaments.models import Event, Person, Result
from tournaments.services.errors import ServiceError, TooLargeError
from tournaments.services.imports import (
    MAX_TABLE_BYTES,
    import_entries,
    import_results,
    preview_entries,
    preview_results,
)

pytestmark = pytest.mark.django_db

ENTRIES = "number;player 1;player 2\n1;Ann Lee;Bo Díaz\n2;Cy Ōta;Di Núñez\n"
RESULTS = "round,table,board,ns bid,ns tricks,ew bid,ew tricks\n1,1,1,7,6,5,7\n1,2,1,7,7,5,6\n"


@pytest.fixture
def empty() -> Event:
    return make_event(pairs=0)


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_entries_in_any_encoding(empty: Event, encoding: str) -> None:
    seen = import_entries(empty.pk, ENTRIES.encode(encoding), ACTOR)
    assert [line.line for line in seen.lines] == [2, 3]
    assert list(empty.entries.values_list("number", "name")) == [
        (1, "Ann Lee & Bo Díaz"),
        (2, "Cy Ōta & Di Núñez"),
    ]


def test_entries_in_latin_1(empty: Event) -> None:
    import_entries(empty.pk, ENTRIES.replace("Ō", "O").encode("latin-1"), ACTOR)
    assert Person.objects.filter(name="Bo Díaz").exists()


def test_a_preview_changes_nothing_and_promises_what_the_import_does(empty: Event) -> None:
    seen = preview_entries(empty.pk, ENTRIES.encode(), ACTOR)
    assert not empty.entries.exists()
    assert not Person.objects.exists()
    assert empty.log.filter(action="entries.added").count() == 0
    assert import_entries(empty.pk, ENTRIES.encode(), ACTOR) == seen


def test_one_bad_row_stops_the_whole_file(empty: Event) -> None:
    table = ENTRIES + "3;Eve Fox;\n4;Gus Hill;Ida Jay\n"
    with pytest.raises(ServiceError) as error:
        import_entries(empty.pk, table.encode(), ACTOR)
    assert [fault.path for fault in error.value.faults if "4" in fault.path]
    assert not empty.entries.exists()


def test_a_number_that_is_taken_names_its_row(empty: Event) -> None:
    import_entries(empty.pk, ENTRIES.encode(), ACTOR)
    seen = preview_entries(empty.pk, b"number,player 1,player 2\n9,A B,C D\n2,E F,G H\n", ACTOR)
    assert [(fault.path, fault.code) for fault in seen.faults] == [("row 3", "number-taken")]


def test_results(event: Event) -> None:
    assert not preview_results(event.pk, RESULTS.encode(), ACTOR).faults
    assert not Result.objects.exists()
    import_results(event.pk, RESULTS.encode(), ACTOR)
    assert set(Result.objects.values_list("ns_score", "ew_score")) == {(-70, 118), (70, 49)}


def test_one_bad_result_stops_the_whole_file_and_every_fault_is_named(event: Event) -> None:
    enter(event, 1, 2, 1, "7 7 5 6")
    table = RESULTS + "1,9,1,7,6,5,7\n1,3,7,7,6,5,7\n"
    with pytest.raises(ServiceError) as error:
        import_results(event.pk, table.encode(), ACTOR)
    assert [(fault.path, fault.code) for fault in error.value.faults] == [
        ("row 3", "already-entered"),
        ("row 4", "no-table"),
        ("row 5", "board-not-due"),
    ]
    assert Result.objects.count() == 1


def test_a_file_that_is_too_large_is_refused_unread(event: Event) -> None:
    with pytest.raises(TooLargeError):
        import_results(event.pk, b"x" * (MAX_TABLE_BYTES + 1), ACTOR)


def test_teams_of_four_to_six_from_a_file() -> None:
    event = make_teams(0)
    data = (
        "team number,team,player 1,player 2,player 3,player 4,player 5\n"
        "7,Otters,Ann Lee,Bo Diaz,Cy Ito,Di Roy,Eve Ode\n"
        ",Herons,Flo Ash,Gus Hill,Ida Jay,Jo Kerr,\n"
    )
    import_entries(event.pk, data.encode(), ACTOR)
    assert [
        (entry.number, entry.name, entry.seats.count()) for entry in event.entries.order_by("number")
    ] == [
        (1, "Herons", 4),
        (7, "Otters", 5),
    ]
    together = "team,players\nLarks,Kai & Lou & Mia & Ned\nTwo,Oda & Pat\n"
    preview = preview_entries(event.pk, together.encode(), ACTOR)
    assert [fault.path for fault in preview.faults] == ["row 3, players"]
    assert "4 to 6 players" in preview.faults[0].message


def test_race_results_from_a_file() -> None:
    event = make_teams(2)
    publish(event)
    header = "round,table,board,ns bid,ns tricks,ew bid,ew tricks\n"
    import_results(event.pk, f"{header}1,1,1,6,8,5,5\n1,1,2,6,8,5,5\n".encode(), ACTOR)
    assert event.results.count() == 2
    with pytest.raises(ServiceError) as error:
        import_results(event.pk, f"{header}1,1,4,6,8,5,5\n".encode(), ACTOR)
    assert error.value.faults[0].code == "race-gap"
