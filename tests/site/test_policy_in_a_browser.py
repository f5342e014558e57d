"""The Content-Security-Policy in a real browser: nothing of ours runs into it, and it does stop what it must."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser has to say against the pages it is shown."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_our_pages_keep_to_it(page: Page, live_server: LiveServer, complaints: list[str]) -> None:
    page.goto(live_server.url)
    page.wait_for_load_state("networkidle")
    assert complaints == []


def test_the_admin_works_under_its_own(page: Page, live_server: LiveServer, complaints: list[str]) -> None:
    get_user_model().objects.create_superuser(username="chief", password="a password")
    page.goto(f"{live_server.url}/admin/")
    page.fill("input[name=login]", "chief")
    page.fill("input[name=password]", "a password")
    page.locator("input[name=password]").press("Enter")
    page.wait_for_url(f"{live_server.url}/admin/")
    page.wait_for_load_state("networkidle")
    assert complaints == []


def test_an_inline_script_does_not_run(page: Page, live_server: LiveServer, complaints: list[str]) -> None:
    page.goto(live_server.url)
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate("""() => {
            const script = document.createElement('script');
            script.textContent = 'window.injected = true';
            document.body.append(script);
        }""")
    assert page.evaluate("window.injected") is None
    assert "Content Security Policy" in "".join(complaints)
