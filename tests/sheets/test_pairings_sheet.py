"""Pairings for the wall, read back from the PDF."""

import pytest

from tests.sheets.papers import glyphs, ink_frames, page_texts, reader
from tests.sheets.team_papers import WORDY, pairing, pairing_sheet, team
from tournaments.sheets import PageSize, render_pairings


def lines(pdf):
    return [line for text in page_texts(pdf) for line in text.splitlines()]


def sheet(count, **changed):
    return pairing_sheet(*(pairing(match) for match in range(1, count + 1)), **changed)


def test_a_match_is_one_line_with_both_tables_and_both_teams():
    found = lines(render_pairings(sheet(3)))
    assert "2 603 604 3 Team003 4 Team004" in found
    for word in ("Round 3 · Pairings", "By team"):
        assert word in found


def test_every_team_is_found_by_its_name():
    pairings = (pairing(1, "Zebras", "Łódź Aces"), pairing(2, "Émigrés", "apples"))
    pdf = render_pairings(pairing_sheet(*pairings, byes=(team(5, "Kings"),)))
    found = lines(pdf)
    listed = found[found.index("By team") :]
    order = [
        line.split(" ")[0]
        for line in listed
        if line.split(" ")[0] in ["apples", "Émigrés", "Kings", "Łódź", "Zebras"]
    ]
    assert order == ["apples", "Émigrés", "Kings", "Łódź", "Zebras"]
    assert "apples 4 603 604 3 Émigrés" in listed
    assert "Zebras 1 601 602 2 Łódź Aces" in listed


def test_the_bye_is_in_both_lists():
    text = "\n".join(page_texts(render_pairings(sheet(2, byes=(team(5, "Kings"),)))))
    assert text.count("Kings") == 2
    assert text.count("has a bye: a win without a match") == 2


def test_a_match_without_tables_says_why():
    given = pairing(1, open_table=None, closed_table=None, note="forfeit")
    text = "\n".join(page_texts(render_pairings(pairing_sheet(given))))
    assert "Team002 · forfeit" in text
    assert "None" not in text


def test_a_provisional_draw_says_so_on_the_first_page_only():
    notice = "Provisional: match 2 of round 2 is still being played."
    texts = page_texts(render_pairings(sheet(60, notice=notice, note="A note at the end.")))
    assert [notice in text for text in texts] == [True] + [False] * (len(texts) - 1)
    assert ["A note at the end." in text for text in texts] == [False] * (len(texts) - 1) + [True]


def test_few_matches_lie_across_and_many_stand_upright():
    for count, across in ((3, True), (7, True), (20, False)):
        box = reader(render_pairings(sheet(count))).pages[0].mediabox
        assert (box.width > box.height) is across, count


@pytest.mark.parametrize("size", PageSize)
@pytest.mark.parametrize("count", [1, 7, 8, 9, 14, 20, 25, 60])
def test_every_match_and_every_team_is_printed_once_in_large_type(size, count):
    pdf = render_pairings(sheet(count, byes=(team(999, "Kings"),)), size)
    found = lines(pdf)
    by_match = [line for line in found if len(line.split()) == 7 and line.split()[4].startswith("Team")]
    assert [int(line.split()[0]) for line in by_match] == list(range(1, count + 1))
    by_team = [line for line in found if len(line.split()) == 6 and line.startswith("Team")]
    assert [line.split()[0] for line in by_team] == [
        f"Team{number:03d}" for number in range(1, 2 * count + 1)
    ]
    letters = [g for g in glyphs(pdf) if g.character == "T" and g.top < 700]
    assert max(g.top - g.bottom for g in letters) > 8, "capitals of 12 points and more"
    for number, text in enumerate(page_texts(pdf), start=1):
        assert f"Page {number} of" in text
        assert "Closed" in text


def test_no_list_reaches_into_the_footer():
    for count in (8, 12, 13, 14, 23, 24, 25, 26):
        pdf = render_pairings(sheet(count, note="A note."))
        assert min(g.bottom for g in glyphs(pdf) if g.character == "T" and g.left > 200) > 52


def test_without_matches_a_page_says_so():
    (text,) = page_texts(render_pairings(sheet(0)))
    assert "Nobody is paired in this round yet." in text


def test_a_name_is_set_smaller_before_a_word_of_it_is_broken():
    pdf = render_pairings(
        pairing_sheet(*(pairing(n, "Desperandum Hohenfels-Oberfelde", "B") for n in range(1, 21)))
    )
    text = "".join(page_texts(pdf)[0])
    assert text.count("Hohenfels-Oberfelde") == 20


@pytest.mark.parametrize("name", WORDY)
@pytest.mark.parametrize("size", PageSize)
def test_a_long_name_ends_before_its_neighbour(name, size):
    rows = tuple(pairing(match, name, "7777") for match in range(1, 4))
    rows = (*rows, pairing(4, "7777", name))
    written = pairing_sheet(*rows, title="8", notice=name, note=name)
    pdf = render_pairings(written, size)
    assert pdf == render_pairings(written, size)
    assert min(min(frame) for frame in ink_frames(pdf)) >= 10
    width = float(reader(pdf).pages[0].mediabox.width)
    table = [g for g in glyphs(pdf) if 60 < g.top < 440]
    opponents = [g for g in table if g.character == "7" and g.left > width / 2]
    assert len(opponents) >= 12
    edge = min(g.left for g in opponents)
    across = [g for g in table if g.left < edge - 20 < g.right]
    assert not across
    named = [g for g in table if not g.character.isdigit() and g.right <= edge]
    assert len(named) > 300
