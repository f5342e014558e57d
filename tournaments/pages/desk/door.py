"""Who comes to the desk, and what a form there answers.

Owns: the decorators that every view of the desk stands behind; the frame's context; running a service from a form;
the answer where an event is not of the kind that has such a page; telling the browser that what it kept of a form is
saved (static/js/desk_keep.js).
Never does: anything with an event.
"""

import re
from collections.abc import Callable
from datetime import tzinfo
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec, TypeVar
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from tournaments.forms import answer_once, show_faults
from tournaments.models import Club, Door, Event, Kind, Tournament
from tournaments.pages.desk.parts import has_address, parts_of
from tournaments.services.actors import Actor, Deed, may
from tournaments.services.errors import ConflictError, ServiceError, TooLargeError
from tournaments.services.zones import zone_of

P = ParamSpec("P")
T = TypeVar("T")
View = Callable[..., HttpResponse]
Found = TypeVar("Found", Event, Club, Tournament)

SAVED_COOKIE: Final = "desk-saved"
_KEPT_AS: Final = re.compile(r"[A-Za-z0-9-]{1,40}")
_KEPT_SECONDS: Final = 12 * 3600


def actor_of(request: HttpRequest) -> Actor:
    """Who the log will name for what is done at the desk."""
    return Actor.of(request.user, Door.DESK)


def for_event(
    deed: Deed = Deed.DIRECT,
) -> Callable[[Callable[Concatenate[HttpRequest, Event, P], HttpResponse]], View]:
    """A view of one event: its address has `event`, the event's key; the view is given the Event, with its tournament
    and club loaded. Whoever is not signed in is sent to sign in; who may not `deed` in the club is refused."""
    return _door(deed, "event", _event, lambda event: event.tournament.club_id, _no_such_part)


def for_tournament(
    deed: Deed = Deed.DIRECT,
) -> Callable[[Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse]], View]:
    """The same for a tournament's key, `tournament`."""
    return _door(deed, "tournament", _tournament, lambda tournament: tournament.club_id)


def for_club(
    deed: Deed = Deed.DIRECT,
) -> Callable[[Callable[Concatenate[HttpRequest, Club, P], HttpResponse]], View]:
    """The same for a club's slug, `club`."""
    return _door(deed, "club", _club, lambda club: club.pk)


def signed_in(view: View) -> View:
    """A view for whoever is signed in."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        return _saved(request, answer_once(request, partial(view, request, *args, **kwargs)))

    return guarded


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """To the sign-in, and back to the page that was shown. What a script sent is answered 401, so that it keeps what
    was typed."""
    if request.headers.get("HX-Request") or request.headers.get("X-Requested-With"):
        return HttpResponse(gettext("Sign in again; nothing that you typed is lost."), status=401)
    return redirect_to_login(_shown_before(request))


def _shown_before(request: HttpRequest) -> str:
    """Where the sender of `request` was: many addresses that are sent to have no page of their own."""
    said = request.headers.get("Referer", "")
    hosts = {request.get_host()}
    if request.method in ("GET", "HEAD") or not url_has_allowed_host_and_scheme(said, hosts):
        return request.get_full_path()
    parts = urlsplit(said)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _saved(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A form that is answered by going elsewhere is saved: the browser may forget what it kept of it."""
    kept_as = request.POST.get("_keep", "") if request.method == "POST" else ""
    if _KEPT_AS.fullmatch(kept_as) and response.status_code in (HTTPStatus.FOUND, HTTPStatus.SEE_OTHER):
        response.set_cookie(
            SAVED_COOKIE,
            kept_as,
            max_age=_KEPT_SECONDS,
            path=reverse("desk:home"),
            secure=settings.SESSION_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


def show(
    request: HttpRequest,
    template: str,
    event: Event | None,
    context: dict[str, Any],
    status: HTTPStatus = HTTPStatus.OK,
    zone: tzinfo | None = None,
) -> HttpResponse:
    """A page of the desk; with an event, in the event's frame. `context["part"]` names the part that it belongs to.

    Times are shown in the tournament's zone, else in `zone`; a template would turn them into UTC again."""
    frame: dict[str, Any] = {"event": event}
    if event is not None:
        frame["tournament"] = event.tournament
        zone = zone_of(event.tournament)
        frame["parts"] = parts_of(event, may(request.user, Deed.DIRECT, event.tournament.club_id))
    with timezone.override(zone):
        return render(request, template, {**frame, **context}, status=status)


def attempt(form: forms.BaseForm, act: Callable[[], T]) -> tuple[T | None, HTTPStatus]:
    """Do `act`, the call of a service; or put its faults at the form's fields, and return the status of an answer that
    refuses (a form that is shown again is 422, a save over somebody's save 409)."""
    try:
        return act(), HTTPStatus.OK
    except ServiceError as error:
        show_faults(form, error)
        return None, status_of(error)


def status_of(error: ServiceError) -> HTTPStatus:
    loud = isinstance(error, ConflictError | TooLargeError)
    return HTTPStatus(error.status) if loud else HTTPStatus.UNPROCESSABLE_ENTITY


def _door(
    deed: Deed,
    name: str,
    find: Callable[[Any], Found],
    club_of: Callable[[Found], int],
    lacks: Callable[[HttpRequest, Found], HttpResponse | None] = lambda _request, _found: None,
) -> Callable[[Callable[Concatenate[HttpRequest, Found, P], HttpResponse]], View]:
    def around(view: Callable[Concatenate[HttpRequest, Found, P], HttpResponse]) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not request.user.is_authenticated:
                return to_sign_in(request)
            found = find(kwargs.pop(name))
            if not may(request.user, deed, club_of(found)):
                raise PermissionDenied
            missing = lacks(request, found)
            if missing is not None:
                return missing
            return _saved(request, answer_once(request, partial(view, request, found, *args, **kwargs)))

        return guarded

    return around


def _no_such_part(request: HttpRequest, event: Event) -> HttpResponse | None:
    """The answer at an address that events of this kind have not: somebody typed it, or kept it from another event."""
    match = request.resolver_match
    if match is None or has_address(event.kind, match.url_name or ""):
        return None
    if event.kind == Kind.RANKED:
        why = gettext(
            "An event of ranked tables has no entries, rounds or results: players sit down to games. "
            "Everything that it has stands in the bar above."
        )
    else:
        why = gettext("Only an event of ranked tables has games. What this one has stands in the bar above.")
    return show(request, "desk/no_such_part.html", event, {"why": why}, HTTPStatus.NOT_FOUND)


def _event(key: int) -> Event:
    found = Event.objects.select_related("tournament__club").defer("movement").filter(pk=key).first()
    if found is None:
        raise Http404(gettext("There is no such event."))
    return found


def _tournament(key: int) -> Tournament:
    found = Tournament.objects.select_related("club").filter(pk=key).first()
    if found is None:
        raise Http404(gettext("There is no such tournament."))
    return found


def _club(slug: str) -> Club:
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise Http404(gettext("There is no such club."))
    return found
