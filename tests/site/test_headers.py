"""Every answer says what its page may do."""

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from tournaments.site.headers import SITE_POLICY, content_security_policy

pytestmark = pytest.mark.django_db


def test_pages_run_no_inline_script(client: Client) -> None:
    policy = client.get("/healthz").headers["Content-Security-Policy"]
    assert policy == SITE_POLICY
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy


def test_an_address_that_does_not_exist_has_the_strict_policy_too(client: Client) -> None:
    assert client.get("/no/such/page").headers["Content-Security-Policy"] == SITE_POLICY


def test_the_admin_alone_has_the_looser_policy(client: Client) -> None:
    policy = client.get("/admin/login/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-inline' 'unsafe-eval'" in policy
    assert "default-src 'none'" in policy


def test_a_views_own_policy_stays() -> None:
    own = content_security_policy(
        lambda request: HttpResponse(headers={"Content-Security-Policy": "sandbox"})
    )
    assert own(RequestFactory().get("/")).headers["Content-Security-Policy"] == "sandbox"


def test_answers_cannot_be_framed_sniffed_or_followed_by_address(client: Client) -> None:
    headers = client.get("/healthz").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("live_url", "host", "allowed"),
    [
        ("", "club.example", ""),
        ("/live/", "club.example", ""),
        (":8001/live/", "club.example:8000", " http://club.example:8001"),
        (":8001/live/", "192.168.1.5", " http://192.168.1.5:8001"),
        ("https://live.example.org/live/", "club.example", " https://live.example.org"),
    ],
)
def test_the_live_process_is_the_one_other_place_a_page_may_ask(
    client: Client, settings: Settings, live_url: str, host: str, allowed: str
) -> None:
    settings.LIVE_URL = live_url
    policy = client.get("/healthz", headers={"host": host}).headers["Content-Security-Policy"]
    assert f"connect-src 'self'{allowed};" in policy
    assert policy.replace(allowed, "", 1) == SITE_POLICY


def test_a_host_that_is_none_is_not_in_the_policy(client: Client, settings: Settings) -> None:
    settings.LIVE_URL = ":8001/live/"
    policy = client.get("/no/such/page", headers={"host": "a; script-src *"}).headers[
        "Content-Security-Policy"
    ]
    assert policy == SITE_POLICY
