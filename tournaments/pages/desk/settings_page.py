"""The settings of an event: changed until it matters, and what that does said before it is done."""

import hashlib
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.figures import percent, quarters
from tournaments.models import Event, EventStatus, Kind
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.pages.desk.settings_form import SettingsForm
from tournaments.pages.desk.setup_words import swiss_length
from tournaments.services.errors import ServiceError
from tournaments.services.event_changes import (
    CHANGED,
    PlaceMove,
    SettingsEffect,
    Wanted,
    change_event,
    preview_event,
    state_of,
    wanted_of,
)
from tournaments.services.event_details import change_kind, fixed_kind


@require_http_methods(["GET", "HEAD", "POST"])
@for_event()
def settings(request: HttpRequest, event: Event) -> HttpResponse:
    if request.method != "POST":
        return _shown(request, event, SettingsForm(event, initial=SettingsForm.of(event)))
    form = SettingsForm(event, request.POST)
    if "look" in request.POST or "save" not in request.POST:
        sent = request.POST.dict()
        looked = SettingsForm(event, initial=form.refilled(sent))
        return _shown(request, event, looked, state=sent.get("version", ""))
    if not form.is_valid():
        return _shown(request, event, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    wanted = form.wanted()
    if wanted == wanted_of(event):
        messages.info(request, gettext("Nothing was changed."))
        return redirect("desk:settings", event.pk)
    state = form.cleaned_data["version"]
    if state and state != state_of(event):
        form.add_error(None, CHANGED)
        return _shown(request, event, form, HTTPStatus.CONFLICT)
    effect, status = attempt(form, lambda: preview_event(event.pk, wanted, actor_of(request), request.user))
    if effect is None:
        return _shown(request, event, form, status)
    seen = _fingerprint(effect, wanted)
    if not effect.nothing and form.cleaned_data["seen"] != seen:
        return _shown(request, event, form, HTTPStatus.OK, effect, seen)
    _done, status = attempt(
        form,
        lambda: change_event(
            event.pk, wanted, actor_of(request), request.user, form.cleaned_data["reason"], state
        ),
    )
    if status != HTTPStatus.OK:
        return _shown(request, event, form, status, None if effect.nothing else effect, seen)
    messages.success(request, gettext("Saved."))
    return redirect("desk:settings", event.pk)


@require_POST
@for_event()
def kind(request: HttpRequest, event: Event) -> HttpResponse:
    """Make the event one of the other kind, while it holds nothing."""
    try:
        changed = change_kind(event.pk, request.POST.get("kind", ""), actor_of(request))
    except ServiceError as error:
        form = SettingsForm(event, SettingsForm.of(event))
        form.is_valid()
        for fault in error.faults:
            form.add_error(None, fault.message)
        return _shown(request, event, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    said = gettext("It is a %(kind)s event now, with the usual settings of one.")
    messages.success(request, said % {"kind": changed.get_kind_display()})
    return redirect("desk:settings", event.pk)


def _shown(
    request: HttpRequest,
    event: Event,
    form: SettingsForm,
    status: HTTPStatus = HTTPStatus.OK,
    effect: SettingsEffect | None = None,
    seen: str = "",
    state: str = "",
) -> HttpResponse:
    state = state or str(form.data.get("version", ""))
    teams = event.entries.filter(withdrawn=False).count() if event.kind == Kind.TEAMS else 0
    context: dict[str, Any] = {
        "part": "settings",
        "form": form,
        "final": event.status == EventStatus.FINAL,
        "kind_fixed": fixed_kind(event),
        "other_kinds": [kind for kind in Kind if kind != event.kind],
        "length": swiss_length(teams) if teams > 1 else "",
        "effect": effect,
        "seen": seen,
        "subject": "settings",
        # shown again after a conflict, the next save is over the version that is shown beside it
        "state": state if state and status != HTTPStatus.CONFLICT else state_of(event),
        "differences": list(form.differences()) if status == HTTPStatus.CONFLICT else [],
        "unit": gettext("wins") if event.kind == Kind.TEAMS else "%",
        "moves": [_move(move) for move in (effect.places or ())] if effect is not None else [],
    }
    if request.headers.get("HX-Request"):
        return render(request, "desk/settings_form.html", {**context, "event": event}, status=status)
    return show(request, "desk/settings.html", event, context, status)


def _move(move: PlaceMove) -> dict[str, Any]:
    """A place that would be another, in figures."""
    return {
        "entry": move.entry,
        "name": move.name,
        "field": move.field,
        "before": _place(move.rank_before, move.before),
        "after": _place(move.rank_after, move.after),
        "other_rank": move.rank_before != move.rank_after,
    }


def _place(rank: int | None, value: Any) -> tuple[str, str]:
    """A rank, and what it rests on: half-wins of a team, the percentage of a pair."""
    said = quarters(value / 2) if isinstance(value, int) else percent(value)
    return ("–" if rank is None else str(rank), said)


def _fingerprint(effect: SettingsEffect, wanted: Wanted) -> str:
    """The same only for the same change with the same effect."""
    return hashlib.sha256(repr((effect, wanted)).encode()).hexdigest()
