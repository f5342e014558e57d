"""The desk's page of a movement before and between rounds: proposed, drawn, removed, opened, closed, seen."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import ACTOR, enter, make_event, seat_person
from tournaments.draws.movement import Movement, Seating
from tournaments.draws.registry import build
from tournaments.models import Event, EventStatus, Role, RoundStatus
from tournaments.services.logbook import log
from tournaments.services.movements import proposals
from tournaments.services.new_event import PLANNED
from tournaments.services.rounds import install_movement, open_round

pytestmark = pytest.mark.django_db


def address(name: str, event: Event, *more: int) -> str:
    return reverse(f"desk:{name}", args=[event.pk, *more])


@pytest.fixture
def fresh(client: Client) -> Event:
    """Nine pairs, eighteen boards, nothing drawn; its director is signed in."""
    event = make_event(pairs=9, boards=18)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    return event


@pytest.fixture
def drawn(fresh: Event) -> Event:
    install_movement(fresh.pk, build("mitchell", 9, 10), ACTOR)
    return fresh


def text(response: object) -> str:
    return " ".join(response.content.decode().split())  # type: ignore[attr-defined]


def drawn_deeds(page: str) -> list[str]:
    """Where the forms of the movement's page lead; those of the frame are no deeds of an event."""
    return re.findall(r'action="([^"]*/movement/[^"]*)"', page)


def test_what_fits_is_proposed_best_first_with_its_reason(client: Client, fresh: Event) -> None:
    shown = client.get(address("movement", fresh))
    found = shown.context["proposals"]
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(one.boards <= 18 for one in found), "no more than are dealt"
    assert found[0].reason in text(shown)
    assert fresh.rounds.count() == 0


def plan(event: Event, **changed: object) -> None:
    """Note the last movement that fits nine pairs as the one chosen when the event was made."""
    last = proposals(9, 18, None)[-1]
    chosen = {name: getattr(last, name) for name in ("pairs", "kind", "boards", "rounds", "boards_per_round")}
    log(event, ACTOR, PLANNED, after={**chosen, **changed})


def test_the_movement_chosen_beforehand_comes_first_and_says_so(client: Client, fresh: Event) -> None:
    assert "Chosen when the event was made" not in text(client.get(address("movement", fresh)))
    plan(fresh)
    shown = client.get(address("movement", fresh))
    offers = shown.context["offers"]
    assert [chosen for _title, _one, chosen in offers] == [True] + [False] * (len(offers) - 1)
    assert offers[0][1] == shown.context["proposals"][-1]
    assert text(shown).count("Chosen when the event was made.") == 1


def test_a_movement_chosen_for_others_is_told(client: Client, fresh: Event) -> None:
    plan(fresh, pairs=14)
    page = text(client.get(address("movement", fresh)))
    assert "Chosen when the event was made, for 14 pairs:" in page
    assert "Chosen when the event was made." not in page


def test_proposals_for_other_boards_and_minutes(client: Client, fresh: Event) -> None:
    found = client.get(address("movement", fresh), {"boards": "10", "minutes": "90"}).context["proposals"]
    assert found
    assert all(one.boards <= 10 and one.minutes <= 90 for one in found)
    short = client.get(address("movement", fresh), {"boards": "18", "minutes": "5"})
    assert "5 minutes are too few" in text(short)
    assert "-3" in text(client.get(address("movement", fresh), {"boards": "-3"})), "what was typed stays"


def test_a_proposal_is_drawn_as_it_was_proposed(client: Client, fresh: Event) -> None:
    best = client.get(address("movement", fresh)).context["proposals"][0]
    sent = {
        "kind": best.kind,
        "rounds": best.rounds,
        "boards": best.boards,
        "per_round": best.boards_per_round,
    }
    done = client.post(address("movement-draw", fresh), sent, follow=True)
    fresh.refresh_from_db()
    assert fresh.movement["kind"] == best.kind
    assert fresh.rounds.count() == best.rounds
    assert f"{best.rounds} rounds drawn" in text(done)


def test_a_draw_that_cannot_be_is_refused_and_keeps_what_was_typed(client: Client, fresh: Event) -> None:
    refused = client.post(
        address("movement-draw", fresh), {"kind": "mitchell", "rounds": "77", "boards": "10"}
    )
    assert refused.status_code == 422
    assert "has at most 5 rounds, not 77" in text(refused)
    assert 'value="77"' in text(refused)
    unknown = client.post(address("movement-draw", fresh), {"kind": "waltz"})
    assert unknown.status_code == 422
    assert not fresh.rounds.exists()


def test_who_needs_to_stay_seated_gets_a_seat_that_stays(client: Client, fresh: Event) -> None:
    fresh.entries.filter(number=8).update(stays_seated=True)
    done = client.post(address("movement-draw", fresh), {"kind": "mitchell", "boards": "10"}, follow=True)
    number = fresh.entries.get(stays_seated=True).number
    assert number <= 5, "North-South keep their table"
    assert "2 pairs have other numbers now" in text(done)


def test_an_own_movement_is_proved_first(client: Client, fresh: Event) -> None:
    fits = build("mitchell", 9, 10).to_json()
    twice = Movement("own", "own", 9, 1, ((Seating(1, 1, 2, (1,)), Seating(2, 1, 3, (1,))),)).to_json()
    for value, words in (
        (twice, "is seated at 2 tables"),
        ({"rounds": 5}, "must be a list"),
        ([], "JSON object"),
    ):
        file = SimpleUploadedFile("m.json", json.dumps(value).encode())
        refused = client.post(address("movement-own", fresh), {"file": file})
        assert refused.status_code == 422
        assert words in text(refused)
    broken = client.post(address("movement-own", fresh), {"file": SimpleUploadedFile("m.json", b"\x00{")})
    assert broken.status_code == 422
    file = SimpleUploadedFile("m.json", json.dumps(fits).encode())
    assert client.post(address("movement-own", fresh), {"file": file}).status_code == 302
    assert fresh.rounds.count() == 5


def test_a_draw_without_results_can_be_taken_out(client: Client, drawn: Event) -> None:
    assert address("movement-remove", drawn) in drawn_deeds(text(client.get(address("movement", drawn))))
    client.post(address("movement-remove", drawn))
    assert not drawn.rounds.exists()


def test_a_draw_with_results_stays_and_both_ways_out_are_said(client: Client, drawn: Event) -> None:
    open_round(drawn.pk, 1, ACTOR)
    enter(drawn, 1, 1, 1, "7 6 5 7")
    assert address("movement-remove", drawn) not in drawn_deeds(text(client.get(address("movement", drawn))))
    refused = client.post(address("movement-remove", drawn))
    assert refused.status_code == 409
    assert "amend it, or take all results back first" in text(refused)
    assert client.post(address("movement-draw", drawn), {"kind": "howell"}).status_code == 409
    assert drawn.rounds.count() == 5


def test_rounds_are_opened_closed_and_opened_again(client: Client, drawn: Event) -> None:
    turn = address("movement-round", drawn, 1)
    assert client.post(turn, {"deed": "open"}).headers["Location"].endswith("?round=1")
    assert drawn.rounds.get(number=1).status == RoundStatus.OPEN
    refused = client.post(turn, {"deed": "close", "reason": ""})
    assert refused.status_code == 422
    assert "No result yet: round 1, table 1, board 1." in text(refused)
    client.post(turn, {"deed": "close", "reason": "the rain came in"})
    assert drawn.rounds.get(number=1).status == RoundStatus.CLOSED
    assert client.post(turn, {"deed": "open", "reason": ""}).status_code == 422
    client.post(turn, {"deed": "open", "reason": "a slip turned up"})
    assert drawn.rounds.get(number=1).status == RoundStatus.OPEN
    early = client.post(address("movement-round", drawn, 4), {"deed": "open"})
    assert early.status_code == 422
    assert "Open round 2 before round 4" in text(early)
    assert early.context["shown"].number == 4


def test_who_sits_where_in_each_round(client: Client, drawn: Event) -> None:
    shown = client.get(address("movement", drawn), {"round": "2"})
    seats = {(seat.table, seat.ns.number, seat.ew.number, seat.boards) for seat in shown.context["tables"]}
    assert (2, 2, 6, "5–6") in seats
    assert [entry.number for entry in shown.context["sitting_out"]] == [1]
    path = client.get(address("movement", drawn), {"pair": "6"}).context["path"]
    assert [seat.table for _, seat in path] == [1, 2, 3, 4, 5]
    whole = client.get(address("movement", drawn), {"whole": ""}).context["grid"]
    assert len(whole["rows"]) == 5
    for junk in ({"round": "x"}, {"pair": "999"}, {"round": "99", "pair": "²"}):
        assert client.get(address("movement", drawn), junk).status_code == 200


def test_a_director_who_plays_is_shown_the_draw_when_play_begins(client: Client, drawn: Event) -> None:
    director = User.objects.get(pk=client.session["_auth_user_id"])
    seat_person(drawn, 3, director)
    hidden = client.get(address("movement", drawn), {"pair": "3", "whole": ""})
    assert "tables" not in hidden.context
    assert "North 5" not in text(hidden).split("datalist")[0]
    assert client.get(address("movement-change", drawn), {"what": "drop", "rounds": "5"}).status_code == 302
    open_round(drawn.pk, 1, ACTOR)
    assert client.get(address("movement", drawn)).context["tables"]


def test_a_final_event_offers_no_deed(client: Client, drawn: Event) -> None:
    Event.objects.filter(pk=drawn.pk).update(status=EventStatus.FINAL)
    shown = client.get(address("movement", drawn))
    assert "asking" in shown.context
    assert not shown.context["asking"]
    assert drawn_deeds(text(shown)) == []
    assert client.post(address("movement-round", drawn, 1), {"deed": "open"}).status_code == 422


def test_a_teams_event_has_no_movement(client: Client, teams: Event, team_director: User) -> None:
    for name, how in (("movement", client.get), ("movement-change", client.get)):
        assert how(address(name, teams)).status_code == 302
    assert client.post(address("movement-draw", teams), {"kind": "mitchell"}).status_code == 302


def test_nobody_but_directors_comes_here(client: Client, drawn: Event) -> None:
    deeds = [address(f"movement-{name}", drawn) for name in ("draw", "own", "remove")]
    deeds.append(address("movement-round", drawn, 1))
    sign_in(client, drawn.tournament.club, Role.SCORER)
    assert client.get(address("movement", drawn)).status_code == 403
    assert client.get(address("movement-change", drawn)).status_code == 403
    assert {client.post(deed).status_code for deed in deeds} == {403}
    assert {client.get(deed).status_code for deed in deeds} == {405}, "a look changes nothing"
