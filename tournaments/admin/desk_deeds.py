"""What a director answers the tables with: one small form and one service each, on the event's page.

Owns: the deeds of the desk and their forms; that nobody rules on what is hidden from them.
Never does: anything that a service does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.admin.base import RoleAdmin, WholeNumber, actor_of
from tournaments.admin.deed_page import attempt, show
from tournaments.admin.desk import Eyes, place_of
from tournaments.admin.event_deeds import Done
from tournaments.models import Claim, Event
from tournaments.services.actors import Actor
from tournaments.services.calls import answer_call
from tournaments.services.claims import dismiss, settle
from tournaments.services.clock import LONGEST, add_minutes, pause_clock, resume_clock, start_clock

DESK_DEED_PAGE = "admin/tournaments/event/desk_deed.html"
_BARRED = "You play in this event, and this board is hidden from you: another director has to see to it."


class CallForm(forms.Form):
    call = WholeNumber(widget=forms.HiddenInput)


class ClaimForm(forms.Form):
    """A word and why; that a reason is missing, the service says."""

    claim = WholeNumber(widget=forms.HiddenInput)
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        help_text=_("The players will ask; it stands in the log."),
        widget=UnfoldAdminTextInputWidget,
    )


class RoundForm(forms.Form):
    round = WholeNumber(widget=forms.HiddenInput)


class StartForm(RoundForm):
    minutes = WholeNumber(max_value=LONGEST, label=_("Minutes"))


class MinutesForm(RoundForm):
    minutes = WholeNumber(min_value=-LONGEST, max_value=LONGEST, label=_("Minutes more, or with − less"))


@dataclass(frozen=True, slots=True)
class DeskDeed:
    """One deed. What it is about stands in its form's hidden field."""

    title: str
    form: type[forms.Form]
    run: Callable[[Event, dict[str, Any], Actor], str]
    explanation: str = ""


def _come(event: Event, given: dict[str, Any], actor: Actor) -> str:
    call = answer_call(event.pk, given["call"], actor)
    return f"Table {call.table.number} is told that you are coming."


def _settle(event: Event, given: dict[str, Any], actor: Actor) -> str:
    receipt = settle(event.pk, given["claim"], actor, given["reason"])
    return f"Ruled: round {receipt.round}, table {receipt.table}, board {receipt.board}."


def _dismiss(event: Event, given: dict[str, Any], actor: Actor) -> str:
    dismiss(event.pk, given["claim"], actor, given["reason"])
    return "Dismissed; what was said stays in the log."


def _start(event: Event, given: dict[str, Any], actor: Actor) -> str:
    reading = start_clock(event.pk, given["round"], given["minutes"], actor)
    return f"The clock of round {given['round']} runs: {reading.minutes} minutes."


def _pause(event: Event, given: dict[str, Any], actor: Actor) -> str:
    pause_clock(event.pk, given["round"], actor)
    return "The clock is paused."


def _resume(event: Event, given: dict[str, Any], actor: Actor) -> str:
    resume_clock(event.pk, given["round"], actor)
    return "The clock runs again."


def _minutes(event: Event, given: dict[str, Any], actor: Actor) -> str:
    add_minutes(event.pk, given["round"], given["minutes"], actor)
    return f"Round {given['round']}: {given['minutes']:+} min.".replace("-", "−")


DESK_DEEDS: Mapping[str, DeskDeed] = {
    "come": DeskDeed("I am coming", CallForm, _come),
    "settle": DeskDeed("Rule that this was it", ClaimForm, _settle, "It becomes the board’s result."),
    "dismiss": DeskDeed("Dismiss", ClaimForm, _dismiss, "It changes nothing, and stays in the log."),
    "start-clock": DeskDeed("Start the clock", StartForm, _start),
    "pause-clock": DeskDeed("Pause the clock", RoundForm, _pause),
    "resume-clock": DeskDeed("Go on", RoundForm, _resume),
    "add-minutes": DeskDeed("Change the time", MinutesForm, _minutes),
}


def answer(admin: RoleAdmin, request: HttpRequest, event: Event, deed: DeskDeed, back: str) -> HttpResponse:
    """Do a deed that was sent; or show its form again with what is wrong in it."""
    form = deed.form(request.POST)
    shown = {"deed": deed, "about": event.name, "back": back, "form": form}
    status = HTTPStatus.OK
    if form.is_valid():
        claim = _claim(event, form.cleaned_data.get("claim"))
        if claim is not None:
            if not Eyes(event, request.user).see(claim.table_id, [claim.board]):
                return show(admin, request, {**shown, "refusal": _BARRED}, HTTPStatus.FORBIDDEN)
            shown["about"] = f"{place_of(event, claim)} ({claim.side})"
        done, status = attempt(form, lambda: Done(deed.run(event, form.cleaned_data, actor_of(request))))
        if done is not None:
            messages.success(request, done.said)
            return HttpResponseRedirect(f"{back}#desk")
    return show(admin, request, shown, status, DESK_DEED_PAGE)


def _claim(event: Event, pk: int | None) -> Claim | None:
    if pk is None:
        return None
    return Claim.objects.filter(pk=pk, table__round__event=event).select_related("table__round").first()
