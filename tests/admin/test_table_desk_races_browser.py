"""The desk of the admin in a real Chromium: an answer that was overtaken, and one that comes while somebody presses."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.admin.pages import change_url, sign_in
from tests.admin.table_desk import desk_url, differ
from tests.pages.held_answers import COUNT_WHAT_IS_READ, NOW, Held, has_read
from tests.support.event_builders import ACTOR
from tournaments.models import Event, EventStatus, Result, Role, Table
from tournaments.services.calls import call_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(
    transactional_db: None, event: Event, client: Client, live_server: LiveServer, page: Page
) -> Iterator[Page]:
    Event.objects.filter(pk=event.pk).update(status=EventStatus.RUNNING)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    differ(event, 1)
    page.clock.set_fixed_time(NOW)
    page.goto(live_server.url + change_url(event))
    yield page
    assert not faults


def test_an_answer_comes_neither_over_a_later_one_nor_under_a_finger(event: Event, desk: Page) -> None:
    tables = Table.objects.filter(round__event=event).order_by("number")
    held = Held(desk, re.compile(re.escape(desk_url(event)) + "$"))
    desk.evaluate(COUNT_WHAT_IS_READ)
    late = held.look()
    as_it_was = late.fetch()
    call_director(event.pk, tables[1], ACTOR, "revoke")
    held.look().continue_()
    calls = desk.locator("#desk-calls")
    expect(calls).to_contain_text("revoke")
    late.fulfill(response=as_it_was)
    has_read(desk, 2)
    expect(calls).to_contain_text("revoke")

    desk.locator("#desk-disputes input[name=reason]").fill("they counted")
    asked = held.look()
    call_director(event.pk, tables[2], ACTOR, "a card too many")
    desk.get_by_role("button", name="EW’s word").hover()
    desk.mouse.down()
    asked.continue_()
    has_read(desk, 3)
    expect(calls).not_to_contain_text("a card too many")
    desk.mouse.up()
    expect(desk.locator("#desk-disputes")).to_contain_text("None.")
    assert Result.objects.get().ns_tricks == "7"


def test_answers_that_never_come_are_given_up(event: Event, desk: Page) -> None:
    """A browser has few connections: questions that hang would leave none to go on with."""
    desk.evaluate(
        """() => {
            const real = AbortSignal.timeout;
            AbortSignal.timeout = (longest) => real.call(AbortSignal, longest / 25);
        }"""
    )
    held = Held(desk, re.compile(re.escape(desk_url(event)) + "$"))
    with desk.expect_event("requestfailed", lambda request: request.url.endswith(desk_url(event))):
        held.look()
