"""Entries pasted and uploaded at the desk: a preview with every fault at its row, then all or nothing."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, make_event
from tests.support.team_builders import make_teams
from tournaments.models import Event, Person, Role
from tournaments.services.entry_paste import add_pasted, preview_paste
from tournaments.services.errors import ServiceError


@pytest.fixture
def event(db: None) -> Event:
    """Two pairs, nothing drawn; the club knows Ann Lee twice and Di Roy."""
    made = make_event(pairs=2)
    for name, number in (("Ann Lee", "12"), ("Ann Lee", "45"), ("Di Roy", "7")):
        Person.objects.create(club=made.tournament.club, name=name, number=number)
    return made


def url(event: Event) -> str:
    return reverse("desk:entries-paste", args=[event.pk])


def rows_of(event: Event, text: str) -> dict[int, tuple[str, ...]]:
    """Row → its faults."""
    return {row.line: row.faults for row in preview_paste(event.pk, text.encode(), ACTOR).rows}


def added(event: Event, text: str) -> list[tuple[int, str]]:
    return [(entry.number, entry.name) for entry in add_pasted(event.pk, text.encode(), ACTOR)]


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "text",
    [
        "Bo Diaz\tCy Ito\nEd Fox\tFay Gil\n",
        "Bo Diaz;Cy Ito\r\n\r\nEd Fox;Fay Gil",
        "Bo Diaz,Cy Ito\nEd Fox,Fay Gil\n",
        "3\tBo Diaz\tCy Ito\n4\tEd Fox\tFay Gil\n",
        "player 1;player 2\nBo Diaz;Cy Ito\nEd Fox;Fay Gil\n",
        "Bo Diaz & Cy Ito\nEd Fox / Fay Gil\n",
        "No,Names\n3,Bo Diaz & Cy Ito\n4,Ed Fox & Fay Gil\n",
    ],
)
def test_tables_as_people_have_them(event: Event, text: str) -> None:
    assert added(event, text) == [(3, "Bo Diaz & Cy Ito"), (4, "Ed Fox & Fay Gil")]


def test_teams_have_their_name_first(db: None) -> None:
    event = make_teams(0)
    assert added(event, "Aces\tA\tB\tC\tD\nKings\tE\tF\tG\tH\tI\n") == [(1, "Aces"), (2, "Kings")]
    assert event.entries.get(number=2).players.count() == 5
    assert added(event, "J\tK\tL\tM\n") == [(3, "Team J")]


def test_every_fault_at_its_row_and_nothing_added(event: Event) -> None:
    text = (
        "Bo\tCy\tGus\n"  # three names
        "Ed\tEd\n"  # with themselves
        "\n"
        "Flo\tNorth 1\n"  # plays already
        "Hal\tIda\n"
        "Jo\tHal\n"  # named a second time
        "Ann Lee\tKay\n"  # two people
        "Liz\n"  # alone
        "Mo\tNed\n"
    )
    faults = rows_of(event, text)
    said = {line: " ".join(found) for line, found in faults.items() if found}
    assert set(said) == {1, 2, 4, 6, 7, 8}
    assert "There are 3 names in this row, and a pair has two" in said[1]
    assert "Ed cannot play with themselves" in said[2]
    assert "North 1 plays in pair 1 already" in said[4]
    assert "Hal plays in pair" in said[6]
    assert said[7] == "2 people are called Ann Lee; write “Ann Lee (12)” or “Ann Lee (45)”."
    assert "half empty" in said[8]
    with pytest.raises(ServiceError):
        add_pasted(event.pk, text.encode(), ACTOR)
    assert event.entries.count() == 2
    assert not Person.objects.filter(name__in=["Mo", "Hal"]).exists()


def test_a_tab_in_a_quoted_name_is_a_blank(event: Event) -> None:
    assert added(event, 'player 1,player 2\n"Bo\tDiaz",Cy\n') == [(3, "Bo Diaz & Cy")]


def test_a_number_twice_and_one_that_is_taken(event: Event) -> None:
    faults = rows_of(event, "2\tBo\tCy\n5\tEd\tFay\n5\tGus\tHal\n")
    assert "number 2 already" in faults[1][0]
    assert "row 2 already" in faults[3][0]


def test_five_thousand_rows_are_one_sentence(event: Event) -> None:
    text = "".join(f"North {number}x\tSouth {number}x\n" for number in range(5_000))
    preview = preview_paste(event.pk, text.encode(), ACTOR)
    assert preview.faults == ("There are 5,000 rows, and an event holds at most 2,000 entries; paste fewer.",)
    assert preview.rows == ()
    assert not preview.fits


@pytest.mark.parametrize("text", ["", " \n\t\n", "player 1;player 2\n"])
def test_nothing_to_add(event: Event, text: str) -> None:
    preview = preview_paste(event.pk, text.encode(), ACTOR)
    assert not preview.fits
    assert len(preview.faults) == 1


def test_a_preview_says_who_is_who_and_changes_nothing(event: Event) -> None:
    preview = preview_paste(event.pk, "di roy\tann lee (45)\nNórth 1\tBo\n".encode(), ACTOR)
    assert preview.rows[0].players == (("Di Roy", "7"), ("Ann Lee", "45"))
    assert preview.rows[1].players == (("Nórth 1", "new; perhaps North 1?"), ("Bo", "new"))
    assert preview.fits
    assert event.entries.count() == 2
    assert not Person.objects.filter(name="Bo").exists()


def test_the_page_previews_and_then_adds(event: Event, client: Client) -> None:
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    text = "Bo\tCy\nEd\tFay\n"
    page = client.post(url(event), {"text": text, "look": "1"})
    assert page.status_code == 200
    assert "Add all 2 entries" in page.content.decode()
    assert event.entries.count() == 2
    answer = client.post(url(event), {"text": text, "add": "1"})
    assert answer["Location"] == reverse("desk:entries", args=[event.pk])
    assert event.entries.count() == 4
    # pressed twice: all of it is there already, and the page says so
    again = client.post(url(event), {"text": text, "add": "1"})
    assert again.status_code == 422
    assert "plays in pair 3 already" in again.content.decode()
    assert event.entries.count() == 4


def test_a_file_is_previewed_and_its_text_is_what_is_added(event: Event, client: Client) -> None:
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    file = SimpleUploadedFile("pairs.csv", "player 1;player 2\nJürgen Müller;José Núñez\n".encode("cp1252"))
    page = client.post(url(event), {"text": "", "file": file, "look": "1"}).content.decode()
    kept = re.search(r"<textarea[^>]*>\s*(.*?)</textarea>", page, re.DOTALL)
    assert kept is not None
    client.post(url(event), {"text": kept[1], "add": "1"})
    assert event.entries.get(number=3).name == "Jürgen Müller & José Núñez"


@pytest.mark.parametrize(
    ("data", "status", "said"),
    [
        (b"x" * 5_000_001, 422, "larger than 5 MB"),
        (b"PK\x03\x04zip", 422, "save the sheet as CSV"),
        (b'a,"b\n', 422, "never closed"),
        (b"", 422, "empty"),
    ],
)
def test_files_that_are_no_list(event: Event, client: Client, data: bytes, status: int, said: str) -> None:
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    file = SimpleUploadedFile("pairs.csv", data)
    answer = client.post(url(event), {"file": file, "look": "1"})
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert event.entries.count() == 2
