"""Somebody impatient and a passkey, in a real browser: the server knows only the challenge that it gave last."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import CDPSession, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.site import test_mfa_browser as mfa

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

complaints = mfa.complaints
dora = mfa.dora
authenticator = mfa.authenticator


def test_clicks_while_the_passkey_is_asked_for_or_sent_ask_for_none_again(
    page: Page, live_server: LiveServer, dora: User, authenticator: CDPSession
) -> None:
    mfa.add_passkey(page, live_server)
    mfa.sign_out(page, live_server)
    mfa.open_page(page, live_server, "login/?next=/accounts/email/")
    address = f"{live_server.url}{reverse('mfa_login_webauthn')}"
    sent: list[str] = []
    held: list[Route] = []
    waits = True

    def hear(request: Request) -> None:
        if request.url == address:
            sent.append(request.method)

    def hold(route: Route) -> None:
        if waits and route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.on("request", hear)
    page.route(address, hold)
    button = page.get_by_role("button", name="Sign in with a passkey")
    box = button.bounding_box()
    assert box is not None
    with page.expect_request(lambda request: request.method == "POST"):
        button.dblclick()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    waits = False
    for route in held:
        route.continue_()
    page.wait_for_url(f"{live_server.url}/accounts/email/")
    expect(page.locator(".crumb").last).to_have_text("dora")
    assert sent == ["GET", "POST"]
