"""The desk in a real Chromium: it shows what tables want as it comes, and leaves alone what is being typed."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.admin.pages import change_url, sign_in
from tests.admin.table_desk import cards_url, differ
from tests.support.event_builders import ACTOR
from tournaments.models import Event, EventStatus, Result, ResultState, Role, Table
from tournaments.services.calls import call_director
from tournaments.services.clock import start_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 20_000
"""Milliseconds: the desk asks every 5 s."""


@pytest.fixture
def desk(
    transactional_db: None, event: Event, client: Client, live_server: LiveServer, page: Page
) -> Iterator[Page]:
    """The event's page before its director; a script's error or a breach of the policy fails the test."""
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    assert User.objects.exists()
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    differ(event, 1)
    start_clock(event.pk, 1, 20, ACTOR)
    page.goto(live_server.url + change_url(event))
    yield page
    assert not complaints


def table_of(event: Event, number: int) -> Table:
    return Table.objects.get(round__event=event, number=number)


def test_a_call_comes_in_beside_a_reason_half_typed(event: Event, desk: Page) -> None:
    reason = desk.locator("#desk-disputes input[name=reason]")
    reason.fill("they counted")
    before = desk.locator("[role=timer]").inner_text()
    call_director(event.pk, table_of(event, 2), ACTOR, "<b>revoke</b>")
    calls = desk.locator("#desk-calls")
    expect(calls).to_contain_text("<b>revoke</b>", timeout=SOON)
    expect(calls.locator(".director-count")).to_have_text("1")
    expect(reason).to_have_value("they counted")
    expect(reason).to_be_focused()
    expect(desk.locator("[role=timer]")).not_to_have_text(before)
    order = desk.locator("#desk > section").evaluate_all("parts => parts.map(part => part.id)")
    assert order == ["desk-clock", "desk-calls", "desk-disputes", "desk-late"]
    calls.get_by_role("button").click()
    expect(desk.locator("#desk-calls")).to_contain_text("No table calls.")


def test_enter_in_the_reason_chooses_no_side(event: Event, desk: Page) -> None:
    reason = desk.locator("#desk-disputes input[name=reason]")
    reason.fill("they counted")
    reason.press("Enter")
    desk.wait_for_timeout(500)
    assert Result.objects.get().state == ResultState.DISPUTED
    desk.get_by_role("button", name="EW’s word").click()
    expect(desk.locator("#desk-disputes")).to_contain_text("None.")
    assert Result.objects.get().ns_tricks == "7"


@pytest.mark.parametrize("width", [390, 1440])
def test_everybody_can_use_it(event: Event, desk: Page, live_server: LiveServer, width: int) -> None:
    call_director(event.pk, table_of(event, 2), ACTOR, "x" * 200)
    desk.set_viewport_size({"width": width, "height": 900})
    for address in (change_url(event), cards_url(event)):
        desk.goto(live_server.url + address)
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
        scope = "#desk" if "cards" not in address else "#main, main"
        found = Axe().run(desk, scope) if desk.locator(scope).count() else {"violations": []}
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]] == []
