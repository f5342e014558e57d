"""Figures and pictures by themselves: pure, no database."""

import re
from xml.etree import ElementTree

import pytest
from django.utils import translation

from tournaments import figures
from tournaments.pages import pictures


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (200 / 3, "66.67"),
        (2.675, "2.68"),
        (0.005, "0.01"),
        (100.0, "100.00"),
        (-2.5, "−2.50"),
        (None, "–"),
        (0, "0.00"),
    ],
)
def test_percentages_are_rounded_half_up_to_two_decimals(value: float | None, shown: str) -> None:
    assert figures.percent(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(2.0, "2"), (2.5, "2.5"), (2.1666, "2.17"), (10.0, "10"), (None, "–")]
)
def test_matchpoints_show_no_decimals_they_do_not_need(value: float | None, shown: str) -> None:
    assert figures.matchpoints(value) == shown


def test_figures_follow_the_readers_language() -> None:
    with translation.override("de"):
        assert figures.percent(66.666) == "66,67"


def test_points_have_a_real_minus() -> None:
    assert [figures.points(value) for value in (140, -70, 0, None)] == ["140", "−70", "0", "–"]
    assert [figures.signed_points(value) for value in (140, -70, 0)] == ["+140", "−70", "0"]


def test_board_numbers_in_brief() -> None:
    assert figures.runs([1, 2, 3, 7, 9, 10]) == "1–3, 7, 9–10"
    assert figures.runs([]) == ""


def test_ranks() -> None:
    assert [figures.rank(2, tied=True), figures.rank(2, tied=False), figures.rank(None, tied=False)] == [
        "2=",
        "2",
        "–",
    ]


def widths(svg: str) -> list[float]:
    return [float(found) for found in re.findall(r'<rect[^>]* width="([\d.]+)"', svg)]


def test_a_deviation_grows_with_the_distance_from_fifty_to_either_side_and_stays_in_its_frame() -> None:
    assert pictures.deviation(None) == ""
    lengths = [widths(pictures.deviation(value))[0] for value in (50.0, 55.0, 60.0, 70.0, 100.0)]
    assert lengths == sorted(lengths)
    assert lengths[0] == 0
    assert lengths[-1] == lengths[-2] <= 70
    assert widths(pictures.deviation(40.0)) == widths(pictures.deviation(60.0))
    assert 'class="under"' in pictures.deviation(40.0)
    assert 'aria-hidden="true"' in pictures.deviation(40.0)


def test_frequencies_are_in_proportion_highest_score_first() -> None:
    svg = pictures.frequency([70, 70, 70, -60, 140], "How often <each> score occurred")
    lengths = widths(svg)
    assert len(lengths) == 3
    assert lengths[1] == pytest.approx(3 * lengths[0], rel=0.01)
    assert re.findall(r'class="figure"[^>]*>([^<]+)', svg) == ["140", "70", "−60"]
    assert "&lt;each&gt;" in svg
    assert pictures.frequency([], "none") == ""


def test_a_course_has_a_dot_a_board_and_leaves_gaps_out_of_the_average() -> None:
    svg = pictures.course([100.0, None, 0.0, 50.0], "course")
    assert svg.count("<circle") == 3
    heights = [float(point.split(",")[1]) for point in re.findall(r'points="([^"]+)"', svg)[0].split()]
    assert heights[0] < heights[1] == heights[2]
    assert pictures.course([None, None], "course") == ""
    assert pictures.course([], "course") == ""


@pytest.mark.parametrize("boards", [1, 26, 500])
def test_pictures_are_sound_xml_of_any_size(boards: int) -> None:
    drawn = (
        pictures.course([float(number % 101) for number in range(boards)], "title"),
        pictures.frequency(range(-boards, boards), 'with "quotes" & more'),
        pictures.deviation(float(boards % 100)),
    )
    for svg in drawn:
        root = ElementTree.fromstring(svg)
        assert root.attrib["viewBox"].startswith("0 0 ")
        assert "style" not in svg
