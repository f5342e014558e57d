"""Table tents: what a phone reads from either face, and that the two faces stand back to back."""

from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pypdfium2
import pytest
from django.core.management import call_command
from PIL import ImageChops

from tests.sheets.papers import HEAD, codes, glyphs, ink_frames, page_texts, reader
from tests.sheets.slip_papers import LONG_NAMES, tent_sheet
from tests.support.event_builders import four_tables, make_event
from tests.support.team_builders import make_teams
from tournaments.services.tokens import open_token
from tournaments.sheets import PageSize, render_table_tents

MARGIN_MM = 9
SITE = "http://192.168.1.20:8000"


@pytest.mark.parametrize("size", PageSize)
def test_both_faces_have_the_table_s_code(size: PageSize) -> None:
    sheet = tent_sheet(1, 2)
    assert codes(render_table_tents(sheet, size)) == [[tent.address] * 2 for tent in sheet.tents]


def test_the_number_is_huge_on_both_faces() -> None:
    for number in (3, 42, 128):
        pdf = render_table_tents(tent_sheet(number))
        digit = str(number)[0]
        middle = 297 * 72 / 25.4 / 2
        huge = [
            glyph
            for glyph in glyphs(pdf)
            if glyph.character == digit and glyph.top - glyph.bottom > 100  # points: read across a hall
        ]
        assert [glyph.bottom > middle for glyph in huge].count(True) == 1
        assert [glyph.top < middle for glyph in huge].count(True) == 1


def test_one_face_is_the_other_upside_down() -> None:
    with pypdfium2.PdfDocument(BytesIO(render_table_tents(tent_sheet(42)))) as document:
        page = document[0].render(scale=1.0).to_pil().convert("L")
    inside = 60  # points at the edge with the footer, and at the fold with its marks
    lower = page.crop((0, page.height // 2 + 15, page.width, page.height - inside))
    upper = page.crop((0, inside, page.width, page.height // 2 - 15)).rotate(180)
    upper = upper.resize(lower.size)
    strange = ImageChops.difference(upper, lower).point(lambda value: 255 * (value > 160))
    black = lower.point(lambda value: 255 * (value < 128)).histogram()[255]
    assert strange.histogram()[255] < black / 50


def test_a_tent_names_event_table_page_and_revision() -> None:
    pdf = render_table_tents(tent_sheet(7, 8))
    text = page_texts(pdf)[1]
    for words in ("Thursday Pairs", "Riverside Club", "Table 8", "fold here", "Page 2 of 2", "Revision 31"):
        assert words in text
    assert [entry["/Title"] for entry in reader(pdf).outline] == ["Table 7", "Table 8"]


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("name", LONG_NAMES)
def test_the_longest_names_stay_inside_the_margins(name: str, size: PageSize) -> None:
    sheet = replace(tent_sheet(1234), head=replace(HEAD, event=name, tournament=name))
    pdf = render_table_tents(sheet, size)
    for frame in ink_frames(pdf):
        assert min(frame) >= MARGIN_MM
    assert len(codes(pdf)[0]) == 2


def test_without_tables_one_page_says_so() -> None:
    assert "no tables yet" in page_texts(render_table_tents(tent_sheet()))[0]


def test_the_same_tents_give_the_same_bytes() -> None:
    assert render_table_tents(tent_sheet(1, 2)) == render_table_tents(tent_sheet(1, 2))


@pytest.mark.django_db
def test_the_command_prints_tents_that_open_the_tables(tmp_path: Path) -> None:
    event = make_event(pairs=8)
    four_tables(event)
    target = tmp_path / "tents.pdf"
    call_command("print", "table-tents", str(event.pk), site=SITE, output=str(target), stdout=StringIO())
    read = codes(target.read_bytes())
    assert len(read) == 4
    for number, (one, other) in enumerate(read, start=1):
        assert one == other
        opened = open_token(one.removeprefix(f"{SITE}/table/").removesuffix("/"))
        assert opened is not None
        assert opened.table is not None
        assert opened.table.number == number


@pytest.mark.django_db
def test_a_teams_event_has_a_tent_for_every_table_to_come(tmp_path: Path) -> None:
    target = tmp_path / "tents.pdf"
    event = make_teams(4)
    call_command("print", "table-tents", str(event.pk), site=SITE, output=str(target), stdout=StringIO())
    assert len(codes(target.read_bytes())) == 4
