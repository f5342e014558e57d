"""Who may not play ranked games in a club, why and until when, and a ban lifted with a reason."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Ban, Club
from tournaments.pages.desk.door import actor_of, attempt, for_club, show
from tournaments.services.ranked.bans import lift_ban, standing_bans
from tournaments.services.zones import zone_of_club

LISTED = 20
"""Bans that are over or lifted, the latest first."""


class LiftForm(forms.Form):
    reason = forms.CharField(
        required=False, max_length=500, label=_("Reason"), help_text=_("It stands in the log.")
    )


@require_safe
@for_club()
def bans(request: HttpRequest, club: Club) -> HttpResponse:
    return _page(request, club)


@require_POST
@for_club()
def lift(request: HttpRequest, club: Club, ban: int) -> HttpResponse:
    if not Ban.objects.filter(pk=ban, person__club=club).exists():
        raise Http404(gettext("There is no such ban in this club."))
    form = LiftForm(request.POST)
    if not form.is_valid():
        return _page(request, club, HTTPStatus.UNPROCESSABLE_ENTITY, (ban, form))
    lifted, status = attempt(form, lambda: lift_ban(ban, form.cleaned_data["reason"], actor_of(request)))
    if lifted is None:
        return _page(request, club, status, (ban, form))
    said = gettext("%(name)s may play ranked games again.")
    messages.success(request, said % {"name": lifted.person.name})
    return redirect("desk:bans", club.slug)


def _page(
    request: HttpRequest,
    club: Club,
    status: HTTPStatus = HTTPStatus.OK,
    tried: tuple[int, LiftForm] | None = None,
) -> HttpResponse:
    now = timezone.now()
    standing = standing_bans(club.pk, now)
    past = (
        Ban.objects.filter(person__club=club)
        .exclude(pk__in=[ban.pk for ban in standing])
        .select_related("person", "seat__game__event")
        .order_by("-since")[:LISTED]
    )
    key, form = tried if tried is not None else (0, LiftForm())
    context: dict[str, Any] = {
        "club": club,
        "standing": [
            _shown(ban, form if ban.pk == key else LiftForm(auto_id=f"ban-{ban.pk}-%s")) for ban in standing
        ],
        "past": [_shown(ban) for ban in past],
        "gone": form if key and key not in {ban.pk for ban in standing} else None,
    }
    return show(request, "desk/bans.html", None, context, status, zone_of_club(club))


def _shown(ban: Ban, form: LiftForm | None = None) -> dict[str, Any]:
    return {"ban": ban, "game": ban.seat.game if ban.seat is not None else None, "form": form}
