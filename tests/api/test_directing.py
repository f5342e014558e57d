"""An event from its making to its end, through the API alone; and what directors are told on the way."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from tests.api.calls import BIDS, V1, Stage, add_a_penalty, faults_of
from tests.support.event_builders import seat_person, standings
from tournaments.models import Event, EventStatus, LogEntry

Call = Callable[[str], APIClient]


def test_a_whole_event(stage: Stage, call: Call) -> None:
    director = call("director")
    tournament = director.post(
        f"{V1}/clubs/{stage.club.pk}/tournaments",
        {"name": "Spring cup", "starts_on": "2027-03-01", "time_zone": "Europe/Berlin"},
    ).json()
    made = director.post(
        f"{V1}/tournaments/{tournament['id']}/events",
        {"name": "Pairs", "rules": {"preset": "duplicate-pairs", "minimum_team_bid": 4}, "neuberg": False},
    )
    assert made.status_code == 201
    assert made.json()["rules"] == {"preset": "duplicate-pairs", "minimum_team_bid": 4}
    event = Event.objects.get(pk=made.json()["id"])
    players = [{"players": [f"Player {number}", f"Partner {number}"]} for number in range(1, 7)]
    assert director.post(stage.url("/entries", event), {"entries": players}).status_code == 201
    dealt = director.post(stage.url("/boards/deal", event), {"count": 6})
    assert dealt.json()["boards"] == 6
    draw = director.put(stage.url("/movement", event), {"kind": "mitchell", "boards": 6}).json()
    assert (draw["installed"], draw["legal"]) == (True, True)
    rounds = director.get(stage.url("/rounds", event)).json()["results"]
    for round_ in rounds:
        assert director.post(stage.url(f"/rounds/{round_['number']}/open", event)).json()["status"] == "open"
        for table in round_["tables"]:
            for board in table["boards"]:
                sent = {"ns_bid": "7", "ns_tricks": "8", "ew_bid": "5", "ew_tricks": "5"}
                place = f"/rounds/{round_['number']}/tables/{table['table']}/boards/{board}/result"
                assert call("scorer").put(stage.url(place, event), sent).status_code == 201
        closed = director.post(stage.url(f"/rounds/{round_['number']}/close", event), {})
        assert closed.json()["status"] == "closed"
    standings(event)
    final = director.post(stage.url("/finalise", event), {})
    assert final.json()["status"] == EventStatus.FINAL
    body = director.get(stage.url("/standings", event)).json()
    assert {row["percentage"] for row in body["lists"][0]["rows"]} == {50}
    assert body["progress"]["entered"] == body["progress"]["due"] == 18


def test_a_movement_can_be_checked_without_being_installed(stage: Stage, call: Call) -> None:
    answer = (
        call("director")
        .put(stage.url("/movement", stage.bare), {"kind": "howell", "boards": 14, "check_only": True})
        .json()
    )
    assert (answer["installed"], answer["legal"]) == (False, True)
    assert answer["findings"]
    assert all(set(finding) == {"severity", "code", "text"} for finding in answer["findings"])
    assert not stage.bare.rounds.exists()


def test_a_movement_of_ones_own_is_proved_first(stage: Stage, call: Call) -> None:
    director, path = call("director"), stage.url("/movement", stage.bare)
    good = director.put(path, {"kind": "mitchell", "boards": 8, "check_only": True}).json()["movement"]
    assert director.put(path, {"movement": good}).json()["installed"] is True
    assert director.get(path).json()["movement"]["rounds"] == good["rounds"]
    rounds = [[{"table": 1, "ns": 1, "ew": 2, "boards": [1]}, {"table": 2, "ns": 1, "ew": 3, "boards": [2]}]]
    bad = {"pairs": 8, "boards": 2, "rounds": rounds}
    refused = director.put(path, {"movement": bad})
    assert refused.status_code == 400
    assert set(faults_of(refused)) == {"movement"}
    checked = director.put(path, {"movement": bad, "check_only": True}).json()
    assert checked["legal"] is False
    assert "fatal" in {finding["severity"] for finding in checked["findings"]}
    unread = director.put(path, {"movement": {"rounds": [[{"table": 1, "ns": "x", "ew": 2, "boards": [1]}]]}})
    assert "movement.rounds[0][0].ns" in faults_of(unread)
    assert stage.bare.rounds.count() == len(good["rounds"])


@pytest.mark.parametrize("pairs", [0, 1, 2, 3])
def test_too_few_pairs_are_told_so(stage: Stage, call: Call, pairs: int) -> None:
    event = Event.objects.create(tournament=stage.tournament, name="Few", slug="few")
    names = [{"name": f"Pair {number}"} for number in range(1, pairs + 1)]
    if names:
        assert call("director").post(stage.url("/entries", event), {"entries": names}).status_code == 201
    answer = call("director").put(stage.url("/movement", event), {"kind": "mitchell"})
    assert answer.status_code == 400
    faults_of(answer)
    assert not event.rounds.exists()


def test_unknown_kinds_are_answered_with_the_known(stage: Stage, call: Call) -> None:
    answer = call("director").put(stage.url("/movement", stage.bare), {"kind": "waltz"})
    assert answer.status_code == 400
    assert "howell" in answer.json()["detail"]


def test_what_results_forbid(stage: Stage, call: Call) -> None:
    director = call("director")
    assert director.post(stage.url("/boards/deal"), {"count": 4}).status_code == 409
    assert director.put(stage.url("/movement"), {"kind": "mitchell", "boards": 8}).status_code == 409
    assert director.delete(stage.url("/movement")).status_code == 409
    answer = director.post(stage.url("/entries"), {"entries": [{"name": "Late & Later"}]})
    assert faults_of(answer) == {"": "draw-made"}


def test_closing_a_round_names_what_is_missing(stage: Stage, call: Call) -> None:
    answer = call("director").post(stage.url("/rounds/1/close"), {})
    assert answer.status_code == 400
    messages = [fault["message"] for fault in answer.json()["faults"]]
    assert "No result yet: round 1, table 3, board 1." in messages
    assert call("director").post(stage.url("/rounds/1/open"), {}).status_code == 409
    assert call("director").post(stage.url("/rounds/9/open"), {}).status_code == 404


def test_finalising_and_reopening(stage: Stage, call: Call) -> None:
    director = call("director")
    refused = director.post(stage.url("/finalise"), {})
    assert "still-open" in {fault["code"] for fault in refused.json()["faults"]}
    assert director.post(stage.url("/finalise"), {"reason": "Fire."}).json()["status"] == "final"
    assert faults_of(director.post(stage.url("/reopen"), {})) == {"reason": "reason-missing"}
    assert director.post(stage.url("/reopen"), {"reason": "A slip."}).json()["status"] == "provisional"


def test_settings_change_one_by_one(stage: Stage, call: Call) -> None:
    director = call("director")
    assert faults_of(director.patch(stage.url(), {"neuberg": False})) == {"": "reason-missing"}
    changed = director.patch(stage.url(), {"neuberg": False, "reason": "As announced."}).json()
    assert (changed["neuberg"], changed["winners"]) == (False, "one")
    other = director.patch(stage.url(), {"tie_breaks": ["nonsense"], "reason": "x"})
    assert faults_of(other) == {"tie_breaks": "tie-break"}
    rules = director.patch(stage.url(), {"rules": {"preset": "duplicate-pairs", "trick_points": 0}})
    assert faults_of(rules) == {"trick_points": "rules-range"}
    stage.event.refresh_from_db()
    assert stage.event.neuberg is False


def test_whether_unconfirmed_results_count(stage: Stage, call: Call) -> None:
    director, path = call("director"), f"{V1}/tournaments/{stage.tournament.pk}/events"
    assert director.get(stage.url()).json()["provisional_counts"] is True
    assert (
        director.post(path, {"name": "Strict", "provisional_counts": False}).json()["provisional_counts"]
        is False
    )
    changed = director.patch(stage.url(), {"provisional_counts": False, "reason": "As announced."})
    assert changed.json()["provisional_counts"] is False
    assert (
        director.patch(stage.url(), {"neuberg": False, "reason": "x"}).json()["provisional_counts"] is False
    )
    assert faults_of(director.patch(stage.url(), {"provisional_counts": 0})) == {
        "provisional_counts": "invalid"
    }


def test_the_players_of_an_entry_are_changed(stage: Stage, call: Call) -> None:
    director, path = call("director"), stage.url("/entries/2")
    answer = director.patch(path, {"players": ["North 2", "Eve  Ode"]})
    assert faults_of(answer) == {"reason": "reason-missing"}
    changed = director.patch(path, {"players": ["North 2", "Eve  Ode"], "reason": "Misspelt."}).json()
    assert (changed["players"], changed["name"]) == (["North 2", "Eve Ode"], "North 2 & Eve Ode")
    both = director.patch(path, {"players": ["Al", "Bo"], "name": "A & B", "reason": "Others came."}).json()
    assert (both["players"], both["name"]) == (["Al", "Bo"], "A & B")
    line = director.get(stage.url("/log?action=entry.players")).json()["results"][0]
    assert (line["before"], line["reason"]) == ({"players": ["North 2", "Eve Ode"]}, "Others came.")


@pytest.mark.parametrize(
    ("players", "faults"),
    [
        (["Al"], {"players": "players"}),
        (["Al", "Al"], {"players": "players"}),
        (["Al", "x" * 201], {"players[1]": "name-too-long"}),
        (["Al", ""], {"players[1]": "blank"}),
        ("Al & Bo", {"players": "not-a-list"}),
    ],
)
def test_impossible_players_are_refused(
    stage: Stage, call: Call, players: object, faults: dict[str, str]
) -> None:
    answer = call("director").patch(stage.url("/entries/2"), {"players": players, "reason": "x"})
    assert answer.status_code == 400
    assert faults_of(answer) == faults
    assert call("").get(stage.url("/entries/2")).json()["players"] == ["North 2", "South 2"]


@pytest.mark.parametrize("who", ["", "player", "scorer", "stranger"])
def test_players_are_changed_by_the_clubs_directors_alone(stage: Stage, call: Call, who: str) -> None:
    answer = call(who).patch(stage.url("/entries/2"), {"players": ["Al", "Bo"], "reason": "x"})
    assert answer.status_code in (401, 403)


def test_a_director_who_plays_does_not_stop_playing_by_their_own_word(stage: Stage, call: Call) -> None:
    seat_person(stage.event, 2, stage.users["director"])
    body = {"players": ["Al", "South 2"], "reason": "I go home."}
    assert faults_of(call("director").patch(stage.url("/entries/2"), body)) == {"players": "plays-here"}
    assert call("owner").patch(stage.url("/entries/2"), body).json()["players"] == ["Al", "South 2"]


def test_entries_are_renamed_withdrawn_and_brought_back(stage: Stage, call: Call) -> None:
    director, path = call("director"), stage.url("/entries/2")
    assert director.patch(path, {"name": "Lee & Diaz"}).json()["name"] == "Lee & Diaz"
    assert faults_of(director.patch(path, {"withdrawn": True})) == {"reason": "reason-missing"}
    assert director.patch(path, {"withdrawn": True, "reason": "Ill."}).json()["withdrawn"] is True
    assert director.patch(path, {"withdrawn": False, "reason": "Well."}).json()["withdrawn"] is False
    assert director.patch(stage.url("/entries/99"), {"name": "Nobody"}).status_code == 404
    both = director.patch(path, {"name": "New name", "withdrawn": True})
    assert both.status_code == 400
    assert director.get(path).json()["name"] == "Lee & Diaz"


def test_penalties(stage: Stage, call: Call) -> None:
    director = call("director")
    made = director.post(stage.url("/penalties"), {"entry": 3, "amount": 2.5, "reason": "Late."})
    assert (made.status_code, made.json()["amount"], made.json()["unit"]) == (201, 2.5, "percent")
    for amount, code in ((0, "amount"), (101, "amount")):
        answer = director.post(stage.url("/penalties"), {"entry": 3, "amount": amount, "reason": "x"})
        assert faults_of(answer) == {"amount": code}
    assert (
        director.post(stage.url("/penalties"), {"entry": 99, "amount": 1, "reason": "x"}).status_code == 404
    )
    assert len(call("").get(stage.url("/penalties")).json()["results"]) == 1
    path = stage.url(f"/penalties/{made.json()['id']}")
    assert set(faults_of(director.delete(path))) == {"reason"}
    assert director.delete(f"{path}?reason=Was+on+time").status_code == 204
    assert LogEntry.objects.latest("pk").action == "penalty.removed"


def test_boards_from_pbn(stage: Stage, call: Call) -> None:
    board = stage.event.board_set.boards.get(number=1)
    text = f'% comes from elsewhere\n[Event "x"]\n[Board "1"]\n[Dealer "N"]\n[Deal "{board.pbn}"]\n'
    director, path = call("director"), stage.url("/boards/import", stage.bare)
    assert director.post(path, {"pbn": text, "imported_from": "hands.pbn"}).json()["boards"] == 1
    shown = director.get(stage.url("/boards/1", stage.bare)).json()
    assert shown["deal"] == board.pbn
    short = text.replace(board.pbn, board.pbn[:-1])
    refused = director.post(path, {"pbn": short})
    assert refused.status_code == 400
    assert "Line 5" in refused.json()["faults"][0]["message"]
    assert director.post(path, {"pbn": "nothing"}).status_code == 400


def test_the_log_is_told_in_pages_and_narrowed(stage: Stage, call: Call) -> None:
    add_a_penalty(stage)
    rows = call("director").get(stage.url("/log")).json()["results"]
    assert rows[0]["action"] == "penalty.added"
    assert rows[0]["reason"] == "Late."
    entered = call("director").get(stage.url("/log?action=result.entered")).json()
    assert entered["count"] == 2
    assert entered["results"][0]["after"]["ns_bid"] == "7"


def test_an_event_goes_out_and_comes_in_again(stage: Stage, call: Call) -> None:
    director, event = call("director"), stage.bare
    director.put(stage.url("/movement", event), {"kind": "mitchell", "boards": 8})
    director.post(stage.url("/rounds/1/open", event))
    first = director.get(stage.url("/rounds/1", event)).json()["tables"][0]
    place = {"round": 1, "table": first["table"], "board": first["boards"][0]}
    assert director.post(stage.url("/results", event), {**place, **BIDS}).status_code == 201
    director.post(stage.url("/penalties", event), {"entry": 3, "amount": 2.5, "reason": "Late."})
    sent = director.get(stage.url("/export", event))
    assert "attachment" in sent["Content-Disposition"]
    address = f"{V1}/tournaments/{stage.tournament.pk}/import"
    assert faults_of(director.post(address, sent.json())) == {"": "imported-already"}
    assert faults_of(director.post(f"{address}?again=perhaps", sent.json())) == {"again": "invalid"}
    made = director.post(f"{address}?again=true", sent.json())
    assert made.status_code == 201
    copy = Event.objects.get(pk=made.json()["id"])
    counts = [
        (e.results.count(), e.entries.count(), e.rounds.count(), e.penalties.count()) for e in (event, copy)
    ]
    assert counts[0] == counts[1]
    assert counts[0][0] == 1
    broken = sent.json()
    broken["results"][0]["ns_tricks"] = "99"
    broken["colour"] = "green"
    refused = director.post(address, broken)
    assert refused.status_code == 400
    assert {"results[0].ns_tricks", "colour"} & set(faults_of(refused))


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"name": "X", "starts_on": "tomorrow"}, "starts_on"),
        ({"name": "X", "starts_on": "2027-02-30"}, "starts_on"),
        ({"name": "X", "starts_on": "2027-03-02", "ends_on": "2027-03-01"}, "ends_on"),
        ({"name": "X", "starts_on": "2027-03-02", "time_zone": "Mars"}, "time_zone"),
        ({"name": " ", "starts_on": "2027-03-02"}, "name"),
        ({"starts_on": "2027-03-02"}, "name"),
    ],
)
def test_tournaments_that_cannot_be(stage: Stage, call: Call, sent: dict[str, object], path: str) -> None:
    answer = call("director").post(f"{V1}/clubs/{stage.club.pk}/tournaments", sent)
    assert answer.status_code == 400
    assert set(faults_of(answer)) == {path}


def test_tournaments_of_one_name_have_their_own_addresses(stage: Stage, call: Call) -> None:
    sent = {"name": "دورة الربيع", "starts_on": "2027-03-02"}
    slugs = [
        call("owner").post(f"{V1}/clubs/{stage.club.pk}/tournaments", sent).json()["slug"] for _ in range(2)
    ]
    assert len(set(slugs)) == 2


def test_a_closed_round_is_opened_again_only_with_a_reason(stage: Stage, call: Call) -> None:
    director = call("director")
    director.post(stage.url("/rounds/1/close"), {"reason": "The rest went home."})
    assert faults_of(director.post(stage.url("/rounds/1/open"), {})) == {"reason": "reason-missing"}
    again = director.post(stage.url("/rounds/1/open"), {"reason": "A slip was found."})
    assert again.json()["status"] == "open"
    assert LogEntry.objects.get(action="round.reopened").reason == "A slip was found."
