"""The keys of the seats that a phone has taken: a cookie of its own for each table's address.

Owns: the cookie's name, form and limits. No script can read it, no other site's page sends it, no other table gets it.
Never does: know whose a key is (`services.ranked.keys`), or keep one anywhere else.
"""

import re
from collections.abc import Iterable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

NAME: Final = "seat-keys"
KEPT: Final = 24 * 3600
"""Seconds: longer than an evening."""
MOST: Final = 8
"""A phone that is passed round the table holds four; a few more for who sat down, got up and sat down again."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{20,64}")


def keys_of(request: HttpRequest) -> tuple[str, ...]:
    """The keys that came with a request, oldest first; whatever is none is left out."""
    sent = request.COOKIES.get(NAME, "")[: MOST * 65]
    return tuple(dict.fromkeys(key for key in sent.split(".") if _KEY.fullmatch(key)))[:MOST]


def keep(request: HttpRequest, response: HttpResponse, token: str, keys: Iterable[str]) -> None:
    """Have the phone keep these keys, the newest ones where they are too many."""
    response.set_cookie(
        NAME,
        ".".join(tuple(keys)[-MOST:]),
        KEPT,
        path=reverse("table:page", args=(token,)),
        secure=request.is_secure(),
        httponly=True,
        samesite="Strict",
    )
