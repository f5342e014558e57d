"""Headers that tell the browser what a page of ours may do.

Owns: the Content-Security-Policy. Django 5.2 has none of its own.
Never does: loosen a policy that a view has set itself.
"""

from collections.abc import Callable
from typing import Final

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
        response.headers.setdefault("Content-Security-Policy", ADMIN_POLICY if in_admin else SITE_POLICY)
        return response

    return middleware
