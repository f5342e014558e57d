"""The forms of one result at the desk: entering and correcting it, and everything a director may rule on it.

Owns: turning what was typed into `ResultFields`. Never does: check them; the service does.
Terms: *deed*, one thing to do to a result, by its name in addresses.
"""

import re
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.eventfile.scoring_input import MAX_SCORE, ResultFields, WeightedScore
from tournaments.forms import WholeNumber
from tournaments.services.revokes import MOST_MOVED

REASONS = (
    _("Misread"),
    _("The slip says otherwise"),
    _("Revoke"),
    _("Cards were seen or exposed"),
    _("Bid out of turn"),
    _("Late: not played in time"),
    _("The board was fouled"),
    _("The pairs sat the other way round"),
    _("Ruling after consultation"),
)
"""Offered while a reason is typed; any other may be."""
MOST_WEIGHTS = 6
_WEIGHT = re.compile(r"\s*(\d{1,4})\s*[x×:*%]?\s+(-?\d{1,5})\s*[/,; ]\s*(-?\d{1,5})\s*")


class DeedForm(forms.Form):
    """`version` is that of the result that was looked at, empty where there was none."""

    version = WholeNumber(required=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        required=False,
        max_length=500,
        label=_("Reason"),
        widget=forms.TextInput(attrs={"list": "reasons"}),
        help_text=_("Needed for every change after the first entry; the log keeps it."),
    )

    def fields_of(self, there: ResultFields) -> ResultFields:
        """The result as it is to be; `there` is the place, and the pairs that sat there."""
        raise NotImplementedError


class NotedForm(DeedForm):
    note = forms.CharField(
        required=False, max_length=500, label=_("Public note"), help_text=_("Shown on the traveller.")
    )
    private_note = forms.CharField(
        required=False, max_length=500, label=_("Private note"), help_text=_("For directors only.")
    )


class BidsForm(NotedForm):
    """Bids and tricks, as on the slip."""

    ns_bid = forms.CharField(max_length=20, label=_("NS bid"))
    ns_tricks = forms.CharField(max_length=20, label=_("NS tricks"))
    ew_bid = forms.CharField(max_length=20, label=_("EW bid"))
    ew_tricks = forms.CharField(max_length=20, label=_("EW tricks"))
    field_order = ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")

    def fields_of(self, there: ResultFields) -> ResultFields:
        said = {name: self.cleaned_data[name] for name in ("ns_bid", "ns_tricks", "ew_bid", "ew_tricks")}
        return replace(there, **said)


class AdjustForm(NotedForm):
    """An adjusted score for one side or both; the record of the play stays beside it."""

    ns_adjusted = forms.CharField(
        required=False,
        max_length=10,
        label=_("NS gets"),
        help_text=_("A+, A, A- or a percentage, such as 62.5."),
    )
    ew_adjusted = forms.CharField(
        required=False, max_length=10, label=_("EW gets"), help_text=_("Empty: the score it made.")
    )
    field_order = ("ns_adjusted", "ew_adjusted")

    def fields_of(self, there: ResultFields) -> ResultFields:
        ns, ew = (_adjustment(self.cleaned_data[name]) for name in ("ns_adjusted", "ew_adjusted"))
        return replace(there, ns_adjusted=ns, ew_adjusted=ew)


class WeightedForm(NotedForm):
    """Scores that might have come about, each with its weight."""

    outcomes = forms.CharField(
        max_length=400,
        label=_("Outcomes"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line: weight, NS score, EW score. Such as “60 70 49” and “40 −70 118”."),
    )
    field_order = ("outcomes",)

    def clean_outcomes(self) -> tuple[WeightedScore, ...]:
        lines = [line for line in self.cleaned_data["outcomes"].splitlines() if line.strip()]
        found = [_WEIGHT.fullmatch(line.replace("−", "-")) for line in lines]
        wrong = next((line for line, match in zip(lines, found, strict=True) if match is None), None)
        if wrong is not None:
            raise forms.ValidationError(
                _(
                    "“%(line)s” is no outcome: write the weight, the NS score and the EW score, such as 60 70 49."
                ),
                params={"line": wrong.strip()[:40]},
            )
        if not 2 <= len(lines) <= MOST_WEIGHTS:
            raise forms.ValidationError(_("Give two to %(most)s outcomes."), params={"most": MOST_WEIGHTS})
        return tuple(
            WeightedScore(weight=int(match[1]), ns_score=int(match[2]), ew_score=int(match[3]))
            for match in found
            if match is not None
        )

    def fields_of(self, there: ResultFields) -> ResultFields:
        return replace(there, weighted=self.cleaned_data["outcomes"])


class ByHandForm(NotedForm):
    """Two scores in points, where no bids and tricks are known."""

    ns_score = forms.IntegerField(min_value=-MAX_SCORE, max_value=MAX_SCORE, label=_("NS score"))
    ew_score = forms.IntegerField(min_value=-MAX_SCORE, max_value=MAX_SCORE, label=_("EW score"))
    field_order = ("ns_score", "ew_score")

    def fields_of(self, there: ResultFields) -> ResultFields:
        return replace(there, **{name: self.cleaned_data[name] for name in ("ns_score", "ew_score")})


class NotPlayedForm(NotedForm):
    """The board is not played here, and leaves the average of both."""

    def fields_of(self, there: ResultFields) -> ResultFields:
        return replace(there, not_played=True)


class PairsForm(NotedForm):
    """Who really sat there, and on which side."""

    ns = WholeNumber(label=_("Sat North-South"))
    ew = WholeNumber(label=_("Sat East-West"))
    field_order = ("ns", "ew")

    def fields_of(self, there: ResultFields) -> ResultFields:
        return replace(there, ns=self.cleaned_data["ns"], ew=self.cleaned_data["ew"])


class RevokeForm(DeedForm):
    """Tricks moved across."""

    offender = forms.ChoiceField(choices=[("NS", "NS"), ("EW", "EW")], label=_("Who revoked"))
    tricks = WholeNumber(max_value=MOST_MOVED, initial=1, label=_("Tricks moved"))
    note = forms.CharField(
        required=False,
        max_length=500,
        label=_("Public note"),
        help_text=_("Empty: says how many were moved, and why."),
    )
    field_order = ("offender", "tricks", "note")


class WrongBoardForm(DeedForm):
    """Another board was played here in place of the one due."""

    played = WholeNumber(label=_("Board that was played"))
    field_order = ("played",)


class ReasonForm(DeedForm):
    """A deed that needs no more than its reason."""


def _adjustment(typed: str) -> str | None:
    """What was typed, as the scorer takes it: "a−" is A-, "62,5 %" is 62.5."""
    text = typed.strip().upper().replace("−", "-").replace("–", "-").replace(",", ".").rstrip("% ")
    return text or None


def initial_of(there: Any) -> dict[str, Any]:
    """What the forms show of the result that stands, if any."""
    if there is None:
        return {}
    names = (
        *("version", "ns_bid", "ns_tricks", "ew_bid", "ew_tricks", "ns_adjusted", "ew_adjusted"),
        *("note", "private_note"),
    )
    shown = {name: getattr(there, name) for name in names}
    if not there.ns_bid:
        shown |= {"ns_score": there.ns_score, "ew_score": there.ew_score}
    outcomes = (f"{one['weight']} {one['ns_score']} {one['ew_score']}" for one in there.weighted or ())
    return shown | {"ns": there.ns.number, "ew": there.ew.number, "outcomes": "\n".join(outcomes)}
