"""Thumbs on the table page: what a player taps, by the names that are read aloud."""

from collections.abc import Callable

from playwright.sync_api import Page

SOON = 20_000
"""Milliseconds: a page asks every 2.5 s at most, and a little more rarely after a failure."""
LATER = 60_000
THE_TAP_BEFORE = (
    "for (const name of ['pointerup', 'pointerdown']) document.dispatchEvent(new PointerEvent(name))"
)
"""A finger was lifted just before the one that is down: what waits for the former's tap has not run yet."""
LOOK_NOW = "document.dispatchEvent(new Event('visibilitychange'))"
"""As when somebody comes back to the page: it asks at once, and sends what waits."""
Opener = Callable[..., Page]


def board(page: Page, number: int) -> None:
    page.get_by_role("listitem").get_by_role("link", name=f"Board {number}").click()


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def bid_and_take(page: Page, bids: str, *tricks: str) -> None:
    """Tap four bids (N E S W, "N" for nil) and the tricks that are asked for."""
    tap(page, *("Nil" if bid == "N" else bid for bid in bids.split()), *tricks)


def send(page: Page) -> None:
    tap(page, "Send")
