"""The numbers of an event's entries before the draw: gaps closed, by name, by lot, by hand; and those who need it at a
seat that does not move.

Owns: the page. The orders are services/numbering.py's.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from tournaments.draws.movement import Movement, MovementError
from tournaments.draws.registry import KINDS, build
from tournaments.models import Entry, Event, EventStatus, Kind
from tournaments.pages.desk.door import actor_of, for_event, show, status_of
from tournaments.services.errors import ServiceError
from tournaments.services.numbering import (
    ORDERS,
    Order,
    has_gaps,
    numbers_in,
    numbers_to_sit_still,
    renumber,
    still_in,
)


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def numbers(request: HttpRequest, event: Event) -> HttpResponse:
    rows = list(event.entries.order_by("standby", "number"))
    if request.method != "POST":
        return _page(request, event, rows, HTTPStatus.OK, {})
    try:
        wanted = _wanted(request, event, rows)
    except ServiceError as error:
        return _page(
            request, event, rows, status_of(error), {"faults": [fault.message for fault in error.faults]}
        )
    if "look" in request.POST:
        return _page(request, event, rows, HTTPStatus.OK, wanted)
    changed: dict[int, int] = {}
    try:
        changed = renumber(event.pk, wanted["numbers"], actor_of(request))
    except ServiceError as error:
        return _page(request, event, rows, status_of(error), {**wanted, **_faults(error)})
    said = ngettext("%(count)s number is changed.", "%(count)s numbers are changed.", len(changed))
    messages.success(
        request, said % {"count": len(changed)} if changed else gettext("The numbers are so already.")
    )
    return redirect("desk:entries", event.pk)


def _wanted(request: HttpRequest, event: Event, rows: Sequence[Entry]) -> dict[str, Any]:
    """The numbers asked for, old → new, and what is to be said of them."""
    order, kind = request.POST.get("order", ""), request.POST.get("movement", "")
    if order:
        if order not in ORDERS:
            raise ServiceError(gettext("There is no such order."))
        return {"numbers": numbers_in(Order(order), rows)}
    if kind:
        return _still(event, rows, kind)
    typed = {}
    for row in rows:
        text = request.POST.get(f"number-{row.number}", "").strip()
        if not text.isdecimal() or len(text) > 5:
            raise ServiceError(gettext("Write a whole number for %(name)s.") % {"name": row.name})
        typed[row.number] = int(text)
    return {"numbers": typed}


def _still(event: Event, rows: Sequence[Entry], kind: str) -> dict[str, Any]:
    seated = sum(not row.standby for row in rows)
    boards = event.board_set.boards.count() if event.board_set is not None else None
    try:
        movement: Movement = build(kind, seated, boards)
    except MovementError as error:
        raise ServiceError(*(fault.message for fault in error.faults)) from None
    wanted, short = numbers_to_sit_still(movement, rows)
    return {"numbers": wanted, "still": still_in(movement), "short": short, "movement": kind}


def _faults(error: ServiceError) -> dict[str, Any]:
    return {"faults": list(dict.fromkeys(fault.message for fault in error.faults))}


def _page(
    request: HttpRequest, event: Event, rows: Sequence[Entry], status: HTTPStatus, asked: Mapping[str, Any]
) -> HttpResponse:
    wanted = asked.get("numbers", {})
    seated = sum(not row.standby for row in rows)
    context = {
        "part": "entries",
        # what was typed is shown again, whatever is wrong with it
        "rows": [
            (row, request.POST.get(f"number-{row.number}", str(wanted.get(row.number, row.number))))
            for row in rows
        ],
        "changes": any(old != new for old, new in wanted.items()),
        "orders": ORDERS.items(),
        "kinds": [
            (kind.name, kind.title)
            for kind in KINDS.values()
            if event.kind == Kind.PAIRS and kind.offers(seated)
        ],
        "needing": [row for row in rows if row.stays_seated and not row.standby],
        "gaps": has_gaps(rows),
        "drawn": event.rounds.exists(),
        "final": event.status == EventStatus.FINAL,
        "asked": asked,
    }
    return show(request, "desk/entries_numbers.html", event, context, status)
