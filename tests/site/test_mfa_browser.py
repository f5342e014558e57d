"""Second steps in a real browser: an authenticator app, recovery codes, and a passkey (the browser's virtual one)."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from axe_core_python.sync_playwright import Axe
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import CDPSession, ConsoleMessage, Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSWORD = "spades are trumps"


@pytest.fixture
def complaints(page: Page) -> Iterator[None]:
    """The browser has nothing to say against any page that the test shows."""
    found: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            found.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(str(error)))
    yield
    assert found == []


@pytest.fixture
def dora(complaints: None) -> User:
    return User.objects.create_user("dora", "dora@example.org", PASSWORD)


@pytest.fixture
def authenticator(page: Page) -> CDPSession:
    """A security key in the machine that always says yes."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session


def open_page(page: Page, live_server: LiveServer, path: str) -> None:
    page.goto(f"{live_server.url}/accounts/{path}")


def type_name(page: Page) -> None:
    """Into the first field, which has the focus: as soon as the page is drawn, not as soon as it is loaded."""
    expect(page.locator("#id_login")).to_be_focused()
    page.keyboard.type("dora")


def type_password(page: Page) -> None:
    """Sign in, with the keyboard alone."""
    type_name(page)
    page.keyboard.press("Tab")
    expect(page.locator("#id_password")).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")


def sign_in(page: Page, live_server: LiveServer, wanted: str = "/accounts/second-step/") -> None:
    open_page(page, live_server, f"login/?next={wanted}")
    type_password(page)
    page.wait_for_url(lambda url: "/login/" not in url)


def sign_out(page: Page, live_server: LiveServer) -> None:
    open_page(page, live_server, "logout/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{live_server.url}/")


def show_who_one_is(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def code_of(secret: str) -> str:
    """The newest code that is good, and stays so for a minute. What was used before is forgotten."""
    cache.clear()
    return format_hotp_value(hotp_value(secret, max(yield_hotp_counters_from_time())))


def add_passkey(page: Page, live_server: LiveServer) -> None:
    sign_in(page, live_server)
    page.get_by_role("link", name="Add a passkey").click()
    show_who_one_is(page)
    page.get_by_label("Name").fill("Club laptop")
    page.get_by_role("button", name="Make the passkey").click()
    page.wait_for_url("**/recovery-codes/")


def test_an_app_is_set_up_and_asked_for(page: Page, live_server: LiveServer, dora: User) -> None:
    sign_in(page, live_server)
    page.get_by_role("link", name="Set one up").click()
    show_who_one_is(page)
    secret = page.locator(".account-key").inner_text()
    page.wait_for_load_state()
    assert page.locator("img.account-qr").evaluate("image => image.naturalWidth") > 0
    page.get_by_label("Authenticator code").fill("000000")
    page.get_by_role("button", name="Ask for it from now on").click()
    page.get_by_text("This code is wrong").wait_for()
    assert page.locator(".account-key").inner_text() == secret
    page.get_by_label("Authenticator code").fill(code_of(secret))
    page.get_by_role("button", name="Ask for it from now on").click()
    page.wait_for_url("**/recovery-codes/")
    codes = page.locator(".account-codes li").all_inner_texts()
    assert len(codes) == 10

    sign_out(page, live_server)
    sign_in(page, live_server, "/admin/")
    assert "/second-step/authenticate/" in page.url
    page.get_by_label("Code").fill(code_of(secret))
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{live_server.url}/admin/**")

    sign_out(page, live_server)
    for _ in range(2):  # a recovery code works once
        sign_in(page, live_server)
        page.get_by_label("Code").fill(codes[0])
        page.get_by_role("button", name="Sign in").click()
        if _ == 0:
            page.wait_for_url(f"{live_server.url}/accounts/second-step/")
            sign_out(page, live_server)
    page.get_by_text("This code is wrong").wait_for()


def test_a_passkey_lets_in_alone_and_back_to_the_page(
    page: Page, live_server: LiveServer, dora: User, authenticator: CDPSession
) -> None:
    add_passkey(page, live_server)
    assert Authenticator.objects.get(type="webauthn").wrap().name == "Club laptop"
    sign_out(page, live_server)
    open_page(page, live_server, "login/?next=/accounts/email/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{live_server.url}/accounts/email/")
    expect(page.locator(".crumb").last).to_have_text("dora")


def test_a_passkey_is_a_second_step_too_and_can_be_removed(
    page: Page, live_server: LiveServer, dora: User, authenticator: CDPSession
) -> None:
    add_passkey(page, live_server)
    sign_out(page, live_server)
    sign_in(page, live_server)
    assert "/second-step/authenticate/" in page.url
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{live_server.url}/accounts/second-step/")
    page.get_by_role("link", name="See passkeys").click()
    page.get_by_role("link", name="Remove Club laptop").click()
    show_who_one_is(page)
    page.get_by_role("button", name="Remove the passkey").click()
    page.get_by_text("You have no passkey.").wait_for()
    sign_out(page, live_server)
    sign_in(page, live_server)
    page.wait_for_url(f"{live_server.url}/accounts/second-step/")


def test_without_a_passkey_here_a_sentence_says_so(
    page: Page, live_server: LiveServer, dora: User, authenticator: CDPSession
) -> None:
    open_page(page, live_server, "login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("no passkey was chosen").wait_for()


def test_at_a_bare_address_a_sentence_says_that_passkeys_do_not_work(
    page: Page, live_server: LiveServer, dora: User
) -> None:
    page.goto(f"{live_server.url.replace('localhost', '127.0.0.1')}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("knows no passkeys here").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1440])
def test_the_pages_are_readable_for_everybody(
    page: Page, live_server: LiveServer, dora: User, width: int, scheme: Any
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.add_init_script("document.addEventListener('animationstart', e => e.preventDefault())")

    def check() -> None:
        page.wait_for_load_state()
        found = Axe().run(page)["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == [], page.url
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url

    open_page(page, live_server, "login/")
    type_name(page)
    page.keyboard.press("Enter")  # the browser asks for the password
    check()
    for path in ("password/reset/", "password/reset/sent/", "invitation/none/"):
        open_page(page, live_server, path)
        check()
    sign_in(page, live_server)
    check()
    page.get_by_role("link", name="Set one up").click()
    expect(page.get_by_label("Password")).to_be_visible()
    check()
    show_who_one_is(page)
    page.get_by_label("Authenticator code").fill("1")
    page.keyboard.press("Enter")
    page.get_by_text("This code is wrong").wait_for()
    check()
    for path in ("email/", "password/", "second-step/webauthn/add/", "second-step/webauthn/", "logout/"):
        open_page(page, live_server, path)
        check()
