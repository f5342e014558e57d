"""docs/api.md tells of addresses that there are, and the page that shows the description works in a browser."""

import re
from pathlib import Path

import pytest
from django.urls import resolve
from playwright.sync_api import Page

from tests.api.calls import V1
from tournaments.api.views.base import NoSuchAddress

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


def test_every_address_in_the_guide_is_there() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    told = set(re.findall(r"\$HOST/api/v1(/[^\s\"'?]*)", text))
    told |= set(re.findall(r"^api [A-Z]+ (/\S+)", text, flags=re.MULTILINE))
    assert len(told) > 12
    for path in told:
        view = resolve(V1 + re.sub(r"\$[A-Z]", "1", path)).func
        assert view.view_class is not NoSuchAddress, path


def test_the_guide_names_no_other_host() -> None:
    assert set(re.findall(r"https?://([^/\s:]+)", GUIDE.read_text(encoding="utf-8"))) == {"127.0.0.1"}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_loads_under_the_policy(live_server: object, page: Page) -> None:
    """No inline script runs under our Content-Security-Policy, and nothing comes from elsewhere."""
    told: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{live_server}/api/v1/docs")
    page.get_by_text("Enter a result", exact=True).wait_for(timeout=60_000)
    assert all(url.startswith((str(live_server), "data:")) for url in asked)
    assert not [line for line in told if "script" in line.lower()], told
