"""A row of paper comes in: the answer that the desk's script shows beside it.

Owns: the JSON of one row, both ways. Never does: decide what a second entry does (services.paper).
"""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments.eventfile.scoring_input import ResultFields
from tournaments.forms import WholeNumber
from tournaments.models import Event, Result, Table
from tournaments.pages.desk.door import actor_of, for_event
from tournaments.services.actors import Deed, may
from tournaments.services.errors import ConflictError, ServiceError
from tournaments.services.paper import Typed, enter_from_paper
from tournaments.services.result_rights import Attempt, barred, rulings_in
from tournaments.services.table_wants import Eyes
from tournaments.services.zones import zone_of


class RowForm(forms.Form):
    table = WholeNumber(max_value=2**31 - 1)
    board = WholeNumber()
    ns_bid = forms.CharField(max_length=20)
    ns_tricks = forms.CharField(max_length=20)
    ew_bid = forms.CharField(max_length=20)
    ew_tricks = forms.CharField(max_length=20)
    version = WholeNumber(required=False)
    reason = forms.CharField(required=False, max_length=500)
    twice = forms.BooleanField(required=False)
    key = forms.CharField(max_length=100)


@require_POST
@for_event(Deed.ENTER_RESULTS)
def enter_row(request: HttpRequest, event: Event) -> HttpResponse:
    """Save one row. 200 is the receipt; 409 has both versions; 403, 404 and 422 say what is wrong."""
    form = RowForm(request.POST)
    if not form.is_valid():
        faults = [f"{name}: {error}" for name, errors in form.errors.items() for error in errors]
        return _refused(HTTPStatus.UNPROCESSABLE_ENTITY, faults)
    given = form.cleaned_data
    typed = Typed(table_id=given.pop("table"), **given)
    why = _barred(request, event, typed)
    if why:
        return _refused(HTTPStatus.FORBIDDEN, [why])
    try:
        receipt, state = enter_from_paper(event.pk, typed, actor_of(request))
    except ConflictError as error:
        faults = [str(fault) for fault in error.faults]
        return _refused(HTTPStatus.CONFLICT, faults, code=error.faults[0].code, versions=error.versions)
    except ServiceError as error:
        status = (
            HTTPStatus.NOT_FOUND if error.status == HTTPStatus.NOT_FOUND else HTTPStatus.UNPROCESSABLE_ENTITY
        )
        return _refused(status, [fault.message for fault in error.faults])
    saved_at = timezone.now().astimezone(zone_of(event.tournament))
    return JsonResponse(
        {
            "key": typed.key,
            "version": receipt.version,
            "ns_score": receipt.ns_score,
            "ew_score": receipt.ew_score,
            "state": state,
            "saved_at": f"{saved_at:%H:%M:%S}",
        }
    )


def _barred(request: HttpRequest, event: Event, typed: Typed) -> str:
    """Why the sender may not enter this row, in a sentence; "" when they may."""
    why = barred(request.user, event, typed.board)
    if not why and not Eyes(event, request.user).see(typed.table_id, [typed.board]):
        why = gettext(
            "You play in this match, and the other table is hidden from you: another director has to see to it."
        )
    if why or may(request.user, Deed.DIRECT, event.tournament.club_id):
        return why
    table = Table.objects.select_related("round").filter(pk=typed.table_id, round__event=event).first()
    existing = (
        Result.objects.filter(table_id=typed.table_id, board=typed.board).select_related("ns", "ew").first()
    )
    if table is None:
        return ""  # the service says so
    fields = ResultFields(ns_bid=typed.ns_bid, board=typed.board)
    rulings = rulings_in(Attempt(fields=fields, round_status=table.round.status, existing=existing))
    return f"Only a director may {' or '.join(rulings)}." if rulings else ""


def _refused(status: HTTPStatus, faults: list[str], **more: Any) -> JsonResponse:
    return JsonResponse({"faults": faults, **more}, status=status)
