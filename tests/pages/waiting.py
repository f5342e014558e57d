"""What a test waits for in Chromium where Playwright's own waiting sees nothing, or may not look."""

import re
import time
from datetime import UTC, datetime
from typing import Final

from playwright.sync_api import Page, expect

ASKS: Final = re.compile(r"[?&]live")
"""A page's question for its moving part, and no script of that name."""
AT_MOST: Final = 30.0
"""Seconds."""


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true there; the policy forbids what Playwright's own way needs."""
    end = time.monotonic() + AT_MOST
    while not page.evaluate(expression):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(50)


def settled(page: Page) -> None:
    """What htmx put in stands: a moment after that it works, has the focus, and gets the keys that were held back."""
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)
    page.evaluate("new Promise((done) => setTimeout(done))")


def still_clock(page: Page) -> None:
    """Of the pages opened from here on: their time passes as `page.clock` lets it, and not by itself."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)


def stop_time(page: Page) -> None:
    """A finger holds a page for three seconds at most (under_finger.js): from here on they do not pass."""
    page.clock.set_fixed_time(datetime.now(UTC))
