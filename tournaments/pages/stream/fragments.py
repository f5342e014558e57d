"""A page's moving part as an anonymous viewer gets it with `?live`: rendered by the page's own view.

Owns: which addresses are pages that move, and asking their views.
Never does: decide what is on them or what is secret. Whoever asks here is nobody: no cookie, no session, no sign-in.
"""

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections
from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, resolve
from django.utils import translation

from tournaments.models import Event

MOVING: Final = frozenset(
    {
        *("standings", "projector", "rounds", "round", "boards", "board", "scorecard", "progress"),
        *("match", "cross", "team", "games", "game"),
    }
)
"""Pages that everybody is shown alike, by their names in pages/urls.py. Where one sits depends on who asks."""
LONGEST_PATH: Final = 300


@dataclass(frozen=True, slots=True)
class Page:
    path: str
    language: str


@dataclass(frozen=True, slots=True)
class Fragment:
    digest: str
    """Its ETag without quotes; the page adds whose rows are marked."""
    html: str


def page_at(path: str, language: str) -> Page:
    """A language that is not offered is the default one."""
    return Page(path, language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE)


def version_of(event_id: int, page: Page | None) -> int | None:
    """The event's version; None when there is no such event, or when the page is none of its own that moves."""
    close_old_connections()
    events = Event.objects.filter(pk=event_id)
    if page is not None:
        kwargs = _arguments(page.path)
        if kwargs is None:
            return None
        events = events.filter(tournament__slug=kwargs["tournament"], slug=kwargs["event"])
    return events.values_list("results_version", flat=True).first()


def render(page: Page) -> Fragment | None:
    """The page's moving part now; None when there is none (any more). Raises DatabaseError."""
    close_old_connections()
    try:
        match = resolve(page.path)
    except Resolver404:
        return None
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = page.path
    request.GET = QueryDict("live")
    request.user = AnonymousUser()
    request.resolver_match = match
    try:
        with translation.override(page.language):
            response = match.func(request, *match.args, **match.kwargs)
    except Http404:
        return None
    if response.status_code != 200:
        return None
    return Fragment(response.headers["ETag"].strip('"'), response.content.decode())


def _arguments(path: str) -> dict[str, str] | None:
    """What the address of a page that moves says; None for any other address."""
    if len(path) > LONGEST_PATH:
        return None
    try:
        match = resolve(path)
    except Resolver404:
        return None
    known = match.namespaces == ["pages"] and match.url_name in MOVING
    return dict(match.kwargs) if known else None
