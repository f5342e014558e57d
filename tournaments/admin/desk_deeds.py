"""What a director answers the tables with, on the event's page in the admin: a small form for each answer.

Owns: the forms. Never does: anything that services/table_answers.py does not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.admin.base import RoleAdmin, WholeNumber, actor_of
from tournaments.admin.deed_page import attempt, show
from tournaments.admin.event_deeds import Done
from tournaments.models import Event
from tournaments.services.clock import LONGEST
from tournaments.services.table_answers import ANSWERS, Answer, named_claim

DESK_DEED_PAGE = "admin/tournaments/event/desk_deed.html"


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
    """An answer and its form. What it is about stands in the form's hidden field."""

    answer: Answer
    form: type[forms.Form]

    @property
    def title(self) -> str:
        return self.answer.title

    @property
    def explanation(self) -> str:
        return self.answer.explanation


_FORMS: Mapping[str, type[forms.Form]] = {
    "come": CallForm,
    "settle": ClaimForm,
    "dismiss": ClaimForm,
    "start-clock": StartForm,
    "pause-clock": RoundForm,
    "resume-clock": RoundForm,
    "add-minutes": MinutesForm,
}
DESK_DEEDS: Mapping[str, DeskDeed] = {name: DeskDeed(ANSWERS[name], form) for name, form in _FORMS.items()}


def answer(admin: RoleAdmin, request: HttpRequest, event: Event, deed: DeskDeed, back: str) -> HttpResponse:
    """Do a deed that was sent; or show its form again with what is wrong in it."""
    form = deed.form(request.POST)
    shown = {"deed": deed, "about": event.name, "back": back, "form": form}
    status = HTTPStatus.OK
    if form.is_valid():
        named = named_claim(event, request.user, form.cleaned_data.get("claim"))
        if named is not None:
            if named.barred:
                return show(admin, request, {**shown, "refusal": named.barred}, HTTPStatus.FORBIDDEN)
            shown["about"] = named.about
        given = form.cleaned_data
        done, status = attempt(form, lambda: Done(deed.answer.run(event, given, actor_of(request))))
        if done is not None:
            messages.success(request, done.said)
            return HttpResponseRedirect(f"{back}#desk")
    return show(admin, request, shown, status, DESK_DEED_PAGE)
