"""Which tables the hall waits for, worked by hand."""

from datetime import UTC, datetime, timedelta

from tournaments.services.pace import Progress, minutes_behind

NOW = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)


def table(*minutes_ago: float, due: int = 3, over: bool = False) -> Progress:
    return Progress([NOW - timedelta(minutes=ago) for ago in minutes_ago], due, over)


def test_a_table_is_slow_when_half_of_the_others_are_a_board_ahead_for_longer_than_one_takes() -> None:
    # of the three others two had their second board in 8 minutes ago at the latest
    hall = {1: table(15, 9), 2: table(14, 8), 3: table(13, 2), 4: table(12)}
    assert minutes_behind(hall, NOW) == {4: 8}


def test_a_board_takes_six_minutes() -> None:
    assert minutes_behind({1: table(6), 2: table(6), 3: table()}, NOW) == {}
    assert minutes_behind({1: table(6.1), 2: table(6.1), 3: table()}, NOW) == {3: 6}


def test_a_hall_that_is_slow_as_a_whole_has_no_slow_table() -> None:
    assert minutes_behind({n: table() for n in range(5)}, NOW) == {}
    assert minutes_behind({1: table(30), 2: table(), 3: table(), 4: table()}, NOW) == {}


def test_who_has_finished_is_not_slow_and_who_has_stopped_counts_as_ahead() -> None:
    hall = {1: table(20, 10, due=2), 2: table(20, over=True), 3: table(due=2)}
    assert minutes_behind(hall, NOW) == {3: 20}


def test_one_table_alone_lags_nobody() -> None:
    assert minutes_behind({1: table()}, NOW) == {}
    assert minutes_behind({}, NOW) == {}
