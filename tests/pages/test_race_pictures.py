"""The picture of a race: geometry from numbers, and the same in words."""

import re
from xml.etree import ElementTree

import pytest

from tournaments.pages.race_pictures import Line, race

HOME = Line("home", "NS", (1, 2, 3), (100, 150, 520), 3)
AWAY = Line("away", "EW", (1, 2, 3), (-60, 40, 90), None)


def drawn(*lines: Line, **more: object) -> ElementTree.Element:
    return ElementTree.fromstring(race(lines, 500, 8, "a race", **more))  # type: ignore[arg-type]


def points(picture: ElementTree.Element, kind: str) -> list[tuple[float, float]]:
    line = next(part for part in picture.iter("polyline") if part.attrib["class"] == f"run {kind}")
    return [(float(x), float(y)) for x, y in (place.split(",") for place in line.attrib["points"].split())]


def level(picture: ElementTree.Element, kind: str) -> float:
    path = next(part for part in picture.iter("path") if part.attrib["class"] == kind)
    return float(re.findall(r"[\d.]+", path.attrib["d"])[1])


@pytest.mark.parametrize("large", [False, True])
def test_lines_begin_at_nought_and_end_above_or_below_the_target(large: bool) -> None:
    picture = drawn(HOME, AWAY, large=large)
    nought, goal = level(picture, "middle"), level(picture, "goal")
    home, away = points(picture, "home"), points(picture, "away")
    assert home[0][1] == away[0][1] == nought
    assert home[-1][1] < goal < home[-2][1]
    assert away[1][1] > nought > away[2][1]
    assert [x for x, _ in home] == [x for x, _ in away] == sorted(x for x, _ in home)


def test_everything_is_inside_the_picture() -> None:
    for lines in (
        (HOME, AWAY),
        (Line("home", "NS", (1,), (-1500,), None), Line("away", "EW", (1,), (900,), 1)),
    ):
        picture = drawn(*lines)
        _, _, width, height = map(float, picture.attrib["viewBox"].split())
        for kind in ("home", "away"):
            assert all(0 <= x <= width and 0 <= y <= height for x, y in points(picture, kind))


def test_the_board_that_reached_the_target_is_ringed() -> None:
    rings = [part for part in drawn(HOME, AWAY).iter("circle") if "reached" in part.attrib["class"]]
    assert [ring.attrib["class"] for ring in rings] == ["reached home"]
    assert (float(rings[0].attrib["cx"]), float(rings[0].attrib["cy"])) == points(drawn(HOME, AWAY), "home")[
        -1
    ]


def test_home_and_away_differ_in_their_marks_too() -> None:
    picture = drawn(HOME, AWAY)
    assert sum(part.attrib.get("class") == "dot home" for part in picture.iter("circle")) == 3
    assert sum(part.attrib.get("class") == "dot away" for part in picture.iter("rect")) == 3


def test_labels_of_close_ends_do_not_lie_on_each_other() -> None:
    near = Line("away", "EW", (1, 2, 3), (0, 0, 518), 3)
    ends = {
        part.text: float(part.attrib["y"])
        for part in drawn(HOME, near).iter("text")
        if "end" in part.attrib["class"].split()
    }
    assert ends["EW"] - ends["NS"] > 12.9


def test_a_decider_makes_the_picture_wider_and_the_other_table_its_scale() -> None:
    long = Line("home", "NS", (1, 9), (10, 30), None)
    assert "9" in [part.text for part in drawn(long).iter("text")]
    assert level(drawn(HOME, beside=(900,)), "goal") > level(drawn(HOME), "goal")


def test_a_title_is_escaped() -> None:
    assert 'aria-label="&lt;b&gt; &quot;x&quot;"' in race([HOME], 500, 8, '<b> "x"')
