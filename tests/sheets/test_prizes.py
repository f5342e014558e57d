"""Prize places, and what decided between rows that are level, on both kinds of standings."""

from collections.abc import Callable

import pypdfium2
import pytest

from tests.sheets.papers import glyphs, ink_frames, page_texts, place, results
from tests.sheets.team_papers import swiss_place, swiss_sheet
from tournaments.sheets import PageSize, StandingsSection, render_standings, render_swiss_standings

DECIDED = "ahead of No. 103 by head to head: 62.50 to 37.50"
Standings = Callable[..., bytes]


def of_pairs(
    rows: int, *, prizes: int = 0, decided: str = "", size: PageSize = PageSize.A4, name: str = ""
) -> bytes:
    """Standings of one list; `decided` stands in the row of rank 2."""
    made = (
        place(
            rank,
            prize=rank <= prizes,
            decided=decided if rank == 2 else "",
            **({"name": name} if name else {}),
        )
        for rank in range(1, rows + 1)
    )
    return render_standings(results(StandingsSection(rows=tuple(made))), size)


def of_teams(
    rows: int, *, prizes: int = 0, decided: str = "", size: PageSize = PageSize.A4, name: str = ""
) -> bytes:
    made = (
        swiss_place(
            rank,
            prize=rank <= prizes,
            decided=decided if rank == 2 else "",
            **({"name": name} if name else {}),
        )
        for rank in range(1, rows + 1)
    )
    return render_swiss_standings(swiss_sheet(*made), size)


BOTH = pytest.mark.parametrize("standings", [of_pairs, of_teams])


def rules(pdf: bytes, page: int = 0) -> list[float]:
    """The heights of the strong rules below the headings, from the top, in points."""
    found = []
    with pypdfium2.PdfDocument(pdf) as document:
        scale, sheet = 4, document[page]
        picture = sheet.render(scale=scale).to_pil().convert("L")
        # in the gap between name and figures nothing is black but rules
        column = [picture.getpixel((int(300 * scale), y)) < 80 for y in range(picture.height)]
        y = 0
        while y < len(column):
            thick = 0
            while column[y + thick]:
                thick += 1
            if thick >= 4:
                found.append(sheet.get_height() - (y + thick / 2) / scale)
            y += thick + 1
    return found


def ranks(pdf: bytes, page: int = 0) -> list[float]:
    """The height of each row, by the sign of its prize."""
    return [(g.top + g.bottom) / 2 for g in glyphs(pdf, page) if g.character == "★"]


@BOTH
@pytest.mark.parametrize("prizes", [1, 3])
def test_each_prize_place_has_its_sign_and_the_last_a_strong_rule_under_it(
    standings: Standings, prizes: int
) -> None:
    pdf = standings(10, prizes=prizes)
    signs = ranks(pdf)
    assert len(signs) == prizes
    headings, *others = rules(pdf)
    assert signs[0] < headings
    (under,) = others
    row = (signs[0] - signs[-1]) / (prizes - 1) if prizes > 1 else 30
    assert signs[-1] - row < under < signs[-1]


@BOTH
def test_without_prizes_nothing_is_marked(standings: Standings) -> None:
    pdf = standings(10)
    assert "★" not in page_texts(pdf)[0]
    assert len(rules(pdf)) == 1


@BOTH
def test_prizes_that_go_on_over_the_page_have_one_rule_at_their_end(standings: Standings) -> None:
    pdf = standings(80, prizes=60)
    texts = page_texts(pdf)
    assert sum(text.count("★") for text in texts) == 60
    assert [len(rules(pdf, page)) for page in range(len(texts))].count(2) == 1


@BOTH
@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("rows", [2, 20, 28, 30, 33, 60])
def test_what_decided_stands_under_the_name_and_every_row_is_there(
    standings: Standings, size: PageSize, rows: int
) -> None:
    pdf = standings(rows, decided=DECIDED, size=size)
    texts = page_texts(pdf)
    assert sum(text.count(DECIDED) for text in texts) == 1
    assert sum(text.count("Anna ") + text.count("Team0") for text in texts) == rows
    assert min(min(frame) for frame in ink_frames(pdf)) > 10.5


@BOTH
@pytest.mark.parametrize("name", ["W" * 200, "Anna-Lena " * 20, "שרה ולאה " * 20])
def test_a_name_of_any_length_leaves_the_reason_room(standings: Standings, name: str) -> None:
    pdf = standings(4, prizes=2, decided=DECIDED, name=name)
    assert DECIDED in page_texts(pdf)[0]
    star = max(g.right for g in glyphs(pdf) if g.character == "★")
    named = [
        g for g in glyphs(pdf) if g.character in set(name) - set("- ") and 105 < g.left < 300 and g.top < 700
    ]
    assert min(g.left for g in named) > star
