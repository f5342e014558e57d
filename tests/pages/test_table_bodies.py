"""What a phone sends is read strictly, and what no database can hold is refused in words."""

import pytest

from tests.pages.table_calls import Phone, entry, phone_at
from tests.support.event_builders import four_tables, make_event
from tournaments.models import Claim, Result, Sitting

pytestmark = pytest.mark.django_db
HALF = "\ud800"
"""Half a character: JSON can carry it, UTF-8 cannot."""


@pytest.fixture
def phone() -> Phone:
    event = make_event(pairs=8)
    four_tables(event)
    return phone_at(event)


@pytest.mark.parametrize("name", ["key", "entered_at", "side", "ns_bid", "ew_tricks"])
def test_half_a_character_is_refused(phone: Phone, name: str) -> None:
    response = phone.post("entries", {**entry("NS"), name: f"7{HALF}"[-2:]})
    assert response.status_code == 400
    assert [fault["path"] for fault in response.json()["faults"]] == [name]
    assert not Claim.objects.exists()
    assert not Result.objects.exists()


def test_half_a_character_is_no_key_to_take_back_with(phone: Phone) -> None:
    phone.enter("NS")
    body = {"side": "NS", "round": 1, "board": 1, "version": 1, "key": HALF}
    assert phone.post("take-back", body).status_code == 400
    assert phone.post("call", {"note": HALF}).status_code == 400


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "name", ["\u200d", "\u200c\u200d ", "\u3164", "\u2800\u115f", HALF, "\u202eanna", "\u200b"]
)
def test_a_name_that_shows_nothing_is_none(phone: Phone, name: str) -> None:
    response = phone.post("sitting", {"round": 1, "players": {"N": name}})
    assert response.status_code == 400
    assert response.json()["faults"][0]["path"] == "players.N"
    assert not Sitting.objects.exists()


@pytest.mark.parametrize("name", ["नी\u200dला", "👩\u200d👧", "<script>", "a" * 200])
def test_other_names_are_kept_as_they_are(phone: Phone, name: str) -> None:
    response = phone.post("sitting", {"round": 1, "players": {"N": name}})
    assert response.json()["players"]["N"] == name
    assert phone.state()["players"]["N"] == name


def test_an_entry_says_for_which_pairs_it_is(phone: Phone) -> None:
    assert phone.enter("NS", ns=1, ew=5, key="a").status_code == 200
    response = phone.enter("NS", board=2, ns=5, ew=1, key="b")
    assert (response.status_code, response.json()["faults"][0]["code"]) == (409, "other-pairs")
    for wrong in ("1", 0, -1, True, 1.5, [1]):
        assert phone.post("entries", {**entry("NS", board=2), "ns": wrong}).status_code == 400, wrong
    assert Result.objects.count() == 1


def test_a_tapped_side_says_nothing_new_about_who_sits(phone: Phone) -> None:
    phone.post("sitting", {"round": 1, "players": {"N": "Nora"}, "turned": True})
    response = phone.post("sitting", {"round": 1, "players": {}, "turned": False, "as_shown": True})
    assert (response.status_code, response.json()["turned"], response.json()["players"]["N"]) == (
        200,
        True,
        "Nora",
    )
    assert phone.post("sitting", {"round": 1, "as_shown": 1}).status_code == 400
