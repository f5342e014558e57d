"""A whole evening through the desk alone, in a real Chromium: from an empty club to results that are final twice.

Twenty-seven pairs, a late one in round 2, rounds entered from paper, a dispute, a fouled board, a penalty; then final,
open again, a correction, and final for good. Nothing is done but what a director does on these pages.
"""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import carry_over
from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import make_club, standings
from tournaments.models import Event, EventStatus, Result, ResultState, Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAIRS = 27
LINES = ("7 8 5 5", "7 6 5 7", "6 7 5 6", "8 8 4 5", "5 7 6 6")


@pytest.fixture
def desk(transactional_db: None, client: Client, live_server: LiveServer, page: Page) -> Iterator[Page]:
    """An owner of a club with nothing in it, at the desk's first page."""
    sign_in(client, make_club(), Role.OWNER)
    carry_over(client, page, live_server.url)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(live_server.url + reverse("desk:home"))
    yield page
    assert not faults


class Evening:
    """What a director does, in their words."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self._server = page, server
        self.event = Event()

    def go(self, name: str, *more: object) -> None:
        self.page.goto(self._server + reverse(f"desk:{name}", args=[self.event.pk, *more]))

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def said(self, words: str) -> None:
        expect(self.page.locator(".desk-said")).to_contain_text(words)

    def set_up(self) -> None:
        self.page.get_by_role("link", name="First tournament of").click()
        self.page.get_by_label("Name", exact=True).fill("Thursday")
        self.press("Make the tournament")
        self.page.get_by_role("link", name="New event").first.click()
        self.page.get_by_label("Name", exact=True).fill("Pairs night")
        self.page.get_by_label("Choose later, when it is known who plays").check()
        self.press("Make the event")
        self.said("is made")
        self.event = Event.objects.get()

    def type_pairs(self) -> None:
        self.go("entries")
        first = self.page.get_by_role("combobox", name="First player")
        for number in range(1, PAIRS + 1):
            expect(first).to_be_focused()
            for letter in "AB":
                self.page.keyboard.type(f"{letter}{number:02}")
                self.page.keyboard.press("Enter")
            expect(self.page.locator(f"#entry-{number}")).to_contain_text(f"A{number:02} & B{number:02}")
        expect(self.page.locator("#entries-count")).to_contain_text("27 pairs")

    def draw(self) -> None:
        self.go("boards")
        deal = self.page.get_by_role("region", name="Deal")
        deal.get_by_role("spinbutton").fill("14")
        deal.get_by_role("button", name="Deal").click()
        self.said("14 boards")
        self.go("movement")
        other = self.page.get_by_role("region", name="Another")
        other.get_by_label("Movement").select_option("mitchell")
        other.get_by_label("Rounds").fill("3")
        other.get_by_label("Boards a round").fill("1")
        other.get_by_role("button", name="Draw it").click()
        self.said("drawn")

    def open_round(self, number: int) -> None:
        self.go("event")
        self.press(f"Open round {number}")
        expect(self.page.get_by_text(f"Round {number} is open").first).to_be_visible()

    def close_round(self, number: int) -> None:
        self.go("event")
        self.press(f"Close round {number}")
        expect(self.page.get_by_text(f"Round {number} is closed").first).to_be_visible()

    def enter_round(self, number: int, tables: int) -> None:
        """Every slip, in the order of the tables, with the keyboard alone."""
        self.go("paper-round", number)
        expect(self.page.locator("#paper input:focus")).to_have_count(1)
        for place in range(tables):
            self.page.keyboard.type(LINES[(number + place) % len(LINES)])
            self.page.keyboard.press("Enter")
        expect(self.page.locator('tr[data-state="saved"]')).to_have_count(tables)

    def late_pair(self) -> None:
        """Comes for round 2, and takes the place nobody sits in."""
        self.go("movement")
        self.page.get_by_label("Who comes").focus()
        self.page.get_by_role("button", name="Show the ways").first.click()
        self.page.get_by_role("radio").first.check()
        self.page.get_by_label("First player").fill("Late Larry")
        self.page.get_by_label("Second player").fill("Late Lola")
        self.page.get_by_label("Reason").fill("Missed the bus.")
        self.press("Go on this way")
        self.said("28")

    def dispute(self, round_number: int) -> None:
        """A table disagrees with itself; the director calls it so, hears both, and rules."""
        result = Result.objects.filter(table__round__number=round_number).order_by("table__number").first()
        assert result is not None
        self.go("result", result.table_id, result.board)
        self.deed("Call it disputed", "They differ on the last trick.", "Save")
        self.go("event")
        expect(self.page.locator("#disputes")).to_contain_text("board")
        self.page.get_by_role("link", name="Rule the board otherwise").click()
        form = self.page.locator("#deed-bids")
        form.get_by_label("NS tricks").fill("9")
        form.get_by_label("EW tricks").fill("4")
        form.get_by_label("Reason").fill("Trick 13 was NS’s.")
        form.get_by_role("button", name="What would it change?").click()
        expect(self.page.locator("#effect")).to_contain_text("Nothing is saved yet")
        self.page.locator("#deed-bids").get_by_role("button", name="Do it").click()
        self.said("Saved")
        result.refresh_from_db()
        assert (result.ns_tricks, result.state) == ("9", ResultState.CONFIRMED)

    def deed(self, title: str, reason: str, button: str) -> None:
        part = self.page.locator(".ruling-deeds details").filter(has=self.page.get_by_text(title, exact=True))
        part.locator("summary").click()
        part.get_by_label("Reason").fill(reason)
        part.get_by_role("button", name=button).click()
        self.said("Saved")

    def foul(self) -> int:
        """A board that three tables have played was fouled before the last of them."""
        board = Result.objects.filter(table__round__number=3).values_list("board", flat=True).first()
        assert board is not None
        self.go("fouled", board)
        self.page.get_by_role("link", name="from round 3").first.click()
        self.page.wait_for_url(re.compile(r"\?from=3-"))  # the page before has the same fields
        self.page.get_by_label("Reason").fill("A card had changed hands.")
        self.press("Set the groups")
        self.said("have another group")
        return board

    def penalty(self) -> None:
        self.go("rulings")
        self.page.get_by_label("Pair", exact=True).fill("5")
        self.page.get_by_label("Amount").fill("2.5")
        self.page.get_by_label("Reason", exact=True).fill("Late for round 3.")
        self.press("Give it")
        expect(self.page.get_by_text("Late for round 3.")).to_be_visible()

    def correction(self) -> None:
        result = Result.objects.filter(table__round__number=2).order_by("-table__number").first()
        assert result is not None
        self.go("result", result.table_id, result.board)
        form = self.page.locator("#deed-bids")
        form.get_by_label("NS tricks").fill("5")
        form.get_by_label("EW tricks").fill("8")
        form.get_by_label("Reason").fill("Misread.")
        form.get_by_role("button", name="Save").click()
        self.said("Saved")

    def finalise(self) -> None:
        self.go("ending")
        expect(self.page.get_by_text("Nothing: every round is closed")).to_be_visible()
        self.press("Make it final")
        self.said("The event is final")

    def reopen(self) -> None:
        self.go("ending")
        self.page.get_by_label("Reason").fill("A slip was found.")
        self.press("Open for corrections again")
        self.said("open for corrections")


def test_a_whole_evening(desk: Page, live_server: LiveServer, settings: object, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path  # type: ignore[attr-defined]
    evening = Evening(desk, live_server.url)
    evening.set_up()
    evening.type_pairs()
    evening.draw()

    evening.open_round(1)
    evening.enter_round(1, 13)
    evening.close_round(1)

    evening.late_pair()
    evening.open_round(2)
    evening.enter_round(2, 14)
    evening.dispute(2)
    evening.close_round(2)
    evening.open_round(3)
    evening.enter_round(3, 14)
    evening.close_round(3)

    board = evening.foul()
    evening.penalty()
    evening.finalise()
    before = standings(evening.event)
    evening.reopen()
    evening.correction()
    evening.finalise()

    event = Event.objects.get()
    after = standings(event)
    assert event.status == EventStatus.FINAL
    assert event.entries.count() == PAIRS + 1
    assert Result.objects.filter(event=event).count() == 13 + 14 + 14
    assert set(Result.objects.filter(board=board).values_list("group", flat=True)) == {1, 2}
    assert before["lists"] != after["lists"]  # the correction tells
    assert event.log.filter(action="event.finalised").count() == 2
    assert event.log.filter(action="event.archived").count() == 2
    assert [penalty["amount"] for penalty in after["penalties"]] != []  # type: ignore[attr-defined]
    doors = set(event.log.exclude(action__startswith="event.archived").values_list("door", flat=True))
    assert doors == {"desk"}
