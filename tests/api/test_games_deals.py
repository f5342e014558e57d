"""Deals of ranked games by the API: entered, corrected, recorded, taken back; who may, and which cards are told."""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.api.calls import BIDS, V1, Stage, faults_of
from tests.support.ranked_builders import EVEN, NS_MAKES, PHONE, play, words
from tournaments.models import Event
from tournaments.services.ranked.deals import say_deal

Call = Callable[[str], APIClient]
KEY = "5b1e0b52-0f6c-4b0e-9d06-2c1d8d7a1f10"


@pytest.fixture
def ranked(stage: Stage) -> Event:
    return stage.ranked


@pytest.fixture
def url(ranked: Event) -> str:
    return f"{V1}/events/{ranked.pk}/games"


def test_cards_are_told_of_deals_that_both_sides_agree_on(call: Call, ranked: Event, url: str) -> None:
    game = ranked.games.get(number=2)
    say_deal(game.pk, 2, "NS", words(EVEN), PHONE)

    first, second = call("scorer").get(f"{url}/2").json()["deals"]

    assert first["cards"].startswith("N:")
    assert second["cards"] is None
    assert call("director").get(f"{url}/2").json()["deals"][1]["cards"].startswith("N:")
    person = game.seats.get(seat="N").person
    person.user = ranked.tournament.club.memberships.get(role="director").user
    person.save()
    assert call("director").get(f"{url}/2").json()["deals"][1]["cards"] is None


def test_a_receipt_says_saved_and_the_same_key_gets_the_same(call: Call, url: str) -> None:
    scorer, place = call("scorer"), f"{url}/2/deals/2"

    first = scorer.put(place, BIDS, format="json", HTTP_IDEMPOTENCY_KEY=KEY)
    again = scorer.put(place, BIDS, format="json", HTTP_IDEMPOTENCY_KEY=KEY)
    other = scorer.put(place, {**BIDS, "ns_bid": "6"}, format="json", HTTP_IDEMPOTENCY_KEY=KEY)

    assert (first.status_code, first["ETag"]) == (201, '"1"')
    wanted = {"game": 2, "deal": 2, "version": 1, "state": "confirmed", "ns_score": 71, "ns_total": 141}
    assert wanted.items() <= first.json().items()
    assert again.json() == first.json()
    assert again["Idempotency-Replayed"] == "true"
    assert other.status_code == 409


def test_two_versions_of_a_deal_are_both_told(call: Call, url: str) -> None:
    scorer, place = call("scorer"), f"{url}/2/deals/1"
    correction = {**BIDS, "reason": "Miscounted.", "version": 1}
    assert scorer.put(place, correction, format="json").status_code == 200

    stale = scorer.put(place, {**correction, "ns_tricks": "7", "ew_tricks": "6"}, format="json")

    assert stale.status_code == 409
    versions = stale.json()["versions"]
    assert (versions["saved"]["ns_tricks"], versions["saved"]["version"]) == ("8", 2)
    assert (versions["yours"]["ns_tricks"], versions["yours"]["version"]) == ("7", 1)
    twice = scorer.put(place, BIDS, format="json")
    assert (twice.status_code, set(twice.json()["versions"])) == (409, {"saved", "yours"})
    by_header = scorer.put(place, {**BIDS, "reason": "No."}, format="json", HTTP_IF_MATCH='"2"')
    assert by_header.json()["version"] == 3


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({**BIDS, "ns_tricks": "7"}, {"ns_tricks": "tricks-sum"}),
        ({**BIDS, "ns_bid": "ten", "ew_tricks": "x"}, {"ns_bid": "notation", "ew_tricks": "notation"}),
        ({"ns_bid": "7"}, dict.fromkeys(("ns_tricks", "ew_bid", "ew_tricks"), "required")),
        ({}, dict.fromkeys(BIDS, "required")),
        ({**BIDS, "board": 1}, {"board": "unknown-key"}),
        ({**BIDS, "ns_bid": 7}, {"ns_bid": "invalid"}),
    ],
)
def test_all_faults_of_a_deal_are_told(call: Call, url: str, body: Any, faults: dict[str, str]) -> None:
    refused = call("scorer").put(f"{url}/2/deals/2", body, format="json")

    assert refused.status_code == 400
    assert faults_of(refused) == faults


def test_a_deal_comes_in_its_order_and_not_after_the_end(call: Call, url: str) -> None:
    scorer = call("scorer")

    gap = scorer.put(f"{url}/2/deals/3", BIDS, format="json")
    over = call("director").put(f"{url}/1/deals/4", BIDS, format="json")

    assert faults_of(gap) == {"number": "game-gap"}
    assert faults_of(over) == {"number": "game-over"}


def test_a_scorer_rules_nothing(call: Call, ranked: Event, url: str) -> None:
    scorer, game = call("scorer"), ranked.games.get(number=2)
    say_deal(game.pk, 2, "NS", words(EVEN), PHONE)
    say_deal(game.pk, 2, "EW", words(NS_MAKES), PHONE)
    ruling = {**BIDS, "version": 2, "reason": "Ruled."}

    assert scorer.put(f"{url}/2/deals/2", ruling, format="json").status_code == 403
    assert scorer.put(f"{url}/1/deals/1", {**ruling, "version": 1}, format="json").status_code == 403
    assert call("director").put(f"{url}/2/deals/2", ruling, format="json").status_code == 200


def played() -> str:
    """Each seat holds a suit: N spades, E hearts, S diamonds, W clubs; whatever is led, N takes it."""
    ranks = "AKQJT98765432"
    leaders = ["E"] + ["N"] * 12
    seats, suits = "NESW", "SHDC"
    lines = []
    for leader, rank in zip(leaders, ranks, strict=True):
        order = [seats[(seats.index(leader) + step) % 4] for step in range(4)]
        lines.append(f"{leader}: " + " ".join(f"{suits[seats.index(seat)]}{rank}" for seat in order))
    return "\n".join(["bids: 13 N N N", *lines])


def test_a_recorded_play_says_what_was_bid_and_taken(call: Call, ranked: Event) -> None:
    ranked.ranked.dealing = "hand"
    ranked.ranked.save()
    game = play(ranked, 12, ("Pa", "Qi", "Ro", "Su"))
    place = f"{V1}/events/{ranked.pk}/games/{game.number}/deals/1"

    entered = call("scorer").put(place, {"play": played()}, format="json")

    assert entered.status_code == 201, entered.content
    stored = game.deals.get()
    assert (stored.ns_bid, stored.ns_tricks, stored.ew_bid) == ("13+N", "13+0", "N+N")
    assert entered.json()["findings"] == []
    shown = call("").get(place.removesuffix("/deals/1")).json()["deals"][0]
    assert shown["play"] == played()


def test_irregularities_of_a_recorded_play_are_told_with_the_receipt(call: Call, ranked: Event) -> None:
    ranked.ranked.dealing = "hand"
    ranked.ranked.save()
    game = play(ranked, 12, ("Pa", "Qi", "Ro", "Su"))
    wrong_lead = played().replace("E: HA DA CA SA", "N: SA HA DA CA")

    entered = call("scorer").put(
        f"{V1}/events/{ranked.pk}/games/{game.number}/deals/1", {"play": wrong_lead}, format="json"
    )

    assert entered.status_code == 201, entered.content
    assert "lead-out-of-turn" in [finding["code"] for finding in entered.json()["findings"]]


def test_a_record_is_not_held_against_cards_that_its_sender_may_not_see(call: Call, url: str) -> None:
    probe = {"play": played()}

    told = call("director").put(f"{url}/2/deals/2", probe, format="json")
    assert "play-not-held" in {fault["code"] for fault in told.json()["faults"]}
    entered = call("scorer").put(f"{url}/2/deals/2", probe, format="json")
    assert "play-not-held" not in entered.content.decode()


def test_the_last_deal_is_taken_back(call: Call, url: str) -> None:
    director = call("director")

    refused = director.delete(f"{url}/1/deals/1?version=1&reason=wrong")
    taken = director.delete(f"{url}/1/deals/3?version=1&reason=wrong")

    assert faults_of(refused) == {"number": "not-the-last-deal"}
    assert faults_of(director.delete(f"{url}/1/deals/2?reason=wrong")) == {"": "version-missing"}
    assert (taken.json()["status"], len(taken.json()["deals"])) == ("playing", 2)
