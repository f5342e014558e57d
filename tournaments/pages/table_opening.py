"""Opening a table's code, whatever kind of event it is of.

Owns: that a code which opened nothing is counted against its sender, what such a code is answered, and the headers of
whatever stands behind a code.
Never does: know what a table's page shows.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.pages import table_guard as guard
from tournaments.services.tokens import Opened, open_token


def open_code(request: HttpRequest, token: str) -> Opened | None:
    """What the code opens now; None for one that was never given out, was revoked, or is of another week."""
    opened = open_token(token)
    if opened is None:
        guard.note_wrong(request)
    else:
        guard.note_opened(token)
    return opened


def gone_page(request: HttpRequest) -> HttpResponse:
    """A code that opens nothing gets the same answer whatever it was: guessed, revoked, of last week."""
    gone = as_private(render(request, "table/gone.html", status=404))
    gone.headers["Table-Page"] = "gone"  # a stranger's 404 is none, and lets the worker's page stay
    return gone


def as_private(response: HttpResponse) -> HttpResponse:
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers["X-Robots-Tag"] = "noindex"
    return response
