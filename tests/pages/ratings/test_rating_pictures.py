"""The picture of a rating's course: geometry and words, from steps alone."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from tournaments.pages.rating_pictures import in_words, rating_course
from tournaments.services.ratings.story_values import Step

pytestmark = pytest.mark.one_engine
BEGIN = datetime(2026, 5, 3, 19, 30, tzinfo=UTC)


def course(*ratings: float, every: timedelta = timedelta(days=1), set_at: tuple[int, ...] = ()) -> list[Step]:
    before = [1500.0, *ratings]
    return [
        Step(BEGIN + number * every, before[number], rating, was_set=number in set_at)
        for number, rating in enumerate(ratings)
    ]


def levels(picture: str) -> list[int]:
    return [int(found) for found in re.findall(r'text-anchor="end">(\d+)</text>', picture)]


def test_without_a_step_there_is_no_picture() -> None:
    assert rating_course([], 1500) == ""


def test_a_single_game_is_drawn_from_where_it_began() -> None:
    picture = rating_course(course(1512), 1500)
    assert re.search(r'class="line" d="M44 [\d.]+L370.0 [\d.]+"', picture)
    assert picture.count("3 May 2026, 19:30") == 1


def test_a_rating_that_was_set_is_a_level_line_and_a_jump_with_a_diamond() -> None:
    picture = rating_course(course(1512, 1700, 1690, set_at=(1,)), 1500)
    assert picture.count('class="set"') == 1
    line = re.search(r'class="line" d="([^"]+)"', picture)
    assert line
    assert re.fullmatch(r"M[\d. ]+L[\d. ]+H[\d.]+V[\d.]+L[\d. ]+", line[1])


@pytest.mark.parametrize(
    "ratings", [(1500.0,), (1501.2, 1499.0), (1316.0, 1703.0), (200.0, 2900.0), (1500.0, 1500.0)]
)
def test_levels_take_in_every_rating_and_are_few(ratings: tuple[float, ...]) -> None:
    found = levels(rating_course(course(*ratings), 1500))
    found = [value for value in found if value != 2026]
    assert min(found) <= min(ratings)
    assert max(found) >= max(ratings)
    assert 2 <= len(found) <= 6


def test_the_start_is_a_level_of_its_own() -> None:
    assert rating_course(course(1540, 1460), 1500).count('class="middle"') == 1


def test_ten_thousand_games_are_thinned_to_what_can_be_told_apart() -> None:
    ratings = [1500 + (number * 7919 % 400) - 200 for number in range(10_000)]
    steps = course(*ratings, every=timedelta(hours=1), set_at=(5000,))
    picture = rating_course(steps, 1500)
    assert len(picture) < 60_000
    assert picture.count('class="set"') == 1
    top = 204 - 194 * (max(ratings) - 1300) / 400
    assert f" {top:.1f}" in picture


def test_the_words_tell_what_the_picture_shows() -> None:
    words = in_words(course(1512, 1700, 1469.5, set_at=(1,)))
    assert words == (
        "Rating from 1500 on 3 May 2026 to 1470 on 5 May 2026. 2 steps by playing. "
        "Highest: 1700 on 4 May 2026. Lowest: 1470 on 5 May 2026. Set to 1700 on 4 May 2026."
    )
