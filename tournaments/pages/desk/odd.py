"""What looks odd in an event's results: the list, with the way to each result, and saying that one is right.

Owns: what of it its reader may see. Never does: decide what is odd (services.suspicions), or change a result.
"""

from dataclasses import dataclass
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms import WholeNumber
from tournaments.models import Event, EventStatus, Result
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.services.found_right import find_right
from tournaments.services.suspicions import Suspicion, suspicions
from tournaments.services.table_wants import Eyes

A_PAGE = 50


@dataclass(frozen=True, slots=True)
class OddShown:
    """A suspicion where it was played; `url` leads to the result."""

    suspicion: Suspicion
    round: int
    table: int
    url: str


class RightForm(forms.Form):
    """`version` is the result's that was looked at."""

    version = WholeNumber(min_value=1, widget=forms.HiddenInput)


@require_safe
@for_event()
def show_odd(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event)


@require_POST
@for_event()
def say_right(request: HttpRequest, event: Event, result: int) -> HttpResponse:
    """A director has looked at a result of the list: it is right as it stands."""
    found = Result.objects.filter(event=event, pk=result).first()
    if found is None:
        raise Http404(gettext("There is no such result."))
    if not Eyes(event, request.user).see(found.table_id, [found.board]):
        raise PermissionDenied
    form = RightForm(request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, form)

    def act() -> bool:
        find_right(event.pk, result, form.cleaned_data["version"], actor_of(request))
        return True

    said, status = attempt(form, act)
    if said is None:
        return _page(request, event, status, form)
    messages.success(request, gettext("It is not pointed out any more, until it changes."))
    return redirect("desk:suspicions", event.pk)


def _page(
    request: HttpRequest, event: Event, status: HTTPStatus = HTTPStatus.OK, refused: RightForm | None = None
) -> HttpResponse:
    found = suspicions(event)
    keys = [one.result_id for one in found]
    columns = ("pk", "board", "table__number", "table__round__number")
    rows = Result.objects.filter(event=event).order_by().values_list(*columns)
    places = {pk: place for pk, *place in (rows.filter(pk__in=keys) if len(keys) < 500 else rows)}
    eyes = Eyes(event, request.user)
    seen = [
        one for one in found if one.result_id in places and eyes.see(one.table_id, [places[one.result_id][0]])
    ]
    page = Paginator(seen, A_PAGE).get_page(request.GET.get("page"))
    shown = [_shown(event, one, *places[one.result_id]) for one in page]
    context = {
        "part": "round",
        "odd": shown,
        "page": page,
        "hidden": len(found) - len(seen),
        "refused": refused,
    }
    context["final"] = event.status == EventStatus.FINAL
    return show(request, "desk/suspicions.html", event, context, status)


def _shown(event: Event, one: Suspicion, board: int, table: int, round_number: int) -> OddShown:
    return OddShown(one, round_number, table, reverse("desk:result", args=[event.pk, one.table_id, board]))
