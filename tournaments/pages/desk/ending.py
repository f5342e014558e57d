"""The desk's page of the ending: what is still open, the correction period, final, the archive, and open again.

Never does: decide whether an event may end (services.events, services.progress).
"""

from dataclasses import replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.eventfile import dumps
from tournaments.forms import WholeNumber
from tournaments.models import Event, EventStatus
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.printing_pack import pack_documents, usual_documents
from tournaments.services.actors import directs
from tournaments.services.archive import archives_of, read_archive
from tournaments.services.ending import set_corrections_until
from tournaments.services.errors import NotFoundError, ServiceError
from tournaments.services.event_export import export_event
from tournaments.services.events import finalise, reopen
from tournaments.services.packs import order_pack
from tournaments.services.progress import open_matters
from tournaments.services.visibility import sees_every_board
from tournaments.services.zones import zone_of
from tournaments.sheets import PageSize

LONGEST_PERIOD = 14 * 24 * 60
"""Minutes of a correction period: two weeks, such as leagues have."""


class CorrectionsForm(forms.Form):
    minutes = WholeNumber(
        min_value=0,
        max_value=LONGEST_PERIOD,
        initial=20,
        label=_("Minutes from now"),
        help_text=_("0 ends the period at once."),
    )


class FinaliseForm(forms.Form):
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("Needed only while something is open."),
    )


class ReopenForm(forms.Form):
    reason = forms.CharField(
        required=False, max_length=500, label=_("Reason"), help_text=_("The players will ask.")
    )


@require_GET
@for_event()
def show_ending(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event)


@require_POST
@for_event()
def set_corrections(request: HttpRequest, event: Event) -> HttpResponse:
    form = CorrectionsForm(request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, corrections=form)
    minutes = form.cleaned_data["minutes"]
    until = (
        (timezone.now() + timedelta(minutes=minutes)).replace(second=0, microsecond=0) if minutes else None
    )
    if until is not None and until <= timezone.now():
        until += timedelta(minutes=1)
    done, status = attempt(form, lambda: set_corrections_until(event.pk, until, actor_of(request)))
    if done is None:
        return _page(request, event, status, corrections=form)
    if until is None:
        messages.success(request, gettext("The correction period is over."))
    else:
        said = gettext("Corrections are taken until %(time)s.") % {"time": f"{_local(event, until):%H:%M}"}
        messages.success(request, said)
    return redirect("desk:ending", event.pk)


@require_POST
@for_event()
def finalise_event(request: HttpRequest, event: Event) -> HttpResponse:
    form = FinaliseForm(request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, finalising=form)
    done, status = attempt(form, lambda: finalise(event.pk, actor_of(request), form.cleaned_data["reason"]))
    if done is None:
        return _page(request, event, status, finalising=form)
    messages.success(request, gettext("The event is final."))
    _have_results_printed(request, done)
    return redirect("desk:ending", event.pk)


def _have_results_printed(request: HttpRequest, event: Event) -> None:
    """Order everything that is hung up after play as one pack, which waits under Sheets for the printer."""
    known = pack_documents(event)
    try:
        order_pack(event.pk, usual_documents(event), {"paper": PageSize.A4}, actor_of(request), known)
    except ServiceError:
        return  # three packs are being made already; each sheet can be printed by itself
    messages.info(request, gettext("Its results are being put into one file to print: see Sheets."))


@require_POST
@for_event()
def reopen_event(request: HttpRequest, event: Event) -> HttpResponse:
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _page(request, event, HTTPStatus.UNPROCESSABLE_ENTITY, reopening=form)
    done, status = attempt(form, lambda: reopen(event.pk, actor_of(request), form.cleaned_data["reason"]))
    if done is None:
        return _page(request, event, status, reopening=form)
    messages.success(request, gettext("The event is open for corrections again."))
    return redirect("desk:ending", event.pk)


@require_GET
@for_event()
def download_archive(request: HttpRequest, event: Event, line: int) -> HttpResponse:
    _refuse_player(request, event)
    try:
        data = read_archive(event, line)
    except NotFoundError as error:
        raise Http404(str(error)) from None
    return _file(data, f"{event.slug}-{line}.json")


@require_GET
@for_event()
def download_event(request: HttpRequest, event: Event) -> HttpResponse:
    """The event file as it is now: the director's backup, deals and secret included."""
    _refuse_player(request, event)
    return _file(dumps(export_event(event)).encode(), f"{event.slug}.json")


def _refuse_player(request: HttpRequest, event: Event) -> None:
    if not directs(request.user, event):  # open scores are no open deals, nor the secret of those to come
        raise Http404(
            gettext("You play in this event, and the file holds the deals: another director has to.")
        )


def _file(data: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        data,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _page(
    request: HttpRequest, event: Event, status: HTTPStatus = HTTPStatus.OK, **typed: forms.Form
) -> HttpResponse:
    """`typed` are forms that were sent and refused, in place of fresh ones."""
    sees = sees_every_board(request.user, event)
    context: dict[str, Any] = {
        "part": "ending",
        "steps": _steps(event),
        "matters": open_matters(event) if event.status != EventStatus.FINAL else (),
        "until": _local(event, event.corrections_until) if event.corrections_until else None,
        "over": event.corrections_until is not None and event.corrections_until <= timezone.now(),
        "archives": [replace(one, at=_local(event, one.at)) for one in archives_of(event)],
        "sees": sees,
        "sees_files": directs(request.user, event),
        "corrections": CorrectionsForm(),
        "finalising": FinaliseForm(),
        "reopening": ReopenForm(),
        **typed,
    }
    return show(request, "desk/ending.html", event, context, status)


def _steps(event: Event) -> list[tuple[str, bool]]:
    """The three stages in words, and which one it is."""
    stage = event.status
    return [
        (gettext("Provisional"), stage == EventStatus.PROVISIONAL and event.corrections_until is None),
        (
            gettext("Correction period"),
            stage == EventStatus.PROVISIONAL and event.corrections_until is not None,
        ),
        (gettext("Final"), stage == EventStatus.FINAL),
    ]


def _local(event: Event, moment: datetime) -> datetime:
    return moment.astimezone(zone_of(event.tournament))
