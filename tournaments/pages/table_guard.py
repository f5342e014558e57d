"""What is turned away at a table's door before anybody looks a token up.

Owns: the limits of requests (docs/operators.md, Table pages), the form of a refusal, and what a request that changes
something must look like: JSON, small, and sent by our own page.
Never does: know a token or an event.

A minute's requests are counted in the cache, one number for each token and each address, and one for the codes of an
address that opened nothing: whoever guesses is stopped, and codes that have opened lately go on working for everybody
behind the same address.
"""

import json
import math
import time
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from rest_framework.throttling import BaseThrottle

from scoring.faults import Fault
from tournaments.services.errors import ServiceError

REFUSAL: Final = "duplicate-spades-refusal"
"""What a refusal calls itself: a 4xx without it is a stranger's (a captive portal's, a proxy's)."""
LARGEST_BODY: Final = 8_192
_PERIODS: Final = {"sec": 1, "min": 60, "hour": 3600}
_KNOWN_SECONDS: Final = 3600


def refusal(status: int, faults: Iterable[Fault], versions: Any = None) -> JsonResponse:
    """The answer that tells `faults`, marked as ours."""
    found = list(faults)
    body: dict[str, Any] = {
        "refusal": REFUSAL,
        "detail": found[0].message if found else "Refused.",
        "faults": [{"code": fault.code, "message": fault.message, "path": fault.path} for fault in found],
    }
    if versions is not None:
        body["versions"] = versions
    response = JsonResponse(body, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


def refusal_of(error: ServiceError) -> JsonResponse:
    return refusal(error.status, error.faults, getattr(error, "versions", None))


def refuse_flood(request: HttpRequest, token: str) -> JsonResponse | None:
    """429 with Retry-After for a token or an address that asks more often than people do; else None."""
    address = _address(request)
    wait = _count("address", address, settings.TABLE_ADDRESS_RATE)
    if not wait and cache.get(_known(token)):
        wait = _count("token", _digest(token), settings.TABLE_TOKEN_RATE)
    elif not wait:  # never counted by itself: whoever guesses would fill the cache
        wait = _spent("wrong", address, settings.TABLE_WRONG_RATE)
    if not wait:
        return None
    fault = Fault("too-many", f"Too many requests; this goes on by itself in {wait} seconds.")
    response = refusal(429, [fault])
    response.headers["Retry-After"] = str(wait)
    return response


def in_words(refused: JsonResponse) -> HttpResponse:
    """The same refusal for a person who opened the page: its sentence alone, for no template is rendered in a flood."""
    sentence = json.loads(refused.content)["detail"]
    headers = {"Retry-After": refused.headers["Retry-After"], "Cache-Control": "no-store"}
    return HttpResponse(sentence, status=refused.status_code, content_type="text/plain", headers=headers)


def note_opened(token: str) -> None:
    """A token that has opened is let through whatever others behind its address have guessed."""
    cache.set(_known(token), True, _KNOWN_SECONDS)


def note_wrong(request: HttpRequest) -> None:
    """Count a token that opened nothing against its address."""
    _count("wrong", _address(request), settings.TABLE_WRONG_RATE)


def refuse_strange(request: HttpRequest) -> JsonResponse | None:
    """The refusal of a POST that is no JSON, too large, or another site's; else None.

    The token in the path stands in for a cookie, which these addresses neither set nor read; so nothing can be
    forged by a page that does not have it, and one that has it is still told to keep out.
    """
    if request.content_type != "application/json":
        return refusal(415, [Fault("not-json", "Send JSON, with Content-Type: application/json.")])
    if _is_elsewhere(request):
        return refusal(403, [Fault("other-site", "Results are entered on the table's own page only.")])
    if len(request.body) > LARGEST_BODY:
        return refusal(413, [Fault("too-large", f"An entry has at most {LARGEST_BODY} bytes.")])
    return None


def _is_elsewhere(request: HttpRequest) -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    try:
        # the scheme is left out: a proxy in front of us may have taken the TLS off
        return urlsplit(origin).netloc != request.get_host()
    except ValueError:  # no address at all
        return True


def _count(scope: str, who: str, rate: str) -> int:
    """Count one; 0, or how many seconds to wait when there have been too many."""
    limit, period = _read_rate(rate)
    key, wait = _window(scope, who, period)
    cache.add(key, 0, 2 * period)
    try:
        count = cache.incr(key)
    except ValueError:  # the window's number has just gone
        return 0
    return wait if count > limit else 0


def _spent(scope: str, who: str, rate: str) -> int:
    """The same without counting."""
    limit, period = _read_rate(rate)
    key, wait = _window(scope, who, period)
    return wait if cache.get(key, 0) >= limit else 0


def _window(scope: str, who: str, period: int) -> tuple[str, int]:
    now = time.time()
    return f"table-rate:{scope}:{who}:{int(now // period)}", max(1, math.ceil(period - now % period))


def _read_rate(rate: str) -> tuple[int, int]:
    """ "600/min" as (600, 60)."""
    number, _, period = rate.partition("/")
    return int(number), _PERIODS[period]


def _address(request: HttpRequest) -> str:
    # as the API's limits see it, behind a proxy or not
    return _digest(BaseThrottle().get_ident(request))  # type: ignore[arg-type]


def _known(token: str) -> str:
    return f"table-known:{_digest(token)}"


def _digest(text: str) -> str:
    return blake2b(text.encode(errors="replace"), digest_size=12).hexdigest()
