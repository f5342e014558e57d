"""What a director does from the round's page: answers to the tables, the clock, rounds opened and closed.

Owns: the forms and the deeds; that a form refused is shown again with what was typed.
Never does: anything that a service does not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournaments.forms import WholeNumber
from tournaments.models import Event
from tournaments.pages.desk.door import actor_of, attempt, for_event, show
from tournaments.services.actors import Actor
from tournaments.services.clock import LONGEST
from tournaments.services.rounds import close_round, open_round
from tournaments.services.table_answers import ANSWERS, Answer, named_claim


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
    )


class RoundForm(forms.Form):
    round = WholeNumber(widget=forms.HiddenInput)


class StartForm(RoundForm):
    minutes = WholeNumber(max_value=LONGEST, label=_("Minutes"))


class MinutesForm(RoundForm):
    minutes = WholeNumber(min_value=-LONGEST, max_value=LONGEST, label=_("Minutes more, or with − less"))


class ReasonForm(RoundForm):
    reason = forms.CharField(required=False, max_length=500, label=_("Reason"))


def _open(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    open_round(event.pk, given["round"], actor, given.get("reason", ""))
    return gettext("Round %(n)s is open.") % {"n": given["round"]}


def _close(event: Event, given: Mapping[str, Any], actor: Actor) -> str:
    close_round(event.pk, given["round"], actor, given["reason"])
    return gettext("Round %(n)s is closed.") % {"n": given["round"]}


@dataclass(frozen=True, slots=True)
class GlanceDeed:
    """A deed and its form; `part` of the page is what it is done from."""

    answer: Answer
    form: type[forms.Form]
    part: str


DEEDS: Mapping[str, GlanceDeed] = {
    "come": GlanceDeed(ANSWERS["come"], CallForm, "calls"),
    "settle": GlanceDeed(ANSWERS["settle"], ClaimForm, "disputes"),
    "dismiss": GlanceDeed(ANSWERS["dismiss"], ClaimForm, "late"),
    "start-clock": GlanceDeed(ANSWERS["start-clock"], StartForm, "clock"),
    "pause-clock": GlanceDeed(ANSWERS["pause-clock"], RoundForm, "clock"),
    "resume-clock": GlanceDeed(ANSWERS["resume-clock"], RoundForm, "clock"),
    "add-minutes": GlanceDeed(ANSWERS["add-minutes"], MinutesForm, "clock"),
    "open-round": GlanceDeed(Answer("Open the round", _open), RoundForm, "rounds"),
    "close-round": GlanceDeed(
        Answer("Close the round", _close, "A reason is needed where results are missing."),
        ReasonForm,
        "rounds",
    ),
    "reopen-round": GlanceDeed(
        Answer("Open the round again", _open, "A reason is needed; it stands in the log."),
        ReasonForm,
        "rounds",
    ),
}


@require_POST
@for_event()
def do(request: HttpRequest, event: Event, deed: str) -> HttpResponse:
    """Do a deed that was sent, and go back to the round; or show its form again with what is wrong in it."""
    wanted = DEEDS.get(deed)
    if wanted is None:
        raise Http404(gettext("There is nothing like that to be done here."))
    form = wanted.form(request.POST)
    shown = {"part": "round", "deed": wanted, "name": deed, "form": form, "about": ""}
    if not form.is_valid():
        return show(request, DEED_PAGE, event, shown, HTTPStatus.UNPROCESSABLE_ENTITY)
    given: dict[str, Any] = form.cleaned_data
    named = named_claim(event, request.user, given.get("claim"))
    if named is not None:
        if named.barred:
            return show(request, DEED_PAGE, event, {**shown, "refusal": named.barred}, HTTPStatus.FORBIDDEN)
        shown["about"] = named.about
    elif "round" in given:
        shown["about"] = gettext("Round %(n)s") % {"n": given["round"]}
    said, status = attempt(form, _act(wanted.answer.run, event, given, actor_of(request)))
    if said is None:
        return show(request, DEED_PAGE, event, shown, status)
    messages.success(request, said)
    return redirect(f"{_back(request, event)}#{wanted.part}")


DEED_PAGE = "desk/glance_deed.html"


def _act(
    run: Callable[[Event, Mapping[str, Any], Actor], str],
    event: Event,
    given: Mapping[str, Any],
    actor: Actor,
) -> Callable[[], str]:
    return lambda: run(event, given, actor)


def _back(request: HttpRequest, event: Event) -> str:
    """The event's page at the round that it was looked at in, where one was chosen."""
    address, at = reverse("desk:event", args=[event.pk]), request.POST.get("at", "")
    return f"{address}?round={at}" if at.isascii() and at.isdigit() and len(at) < 6 else address
