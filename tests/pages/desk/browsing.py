"""A person at the desk in a real Chromium: signed in as in the tests' client, or through the sign-in's own form."""

import re

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import Page, expect

PASSWORD = "a long enough password"
"""That of tests.support.event_builders.make_member."""
EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def carry_over(client: Client, page: Page, address: str) -> None:
    """Give the browser the session of the tests' client."""
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])


def end_sessions() -> None:
    """As if everybody's session had expired."""
    Session.objects.all().delete()


def sign_in(page: Page, user: User) -> None:
    """Fill in whatever page the sign-in is, by its labels."""
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    page.get_by_label(re.compile("user|login|e-mail", re.IGNORECASE)).first.fill(user.get_username())
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password", exact=True).press("Enter")
