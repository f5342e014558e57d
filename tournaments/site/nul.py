"""A character that no text has, U+0000, is refused at the door.

Owns: that an address, a form or a cookie with it is answered 400 before any view reads it. PostgreSQL cannot hold it, nor
even look for it: each field of each form would have to remember.
Never does: read a body that is no form. JSON and files have readers of their own, which say where the character stands.
"""

from collections.abc import Callable, Iterator
from typing import Final

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponseBase
from django.http.request import UnreadablePostError

NUL: Final = "\0"


class NulSentError(SuspiciousOperation):
    """The request has U+0000 in it."""


def refuse_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: raises `NulSentError`, which `errors.bad_request` answers."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if any(NUL in text for text in _texts(request)):
            raise NulSentError("U+0000 was sent")
        return get_response(request)

    return middleware


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path_info
    yield from request.COOKIES.values()
    forms = [request.GET]
    if not request.path_info.startswith("/api/"):  # which takes no forms, and reads what else is sent by itself
        try:
            forms.append(request.POST)
        except UnreadablePostError:  # the sender is gone
            return
    for form in forms:
        for name, values in form.lists():
            yield name
            yield from values
