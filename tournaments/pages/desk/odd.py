"""What looks odd in an event's results: the list, with the way to each result.

Owns: what of it its reader may see. Never does: decide what is odd (services.suspicions), or change a result.
"""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Event, Result
from tournaments.pages.desk.door import for_event, show
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


@require_safe
@for_event()
def show_odd(request: HttpRequest, event: Event) -> HttpResponse:
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
    context = {"part": "round", "odd": shown, "page": page, "hidden": len(found) - len(seen)}
    return show(request, "desk/suspicions.html", event, context)


def _shown(event: Event, one: Suspicion, board: int, table: int, round_number: int) -> OddShown:
    return OddShown(one, round_number, table, reverse("desk:result", args=[event.pk, one.table_id, board]))
