"""The public pages of ratings: which address shows what to whom.

Owns: 404 for whoever is not shown to the viewer; the own leaderboard setting, which only its person finds.
Never does: query (services/ratings/reading.py), or decide who is shown (services/ratings/shown.py).
"""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.models import Club, Door, Person
from tournaments.pages.ratings.answer import page
from tournaments.pages.ratings.leader_rows import board_of
from tournaments.pages.ratings.player_rows import player_of
from tournaments.services.actors import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.ranked.leaderboard import set_on_leaderboard, warning_of
from tournaments.services.ratings.reading import is_self, leaderboard, player_for, story_of
from tournaments.services.zones import zone_of_club


def _club(slug: str) -> Club:
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise Http404(gettext("There is no such club."))
    return found


@csrf_exempt  # as the other public pages: nothing is changed here
@require_safe
def show_leaderboard(request: HttpRequest, club: str) -> HttpResponse:
    found = leaderboard(_club(club), request.GET.get("list", ""), request.user, request.GET.get("page", ""))
    return page(request, "pages/ratings/leaderboard.html", board_of(found), zone_of_club(found.club))


@csrf_exempt
@require_safe
def show_player(request: HttpRequest, club: str, person: int) -> HttpResponse:
    where = _club(club)
    found = player_for(where, person, request.user)
    if found is None:
        raise Http404(gettext("There is no such player, or they are not on the leaderboard."))
    found.club = where
    zone = zone_of_club(where)
    story = story_of(found, request.GET.get("list", ""), request.user, request.GET.get("page", ""))
    with timezone.override(zone):
        context = player_of(story)
    return page(request, "pages/ratings/player.html", context, zone)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leaderboard_setting(request: HttpRequest, club: str, person: int) -> HttpResponse:
    """One's own leaderboard setting: what turning it off brings is told first."""
    where = _club(club)
    own = Person.objects.filter(club=where, pk=person).first()
    if own is None or own.is_guest or not is_self(own, request.user):
        raise Http404(gettext("Only whoever is signed in as this player finds their setting here."))
    if request.method == "POST":
        return _change(request, where, own)
    return _setting(request, where, own)


def _change(request: HttpRequest, club: Club, own: Person) -> HttpResponse:
    wanted = request.POST.get("turn")
    if wanted not in ("on", "off"):
        fault = gettext("Nothing was done: press the button.")
        return _setting(request, club, own, (fault,), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        set_on_leaderboard(own.pk, wanted == "on", Actor.of(request.user, Door.DESK))
    except ServiceError as error:
        faults = tuple(fault.message for fault in error.faults)
        return _setting(request, club, own, faults, HTTPStatus.UNPROCESSABLE_ENTITY)
    if wanted == "on":
        said = gettext("You are on the leaderboard.")
    else:
        said = gettext("You are not on the leaderboard any more.")
    messages.success(request, said)
    return redirect("pages:player", club.slug, own.pk)


def _setting(
    request: HttpRequest,
    club: Club,
    own: Person,
    faults: tuple[str, ...] = (),
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    with timezone.override(zone_of_club(club)):
        context: dict[str, Any] = {
            "club": club,
            "person": own,
            "warning": warning_of(own, timezone.localtime()) if own.on_leaderboard else "",
            "faults": faults,
        }
        return render(request, "pages/ratings/setting.html", context, status=status)
