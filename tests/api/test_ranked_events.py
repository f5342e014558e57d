"""Events of ranked tables by the API: made and changed, their standings and files, what is refused of other kinds."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rest_framework.test import APIClient

from tests.api.calls import V1, Stage, faults_of
from tournaments.models import Event, Person

Call = Callable[[str], APIClient]
KEY = "5b1e0b52-0f6c-4b0e-9d06-2c1d8d7a1f10"


@pytest.fixture
def ranked(stage: Stage) -> Event:
    return stage.ranked


@pytest.fixture
def url(ranked: Event) -> str:
    return f"{V1}/events/{ranked.pk}/games"


def test_ranked_tables_are_made_and_changed_with_their_options(call: Call, stage: Stage) -> None:
    director, events = call("director"), f"{V1}/tournaments/{stage.tournament.pk}/events"
    given = {"name": "Ladder", "kind": "ranked", "rules": {"preset": "standard", "target": 300}}

    made = director.post(events, {**given, "ranked": {"stake": 5, "lowest_rating": 1400}}, format="json")

    assert made.status_code == 201, made.content
    body = made.json()
    assert (body["rated"], body["ranked"]["stake"], body["ranked"]["leaving"]) == (True, 5, "play-on")
    changed = director.patch(
        f"{V1}/events/{body['id']}", {"ranked": {"leaving": "forfeit"}, "rated": False}, format="json"
    ).json()
    assert (changed["ranked"]["leaving"], changed["ranked"]["stake"], changed["rated"]) == (
        "forfeit",
        5,
        False,
    )
    wrong = director.post(
        events, {**given, "teams": {}, "winners": "two", "ranked": {"stake": -1}}, format="json"
    )
    assert faults_of(wrong) == {"ranked.stake": "min-value"}
    foreign = director.post(events, {**given, "teams": {}, "winners": "two"}, format="json")
    assert faults_of(foreign) == {"teams": "wrong-kind", "winners": "wrong-kind"}
    badly = director.post(
        events, {**given, "ranked": {"lowest_rating": 1600, "highest_rating": 1500}}, format="json"
    )
    assert [path for path in faults_of(badly) if not path.startswith("ranked.")] == []


def test_a_pairs_event_says_whether_it_is_rated(call: Call, stage: Stage) -> None:
    events = f"{V1}/tournaments/{stage.tournament.pk}/events"

    made = call("director").post(events, {"name": "Pairs", "rated": True}, format="json").json()

    assert (made["rated"], made["ranked"]) == (True, None)
    changed = call("director").patch(f"{V1}/events/{made['id']}", {"rated": False}, format="json").json()
    assert not changed["rated"]


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("method", "rest"),
    [
        ("get", "/entries"),
        ("post", "/entries"),
        ("get", "/entries/1"),
        ("get", "/movement"),
        ("get", "/rounds"),
        ("post", "/rounds/1/open"),
        ("get", "/boards"),
        ("get", "/boards/1"),
        ("post", "/boards/deal"),
        ("get", "/results"),
        ("post", "/results"),
        ("get", "/draft"),
        ("get", "/rounds/1/matches"),
        ("get", "/penalties"),
        ("post", "/rounds/1/tables/1/results"),
        ("get", "/rounds/1/tables/1/boards/1/result"),
    ],
)
def test_what_ranked_tables_have_not_is_refused_in_a_sentence(
    call: Call, ranked: Event, method: str, rest: str
) -> None:
    refused = call("director").generic(
        method.upper(), f"{V1}/events/{ranked.pk}{rest}", b"", content_type="application/json"
    )

    assert refused.status_code == 400
    assert faults_of(refused) == {"": "wrong-kind"}
    assert "Ranked tables" in refused.json()["detail"]


def test_games_of_a_pairs_event_are_refused_in_a_sentence(call: Call, stage: Stage) -> None:
    assert faults_of(call("").get(stage.url("/games"))) == {"": "wrong-kind"}


def test_standings_have_games_and_players(call: Call, ranked: Event, stage: Stage) -> None:
    answer = call("").get(f"{V1}/events/{ranked.pk}/standings")
    body = answer.json()

    assert (body["kind"], len(body["games"])) == ("ranked", 5)
    assert body["players"][0]["won"] == 1
    assert body["progress"]["playing"] == 2
    again = call("").get(f"{V1}/events/{ranked.pk}/standings", HTTP_IF_NONE_MATCH=answer["ETag"])
    assert again.status_code == 304


def test_standings_hide_the_rating_of_who_is_not_on_the_leaderboard(call: Call, ranked: Event) -> None:
    Person.objects.filter(name="Peter").update(on_leaderboard=False)

    def change(who: str) -> float | None:
        rows = call(who).get(f"{V1}/events/{ranked.pk}/standings").json()["players"]
        found: float | None = next(row["change"] for row in rows if row["name"] == "Peter")
        return found

    assert change("") is None
    assert change("scorer") is None
    assert change("director") == 25


def test_the_event_file_goes_out_and_comes_in(call: Call, ranked: Event, stage: Stage) -> None:
    director = call("director")
    ranked.games.filter(status__in=("seating", "playing")).delete()
    document = director.get(f"{V1}/events/{ranked.pk}/export").json()

    address = f"{V1}/tournaments/{stage.tournament.pk}/import"
    refused = director.post(address, document, format="json")
    assert [fault["code"] for fault in refused.json()["faults"]] == ["imported-already", "rated-already"]
    refused = director.post(f"{address}?again=true", document, format="json")
    assert [fault["code"] for fault in refused.json()["faults"]] == ["rated-already"]

    document["games"][0]["rated"] = False
    made = director.post(f"{address}?again=true", document, format="json")
    assert made.status_code == 201, made.content
    assert made.json()["games"] == 1


def test_what_the_guide_tells_can_be_done(call: Call, stage: Stage) -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    block = text.split("## Ranked tables")[1].split("```")[1]
    for name in ("Ann Lee", "Bo Diaz", "Cy Ōta", "Di Núñez"):
        Person.objects.create(club=stage.club, name=name)
    director, event = call("director"), 0
    for method, path, body in re.findall(r"api ([A-Z]+) (\S+) '(.*?)'", block):
        address = V1 + path.replace("$T", str(stage.tournament.pk)).replace("$E", str(event))
        answer = director.generic(method, address, body.encode(), content_type="application/json")
        assert answer.status_code in (200, 201), (method, path, answer.content)
        if path.endswith("/events"):
            event = answer.json()["id"]

    assert answer.json()["rematch"] == 2
