"""Lists and single things: what they hold, how they are narrowed, and how many queries they take."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from tests.api.calls import ACTOR, V1, Stage, add_a_penalty, as_user, faults_of
from tests.support.event_builders import enter, make_event, make_tournament, play_hand_1, seat
from tests.support.event_builders import standings as bring_up_to_date
from tournaments.models import Event, ResultState
from tournaments.services.results import remove_result

Call = Callable[[str], APIClient]


def queries_of(client: APIClient, path: str) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


# Path, and the queries a stranger's reading takes. With a token it is one more: the token and its user.
BUDGETS = (
    (f"{V1}/clubs", 2),  # count, page
    (f"{V1}/tournaments", 2),  # count, page
    (f"{V1}/events", 2),  # count, page with its three figures
    ("/entries", 5),  # event, count, page, seats, people
    ("/rounds", 4),  # event, count, page, tables with both pairs
    ("/results", 7),  # event, count, page; visible boards: numbers, draw, entered, once more entered
    ("/penalties", 3),  # event, count, page
    ("/standings", 2),  # versions, snapshot
    (
        "/boards",
        12,
    ),  # event; numbers of the list; visible boards; due and entered; the deals shown; numbers again
)


@pytest.mark.parametrize(("path", "budget"), BUDGETS)
def test_query_budget_at_two_sizes(stage: Stage, path: str, budget: int) -> None:
    small = path if path.startswith("/api") else stage.url(path)
    assert queries_of(as_user(None), small) <= budget
    add_a_penalty(stage)
    big = make_event(make_tournament(stage.club), pairs=24, boards=24, name="Big")
    for first in range(1, 25, 4):
        boards = tuple(range(first, first + 4))
        seat(big, [(number, number + 12, boards) for number in range(1, 13)])
        enter(big, (first + 3) // 4, 1, first, "7 6 5 7")
    bring_up_to_date(big)
    large = path if path.startswith("/api") else stage.url(path, big)
    assert queries_of(as_user(None), large) <= budget


def test_events_are_listed_with_their_figures_and_narrowed(stage: Stage) -> None:
    other, final = build_other(), stage.final
    assert stage.bare.pk
    events = as_user(None).get(f"{V1}/events?tournament={stage.tournament.pk}").json()
    shown = {row["name"]: row for row in events["results"]}
    assert set(shown) == {"Over", "Bare", "Club night"}
    assert (shown["Club night"]["entries"], shown["Club night"]["rounds"]) == (8, 2)
    assert shown["Club night"]["standings_version"] == shown["Club night"]["results_version"]
    assert shown["Club night"]["rules"] == {"preset": "duplicate-pairs"}
    finals = as_user(None).get(f"{V1}/events?status=final").json()["results"]
    assert [row["id"] for row in finals] == [final.pk]
    of_club = as_user(None).get(f"{V1}/events?club={other.tournament.club_id}").json()["results"]
    assert [row["id"] for row in of_club] == [other.pk]
    by_slug = as_user(None).get(f"{V1}/tournaments?slug={stage.tournament.slug}").json()["results"]
    assert [row["id"] for row in by_slug] == [stage.tournament.pk]


def build_other() -> Event:
    return make_event(name="Elsewhere", pairs=4)


def test_pages(stage: Stage) -> None:
    first = as_user(None).get(stage.url("/entries?page_size=3")).json()
    assert [row["number"] for row in first["results"]] == [1, 2, 3]
    assert first["count"] == 8
    last = as_user(None).get(stage.url("/entries?page_size=3&page=3")).json()
    assert [row["number"] for row in last["results"]] == [7, 8]
    assert last["next"] is None
    beyond = as_user(None).get(stage.url("/entries?page_size=3&page=4"))
    assert beyond.status_code == 404
    assert faults_of(beyond) == {"": "not-found"}


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("round=x", "round"),
        ("round=0", "round"),
        ("round=99999999999999999999", "round"),
        ("board=1.5", "board"),
        ("state=lost", "state"),
        ("tabel=3", "tabel"),
        ("after_version=-1", "after_version"),
    ],
)
def test_a_wrong_or_misspelt_parameter_is_named(stage: Stage, query: str, path: str) -> None:
    answer = as_user(None).get(stage.url(f"/results?{query}"))
    assert answer.status_code == 400
    assert set(faults_of(answer)) == {path}


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("method", "path", "faults"),
    [
        ("get", "/results?board=1&board=2", {"board": "repeated-parameter"}),
        ("get", "/results?page=1&page=1", {"page": "repeated-parameter"}),
        ("get", "/rounds?board=1&x=2&x=3", {"board": "unknown-parameter", "x": "unknown-parameter"}),
        ("get", "", None),
        ("get", "/standings", None),
        ("get", "/entries/1", None),
        ("get", "/movement", None),
        ("get", "/boards/1/traveller", None),
        ("get", "/rounds/1/tables/1/boards/1/result", None),
        ("get", "/export", None),
        ("post", "/results", None),
        ("patch", "", None),
        ("post", "/finalise", None),
        ("delete", "/movement", None),
        (
            "delete",
            "/rounds/1/tables/1/boards/1/result?version=1&version=2&reason=x&why=y",
            {"version": "repeated-parameter", "why": "unknown-parameter"},
        ),
        ("delete", "/penalties/1?reason=x&reason=y", {"reason": "repeated-parameter"}),
    ],
)
def test_parameters_that_are_unknown_or_there_twice_are_refused_everywhere(
    stage: Stage, call: Call, method: str, path: str, faults: dict[str, str] | None
) -> None:
    """Without `faults` of its own, an address that asks nothing is asked something."""
    asked = path if faults else f"{path}?page=1"
    answer = getattr(call("director"), method)(stage.url(asked))
    assert answer.status_code == 400
    assert faults_of(answer) == (faults or {"page": "unknown-parameter"})


def test_results_are_narrowed(stage: Stage) -> None:
    def places(query: str) -> list[tuple[int, int, int]]:
        rows = as_user(None).get(stage.url(f"/results?{query}")).json()["results"]
        return [(row["round"], row["table"], row["board"]) for row in rows]

    first = stage.event.results.order_by("pk").first()
    assert first is not None
    enter(stage.event, 1, 3, 2, "7 8 5 5")
    assert places("") == [(1, 1, 1), (1, 2, 1), (1, 3, 2)]
    assert places("board=2") == [(1, 3, 2)]
    assert places("entry=6") == [(1, 2, 1)]
    assert places("entry=3&round=2") == []
    assert places(f"after_version={stage.event.results_version}") == [(1, 3, 2)]
    remove_result(stage.event.pk, (1, 1, 1), 1, "Wrong table.", ACTOR)
    assert places("") == [(1, 2, 1), (1, 3, 2)]
    assert places(f"state={ResultState.REMOVED}") == [(1, 1, 1)]


def test_rounds_have_their_tables(stage: Stage) -> None:
    rounds = as_user(None).get(stage.url("/rounds")).json()["results"]
    assert [row["status"] for row in rounds] == ["open", "planned"]
    seat_3 = {"table": 3, "ns": 3, "ew": 7, "boards": [3, 4], "match": None, "room": ""}
    assert rounds[1]["tables"][2] == seat_3
    assert as_user(None).get(stage.url("/rounds/2")).json() == rounds[1]
    assert as_user(None).get(stage.url("/rounds/3")).status_code == 404


def test_standings_and_travellers_are_the_snapshot_with_a_tag(stage: Stage) -> None:
    play = make_event(stage.tournament, name="Golden", boards=1)
    seat(play, [(number, number + 4, (1,)) for number in range(1, 5)])
    play_hand_1(play)
    lagging = as_user(None).get(stage.url("/standings", play))
    assert lagging.json()["version"] < lagging.json()["results_version"]
    bring_up_to_date(play)
    answer = as_user(None).get(stage.url("/standings", play))
    body = answer.json()
    assert body["version"] == body["results_version"]
    rows = {row["entry"]: row["percentage"] for row in body["lists"][0]["rows"]}
    assert [round(rows[number], 2) for number in (1, 2, 3, 4)] == [0, 66.67, 33.33, 100]
    assert body["entries"]["1"]["players"] == ["North 1", "South 1"]
    assert body["progress"]["entered"] == 4
    same = as_user(None).get(stage.url("/standings", play), HTTP_IF_NONE_MATCH=answer["ETag"])
    assert (same.status_code, same.content) == (304, b"")
    assert (
        as_user(None).get(stage.url("/standings", play), HTTP_IF_NONE_MATCH=lagging["ETag"]).status_code
        == 200
    )

    traveller = as_user(None).get(stage.url("/boards/1/traveller", play))
    beaten = [
        (row["ns"]["score"], row["ns"]["beaten"], row["ns"]["compared"]) for row in traveller.json()["rows"]
    ]
    assert beaten == [(-70, 0, 3), (70, 2, 3), (69, 1, 3), (118, 3, 3)]
    again = as_user(None).get(stage.url("/boards/1/traveller", play), HTTP_IF_NONE_MATCH=traveller["ETag"])
    assert again.status_code == 304


def test_a_304_costs_one_query(stage: Stage) -> None:
    tag = as_user(None).get(stage.url("/standings"))["ETag"]
    with CaptureQueriesContext(connection) as caught:
        assert as_user(None).get(stage.url("/standings"), HTTP_IF_NONE_MATCH=tag).status_code == 304
    assert len(caught) == 1


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "path",
    [
        "/events/999999",
        "/events/999999/results",
        "/events/999999/standings",
        "/tournaments/999999",
        "/events/0",
        "/events/99999999999999999999999999",
        "/nothing",
        "/events/1/",
        "/",
    ],
)
def test_what_is_not_there(db: None, path: str) -> None:
    answer = as_user(None).get(V1 + path)
    assert answer.status_code == 404
    faults_of(answer)


def test_things_of_another_event_are_not_there(stage: Stage, call: Call) -> None:
    result = stage.event.results.order_by("pk").first()
    assert result is not None
    penalty = add_a_penalty(stage)
    assert call("director").get(stage.url(f"/results/{result.pk}", stage.bare)).status_code == 404
    path = stage.url(f"/penalties/{penalty}?reason=no", stage.bare)
    assert call("director").delete(path).status_code == 404
    assert stage.event.penalties.count() == 1


def test_two_stages_do_not_mix(stage: Stage) -> None:
    """The list of one event holds nothing of another."""
    other = build_other()
    seat(other, [(1, 2, (1,))])
    enter(other, 1, 1, 1, "7 6 5 7")
    numbers = [row["id"] for row in as_user(None).get(stage.url("/results")).json()["results"]]
    assert set(numbers) == set(stage.event.results.values_list("pk", flat=True))
