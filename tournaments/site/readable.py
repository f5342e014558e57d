"""What no view is asked to read, since every one of them would have to remember.

Owns: that an address, a form or a cookie with U+0000 in it is refused: PostgreSQL cannot hold that character, nor even
look for it. That an address is no longer than servers and databases take.
Never does: read a body that is no form. JSON and files have readers of their own, which say where the character stands.
"""

from collections.abc import Callable, Iterator
from typing import Final

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponseBase
from django.http.request import UnreadablePostError

NUL: Final = "\0"
LONGEST_ADDRESS: Final = 8_000
"""Characters of a path and its query. It holds what is searched for, and SQLite takes no pattern over 50,000 bytes."""


class NulSentError(SuspiciousOperation):
    """The request has U+0000 in it."""


class AddressTooLongError(SuspiciousOperation):
    """The request's address is longer than any of ours."""


def refuse_unreadable(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: raises the two above, which `errors.bad_request` answers."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if len(request.path_info) + len(request.META.get("QUERY_STRING", "")) > LONGEST_ADDRESS:
            raise AddressTooLongError("an address is too long")
        if any(NUL in text for text in _texts(request)):
            raise NulSentError("U+0000 was sent")
        return get_response(request)

    return middleware


def _texts(request: HttpRequest) -> Iterator[str]:
    yield request.path_info
    yield from request.COOKIES.values()
    forms = [request.GET]
    if not request.path_info.startswith("/api/"):  # it takes no forms, and reads by itself what it takes
        try:
            forms.append(request.POST)
        except UnreadablePostError:  # the sender is gone
            return
    for form in forms:
        for name, values in form.lists():
            yield name
            yield from values
