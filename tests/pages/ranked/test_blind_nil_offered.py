"""A ranked table's page offers a blind nil to who may bid one, and says why others may not."""

import json
import re

import pytest

from tests.pages.ranked.table_phones import SEATS, Phone, sit_down
from tests.support.ranked_builders import enter, make_ranked
from tournaments.models import Game

pytestmark = pytest.mark.django_db

NS_100 = "10 10 3 3"
"""100 and 30."""
NS_71 = "7 8 5 5"
"""71 and 50."""


def form(phone: Phone, deal: int) -> str:
    return phone.page().split(f'id="enter-{deal}"')[1].split("</form>")[0]


def offered(phone: Phone, deal: int) -> str:
    """The seats whose list of bids for that deal has a blind nil."""
    there = form(phone, deal)
    lists = {seat: there.split(f'name="bid_{seat}"')[1].split("</select>")[0] for seat in SEATS}
    return "".join(seat for seat in SEATS if '<option value="B">' in lists[seat])


def lead(phone: Phone, deal: int) -> int | None:
    """What the entering script holds a blind nil against."""
    found = re.search(r'<script id="entry" type="application/json">(.*?)</script>', phone.page())
    assert found
    boards = json.loads(found[1])["boards"]
    return {board["board"]: board["lead"] for board in boards}[deal]


def test_a_blind_nil_is_offered_to_the_side_that_is_far_enough_behind() -> None:
    phone = sit_down(make_ranked())["N"]
    assert (offered(phone, 1), lead(phone, 1)) == ("", 0)
    assert "No blind nil: nobody is 100 points behind." in form(phone, 1)
    enter(Game.objects.get(), NS_100)
    assert (offered(phone, 2), lead(phone, 2)) == ("", 70)
    enter(Game.objects.get(), "5 6 8 7")  # 51, and 80 lost: 151 and −50
    assert (offered(phone, 3), lead(phone, 3)) == ("EW", 201)
    assert "No blind nil for North-South, who are not 100 points behind." in form(phone, 3)


def test_exactly_a_hundred_behind_is_behind() -> None:
    phone = sit_down(make_ranked(rules={"preset": "puzzle-pirates", "target": 300}))["E"]
    enter(Game.objects.get(), "3 3 10 10", "5 5 8 8")  # 30 and 100, then 50 and 80
    assert (offered(phone, 3), lead(phone, 3)) == ("NS", -100)


def test_an_earlier_deal_is_held_against_the_score_before_it() -> None:
    four = sit_down(make_ranked(rules={"preset": "puzzle-pirates", "target": 300}))
    assert four["N"].say("NS", NS_71).status_code == 302
    enter(Game.objects.get(), NS_100)  # 171 and 80
    assert (offered(four["E"], 1), lead(four["E"], 1)) == ("", 0)
    assert (offered(four["E"], 3), lead(four["E"], 3)) == ("", 91)


def test_a_blind_nil_that_stands_can_be_said_again() -> None:
    event = make_ranked(rules={"preset": "puzzle-pirates", "target": 300})
    four = sit_down(event)
    enter(Game.objects.get(), NS_100, NS_100)  # 200 and 60
    assert four["E"].say("EW", "4 4 B+5 0+9", deal=3).status_code == 302
    assert (offered(four["E"], 3), lead(four["E"], 3)) == ("NESW", None)


@pytest.mark.parametrize(
    ("rules", "seats"), [({"preset": "puzzle-pirates", "blind_nil": "on"}, "NESW"), ("standard", "")]
)
def test_rules_that_always_or_never_allow_it_need_no_word(rules: dict[str, object] | str, seats: str) -> None:
    chosen = rules if isinstance(rules, dict) else {"preset": rules, "target": 500}
    phone = sit_down(make_ranked(rules={"target": 500, **chosen}))["N"]
    assert offered(phone, 1) == seats
    assert "No blind nil" not in form(phone, 1)
