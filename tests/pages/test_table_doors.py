"""The doors behind a table's code: which codes open, what is taken, what is turned away, and in which words."""

import re
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.pages.reading import tags, text
from tests.pages.table_calls import Phone, entry, phone_at, phone_of
from tests.support.event_builders import ACTOR, enter, four_tables, make_event, seat, standings
from tests.support.team_builders import make_teams, publish
from tournaments.models import (
    Claim,
    ClaimState,
    Event,
    LogEntry,
    Person,
    Result,
    ResultState,
    Sitting,
    TableToken,
)
from tournaments.pages.table_words import words
from tournaments.services.calls import answer_call, open_calls
from tournaments.services.events import finalise
from tournaments.services.rounds import close_round
from tournaments.services.tokens import revoke

pytestmark = pytest.mark.django_db

PUT_IN = {
    *(
        "table",
        "round",
        "rounds",
        "time",
        "count",
        "side",
        "other",
        "name",
        "board",
        "dealer",
        "first",
        "saved",
    ),
    *("seat", "question", "what", "ruling", "target", "boards", "state", "points"),
}
POSTS = ("entries", "take-back", "sitting", "call")


@pytest.fixture
def event() -> Event:
    made = make_event(pairs=8, boards=4)
    four_tables(made)
    Event.objects.filter(pk=made.pk).update(status="running")
    return made


@pytest.fixture
def phone(event: Event) -> Phone:
    return phone_at(event)


def refused(response: HttpResponse, status: int, code: str) -> str:
    assert response.status_code == status, response.content
    body = response.json()
    assert body["refusal"] == "duplicate-spades-refusal"
    assert [fault["code"] for fault in body["faults"]] == [code]
    return str(body["detail"])


def all_shut(phone: Phone) -> set[tuple[int, bytes]]:
    """What every door of a code that opens nothing answers: the same for all."""
    page, state = phone.get(), phone.get("state")
    assert "This code opens nothing any more." in text(page.content.decode())
    posted = [phone.post(place, {}) for place in POSTS]
    return {(answer.status_code, answer.content) for answer in (state, *posted)} | {
        (page.status_code, b"page")
    }


def test_the_page_opens_with_what_it_needs(phone: Phone) -> None:
    response = phone.get()
    assert response.status_code == 200
    read = tags(response.content.decode())
    assert not read.faults
    assert not read.open
    for tag, attributes in read.tags:
        assert "style" not in attributes
        assert tag != "script" or attributes.get("type") == "application/json" or attributes["src"]
    assert "script-src 'self';" in response.headers["Content-Security-Policy"]
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert response.headers["Table-Page"] == "1"
    assert not response.cookies
    assert phone.client.head(phone.path()).status_code == 200


def test_every_word_of_the_scripts_is_there_and_used(repository: Path) -> None:
    scripts = "".join(path.read_text("utf-8") for path in (repository / "static" / "js").glob("table*.js"))
    known = words()
    asked = set(re.findall(r'\bt\(\s*"([\w-]+)"', scripts))
    assert asked <= set(known)
    assert [key for key in known if key.removeprefix("state-") not in scripts] == []
    for key, sentence in known.items():
        assert set(re.findall(r"\{(\w+)\}", sentence)) <= PUT_IN, key


def test_codes_that_open_nothing_are_all_alike(event: Event, phone: Phone) -> None:
    guessed = all_shut(Phone("a" * 24))
    assert {status for status, _ in guessed} == {404}
    assert all_shut(Phone("short")) == guessed
    assert all_shut(Phone("ä" * 24)) == guessed
    other = phone_at(event, 2)
    revoke(event.pk, TableToken.objects.filter(table=2).values_list("pk", flat=True), ACTOR, "lost")
    assert all_shut(other) == guessed
    third = phone_at(event, 3)
    TableToken.objects.filter(table=3).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert all_shut(third) == guessed
    finalise(event.pk, ACTOR, "over")
    assert all_shut(phone) == guessed
    assert not Result.objects.exists()


def test_an_entry_is_answered_with_a_receipt_that_repeats_it(phone: Phone) -> None:
    response = phone.enter("NS", "4+3 8 5 5")
    assert response.status_code == 200
    receipt = response.json()
    said = {"ns_bid": "4+3", "ns_tricks": "8", "ew_bid": "5", "ew_tricks": "5"}
    assert receipt["receipt"] == "duplicate-spades-receipt"
    assert receipt["said"] == said
    assert (receipt["key"], receipt["state"], receipt["ns_score"], receipt["ew_score"]) == (
        "NS-1-4+3 8 5 5",
        "waiting",
        69,
        50,
    )
    there = timezone.localtime(Result.objects.get().updated_at, timezone=ZoneInfo("Europe/Berlin"))
    assert receipt["saved"] == there.strftime("%H:%M:%S")
    again = phone.enter("NS", "4+3 8 5 5", entered_at="1999-12-31T23:00:00Z")
    assert again.json() == receipt
    assert Result.objects.count() == Claim.objects.count() == 1
    assert not response.cookies


def test_a_board_from_nothing_to_agreed_and_back(event: Event, phone: Phone) -> None:
    assert phone.board(1)["state"] == "open"
    phone.enter("NS")
    board = phone.board(1)
    assert (board["state"], board["by"], board["version"], board["scores"]) == ("waiting", "NS", 1, [69, 50])
    assert board["said"] == {"NS": board["stands"]}
    assert phone.enter("EW").json()["state"] == "agreed"
    assert (phone.board(1)["state"], phone.board(1)["by"]) == ("agreed", None)
    back = {"side": "EW", "round": 1, "board": 1, "key": "back", "version": 2}
    assert phone.post("take-back", back).json()["state"] == "taken-back"
    assert phone.board(1)["state"] == "open"
    refused(phone.post("take-back", back), 409, "no-result")


def test_two_words_that_differ_are_both_shown(phone: Phone) -> None:
    phone.enter("NS")
    assert phone.enter("EW", "7 7 5 6").json()["state"] == "differs"
    board = phone.board(1)
    assert board["state"] == "differs"
    assert {side: said["ns_tricks"] for side, said in board["said"].items()} == {"NS": "8", "EW": "7"}


def test_what_a_director_did_is_told(event: Event, phone: Phone) -> None:
    enter(event, 1, 1, 1, "7 8 5 5")
    assert phone.board(1)["state"] == "director"
    Result.objects.update(ns_adjusted="A+", ew_adjusted="A-", version=2)
    Event.objects.update(results_version=99)
    board = phone.board(1)
    assert (board["state"], board["ruling"]) == ("ruled", ["A+", "A-"])
    assert "call the director" in refused(phone.enter("EW"), 409, "directors")


def test_a_code_enters_at_its_own_table_alone(event: Event, phone: Phone) -> None:
    seat(event, [(1, 6, [3]), (2, 5, [3])])
    phone_at(event, 4).enter("NS", key="other")
    assert Result.objects.get().table.number == 4
    # board 3 is played at table 1 of round 2, which the code of table 1 opens, and nowhere in round 1
    refused(phone.enter("NS", board=3), 400, "board-not-due")
    refused(phone.enter("NS", board=3, round=3), 404, "no-table")
    assert phone.enter("NS", board=3, round=2).status_code == 200
    refused(phone_at(event, 4).enter("NS", board=3, round=2), 404, "no-table")


def test_a_board_of_the_next_round_waits_for_it(event: Event, phone: Phone) -> None:
    seat(event, [(1, 6, [3, 4])], status="planned")
    sentence = refused(phone.enter("NS", board=3, round=2), 400, "round-not-open")
    assert sentence == "Round 2 is not open yet; wait for the director."


def test_a_late_entry_is_kept_and_told(event: Event, phone: Phone) -> None:
    before = phone.get("state").headers["ETag"]
    close_round(event.pk, 1, ACTOR, "late")
    assert phone.enter("NS").json()["state"] == "late"
    assert Claim.objects.get().state == ClaimState.LATE
    assert not Result.objects.exists()
    state = phone.state()
    assert (state["phase"], state["late"]) == ("wait", [{"round": 1, "board": 1, "side": "NS"}])
    assert phone.get("state").headers["ETag"] != before
    assert phone_at(event, 2).state()["late"] == []


@pytest.mark.parametrize("clock", ["1970-01-01T00:00:00Z", "2099-01-01T00:00:00Z", "", "half past eight"])
def test_a_phones_clock_is_believed_by_nobody(phone: Phone, clock: str) -> None:
    receipt = phone.enter("NS", entered_at=clock).json()
    assert abs(timezone.now().timestamp() - Claim.objects.get().at.timestamp()) < 60
    assert receipt["saved_at"][:10] == timezone.now().isoformat()[:10]


def test_all_faults_come_at_once_each_with_its_place(phone: Phone) -> None:
    response = phone.enter("N", "x y z w", key="")
    faults = {fault["path"] for fault in response.json()["faults"]}
    assert response.status_code == 400
    assert {"side", "key"} <= faults
    unsound = phone.enter("NS", "7 8 5 6")
    assert unsound.json()["detail"].startswith("NS 8 and EW 6 make 14 tricks")


@pytest.mark.one_engine
@pytest.mark.parametrize("body", [" ", "[]", "7", "{", "null", b"\xff\xfe", "[" * 5000])
@pytest.mark.parametrize("place", POSTS)
def test_what_is_no_object_is_refused_in_words(phone: Phone, place: str, body: str | bytes) -> None:
    refused(phone.post(place, body), 400, "not-json")


@pytest.mark.parametrize("wrong", [{"side": 7}, {"ns_bid": None}, {"key": "k" * 101}, {"entered_at": 8}])
def test_texts_are_texts(phone: Phone, wrong: dict[str, object]) -> None:
    refused(phone.post("entries", entry("NS") | wrong), 400, "text")
    assert not Claim.objects.exists()


@pytest.mark.parametrize("number", [0, -1, True, "1", 1.5, None, 10**30])
@pytest.mark.parametrize("name", ["round", "board"])
def test_numbers_are_whole_and_of_this_world(phone: Phone, name: str, number: object) -> None:
    refused(phone.post("entries", entry("EW") | {name: number}), 400, "number")


def test_another_site_cannot_enter(phone: Phone) -> None:
    body = entry("NS")
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[::bad"},
    ):
        refused(phone.post("entries", body, **headers), 403, "other-site")
    plain = phone.client.post(phone.path("entries"), "{}", content_type="text/plain")
    refused(plain, 415, "not-json")
    form = phone.client.post(phone.path("entries"), {"side": "NS"})
    refused(form, 415, "not-json")
    refused(phone.post("entries", "{" + " " * 9000 + "}"), 413, "too-large")
    assert phone.post("entries", body, **{"Origin": "http://testserver"}).status_code == 200
    assert phone.post("call", {}, **{"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_each_door_has_its_method(phone: Phone) -> None:
    for place in POSTS:
        assert phone.get(place).status_code == 405
    for place in ("", "state"):
        assert phone.post(place, {}).status_code == 405


def test_names_are_shown_and_never_run(event: Event, phone: Phone) -> None:
    name = "</script><script>alert(1)</script>"
    Person.objects.filter(seats__entry__event=event).update(name=name)
    Event.objects.filter(pk=event.pk).update(name=name, results_version=50)
    html = phone.get().content.decode()
    assert "<script>alert" not in html
    assert phone.state()["players"]["N"] == name
    said = phone.post("sitting", {"round": 1, "players": {"N": name}, "turned": False})
    assert said.json()["players"]["N"] == name
    assert "<script>alert" not in phone.get().content.decode()


def test_who_really_sits(event: Event, phone: Phone) -> None:
    state = phone.state()
    drawn = {"N": "North 1", "S": "South 1", "E": "North 5", "W": "South 5"}
    assert (state["players"], state["seated"], state["turned"]) == (drawn, False, False)
    phone.post("sitting", {"round": 1, "players": {}, "turned": False})
    assert phone.state()["seated"]
    lines = LogEntry.objects.count()
    phone.post("sitting", {"round": 1, "players": {"N": " "}, "turned": False})
    assert LogEntry.objects.count() == lines  # nothing new was said
    answer = phone.post("sitting", {"round": 1, "players": {"W": " Wanda  W. "}, "turned": True}).json()
    assert answer["players"] == {"N": "North 5", "S": "South 5", "E": "North 1", "W": "Wanda W."}
    line = LogEntry.objects.latest("pk")
    assert (line.action, line.door, line.after["turned"]) == ("sitting.said", "phone", True)
    assert phone.state()["entries"]["NS"]["number"] == 5
    assert phone.enter("NS").json()["state"] == "waiting"
    result = Result.objects.get()
    assert (result.ns.number, result.ew.number, result.state) == (5, 1, ResultState.PROVISIONAL)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"players": {"X": "Ann"}}, "seat"),
        ({"players": {"N": "A" * 201}}, "name-too-long"),
        ({"players": {"N": "A\u202eB"}}, "name-unprintable"),
        ({"players": {"N": 7}}, "names"),
        ({"turned": "yes"}, "flag"),
    ],
)
def test_who_cannot_sit(phone: Phone, body: dict[str, object], code: str) -> None:
    refused(phone.post("sitting", {"round": 1, **body}), 400, code)
    assert not Sitting.objects.exists()


def test_nobody_sits_down_after_the_round(event: Event, phone: Phone) -> None:
    seat(event, [(1, 6, [3])], status="planned")
    refused(phone.post("sitting", {"round": 2}), 400, "round-not-open")
    close_round(event.pk, 1, ACTOR, "enough")
    refused(phone.post("sitting", {"round": 1}), 400, "round-not-open")
    refused(phone.post("sitting", {"round": 3}), 404, "no-table")


def test_calling_and_being_heard(event: Event, phone: Phone) -> None:
    assert phone.state()["call"] is None
    assert phone.post("call", {"note": "Revoke"}).json()["note"] == "Revoke"
    call = phone.state()["call"]
    assert (call["state"], call["note"]) == ("called", "Revoke")
    answer_call(event.pk, open_calls(event)[0].pk, ACTOR)
    assert phone.state()["call"]["state"] == "coming"
    assert phone_at(event, 2).state()["call"] is None
    close_round(event.pk, 1, ACTOR, "enough")
    refused(phone.post("call", {}), 409, "no-table")


def test_an_entrys_code_knows_its_side_and_follows_it(event: Event) -> None:
    phone = phone_of(event, 6)
    state = phone.state()
    assert (state["number"], state["own"]) == (2, "EW")
    seat(event, [(6, 1, [3]), (2, 5, [3])])
    assert (phone.state()["number"], phone.state()["own"]) == (1, "NS")
    assert phone_of(event, 8).state()["phase"] == "wait"


def test_the_page_needs_no_session(client: Client, phone: Phone) -> None:
    assert not phone.enter("NS").cookies
    assert "sessionid" not in phone.client.cookies
    worker = client.get("/table/sw.js")
    assert worker.headers["Content-Type"] == "text/javascript"


def test_a_race_tells_its_own_table_alone() -> None:
    event = make_teams(2)
    publish(event)
    open_room, closed_room = phone_at(event, 1), phone_at(event, 2)
    for board in range(1, 6):
        open_room.enter("NS", "10 10 3 3", board=board)
    standings(event)
    race = open_room.state()["race"]
    assert (race["NS"], race["left"], race["end"]) == (
        {"total": 500, "bags": 0, "reached": True},
        0,
        "reached",
    )
    assert [board["state"] for board in open_room.state()["boards"]] == ["waiting"] * 5 + ["over"] * 3
    other = closed_room.state()
    assert (other["race"]["NS"]["total"], other["race"]["EW"]["total"], other["race"]["left"]) == (0, 0, 8)
    assert "500" not in str({**other["race"], "target": 0})
    assert [board["others"] for board in other["boards"]] == [None] * 8
    refused(open_room.enter("NS", "10 10 3 3", board=6), 400, "race-over")


def test_a_race_turned_round_counts_for_who_sits_there() -> None:
    event = make_teams(2)
    publish(event)
    phone = phone_at(event, 1)
    phone.post("sitting", {"round": 1, "players": {}, "turned": True})
    phone.enter("NS", "10 10 3 3")
    race = phone.state()["race"]
    assert (race["NS"]["total"], race["EW"]["total"]) == (100, 30)
