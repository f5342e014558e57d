"""A page's requests held back: a test says in which order they are answered, and knows when the page has read one."""

import time
from datetime import UTC, datetime
from re import Pattern

from playwright.sync_api import Page, Route, expect

from tests.pages.table_taps import LOOK_NOW

NOW = datetime(2026, 3, 5, 19, 30, tzinfo=UTC)
"""Where a page's clock is fixed at this (`page.clock.set_fixed_time`), a finger is down for no time at all: what holds
for three seconds at most holds on a slow machine, too."""
COUNT_WHAT_IS_READ = """() => {
    const text = Response.prototype.text;
    Response.prototype.text = async function () {
        const body = await text.call(this);
        setTimeout(() => (document.body.dataset.read = Number(document.body.dataset.read ?? 0) + 1));
        return body;
    };
}"""
"""From here on: whoever waited for the body has it when it is counted."""


class Held:
    """Every request to such an address, of one method or of any, from now on, until it is taken."""

    def __init__(self, page: Page, address: str | Pattern[str], method: str = "") -> None:
        self._page = page
        self._address = address
        self._method = method
        self._routes: list[Route] = []
        self._is_over = False
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self._is_over or self._method not in ("", route.request.method):
            route.fallback()
        else:
            self._routes.append(route)

    def __len__(self) -> int:
        return len(self._routes)

    def take(self) -> Route:
        """The latest that is held, once there is one."""
        return self._take(-1)

    def first(self) -> Route:
        """The one that has been held longest, once there is one."""
        return self._take(0)

    def _take(self, place: int) -> Route:
        end = time.monotonic() + 30
        while not self._routes:
            assert time.monotonic() < end, "nothing was asked for"
            self._page.wait_for_timeout(20)
        return self._routes.pop(place)

    def look(self) -> Route:
        """The page asks now, if it has not just done so by itself: that request.

        On a page that asks one thing at a time, what it asked before it was held is answered by then.
        """
        if not self._routes:
            self._page.evaluate(LOOK_NOW)
        return self.take()

    def end(self, *taken: Route) -> None:
        """What was taken, what is held, and what is asked for from now on, goes its way."""
        self._is_over = True
        for route in (*taken, *self._routes):
            route.continue_()
        self._routes.clear()
        self._page.unroute(
            self._address, self._hold
        )  # lets go of what it finds: nothing may be held any more


def has_read(page: Page, count: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-read", str(count))
