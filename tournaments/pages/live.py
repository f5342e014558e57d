"""Answers that are cheap to ask for again: every page of an event is polled by every phone in the hall.

Owns: the ETag, 304 answers, the cache of rendered bytes, and the marks that make a shared page the viewer's own.
Never does: know what is on a page.

A page is rendered once for each state of the event, language and kind of viewer, and for a viewer apart (viewing.py)
each time. Who has named a pair as theirs gets the same bytes with that pair's rows marked, which is a replacement, not
a rendering. The part that moves is fetched alone, with `?live` behind the same address.
"""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournaments.pages.headline import headline_of
from tournaments.pages.viewing import Viewing

KEPT_SECONDS: Final = 3600
OWN_LINKS: Final = b"<!-- own -->"

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
    etag = _etag(key, viewing, query)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return _dressed(HttpResponseNotModified(), etag)
    body: bytes | None = cache.get(key) if query is None else None
    if body is None:
        body = _render(request, viewing, name, content, form)
        if query is None:
            cache.set(key, body, KEPT_SECONDS)
    return _dressed(HttpResponse(_mark_own(body, viewing)), etag)


def _key(request: HttpRequest, viewing: Viewing, form: str) -> str:
    asked = blake2b(request.path.encode(), digest_size=12).hexdigest()
    return f"page:{viewing.event.pk}:{viewing.stamp}:{asked}:{form}:{get_language()}:{viewing.kind}"


def _etag(key: str, viewing: Viewing, query: str | None) -> str:
    return f'"{blake2b(repr((key, viewing.own, query)).encode(), digest_size=12).hexdigest()}"'


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
    return body.replace(mark, mark + b' aria-current="true"').replace(OWN_LINKS, links)


def _dressed(response: HttpResponse, etag: str) -> HttpResponse:
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response
