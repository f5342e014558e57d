"""What our commands refuse, they refuse in one sentence and with exit code 2."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.faults import Fault
from tests.support.event_builders import four_tables, make_club, make_event
from tournaments.draws.movement import MovementError
from tournaments.draws.registry import build
from tournaments.management.base import fault_lines
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8)
    four_tables(made)
    return made


def refused(*command: object, **options: object) -> str:
    with pytest.raises(CommandError) as error:
        call_command(*map(str, command), **options)
    assert error.value.returncode == 2
    return str(error.value)


def test_a_sheet_that_cannot_be_written(event: Event, tmp_path: Path) -> None:
    for target in (tmp_path / "nowhere" / "x.pdf", tmp_path):
        assert f"{target} cannot be written" in refused("print", "results", event.pk, output=str(target))


def test_blank_travellers_of_a_round_that_does_not_exist(event: Event, tmp_path: Path) -> None:
    said = refused("print", "blank-travellers", event.pk, round=99, output=str(tmp_path / "x.pdf"))
    assert said == "There is no round 99."
    assert not (tmp_path / "x.pdf").exists()


def test_an_unknown_event_names_those_there_are(event: Event) -> None:
    assert f"{event.pk} (" in refused("export_event", 10**6)


def test_an_unknown_club_is_named(event: Event, repository: Path) -> None:
    make_club("Elsewhere")
    file = str(repository / "fixtures" / "examples" / "two-hands.json")
    assert "There is no club “nope”" in refused("import_event", file, club="nope")
    assert "Say which club with --club" in refused("import_event", file)


def test_a_row_is_named_once() -> None:
    told = Fault("x", "Row 2: There is a result already.", "row 2")
    assert (
        fault_lines([told, Fault("y", "Wrong.", "board")])
        == "Row 2: There is a result already.\nboard: Wrong."
    )


def test_a_movement_that_would_take_minutes_to_build_is_refused_at_once() -> None:
    with pytest.raises(MovementError, match="rounds must be from 1 to 150, not 2000"):
        build("barometer", 120, 2000, 2000)


def test_a_file_is_imported_a_second_time_only_with_again(repository: Path) -> None:
    file = str(repository / "fixtures" / "examples" / "two-hands.json")
    call_command("import_event", file)
    assert "This event is here already" in refused("import_event", file)
    call_command("import_event", file, "--again")
    assert Event.objects.count() == 2
