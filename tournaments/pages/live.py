"""Answers that are cheap to ask for again: every page of an event is polled by every phone in the hall.

Owns: the ETag, 304 answers, the cache of rendered bytes, and the marks that make a shared page the viewer's own.
Never does: know what is on a page.

A page is rendered once for each state of the event, language and kind of viewer, and for a viewer apart (viewing.py)
each time. Who has named a pair as theirs gets the same bytes with that pair's rows marked, which is a replacement, not
a rendering. The part that moves is fetched alone, with `?live` behind the same address; where the live process runs
(stream/), it is the same part with the same ETag that is pushed to those who are shown what everybody is.
"""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournaments.pages.headline import headline_of
from tournaments.pages.viewing import PUBLIC, Viewing

KEPT_SECONDS: Final = 3600
OWN_LINKS: Final = b"<!-- own -->"
_LIVE_PART: Final = b'<div id="live"'

Content = Callable[[Viewing], Mapping[str, Any]]


def live_page(
    request: HttpRequest, viewing: Viewing, name: str, content: Content, *, query: str | None = None
) -> HttpResponse:
    """The page `pages/<name>.html`, or its moving part `pages/<name>_live.html` when `?live` is asked for.

    `content` makes the template's context and is called only when nothing rendered is at hand. A `query` (what was
    searched for, what depends on the viewer alone) goes into the ETag and keeps the page out of the cache.
    """
    if viewing.apart is not None:
        query = f"{viewing.apart} {query or ''}"
    form = "live" if "live" in request.GET else "page"
    key = _key(request, viewing, form)
    etag = etag_for(_digest(key, query), viewing.own)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _dressed(HttpResponseNotModified(), etag)
    body: bytes | None = cache.get(key) if query is None else None
    if body is None:
        known = {
            "etag": _digest(_key(request, viewing, "live"), query),
            "pushed": viewing.kind == PUBLIC and query is None,
        }
        body = _render(request, viewing, name, lambda seen: {**known, **content(seen)}, form)
        if query is None:
            cache.set(key, body, KEPT_SECONDS)
    return _dressed(HttpResponse(_mark_own(body, viewing)), etag)


def _key(request: HttpRequest, viewing: Viewing, form: str) -> str:
    asked = blake2b(request.path.encode(), digest_size=12).hexdigest()
    return f"page:{viewing.event.pk}:{viewing.stamp}:{asked}:{form}:{get_language()}:{viewing.kind}"


def _digest(key: str, query: str | None) -> str:
    return blake2b(repr((key, query)).encode(), digest_size=12).hexdigest()


def etag_for(digest: str, own: int | None) -> str:
    """The ETag of a state for whose own entry is marked; live.js makes it in the same way of what is pushed."""
    return f'"{digest}"' if own is None else f'"{digest}.{own}"'


def live_address(request: HttpRequest) -> dict[str, str]:
    """For every template: where the live process is, "" where it does not run."""
    return {"live_url": settings.LIVE_URL}


def _render(request: HttpRequest, viewing: Viewing, name: str, content: Content, form: str) -> bytes:
    with timezone.override(viewing.zone):
        context = {
            "event": viewing.event,
            "tournament": viewing.event.tournament,
            "headline": headline_of(viewing),
            "directs": viewing.kind == "director",
            "page": name,
            "live": f"pages/{name}_live.html",
            **content(viewing),
        }
        template = f"pages/{name}.html" if form == "page" else "pages/live.html"
        return render_to_string(template, context, request=request).encode()


def _mark_own(body: bytes, viewing: Viewing) -> bytes:
    if viewing.own is None:
        return body
    mark = f'data-entry="{viewing.own}"'.encode()
    links = render_to_string("pages/own.html", {"event": viewing.event, "own": viewing.own}).encode()
    whose = _LIVE_PART + f' data-own="{viewing.own}"'.encode()
    body = body.replace(_LIVE_PART, whose).replace(OWN_LINKS, links)
    return body.replace(mark, mark + b' aria-current="true"')


def _dressed(response: HttpResponse, etag: str) -> HttpResponse:
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response
