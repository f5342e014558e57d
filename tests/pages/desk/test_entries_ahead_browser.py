"""Hands are faster than answers: what is typed while the desk waits for one goes where it was meant."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.pages.desk.browsing import carry_over
from tests.pages.desk.conftest import sign_in
from tests.support.event_builders import make_event
from tournaments.models import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_three_pairs_typed_without_looking_while_every_answer_is_slow(
    transactional_db: None, client: Client, live_server: LiveServer, page: Page
) -> None:
    event = make_event(pairs=0)
    sign_in(client, event.tournament.club, Role.DIRECTOR)
    carry_over(client, page, live_server.url)

    def slowly(route: Route) -> None:
        answer = route.fetch()
        page.wait_for_timeout(400)
        route.fulfill(response=answer)

    page.goto(live_server.url + reverse("desk:entries", args=[event.pk]))
    expect(page.get_by_role("combobox", name="First player")).to_be_focused()
    page.route("**/entries/**", slowly)
    for name in ("A1", "B1", "Ann", "Bob", "C3", "Dan"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#entry-3")).to_contain_text("C3 & Dan", timeout=20_000)
    names = list(event.entries.order_by("number").values_list("name", flat=True))
    assert names == ["A1 & B1", "Ann & Bob", "C3 & Dan"]
