"""Headers that tell the browser what a page of ours may do.

Owns: the Content-Security-Policy. Django 5.2 has none of its own.
Never does: loosen a policy that a view has set itself.
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBase

SITE_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# The admin's theme is built on Alpine, which compiles the expressions found in attributes (hence eval), and
# both it and Django's own widgets write inline scripts and styles. Only members of staff reach these pages.
ADMIN_POLICY: Final = SITE_POLICY.replace(
    "script-src 'self'", "script-src 'self' 'unsafe-inline' 'unsafe-eval'"
).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: every answer carries a policy; the admin's answers carry the looser one."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        match = request.resolver_match
        in_admin = match is not None and "admin" in match.namespaces
        policy = (ADMIN_POLICY if in_admin else SITE_POLICY).replace(
            "connect-src 'self'", f"connect-src 'self'{_live_source(request)}"
        )
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return middleware


def _live_source(request: HttpRequest) -> str:
    """What LIVE_URL adds to the places a page may ask: nothing where the stream is at the site's own address."""
    url: str = settings.LIVE_URL
    if not url or url.startswith("/"):
        return ""
    if url.startswith(":"):
        try:
            host = urlsplit(f"//{request.get_host()}").hostname
        except (DisallowedHost, ValueError):
            return ""
        url = f"{request.scheme}://{host}{url}"
    parts = urlsplit(url)
    return f" {parts.scheme}://{parts.netloc}"
