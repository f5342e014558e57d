"""What looks odd in a result: each kind, next to what only just does not; how often honest play is pointed at."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.suspicions import Said, honest, line, nil_other_way, seen, ten_more, turned
from tests.support.event_builders import ACTOR, enter, make_event, seat
from tests.support.team_builders import enter_board, finish_round, make_teams, publish
from tournaments.eventfile.scoring_input import ResultFields
from tournaments.models import Event, Result
from tournaments.services.results import Entered, record_result
from tournaments.services.suspicions import odd_lines, suspicions

FIELD = ("8 9 3 4", "7 9 3 4", "8 8 4 5", "8 9 3 4", "9 9 3 4")
"""North-South hold the cards; the middles are 8 9 3 4."""


def codes(typed: str, *field: str) -> list[tuple[str, str]]:
    """What is odd at the table that typed `typed` beside these others."""
    lines = [line(1, place, tuple(one.split())) for place, one in enumerate((typed, *field))]  # type: ignore[arg-type]
    return [(code, sentence) for one, code, sentence in odd_lines(lines) if one.result_id == 0]


def code(typed: str, *field: str) -> str:
    found = codes(typed, *field)
    return found[0][0] if found else ""


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("8 9 3 4", ""),
        ("3 4 8 9", "turned"),
        ("5 6 6 7", ""),  # nearer to neither
        ("8 4 3 9", "tricks-turned"),
        ("8 6 3 7", ""),
        ("18 9 3 4", "bids-total"),
        ("2 9 3 4", "bids-total"),
        ("10 9 5 4", ""),  # 15 together: bold, no more
        ("4 4 9 9", "turned"),
        ("12 12 1 1", "copied"),
        ("9 9 4 4", ""),
        ("8 9 N+3 0+4", ""),
        ("8 9 N+3 4+0", "nil-order"),
        ("N+2 0+9 3 4", "nil-order"),
        ("N+6 0+9 3 4", ""),
    ],
)
def test_what_is_odd_beside_the_other_tables(typed: str, expected: str) -> None:
    assert code(typed, *FIELD) == expected


def test_the_sentence_says_what_looks_odd_and_what_it_may_be() -> None:
    [(_, sentence)] = codes("3 4 8 9", *FIELD)
    assert sentence == (
        "NS 3 took 4, EW 8 took 9 is like the other tables turned round: North-South there bid about 8 and took 9. "
        "Perhaps the sides were written the wrong way round."
    )


def test_a_score_far_from_all_others_is_odd_and_a_spread_field_excuses_it() -> None:
    made, broken = "N+7 0+8 6 5", "N+7 1+5 6 7"
    assert code(broken, *[made] * 5) == "wild"
    assert code("N+7 1+7 6 5", *[made] * 5) == ""
    assert code(broken, *[made] * 3, *[broken] * 2) == ""


def test_with_too_few_others_only_what_is_odd_by_itself_is_told() -> None:
    assert code("3 4 8 9", *FIELD[:3]) == ""
    assert code("3 4 8 9", *FIELD[:4]) == "turned"
    assert code("16 9 1 4") == "bids-total"
    assert code("2 9 3 4") == "bids-total"
    assert code("13 9 3 4") == ""
    assert code("8 9 N+3 4+0") == "nil-order"


def test_a_middle_leaves_the_own_table_out() -> None:
    """The others bid 8, 8, 12 and 12: their middle is 10, five from the own 5; with that in it, it would be lower."""
    assert code("2 9 3 4", "5 9 3 4", "5 9 3 4", "9 9 3 4", "9 9 3 4") == "bids-total"
    assert code("2 9 3 4", "5 9 3 4", "5 9 3 4", "8 9 3 4", "9 9 3 4") == ""


@pytest.fixture(scope="module")
def played() -> dict[int, list[Said]]:
    return honest(12, boards=100)


def test_honest_results_are_seldom_pointed_at(played: dict[int, list[Said]]) -> None:
    lines = [line(board, place, said) for board, there in played.items() for place, said in enumerate(there)]
    found = Counter(kind for _, kind, _ in odd_lines(lines))
    assert len(lines) == 1200
    assert sum(found.values()) <= 14, found  # 7 of 1,000 over 600 boards (docs/desk.md, What looks odd)


def test_slips_are_seen_as_often_as_is_said(played: dict[int, list[Said]]) -> None:
    assert seen(played, ten_more) == 1
    assert seen(played, nil_other_way) >= 0.8
    assert seen(played, turned) >= 0.4


@pytest.fixture
def event(db: None) -> Event:
    """Six tables with board 1 in: the field, and table 6 turned round."""
    made = make_event(pairs=12)
    seat(made, [(n, n + 6, [1, 2]) for n in range(1, 7)])
    for table, said in enumerate((*FIELD, "3 4 8 9"), start=1):
        enter(made, 1, table, 1, said)
    made.refresh_from_db()
    return made


def told(event: Event) -> list[tuple[str, int]]:
    fresh = Event.objects.get(pk=event.pk)
    return [(one.code, Result.objects.get(pk=one.result_id).table.number) for one in suspicions(fresh)]


def test_the_events_results_are_read_with_one_query_and_once_a_version(event: Event) -> None:
    with CaptureQueriesContext(connection) as queries:
        [found] = suspicions(event)
    assert len(queries) == 2  # and which of them were found right, each time
    assert (found.board, found.code) == (1, "turned")
    with CaptureQueriesContext(connection) as queries:
        assert suspicions(event) == [found]
    assert len(queries) == 1
    assert suspicions(event, [2]) == []


def test_a_correction_ends_it_and_so_does_a_ruling(event: Event) -> None:
    assert told(event) == [("turned", 6)]
    fields = ResultFields(round=1, table=6, board=1, ns_adjusted="A+", ew_adjusted="A-")
    record_result(event.pk, Entered(fields, version=1, reason="cards seen"), ACTOR)
    assert told(event) == []
    enter(event, 1, 6, 1, "3 4 8 9", version=2, reason="no, played")
    assert told(event) == [("turned", 6)]
    enter(event, 1, 6, 1, "8 9 3 4", version=3, reason="sides turned on the slip")
    assert told(event) == []


def test_groups_of_a_fouled_board_are_compared_inside_themselves(event: Event) -> None:
    Result.objects.filter(event=event, table__number=6).update(group=1)
    assert told(Event.objects.get(pk=event.pk)) == []


@pytest.mark.django_db
def test_a_teams_board_is_told_by_its_race_number() -> None:
    event = make_teams(6)
    publish(event)
    finish_round(event, 1)
    publish(event)
    for table, said in enumerate((*FIELD, "3 4 8 9"), start=1):
        enter_board(event, 2, table, 1, said)
    event.refresh_from_db()
    assert [(one.board, one.code) for one in suspicions(event, [17])] == [(1, "turned")]
